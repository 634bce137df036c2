"""Coup Rounds (6.x): one module per phase."""
