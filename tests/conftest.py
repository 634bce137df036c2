"""The two tiers of tests (tiers.py)."""

import importlib
from typing import Final

import pytest
from hypothesis import settings

from tests.tiers import Tier, is_full, unmatched

POSIX: Final = ("fcntl", "pty", "resource")  # what these files are about or need; Windows has none of it
POSIX_ONLY: Final = ("cli/test_robustness.py", "site", "web/browser/site")


def _is_there(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError:
        return False
    return True


collect_ignore = [] if all(map(_is_there, POSIX)) else list(POSIX_ONLY)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--short", action="store_true", help="the quick tier of tests/tiers.py, as `make test` runs it")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "full: belongs to the full tier only (tests/tiers.py); make test-all runs it")
    Tier.short = config.getoption("--short")
    settings.register_profile("short", derandomize=True, database=None)
    if Tier.short:
        settings.load_profile("short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if is_full(item.nodeid):
            item.add_marker("full")
    if not config.option.file_or_dir and not collect_ignore:
        unknown = unmatched(item.nodeid for item in items)
        if unknown:
            raise pytest.UsageError(f"tests/tiers.py names tests that are not there: {', '.join(unknown)}")
    if Tier.short:
        kept = [item for item in items if item.get_closest_marker("full") is None]
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("full") is not None])
        items[:] = kept
