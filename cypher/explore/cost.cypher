// Lengths of runs compared with the sources
// The characters that a run chose, compared with the longest version of each event and with all versions, and the
// number of versions not chosen. Runs of quoted sentences choose no versions and are not listed.
MATCH (c:Corpus {id: $corpus})
MATCH (r:Run)-[s:SELECTED]->(v:Version)-[:TELLS]->(e:Event)
WHERE r.generation = c.generation AND r.complete AND s.role = 'base'
MATCH (w:Version)-[:TELLS]->(e)
WHERE w.chars > 0
WITH r, e, v.chars AS chosen, max(w.chars) AS longest, sum(w.chars) AS everything, count(w) AS accounts
WITH r, count(e) AS passages, sum(chosen) AS told, sum(longest) AS fullest, sum(everything) AS all_told,
     sum(accounts) AS tellings
RETURN r.id AS run, passages, told AS characters, fullest AS characters_of_longest, all_told AS characters_of_all,
       1.0 * told / fullest AS share_of_longest, 1.0 * told / all_told AS share_of_all,
       tellings - passages AS accounts_left_aside
ORDER BY run;
