"""The statements: each titled, each used, portable where it must be, and none of them inside Python."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cypher
from taeg.store import schema

ROOT = Path(cypher.__file__).parent
PORTABLE = ("read", "write", "explore", "browse")
ENGINES = ("neo4j", "ladybug")
NAMES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.cypher"))
PORTABLE_NAMES = [name for name in NAMES if name.startswith(PORTABLE)]
PYTHON = sorted(path for room in ("cypher", "ingest", "taeg", "eval") for path in (ROOT.parent / room).rglob("*.py"))


# --- the files -------------------------------------------------------------------------------------------------------


def test_every_statement_is_in_a_known_folder_and_found_by_name() -> None:
    listed = [name for folder in (*PORTABLE, *ENGINES) for name in cypher.names(folder)]
    assert sorted(listed) == NAMES
    assert len(NAMES) == len(set(NAMES)) > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_says_what_it_is_for(name: str) -> None:
    query = cypher.query(name)
    first, second, *_ = query.text.splitlines()
    assert re.fullmatch(r"// [A-Z].*[^.\s]", first), "the first line is the title, as Neo4j Browser shows it"
    assert second.startswith("// ")
    assert query.name == name
    assert query.title == first.removeprefix("// ")
    assert re.fullmatch(r"[A-Z].+\.", query.purpose), "at least one sentence on what it is for"
    assert query.text.endswith(";\n"), "it can be pasted as it is"


def test_no_two_portable_statements_have_one_title() -> None:
    titles = [cypher.query(name).title for name in PORTABLE_NAMES]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("name", NAMES)
def test_comments_name_no_parameters(name: str) -> None:
    """`Query.parameters` looks at the whole file."""
    assert "$" not in "".join(line for line in cypher.query(name).text.splitlines() if line.startswith("//"))


@pytest.mark.parametrize("name", [name for name in NAMES if "places" in cypher.query(name).parameters])
def test_nodes_that_are_listed_are_looked_for_between_two_ends(name: str) -> None:
    """A list alone has the embedded engine look at every node of the graph."""
    assert {"start", "stop"} <= set(cypher.query(name).parameters)


SEVERAL = ("/schema", "/migrate_2", "/migrate_3", "/rewrite_read", "/rewrite_load")
"""How the names of files end that hold several statements."""


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith(SEVERAL)])
def test_a_file_holds_one_statement(name: str) -> None:
    assert len(cypher.query(name).statements) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_schema_may_be_run_again(engine: str) -> None:
    statements = cypher.query(f"{engine}/schema").statements
    assert len(statements) > 5
    made = [body(statement) for statement in statements if "CREATE" in body(statement)]
    assert all("IF NOT EXISTS" in statement for statement in made)


def test_there_is_a_migration_from_every_older_schema() -> None:
    versions = range(2, schema.SCHEMA_VERSION + 1)
    assert sorted(schema.MIGRATIONS) == [version - 1 for version in versions]
    for engine in ENGINES:
        found = [name for name in cypher.names(engine) if "/migrate_" in name]
        assert found == [f"{engine}/migrate_{version}" for version in versions]


def test_a_migrated_graph_has_the_columns_of_a_new_one() -> None:
    """On LadybugDB; Neo4j has no columns."""
    new = "".join(cypher.query("ladybug/schema").statements)
    for table, column, kind in re.findall(
        r"ALTER TABLE (\w+) ADD IF NOT EXISTS (\w+) (\S+) DEFAULT", cypher.query("ladybug/migrate_2").text
    ):
        assert re.search(rf"TABLE IF NOT EXISTS {table}\(.*, {column} {re.escape(kind)},", new)


def test_every_load_statement_is_there_for_both_engines() -> None:
    neo4j, ladybug = ({n.partition("/")[2] for n in cypher.names(e) if "/load_" in n} for e in ENGINES)
    assert neo4j == ladybug
    assert neo4j


def test_the_parameters_of_a_statement() -> None:
    assert cypher.query("read/versions").parameters == ("generation", "start", "stop")
    assert cypher.query("explore/event").parameters == ("corpus", "event")
    assert cypher.query("neo4j/ping").parameters == ()


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("explore/")])
def test_an_exploring_query_is_of_one_corpus_and_changes_nothing(name: str) -> None:
    query = cypher.query(name)
    assert query.parameters[0] == "corpus"
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|COPY|DROP)\b", body(query.text))
    assert re.search(r"\nORDER BY [\w, ]+;\n$", query.text), "people compare what they see: its order is declared"


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("browse/")])
def test_a_picture_is_of_one_corpus_small_and_made_of_whole_nodes(name: str) -> None:
    query = cypher.query(name)
    assert query.parameters[0] == "corpus"
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|COPY|DROP)\b", body(query.text))
    [returned] = re.findall(r"\nRETURN ([^;]+?)(?:\nORDER BY|;)", query.text)
    assert re.fullmatch(r"\w+(, \w+)+", returned), "Neo4j Browser draws nodes and relationships, not their properties"
    assert re.search(r"\bLIMIT \d+;|\.ord < \d+\b|\.id = \$event\b", query.text), "more than a screen is no picture"
    assert f"explore/{name.partition('/')[2]}" in NAMES, "who has no Browser finds the same as a table"


@pytest.mark.parametrize("name", ["nothing", "read/nothing", "", "read", "read/versions.cypher", "../cypher"])
def test_an_unknown_name_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError) as caught:
        cypher.query(name)
    assert caught.value.args == (name,)


# --- what portable statements avoid (the reasons were measured on LadybugDB) -----------------------------------------

CLAUSE = (
    r"\b(?:OPTIONAL MATCH|MATCH|MERGE|CREATE|WHERE|WITH|RETURN|UNWIND|SET|DETACH DELETE|DELETE|ORDER BY|ON CREATE)\b"
)
RELATION = re.compile(r"(<?)-\[([^\]]*)\]-(>?)")


def body(text: str) -> str:
    """A statement without its comments and with its strings emptied."""
    return re.sub(r"'[^']*'", "''", "\n".join(line for line in text.splitlines() if not line.startswith("//")))


def clauses(text: str, keyword: str) -> Iterator[str]:
    """What follows a keyword, up to the next clause; subqueries in braces are left out."""
    flat = re.sub(r"\b(COUNT|EXISTS) \{[^}]*(\{[^}]*\}[^}]*)*\}", r"\1", text)
    for found in re.finditer(rf"\b{keyword}\b(.*?)(?={CLAUSE}|;|$)", flat, re.DOTALL):
        yield found[1]


def pattern(regex: str) -> Callable[[str], bool]:
    """A rule that a regular expression finds."""
    return lambda text: re.search(regex, text) is not None


def cartesian(text: str) -> bool:
    return any(re.search(r"\)\s*,\s*\(", clause) for clause in clauses(text, "MATCH"))


def undirected_merge(text: str) -> bool:
    relations = (r for clause in clauses(text, "MERGE") for r in RELATION.findall(clause))
    bare = any(re.search(r"\)\s*--\s*\(", clause) for clause in clauses(text, "MERGE"))
    return bare or any(not left and not right for left, _, right in relations)


def ordered_with(text: str) -> bool:
    flat = re.sub(r"\s+", " ", text)
    return re.search(r"\bWITH\b(?:(?!\bRETURN\b).)*\bORDER BY\b", flat) is not None


def without_upper_bound(text: str) -> bool:
    return any(
        "*" in inner and not re.search(r"\*(\d+|\d*\.\.\d+)\s*$", inner) for _, inner, _ in RELATION.findall(text)
    )


def undirected_walk(text: str) -> bool:
    return any("*" in inner and not left and not right for left, inner, right in RELATION.findall(text))


def label_in_where(text: str) -> bool:
    outside = (re.sub(r"\([^()]*\)|\[[^\]]*\]|\{[^}]*\}", "", clause) for clause in clauses(text, "WHERE"))
    return any(re.search(r"\b\w+\s*:\s*\w+", clause) for clause in outside)


def shadowing(text: str) -> bool:
    if "ORDER BY" not in text:
        return False
    variables = set(re.findall(r"[(\[](\w+)\s*[:{)\]]", re.sub(r"\b\w+\(", "_ ", text)))
    aliases = {alias for clause in clauses(text, "RETURN") for alias in re.findall(r"\bAS\s+`?(\w+)", clause)}
    return bool(variables & aliases)


FORBIDDEN: dict[str, tuple[Callable[[str], bool], str, tuple[str, ...]]] = {
    "set-map": (
        pattern(r"\+=|\(\w*(:\w+)?\s+\$\w+\s*\)"),
        "an error on Ladybug: write SET n.p = row.p, …",
        ("MATCH (n:Run) SET n += $row;", "CREATE (n:Run $props);"),
    ),
    "cartesian": (
        cartesian,
        "11 rows/s instead of 3,865 on Ladybug: write two MATCH clauses",
        ("MATCH (a:Event {id: $a}), (b:Event {id: $b}) RETURN a.id;", "MATCH (a:Event)\n,\n(b:Event) RETURN a.id;"),
    ),
    "undirected-merge": (
        undirected_merge,
        "an error on Ladybug: give MERGE a direction",
        ("MATCH (a:Event) MERGE (a)-[r:NEXT]-(b) RETURN r;", "MERGE (a)--(b);"),
    ),
    "ordered-with": (
        ordered_with,
        "wrong rows, silently, with LIMIT, and an error without, on Ladybug: order after RETURN, rank in Python",
        (
            "MATCH (n:Event) WITH n ORDER BY n.ord LIMIT 3 RETURN count(n);",
            "MATCH (n:Event)\nWITH n, n.ord AS o\nORDER BY o\nRETURN n.id;",
        ),
    ),
    "without-upper-bound": (
        without_upper_bound,
        "stops at 30, silently, on Ladybug: bound it, walk long chains in Python",
        tuple(f"MATCH (a)-[:NEXT{stars}]->(b) RETURN b.id;" for stars in ("*", "*1..", "*..", " * 2.. ")),
    ),
    "undirected-walk": (
        undirected_walk,
        "walks in place of trails on Ladybug: give it a direction",
        ("MATCH (a)-[:NEXT*1..3]-(b) RETURN b.id;",),
    ),
    "engine-identity": (
        pattern(r"(?i)\b(labels|type|id|elementId)\s*\("),
        "an error or other values on Ladybug: use own properties",
        ("MATCH (n) RETURN labels(n);", "MATCH ()-[r]->() RETURN type(r);", "MATCH (n) WHERE id(n) = 1 RETURN 1;"),
    ),
    "label-in-where": (
        label_in_where,
        "an error on Ladybug: put the label into the pattern",
        ("MATCH (n) WHERE n:Event RETURN n.id;", "MATCH (n) WHERE n.ord = 1 AND n:Event RETURN n.id;"),
    ),
    "indexes": (
        pattern(r"(?i)[\w)\]`]\[|\bsubstring\s*\("),
        "lists and strings count from 1 on Ladybug: do it in Python",
        ("MATCH (n) RETURN n.gaps[0];", "MATCH (n) RETURN collect(n.id)[0..3];", "RETURN substring($a, 1);"),
    ),
    "map-projection": (
        pattern(r"\b\w+\s*\{\s*\."),
        "an error on Ladybug: write a map literal",
        ("MATCH (n) RETURN n {.id, .ord};",),
    ),
    "comprehension": (
        pattern(r"(?i)\[\s*\w+\s+IN\b|\[\s*\("),
        "an error on Ladybug: do it in Python",
        ("RETURN [x IN $list WHERE x > 1];", "MATCH (a) RETURN [(a)-->(b) | b.id];"),
    ),
    "other-clauses": (
        pattern(r"(?i)\breduce\s*\(|\bCALL\b|\bFOREACH\b|\bREMOVE\b"),
        "an error on Ladybug: do it in Python",
        (
            "RETURN reduce(s = 0, x IN $l | s + x);",
            "MATCH (n) CALL { WITH n RETURN 1 AS x } RETURN x;",
            "FOREACH (x IN $l | SET x.a = 1);",
            "MATCH (n) REMOVE n.p;",
        ),
    ),
    "conversions": (
        pattern(r"(?i)\b(datetime|toInteger|toFloat|toBoolean)\s*\("),
        "an error on Ladybug: convert in Python",
        ("RETURN datetime();", "RETURN toInteger($a);"),
    ),
    "optional-parameter": (
        pattern(r"(?i)\$\w+\s+IS\s+(NOT\s+)?NULL"),
        "an error on Ladybug: write two queries",
        ("MATCH (n) WHERE $x IS NULL OR n.id = $x RETURN n.id;",),
    ),
    "shadowing": (
        shadowing,
        "an error on Ladybug: do not name a column like a variable",
        ("MATCH (a:Event) RETURN a.id AS a ORDER BY a;", "MATCH (x)-[r]->(y) RETURN y.id AS id, r.w AS r ORDER BY id;"),
    ),
}


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_portable_statements_avoid(rule: str) -> None:
    forbidden, reason, _ = FORBIDDEN[rule]
    found = [name for name in PORTABLE_NAMES if forbidden(body(cypher.query(name).text))]
    assert not found, f"{', '.join(found)}: {reason}"


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, (*_, bad) in FORBIDDEN.items() for text in bad])
def test_each_rule_finds_what_it_forbids(rule: str, text: str) -> None:
    assert FORBIDDEN[rule][0](text)


ALLOWED = """
MATCH (a:Event {id: $id})-[:NEXT*1..3]->(b:Event)<-[:NEXT*2]-(c:Event)
OPTIONAL MATCH (a)-[r]-(d:Version)
WHERE EXISTS { MATCH (d)-[:TELLS]->(:Event {id: $other}) } AND COUNT { MATCH (a:Event) } > 1
MERGE (a)<-[t:TELLS]-(d)
SET a.notes = [], a.`profile` = ''
WITH a, b, count(*) AS n LIMIT $batch
RETURN a.id AS id, b.id AS other, collect(n) AS counts, coalesce(a.day, '') AS day
ORDER BY id, other;
"""


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_no_rule_forbids_what_works(rule: str) -> None:
    assert not FORBIDDEN[rule][0](body(ALLOWED))


# --- Python and Cypher stay apart ------------------------------------------------------------------------------------

LANGUAGE = re.compile(
    r"\b(MATCH|MERGE|CREATE|EXISTS)\s*[({]|\b(DETACH )?DELETE \w+\b(?!\s+\w)|\bUNWIND\s+\$"
    r"|\bCOPY\s+\w+(\([\w, `]+\))?\s+(FROM|TO)\b|\bALTER\s+(CURRENT\s+)?USER\b"
    r"|^CHECKPOINT;|\bALTER\s+TABLE\b|\bRETURN\s+\w+[.(]|\bSET\s+\w+\.\w+\s*=|\bCALL\s+(\w+\.\w+|\w+\()|\bCREATE\s+(NODE|REL|CONSTRAINT|INDEX)\b"
)


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All strings of a module but its docstrings (also those that stand below a field)."""
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def strings(path: Path) -> list[tuple[int, str]]:
    return list(literals(ast.parse(path.read_text(encoding="utf-8"))))


SQL = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|DROP TABLE|CREATE (TEMP )?(TABLE|INDEX)|PRAGMA)\b")
"""The working files of long tables speak SQL, whose words are partly Cypher's."""


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.relative_to(ROOT.parent).as_posix())
def test_no_python_file_holds_cypher(path: Path) -> None:
    found = [(line, text) for line, text in strings(path) if LANGUAGE.search(text) and not SQL.match(text)]
    assert not found, "a statement belongs in a file of cypher/, asked for by name"


@pytest.mark.parametrize("name", NAMES)
def test_the_scan_knows_every_statement_we_have(name: str) -> None:
    if name != "neo4j/ping":  # RETURN 1: nobody could tell it from English
        assert LANGUAGE.search(body(cypher.query(name).text))


def test_the_scan_reads_f_strings_and_passes_over_docstrings() -> None:
    code = 'def f(x):\n    """MATCH (n) of prose."""\n    g(f"MATCH (n:{x}) RETURN n")\n    """MERGE (n)"""\n'
    assert [text for _, text in literals(ast.parse(code)) if LANGUAGE.search(text)] == ["MATCH (n:"]


# --- no statement without a caller, no caller without a statement ----------------------------------------------------

VERSIONS = tuple(str(version) for version in range(2, schema.SCHEMA_VERSION + 1))
BUILT = {
    "read/{}": ("before", "same_event", "texts", "times"),
    "read/part_{}": ("before", "same_event", "texts", "times"),
    "read/count_{}": ("begins_with", "next", "part_of", "tells", "told_by"),
    "write/sweep_{}": ("runs", "versions", "events", "sources"),
    "neo4j/migrate_{}": VERSIONS,
    "ladybug/migrate_{}": VERSIONS,
}
"""Names that Python puts together, with the words it puts in."""
LITERALS = {text for path in PYTHON for _, text in strings(path)}


def called() -> set[str]:
    """The names Python asks for: spelled out, built, of loads by their table; explore/ and browse/ are the user's."""
    spelled = {text for text in LITERALS if re.fullmatch(r"(read|write|neo4j|ladybug)/\w*[a-z]", text)}
    built = {prefix.format(word) for prefix, words in BUILT.items() for word in words}
    tables = {n.partition("/load_")[2] for e in ENGINES for n in cypher.names(e) if "/load_" in n} & LITERALS
    loads = {f"{engine}/load_{table}" for engine in ENGINES for table in tables}
    return spelled | built | loads | set(cypher.names("explore")) | set(cypher.names("browse"))


def test_names_are_built_where_this_test_believes_it() -> None:
    for prefix, words in BUILT.items():
        assert prefix.partition("{")[0] in LITERALS, f"nobody builds names like {prefix!r} any more"
        assert words is VERSIONS or set(words) <= LITERALS
    assert {"explore/", "neo4j/load_", "ladybug/load_"} <= LITERALS


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_has_a_caller(name: str) -> None:
    assert name in called(), f"nobody asks for {name}: delete the file"


def test_every_name_that_is_asked_for_is_there() -> None:
    assert called() - set(NAMES) == set()
