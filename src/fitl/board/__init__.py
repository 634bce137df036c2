"""The static facts of the game: factions, pieces, the map, the cards and the scenarios."""
