"""Card packs: every word at work, every refusal with its line, and games played, saved and opened with packs."""

import json
import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fitl import journal
from fitl.board.cards import CARDS
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHUOC_LONG,
    PLEIKU,
    QUANG_TRI,
    SAIGON,
    SPACES,
)
from fitl.compose import BASE, new_state
from fitl.game import Game
from fitl.lab.invariants import check_state
from fitl.options import GameOptions, OptionsError
from fitl.packs import PackError, card_set_of, example_pack, load_pack, parse_pack, with_packs
from fitl.packs.read_steps import WORDS
from fitl.packs.selectors import FACTION_WORDS, LEVEL_WORDS, PLACED_WORDS, SELECTOR_KEYS
from fitl.packs.steps import TRACKS
from fitl.packs.toml_lines import lines_of
from fitl.position import PositionError
from fitl.rules.cards import event_sides, execute_event, is_effective
from fitl.rules.setup import scenario_named
from fitl.state import State
from fitl.words import card_name, card_text, label, line, prompt
from tests.support import Play, at, blank, play, put

HEAD = """name = "Test"

[[card]]
number = 201
title = "A Test"
order = ["us", "arvn", "nva", "vc"]
period = 1965

[card.single]
text = "For testing."
"""
FIRST_STEP = HEAD.count("\n") + 2  # the line of the first step below


def pack_of(*steps: str, head: str = HEAD) -> str:
    return head + "steps = [\n" + "".join(f"    {{ {step} }},\n" for step in steps) + "]\n"


def with_steps(s: State, *steps: str) -> State:
    """The situation with a card 201 of these steps in play."""
    s.cards = card_set_of([pack_of(*steps)])
    s.card = 201
    return s


def run(s: State, *steps: str, by: int = US) -> Play:
    with_steps(s, *steps)
    return play(execute_event(s, 201, "single", by))


def could(s: State, *steps: str, by: int = US) -> bool:
    with_steps(s, *steps)
    before = s.facts()
    found = is_effective(s, 201, "single", by)
    assert s.facts() == before
    return found


def wrong(text: str) -> str:
    """What is said of a pack that is wrong."""
    with pytest.raises(PackError) as refused:
        parse_pack(text, "my.toml")
    return str(refused.value)


# --- the words ----------------------------------------------------------------------------------------------------


def test_place_puts_available_pieces_where_the_faction_named_wants() -> None:
    s = blank()
    p = run(s, 'do = "place", by = "vc", piece = "vc_guerrilla", in = { named = ["hue", "saigon"] }, n = 3')
    assert p.decision is not None
    assert p.decision.actor == VC
    assert p.keys() == ["vc_guerrilla@hue", "vc_guerrilla@saigon"]
    p.answer("vc_guerrilla@hue", 2, "vc_guerrilla@saigon")
    assert p.over
    assert at(s, HUE) == {"vc_guerrilla": 2}
    assert at(s, SAIGON) == {"vc_guerrilla": 1}


def test_place_up_to_may_stop_early_and_each_serves_every_space() -> None:
    s = blank()
    p = run(s, 'do = "place", by = "arvn", piece = ["police", "arvn_troops"], in = ["hue", "da_nang"], each = true')
    p.answer("police@hue", "arvn_troops@da_nang")
    assert p.over
    assert (at(s, HUE), at(s, DA_NANG)) == ({"police": 1}, {"arvn_troops": 1})
    s = blank()
    p = run(s, 'do = "place", by = "arvn", piece = "police", in = "hue", n = 4, up_to = true')
    p.answer("police@hue", 1)
    assert p.keys() == ["police@hue", "done"]
    assert p.answer("done").over


def test_place_each_of_one_kind_asks_only_when_it_runs_short() -> None:
    s = blank()
    assert run(s, 'do = "place", by = "vc", piece = "vc_guerrilla", in = { kind = "city" }, n = 2, each = true').over
    assert all(at(s, sp) == {"vc_guerrilla": 2} for sp in range(8))


def test_place_respects_stacking_and_who_may_stand_where() -> None:
    s = blank()
    put(s, HUE, us_base=2)
    assert not could(s, 'do = "place", piece = "arvn_base", in = { named = ["hue", "north_vietnam"] }')
    assert run(s, 'do = "place", piece = "arvn_base", in = { named = ["hue", "north_vietnam"] }').over
    assert at(s, HUE) == {"us_base": 2}


def test_deploy_takes_from_a_box_to_the_map_or_to_another_box() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=3)
    p = run(
        s,
        'do = "deploy", piece = "us_troops", from = "casualties", in = { kind = "city", with = "police" }, n = 2',
        'do = "deploy", piece = "us_troops", from = "casualties", to = "out_of_play", n = 5',
    )
    assert p.over  # nobody has Police: the first step does nothing, the second takes all
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3}
    put(s, HUE, police=1)
    assert not could(s, 'do = "deploy", piece = "us_troops", from = "casualties", in = "hue"')
    p = run(s, 'do = "deploy", piece = "us_troops", from = "out_of_play", in = "hue", n = 2')
    assert p.answer(2).over
    assert at(s, HUE) == {"police": 1, "us_troops": 2}


def test_remove_spares_tunneled_bases_unless_named() -> None:
    s = blank()
    put(s, PLEIKU, vc_tunnel=1, vc_base=1, vc_guerrilla=1)
    assert run(s, 'do = "remove", piece = "vc", in = "pleiku_darlac", n = "all"').over
    assert at(s, PLEIKU) == {"vc_tunnel": 1}
    assert not could(s, 'do = "remove", piece = "vc_base", in = "pleiku_darlac"')
    assert run(s, 'do = "remove", piece = "vc_tunnel", in = "pleiku_darlac"').over
    assert at(s, PLEIKU) == {}


def test_remove_to_casualties_one_in_each_space() -> None:
    s = blank()
    put(s, HUE, us_troops=2, irregular_active=1)
    put(s, SAIGON, us_troops=1)
    p = run(s, 'do = "remove", by = "vc", piece = "us", in = { kind = "city" }, each = true, to = "casualties"')
    assert p.decision is not None
    assert p.decision.actor == VC
    assert p.answer("irregular_active@hue").over
    assert at(s, CASUALTIES) == {"irregular": 1, "us_troops": 1}
    assert at(s, HUE) == {"us_troops": 2}


def test_replace_leaves_a_gap_where_the_substitute_cannot_be_had() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla_active=2)
    put(s, OUT_OF_PLAY, ranger=6)
    assert run(s, 'do = "replace", piece = "vc_guerrilla", with = "ranger", in = "hue", n = 1').over
    assert at(s, HUE) == {"vc_guerrilla_active": 1}
    put(s, SAIGON, vc_guerrilla=1)
    p = run(s, 'do = "replace", piece = "vc_guerrilla", with = "police", in = {}, n = "all", up_to = true')
    assert p.keys() == ["vc_guerrilla_active@hue", "vc_guerrilla@saigon", "done"]
    p.answer("vc_guerrilla@saigon", "done")
    assert (at(s, HUE), at(s, SAIGON)) == ({"vc_guerrilla_active": 1}, {"police": 1})


def test_move_goes_next_to_the_origin_and_no_piece_twice() -> None:
    s = blank()
    put(s, QUANG_TRI, nva_troops=2)
    p = run(
        s,
        'do = "move", by = "nva", piece = "nva_troops", in = { with = "nva" }, '
        'to = { adjacent_to_origin = true, kind = "city" }',
    )
    assert p.keys() == ["nva_troops@quang_tri_thua_thien", "done"]
    p.answer("nva_troops@quang_tri_thua_thien", 2)
    assert p.over  # Hue is the only City next to it
    assert at(s, HUE) == {"nva_troops": 2}
    assert not could(s, 'do = "move", piece = "us_troops", in = {}, to = "hue"')


def test_a_move_that_must_be_made_is_made() -> None:
    s = blank()
    put(s, HUE, us_troops=3)
    p = run(s, 'do = "move", piece = "us_troops", in = "hue", to = ["saigon", "da_nang"], n = 2, up_to = false')
    p.answer("saigon", 1, "da_nang")
    assert p.over
    assert (at(s, HUE), at(s, SAIGON), at(s, DA_NANG)) == ({"us_troops": 1}, {"us_troops": 1}, {"us_troops": 1})


def test_flip_turns_all_or_some_of_the_guerrillas() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, nva_guerrilla_active=1, nva_troops=1)
    assert run(s, 'do = "flip", piece = "insurgents", in = "hue", to = "active"').over
    assert at(s, HUE) == {"vc_guerrilla_active": 3, "nva_guerrilla_active": 1, "nva_troops": 1}
    p = run(s, 'do = "flip", piece = ["vc_guerrilla", "nva_guerrilla"], in = "hue", to = "underground", n = 2')
    p.answer("vc_guerrilla_active@hue", 1, "nva_guerrilla_active@hue")
    assert p.over
    assert at(s, HUE) == {"vc_guerrilla_active": 2, "vc_guerrilla": 1, "nva_guerrilla": 1, "nva_troops": 1}


def test_shift_and_set_change_only_where_people_live() -> None:
    s = blank()
    assert not could(s, 'do = "shift", in = "central_laos", levels = 1')
    assert run(s, 'do = "shift", in = ["hue", "central_laos"], levels = -1').over
    assert (s.support[HUE], s.support[CENTRAL_LAOS]) == (-1, 0)
    p = run(s, 'do = "set", in = { kind = "city", at = "neutral" }, level = "passive_support", n = 1')
    assert "hue" not in p.keys()
    p.answer("saigon")
    assert s.support[SAIGON] == 1
    assert not could(s, 'do = "set", in = "saigon", level = "passive_support"')
    p = run(s, 'do = "shift", in = ["hue", "saigon"], levels = 1, n = 2, up_to = true')
    p.answer("saigon", "done")
    assert (s.support[HUE], s.support[SAIGON]) == (-1, 2)


def test_terror_and_sabotage_come_and_go() -> None:
    s = blank()
    assert run(s, 'do = "terror", in = ["hue", "loc_hue_da_nang"]').over
    assert (s.terror[HUE], s.terror[LOC_HUE_DA_NANG]) == (1, 1)
    assert not could(s, 'do = "terror", in = "loc_hue_da_nang"')
    p = run(s, 'do = "terror", in = { with = "terror" }, remove = true, n = 1')
    p.answer("hue")
    assert (s.terror[HUE], s.terror[LOC_HUE_DA_NANG]) == (0, 1)


def test_terror_asks_where_if_markers_are_short() -> None:
    s = blank()
    s.terror[SAIGON] = 14
    p = run(s, 'do = "terror", in = ["hue", "da_nang"]')
    assert p.keys() == ["hue", "da_nang"]
    assert p.answer("da_nang").over


@pytest.mark.parametrize(
    ("track", "n", "now"),
    [("aid", 60, 75), ("patronage", -30, 0), ("trail", 2, 3), ("arvn_resources", 5, 25), ("nva_resources", -3, 17)],
)
def test_add_changes_a_track_within_its_limits(track: str, n: int, now: int) -> None:
    s = blank()
    assert could(s, f'do = "add", track = "{track}", n = {n}')
    assert run(s, f'do = "add", track = "{track}", n = {n}').over
    index = {"arvn_resources": ARVN, "nva_resources": NVA}.get(track)
    assert (s.resources[index] if index is not None else getattr(s, track)) == now


def test_add_at_the_end_of_a_track_and_set_to_what_it_is_change_nothing() -> None:
    s = blank(trail=4, aid=0)
    assert not could(s, 'do = "add", track = "trail", n = 1', 'do = "add", track = "aid", n = -5')
    assert not could(s, 'do = "set", track = "trail", value = 4')
    assert run(s, 'do = "set", track = "trail", value = 1').over
    assert s.trail == 1


def test_roll_is_an_amount_for_later_steps() -> None:
    s = blank()
    steps = (
        'do = "roll", as = "d"',
        'do = "add", track = "aid", n = "d", times = -2',
        'do = "place", by = "vc", piece = "vc_guerrilla", in = "hue", n = "d"',
    )
    assert could(s, *steps, by=VC)
    p = run(s, *steps, by=VC)
    p.answer(4, 4)
    assert p.over
    assert s.aid == 12
    assert at(s, HUE) == {"vc_guerrilla": 4}


def test_pick_names_spaces_for_later_steps() -> None:
    s = blank()
    p = run(
        s,
        'do = "pick", by = "vc", in = { kind = "city", region = "south" }, n = 2, as = "towns"',
        'do = "shift", in = { picked = "towns" }, levels = 1',
        'do = "place", by = "us", piece = "irregular", in = { adjacent_to = { picked = "towns" }, kind = "loc" }',
    )
    p.answer("hue", "saigon")
    assert (s.support[HUE], s.support[SAIGON]) == (1, 1)
    assert "irregular@loc_hue_da_nang" in p.keys()
    assert "irregular@loc_kontum_dak_to" not in p.keys()


def test_choose_carries_out_one_alternative_in_the_authors_words() -> None:
    s = blank()
    p = run(
        s,
        'do = "choose", by = "arvn", between = [ { name = "activity", steps = [ { do = "add", track = "aid", n = 5 } '
        '] }, { name = "Nothing at all", steps = [] } ]',
    )
    assert p.decision is not None
    assert p.decision.actor == ARVN
    assert [label(p.decision, option) for option in p.decision.options] == ["activity", "Nothing at all"]
    p.answer("activity")
    assert s.aid == 25
    assert not could(
        blank(aid=75),
        'do = "choose", between = [ { name = "a", steps = [ { do = "add", track = "aid", n = 5 } ] }, '
        '{ name = "b", steps = [] } ]',
    )


def test_free_actions_are_the_ordinary_ones_without_cost() -> None:
    s = blank(resources=[0, 0, 0, 0])
    put(s, HUE, vc_guerrilla=2)
    p = run(s, 'do = "free", faction = "vc", operation = "rally", in = "hue", max_spaces = 1', by=US)
    assert p.decision is not None
    assert p.decision.actor == VC
    s = blank(resources=[0, 0, 0, 0])
    put(s, HUE, vc_guerrilla=1)
    p = run(s, 'do = "free", faction = "executing", limop = true, in = "hue"', by=VC)
    assert "terror" in p.keys()
    assert "march" not in p.keys()
    assert not could(blank(trail=0), 'do = "free", faction = "us", activity = "air_strike"')


@pytest.mark.parametrize("granted", ['activity = "direct"', 'operation = "propagandize"'])
def test_what_a_faction_has_in_another_era_alone_is_read_but_not_granted(granted: str) -> None:
    """P3.3.7, P4.4.1: a card of a pack may be in decks of every era."""
    s = blank()
    put(s, HUE, vc_guerrilla=2, nva_guerrilla=1, us_troops=1)
    assert not could(s, f'do = "free", faction = "nva", {granted}')
    assert run(s, f'do = "free", faction = "nva", {granted}', by=NVA).over


@pytest.mark.parametrize("granted", ['activity = "air_lift"', "limop = true"])
def test_nothing_is_granted_to_a_faction_that_does_not_play(granted: str) -> None:
    s = blank("diems-war-1961")
    put(s, SAIGON, arvn_troops=2)
    assert not could(s, f'do = "free", faction = "us", {granted}', by=ARVN)
    assert run(s, f'do = "free", faction = "us", {granted}', by=ARVN).over


def test_free_activity_is_confined_to_the_spaces_named() -> None:
    s = blank()
    for sp in (HUE, SAIGON):
        put(s, sp, us_troops=1, nva_troops=1)
    assert could(s, 'do = "free", faction = "us", activity = "air_strike", in = "hue"')
    p = run(s, 'do = "free", faction = "us", activity = "air_strike", in = "hue"')
    while not p.over:
        assert "saigon" not in p.keys()
        p.answer(p.keys()[0])
    assert at(s, SAIGON) == {"us_troops": 1, "nva_troops": 1}


def test_eligibility_words() -> None:
    s = blank()
    assert run(s, 'do = "eligible", faction = "executing"', 'do = "ineligible", faction = "us"', by=NVA).over
    assert s.stay_eligible == 1 << NVA
    assert s.made_ineligible == 1 << US
    s = blank()
    assert could(s, 'do = "eligible", faction = "executing"', by=VC)
    assert not could(s, 'do = "eligible", faction = "us"', by=VC)
    assert could(s, 'do = "ineligible", faction = "us"', by=VC)
    assert not could(s, 'do = "ineligible", faction = "vc"', by=VC)


# --- the selectors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("selector", "inside", "outside"),
    [
        ('{ kind = "city" }', HUE, PLEIKU),
        ('{ kind = ["province", "loc"] }', LOC_HUE_DA_NANG, HUE),
        ('{ region = "south" }', HUE, CENTRAL_LAOS),
        ('{ region = "north" }', NORTH_VIETNAM, HUE),
        ('{ region = ["laos", "cambodia"] }', CENTRAL_LAOS, NORTH_VIETNAM),
        ('{ terrain = "jungle" }', PHUOC_LONG, PLEIKU),
        ("{ coastal = true }", HUE, PHUOC_LONG),
        ("{ coastal = false }", PHUOC_LONG, HUE),
        ("{ populated = true }", HUE, PHUOC_LONG),
        ('{ named = "hue" }', HUE, SAIGON),
        ('["hue", "da_nang"]', DA_NANG, SAIGON),
        ('{ with = "vc" }', SAIGON, HUE),
        ('{ with = ["us", "vc_base"] }', SAIGON, BINH_DINH),
        ('{ with = "vc_guerrilla_underground" }', BINH_DINH, SAIGON),
        ('{ without = "insurgents" }', HUE, SAIGON),
        ('{ with = "coin_control" }', HUE, SAIGON),
        ('{ with = "control" }', HUE, BINH_DINH),
        ('{ without = "coin_control" }', BINH_DINH, HUE),
        ('{ with = "nva_control" }', NORTH_VIETNAM, HUE),
        ('{ with = "terror" }', LOC_SAIGON_CAN_THO, HUE),
        ('{ with = "opposition" }', SAIGON, HUE),
        ('{ at = "support" }', HUE, SAIGON),
        ('{ at = ["neutral", "active_opposition"] }', SAIGON, HUE),
        ('{ adjacent_to = "hue" }', QUANG_TRI, SAIGON),
        ('{ adjacent_to = { with = "vc_base" } }', LOC_SAIGON_CAN_THO, QUANG_TRI),
        ('{ not = { kind = "city" } }', PLEIKU, HUE),
        ('{ kind = "province", not = { with = "vc" } }', PLEIKU, BINH_DINH),
    ],
)
def test_selector(selector: str, inside: int, outside: int) -> None:
    s = blank()
    put(s, HUE, police=1)
    put(s, SAIGON, vc_tunnel=1, vc_guerrilla_active=1)
    put(s, BINH_DINH, vc_guerrilla=1)
    put(s, NORTH_VIETNAM, nva_troops=1)
    s.support[HUE], s.support[SAIGON] = 1, -2
    s.terror[LOC_SAIGON_CAN_THO] = 1
    p = run(s, f'do = "pick", in = {selector}, as = "x", n = 40, up_to = true')
    assert SPACES[inside].id in p.keys()
    assert SPACES[outside].id not in p.keys()


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "key", "reason"),
    [
        ("n = 1", "", '"do" is missing: every step has a word: place,'),
        ('do = "plaice"', "do", 'there is no word "plaice"; did you mean "place"?'),
        ("do = 3", "do", "expected a text, found a whole number"),
        ('do = "capability"', "do", 'write do = "lasting" with the card and side'),
        ('do = "lasting"', "", '"card" is missing: the card whose effect comes into force'),
        (
            'do = "lasting", card = 47, side = "shaded"',
            "card",
            "47 is not a card with a lasting effect; choose from 4, 8,",
        ),
        ('do = "lasting", card = 5, side = "unshaded"', "side", 'no lasting side "unshaded"; did you mean "shaded"?'),
        (
            'do = "choose", between = [{name = "a", steps = [{do = "lasting"}]}, {name = "b", steps = []}]',
            "between[0].steps[0]",
            "a lasting effect belongs to a whole side",
        ),
        ('do = "place", in = "hue"', "", '"piece" is missing: say which pieces'),
        ('do = "place", piece = "police"', "", '"in" is missing: say in which spaces'),
        ('do = "place", piece = "polise", in = "hue"', "piece", 'there is no piece "polise"; did you mean "police"?'),
        (
            'do = "place", piece = "vc_guerrilla_active", in = "hue"',
            "piece",
            "name plain kinds, which arrive Undergrou",
        ),
        ('do = "place", piece = "police", in = "hu"', "in", 'there is no space "hu"; did you mean "hue"?'),
        ('do = "place", piece = "police", in = []', "in", "an empty list says nothing; name at least one"),
        ('do = "place", piece = "police", in = "hue", n = 0', "n", "0 is out of range; write a number from 1 to 40"),
        ('do = "place", piece = "police", in = "hue", n = "all"', "n", '"all" is not an amount: write a whole number'),
        ('do = "place", piece = "police", in = "hue", n = true', "n", "expected a whole number, found true or false"),
        (
            'do = "place", piece = "police", in = "hue", upto = true',
            "upto",
            'there is no key "upto" here; did you mean ',
        ),
        ('do = "place", piece = "police", in = "hue", up_to = 1', "up_to", "expected true or false, found a whole"),
        ('do = "place", by = "usa", piece = "police", in = "hue"', "by", 'no Faction "usa"; did you mean "us"?'),
        ('do = "place", piece = "police", in = { kind = "town" }', "in.kind", "choose from city, province, loc"),
        (
            'do = "place", piece = "police", in = { knd = "city" }',
            "in.knd",
            'there is no key "knd" here; did you mean "',
        ),
        (
            'do = "place", piece = "police", in = { region = "east" }',
            "in.region",
            "choose from south, north, laos, camb",
        ),
        (
            'do = "place", piece = "police", in = { terrain = "swamp" }',
            "in.terrain",
            "choose from lowland, highland, j",
        ),
        ('do = "place", piece = "police", in = { with = "vcc" }', "in.with", 'did you mean "vc"?'),
        ('do = "place", piece = "police", in = { at = "suport" }', "in.at", 'did you mean "support"?'),
        ('do = "place", piece = "police", in = { picked = "x" }', "in.picked", "nothing was picked before this step"),
        (
            'do = "place", piece = "police", in = { kind = "city", terrain = "jungle" }',
            "in",
            "no space on the map matches",
        ),
        ('do = "place", piece = "police", in = { adjacent_to_origin = true }', "in.adjacent_to_origin", "no key"),
        ('do = "deploy", piece = "us_troops", in = "hue"', "", '"from" is missing: say from which box'),
        ('do = "deploy", piece = "vc_guerrilla", from = "casualties", in = "hue"', "from", "holds only US pieces"),
        ('do = "deploy", piece = "us_troops", from = "casualties", to = "casualties"', "to", "in that box already"),
        ('do = "deploy", piece = "us_base", from = "casualties", to = "available", in = "hue"', "to", "not both"),
        ('do = "remove", piece = "vc", in = "hue", to = "out_of_play"', "to", "holds only US and ARVN pieces"),
        ('do = "remove", piece = "vc", in = "hue", to = "box"', "to", "choose from available, casualties, out_of_play"),
        ('do = "replace", piece = "vc", in = "hue"', "", '"with" is missing: say with which piece'),
        ('do = "replace", piece = "vc", with = ["police", "ranger"], in = "hue"', "with", "name one kind of piece"),
        ('do = "move", piece = "vc", in = "hue"', "", '"to" is missing: say where'),
        (
            'do = "flip", piece = "police", in = "hue", to = "active"',
            "piece",
            "only Guerrillas, Irregulars and Rangers",
        ),
        ('do = "flip", piece = "vc", in = "hue", to = "up"', "to", "choose from active, underground"),
        ('do = "shift", in = "hue"', "", '"levels" is missing'),
        ('do = "shift", in = "hue", levels = 0', "levels", "0 levels shift nothing; use -4 to -1 or 1 to 4"),
        ('do = "set", in = "hue", level = "support"', "level", 'there is no level "support"; did you mean'),
        ('do = "set", track = "trail", value = 5', "value", "write a number from 0 to 4"),
        ('do = "add", track = "ade", n = 1', "track", 'there is no track "ade"; did you mean "aid"?'),
        ('do = "add", track = "aid", n = 0', "n", "this changes nothing; use a number other than 0"),
        ('do = "add", track = "aid"', "", '"n" is missing: say how much'),
        ('do = "roll"', "", '"as" is missing: give the roll a name'),
        ('do = "roll", as = "all"', "as", '"all" is not a name: use letters'),
        ('do = "choose", between = [ { name = "a", steps = [] } ]', "between", "at least two alternatives"),
        (
            'do = "choose", between = [ { name = "a", steps = [] }, { name = "a", steps = [] } ]',
            "between[1].name",
            "two",
        ),
        (
            'do = "choose", between = [ { name = "a", steps = 1 }, { name = "b", steps = [] } ]',
            "between[0].steps",
            "list",
        ),
        (
            'do = "free", faction = "us", operation = "rally"',
            "operation",
            "us has no rally; its choices are train, patrol",
        ),
        ('do = "free", faction = "vc", activity = "taxi"', "activity", 'did you mean "tax"?'),
        ('do = "free", faction = "vc"', "", 'exactly one of "operation", "activity" and "limop = true"'),
        ('do = "free", faction = "executing", operation = "train"', "faction", "only a limop may be the executing"),
        ('do = "free", faction = "vc", limop = true, max_spaces = 2', "max_spaces", "one space anyway (2.3.5)"),
        ('do = "free", faction = "vc", limop = false', "limop", "leave it out, or write limop = true"),
        ('do = "eligible"', "", '"faction" is missing: say who stays Eligible'),
        ('do = "ineligible", faction = 7', "faction", "expected a text, found a whole number"),
    ],
)
def test_a_wrong_step_is_refused_with_its_line_card_and_key(step: str, key: str, reason: str) -> None:
    said = wrong(pack_of('do = "add", track = "aid", n = 1', step))
    where = f'my.toml, line {FIRST_STEP + 1}, card 201 "A Test", single.steps[1]' + (f".{key}" if key else "")
    assert said.startswith(where + ": ")
    assert reason in said


def test_a_name_may_be_given_once_and_is_known_only_afterwards() -> None:
    said = wrong(pack_of('do = "roll", as = "d"', 'do = "pick", in = "hue", as = "d"'))
    assert 'the name "d" is taken by an earlier step; choose another' in said
    said = wrong(pack_of('do = "pick", in = "hue", as = "town"', 'do = "shift", in = "town", levels = 1'))
    assert '"town" was picked: write { picked = "town" }' in said
    said = wrong(pack_of('do = "roll", as = "dice"', 'do = "add", track = "aid", n = "dise"'))
    assert '"dise" is not an amount' in said
    assert 'did you mean "dice"?' in said


def test_a_name_given_within_an_alternative_is_not_known_outside() -> None:
    inner = '{ name = "a", steps = [ { do = "roll", as = "d" } ] }, { name = "b", steps = [] }'
    said = wrong(pack_of(f'do = "choose", between = [ {inner} ]', 'do = "add", track = "aid", n = "d"'))
    assert '"d" is not an amount: write a whole number' in said


def test_everything_wrong_is_said_at_once() -> None:
    said = wrong(pack_of('do = "plaice"', 'do = "add", track = "aid", n = 1', 'do = "roll"')).split("\n")
    assert [f"line {FIRST_STEP}," in said[0], f"line {FIRST_STEP + 2}," in said[1], len(said)] == [True, True, 2]


@pytest.mark.parametrize(
    ("old", "new", "line_number", "reason"),
    [
        ('name = "Test"\n', "\n", 1, '"name" is missing: a pack has a name'),
        ('name = "Test"', 'name = "Test"\nauthor = "me"', 2, 'there is no key "author" here; choose from name, card'),
        ('name = "Test"', 'name = ""', 1, "the text is empty"),
        ("number = 201\n", "\n", 3, '"number" is missing: a new card has a number from 201'),
        ("number = 201", "number = 150", 4, "150 is reserved for printed cards; new cards begin at 201"),
        ("number = 201", "number = 124", 4, "124 is a Pivotal Event or Coup card"),
        ("number = 201", "number = 2000", 4, "2000 is out of range; write a number from 1 to 999"),
        ("number = 201", 'number = "201"', 4, "expected a whole number, found a text"),
        ('title = "A Test"', "title = 1964-01-01", 5, "expected a text, found a date or time"),
        (
            "period = 1965",
            "period = 1966",
            7,
            "1966 is not a period; choose from 1961, 1962, 1963, 1964, 1965, 1968, 1973, 1974, 1975 (2.1)",
        ),
        ("period = 1965\n", "\n", 3, '"period" is missing'),
        ('"vc"]', '"us"]', 6, "each of us, arvn, nva and vc stands exactly once in the order (2.3.2)"),
        ('"vc"]', '"vcs"]', 6, 'there is no Faction "vcs"; did you mean "vc"?'),
        ("[card.single]", "[card.shaded]", 3, "the sides unshaded and shaded, or single alone; this one has shaded"),
        ("[card.single]", "[card.shadow]", 9, 'there is no key "shadow" here; did you mean "shaded"?'),
        ('text = "For testing."', 'words = "x"', 10, 'there is no key "words" here; choose from text, steps'),
        ("[card.single]", "[card.single", 9, "not TOML: "),
        ('name = "Test"', 'name = "Te', 1, "not TOML: "),
    ],
)
def test_a_wrong_card_is_refused_with_its_line(old: str, new: str, line_number: int, reason: str) -> None:
    said = wrong(HEAD.replace(old, new))
    assert said.startswith(f"my.toml, line {line_number}")
    assert reason in said


def test_a_number_twice_in_a_pack_or_in_two_packs_is_refused() -> None:
    said = wrong(HEAD + HEAD.removeprefix('name = "Test"\n'))
    assert "line 12" in said
    assert "card 201 is in the pack already, at line 3" in said
    other = parse_pack(HEAD.replace('"Test"', '"Other"'), "other.toml")
    with pytest.raises(PackError, match=r'other\.toml, line 3, card 201: the pack "Test" has a card 201 too'):
        with_packs([parse_pack(HEAD), other])


def test_a_pack_without_cards_is_refused() -> None:
    assert '"card" is missing: a pack has cards' in wrong('name = "x"\n')
    assert "a pack has at least one card" in wrong('name = "x"\ncard = []\n')
    assert "expected a list, found a table" in wrong('name = "x"\n[card]\nnumber = 201\n')


def test_deep_nesting_is_refused_in_words() -> None:
    deep = "{ not = " * 20 + '"hue"' + " }" * 20
    assert "nested too deeply; at most 8 levels are read" in wrong(pack_of(f'do = "pick", in = {deep}, as = "x"'))
    assert "nested too deeply" in wrong('name = "x"\ncard = ' + "[" * 5000 + "]" * 5000)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be read"):
        load_pack(tmp_path / "none.toml")
    with pytest.raises(PackError, match="cannot be read"):
        load_pack(tmp_path)
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b'name = "x"\n# \xff\n')
    with pytest.raises(PackError, match="line 2: not UTF-8 text"):
        load_pack(bad)


def test_a_file_with_windows_line_ends_is_read(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(pack_of('do = "add", track = "aid", n = 1').replace("\n", "\r\n").encode())
    assert list(load_pack(path).cards) == [201]


def test_no_damage_to_a_pack_ends_in_anything_but_a_refusal() -> None:
    text = example_pack().text
    rng = Random(5)
    refused: list[PackError] = []
    for _ in range(400):
        place = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                damaged = text[:place] + text[place + rng.randrange(1, 30) :]
            case 1:
                damaged = text[:place] + rng.choice('"[]{}=,.#\n\\3xé\0') + text[place:]
            case 2:
                damaged = text[:place]
            case _:
                other = rng.randrange(len(text))
                damaged = text[:place] + text[other : other + 40] + text[place:]
        try:
            with_packs([parse_pack(damaged)])
        except PackError as error:
            refused.append(error)
    assert len(refused) > 200
    assert all(problem.startswith("pack") for error in refused for problem in error.problems)


def test_lines_of_every_way_to_write_toml() -> None:
    text = '''a = 1 # [x]
"b c" = """
[no]
key = 1"""
d.e = [ 1,
  { f = 'x # y', g = [2,
     3] }, # comment ]
]
[h."i"]
j = 2024-01-01
[[k]]
l = \'\'\'
x\'\'\'
[k.m]
n = "\\"#"
[[k]]
[[k.o]]
p = true
'''
    lines = lines_of(text)
    wanted = {
        ("a",): 1,
        ("b c",): 2,
        ("d", "e"): 5,
        ("d", "e", 1): 6,
        ("d", "e", 1, "g", 1): 7,
        ("h", "i"): 9,
        ("h", "i", "j"): 10,
        ("k", 0): 11,
        ("k", 0, "m", "n"): 15,
        ("k", 1): 16,
        ("k", 1, "o", 0, "p"): 18,
    }
    assert {path: lines[path] for path in wanted} == wanted


# --- card sets ----------------------------------------------------------------------------------------------------


def test_a_pack_adds_and_replaces_events_without_touching_other_games() -> None:
    text = pack_of('do = "add", track = "aid", n = 1') + HEAD.removeprefix('name = "Test"\n').replace("201", "1")
    cards = with_packs([parse_pack(text)])
    assert cards.facts[1].title == "A Test"
    assert cards.facts[1].period == 1965
    assert 1 not in cards.programs  # replaced by a card without steps
    assert 201 in cards.drawn_in[1965]
    assert 1 not in cards.drawn_in[1964]
    assert 1 in cards.drawn_in[1965]
    assert BASE.facts[1].title == CARDS[1].title
    assert 201 not in BASE.facts
    assert (card_name(201), card_name(201, cards)) == ("#201", "#201 A Test")
    assert card_text(1, "single", cards) == "For testing."
    assert card_text(1, "unshaded", cards) is None
    assert with_packs([]) is BASE


def test_states_with_different_cards_differ() -> None:
    scenario = scenario_named("full-1964")
    plain = new_state(scenario, GameOptions(), 1)
    packed = new_state(scenario, GameOptions(), 1, card_set_of([HEAD]))
    assert plain != packed
    assert plain.digest() != packed.digest()
    assert packed == new_state(scenario, GameOptions(), 1, card_set_of([HEAD]))
    assert packed.copy().cards is packed.cards


def test_states_and_packs_can_be_pickled() -> None:
    pack = example_pack()
    assert pickle.loads(pickle.dumps(pack)) == pack
    for packs in ([], [pack]):
        state = Game.new("short-1965", seed=3, packs=packs).state.copy()
        assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(BASE)) is BASE


def test_packs_that_starve_a_period_are_refused() -> None:
    moved = "".join(
        HEAD.removeprefix('name = "Test"\n').replace("201", str(card.number))
        for card in CARDS.values()
        if card.period == 1964
    )
    pack = parse_pack('name = "No 1964"\n' + moved)
    with pytest.raises(OptionsError, match=r"needs \d+ Events of 1964, but the packs leave only 0"):
        Game.new("full-1964", options=GameOptions(period_events=True), packs=[pack])


def test_a_side_without_steps_is_offered_only_by_hand() -> None:
    cards = with_packs([example_pack()])
    s = blank()
    s.cards = cards
    assert event_sides(s, 208) == ["unshaded"]
    s = blank(options=GameOptions(by_hand=True))
    s.cards = cards
    assert event_sides(s, 208) == ["unshaded", "by_hand"]


# --- games --------------------------------------------------------------------------------------------------------


def play_on(game: Game, rng: Random, at_most: int = 100_000) -> None:
    """Random answers, the Event preferred on the pack's cards so that they come up often."""
    while game.decision is not None and at_most:
        decision = game.decision
        assert prompt(decision, game.state.cards)
        assert all(label(decision, option, game.state.cards) for option in decision.options)
        event = decision.find("event") if game.state.card > 200 else None
        game.choose(event or rng.choice(decision.options))
        at_most -= 1


def test_random_games_with_the_example_pack_come_to_an_end_in_order() -> None:
    pack = example_pack()
    carried_out = set()
    for seed in range(12):
        options = GameOptions(period_events=seed % 2 == 0)
        game = Game.new("full-1964", seed=seed, packs=[pack], options=options)
        play_on(game, Random(seed))
        check_state(game.state)
        for entry in game.log or ():
            assert line(entry, game.state.cards)
            card: Any = entry.params.get("card", 0)
            if entry.message == "log.event" and card > 200:
                carried_out.add((card, entry.params["side"]))
        assert game.view()["outcome"] is not None
    assert len(carried_out) >= 10


@pytest.mark.parametrize("by", [US, ARVN, NVA, VC])
def test_every_side_of_the_example_pack_by_everybody_from_many_situations(by: int) -> None:
    cards = with_packs([example_pack()])
    rng = Random(by)
    for seed in range(15):
        game = Game.new("full-1964", seed=seed, packs=[example_pack()])
        play_on(game, rng, 150 + 20 * seed)
        for card, sides in cards.programs.items():
            for side in sides if card not in BASE.programs else ():
                s = game.checkpoints[-1].state.copy()
                s.card = card
                before = s.facts()
                effective = is_effective(s, card, side, by)
                assert s.facts() == before
                flow = execute_event(s, card, side, by)
                answer = None
                for _ in range(2000):
                    try:
                        decision = flow.send(answer)
                    except StopIteration:
                        break
                    answer = rng.choice(decision.options).value
                check_state(s)
                if not effective:  # a mark for who is Eligible, or is not, anyhow
                    marks = game.checkpoints[-1].state
                    s.stay_eligible, s.made_ineligible = marks.stay_eligible, marks.made_ineligible
                    assert s.facts() == before


def test_a_game_with_a_pack_is_saved_opened_and_replayed(tmp_path: Path) -> None:
    game = Game.new("short-1965", seed=4, packs=[example_pack()])
    play_on(game, Random(4), 300)
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert loaded.game.state.cards.packs == game.state.cards.packs
    header = json.loads(path.read_text().split("\n")[0])
    assert header["packs"] == [example_pack().text]


def test_a_save_goes_on_from_its_last_card_when_answers_no_longer_fit(tmp_path: Path) -> None:
    game = Game.new("short-1965", seed=4, packs=[example_pack()])
    play_on(game, Random(4), 300)
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    lines = path.read_text().split("\n")
    lines[lines.index('"event"') if '"event"' in lines else 3] = '"no such answer"'
    path.write_text("\n".join(lines))
    loaded = journal.load(path)
    assert loaded.notes
    assert loaded.game.state.cards.facts[201].title == "Night Ferries"


def test_a_damaged_pack_in_a_save_or_position_is_refused_in_words(tmp_path: Path) -> None:
    game = Game.new("short-1965", seed=4, packs=[example_pack()])
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    damaged = example_pack().text.replace("Night Ferries", "Night", 1).replace("vc_guerrilla", "vc_gorilla", 1)
    path.write_text(path.read_text().replace(json.dumps(example_pack().text), json.dumps(damaged)))
    with pytest.raises(journal.JournalError, match=r'line 1: packs: pack 1, line \d+, card 201 "Night"'):
        journal.load(path)
    for packs in ("x", [3], ["name = 3"]):
        with pytest.raises(PositionError, match="packs"):
            Game.from_position({"fitl": 1, "scenario": "short-1965", "packs": packs})


def test_a_position_carries_its_packs() -> None:
    game = Game.new("short-1965", seed=4, packs=[example_pack()])
    play_on(game, Random(4), 200)
    position = json.loads(json.dumps(game.position()))
    assert Game.from_position(position).state == game.state
    turn = {"stage": "turn", "card": 207, "next_card": 1}
    again = Game.from_position({"fitl": 1, "scenario": "short-1965", **turn, "packs": [example_pack().text]})
    assert again.decision is not None
    assert again.decision.find("event") is not None
    view = again.view()
    assert view["card"]["title"] == "Market Rumors"
    assert view["card"]["sides"]["single"].startswith("Choose a City")
    with pytest.raises(PositionError, match="there is no card 150"):
        Game.from_position(position | {"card": 150})


def test_undo_and_clone_keep_the_cards() -> None:
    game = Game.new("short-1965", seed=4, packs=[example_pack()])
    play_on(game, Random(4), 50)
    state = game.state.copy()
    assert game.decision is not None
    game.choose(game.decision.options[0])
    game.undo(freely=True)
    assert game.state.cards is state.cards
    assert game.clone().state.cards is state.cards


def test_the_documentation_names_every_word_and_its_example_is_in_order() -> None:
    page = (Path(__file__).parents[2] / "docs" / "card-packs.md").read_text(encoding="utf-8")
    example, talks = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert list(parse_pack(example).cards) == [207]
    assert parse_pack(talks).talks is not None
    for word in WORDS:
        assert f'`"{word}"' in page, word
    for word in (*FACTION_WORDS, *TRACKS, *LEVEL_WORDS, *PLACED_WORDS, "coin_control", "nva_control", "coin"):
        assert f'`"{word}"`' in page, word
    for key in (*SELECTOR_KEYS, "adjacent_to_origin"):
        assert f"`{key}`" in page, key


def test_the_example_uses_every_word_and_every_card_says_what_it_does() -> None:
    pack = example_pack()
    assert len(pack.cards) >= 6
    for word in WORDS:
        assert f'do = "{word}"' in pack.text, word
    for card in pack.cards.values():
        assert all(len(side.text) <= 250 for side in card.sides.values())


def test_available_pieces_are_what_packs_place_from() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=40)
    assert not could(s, 'do = "place", piece = "us_troops", in = "hue"')
    assert at(s, AVAILABLE)["police"] == 30
