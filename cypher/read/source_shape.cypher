// What some sources tell of some events without their texts, in columns
// What strategies choose from in a part of a corpus; found from the sources, so that no other version is looked at.
MATCH (v:Version)-[:TOLD_BY]->(s:Source)
WHERE s.generation = $generation AND s.ord IN $sources AND v.event_ord >= $start AND v.event_ord < $stop
  AND ($unbroken OR v.event_ord IN $places)
RETURN collect(v.ord) AS ord, collect(v.event_ord) AS event, collect(v.source_ord) AS source,
       collect(CASE WHEN v.excluded THEN 0 ELSE v.chars END) AS chars;
