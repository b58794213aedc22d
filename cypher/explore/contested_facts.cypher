// What the versions of an event contradict each other about
// Pairs of versions with their values, as `taeg conflicts` found them; it joins the pairs to facts.
MATCH (c:Corpus {id: $corpus})
MATCH (f:Findings)
WHERE f.generation = c.generation AND f.complete
MATCH (e:Event)<-[:TELLS]-(a:Version)-[r:CONFLICTS]->(b:Version)
WHERE e.generation = c.generation AND e.id = $event AND r.findings = f.key
RETURN r.ord AS number, r.kind AS kind, r.key AS about, r.tier AS tier, r.score AS score, a.source AS source,
       a.reference AS reference, r.a AS value, b.source AS other_source, b.reference AS other_reference,
       r.b AS other_value, r.rule AS rule
ORDER BY number;
