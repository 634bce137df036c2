"""Review of a finished game: chances over time, the cost of every turn, better turns, and luck."""
