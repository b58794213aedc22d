// Which run scored what
// The runs of a corpus that were evaluated, best likeness to the reference first.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)
WHERE r.generation = c.generation AND r.complete AND r.rougeL IS NOT NULL
RETURN r.id AS run, r.characters AS characters, r.rougeL AS rougeL, r.accuracy AS accuracy, r.meteor AS meteor,
       r.tau AS tau, r.coverage AS coverage, r.redundancy AS redundancy
ORDER BY rougeL DESC, run;
