"""The two graph engines behind one interface. Nothing here knows what a corpus is."""
