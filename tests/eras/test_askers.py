"""Who is asked follows from who acts or from the era, not from the base game's habits."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, HUE, LOCS, NORTH_VIETNAM, SAIGON, TAY_NINH
from fitl.compose import era_named
from fitl.lasting import CADRES, SA_2S
from fitl.rules.activities.air_strike import degrade
from fitl.rules.coup.resources import sabotage
from fitl.rules.coup.support import agitation
from fitl.rules.forces import casualty_box, remove_to_casualties
from tests.support import at, blank, play, put


def test_in_black_april_nva_agitates_with_its_own_pieces_and_resources() -> None:
    """S6.3.2."""
    s = blank("black-april-1973", resources=[0, 20, 2, 0])
    put(s, TAY_NINH, nva_guerrilla=1)
    put(s, SAIGON, arvn_troops=1)
    p = play(agitation(s))
    assert p.decision is not None
    assert (p.decision.actor, p.keys()) == (NVA, ["tay_ninh", "done"])
    p.answer("tay_ninh", "more")
    assert p.over
    assert (s.support[TAY_NINH], s.resources[NVA]) == (-2, 0)


def test_cadres_costs_whoever_agitates_its_own_guerrillas() -> None:
    """Card 116, S6.3.2."""
    s = blank("black-april-1973", effects=CADRES)
    put(s, TAY_NINH, nva_guerrilla=2, nva_guerrilla_active=1)
    play(agitation(s), "tay_ninh", "stop")
    assert at(s, TAY_NINH) == {"nva_guerrilla": 1}


@pytest.mark.parametrize(("scenario", "by"), [("full-1964", VC), ("black-april-1973", NVA)])
def test_who_agitates_chooses_where_sabotage_goes_if_the_markers_run_short(scenario: str, by: int) -> None:
    """6.2.1, S6.2.1 OPEN 33."""
    s = blank(scenario)
    for loc in LOCS[:14]:
        s.terror[loc] = 1
    p = play(sabotage(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (by, "coup.sabotage")


def test_after_a_retreat_arvn_pieces_lost_become_casualties() -> None:
    """S6.8.2; in the base game they are Available (3.3.3)."""
    s = blank()
    assert (casualty_box(s, US_TROOPS), casualty_box(s, ARVN_TROOPS)) == (CASUALTIES, AVAILABLE)
    s.era = era_named("after_retreat")
    put(s, HUE, arvn_troops=1, us_troops=1)
    remove_to_casualties(s, HUE, ARVN_TROOPS)
    remove_to_casualties(s, HUE, US_TROOPS)
    assert at(s, CASUALTIES) == {"us_troops": 1, "arvn_troops": 1}


@pytest.mark.parametrize("by", [US, ARVN])
def test_who_strikes_from_the_air_chooses_the_piece_of_card_34(by: int) -> None:
    """S4.3.5."""
    s = blank(trail=3, effects=SA_2S)
    put(s, NORTH_VIETNAM, nva_base=1, nva_troops=1)
    p = play(degrade(s, by))
    assert p.decision is not None
    assert p.decision.actor == by
