"""A whole game of a scenario, played the same way wherever Python runs; imported here and in the browser's Python."""

from fitl import journal
from fitl.bots.table import NonPlayers
from fitl.game import Game
from fitl.journal.lines import to_text
from fitl.options import GameOptions, OptionsError

STEP, MODULUS = 6_364_136_223_846_793_005, 1 << 64  # of a row of numbers that every version of Python makes the same


def new_game(scenario: str, seed: int) -> Game:
    """With four flowcharts where the scenario has them, else without bots."""
    try:
        return Game.new(scenario, seed=seed, options=GameOptions(non_players=(0, 1, 2, 3)))
    except OptionsError:
        return Game.new(scenario, seed=seed)


def whole_game(scenario: str, seed: int) -> str:
    """The journal of a game played to its end: by its bots, and else by answers picked by number."""
    game = new_game(scenario, seed)
    table = NonPlayers(game) if game.state.options.non_players else None
    picked = seed
    while (decision := game.decision) is not None:
        if table is not None and table.asked():
            table.play()
            continue
        picked = (picked * STEP + 1) % MODULUS
        game.choose(decision.options[(picked >> 33) % len(decision.options)].key)
    return "".join(map(to_text, journal.lines_of(game)))
