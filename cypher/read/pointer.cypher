// Where a corpus stands
// The pointer to its generation and what was recorded with it; looked at before the first read and after the last.
MATCH (c:Corpus {key: $corpus})
RETURN c.id AS id, c.`profile` AS `profile`, c.language AS language, c.notes AS notes, c.events AS events,
       c.versions AS versions, c.digest AS digest, c.generation AS generation,
       c.timeline AS timeline, c.title AS title, c.licence AS licence, c.corrections AS corrections,
       c.originals AS originals;
