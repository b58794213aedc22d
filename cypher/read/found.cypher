// A slice of the relationships of one type of some findings, in columns
// Both ends as ord of their versions, with their properties; sliced by the first end.
MATCH (x:Version)-[r:LABEL]->(y:Version)
WHERE x.generation = $generation AND x.ord >= $start AND x.ord < $stop AND r.findings = $findings
RETURN
       collect(r.`FIELD`) AS `FIELD`,
       collect(x.ord) AS version, collect(y.ord) AS other;
