// Write a run's scores
// So that Neo4j Browser can ask which run scored what; a metric that was left out is null.
MATCH (r:Run {key: $run})
SET r.characters = $characters, r.rouge1 = $rouge1, r.rouge2 = $rouge2, r.rougeL = $rougeL, r.meteor = $meteor,
    r.bertscore = $bertscore, r.tau = $tau, r.disorder = $disorder, r.aligned = $aligned, r.accuracy = $accuracy, r.likeness = $likeness,
    r.coverage = $coverage, r.redundancy = $redundancy, r.scored_by = $scored_by;
