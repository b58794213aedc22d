"""What several unit tests are given."""

from pathlib import Path

import pytest

from tests.unit.table_files import Given


@pytest.fixture
def given_table(tmp_path: Path) -> Given:
    return Given(tmp_path)
