"""The cards of Sovereign of Discord. What they do is ours; an owner of the print can replace it with a pack."""

from fitl.events.sovereign_of_discord import (
    annex_1961,
    annex_1962,
    annex_1963,
    pivotal,
    year_1961,
    year_1962,
    year_1963,
)

__all__ = ["annex_1961", "annex_1962", "annex_1963", "pivotal", "year_1961", "year_1962", "year_1963"]
