"""Calibration: curves are found again from games that follow them, and predictions are counted by tenths."""

import random

import pytest

from fitl.board.factions import US, VC
from fitl.lab.calibrate import FEWEST, PLAN, Position, fit, played, reliability
from fitl.thinker.chance import TERMS, Curve, Terms, softmax

pytest.importorskip("numpy")


def made_up(curve: Curve, games: int) -> list[Position]:
    """Games of one position each, won as a curve says."""
    dice = random.Random(7)
    found = []
    for game in range(games):
        terms = {faction: Terms(dice.gauss(0, 1), dice.gauss(0, 4), dice.gauss(0, 2)) for faction in (US, VC)}
        shares = softmax({faction: curve.score(faction, each) for faction, each in terms.items()})
        winner = US if dice.random() < shares[US] else VC
        found.append(Position(game, "base.people", 1, terms, shares, winner))
    return found


def test_a_curve_is_found_again() -> None:
    told = fit(made_up(Curve((0.5, 0.4, -0.3), {US: 0.6, VC: 0.0}), 20_000))["base.people"]["1"]
    assert [told[name] for name in TERMS] == pytest.approx([0.5, 0.4, -0.3], abs=0.05)
    assert told["us"] - told["vc"] == pytest.approx(0.6, abs=0.06)


def test_few_games_make_no_curve() -> None:
    assert not fit(made_up(Curve((1.0, 0.0, 0.0), {}), FEWEST - 1))


def test_predictions_that_come_true_are_reliable() -> None:
    tenths = reliability(made_up(Curve((1.5, 0.0, 0.0), {}), 20_000))
    assert sum(each.chances for each in tenths) == 40_000
    for each in tenths:
        assert each.won == pytest.approx(each.called, abs=0.03)


def test_predictions_that_do_not_come_true_are_not() -> None:
    wrong = [each._replace(winner=US + VC - each.winner) for each in made_up(Curve((2.0, 0.0, 0.0), {}), 2_000)]
    assert any(abs(each.won - each.called) > 0.2 for each in reliability(wrong))


def test_positions_are_those_of_games_of_the_plan() -> None:
    index = PLAN.index(("short-1965", "flowchart"))
    found = list(played(index, index + 1, 1))
    assert {each.curve for each in found} == {"base.bots"}
    assert len({each.winner for each in found}) == 1
    assert all(sum(each.chances.values()) == pytest.approx(1) for each in found)
