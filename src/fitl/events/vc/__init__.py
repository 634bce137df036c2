"""Cards 91-120, led by VC."""

from fitl.events.vc import cards_91_105, cards_106_120

__all__ = ["cards_91_105", "cards_106_120"]
