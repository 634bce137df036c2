"""Groups of kinds have one name each, in `board/pieces.py`: rules, Events and eras do not write them out again."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import fitl
from fitl.board import pieces
from fitl.board.factions import FACTION_IDS, FACTIONS

SOURCE: Final = Path(fitl.__file__).parent
MODULES: Final = sorted(path for folder in ("rules", "events", "eras") for path in (SOURCE / folder).rglob("*.py"))
KIND_NAMES: Final = {name.upper(): kind for name, kind in pieces.KIND_BY_ID.items()}
NOT_GROUPS: Final = ("FACTION_OF", "PLAIN")  # by kind, not of kinds


def named_groups() -> dict[frozenset[int], str]:
    """The names of all groups, those by Faction with their Faction."""
    found: dict[frozenset[int], str] = {}
    for name, value in vars(pieces).items():
        if not name.isupper() or name in NOT_GROUPS or not isinstance(value, tuple):
            continue
        if all(isinstance(kind, int) for kind in value):
            found.setdefault(frozenset(value), name)
        elif all(isinstance(each, tuple) for each in value):
            for faction in FACTIONS:
                found.setdefault(frozenset(value[faction]), f"{name}[{FACTION_IDS[faction].upper()}]")
    return found


def written_out(source: str) -> Iterator[str]:
    """Where three or more names of kinds stand together that have a name as a group."""
    groups = named_groups()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Tuple | ast.List | ast.Set) and len(node.elts) >= 3:
            names = [each.id for each in node.elts if isinstance(each, ast.Name) and each.id in KIND_NAMES]
            group = groups.get(frozenset(KIND_NAMES[name] for name in names))
            if len(names) == len(node.elts) and group:
                yield f"line {node.lineno}: ({', '.join(names)}) is {group}"


def test_a_group_written_out_is_found_in_any_order() -> None:
    assert list(written_out("X = (POLICE, US_TROOPS, ARVN_TROOPS)")) == [
        "line 1: (POLICE, US_TROOPS, ARVN_TROOPS) is COIN_CUBES"
    ]
    assert list(written_out("f({VC_TUNNEL, VC_BASE, VC_BASE_CADRE})")) == [
        "line 1: (VC_TUNNEL, VC_BASE, VC_BASE_CADRE) is BASES_OF[VC]"
    ]
    assert list(written_out("X = (POLICE, US_TROOPS, ADVISOR), (US_TROOPS, ARVN_TROOPS)")) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_rule_event_or_era_writes_out_a_group_that_has_a_name(path: Path) -> None:
    assert list(written_out(path.read_text(encoding="utf-8"))) == []


def test_every_kind_has_one_row_and_stands_at_its_number() -> None:
    assert [row.number for row in pieces.KIND_ROWS] == list(range(pieces.KINDS))
    assert len(set(pieces.KIND_IDS)) == pieces.KINDS
    named = {name.lower(): number for name, number in vars(pieces).items() if name.lower() in pieces.KIND_BY_ID}
    assert named == pieces.KIND_BY_ID
