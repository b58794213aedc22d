// Load a table into a rewritten graph file
// The columns are those that `rewrite_read` returns.
COPY TaegSchema FROM $rows;
COPY Corpus FROM $rows;
COPY Source FROM $rows;
COPY Event FROM $rows;
COPY Version FROM $rows;
COPY Run FROM $rows;
COPY Score FROM $rows;
COPY Findings FROM $rows;
COPY PART_OF FROM $rows;
COPY BEGINS_WITH FROM $rows;
COPY NEXT FROM $rows;
COPY TELLS FROM $rows;
COPY TOLD_BY FROM $rows;
COPY BEFORE FROM $rows;
COPY SAME_EVENT FROM $rows;
COPY RUN_OF FROM $rows;
COPY SCORED FROM $rows;
COPY SELECTED FROM $rows (from='Run', to='Version');
COPY SELECTED FROM $rows (from='Run', to='Source');
COPY SELECTED FROM $rows (from='Run', to='Event');
COPY FINDINGS_OF FROM $rows;
COPY CONFLICTS FROM $rows;
COPY CORRECTS FROM $rows;
COPY COPIES FROM $rows;
