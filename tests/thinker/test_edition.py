"""Games of thinkers are kept and compared (docs/strength.md): whoever changes what they answer must say so."""

from hashlib import blake2b

from fitl.bots.table import NonPlayers
from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.options import GameOptions
from fitl.thinker.levels import EDITION

ANSWERS = 25  # of a game: some turns of everybody
DIGESTS = {2: "b418da6856004775"}  # by edition


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
    assert heard.hexdigest() == DIGESTS[EDITION], (
        "Thinkers answer otherwise than before: raise EDITION in fitl/thinker/levels.py, write down the new digest, "
        "and play the matches of docs/strength.toml anew."
    )
