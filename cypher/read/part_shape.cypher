// The versions of some events without their texts, in columns
// What strategies choose from in a part of a corpus; found from its events, so that no other version is looked at.
MATCH (v:Version)-[:TELLS]->(e:Event)
WHERE e.generation = $generation AND e.ord >= $start AND e.ord < $stop AND ($unbroken OR e.ord IN $places)
RETURN collect(v.ord) AS ord, collect(v.event_ord) AS event, collect(v.source_ord) AS source,
       collect(CASE WHEN v.excluded THEN 0 ELSE v.chars END) AS chars;
