"""Another user of this machine, whom only root can be as well."""

import os

import pytest

NOBODY = 65534
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
