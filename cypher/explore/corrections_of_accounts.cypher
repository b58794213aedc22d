// Where an account corrects an earlier one, or itself
// With the old and the new value; both are empty where something is withdrawn. Not the editor's corrections.
MATCH (c:Corpus {id: $corpus})
MATCH (f:Findings)
WHERE f.generation = c.generation AND f.complete
MATCH (e:Event)<-[:TELLS]-(a:Version)-[r:CORRECTS]->(b:Version)
WHERE e.generation = c.generation AND r.findings = f.key
RETURN r.ord AS number, e.id AS event, a.source AS source, a.reference AS reference, r.old AS old, r.new AS new,
       b.source AS corrected_source, b.reference AS corrected_reference, r.rule AS rule
ORDER BY number;
