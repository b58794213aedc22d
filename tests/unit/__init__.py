"""Tests that need no engine, no network and nothing outside this repository."""

from hypothesis import settings

settings.register_profile("taeg", deadline=None)  # a busy machine is not a fault
settings.load_profile("taeg")
