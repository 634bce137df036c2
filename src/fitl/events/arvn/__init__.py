"""Cards 61-90, led by ARVN."""
