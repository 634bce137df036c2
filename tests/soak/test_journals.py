"""The journals of many games of four non-players, the longest there are, stay within 64 KiB."""

import os

import pytest

from fitl.game import Game
from fitl.lab.players import options_for, parse_players
from fitl.lab.simulate import game_seed, play_out
from fitl.options import GameOptions
from fitl.packs import Pack, example_pack
from tests.test_recording import MOST_BYTES, size_of

BOTS = parse_players("flowchart")
GAMES = int(os.environ.get("SOAK_GAMES", "200"))


@pytest.mark.soak
@pytest.mark.parametrize("packs", [(), (example_pack(),)], ids=["printed cards", "with a pack"])
def test_no_journal_of_four_non_players_is_larger_than_64_kib(packs: tuple[Pack, ...]) -> None:
    largest = 0
    for index in range(GAMES):
        seed = game_seed(11, index)
        game = Game.new("full-1964", seed=seed, options=options_for(BOTS, GameOptions()), packs=packs, log=False)
        play_out(game, BOTS, seed)
        largest = max(largest, size_of(game))
    assert largest <= MOST_BYTES
