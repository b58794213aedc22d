"""Errors, files, progress and the environment of child processes. Imports nothing else of TAEG."""
