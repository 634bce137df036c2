"""Cards 31-60, led by the NVA."""

from fitl.events.nva import cards_31_45, cards_46_60

__all__ = ["cards_31_45", "cards_46_60"]
