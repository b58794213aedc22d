// Delete a node of findings
// When its relationships are deleted; does nothing if it became visible meanwhile.
MATCH (f:Findings {key: $key})
WHERE NOT f.complete
DETACH DELETE f;
