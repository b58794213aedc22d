// Lengths of runs compared with the sources
// The characters that a run chose, compared with the longest version of each event and with all versions, and the
// number of versions not chosen. Runs of quoted sentences choose no versions and are not listed.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[s:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE r.generation = c.generation AND r.complete AND s.role = 'base'
MATCH (w:Version)-[:TELLS]->(e)
WHERE w.chars > 0
WITH r, e, v.chars AS chosen, max(w.chars) AS longest, sum(w.chars) AS everything, count(w) AS accounts
WITH r, count(e) AS passages, sum(chosen) AS characters, sum(longest) AS characters_of_longest,
     sum(everything) AS characters_of_all, sum(accounts) AS all_accounts
RETURN r.id AS run, passages, characters, characters_of_longest, characters_of_all,
       1.0 * characters / characters_of_longest AS share_of_longest, 1.0 * characters / characters_of_all AS share_of_all,
       all_accounts - passages AS accounts_left_aside
ORDER BY run;
