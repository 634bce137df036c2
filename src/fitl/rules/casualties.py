"""S3.2.1, S6.6: ARVN Casualties, which lie there until ARVN Resources buy them back."""

from fitl.board.factions import ARVN
from fitl.board.pieces import FACTION_OF, KINDS, PLAIN_KINDS
from fitl.board.spaces import AVAILABLE, CASUALTIES
from fitl.decisions import Decision, Flow, amounts
from fitl.rules.economy import can_afford, pay
from fitl.rules.forces import transfer
from fitl.state import State


def arvn_casualties(s: State) -> list[int]:
    """The kinds of ARVN piece among the Casualties."""
    return [kind for kind in PLAIN_KINDS if FACTION_OF[kind] == ARVN and s.pieces[CASUALTIES * KINDS + kind]]


def buy_back(s: State, by: int, question: str, rule: str, at_least: int = 1) -> Flow[None]:
    """S3.2.1, S6.6: ARVN Casualties become Available for 1 ARVN Resource each, also in a free Train (S3.1.2, S5.5)."""
    bought = 0
    for kind in arvn_casualties(s):
        most = s.pieces[CASUALTIES * KINDS + kind]
        while most and not can_afford(s, by, most):
            most -= 1
        later = any(other > kind for other in arvn_casualties(s))
        options = amounts(0 if bought >= at_least or later else at_least, most)
        n: int = yield Decision(by, question, rule, options, {"piece": kind, "origin": CASUALTIES}, 1)
        if n:
            bought += n
            pay(s, by, n)
            transfer(s, kind, n, CASUALTIES, AVAILABLE, kind)
            s.note("log.between_boxes", n=n, piece=kind, origin=CASUALTIES, destination=AVAILABLE)
