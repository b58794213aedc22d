// Switch a corpus to its new generation
// The one moment at which readers pass from the old corpus to the new; nothing happens if the claim was lost.
MATCH (c:Corpus {key: $corpus})
WHERE c.claim = $generation
SET c.generation = $generation, c.claim = '', c.`profile` = $profile_name, c.language = $language, c.notes = $notes,
    c.events = $events, c.versions = $versions, c.digest = $digest, c.timeline = $timeline, c.title = $title,
    c.licence = $licence, c.corrections = $corrections, c.originals = $originals
RETURN count(c) AS switched;
