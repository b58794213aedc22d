// Migrate from schema 3 to 4 on LadybugDB
// Where a corpus was read from; empty if it is unknown. Versions of existing corpora have citations from their data, or
// the number of a section. Adds the files that a source was read from, and the result of the significance tests of a
// score.
ALTER TABLE Corpus ADD IF NOT EXISTS path STRING DEFAULT '';
ALTER TABLE Version ADD IF NOT EXISTS located BOOLEAN DEFAULT false;
ALTER TABLE Source ADD IF NOT EXISTS files STRING[] DEFAULT [];
ALTER TABLE Score ADD IF NOT EXISTS compared_with STRING[] DEFAULT [];
ALTER TABLE Score ADD IF NOT EXISTS better_than STRING[] DEFAULT [];
