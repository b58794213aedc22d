// The path of one source through the timeline
// The versions of a source in timeline order, which is the path of its BEFORE edges in the audited profile.
MATCH (c:Corpus {id: $corpus})
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE v.generation = c.generation AND v.source = $source
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title, v.reference AS reference, v.chars AS characters
ORDER BY place;
