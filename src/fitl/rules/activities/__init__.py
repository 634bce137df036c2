"""Special Activities (4.x): one module each."""
