"""The board as a picture: one SVG with the map of the page, the pieces, and what lies beside the map.

    Path("board.svg").write_text(fitl.drawing.svg(game))

A notebook shows a game so by itself (`Game._repr_svg_`), and `fitl.drawing.page(game)` with the question below.
The geometry is that of the page (`web/static/data/map_shapes.json`), and so are the colours and the pieces.
"""

from collections.abc import Mapping
from html import escape

from fitl.catalogue import tell
from fitl.decisions import Decision
from fitl.drawing.ground import ground
from fitl.drawing.panel import WIDTH as PANEL
from fitl.drawing.panel import panel
from fitl.drawing.places import names, places
from fitl.drawing.shapes import HEIGHT, WIDTH
from fitl.drawing.space import spaces
from fitl.drawing.writer import document, element
from fitl.game import Game
from fitl.state import State
from fitl.words import faction_name, label, prompt

__all__ = ["Page", "page", "svg"]


class Page(str):
    """HTML that a notebook shows as it is meant."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


Shown = Game | State | Mapping[str, object]


def svg(shown: Shown) -> str:
    """The board of a game, a state or a position (docs/position-format.md) as an SVG document."""
    found = _played(shown)
    return draw(found.state, found.decision) if isinstance(found, Game) else draw(found)


def page(shown: Shown) -> Page:
    """The same as HTML; below the board of a game stand its question and the answers, in words."""
    found = _played(shown)
    below = _question(found) if isinstance(found, Game) else ""
    return Page(element("div", svg(found), below, style="max-width:60em"))


def _played(shown: Shown) -> Game | State:
    """A position as the game that goes on from it; PositionError says what is wrong with one that cannot be."""
    return Game.from_position(shown) if isinstance(shown, Mapping) else shown


def draw(s: State, decision: Decision | None = None) -> str:
    """The board as an SVG document; `decision` is the question that stands beside it."""
    content = [*ground(s), *places(), *names(s), *spaces(s), *panel(s, decision)]
    return document(WIDTH + PANEL, HEIGHT, tell("web.map.label"), content)


def _question(game: Game) -> str:
    """The present question as a table of answers: the key to choose each by, and its words."""
    decision, s = game.decision, game.state
    if decision is None:
        return ""
    rows = "".join(
        f"<tr><td><code>{escape(option.key)}</code></td><td>{escape(label(decision, option, s.cards))}</td></tr>"
        for option in decision.options
    )
    asked = f"{faction_name(decision.actor)}: {prompt(decision, s.cards, s.era)}"
    return f"<p><b>{escape(asked)}</b></p><table>{rows}</table>"
