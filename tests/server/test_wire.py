"""Every message has a type, and what is written from the types is current."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from fitl.server.calls import CALLS
from fitl.server.refusals import ANSWERS
from fitl.server.wire.addresses import ADDRESSES
from fitl.server.wire.refusals import REFUSALS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "wire_docs.py"))


def test_what_is_written_from_the_types_is_current(tool: dict[str, Any]) -> None:
    assert tool["stale"]() == [], "run python tools/wire_docs.py"


def test_the_page_names_no_type_that_does_not_exist(tool: dict[str, Any]) -> None:
    modules = (ROOT / "src" / "fitl" / "web" / "static" / "js").rglob("*.js")
    named = {name for module in modules for name in re.findall(r"\bWire\.(\w+)", module.read_text(encoding="utf-8"))}
    assert len(named) > 20
    assert named <= tool["named"]()


def test_the_page_takes_in_nothing_without_a_type() -> None:
    """No `any` where the page asks, keeps, follows, answers and tells: what comes has the types of the wire."""
    js = ROOT / "src" / "fitl" / "web" / "static" / "js"
    names = ["api", "kept", "redrawing", "seat_link", "lesson", "lookback/end"]
    table = "acting boxes card chapters draft drawing following forecast levels live looking_back main nudge orders"
    table += " people playback prompt prompt/model prompt/draw redo replay sequence steps step_queue story timeline"
    for name in (*names, *(f"table/{each}" for each in (*table.split(), "traces", "tracks", "why"))):
        text = (js / f"{name}.js").read_text(encoding="utf-8")
        untyped = re.findall(r"@(?:type|param|returns|typedef) \{[^\n]*\bany\b[^\n]*\}", text)
        assert not untyped, f"{name}.js: {untyped}"


def test_every_address_has_its_types() -> None:
    served = {(call.method, call.path) for call in CALLS}
    assert served == {(address.method, address.path) for address in ADDRESSES}


def test_there_is_one_table_of_refusals() -> None:
    """Every code that the server refuses with stands there, and no other."""
    used = {code for code, _ in ANSWERS.values()} | {"full"}
    for file in (ROOT / "src" / "fitl" / "server").glob("*.py"):
        used |= set(re.findall(r'\b(?:refuse|later)\(\s*"(\w+)"', file.read_text(encoding="utf-8")))
    assert used == set(REFUSALS)
