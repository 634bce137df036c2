"""Recorded games of every scenario and mix of players replay to the same end.

If one differs because a rule was corrected on purpose: `python tools/golden_games.py --record`.
"""

from pathlib import Path

import pytest

from fitl import journal

GAMES = sorted((Path(__file__).parents[1] / "golden" / "games").glob("*.jsonl"))


def test_there_are_at_least_thirty() -> None:
    assert len(GAMES) >= 30


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game_replays_to_its_end(path: Path) -> None:
    read = journal.read(path)
    game = journal.replay(read)
    assert journal.drift(read, game) == []
    assert game.outcome is not None
    assert game.decision is None
