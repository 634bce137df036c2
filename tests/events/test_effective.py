"""5.1.3: what every side of a card says about its effect agrees with dry runs of its program."""

import pytest

from fitl.board.card import card_id
from tests.events.dry_runs import IT_ACTS, NOTHING_CHANGES, name_of, positions, sides_of, verdict
from tests.tiers import examples

SCENARIOS = (
    *("short-1965", "medium-1968", "full-1964"),
    *("four-player-1961", "diems-war-1961", "prequel-1963"),
    *("black-april-1973", "extended-short-1972"),
)
GAMES = examples(3)
POSITIONS = 6  # of each game

EXCEPTIONS = {
    ("15", "unshaded", IT_ACTS): "Medevac's Momentum ends unused where no Commitment Phase comes before Reset",
    ("97", "unshaded", IT_ACTS): "Thieu's card has no text, so turning it face down changes no rule",
    (
        "p6",
        "shaded",
        NOTHING_CHANGES,
    ): "a lone Guerrilla that shows itself hides again; its space may gain nothing",
    ("p67", "unshaded", NOTHING_CHANGES): "the free Advise may be a Sweep that finds nobody (P4.2.1)",
    ("74", "unshaded", NOTHING_CHANGES): "the free Limited Operation may be a Train with nothing Available",
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_side_says_of_its_effect_agrees_with_dry_runs(scenario: str) -> None:
    faults = set()
    for seed in range(GAMES):
        for s in positions(scenario, seed, POSITIONS):
            for card, side, by in sides_of(s):
                fault = verdict(s, card, side, by, seed)
                if fault and (card_id(card), side, fault) not in EXCEPTIONS:
                    faults.add(name_of(card, side, by, fault))
    assert not faults, "\n".join(sorted(faults))
