// Versions without text
// By source and citation.
MATCH (c:Corpus {id: $corpus})
MATCH (v:Version)
WHERE v.generation = c.generation AND v.chars = 0
RETURN v.ord AS ord, v.event AS event, v.source AS source, v.reference AS reference, v.gaps AS gaps
ORDER BY ord;
