// Changes by the editor
// Events with a chosen version, and events that were merged, split, moved or renamed, with all versions that were
// excluded or moved.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)
WHERE e.generation = c.generation AND size(e.edits) > 0
OPTIONAL MATCH (v:Version)-[:TELLS]->(e)
WHERE v.excluded OR v.told_of <> '' OR v.id = e.choice
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title, e.edits AS editor, collect(v.id) AS versions
ORDER BY place;
