"""What has moved on the map: by whoever is asked, and before by others in the same turn or phase."""

from fitl.bots.hint import hint
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.server.answers import Answers
from fitl.server.piece_changes import moved_by

EVERYBODY = range(4)


def test_moves_of_others_are_told_apart_from_those_of_whoever_is_asked() -> None:
    game = Game.new("short-1965", seed=7)
    heard = Answers()
    said: list[int] = []  # by whom each line of the story was caused
    both = False
    while game.number < 125:
        decision = game.decision
        assert decision is not None
        lines = game.log or []
        begun = game.checkpoints[-1].log
        own = heard.own_lines(game, EVERYBODY)
        assert own == Answers().own_lines(game, EVERYBODY), "heard or read off, it is the same"
        assert {CHANCE, decision.actor} >= set(said[own:])
        assert own == begun or said[own - 1] != decision.actor
        assert heard.own_lines(game, ()) == len(lines), "bots alone play: nothing is anybody's own"
        told = moved_by(lines[begun:], own - begun)
        both |= bool(told["others"]["moves"]) and decision.actor not in said[begun:]
        key = hint(game)[0].key
        heard.hear(game, key)
        game.choose(key)
        said += [decision.actor] * (len(game.log or ()) - len(said))
    assert both, "a Redeploy of one Faction was told to the next"
