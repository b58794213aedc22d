"""The corpus as plain values: sources, events, versions, edges, timeline, corrections and digest."""
