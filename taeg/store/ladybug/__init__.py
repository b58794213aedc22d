"""LadybugDB, the embedded engine: driver with file lock, and compaction."""
