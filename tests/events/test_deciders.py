"""Cards 63-124: every question of an Event goes to the Faction that the card lets decide, by default its executor."""

from collections.abc import Mapping
from random import Random

import pytest

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.compose import PROGRAMS
from fitl.decisions import CHANCE
from fitl.rules.cards import execute_event
from fitl.state import EVENT, State
from tests.events.random_execution import mid_game_states

# Sides on which the print names who decides.
NAMED = {
    (65, "shaded"): US,
    (67, "shaded"): VC,
    (71, "shaded"): NVA,
    (73, "shaded"): US,
    (77, "shaded"): NVA,
    (92, "unshaded"): US,
    (93, "unshaded"): US,
    (95, "unshaded"): US,
    (96, "shaded"): VC,
    (117, "unshaded"): ARVN,
    (118, "unshaded"): VC,
    (122, "single"): NVA,
    (123, "single"): ARVN,
    (124, "single"): VC,
}
# Single questions that go to another Faction than the rest of their side.
SPECIAL = {
    (92, "unshaded", "strike_space"): (ARVN, US),
    (92, "unshaded", "strike_method"): (ARVN, US),
    (119, "shaded", "place_amount"): (VC,),
    (121, "single", "give_up_base"): (NVA,),
    (121, "single", "remove_how_many"): (NVA,),
    (121, "single", "pieces_to_box"): (US,),
    (74, "unshaded", "limited_operation"): (ARVN,),
    (75, "shaded", "march_at_all"): (VC, NVA),
    (77, "shaded", "operate_at_all"): (VC,),
    (103, "unshaded", "limited_operation"): (US,),
    (69, "single", "macv_activity"): (US, ARVN, NVA, VC),
}
NAMING = ("us_or_arvn", "nva_or_vc")  # the Faction named here decides the rest


def questions(
    s: State, card: int, side: str, by: int, rng: Random, named: Mapping[tuple[int, str], int] = NAMED
) -> list[tuple[str, int, tuple[int, ...]]]:
    """The purposes of all questions the card asks, who was asked, and who should have been."""
    s.card, s.executing = card, by
    s.acted += ((by, EVENT),)
    decides = named.get((card, side), by)
    found: list[tuple[str, int, tuple[int, ...]]] = []
    flow = execute_event(s, card, side, by)
    answer = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            return found
        answer = rng.choice(decision.options).value
        if decision.kind.startswith("event.") and decision.actor != CHANCE:
            purpose = decision.kind.removeprefix("event.")
            found.append((purpose, decision.actor, SPECIAL.get((card, side, purpose), (decides,))))
            if purpose in NAMING:
                decides = answer


@pytest.mark.parametrize("card", range(63, 125))
def test_questions_go_to_the_faction_that_the_card_lets_decide(card: int) -> None:
    for index, state in enumerate(mid_game_states(6)):
        for side in PROGRAMS[card]:
            for by in FACTIONS:
                for purpose, asked, right in questions(state.copy(), card, side, by, Random(f"{index} {card} {by}")):
                    assert asked in right, f"card {card} {side} by {by}: {purpose} asked of {asked}"
