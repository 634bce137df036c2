"""12.2 Events: every question by its shape, with the tables and orders of the cards.

What the notes of a card say otherwise is in `event_notes.py`.
"""

from typing import Any, Final

from fitl.board.factions import COIN, partner
from fitl.board.pieces import FACTION_OF, KINDS
from fitl.bots.event_words import PLACED
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import equal_chance
from fitl.bots.trung.event_notes import NOTES
from fitl.bots.trung.event_pieces import BOX_RANK, piece_at, space
from fitl.bots.trung.pieces import FRIENDLY, GIVE_UP, enemy_order, first_of, pick
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import available
from fitl.state import State


def answer_event(mind: Mind, s: State, decision: Decision) -> Any:
    """A question of an Event, the bot's own or another's."""
    purpose = decision.kind.removeprefix("event.")
    special = NOTES.get((purpose, s.card)) or NOTES.get((purpose, 0))
    if special is not None:
        return special(mind, s, decision)
    first = decision.options[0]
    if first.amount is not None:
        return amount(mind, s, decision, purpose)
    if first.piece is not None and first.spaces:
        return piece_at(mind, s, decision, purpose)
    if first.piece is not None:
        return kind_of(mind, s, decision, purpose)
    if first.spaces:
        return space(mind, s, decision, purpose)
    return name(mind, s, decision, purpose)


# --- kinds, amounts, names ----------------------------------------------------------------------------------------


def kind_of(mind: Mind, s: State, decision: Decision, purpose: str) -> Option:
    """One of several kinds of piece."""
    kinds = [option.piece for option in decision.options if option.piece is not None]
    if not kinds:
        return decision.options[0]
    enemies = [kind for kind in kinds if FACTION_OF[kind] not in (mind.faction, partner(mind.faction))]
    placing = purpose in PLACED or purpose == "piece"
    order = FRIENDLY if placing else enemy_order(s) if enemies else GIVE_UP
    kind = first_of(order, (enemies or kinds) if not placing else kinds)
    mind.visit("trung.event.kind", piece=kind)
    return next(option for option in decision.options if option.piece == kind)


NO_LIFTING: Final = frozenset(("place_amount", "incursion_amount"))  # beyond what is Available nobody is taken
ONE_BY_ONE: Final = frozenset(("deploy_amount",))


def amount(mind: Mind, s: State, decision: Decision, purpose: str) -> Option:
    """How many: one at a time where the next may go elsewhere, else as many as are available."""
    amounts = [option.amount for option in decision.options if option.amount is not None]
    if "others" in decision.params:
        n = _between_boxes(mind, s, decision, amounts)
    elif purpose in NO_LIFTING:
        n = max((each for each in amounts if each <= available(s, decision.piece)), default=min(amounts))
    elif purpose in ONE_BY_ONE:
        n = 1 if 1 in amounts else min(amounts)
    elif purpose == "remove_how_many" and (min(amounts) or _own_loss(mind, decision)):
        n = min(amounts)  # 5.5: one at a time, and look again
    else:
        n = max(amounts)
    mind.visit("trung.event.amount", n=n)
    return option_for(decision, n)


def _own_loss(mind: Mind, decision: Decision) -> bool:
    kind = decision.params.get("piece")
    return isinstance(kind, int) and FACTION_OF[kind] in (mind.faction, partner(mind.faction))


def _between_boxes(mind: Mind, s: State, decision: Decision, amounts: list[int]) -> int:
    """Pieces go from box to box in an order: friends' best ones where it helps them, the least valuable where not."""
    kind, origin, to = decision.piece, decision.origin, decision.number("box")
    kinds = (kind, *decision.params["others"])
    there = {each: s.pieces[origin * KINDS + each] for each in kinds}
    better = BOX_RANK.get(to, 3) > BOX_RANK.get(origin, 3)
    friendly = (FACTION_OF[kind] in COIN) == (mind.faction in COIN)
    order = FRIENDLY if better == friendly else GIVE_UP
    if better != friendly and 0 in amounts:  # it helps the enemy, or harms a friend, and may be left out
        wanted = min(amounts)
    else:
        wanted = pick(order, there, decision.number("left")).get(kind, 0)
    return max(min(amounts), min(max(amounts), wanted))


def name(mind: Mind, s: State, decision: Decision, purpose: str) -> Flow[Option]:
    """One of several names: benefits go to the Faction itself, then to its friend; else at random."""
    keys = [option.key for option in decision.options]
    for key in _liked(mind, s, keys):
        if key in keys:
            mind.visit("trung.event.way", way=key)
            return option_for(decision, key)
    option = yield from equal_chance(mind, list(decision.options))
    mind.visit("trung.event.way", way=option.key)
    return option


_IDS: Final = ("us", "arvn", "nva", "vc")


def _liked(mind: Mind, s: State, keys: list[str]) -> list[str]:
    """What a bot takes if it is offered: itself or a person among its enemies, more or less of a track, to go on."""
    up = mind.faction in COIN
    more = ("more", "up", "raise", "+2") if up else ("less", "down", "lower", "-2")
    if set(keys) <= {"us", "arvn", "nva", "vc", "done"}:
        people = [f for f in range(4) if f not in s.options.non_players and (f in COIN) != (mind.faction in COIN)]
        return [_IDS[mind.faction], *(_IDS[f] for f in people), _IDS[partner(mind.faction)]]
    return [*more, "yes"]
