"""Cards 61-90, led by ARVN."""

from fitl.events.arvn import cards_61_75, cards_76_90

__all__ = ["cards_61_75", "cards_76_90"]
