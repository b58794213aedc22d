// Migrate from schema 4 to 5 on LadybugDB
// Adds the place, confidence and decision of the passages of a draft. Existing corpora are no drafts.
ALTER TABLE Version ADD IF NOT EXISTS start INT64 DEFAULT 0;
ALTER TABLE Version ADD IF NOT EXISTS `end` INT64 DEFAULT 0;
ALTER TABLE Version ADD IF NOT EXISTS file STRING DEFAULT '';
ALTER TABLE Version ADD IF NOT EXISTS confidence DOUBLE DEFAULT 1.0;
ALTER TABLE Version ADD IF NOT EXISTS decided STRING DEFAULT '';
ALTER TABLE SAME_EVENT ADD IF NOT EXISTS confidence DOUBLE DEFAULT 1.0;
