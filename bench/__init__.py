"""Benchmarks: figures to compare as ratios within one run, never as timed tests."""
