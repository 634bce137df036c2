"""What tests of thinkers share."""

from fitl.game import Game
from fitl.thinker.search import Found, follow


def assert_is_legal_turn(game: Game, found: Found) -> None:
    """A way can be carried out from its beginning to its end, where nothing falls that could prevent it."""
    copy = game.clone()
    rest = list(found.way)
    turn = len(copy.checkpoints)
    while rest and copy.decision is not None and len(copy.checkpoints) == turn:
        option = follow(copy.decision, rest)
        assert option is not None or not found.certain
        copy.choose(option or copy.decision.options[0])
    assert len(copy.checkpoints) > turn or not found.certain
