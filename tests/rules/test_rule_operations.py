"""Which Operations each side has, and where COIN never goes."""

from random import Random

import pytest

from fitl.board.factions import ARVN, COIN, FACTION_IDS, FACTIONS, INSURGENTS, NVA, US, VC
from fitl.board.spaces import CENTRAL_LAOS, LOC_HUE_KHE_SANH, NORTH_VIETNAM, QUANG_TRI, SAIGON
from fitl.decisions import Decision
from fitl.rules.menu import ACCOMPANYING
from fitl.rules.sequence import operations_for, perform_operation
from fitl.state import OP_AND_ACTIVITY, OP_ONLY, State
from tests.support import Play, at, blank, put

COIN_OPERATIONS = ["train", "patrol", "sweep", "assault"]
INSURGENT_OPERATIONS = ["rally", "march", "attack", "terror"]


def at_the_border() -> State:
    """Everybody has something to do wherever North Vietnam can be reached from."""
    s = blank(resources=[0, 60, 60, 60], trail=2)
    for sp in (QUANG_TRI, CENTRAL_LAOS, LOC_HUE_KHE_SANH):
        put(s, sp, us_troops=4, arvn_troops=3, police=2, irregular=1, ranger=1)
        put(s, sp, nva_guerrilla=1, nva_guerrilla_active=1, vc_guerrilla=1, vc_guerrilla_active=1)
    put(s, QUANG_TRI, us_base=1)
    put(s, SAIGON, police=3, vc_guerrilla=1, nva_guerrilla=1)
    put(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla_active=2, vc_guerrilla_active=1)
    return s


def names(s: State, faction: int) -> list[str]:
    return [op.name for op in operations_for(s, faction, OP_ONLY)]


def test_coin_factions_train_patrol_sweep_and_assault() -> None:
    """3.2."""
    s = at_the_border()
    assert [names(s, faction) for faction in COIN] == [COIN_OPERATIONS] * 2


def test_insurgents_rally_march_attack_and_terrorize() -> None:
    """3.3."""
    s = at_the_border()
    assert [names(s, faction) for faction in INSURGENTS] == [INSURGENT_OPERATIONS] * 2


def names_north_vietnam(decision: Decision) -> bool:
    """Is North Vietnam among the spaces offered, be it of a target that a piece is named with?"""
    return any("north_vietnam" in option.key for option in decision.options)


@pytest.mark.parametrize("faction", COIN, ids=FACTION_IDS.__getitem__)
@pytest.mark.parametrize("name", COIN_OPERATIONS)
def test_coin_operations_never_reach_north_vietnam(faction: int, name: str) -> None:
    """3.2: nor do the Special Activities on the ground with them; only bombs fall there (4.2.3)."""
    for seed in range(10):
        rng = Random(seed)
        s = at_the_border()
        there = at(s, NORTH_VIETNAM)
        p = Play(perform_operation(s, faction, OP_AND_ACTIVITY)).answer(name)
        while p.decision is not None:
            options = [option for option in p.decision.options if option.key != "sa:air_strike"]
            assert not names_north_vietnam(p.decision)
            p.answer(rng.choice(options).key)
        assert at(s, NORTH_VIETNAM) == there


@pytest.mark.parametrize(("faction", "reach"), [(NVA, True), (VC, True), (US, False), (ARVN, False)])
def test_only_insurgents_enter_north_vietnam(faction: int, reach: bool) -> None:
    """3.2, 3.3.2."""
    s = at_the_border()
    p = Play(perform_operation(s, faction, OP_ONLY)).answer("march" if reach else "sweep")
    assert ("north_vietnam" in p.keys()) == reach


def test_every_operation_has_some_special_activity_to_go_with_it() -> None:
    """3.2, 3.3, 4.1.1."""
    own = {faction: COIN_OPERATIONS if faction in COIN else INSURGENT_OPERATIONS for faction in FACTIONS}
    assert set(ACCOMPANYING) == {(faction, name) for faction in FACTIONS for name in own[faction]}
    assert all(ACCOMPANYING.values())
