"""Longer work, done by worker processes (pool.py) or in line (inline.py).

A job (`jobs/`) says what is to be done and in which lane (lanes.py). A lane says how many of its jobs run at a time,
how many may wait, and what each may take. Jobs of one lane take turns by who asked (queue.py).
"""
