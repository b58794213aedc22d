"""LadybugDB, the embedded engine: driver, file lock, disk space, closing and compaction."""
