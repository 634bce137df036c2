"""Tests marked `@pytest.mark.node("trung.roll")` must pass that point of a Trung bot, or they fail."""

from collections.abc import Iterator

import pytest

from fitl.bots.mind import VISITS


@pytest.fixture(autouse=True)
def _marked_nodes_are_passed(request: pytest.FixtureRequest) -> Iterator[None]:
    VISITS.clear()
    yield
    claimed = {node for mark in request.node.iter_markers("node") for node in mark.args}
    assert sorted(claimed - VISITS.keys()) == [], "marked with nodes that it does not pass"
