// What each run told and what it left aside
// The characters a run chose, against the longest account of each event and against all of them, and the accounts it
// passed over. Runs that quote sentences choose no versions and are not here.
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
