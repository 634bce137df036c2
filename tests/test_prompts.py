"""What questions say: limits, what is left, what an answer means."""

from random import Random

import pytest

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import VC_GUERRILLA
from fitl.board.spaces import BINH_DINH, SAIGON
from fitl.catalogue import catalogue
from fitl.decisions import Decision
from fitl.rules.forces import lift
from fitl.words import label, prompt
from tests.eras.fall_of_saigon.cards import retreated
from tests.eras.fall_of_saigon.support import activity, edit
from tests.eras.sovereign_of_discord.cards import executed
from tests.eras.sovereign_of_discord.support import begun
from tests.events.dry_runs import positions, questions, sides_of
from tests.support import Play, blank, play, put


def asked(flow: Play) -> Decision:
    assert flow.decision is not None
    return flow.decision


def question(flow: Play) -> str:
    return prompt(asked(flow))


def answers(flow: Play) -> list[str]:
    decision = asked(flow)
    return [label(decision, option) for option in decision.options]


def test_a_spearhead_says_how_many_spaces_and_armor_are_left() -> None:
    s = retreated()
    edit(s, "hue", arvn_armor=1, captured_nva_armor=1, arvn_troops=3)
    edit(s, "da_nang", arvn_armor=1)
    flow = activity(s, 1, "spearhead")
    assert question(flow) == "Spearhead from where? A space with your Armor, 2 left"
    flow.answer("hue")
    assert question(flow) == "Which Armor in Hue is selected, to drive or to strike where it stands? 2 left"
    flow.answer("arvn_armor")
    assert question(flow).endswith("1 left")
    flow.answer("done", 2)
    assert question(flow).endswith("1 left")


def test_not_to_fly_moves_an_advisor() -> None:
    s = begun(washington=2)
    edit(s, "saigon", irregular=1, advisor=1, arvn_troops=2)
    flow = activity(s, US, "air_lift")
    assert answers(flow) == ["Yes: pieces fly first", "No: only move Advisors, at least one"]


def test_cards_that_shift_or_place_several_say_how_many_are_left() -> None:
    s = begun()
    flow = executed(s, "p9", "shaded", VC)
    assert question(flow) == "P9 NVA in Laos: a VC Guerrilla where? 3 left"
    flow.answer(flow.keys()[0])
    assert question(flow).endswith("? 2 left")


def test_a_free_operation_is_asked_for_in_a_whole_sentence() -> None:
    s = begun(hanoi=1)
    edit(s, "kien_phong", vc_guerrilla=3, police=1)
    flow = executed(s, "p59", "shaded", NVA)
    assert question(flow).endswith(": does NVA execute a free Direct, in at most 1 space? (3.1.2)")


def test_a_piece_taken_from_the_map_is_said_to_be_for_where_it_goes() -> None:
    s = blank()
    put(s, BINH_DINH, vc_guerrilla=1, vc_guerrilla_active=1)
    flow = play(lift(s, VC, BINH_DINH, SAIGON, VC_GUERRILLA))
    words = "There are no Underground VC Guerrillas Available: which one in Binh Dinh is taken, for Saigon? (1.4.1)"
    assert question(flow) == words


@pytest.mark.parametrize("scenario", ["medium-1968", "four-player-1961", "black-april-1973", "extended-short-1972"])
def test_whatever_an_event_asks_for_several_times_says_how_often(scenario: str) -> None:
    silent = set()
    for s in positions(scenario, 1, 3):
        for card, side, by in sides_of(s):
            for decision in questions(s.copy(), card, side, by, Random(card)):
                many = (decision.params or {}).get("left", 1) > 1 and decision.options[0].amount is None
                if many and decision.kind.startswith("event.") and "{left" not in catalogue()[f"ask.{decision.kind}"]:
                    silent.add(decision.kind)
    assert not silent
