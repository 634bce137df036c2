"""The cards of Fall of Saigon. What they do is ours; an owner of the print can replace it with a pack."""

from fitl.events.fall_of_saigon import annex_1973, annex_1974, annex_1975, pivotal, year_1973, year_1974, year_1975

__all__ = ["annex_1973", "annex_1974", "annex_1975", "pivotal", "year_1973", "year_1974", "year_1975"]
