// Hide a corpus
// The first step of deleting a corpus: without a pointer no reader sees it, and its nodes are swept.
MATCH (c:Corpus {key: $corpus})
SET c.generation = '', c.claim = ''
RETURN count(c) AS hidden;
