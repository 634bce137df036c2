"""The cards a game is played with: their heads, their programs and, for cards out of packs, their texts.

Packs may also replace the table of the Paris Peace Talks (S6.8.1), so a set has that too.

Every state refers to one immutable `CardSet`, as it does to its scenario. `fitl.compose` has the set of all printed
cards, `BASE`, with the programs of `fitl.events`; `fitl.packs` builds sets in which packs add or replace Events. Which
of them a game draws is for its piles to say (rules/deck.py).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

from fitl.board.cards import ALL_PERIODS, PERIODS, Card
from fitl.board.talks import TALKS, TalksTable
from fitl.decisions import Flow

if TYPE_CHECKING:
    from fitl.state import State

ANY_PERIOD: Final = 0


class EventSide(NamedTuple):
    """One side of a card: what it does for the Faction executing it, and whether what it changes is of any use."""

    run: Callable[["State", int], Flow[None]]
    claims: Callable[["State", int], bool] | None = None


Programs = Mapping[int, Mapping[str, EventSide]]  # by card number, then side ("unshaded", "shaded" or "single")


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """The cards of a game; two sets are the same if their `digest` is."""

    facts: Mapping[int, Card]
    programs: Programs
    texts: Mapping[int, Mapping[str, str]]  # of cards out of packs: by number, then side
    packs: tuple[str, ...]  # the packs' whole text, so that a saved game opens anywhere
    events: tuple[int, ...]  # the numbers of all Events
    drawn_in: Mapping[int, tuple[int, ...]]  # Events by period; ANY_PERIOD has those of all the base game's
    digest: str  # "" for the printed cards alone
    talks: TalksTable  # S6.8.1: ours, or a pack's
    for_any: Mapping[str, EventSide]  # ways to carry out an Event whatever the card
    made_by: "SetOf"  # makes this set again

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as the text of its packs: programs are code."""
        return self.made_by, (self.packs,)


SetOf = Callable[[tuple[str, ...]], CardSet]  # the set of the printed cards and of packs, given their text


def card_set(
    facts: Mapping[int, Card],
    programs: Programs,
    for_any: Mapping[str, EventSide],
    made_by: SetOf,
    texts: Mapping[int, Mapping[str, str]] | None = None,
    packs: tuple[str, ...] = (),
    talks: TalksTable = TALKS,
) -> CardSet:
    """A set with everything that follows from its cards."""
    events = tuple(sorted(number for number, card in facts.items() if card.kind == "event"))
    drawn_in = {period: tuple(number for number in events if facts[number].period == period) for period in ALL_PERIODS}
    drawn_in[ANY_PERIOD] = tuple(number for number in events if facts[number].period in PERIODS)
    digest = blake2b("\0".join(packs).encode(), digest_size=8).hexdigest() if packs else ""
    return CardSet(facts, programs, texts or {}, packs, events, drawn_in, digest, talks, for_any, made_by)
