// Whether the server has the Graph Data Science plugin
// Checked before ranking on the server, to report a missing plugin.
SHOW PROCEDURES YIELD name
WHERE name = 'gds.pageRank.stream'
RETURN count(name) AS found;
