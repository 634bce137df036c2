"""S3.3: what Operations cost after the Paris talks."""

from fitl.board.factions import VC
from fitl.rules.economy import base_price
from fitl.state import State

VC_PRICE = 2


def price(s: State, faction: int, operation: str) -> int:
    """VC pays 2 where it paid 1; all others as before. March and Terror on LoCs stay free."""
    return VC_PRICE if faction == VC else base_price(s, faction, operation)
