// Migrate from schema 5 to 6 on LadybugDB
// Adds the tables of contradictions. Existing corpora have none until `taeg conflicts` finds them.
CREATE NODE TABLE IF NOT EXISTS Findings(key STRING, corpus STRING, generation STRING, name STRING, parameters STRING, signature STRING, created STRING, complete BOOLEAN, conflicts INT64, corrections INT64, copies INT64, PRIMARY KEY(key));
CREATE REL TABLE IF NOT EXISTS FINDINGS_OF(FROM Findings TO Corpus);
CREATE REL TABLE IF NOT EXISTS CONFLICTS(FROM Version TO Version, findings STRING, ord INT64, kind STRING, key STRING, a STRING, b STRING, a_start INT64, a_end INT64, b_start INT64, b_end INT64, a_hedged BOOLEAN, b_hedged BOOLEAN, a_firsthand BOOLEAN, b_firsthand BOOLEAN, tier STRING, score DOUBLE, rule STRING);
CREATE REL TABLE IF NOT EXISTS CORRECTS(FROM Version TO Version, findings STRING, ord INT64, rule STRING, old STRING, new STRING, start INT64, `end` INT64, old_start INT64, old_end INT64);
CREATE REL TABLE IF NOT EXISTS COPIES(FROM Version TO Version, findings STRING, ord INT64, share DOUBLE);
