// Whether the server has the Graph Data Science plugin
// Asked before a ranking in the server, so that its lack is told in one sentence.
SHOW PROCEDURES YIELD name
WHERE name = 'gds.pageRank.stream'
RETURN count(name) AS found;
