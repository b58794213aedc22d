// Take a corpus out of sight
// The first step of deleting one: without a pointer no reader sees it, and what is left is swept.
MATCH (c:Corpus {key: $corpus})
SET c.generation = '', c.claim = ''
RETURN count(c) AS hidden;
