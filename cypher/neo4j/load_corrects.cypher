// Load corrections of accounts by later ones
// A batch of rows; the position identifies a relationship, which makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Version {key: row.version})
MATCH (b:Version {key: row.other})
MERGE (a)-[r:CORRECTS {findings: row.findings, ord: row.ord}]->(b)
SET r.rule = row.rule, r.old = row.old, r.new = row.new, r.start = row.start, r.`end` = row.`end`,
    r.old_start = row.old_start, r.old_end = row.old_end;
