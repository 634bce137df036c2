"""An optional rule is one row: a field of the options, with words, offered wherever games are made."""

from dataclasses import fields

import pytest

from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import catalogue
from fitl.cli.main import build_parser
from fitl.options import SWITCHES, GameOptions
from fitl.rules.setup import NEEDS
from fitl.server.library import options


def test_every_field_that_is_on_or_off_has_its_row() -> None:
    assert sorted(SWITCHES) == sorted(field.name for field in fields(GameOptions) if field.default is False)


@pytest.mark.parametrize("name", SWITCHES)
def test_every_option_has_words_and_a_flag_and_is_offered(name: str) -> None:
    for table in ("option_title", "option_text"):
        assert f"{table}.{name}" in catalogue()
    assert f"web.lobby.group.{SWITCHES[name].group}" in catalogue()
    args = build_parser().parse_args(["play", "short-1965", f"--{name.replace('_', '-')}"])
    assert getattr(args, name) is True
    assert [row["group"] for row in options() if row["name"] == name] == [SWITCHES[name].group]


@pytest.mark.parametrize("name", NEEDS)
def test_an_option_that_not_all_scenarios_have_says_so(name: str) -> None:
    assert name in SWITCHES
    assert f"options.{name}" in catalogue()
    assert any(NEEDS[name]([scenario]) for scenario in SCENARIOS.values())
    assert not all(NEEDS[name]([scenario]) for scenario in SCENARIOS.values())
