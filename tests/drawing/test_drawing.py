"""The board as a picture shows what the state holds, in the shapes and colours of the page."""

import random
import re
from collections import Counter
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from fitl import drawing
from fitl.board.pieces import KIND_IDS, KINDS
from fitl.board.spaces import SPACE_COUNT, SPACES
from fitl.catalogue import speaking
from fitl.decisions import Option
from fitl.drawing import palette
from fitl.drawing.packing import Box, pack
from fitl.drawing.pieces import LOOKS
from fitl.drawing.shapes import shapes
from fitl.game import Game
from fitl.notebook import options_html
from fitl.position import PositionError
from fitl.rules.forces import boxes_of
from fitl.state import State

SCENARIOS = ("four-player-1961", "short-1965", "full-1964", "black-april-1973", "diems-war-1961")


def page_file(name: str) -> str:
    return files("fitl.web").joinpath("static/js", name).read_text(encoding="utf-8")


def after(scenario: str, answers: int) -> Game:
    game, rng = Game.new(scenario, seed=3), random.Random(answers)
    for _ in range(answers):
        if game.decision is not None:
            game.choose(rng.choice(game.decision.options))
    return game


def drawn_pieces(svg: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for element in ElementTree.fromstring(svg).iter():
        if "data-kind" in element.attrib:
            found[element.attrib["data-kind"]] += int(element.attrib["data-count"])
    return found


def pieces_in(s: State) -> Counter[str]:
    rows = [*range(SPACE_COUNT), *boxes_of(s)]
    return +Counter({kind: sum(s.pieces[row * KINDS + place] for row in rows) for place, kind in enumerate(KIND_IDS)})


def words_of(svg: str) -> str:
    return " ".join("".join(element.itertext()) for element in ElementTree.fromstring(svg))


@pytest.mark.parametrize("answers", [0, 60, 250])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_of_the_game_is_drawn(scenario: str, answers: int) -> None:
    game = after(scenario, answers)
    assert drawn_pieces(game._repr_svg_()) == pieces_in(game.state)


def test_every_space_has_its_shape() -> None:
    assert set(shapes()["spaces"]) == {space.id for space in SPACES}


def test_every_kind_of_piece_has_the_look_it_has_on_the_page() -> None:
    looks = re.findall(r'^  (\w+): \{ wood: "(\w+)", shape: "(\w+)", letter: "(\w?)"', page_file("pieces.js"), re.M)
    shape = {"star": "cadre"}
    assert set(LOOKS) == set(KIND_IDS)
    assert {name: (wood, shape.get(form, form), letter) for name, wood, form, letter in looks} == {
        name: (look.wood, look.draw.__name__, look.letter) for name, look in LOOKS.items()
    }


def test_the_colours_are_those_of_the_page() -> None:
    known = set(re.findall(r'"(#\w{6})"', page_file("map/palette.js") + page_file("pieces.js")))
    own = set(re.findall(r"#\w{6}", " ".join(str(value) for name, value in vars(palette).items() if name.isupper())))
    assert own <= known


def test_the_panel_says_how_the_contest_stands_and_what_is_asked() -> None:
    game = after("short-1965", 60)
    words = words_of(game._repr_svg_())
    for piece in ("Short: 1965-1967", "ARVN", "Patronage", game.state.cards.facts[game.state.card].title):
        assert piece in words


def test_a_game_that_is_over_says_who_won() -> None:
    game = after("short-1965", 5000)
    assert game.outcome is not None
    assert "wins" in words_of(game._repr_svg_())


def test_a_position_is_drawn_as_the_game_it_belongs_to() -> None:
    game = after("short-1965", 60)
    position = game.position()
    assert drawn_pieces(drawing.svg(position)) == pieces_in(game.state)
    assert str(drawing.page(position)) == str(drawing.page(game))


def test_a_position_that_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(PositionError):
        drawing.svg({"format": "something else"})


def test_the_page_of_a_game_lists_its_answers() -> None:
    game = after("short-1965", 60)
    assert game.decision is not None
    shown = drawing.page(game)._repr_html_()
    for option in game.decision.options:
        assert f"<code>{option.key}</code>" in shown


def test_the_picture_speaks_the_language_of_its_reader() -> None:
    game = after("short-1965", 10)
    with speaking("es"):
        assert "Recursos" in words_of(game._repr_svg_())
    assert "Resources" in words_of(game._repr_svg_())


def test_decisions_and_options_are_tables_of_what_programs_send() -> None:
    decision = after("short-1965", 60).decision
    assert decision is not None
    shown = decision._repr_html_()
    assert decision.kind in shown
    assert decision.rule in shown
    assert shown.count("<tr>") == 1 + len(decision.options)
    assert decision.options[0].key in decision.options[0]._repr_html_()


def test_what_authors_of_packs_write_is_no_markup() -> None:
    assert "<script>" not in options_html([Option("<script>", 1)])


def test_pieces_stay_in_their_area_as_long_as_they_may_shrink() -> None:
    box = Box(10, 20, 100, 50)
    packing = pack([1.5] * 8, box, 34, 8)
    assert 8 <= packing.height < 34
    for x, y in packing.places:
        assert box.x - 0.01 <= x
        assert x + 1.5 * packing.height <= box.x + box.width + 0.01
        assert box.y <= y <= box.y + box.height
