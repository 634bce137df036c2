"""Positions of 1961 to 1963: what these years do not have is refused with a sentence (P1.3.5, P1.4, P1.8, P2.1)."""

import random
from typing import Any

import pytest

from fitl.board.expansion_cards import DIEM
from fitl.board.spaces import AVAILABLE, WASHINGTON_1
from fitl.game import Game
from fitl.lasting import BIG_MINH, EXTERMINATE_TRAITORS_SHADED
from fitl.position import PositionError
from fitl.state import MINH
from tests.eras.sovereign_of_discord.support import D61, P61, P63
from tests.support import at

TURN = {"fitl": 1, "stage": "turn", "card": "p1", "next_card": "p2"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"resources": {"nva": 5}}, r"^resources\.nva: nva has no Resources in these years \(P1\.8\)"),
        ({"trail": 2}, "trail: four-player-1961 has no such track"),
        ({"leader": "minh"}, r"^leader: Diem leads until another covers him \(P2\.4\.3\)"),
        ({"card": 5}, "^card: card 5 cannot be there; the cards of this time are those of 1961, 1962, 1963"),
        ({"next_card": 5}, "^next_card: card 5 cannot be there"),
        ({"spaces": {"saigon": {"pieces": {"hamlet": 1}}}}, "no hamlet may be there"),
        ({"spaces": {"phuoc_long": {"pieces": {"hamlet": 2}}}}, "2 Strategic Hamlets"),
        ({"spaces": {"phuoc_long": {"pieces": {"cadre": 1}}}}, r"part of its VC Base; write vc_base_cadre \(P1\.4\)"),
        ({"spaces": {"phuoc_long": {"pieces": {"vc_tunnel": 1}}}}, "there are no Tunnels in these years"),
        ({"spaces": {"central_laos": {"pieces": {"vc_guerrilla": 1}}}}, r"^spaces\.central_laos: .* are closed"),
        ({"spaces": {"the_parrots_beak": {"terror": 1}}}, r"^spaces\.the_parrots_beak: .* are closed"),
        ({"washington_1": {"vc_guerrilla": 1}}, "^washington_1: no vc_guerrilla lies there; it holds advisor"),
        ({"hanoi_2": {"police": 1}}, "^hanoi_2: no police lies there; it holds cadre"),
        ({"washington_1": {"advisor": 3}}, r"^washington_1\.advisor: 3, but the box holds 2 when it is full"),
        ({"next_card": "p1"}, "^next_card: card p1 is there twice"),
        ({"draft": [["us", 1964]]}, "is not a Faction with the year of a pile"),
        ({"effects": [[13, "shaded"]]}, "^effects: card 13 cannot be there"),
        ({"effects": [["p58", "unshaded"]]}, "is not a lasting effect"),
        ({"effects": [["p22", "shaded"], [1022, "unshaded"]]}, "^effects: card 1022 is there twice"),
        ({"pivotal": ["us"]}, "^pivotal: card 121 cannot be there"),
        (
            {"pivotal": ["p76"], "scenario": D61, "next_card": 0},
            "^pivotal: p76 belongs to us, which does not play here",
        ),
        ({"initiative": "vc"}, "^initiative: four Factions act in the order of the card here"),
    ],
)
def test_what_the_years_do_not_have_is_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(PositionError, match=told):
        Game.from_position({**TURN, "scenario": P61, **wrong})


def test_a_capability_is_named_by_the_id_of_its_card() -> None:
    """5.3: as ids.md lists them; positions are written so too."""
    game = Game.from_position({**TURN, "scenario": P61, "effects": [["p22", "shaded"], ["p64", "unshaded"]]})
    assert game.state.effects == EXTERMINATE_TRAITORS_SHADED | BIG_MINH
    assert game.position()["effects"] == [["p22", "shaded"], ["p64", "unshaded"]]
    assert Game.from_position(game.position()).state == game.state


def test_cards_of_1961_and_diem_are_not_met_in_1964() -> None:
    """P2.1, P7.4."""
    base = {"fitl": 1, "stage": "turn", "card": 107, "next_card": 2, "scenario": "full-1964"}
    with pytest.raises(
        PositionError, match="card: card p12 cannot be there; the cards of this time are those of 1964, 1965, 1968"
    ):
        Game.from_position({**base, "card": "p12"})
    campaign = {**base, "scenario": "full-campaign-1961", "era": "after_diem", "leader": "minh", "board": "empty"}
    with pytest.raises(PositionError, match="card: card p12 cannot be there"):
        Game.from_position({**campaign, "card": "p12"})
    with pytest.raises(PositionError, match="effects: card p22 cannot be there"):
        Game.from_position({**campaign, "effects": [["p22", "shaded"]]})
    with pytest.raises(PositionError, match="pivotal: card p79 cannot be there"):
        Game.from_position({**campaign, "pivotal": ["p79"]})
    with pytest.raises(PositionError, match="Diem does not lead any more"):
        Game.from_position({**base, "leader": "diem"})


@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_a_position_of_every_stage_is_read_as_it_was_written(scenario: str) -> None:
    """P2.1, P7.4: the draft, the Fall of Diem with its frozen Control, and what follows, each once."""
    rng = random.Random(scenario)
    game = Game.new(scenario, seed=5, log=False)
    seen = set()
    while game.decision is not None and len(game.entries) < 700:
        here = (game.state.stage, game.state.era.id)
        if here not in seen:
            seen.add(here)
            again = Game.from_position(game.position(), log=False)
            assert again.state == game.state
            assert repr(again.decision) == repr(game.decision)
        game.choose(rng.choice(list(game.decision.options)))
    assert len(seen) > 5


def test_boxes_that_a_position_leaves_out_hold_what_the_set_up_says_above_the_level_of_their_track() -> None:
    """P6.8, P6.9: and pieces that it names on the map are not there."""
    s = Game.from_position(TURN | {"scenario": P61}).state
    assert at(s, WASHINGTON_1) == {"arvn_troops": 2, "police": 2, "advisor": 2}
    s = Game.from_position(TURN | {"scenario": P61, "washington": 1}).state
    assert (at(s, WASHINGTON_1), at(s, WASHINGTON_1 + 1)["advisor"]) == ({}, 2)
    s = Game.from_position(TURN | {"scenario": P61, "spaces": {"saigon": {"pieces": {"advisor": 6}}}}).state
    assert "advisor" not in {**at(s, WASHINGTON_1), **at(s, AVAILABLE)}


def test_a_position_after_the_fall_of_diem_has_the_cards_and_the_leader_of_1964() -> None:
    """P7.4 step 5: as far as it does not say otherwise; of the deck that follows, none of 1961 to 1963."""
    known = {"fitl": 1, "stage": "turn", "card": 12, "next_card": 13, "board": "empty"}
    s = Game.from_position(known | {"scenario": "full-campaign-1961", "era": "after_diem"}).state
    assert (s.leader, s.resources, s.trail, s.pivotal_held) == (MINH, [0, 30, 10, 5], 1, 0b1111)
    assert len(s.piles) == 6
    assert not at(s, AVAILABLE).get("hamlet")
    s = Game.from_position(
        known | {"scenario": P63, "era": "diem_stays", "options": {"continue_long_1964": True}}
    ).state
    assert (s.leader, s.pivotal_held, len(s.piles), at(s, AVAILABLE)["hamlet"]) == (DIEM, 0, 3, 6)
