// Labels on which other programs have a constraint
// TAEG's nodes do not get these labels: they might violate the constraint.
SHOW CONSTRAINTS YIELD name, entityType, labelsOrTypes
WHERE entityType = 'NODE' AND NOT name STARTS WITH 'taeg_'
RETURN labelsOrTypes AS labels;
