// Which sources copy others, and how often
// By the versions that repeat the wording of an earlier one, most first; the share is that of their word sequences.
MATCH (c:Corpus {id: $corpus})
MATCH (f:Findings)
WHERE f.generation = c.generation AND f.complete
MATCH (a:Version)-[r:COPIES]->(b:Version)
WHERE a.generation = c.generation AND r.findings = f.key
RETURN a.source AS source, b.source AS original, count(r) AS copies, avg(r.share) AS share
ORDER BY copies DESC, source, original;
