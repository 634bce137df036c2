"""The 24 Trung cards as data, in the words of their faces.

A card in force is read from the top: `stay` must hold, else the next card is drawn; `front_if` chooses the side. A side
names its Operations, the first whose condition holds being carried out, and the Special Activities tried before it
(`first`), between its halves (`during`) or afterwards (`after`). The owner of a card that replaces another changes its
row alone.
"""

from functools import cache
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US, VC

# In an entry: a Special Activity, with its flags in brackets, the condition under which it is tried before it.
Entries = str  # "if LBJ Air Strike / Advise / Infiltrate (dice, base)"
Test = str  # the name of a condition; two of them as "AvailNG or LowTrail", the second asked only if the first fails


class Play(NamedTuple):
    """One Operation of a side, with the Special Activities that go with it."""

    operation: str
    flags: tuple[str, ...] = ()
    when: Test = ""  # it is carried out if this holds; the last Play of a side has no condition
    first: Entries = ""
    during: Entries = ""
    after: Entries = ""
    unless: str = ""  # `after` is not tried once this Special Activity was part of the Operation


class Side(NamedTuple):
    """One side of a card."""

    plays: tuple[Play, ...]
    first: Entries = ""  # tried before the conditions of the plays are looked at


class Card(NamedTuple):
    """One card: whose it is, and its two sides."""

    letter: str
    faction: int
    stay: Test
    front_if: Test
    front: Side
    back: Side
    before: Entries = ""  # tried on the front, before `front_if` is looked at


class Attempt(NamedTuple):
    """One Special Activity of an entry."""

    activity: str
    flags: tuple[str, ...] = ()
    when: Test = ""


# The number on every card of a Faction: an activation roll succeeds above it.
ACTIVATION: Final = (3, 3, 2, 2)
ACTIVATION_ON_FULL_TRAIL: Final = 1  # of an NVA March while the Trail is at 4

_US_AIR: Final = "if LBJ Air Strike / Air Lift"
_US_ADVISE: Final = "if LBJ Air Strike / Advise / Air Lift"
_GOVERN: Final = "Govern / Transport"
_ANY_ARVN: Final = "Govern / Raid / Transport"
_PLAIN: Final = "Infiltrate"
_STRONG: Final = "Infiltrate (dice, base) / Bombard"
_AMBUSH_MARCH: Final = "Ambush / Bombard"
_TAX: Final = "if TaxRoll Tax / Subvert"
_SUBVERT: Final = "if Pat17 Subvert / Tax"

_US_ASSAULT: Final = Side((Play("Assault", during="if LiftNeed Air Lift / Air Strike"),))
_NVA_ATTACK: Final = Side((Play("Attack", ("Ambush",), after="Bombard", unless="Ambush"),))
_ARVN_TRAIN: Final = Side((Play("Train", after=_GOVERN),))


def _rally(after: Entries) -> Side:
    return Side((Play("Rally", after=after),))


CARDS: Final = (
    Card("A", US, "Pacify2+", "BigTarget", _US_ASSAULT, Side((Play("Train", first=_US_ADVISE),))),
    Card(
        *("B", US, "Pacify2+", "BigTarget", _US_ASSAULT),
        Side((Play("Patrol", when="Blocked*", after=_US_AIR), Play("Sweep", after=_US_AIR))),
    ),
    Card("C", US, "ARVN42", "BigTarget", _US_ASSAULT, Side((Play("Train", first=_US_ADVISE),))),
    Card("D", US, "UGatSup2", "BigTarget", _US_ASSAULT, Side((Play("Sweep", after=_US_AIR),))),
    Card(
        *("E", US, "VulnEn", "BigTarget", _US_ASSAULT),
        Side((Play("Train", after="Advise / if LBJ Air Strike / Air Lift"),)),
    ),
    Card(
        *("F", US, "BasesSafe", "Blocked*", Side((Play("Patrol"),))),
        Side((Play("Train", when="Pacify2T"), Play("Sweep"))),
        before=_US_AIR,
    ),
    Card(
        *("G", ARVN, "AvailARVN", "AddCtl/Unblock"),
        Side((Play("Assault", ("MaxAFP",), during="Transport / Raid"),)),
        _ARVN_TRAIN,
    ),
    Card(
        *("H", ARVN, "5Together", "AddCtl/Unblock", Side((Play("Assault"),))),
        Side((Play("Train", when="AvailARVN"), Play("Assault"))),
        before="Transport",
    ),
    Card(
        *("J", ARVN, "MoreARVN2", "AvailARVN", _ARVN_TRAIN),
        Side((Play("Patrol", when="Blocked", after=_ANY_ARVN), Play("Sweep"))),
    ),
    Card(
        *("K", ARVN, "ARVN42", "Blocked", Side((Play("Patrol", first=_ANY_ARVN),))),
        Side((Play("Assault", when="AddCtl"), Play("Train", after=_GOVERN))),
    ),
    Card(
        *("L", ARVN, "NVAin2", "AvailARVN", _ARVN_TRAIN),
        Side(
            (
                Play("Assault", when="AddCtl/Unblock", after="Raid / Transport"),
                Play("Sweep", after="Raid / Transport"),
            )
        ),
    ),
    Card(
        *("M", ARVN, "NVA14", "AvailARVN", Side((Play("Train", after="Transport / Govern"),))),
        Side(
            (
                Play("Patrol", when="Blocked", after="if Blocked Govern / Raid / Transport"),
                Play("Sweep", after="if Blocked Govern / Raid / Transport"),
            )
        ),
    ),
    Card(
        *("N", NVA, "AvailNT", "6Troops", _NVA_ATTACK),
        Side((Play("March", ("LoC",), when="8Troops", first=_PLAIN), Play("Rally", after=_PLAIN))),
    ),
    Card(
        *("P", NVA, "ARVN42", "20Troops"),
        Side((Play("Attack", when="6Troops"), Play("March")), first="Bombard"),
        Side((Play("Rally", when="AvailNG", after=_PLAIN), Play("March", first=_PLAIN))),
    ),
    Card("Q", NVA, "AvailNG or LowTrail", "6Troops", _NVA_ATTACK, _rally(_STRONG)),
    Card(
        *("R", NVA, "US42", "AvailNT"),
        Side((Play("March", ("LoC", "L/C"), first="Infiltrate (base)"),)),
        Side(
            (
                Play("Terror", when="UGatSup", after="Bombard"),
                Play("March", ("LoC", "L/C"), after=_AMBUSH_MARCH),
            )
        ),
    ),
    Card(
        *("S", NVA, "Pop2-noCOIN", "AvailNG or LowTrail", _rally(_STRONG)),
        Side(
            (
                Play("Attack", ("Ambush",), when="6TroopsCOIN", after="Bombard", unless="Ambush"),
                Play("March", ("LoC", "L/C"), after=_AMBUSH_MARCH),
            )
        ),
    ),
    Card(
        *("T", NVA, "20Troops", "6Troops", _NVA_ATTACK),
        Side((Play("Terror", when="UGatSup2NVA", after="Bombard"), Play("March", ("LoC",), first=_STRONG))),
    ),
    Card(
        *("U", VC, "3Guer", "UGnotAO", Side((Play("Terror", after=_SUBVERT),))),
        Side(
            (
                Play("Rally", when="AvailVC", after=_TAX),
                Play("March", after="Ambush / " + _TAX),
            )
        ),
    ),
    Card(
        *("V", VC, "UGnotAO", "AvailVC", _rally(_TAX)),
        Side((Play("Attack", ("Ambush",), when="3GuerUS"), Play("Terror", after="Subvert"))),
    ),
    Card(
        *("W", VC, "UGbyUS", "AvailVC", _rally(_SUBVERT)),
        Side((Play("Terror", when="UGnotAO", after="Subvert"), Play("Attack", ("Ambush",)))),
    ),
    Card(
        *("X", VC, "Pop2-noVCG", "AvailVC", _rally(_TAX)),
        Side((Play("March", after="Ambush / " + _SUBVERT),)),
    ),
    Card(
        *("Y", VC, "AvailVC", "3GuerUS"),
        Side((Play("Attack", ("Ambush",), after="Tax", unless="Ambush"),)),
        _rally(_SUBVERT),
    ),
    Card(
        *("Z", VC, "15Guer", "3Guer", Side((Play("March"),))),
        Side((Play("Terror", when="UGnotAO"), Play("March"))),
        before=_SUBVERT,
    ),
)
CARD_BY_LETTER: Final = {card.letter: card for card in CARDS}
LETTERS: Final = "".join(card.letter for card in CARDS)  # in the deck's order; a card is known by its place here


@cache
def alone(letter: str, front: bool) -> Entries:
    """What a side offers where an Event grants a Special Activity without an Operation (card 69)."""
    card = CARD_BY_LETTER[letter]
    if card.before:
        return card.before
    side = card.front if front else card.back
    entries = [side.first, *(text for play in side.plays for text in (play.first, play.during, play.after))]
    listed = next((text for text in entries if text), "").removeprefix("Ambush / ")
    ambush = any("Ambush" in play.flags for play in side.plays)
    return " / ".join(text for text in ("Ambush" if ambush else "", listed) if text)


@cache
def attempts(entries: Entries) -> tuple[Attempt, ...]:
    """An entry read: the Special Activities to be tried in order."""
    return tuple(_attempt(text) for text in entries.split(" / ")) if entries else ()


def _attempt(text: str) -> Attempt:
    when = ""
    if text.startswith("if "):
        _, when, text = text.split(" ", 2)
    name, _, flags = text.partition(" (")
    return Attempt(name.lower().replace(" ", "_"), tuple(flags.removesuffix(")").split(", ")) if flags else (), when)
