"""What the programs that we start are given. Not for starting them: whoever needs one does that."""

import os


def environment() -> dict[str, str]:
    """Ours, without the settings of TAEG and of Neo4j: a password among them is nobody's business but ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J", "TAEG"))}
