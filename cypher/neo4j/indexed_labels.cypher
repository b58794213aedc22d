// Labels on which other programs have an index
// TAEG's nodes do not get these labels: their texts may be too long for the index, or appear in its results.
SHOW INDEXES YIELD name, entityType, labelsOrTypes
WHERE entityType = 'NODE' AND labelsOrTypes IS NOT NULL AND NOT name STARTS WITH 'taeg_'
RETURN labelsOrTypes AS labels;
