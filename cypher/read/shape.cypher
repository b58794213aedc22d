// A slice of a generation's versions without their texts, in columns
// The input of all strategies: event, source and length of each version.
MATCH (v:Version)
WHERE v.generation = $generation AND v.ord >= $start AND v.ord < $stop
RETURN collect(v.ord) AS ord, collect(v.event_ord) AS event, collect(v.source_ord) AS source,
       collect(CASE WHEN v.excluded THEN 0 ELSE v.chars END) AS chars;
