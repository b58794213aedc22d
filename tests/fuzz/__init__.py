"""Bad input by the thousand: whatever a file holds, it becomes a corpus or one message, in bounded time and memory.

`TAEG_FUZZ=long` tries thousands of examples a test instead of dozens. The same targets are run by a coverage-guided
fuzzer with `python -m bench.fuzz`; what either found stands in `test_found.py`.
"""
