"""A corpus with its narratives as files people open: the table of formats, and what they are made of."""
