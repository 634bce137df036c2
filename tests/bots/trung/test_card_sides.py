"""All 48 sides of the Trung cards: which Operation each begins, and which Special Activities it tries around it."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.bots.trung.cards import CARD_BY_LETTER, CARDS, Card
from fitl.bots.trung.conditions import CONDITIONS
from fitl.bots.trung.naming import slug
from fitl.bots.trung.nodes import FACTIONS
from fitl.game import Game
from fitl.rules.trung import LETTERS
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, State
from tests.bots.trung.support import ALL, Seat, bots, play_card

# By side: the Operation where every condition of the side holds, and where none does; the Special Activities tried.
SIDES = {
    "A front": ("assault", "assault", "air_lift air_strike"),
    "A back": ("train", "train", "air_strike advise air_lift"),
    "B front": ("assault", "assault", "air_lift air_strike"),
    "B back": ("patrol", "sweep", "air_strike air_lift"),
    "C front": ("assault", "assault", "air_lift air_strike"),
    "C back": ("train", "train", "air_strike advise air_lift"),
    "D front": ("assault", "assault", "air_lift air_strike"),
    "D back": ("sweep", "sweep", "air_strike air_lift"),
    "E front": ("assault", "assault", "air_lift air_strike"),
    "E back": ("train", "train", "advise air_strike air_lift"),
    "F front": ("patrol", "patrol", "air_strike air_lift"),
    "F back": ("train", "sweep", "air_strike air_lift"),
    "G front": ("assault", "assault", "transport raid"),
    "G back": ("train", "train", "govern transport"),
    "H front": ("assault", "assault", "transport"),
    "H back": ("train", "assault", "transport"),
    "J front": ("train", "train", "govern transport"),
    "J back": ("patrol", "sweep", "govern raid transport"),
    "K front": ("patrol", "patrol", "govern raid transport"),
    "K back": ("assault", "train", "govern transport"),
    "L front": ("train", "train", "govern transport"),
    "L back": ("assault", "sweep", "raid transport"),
    "M front": ("train", "train", "transport govern"),
    "M back": ("patrol", "sweep", "govern raid transport"),
    "N front": ("attack", "attack", "ambush bombard"),
    "N back": ("march", "rally", "infiltrate"),
    "P front": ("attack", "march", "bombard"),
    "P back": ("rally", "march", "infiltrate"),
    "Q front": ("attack", "attack", "ambush bombard"),
    "Q back": ("rally", "rally", "infiltrate bombard"),
    "R front": ("march", "march", "infiltrate"),
    "R back": ("terror", "march", "ambush bombard"),
    "S front": ("rally", "rally", "infiltrate bombard"),
    "S back": ("attack", "march", "ambush bombard"),
    "T front": ("attack", "attack", "ambush bombard"),
    "T back": ("terror", "march", "infiltrate bombard"),
    "U front": ("terror", "terror", "subvert tax"),
    "U back": ("rally", "march", "ambush tax subvert"),
    "V front": ("rally", "rally", "tax subvert"),
    "V back": ("attack", "terror", "ambush subvert"),
    "W front": ("rally", "rally", "subvert tax"),
    "W back": ("terror", "attack", "ambush subvert"),
    "X front": ("rally", "rally", "tax subvert"),
    "X back": ("march", "march", "ambush subvert tax"),
    "Y front": ("attack", "attack", "ambush tax"),
    "Y back": ("rally", "rally", "subvert tax"),
    "Z front": ("march", "march", "subvert tax"),
    "Z back": ("terror", "march", "subvert tax"),
}
ACTIVITIES = ("advise", "air_lift", "air_strike", "govern", "transport", "raid")
ACTIVITIES += ("infiltrate", "bombard", "ambush", "tax", "subvert")


def middle_of_a_war() -> State:
    """A board on which everything can be done."""
    s = Game.new("medium-1968", seed=5, options=bots(*ALL), manual_chance=True, log=False).state
    s.log = []
    s.card, s.next_card, s.order, s.eligible = 1, 2, (0, 1, 2, 3), 15
    return s


def hold(monkeypatch: pytest.MonkeyPatch, name: str, answer: bool) -> None:
    """From here on a condition holds, or it does not, whatever the board and the dice."""
    monkeypatch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n: answer))


def nodes_of(side: str) -> list[str]:
    """The points that a turn by this side passes: the side, and the tests that lead to it."""
    letter, _, which = side.partition(" ")
    card = CARD_BY_LETTER[letter]
    asked = [card.stay, card.front_if, (card.front if which == "front" else card.back).plays[0].when]
    if which == "back":
        asked += card.front_if.split(" or ")[1:]  # asked because the one before failed
    tests = [f"trung.condition.{slug(test.partition(' or ')[0])}" for test in asked if test]
    return [f"trung.{FACTIONS[card.faction]}.{letter.lower()}.{which}", *tests]


def decide(monkeypatch: pytest.MonkeyPatch, card: Card, front: bool, rest: bool) -> None:
    """The card stays in force, turns to this side, and all other conditions are alike."""
    for name in CONDITIONS:
        hold(monkeypatch, name, rest)
    for name in card.front_if.split(" or "):
        hold(monkeypatch, name, front)
    hold(monkeypatch, card.stay.split(" or ")[0], True)


@pytest.mark.parametrize("rest", [True, False], ids=("all_hold", "none_holds"))
@pytest.mark.parametrize("side", [pytest.param(side, marks=pytest.mark.node(*nodes_of(side))) for side in SIDES])
def test_a_side_begins_the_operation_that_its_conditions_lead_to(
    side: str, rest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter, _, which = side.partition(" ")
    card = next(each for each in CARDS if each.letter == letter)
    first, second, activities = SIDES[side]
    if card.stay == card.front_if:
        pytest.skip("the two tests of the card are one")
    decide(monkeypatch, card, which == "front", rest)
    s = middle_of_a_war()
    seat = play_card(s, card.faction, letter, Seat(s, die=1))
    assert nodes_of(side)[0] in seat.nodes
    shared = {play.when for play in (card.front if which == "front" else card.back).plays} & {card.stay, card.front_if}
    expected = {first, second} if shared else {first if rest else second}
    begun = next((key for kind, key in seat.answers if key in OPERATIONS[card.faction] and kind in ASKED), None)
    refused = [params["operation"] for node, params in seat.reasons if node == "trung.no_operation"]
    assert begun in expected or expected & set(refused[:1]), seat.answers
    told = {params["activity"] for node, params in seat.reasons if node.startswith("trung.activity")}
    if begun in expected:
        assert told <= set(activities.split()), told


OPERATIONS = {
    **dict.fromkeys((US, ARVN), ("train", "patrol", "sweep", "assault")),
    **dict.fromkeys((NVA, VC), ("rally", "march", "attack", "terror")),
}
ASKED = ("trung.play", "trung.operation")


def test_every_side_is_listed() -> None:
    assert {side.partition(" ")[0] for side in SIDES} == set("".join(LETTERS))
    assert len(SIDES) == 48


@pytest.mark.parametrize("letter", "".join(LETTERS))
def test_under_a_limited_operation_no_card_takes_a_special_activity(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = next(each for each in CARDS if each.letter == letter)
    for name in CONDITIONS:
        hold(monkeypatch, name, True)
    s = middle_of_a_war()
    seat = play_card(s, card.faction, letter, action=LIMITED_OP)
    assert not any(key.startswith("sa:") for _, key in seat.answers)
    assert s.acted in (((card.faction, LIMITED_OP),), ())
    assert OP_AND_ACTIVITY not in dict(s.acted).values()
