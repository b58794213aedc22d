// Load copies of accounts
// A batch of rows; the position identifies a relationship, which makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Version {key: row.version})
MATCH (b:Version {key: row.other})
MERGE (a)-[r:COPIES {findings: row.findings, ord: row.ord}]->(b)
SET r.share = row.share;
