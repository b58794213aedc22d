// The timeline with the number of versions
// Every event in order, with day, location, number of versions, and the lengths of the shortest and the longest.
MATCH (c:Corpus {id: $corpus})
MATCH (e:Event)
WHERE e.generation = c.generation
OPTIONAL MATCH (v:Version)-[:TELLS]->(e)
RETURN e.ord + 1 AS place, e.id AS event, e.title AS title, e.day AS day, e.time AS time, e.location AS location,
       count(v) AS accounts, min(v.chars) AS fewest_characters, max(v.chars) AS most_characters, e.edits AS editor
ORDER BY place;
