"""1.5.2: NVA and VC hand Resources to each other, beside the decisions and while either of them is acting."""

from typing import Final

from fitl.board.factions import FACTION_BY_ID, INSURGENTS, partner
from fitl.board.pieces import EDGE_TRACK_MAX
from fitl.decisions import Decision
from fitl.naming import UnknownName, faction_of
from fitl.refusals import Refused, WrongSeat, same
from fitl.rules.economy import add_resources
from fitl.state import State
from fitl.words import say

MOST_TRANSFERS: Final = 50  # in one turn: nobody needs as many, and each is replayed whenever somebody looks back


def giver_of(given: int | str) -> int:
    """The Faction that gives, by number or name; only NVA and VC may."""
    try:
        giver = faction_of(given)
    except UnknownName:
        giver = -1
    if giver not in INSURGENTS:
        raise Refused(say("refuse.transfer.factions"))
    return giver


def may_be_at_all(s: State) -> bool:
    """Does anybody ever hand over Resources in this era, among these players (1.5.2, P1.8)?"""
    return s.era.resources_transferred and s.options.may_transfer_resources()


def check(s: State, decision: Decision | None, giver: int, amount: int, seat: int | None = None) -> None:
    """Refuse a transfer that may not be, or not at the decision that is open now."""
    giver = giver_of(giver)
    taker = partner(giver)
    if not s.era.resources_transferred:  # P1.8
        raise Refused(say("refuse.transfer.era"))
    if not s.options.may_transfer_resources():
        raise Refused(say("refuse.transfer.one_player"))
    if seat is not None and not same(seat, s.options.seat_of(giver)):
        raise WrongSeat(say("refuse.seat", {"faction": giver}))
    if s.executing not in INSURGENTS:
        raise Refused(say("refuse.transfer.when"))
    if decision is None or not decision.open:
        raise Refused(say("refuse.transfer.step"))
    if type(amount) is not int or not 0 < amount <= s.resources[giver]:
        raise Refused(say("refuse.transfer.amount", {"faction": giver, "have": s.resources[giver]}))
    if s.resources[taker] + amount > EDGE_TRACK_MAX:
        raise Refused(say("refuse.transfer.full", {"faction": taker}))


def check_often(before: int) -> None:
    """Refuse one more transfer where this turn has seen this many."""
    if before >= MOST_TRANSFERS:
        raise Refused(say("refuse.transfer.enough", {"most": MOST_TRANSFERS}))


def hand_over(s: State, key: str) -> None:
    """Carry out the entry of a transfer, such as "nva:3"."""
    giver, amount = key.split(":")
    faction = FACTION_BY_ID[giver]
    add_resources(s, faction, -int(amount))
    add_resources(s, partner(faction), int(amount))
