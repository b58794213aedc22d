// Read a table of a graph file
// Used to rewrite the file; in slices of the internal node offsets, for relationships those of the more numerous end.
MATCH (n:TaegSchema) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Corpus) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Source) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Event) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Version) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Run) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Score) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (n:Findings) WHERE offset(id(n)) >= $start AND offset(id(n)) < $stop RETURN n.*;
MATCH (a:Source)-[r:PART_OF]->(b:Corpus) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Corpus)-[r:BEGINS_WITH]->(b:Event) WHERE offset(id(b)) >= $start AND offset(id(b)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Event)-[r:NEXT]->(b:Event) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:TELLS]->(b:Event) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:TOLD_BY]->(b:Source) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:BEFORE]->(b:Version) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:SAME_EVENT]->(b:Version) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Run)-[r:RUN_OF]->(b:Corpus) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Run)-[r:SCORED]->(b:Score) WHERE offset(id(b)) >= $start AND offset(id(b)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Run)-[r:SELECTED]->(b:Version) WHERE offset(id(b)) >= $start AND offset(id(b)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Run)-[r:SELECTED]->(b:Source) WHERE offset(id(b)) >= $start AND offset(id(b)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Run)-[r:SELECTED]->(b:Event) WHERE offset(id(b)) >= $start AND offset(id(b)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Findings)-[r:FINDINGS_OF]->(b:Corpus) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:CONFLICTS]->(b:Version) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:CORRECTS]->(b:Version) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
MATCH (a:Version)-[r:COPIES]->(b:Version) WHERE offset(id(a)) >= $start AND offset(id(a)) < $stop RETURN a.key, b.key, r.*;
