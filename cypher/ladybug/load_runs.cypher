// Load a run, not yet complete
// One row; its scores come later, when it is evaluated.
COPY Run(key, id, corpus, generation, name, strategy, parameters, signature, created, complete) FROM $rows;
