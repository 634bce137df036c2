"""Events resolved by hand: every adjustment, its limits, and that it is offered only where the table agreed."""

import tomllib
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from fitl import journal
from fitl.board.factions import US, VC
from fitl.board.pieces import KINDS, VC_GUERRILLA
from fitl.board.spaces import AVAILABLE, CASUALTIES, HUE, LOC_HUE_DA_NANG, OUT_OF_PLAY, PLEIKU, SAIGON
from fitl.cardset import card_set
from fitl.compose import BASE
from fitl.events.by_hand import CHANGES, MOST_CHANGES, by_hand
from fitl.game import Game
from fitl.lab.invariants import check_state
from fitl.options import GameOptions
from fitl.rules.cards import BY_HAND, event_sides, execute_event, is_effective
from fitl.rules.sequence import turn, turn_options
from fitl.state import EVENT, State
from fitl.words import label, line, prompt
from tests.support import Play, at, blank, play, put

AGREED = GameOptions(by_hand=True)


def hand(s: State, *answers: str | int, by: int = US) -> Play:
    return play(by_hand(s, by), *answers)


# --- where it is offered ------------------------------------------------------------------------------------------


def test_it_is_offered_beside_the_sides_only_if_the_table_agreed() -> None:
    assert event_sides(blank(), 107) == ["unshaded", "shaded"]
    assert event_sides(blank(options=AGREED), 107) == ["unshaded", "shaded", BY_HAND]


def test_a_card_without_program_is_playable_by_hand_and_not_otherwise() -> None:
    without = card_set(BASE.facts, {}, BASE.for_any, BASE.made_by)
    for options, offered in ((GameOptions(), False), (AGREED, True)):
        s = blank(options=options)
        s.cards = without
        put(s, HUE, us_troops=1)
        assert (EVENT in [option.key for option in turn_options(s, US)]) is offered
    p = play(turn(s), "event")
    assert p.decision is not None
    assert p.decision.kind == "by_hand.what"  # the only way, so the side is not asked


def test_the_event_box_is_taken_as_by_any_event() -> None:
    s = blank(options=AGREED)
    p = play(turn(s), "event", "by_hand", "track", "aid", 25, "done")
    assert p.over
    assert s.acted == ((US, EVENT),)
    assert s.aid == 25
    assert s.executing == -1


def test_it_always_counts_as_effective() -> None:
    assert is_effective(blank(options=AGREED), 107, BY_HAND, VC)


# --- the adjustments ----------------------------------------------------------------------------------------------


def test_pieces_are_put_on_the_map_from_any_box_within_stacking() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=2)
    put(s, HUE, us_base=2)
    p = hand(s, "place")
    assert p.keys() == ["available", "casualties"]
    p.answer("casualties")
    assert p.decision is not None
    assert p.decision.kind == "by_hand.space"  # only US Troops are there
    assert "north_vietnam" not in p.keys()
    p.answer("hue", 2, "done")
    assert at(s, HUE) == {"us_base": 2, "us_troops": 2}
    p = hand(s, "place", "us_base")  # Available is the only box left
    assert "hue" not in p.keys()
    assert "loc_hue_da_nang" not in p.keys()
    p.answer("saigon")
    assert at(s, SAIGON) == {"us_base": 1}  # one at a time


def test_pieces_leave_the_map_only_to_boxes_of_their_own() -> None:
    s = blank()
    put(s, HUE, us_troops=2, vc_guerrilla_active=1, police=1)
    p = hand(s, "remove", "us_troops", 1)
    assert p.keys() == ["available", "casualties", "out_of_play"]
    p.answer("casualties", "remove", "police")
    assert p.keys() == ["available", "out_of_play"]
    p.answer("out_of_play", "remove", "vc_guerrilla_active", "done")
    assert at(s, HUE) == {"us_troops": 1}
    assert s.pieces[AVAILABLE * KINDS + VC_GUERRILLA] == 30


def test_pieces_move_between_boxes() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=3)
    hand(s, "boxes", "casualties", "out_of_play", 2, "done")
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    p = hand(s, "boxes", "available")
    assert "vc_guerrilla" not in p.keys()


def test_pieces_move_on_the_map_where_they_may_stand() -> None:
    s = blank()
    put(s, HUE, us_troops=2)
    p = hand(s, "move")
    assert "north_vietnam" not in p.keys()
    assert "hue" not in p.keys()
    p.answer("saigon", 2, "done")
    assert at(s, SAIGON) == {"us_troops": 2}


def test_faces_and_tunnels_are_turned() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2)
    put(s, PLEIKU, vc_base=1)
    hand(s, "flip", 2, "tunnel", "done")
    assert at(s, HUE) == {"vc_guerrilla_active": 2}
    assert at(s, PLEIKU) == {"vc_tunnel": 1}
    hand(s, "flip", 1, "untunnel", "done")
    assert at(s, HUE) == {"vc_guerrilla_active": 1, "vc_guerrilla": 1}
    assert at(s, PLEIKU) == {"vc_base": 1}


def test_support_is_set_where_people_live() -> None:
    s = blank()
    p = hand(s, "support")
    assert "central_laos" not in p.keys()
    p.answer("saigon")
    assert p.keys() == ["active_opposition", "passive_opposition", "passive_support", "active_support"]
    p.answer("active_support", "done")
    assert s.support[SAIGON] == 2
    check_state(s)


def test_markers_come_and_go_within_their_number() -> None:
    s = blank()
    p = hand(s, "terror", "loc_hue_da_nang", "terror")
    assert "loc_hue_da_nang" not in p.keys()
    p.answer("hue", "calm", "hue", "done")
    assert (s.terror[LOC_HUE_DA_NANG], s.terror[HUE]) == (1, 0)
    s.terror[SAIGON] = 14
    assert "terror" not in hand(s).keys()


@pytest.mark.parametrize(
    ("track", "most"),
    [("aid", 75), ("patronage", 75), ("econ", 15), ("trail", 4), ("arvn_resources", 75), ("vc_resources", 75)],
)
def test_tracks_are_set_within_their_limits(track: str, most: int) -> None:
    s = blank(econ=3)
    p = hand(s, "track", track)
    assert p.keys()[-1] == str(most)
    p.answer(0, "done")
    assert {"arvn_resources": s.resources[1], "vc_resources": s.resources[3]}.get(track, getattr(s, track, 0)) == 0


def test_eligibility_is_changed_and_changed_back() -> None:
    s = blank()
    hand(s, "eligibility", "vc", "out", "eligibility", "us", "stay", "done")
    assert (s.made_ineligible, s.stay_eligible) == (1 << VC, 1 << US)
    p = hand(s, "eligibility", "vc")
    assert p.keys() == ["stay", "usual"]
    p.answer("usual", "done")
    assert s.made_ineligible == 0


def test_free_actions_and_dice_are_the_rules_own() -> None:
    s = blank(resources=[0, 0, 0, 0])
    put(s, HUE, vc_guerrilla=1)
    p = hand(s, "free", "vc")
    assert "terror" in p.keys()
    p.answer("terror")
    assert s.terror[HUE] == 1
    p = hand(s, "roll", 3, "done")
    assert p.over
    assert s.log is not None
    assert line(s.log[-1]) == "The Event was carried out by hand; changes: 1"


def test_nothing_is_offered_that_cannot_be_done() -> None:
    s = blank(trail=0)
    assert hand(s).keys() == ["place", "boxes", "support", "terror", "track", "eligibility", "free", "roll", "done"]


# --- bounds, words, saving ----------------------------------------------------------------------------------------


def test_a_hundred_changes_are_the_most() -> None:
    s = blank()
    p = hand(s)
    for change in range(MOST_CHANGES):
        assert not p.over
        p.answer("support", "saigon", "active_support" if change % 2 == 0 else "neutral")
    assert p.over


@pytest.mark.parametrize("seed", range(6))
def test_random_games_by_hand_keep_every_limit_and_end(seed: int) -> None:
    game = Game.new("short-1965", seed=seed, options=AGREED)
    rng = Random(seed)
    while (decision := game.decision) is not None:
        assert prompt(decision, game.state.cards)
        assert all(label(decision, option, game.state.cards) for option in decision.options)
        wanted = decision.find("event") or decision.find("by_hand")
        if decision.kind == "by_hand.what":
            check_state(game.state)
            wanted = decision.find("done") if rng.random() < 0.1 else None
        game.choose(wanted if wanted is not None and rng.random() < 0.9 else rng.choice(decision.options))
    check_state(game.state)
    assert all(line(entry, game.state.cards) for entry in game.log or ())


def test_every_adjustment_has_its_words() -> None:
    words = tomllib.loads(files("fitl.messages").joinpath("en/packs.toml").read_text(encoding="utf-8"))
    assert set(words["option"]["by_hand"]["what"]) == {*CHANGES, "done"}


def test_adjustments_are_saved_and_taken_back_like_any_answer(tmp_path: Path) -> None:
    position = {
        "fitl": 1,
        "scenario": "full-1964",
        "options": {"by_hand": True},
        "stage": "turn",
        "card": 107,
        "next_card": 2,
    }
    game = Game.from_position(position)
    for key in ("event", "by_hand", "track", "aid", "30", "support"):
        game.choose(key)
    assert game.state.aid == 30
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    again = journal.load(path).game
    assert again.state == game.state
    for _ in range(2):
        again.undo()
    assert again.decision is not None
    assert again.decision.kind == "by_hand.value"
    assert again.state.aid != 30


def test_the_log_tells_who_resolved_what_by_hand() -> None:
    s = blank(options=AGREED)
    s.card = 107
    play(execute_event(s, 107, BY_HAND, VC), "track", "aid", 10, "done")
    assert s.log is not None
    said = [line(entry) for entry in s.log]
    assert said[0] == "VC carries out the Event #107 Burning Bonze by hand (5.1)"
    assert said[-1] == "The Event was carried out by hand; changes: 1"


def test_pieces_never_exceed_what_a_box_holds() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=38, police=29)
    p = hand(s, "place", "available", "us_troops", "hue")
    assert p.keys() == ["1", "2"]
    p = hand(s, "place", "available", "nva_troops")
    assert "north_vietnam" in p.keys()
