"""Dice say what they are for: beside a physical board nobody could tell otherwise."""

import random

from fitl.board.cards import TET_OFFENSIVE
from fitl.board.factions import NVA, VC
from fitl.board.spaces import HUE, SAIGON
from fitl.bots.table import NonPlayers
from fitl.decisions import CHANCE, DIE
from fitl.events.pivotal import tet_offensive
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.operations.attack import guerrilla_attack
from fitl.words import prompt
from tests.support import blank, put


def test_an_attack_names_its_space_its_attacker_and_what_must_be_rolled() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, police=1)
    die = next(guerrilla_attack(s, VC, HUE))
    assert (die.kind, die.params) == ("attack.die", {"faction": VC, "space": HUE, "strength": 3})
    assert prompt(die) == "VC Guerrillas Attack in Hue: roll 3 or less (3.3.3)"


def test_the_attacks_of_tet_are_told_apart() -> None:
    s = blank(card=TET_OFFENSIVE)
    for sp in (HUE, SAIGON):
        put(s, sp, vc_guerrilla=4, nva_guerrilla=1, police=2)
    rng = random.Random(3)
    flow = tet_offensive(s, VC)
    rolled, decision = [], next(flow)
    try:
        while True:
            if decision.actor == CHANCE:
                rolled.append((decision.params or {})["space"])
            decision = flow.send(rng.choice(decision.options).value)
    except StopIteration:
        pass
    assert set(rolled) >= {HUE, SAIGON}


def test_every_die_of_a_game_at_a_table_says_whose_it_is_or_where_it_falls() -> None:
    rng = random.Random(8)
    dice = set()
    for seed in range(6):
        options = GameOptions(non_players=(NVA, VC))
        game = Game.new("short-1965", seed=seed, options=options, manual_chance=True)
        table = NonPlayers(game)
        while game.decision is not None:
            decision = game.decision
            if decision.actor != CHANCE:
                if not table.asked():
                    game.choose(rng.choice(decision.options))
                else:
                    table.play()
                continue
            if decision.options is DIE:
                params = decision.params or {}
                assert params.keys() & {"space", "faction", "card", "spaces"}, decision
                assert "{" not in prompt(decision, game.state.cards)
                dice.add(decision.kind)
            game.choose(rng.choice(decision.options))
    assert {"bot.die", "bot.tens"} < dice
