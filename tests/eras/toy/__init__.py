"""A toy era: ARVN against VC with Strategic Hamlets, the Washington track and a Coup Round of its own order.

It shows what an era needs: its tables and a scenario that begins in it, and nothing anywhere else.
"""

from dataclasses import replace
from typing import Final

import pytest

from fitl.board.factions import ARVN, VC
from fitl.board.scenario import Pile, Scenario
from fitl.board.scenarios import GOALS, SCENARIOS
from fitl.board.spaces import COMMON_BOXES, HANOI_1, WASHINGTON_1
from fitl.compose import ERAS
from fitl.decisions import Flow
from fitl.era import Era, Stage, stages
from fitl.eras.base import BASE_ERA
from fitl.rules.coup.victory import end_phase
from fitl.rules.two_players import BY_INITIATIVE, TWO_PLAYER_STAGES
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, OPERATION, PASS, RESET, RESOURCES, SUPPORT, VICTORY, State

CRISIS: Final = "toy_crisis"


def crisis_phase(s: State) -> Flow[None]:
    """A phase the base game has not: Washington takes more interest."""
    s.washington = min(4, s.washington + 1)
    end_phase(s, CRISIS)
    yield from ()


def toy_price(s: State, faction: int, operation: str) -> int:
    """ARVN pays 2 and, as Washington's interest grows, more."""
    return 2 + s.washington // 2 if faction == ARVN else 1


def _own(table: dict[tuple[int, str], tuple[str, ...]]) -> dict[tuple[int, str], tuple[str, ...]]:
    return {pair: names for pair, names in table.items() if pair[0] in (ARVN, VC)}


TOY_ERA: Final = Era(
    id="toy",
    factions=(ARVN, VC),
    operations={faction: BASE_ERA.operations[faction] for faction in (ARVN, VC)},
    accompanying=_own(dict(BASE_ERA.accompanying)),
    operation_rules=BASE_ERA.operation_rules,
    activity_rules=BASE_ERA.activity_rules,
    price=toy_price,
    passing={ARVN: (ARVN, 3), VC: (VC, 1)},
    # Without Events: those of the base game ask Factions that are not here.
    sequence=replace(
        BY_INITIATIVE,
        first=(OPERATION, PASS),
        second=dict(BY_INITIATIVE.second) | {OP_AND_ACTIVITY: (LIMITED_OP, PASS), PASS: (OPERATION, PASS)},
    ),
    stages=TWO_PLAYER_STAGES | stages(Stage(CRISIS, crisis_phase, "6.0")),
    coup_round=(RESOURCES, CRISIS, SUPPORT, VICTORY, RESET),
    last_phase=VICTORY,
    goals=GOALS["sod_diems_war"],
    tracks=("aid", "patronage", "econ", "washington", "hanoi", "regime"),
    boxes=(*COMMON_BOXES, *range(WASHINGTON_1, WASHINGTON_1 + 3), *range(HANOI_1, HANOI_1 + 3)),
    casualties=(),
    commitment=BASE_ERA.commitment,
)

TOY: Final[Scenario] = replace(
    SCENARIOS["diems-war-1961"],
    id="toy",
    name="toy",
    playable=True,
    era="toy",
    mini_deck=None,
    piles=(Pile(events=4, period=None, option_period=None, coup_card=None),) * 2,
    coup_pool=(126, 127, 129),
)


def make_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the era and its scenario to those there are, until the test is over."""
    monkeypatch.setitem(ERAS, TOY_ERA.id, TOY_ERA)
    monkeypatch.setitem(SCENARIOS, TOY.id, TOY)
