// Which sources contradict each other, and how often
// By the conflicts between their versions that `taeg conflicts` found, most first.
MATCH (c:Corpus {id: $corpus})
MATCH (f:Findings)
WHERE f.generation = c.generation AND f.complete
MATCH (a:Version)-[r:CONFLICTS]->(b:Version)
WHERE a.generation = c.generation AND r.findings = f.key
RETURN CASE WHEN a.source_ord <= b.source_ord THEN a.source ELSE b.source END AS source,
       CASE WHEN a.source_ord <= b.source_ord THEN b.source ELSE a.source END AS other_source,
       count(r) AS conflicts, sum(CASE WHEN r.tier = 'confident' THEN 1 ELSE 0 END) AS confident
ORDER BY conflicts DESC, source, other_source;
