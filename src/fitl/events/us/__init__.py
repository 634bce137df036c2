"""Cards 1-30, led by the US."""
