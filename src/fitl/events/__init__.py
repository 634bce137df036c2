"""The cards: short programs in rulebook words, by leading Faction. Importing this package registers them all."""

from fitl.events import arvn, by_hand, fall_of_saigon, nva, pivotal, sovereign_of_discord, us, vc

__all__ = ["arvn", "by_hand", "fall_of_saigon", "nva", "pivotal", "sovereign_of_discord", "us", "vc"]
