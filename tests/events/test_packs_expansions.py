"""Packs with lasting effects (5.3, 5.4), and packs that put the print in the place of a card of ours (P2.1, S2.1)."""

import pytest

from fitl.board.card import card_number
from fitl.board.expansion_cards import EXPANSION_CARDS
from fitl.board.factions import ARVN, NVA, US
from fitl.board.spaces import AVAILABLE, CASUALTIES, HUE, OUT_OF_PLAY, SAIGON
from fitl.compose import BASE, era_named
from fitl.lasting import ABRAMS, ABRAMS_SHADED, WILD_WEASELS_SHADED
from fitl.packs import PackError, parse_pack, with_packs
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.coup.reset import reset_phase
from fitl.state import COUP_CARD, State
from fitl.words import card_name, card_text
from tests.eras.fall_of_saigon.support import empty
from tests.support import at, blank, play, put

P1, P73, S76 = (card_number(name) or 0 for name in ("p1", "p73", "s76"))


def pack(head: str, *sides: str) -> str:
    return "\n".join(['name = "Mine"', "[[card]]", 'title = "Mine"', head, *sides])


EVENT = 'order = ["nva", "us", "arvn", "vc"]\nperiod = 1965'
UNSHADED = '[card.unshaded]\ntext = "A"\nsteps = [{ do = "lasting", card = 11, side = "unshaded" }]'
SHADED = '[card.shaded]\ntext = "B"\nsteps = [{ do = "lasting", card = 11, side = "shaded" }]'
MOMENTUM = '[card.single]\ntext = "C"\nsteps = [{ do = "lasting", card = 5, side = "shaded" }]'
PLAIN = '[card.single]\ntext = "D"\nsteps = [{ do = "add", track = "aid", n = 2 }]'


def with_pack(text: str, card: int) -> State:
    s = blank(card=card)
    s.cards = with_packs([parse_pack(text)])
    return s


def test_a_packs_capability_is_in_force_until_its_other_side_is() -> None:
    s = with_pack(pack(f'number = 301\ncapability = "us"\n{EVENT}', UNSHADED, SHADED), 301)
    assert s.cards.facts[301].capability == US
    assert is_effective(s, 301, "shaded", NVA)
    play(execute_event(s, 301, "shaded", NVA))
    assert s.effects == ABRAMS_SHADED
    assert not is_effective(s, 301, "shaded", NVA)
    play(execute_event(s, 301, "unshaded", US))
    assert s.effects == ABRAMS
    play(reset_phase(s))
    assert s.effects == ABRAMS


def test_a_packs_momentum_ends_in_reset() -> None:
    s = with_pack(pack(f"number = 301\n{EVENT}", MOMENTUM), 301)
    assert s.cards.facts[301].momentum == "single"
    play(execute_event(s, 301, "single", NVA))
    assert s.effects == WILD_WEASELS_SHADED
    play(reset_phase(s))
    assert s.effects == 0


def test_a_card_of_ours_gives_way_to_the_print_of_the_same_id() -> None:
    s = with_pack(pack(f'id = "p1"\n{EVENT.replace("1965", "1961")}', PLAIN), P1)
    assert card_name(P1) == "P1* Counterinsurgency Plan"
    assert card_name(P1, s.cards) == "P1 Mine"
    assert card_text(P1, "single", s.cards) == "D"
    assert P1 in s.cards.drawn_in[1961]
    assert len(s.cards.drawn_in[1961]) == 24
    assert s.cards.drawn_in[0] == BASE.drawn_in[0]
    play(execute_event(s, P1, "single", US))
    assert s.aid == 22


def test_pivotal_events_and_coup_cards_of_an_expansion_may_be_replaced_too() -> None:
    cards = with_packs([parse_pack(pack('id = "S76"\norder = ["us", "nva", "arvn", "vc"]', PLAIN))])
    assert (cards.facts[S76].kind, cards.facts[S76].ours, S76 in cards.programs) == ("pivotal", (), True)
    cards = with_packs([parse_pack(pack('id = "p73"', PLAIN))])
    assert (cards.facts[P73].kind, cards.facts[P73].period) == ("coup", EXPANSION_CARDS[P73].period)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (pack(f"number = 301\n{EVENT}", UNSHADED, SHADED), "a card that puts a Capability into force says whose it is"),
        (pack(f'number = 301\ncapability = "us"\n{EVENT}', MOMENTUM), "none of its sides puts one into force (5.3)"),
        (pack(f'number = 301\nid = "p1"\n{EVENT}', PLAIN), "a card has a number or an id, not both"),
        (pack('id = "p75"', PLAIN), "p75 (Officer Coup) does is a rule of the game (P7.3)"),
        (pack('id = "p80"', PLAIN), "is a rule of the game (P6.3.1), not the text of a card"),
        (pack(f'id = "p81"\n{EVENT}', PLAIN), "'p81' is not a card of an expansion; those are p1 to p80 and s1 to s79"),
        (pack(f'id = "47"\n{EVENT}', PLAIN), "'47' is not a card of an expansion"),
        (pack(f'id = "p73"\n{EVENT}', PLAIN), "Coup cards and leaders have no Faction order (2.4)"),
        (pack('id = "p73"', UNSHADED, SHADED), "only Events have two sides; write [card.single]"),
        (pack('id = "p73"\ncapability = "vc"', PLAIN), "only Events are Capabilities (5.3)"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(PackError) as refused:
        parse_pack(text, "my.toml")
    assert reason in str(refused.value)


def test_a_capability_may_be_left_to_the_table() -> None:
    by_hand = '[card.single]\ntext = "US Capability: as the table reads it."'
    cards = with_packs([parse_pack(pack(f'number = 301\ncapability = "us"\n{EVENT}', by_hand))])
    assert cards.facts[301].capability == US


def test_a_track_of_an_expansion_moves_within_its_ends_where_the_game_has_it_and_nowhere_else() -> None:
    """P6.8.1, S6.9."""
    washington = '[card.single]\ntext = "E"\nsteps = [{ do = "add", track = "washington", n = 3 }]'
    posture = '[card.single]\ntext = "F"\nsteps = [{ do = "set", track = "posture", value = 2 }]'
    s = with_pack(pack(f"number = 301\n{EVENT}", washington), 301)
    assert not is_effective(s, 301, "single", US)
    play(execute_event(s, 301, "single", US))
    assert s.washington == 0
    s.era = era_named("sod")
    s.washington = 2
    assert is_effective(s, 301, "single", US)
    play(execute_event(s, 301, "single", US))
    assert s.washington == 4
    assert not is_effective(s, 301, "single", US)
    s = with_pack(pack(f"number = 301\n{EVENT}", posture), 301)
    play(execute_event(s, 301, "single", US))
    assert s.posture == 0


def test_a_value_beyond_the_end_of_a_track_is_refused() -> None:
    text = pack(
        f"number = 301\n{EVENT}", '[card.single]\ntext = "F"\nsteps = [{ do = "set", track = "hanoi", value = 5 }]'
    )
    with pytest.raises(PackError, match="0 to 4"):
        parse_pack(text)


# --- words for 1973 to 1975 ---------------------------------------------------------------------------------------


def side(*steps: str) -> str:
    return f'[card.single]\ntext = "G"\nsteps = [{", ".join("{ " + step + " }" for step in steps)}]'


def in_black_april(*steps: str) -> State:
    """Black April with an empty map, and a card of these steps in play."""
    s = empty()
    s.cards = with_packs([parse_pack(pack(f"number = 301\n{EVENT}", side(*steps)))])
    s.card = 301
    return s


def test_any_card_of_fall_of_saigon_gives_way_to_the_print() -> None:
    """S2.1: every number from 1 to 79."""
    order = 'order = ["nva", "us", "arvn", "vc"]'
    heads = {"event": order + "\nperiod = {}", "pivotal": order}
    for number in range(1, 80):
        card = card_number(f"s{number}")
        assert card is not None
        fact = EXPANSION_CARDS[card]
        head = heads.get(fact.kind, "").format(fact.period)
        cards = with_packs([parse_pack(pack(f'id = "s{number}"\n{head}', PLAIN))])
        assert (cards.facts[card].title, cards.facts[card].ours) == ("Mine", ())
        s = empty(aid=20)
        s.cards, s.card = cards, card
        play(execute_event(s, card, "single", ARVN))
        assert s.aid == 22
        assert len(cards.drawn_in[1973]) == len(cards.drawn_in[1974]) == len(cards.drawn_in[1975]) == 24


def test_arvn_pieces_may_be_casualties_in_a_pack_where_the_era_has_them() -> None:
    """S6.8.2."""
    lose = 'do = "remove", piece = "arvn", in = "hue", to = "casualties", n = "all"'
    s = in_black_april(lose, 'do = "deploy", piece = "arvn_armor", from = "casualties", to = "available"')
    put(s, HUE, police=1, arvn_armor=1)
    play(execute_event(s, 301, "single", NVA))
    assert (at(s, CASUALTIES), at(s, AVAILABLE)["arvn_armor"]) == ({"police": 1}, 8)
    s = with_pack(pack(f"number = 301\n{EVENT}", side(lose)), 301)
    put(s, HUE, police=1)
    play(execute_event(s, 301, "single", NVA))
    assert (at(s, CASUALTIES), at(s, AVAILABLE)["police"]) == ({}, 30)


def test_pieces_do_not_become_casualties_where_their_faction_has_none() -> None:
    s = with_pack(
        pack(
            f"number = 301\n{EVENT}",
            side('do = "deploy", piece = "police", from = "available", to = "casualties", n = 2'),
        ),
        301,
    )
    assert not is_effective(s, 301, "single", NVA)
    play(execute_event(s, 301, "single", NVA))
    assert at(s, CASUALTIES) == {}


def test_armor_of_a_side_is_what_it_has_captured_too() -> None:
    """S1.4.5, OPEN 1: and Captured Armor goes Out of Play, whatever the card says."""
    s = in_black_april('do = "remove", piece = "nva_armor", in = "hue", n = "all"')
    put(s, HUE, nva_armor=1, captured_arvn_armor=1, captured_nva_armor=1, arvn_armor=1)
    play(execute_event(s, 301, "single", ARVN))
    assert at(s, HUE) == {"arvn_armor": 1, "captured_nva_armor": 1}
    assert at(s, OUT_OF_PLAY) == {"arvn_armor": 1}


def test_armor_may_be_put_out_of_play_and_what_is_set_aside_is_out_of_reach() -> None:
    s = in_black_april('do = "deploy", piece = "nva_armor", from = "available", to = "out_of_play", n = 2')
    play(execute_event(s, 301, "single", NVA))
    assert at(s, OUT_OF_PLAY) == {"nva_armor": 2}
    with pytest.raises(PackError, match=r"choose from available, casualties, out_of_play$"):
        parse_pack(pack(f"number = 301\n{EVENT}", side('do = "remove", piece = "us", in = "hue", to = "set_aside"')))


def test_an_air_strike_may_have_fixed_hits() -> None:
    strike = 'do = "free", faction = "arvn", activity = "air_strike", hits = 2'
    s = in_black_april(strike + ', degrade = false, anywhere = true, in = "hue"')
    s.posture = 0
    put(s, HUE, nva_troops=3)
    flow = play(execute_event(s, 301, "single", ARVN), "nva_troops@hue", "nva_troops@hue")
    assert (flow.over, at(s, HUE)) == (True, {"nva_troops": 1})
    s = in_black_april(strike)
    s.trail = 0
    put(s, HUE, nva_troops=3)
    assert not is_effective(s, 301, "single", ARVN)


def after_the_retreat(*steps: str) -> State:
    """Extended Short after a US Retreat with an empty map, and a card of these steps in play."""
    s = empty("extended-short-1972", "after_retreat")
    s.cards = with_packs([parse_pack(pack(f"number = 301\n{EVENT}", side(*steps)))])
    s.card = 301
    return s


def test_a_pack_that_names_a_us_operation_grants_it_after_a_us_retreat_too() -> None:
    """S3.2, OPEN 8: as cards 23 and 44 do."""
    s = after_the_retreat('do = "free", faction = "us", operation = "sweep", in = "hue"')
    assert not is_effective(s, 301, "single", US)
    put(s, HUE, irregular=1, vc_guerrilla=1)
    assert is_effective(s, 301, "single", US)
    play(execute_event(s, 301, "single", US))
    assert at(s, HUE) == {"irregular": 1, "vc_guerrilla_active": 1}


def test_a_pack_brings_no_us_troops_after_a_us_retreat() -> None:
    """S5.1.1: and a side that could do nothing else is not effective."""
    s = after_the_retreat('do = "deploy", piece = "us_troops", from = "available", in = "hue", n = 2')
    assert not is_effective(s, 301, "single", US)
    play(execute_event(s, 301, "single", US))
    assert at(s, HUE) == {}


def test_where_two_play_a_pack_has_nothing_to_say_of_eligibility() -> None:
    """S5.1.1."""
    assert not is_effective(in_black_april('do = "ineligible", faction = "arvn"'), 301, "single", NVA)


def test_saigon_stands_alone_may_have_the_text_of_a_pack() -> None:
    """S7.3."""
    card = card_number("s75")
    assert card is not None
    s = empty(patronage=20, aid=10, card=card)
    put(s, SAIGON, police=1)
    s.cards = with_packs([parse_pack(pack('id = "s75"', PLAIN))])
    play(s.era.stages[COUP_CARD].step(s))
    assert (s.patronage, s.aid) == (20, 12)
    assert s.outcome is not None


def test_a_spearhead_may_be_granted() -> None:
    s = in_black_april('do = "free", faction = "nva", activity = "spearhead", max_spaces = 1')
    assert not is_effective(s, 301, "single", NVA)
    put(s, HUE, nva_armor=1)
    assert is_effective(s, 301, "single", NVA)
    flow = play(execute_event(s, 301, "single", NVA), "da_nang")
    assert (flow.over, at(s, HUE)) == (True, {})


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ('do = "free", faction = "nva", activity = "spearhead", hits = 2', '"hits" applies to an Air Strike only'),
        ('do = "free", faction = "arvn", activity = "air_strike", degrade = false', "say how many hits"),
        (
            'do = "free", faction = "us", activity = "air_strike", hits = 2, max_spaces = 1',
            "has its usual number of spaces",
        ),
    ],
)
def test_what_is_wrong_with_an_air_strike_is_said(step: str, reason: str) -> None:
    with pytest.raises(PackError, match=reason):
        parse_pack(pack(f"number = 301\n{EVENT}", side(step)))
