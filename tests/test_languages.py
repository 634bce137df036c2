"""Languages are a matter of each conversation, and a name takes the forms its language needs."""

import threading
from typing import Any

import pytest

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import KIND_BY_ID
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import SPACE_BY_ID
from fitl.catalogue import Name, bend, figures, per_language, speaking, spoken_language, tell
from fitl.cli.board import card_view
from fitl.cli.matching import matches, words_of
from fitl.entries import Reason
from fitl.server.language import preferred
from fitl.words import faction_name, key_name, piece_name, row_name, say, scenario_title, space_name
from tests.cli.support import ScriptedTerminal
from tests.languages import spanish  # noqa: F401  (a fixture)


@pytest.mark.usefixtures("spanish")
def test_two_conversations_at_once_each_have_their_language() -> None:
    begun, ended = threading.Event(), threading.Event()
    heard: list[str] = []

    def other() -> None:
        begun.wait()
        heard.append(faction_name(US))
        ended.set()

    thread = threading.Thread(target=other)
    thread.start()
    with speaking("es"):
        begun.set()
        ended.wait()
        assert faction_name(US) == "EE. UU."
        with speaking("en"):
            assert faction_name(US) == "US"
        assert spoken_language() == "es"
    thread.join()
    assert heard == ["US"]
    assert spoken_language() == "en"


@pytest.mark.usefixtures("spanish")
def test_what_is_made_once_is_made_once_in_each_language() -> None:
    made = []

    @per_language
    def name() -> str:
        made.append(spoken_language())
        return faction_name(US)

    with speaking("es"):
        assert (name(), name()) == ("EE. UU.", "EE. UU.")
    assert (name(), name()) == ("US", "US")
    assert made == ["es", "en"]


@pytest.mark.usefixtures("spanish")
def test_a_name_takes_article_contraction_and_number() -> None:
    base = KIND_BY_ID["vc_base"]
    with speaking("es"):
        assert say("test.of", {"n": 1, "faction": VC}) == "1 Recurso del VC."
        assert say("test.of", {"n": 3, "faction": US}) == "3 Recursos de EE. UU."  # one full stop, not two
        assert say("test.head", {"faction": NVA}) == "El EVN paga."
        assert say("test.head", {"faction": US}) == "EE. UU. paga."
        assert say("test.piece", {"piece": base, "n": 1}) == "la Base del VC; las Bases del VC; Base del VC"
        assert say("test.piece", {"piece": base, "n": 4}).endswith("; Bases del VC")
        assert bend("[las] Bases", "de") == "de las Bases"
        assert piece_name(base, 2) == "Bases del VC"
        assert tell("test.plain", n=1) == "uno"


@pytest.mark.usefixtures("spanish")
def test_a_form_that_the_language_does_not_have_is_named() -> None:
    with pytest.raises(KeyError, match=r"form\.de\.other"):
        format(Name("US"), "de")


@pytest.mark.usefixtures("spanish")
def test_facts_of_the_board_may_be_named_in_another_language() -> None:
    saigon = SPACE_BY_ID["saigon"]
    with speaking("es"):
        assert (row_name(saigon), space_name(saigon)) == ("Saigón", "Saigón")
        assert say("test.place", {"space": saigon}) == "en Saigón"
        assert scenario_title(SCENARIOS["short-1965"]) == "1965 a 1967"
        assert row_name(SPACE_BY_ID["hue"]) == "Hue"
    assert row_name(saigon) == "Saigon"


@pytest.mark.usefixtures("spanish")
def test_the_terminal_says_what_the_printed_title_of_a_card_means() -> None:
    terminal = ScriptedTerminal()
    with speaking("es"):
        terminal.print(card_view(1))
    assert "#1 Gulf of Tonkin (Golfo de Tonkín)" in terminal.text


@pytest.mark.usefixtures("spanish")
def test_numbers_are_written_as_the_language_does() -> None:
    with speaking("es"):
        assert tell("test.money", x=12345, y=1.5) == "12.345 y 1,5"


@pytest.mark.usefixtures("spanish")
def test_ids_that_reasons_keep_are_told_as_words_of_the_language() -> None:
    assert "? yes" in told("why.nva.n4_base", answer="yes")
    with speaking("es"):
        assert "? sí" in told("why.nva.n4_base", answer="yes")


def test_no_id_of_a_reason_reaches_a_player() -> None:
    assert "LBJ" in told("why.us.sweep.3", policy="lbj")
    assert told("why.us.ue", answer="event").startswith("An ordinary Event to execute here? the Event")
    assert "ARVN Troops and Police" in told("why.us.train.method", space=0, method="cubes")
    assert "Air Strike" in told("why.nva.granted.activity", step="air_strike")
    assert "Binh Dinh" in told("why.event.way", way="binh_dinh")
    assert key_name("vc_base@binh_dinh") == "VC Base in Binh Dinh"
    assert key_name("sa:tax") == "Tax"
    assert (key_name("march"), key_name("place"), key_name("build_up")[:8]) == ("March", "place pieces", "Build up")
    assert key_name("what_a_later_version_wrote") == "what_a_later_version_wrote"


def told(message: str, **params: Any) -> str:
    from fitl.bots.reasons import sentence

    return sentence(Reason(0, NVA, message, params))


def test_accents_make_no_difference_to_what_is_typed() -> None:
    assert words_of("Saigón-Can Tho") == ["saigon", "can", "tho"]
    assert matches("saigon", [["Saigón"], ["Huế"]]) == [0]
    assert matches("Huế", [["Saigon"], ["Hue"]]) == [1]
    for typed in ("eeuu", "EE. UU.", "EE.\u00a0UU.", "ee"):
        assert matches(f"tropas {typed}", [["Tropa del ERVN"], ["Tropas de EE.\u00a0UU. en Hue"]]) == [1]


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    ("wishes", "answered"),
    [
        ("es-MX,es;q=0.9,en;q=0.5", "es"),
        ("fr,en;q=0.8,es;q=0.9", "es"),
        ("en, es", "en"),
        ("es;q=0, en;q=0.1", "en"),
        ("es;q=junk", "es"),
        ("xx", "en"),
        ("", "en"),
        ("," * 10_000 + "es", "en"),  # only so many wishes are looked at
    ],
)
def test_a_request_is_answered_in_the_language_its_reader_wants_most(wishes: str, answered: str) -> None:
    assert preferred(wishes) == answered


@pytest.mark.usefixtures("spanish")
def test_figures_of_tables_are_written_so_too() -> None:
    with speaking("es"):
        assert (figures(1234567), figures(-1.5, "+.1f"), figures(0.125, ".1%")) == ("1.234.567", "-1,5", "12,5%")
    assert (figures(1234), figures(0.5, ".0%")) == ("1,234", "50%")
