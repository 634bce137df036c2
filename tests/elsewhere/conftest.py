"""Which fakes there are."""

import sys

import pytest

collect_ignore_glob = [] if sys.platform.startswith("linux") else ["test_*.py"]  # the fakes are made of Linux


@pytest.fixture(params=["windows", "macos"], scope="module")
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)
