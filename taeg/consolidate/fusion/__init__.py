"""Fusion: one narrative of an event from all its accounts, without repetition.

The base account of each event is included as a whole. Sentences of other accounts that are new are inserted only where
their place is certain and no guard refuses it; whatever else is new becomes a note. Nothing is rewritten: every span
is a slice of its version. Pure functions of arrays and texts.
"""
