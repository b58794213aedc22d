// The main scores of each run
// The evaluated runs of a corpus, highest ROUGE-L first, then accuracy; `taeg.frames.scores` has all metrics.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[:SCORED]->(s:Score)
WHERE r.generation = c.generation AND r.complete
WITH r.id AS run, r.characters AS characters,
     max(CASE WHEN s.metric = 'rougeL' THEN s.value END) AS rougeL,
     max(CASE WHEN s.metric = 'accuracy' THEN s.value END) AS accuracy,
     max(CASE WHEN s.metric = 'meteor' THEN s.value END) AS meteor,
     max(CASE WHEN s.metric = 'tau' THEN s.value END) AS tau,
     max(CASE WHEN s.metric = 'coverage' THEN s.value END) AS coverage,
     max(CASE WHEN s.metric = 'redundancy' THEN s.value END) AS redundancy
RETURN run, characters, rougeL, accuracy, meteor, tau, coverage, redundancy
ORDER BY coalesce(rougeL, 0.0) DESC, coalesce(accuracy, 0.0) DESC, run;
