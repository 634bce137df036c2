"""The parts of tools/faults.py: people who play on whatever happens, what breaks, and what must hold afterwards."""
