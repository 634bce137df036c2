"""The table of the Paris Peace Talks as data (S6.8.1, OPEN 32): read, checked, and replaced by a pack."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fitl.board.facts import FactsError, packaged
from fitl.board.talks import TALKS, load_talks
from fitl.cli.main import main
from fitl.compose import BASE
from fitl.eras.fall_of_saigon import paris
from fitl.packs import PackError, parse_pack, with_packs
from tests.eras.fall_of_saigon.support import XS
from tests.eras.sovereign_of_discord.support import begun
from tests.support import play

SMALL = """name = "Small"
[talks]
nva_from = [0]
us_from = [0, 20]
cells = [[{ nva = { war = 3 }, us = { war = 1 } }, { nva = { war = 4 }, us = { peace = -2 } }]]
"""


def test_the_values_are_marked_as_ours() -> None:
    assert TALKS.source == "ours"
    assert BASE.talks is TALKS


@pytest.mark.parametrize(
    ("scores", "nva", "us"),
    [((6, 14), {"peace": 0}, {"peace": -5}), ((7, 34), {"war": 10, "peace": 0}, {"war": 5, "peace": -10})],
)
def test_a_pair_of_scores_has_one_cell(scores: tuple[int, int], nva: dict[str, int], us: dict[str, int]) -> None:
    assert (TALKS.at(*scores).nva, TALKS.at(*scores).us) == (nva, us)
    assert TALKS.at(75, 75).nva == {"war": 15}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"nva_from": [1, 7, 15]}, "nva_from: expected the first score of each range, from 0 upward"),
        ({"us_from": [0, 15, 15]}, "us_from: expected the first score of each range, from 0 upward"),
        ({"cells": []}, "cells: expected 3 rows, one for each range of the NVA score"),
        ({"cells": [[]] * 3}, "cells[0]: expected 3 cells, one for each range of the US score"),
        ({"cells": [[{"nva": {}, "us": {"war": 0}}] * 3] * 3}, 'cells[0][0].nva: expected "war", "peace" or both'),
        ({"cells": [[{"nva": {"truce": 1}, "us": {}}] * 3] * 3}, 'cells[0][0].nva: unknown key "truce"'),
        ({"source": "mine"}, 'source: "mine" is not one of ours, printed'),
    ],
)
def test_what_is_wrong_with_the_data_is_said_with_its_place(change: dict[str, Any], sentence: str) -> None:
    table = json.loads(packaged("talks.json")) | change
    with pytest.raises(FactsError, match=re.escape(sentence)):
        load_talks(json.dumps(table))


def test_a_pack_brings_its_own_table_without_any_card() -> None:
    """Two-dimensional: what NVA may do depends on the US score as well."""
    s = begun(XS, piles=(), coup_pool=(), next_card=0, stage=paris.TALKS)
    s.cards = with_packs([parse_pack(SMALL)])
    play(s.era.stages[s.stage].step(s))
    assert (s.war_weary, s.anti_war, s.stage) == (4, 13, paris.US_RETREAT)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("us_from = [0, 20]", "us_from = [20]", "the ranges begin with 0 and rise"),
        ("us_from = [0, 20]", "us_from = [0]", "2 cells; there is one for each range of the US score, 1 in all"),
        ("nva_from = [0]", "nva_from = [0, 9]", "1 rows; there is one for each range of the NVA score, 2 in all"),
        ("{ war = 3 }", "{}", "name war, peace or both"),
        ("{ war = 3 }", "{ war = 99 }", "99 is out of range; write a number from -75 to 75"),
        ("us_from = [0, 20]\n", "", '"us_from" is missing: the first score of each range'),
        (", us = { war = 1 }", "", '"us" is missing: what the scores leave this side'),
    ],
)
def test_what_is_wrong_with_a_packs_table_is_said_with_its_line(old: str, new: str, sentence: str) -> None:
    with pytest.raises(PackError, match=re.escape(sentence)) as refused:
        parse_pack(SMALL.replace(old, new), "small.toml")
    assert str(refused.value).startswith("small.toml, line ")


def test_only_one_pack_may_bring_a_table() -> None:
    other = parse_pack(SMALL.replace("Small", "Other"), "other.toml")
    with pytest.raises(PackError, match=re.escape('other.toml: the pack "Small" has a table of the Talks too')):
        with_packs([parse_pack(SMALL), other])


def test_the_pack_in_the_documentation_is_our_own_table() -> None:
    text = (Path(__file__).parents[3] / "docs" / "card-packs.md").read_text(encoding="utf-8")
    block = next(block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "[talks]" in block)
    found = parse_pack(block).talks
    assert found is not None
    assert (found.nva_from, found.us_from, found.cells) == (TALKS.nva_from, TALKS.us_from, TALKS.cells)


def test_checking_a_pack_says_that_it_brings_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    assert main(["pack", "check", str(file)]) == 0
    assert "a table of the Paris Peace Talks, instead of ours" in " ".join(capsys.readouterr().out.split())
