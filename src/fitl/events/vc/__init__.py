"""Cards 91-120, led by VC."""
