// Load conflicts between versions
// A batch of rows; the position identifies a relationship, which makes a retried batch harmless.
UNWIND $rows AS row
MATCH (a:Version {key: row.version})
MATCH (b:Version {key: row.other})
MERGE (a)-[r:CONFLICTS {findings: row.findings, ord: row.ord}]->(b)
SET r.kind = row.kind, r.key = row.key, r.a = row.a, r.b = row.b, r.a_start = row.a_start,
    r.a_end = row.a_end, r.b_start = row.b_start, r.b_end = row.b_end, r.a_hedged = row.a_hedged,
    r.b_hedged = row.b_hedged, r.a_firsthand = row.a_firsthand, r.b_firsthand = row.b_firsthand,
    r.tier = row.tier, r.score = row.score, r.rule = row.rule;
