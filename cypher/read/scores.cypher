// The scores of a generation's runs
// What evaluation has written on them; nulls where a metric was left out.
MATCH (r:Run)
WHERE r.generation = $generation AND r.complete
RETURN r.id AS run, r.characters AS characters, r.rouge1 AS rouge1, r.rouge2 AS rouge2, r.rougeL AS rougeL,
       r.meteor AS meteor, r.bertscore AS bertscore, r.tau AS tau, r.disorder AS disorder, r.aligned AS aligned,
       r.accuracy AS accuracy, r.likeness AS likeness, r.coverage AS coverage, r.redundancy AS redundancy, r.scored_by AS scored_by
ORDER BY run;
