// Schema of the graph on LadybugDB
// The tables of nodes and relationships; bulk loads have their columns in this order.
CREATE NODE TABLE IF NOT EXISTS TaegSchema(key STRING, version INT64, PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Corpus(key STRING, id STRING, name STRING, `profile` STRING, language STRING, notes STRING[], events INT64, versions INT64, digest STRING, generation STRING, claim STRING, timeline STRING, title STRING, licence STRING, corrections STRING, originals STRING, path STRING, PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Source(key STRING, id STRING, corpus STRING, generation STRING, ord INT64, name STRING, text STRING, author STRING, dated STRING, rank INT64, files STRING[], PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Event(key STRING, id STRING, corpus STRING, generation STRING, ord INT64, title STRING, day STRING, location STRING, reference STRING, time STRING, position STRING, declared BOOLEAN, choice STRING, made BOOLEAN, edits STRING[], PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Version(key STRING, id STRING, corpus STRING, generation STRING, ord INT64, name STRING, event STRING, source STRING, event_ord INT64, source_ord INT64, reference STRING, text STRING, chars INT64, gaps STRING[], time STRING, title STRING, position STRING, language STRING, telling INT64, told_of STRING, excluded BOOLEAN, latest BOOLEAN, located BOOLEAN, start INT64, `end` INT64, file STRING, confidence DOUBLE, decided STRING, PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Run(key STRING, id STRING, corpus STRING, generation STRING, name STRING, strategy STRING, parameters STRING, signature STRING, created STRING, complete BOOLEAN, characters INT64, scored_by STRING, PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Score(key STRING, corpus STRING, generation STRING, metric STRING, value DOUBLE, signature STRING, compared_with STRING[], better_than STRING[], PRIMARY KEY(key));
CREATE NODE TABLE IF NOT EXISTS Findings(key STRING, corpus STRING, generation STRING, name STRING, parameters STRING, signature STRING, created STRING, complete BOOLEAN, conflicts INT64, corrections INT64, copies INT64, PRIMARY KEY(key));
CREATE REL TABLE IF NOT EXISTS PART_OF(FROM Source TO Corpus);
CREATE REL TABLE IF NOT EXISTS BEGINS_WITH(FROM Corpus TO Event);
CREATE REL TABLE IF NOT EXISTS NEXT(FROM Event TO Event);
CREATE REL TABLE IF NOT EXISTS TELLS(FROM Version TO Event);
CREATE REL TABLE IF NOT EXISTS TOLD_BY(FROM Version TO Source);
CREATE REL TABLE IF NOT EXISTS BEFORE(FROM Version TO Version, weight DOUBLE);
CREATE REL TABLE IF NOT EXISTS SAME_EVENT(FROM Version TO Version, weight DOUBLE, confidence DOUBLE);
CREATE REL TABLE IF NOT EXISTS RUN_OF(FROM Run TO Corpus);
CREATE REL TABLE IF NOT EXISTS SCORED(FROM Run TO Score);
CREATE REL TABLE IF NOT EXISTS SELECTED(FROM Run TO Version, FROM Run TO Source, FROM Run TO Event, ord INT64, event INT64, start INT64, `end` INT64, role STRING, score DOUBLE, rougeL DOUBLE, best BOOLEAN);
CREATE REL TABLE IF NOT EXISTS FINDINGS_OF(FROM Findings TO Corpus);
CREATE REL TABLE IF NOT EXISTS CONFLICTS(FROM Version TO Version, findings STRING, ord INT64, kind STRING, key STRING, a STRING, b STRING, a_start INT64, a_end INT64, b_start INT64, b_end INT64, a_hedged BOOLEAN, b_hedged BOOLEAN, a_firsthand BOOLEAN, b_firsthand BOOLEAN, tier STRING, score DOUBLE, rule STRING);
CREATE REL TABLE IF NOT EXISTS CORRECTS(FROM Version TO Version, findings STRING, ord INT64, rule STRING, old STRING, new STRING, start INT64, `end` INT64, old_start INT64, old_end INT64);
CREATE REL TABLE IF NOT EXISTS COPIES(FROM Version TO Version, findings STRING, ord INT64, share DOUBLE);
