"""The head of a pack's card: a new Event, or one that takes the place of a printed Event or an expansion's card."""

from typing import Final

from fitl.board.cards import (
    ALL_PERIODS,
    COUP_CARDS,
    DUAL_SIDES,
    EVENT_CARDS,
    PIVOTAL_CARDS,
    SINGLE_SIDE,
    Card,
    card_id,
    card_number,
)
from fitl.board.expansion_cards import DIEM, EXPANSION_CARDS
from fitl.board.factions import FACTION_BY_ID, FACTIONS
from fitl.board.scenarios import MINI_DECKS
from fitl.catalogue import tell
from fitl.packs.reading import MOST_QUOTED, Value

FIRST_NEW: Final = 201  # numbers below are the printed cards' and kept for more of them
LAST_NEW: Final = 999
KEYS: Final = ("number", "id", "title", "order", "period", "capability", "ruling", *DUAL_SIDES, *SINGLE_SIDE)


# Cards of which the rules themselves say what they do, so that there is no text to replace.
RULED: Final = {MINI_DECKS["sod"].coup_of_year[1963]: "P7.3", DIEM: "P6.3.1"}


def read_head(value: Value) -> Card:
    """What stands at the head of a card; whether its sides are Momentum is seen from their steps."""
    number = _number(value)
    value.card = tell("pack.card", n=card_id(number))
    value.only(KEYS)
    title = value.need("title", "pack.need.title").text()
    value.card = tell("pack.titled_card", n=card_id(number), title=title[:MOST_QUOTED])
    ours = EXPANSION_CARDS.get(number)
    kind = ours.kind if ours is not None else "event"
    return Card(
        number=number,
        title=title,
        order=_order(value, kind),
        period=_period(value) if kind == "event" else ours.period if ours is not None else None,
        kind=kind,
        capability=_capability(value, kind),
        momentum="none",
        sides=_sides(value, kind),
        leader=ours.leader if ours is not None else None,
    )


def _number(value: Value) -> int:
    """`number` of a new card or a printed Event, or `id` of an expansion's card."""
    name = value.get("id")
    if name is None:
        return _plain_number(value.need("number", "pack.need.number", first=FIRST_NEW))
    if value.get("number") is not None:
        raise name.error("pack.number_and_id")
    number = card_number(name.text())
    if number not in EXPANSION_CARDS:
        raise name.error("pack.unknown_id", word=name.text())
    if number in RULED:
        raise name.error("pack.ruled", word=name.text(), title=EXPANSION_CARDS[number].title, rule=RULED[number])
    return number


def _plain_number(value: Value) -> int:
    number = value.number(1, LAST_NEW)
    if number in PIVOTAL_CARDS or number in COUP_CARDS:
        raise value.error("pack.no_event", n=number)
    if number not in EVENT_CARDS and number < FIRST_NEW:
        raise value.error("pack.kept_number", n=number, first=FIRST_NEW)
    return number


def _period(value: Value) -> int:
    period = value.need("period", "pack.need.period").number(0, 9999)
    if period not in ALL_PERIODS:
        raise value.at("period").error("pack.period", n=period, names=", ".join(map(str, ALL_PERIODS)))
    return period


def _order(value: Value, kind: str) -> tuple[int, ...]:
    if kind in ("coup", "leader"):
        if (given := value.get("order")) is not None:
            raise given.error("pack.no_order")
        return ()
    listed = value.need("order", "pack.need.order")
    order = tuple(FACTION_BY_ID[item.word("faction", FACTION_BY_ID)] for item in listed.items())
    if sorted(order) != list(FACTIONS):
        raise listed.error("pack.order")
    return order


def _capability(value: Value, kind: str) -> int | None:
    """5.3: whose Capability the card is, if it is one."""
    given = value.get("capability")
    if given is None:
        return None
    if kind != "event":
        raise given.error("pack.capability_event")
    return FACTION_BY_ID[given.word("faction", FACTION_BY_ID)]


def _sides(value: Value, kind: str) -> tuple[str, ...]:
    given = tuple(side for side in (*DUAL_SIDES, *SINGLE_SIDE) if side in value.table())
    if given not in (DUAL_SIDES, SINGLE_SIDE):
        raise value.error("pack.sides", names=", ".join(given)) if given else value.error("pack.no_sides")
    if kind != "event" and given != SINGLE_SIDE:
        raise value.error("pack.single_side")
    return given
