"""The cards: short programs in rulebook words, by leading Faction; `fitl.compose` puts them together."""
