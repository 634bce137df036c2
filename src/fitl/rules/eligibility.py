"""2.3.6 Eligibility: who may still act on the card in play, and who on the next one. Factions as bits of a mask."""

from fitl.state import State


def eligible_now(s: State) -> int:
    """Who may still act on this card."""
    return s.eligible & ~s.passed & ~s.made_ineligible & ~_acted(s)


def eligible_next(s: State) -> int:
    """Who will be Eligible for the next card as things stand."""
    return s.everybody() & ~(_acted(s) & ~s.stay_eligible) & ~s.made_ineligible


def _acted(s: State) -> int:
    return sum(1 << faction for faction, _ in s.acted)
