"""Cards 1-30, led by the US."""

from fitl.events.us import cards_1_15, cards_16_30

__all__ = ["cards_1_15", "cards_16_30"]
