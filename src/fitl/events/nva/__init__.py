"""Cards 31-60, led by the NVA."""
