"""Games of thinkers are kept and compared (docs/strength.md): whoever changes what they answer must say so."""

from hashlib import blake2b

from fitl.bots.table import NonPlayers
from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.options import GameOptions
from fitl.thinker.determinize import known_to
from fitl.thinker.levels import BUDGETS, DEEP, EDITIONS, INSTANT, QUICK, STEADY, level_of
from fitl.thinker.thought import Question, think

ANSWERS = 25  # of a game: some turns of everybody
DIGESTS = {2: "b418da6856004775"}  # by edition, of those that sample
COMPOSED = {4: "b6c5153f95669a92"}  # of those that compose
CHANGED = (
    "Thinkers answer otherwise than before: raise their edition in fitl/thinker/levels.py, write down the new digest, "
    "and play the matches of docs/strength.toml anew."
)


def test_thinkers_answer_as_their_edition_did() -> None:
    heard = blake2b(digest_size=8)
    for scenario, players in (
        ("short-1965", "us=thinker:quick,others=flowchart"),
        ("medium-1968", "arvn=thinker:quick,others=flowchart"),
        ("four-player-1961", "thinker:quick"),
        ("black-april-1973", "thinker:quick"),
    ):
        game = Game.new(scenario, seed=11, options=options_for(players_of(players, scenario), GameOptions()), log=False)
        table = NonPlayers(game)
        while len(game.entries) < ANSWERS:
            table.play()
        heard.update(repr([entry.key for entry in game.entries[:ANSWERS]]).encode())
    for level in (INSTANT, QUICK, STEADY):
        assert heard.hexdigest() == DIGESTS[EDITIONS[level]], CHANGED


def test_thinkers_that_compose_answer_as_their_edition_did() -> None:
    """The first thoughts of a game, with a tenth of their budget."""
    heard = blake2b(digest_size=8)
    level = BUDGETS[DEEP]._replace(playouts=600, looks=60)
    for scenario in ("short-1965", "black-april-1973"):
        game = Game.new(scenario, seed=11, log=False)
        while game.decision is not None and game.decision.kind != "turn.action":
            game.choose(game.decision.options[0])
        assert game.decision is not None
        faction = game.decision.actor
        thought = think(Question(known_to((faction,), game), faction, level, ()))
        heard.update(repr(thought.way).encode())
    assert heard.hexdigest() == COMPOSED[EDITIONS[DEEP]], CHANGED


def test_the_level_of_a_thinker_is_the_second_word_of_its_kind() -> None:
    kinds = ("thinker", "thinker:quick", "thinker:deep:privileged")
    assert [level_of(kind) for kind in kinds] == [STEADY, QUICK, DEEP]
