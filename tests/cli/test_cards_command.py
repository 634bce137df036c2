"""`fitl cards` and `fitl pack check`, and games started with packs, as people use them."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from fitl.board.cards import CARDS
from fitl.cli.main import main
from tests.cli.support import fitl, games_in

EXAMPLE = str(files("fitl.packs").joinpath("example.toml"))

Captured = pytest.CaptureFixture[str]


def said(capture: Captured) -> str:
    """What was printed, as one line."""
    out, err = capture.readouterr()
    return " ".join((out + err).split())


def test_all_cards_are_listed_in_order(capsys: Captured) -> None:
    assert main(["cards"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 130
    assert lines[0].split() == ["#1", "Gulf", "of", "Tonkin", "1964", "US", "NVA", "ARVN", "VC"]
    assert lines[-1].startswith("#130 ")


def test_one_card_is_shown_with_its_texts_and_ruling(capsys: Captured) -> None:
    assert main(["cards", "107"]) == 0
    shown = said(capsys)
    assert "#107 Burning Bonze" in shown
    assert "Patronage +3" in shown
    assert "Aid by 12" in shown


def test_periods_and_words_are_searched_for(capsys: Captured) -> None:
    assert main(["cards", "--period", "1964", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [card["number"] for card in found] == [n for n, card in CARDS.items() if card.period == 1964]
    assert main(["cards", "--search", "BURNING", "--json"]) == 0
    assert [card["number"] for card in json.loads(capsys.readouterr().out)] == [107]
    assert main(["cards", "--search", "patronage", "--json"]) == 0
    assert 107 in [card["number"] for card in json.loads(capsys.readouterr().out)]
    assert main(["cards", "--search", "no such words"]) == 0
    assert said(capsys) == "No card matches that."


def test_json_says_everything_about_a_card(capsys: Captured) -> None:
    assert main(["cards", "107", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    assert card["number"] == 107
    assert card["title"] == "Burning Bonze"
    assert card["order"] == ["vc", "nva", "arvn", "us"]
    assert card["period"] == 1964
    assert list(card["sides"]) == ["unshaded", "shaded"]
    assert card["sides"]["shaded"]["implemented"] is True
    assert "Aid by 12" in card["sides"]["shaded"]["text"]
    assert card["implemented"] is True


def test_coup_cards_are_listed_too(capsys: Captured) -> None:
    assert main(["cards", "125", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    assert (card["kind"], card["order"], card["period"], card["implemented"]) == ("coup", [], None, True)


def test_a_card_that_is_not_there_is_refused(capsys: Captured) -> None:
    assert main(["cards", "131"]) == 2
    assert said(capsys).startswith("No card is called '131'. Name one by its number (47)")


def test_the_cards_of_a_pack_are_shown_beside_the_others(capsys: Captured) -> None:
    assert main(["cards", "203", "--pack", EXAMPLE]) == 0
    assert "Ruling The Province is chosen first" in said(capsys)
    assert main(["cards", "208", "--pack", EXAMPLE, "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    assert [side["implemented"] for side in card["sides"].values()] == [True, False]


def test_a_pack_in_order_is_described(capsys: Captured) -> None:
    assert main(["pack", "check", EXAMPLE]) == 0
    shown = said(capsys)
    assert "the pack 'Back roads' is in order; cards: 9" in shown
    assert "no steps for shaded: playable only with --by-hand" in shown


def test_a_pack_that_replaces_a_printed_card_says_so(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Path(EXAMPLE).read_text().replace("number = 201", "number = 7"))
    assert main(["pack", "check", str(path)]) == 0
    assert "replaces the printed #7 ADSID" in said(capsys)


def test_everything_wrong_with_a_pack_is_said_line_by_line(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Path(EXAMPLE).read_text().replace('piece = "police"', 'piece = "polise"').replace("1968", "1967"))
    assert main(["pack", "check", str(path)]) == 2
    shown = said(capsys)
    assert 'there is no piece "polise"; did you mean "police"?' in shown
    assert "1967 is not a period; choose from 1961, 1962, 1963, 1964, 1965, 1968, 1973, 1974, 1975 (2.1)" in shown


def test_packs_that_do_not_go_together_are_refused(capsys: Captured) -> None:
    assert main(["pack", "check", EXAMPLE, EXAMPLE]) == 2
    assert 'the pack "Back roads" has a card 201 too' in said(capsys)


def test_a_missing_pack_is_refused_in_a_sentence(tmp_path: Path, capsys: Captured) -> None:
    for words in (["pack", "check"], ["play", "--pack"], ["sim", "short-1965", "--games", "1", "--pack"]):
        assert main([*words, str(tmp_path / "none.toml")]) == 2
        assert "cannot be read: No such file or directory" in said(capsys)


def test_a_game_is_played_and_resumed_with_a_pack(tmp_path: Path) -> None:
    played = fitl(tmp_path, "play", "short-1965", "--seed", "3", "--pack", EXAMPLE, "--by-hand", typed="quit\n")
    assert played.returncode == 0, played.stderr
    (game,) = games_in(tmp_path)
    assert '"packs"' in game.read_text().split("\n")[0]
    resumed = fitl(tmp_path, "resume", str(game), typed="card 203\nquit\n")
    assert resumed.returncode == 0, resumed.stderr
    assert "#203 Radio Hill" in resumed.stdout


def test_simulations_use_packs_in_every_process(tmp_path: Path) -> None:
    runs = [
        fitl(tmp_path, "sim", "short-1965", "--games", "6", "--jobs", jobs, "--pack", EXAMPLE, "--json")
        for jobs in ("1", "2")
    ]
    assert [run.returncode for run in runs] == [0, 0]
    one, two = (json.loads(run.stdout) | {"seconds": 0} for run in runs)
    assert one == two
    assert one["finished"] == 6


def test_the_cards_of_an_expansion_are_listed_by_set_and_shown_by_id(capsys: Captured) -> None:
    assert main(["cards", "--set", "sod", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"p4", "p73"} <= {card["id"] for card in found}
    assert all(card["id"].startswith("p") for card in found)
    assert main(["cards", "P4"]) == 0
    shown = said(capsys)
    assert "P4 Taylor Rostow Mission" in shown
    assert "Raise Washington 1" in shown
    assert "What this card does is ours, not the printed text." in shown


def test_what_of_a_card_is_ours_is_marked_in_its_data(capsys: Captured) -> None:
    for name, ours in (("p4", True), ("107", False)):
        assert main(["cards", name, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["ours"] is ours
