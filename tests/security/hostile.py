"""Hostile texts: Cypher, markup, formulas, fields, paths, terminal codes."""

CYPHER = (
    "'; MATCH (n) DETACH DELETE n //",
    '"}) DETACH DELETE n RETURN {x: "',
    "`) DETACH DELETE n //",
    "\\u0027 OR 1=1 //",
    "\\' OR 1=1 //",
    "$corpus",
    "*/ MATCH (n) RETURN n /*",
)
MARKUP = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' style='background:url(http://127.0.0.1:1/x)",
    "</style><style>*{background:url(//127.0.0.1:1)}",
    "<!--<script>",
    "]]><x/>",
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
    "<?xml-stylesheet href='http://127.0.0.1:1/x.xsl'?>",
    "[x](javascript:alert(1))",
    "![x](http://127.0.0.1:1/x.png)",
    "{{title}} {{data}}",
    "javascript:alert(1)",
)
OFFICE = (
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    '=HYPERLINK("http://127.0.0.1:1")',
    '{ INCLUDETEXT "/etc/passwd" }',
    "DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe",
    "\\input{/etc/passwd}\\write18{id}",
)
PLACES = ("../../etc/passwd", "/etc/passwd", "..\\x", "~/x", "--help", "-rf")
TERMINAL = "\x1b]0;title\x07\x1b[2J\x9b31m\x08\x7f\u202ebackwards\u202c"

NAMES = (*CYPHER, *MARKUP, *OFFICE, *PLACES)
"""Such as may be ids; all may be texts."""

ROWS = [
    {"source": source, "event": event, "text": f"{event} {TERMINAL} {source}", "title": event, "reference": source}
    for source in (CYPHER[0], MARKUP[0], OFFICE[0])
    for event in NAMES
]
