"""Environment for child processes."""

import os


def environment() -> dict[str, str]:
    """Return this process's environment without TAEG's and Neo4j's settings, which may include a password."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J", "TAEG"))}
