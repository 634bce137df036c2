"""What lies beside the map: cards, victory, Resources and tracks, the boxes with their pieces, and the question."""

import textwrap
from collections.abc import Iterator
from typing import Any, Final

from fitl.board.factions import FACTION_IDS
from fitl.decisions import Decision
from fitl.drawing.packing import LINE, Box, placed, rows_of
from fitl.drawing.palette import INK, INK_SOFT, PAPER, RUST, SANS, WOOD
from fitl.drawing.pieces import width_of
from fitl.drawing.shapes import HEIGHT
from fitl.drawing.shapes import WIDTH as LEFT
from fitl.drawing.space import pieces_at, set_into
from fitl.drawing.writer import rect, text
from fitl.lasting import effects_in_force
from fitl.rules.control import threshold, victory_marker
from fitl.rules.deception import margin_of
from fitl.rules.deck import NO_CARD
from fitl.rules.forces import boxes_of
from fitl.state import State
from fitl.words import card_name, faction_name, level_name, prompt, row_name, say, scenario_title

WIDTH: Final = 440
EDGE: Final = 24
COLUMN: Final = 40  # characters of a line
PIECE: Final = 30  # height of one in a box


class Column:
    """Lines written one below the other."""

    def __init__(self) -> None:
        self.parts = [rect(LEFT, 0, WIDTH, HEIGHT, fill=PAPER), rect(LEFT, 0, 2, HEIGHT, fill=INK)]
        self.y = 46.0

    def write(self, words: str, size: float = 18, *, x: float = 0, **style: Any) -> None:
        """One line; it stays on the sheet."""
        style = {"text_anchor": "start", "font_family": SANS, "font_weight": 500, **style}
        self.parts.append(text(words, LEFT + EDGE + x, self.y, size, **style))

    def down(self, by: float = 25) -> None:
        self.y += by

    def heading(self, words: str) -> None:
        self.down(12)
        self.write(words, 17, font_weight=700, fill=RUST)
        self.down()

    def paragraph(self, words: str, **style: Any) -> None:
        for line in textwrap.wrap(words, COLUMN):
            self.write(line, **style)
            self.down()

    def pieces(self, here: dict[str, int]) -> None:
        rows = rows_of([width_of(count) for count in here.values()], WIDTH - 2 * EDGE, PIECE)
        box = Box(LEFT + EDGE, self.y - 16, WIDTH - 2 * EDGE, len(rows) * LINE * PIECE)
        self.parts += set_into(here, placed(rows, box, PIECE))
        self.down(box.height + 12)


def panel(s: State, decision: Decision | None) -> list[str]:
    column = Column()
    column.write(scenario_title(s.scenario), 27, font_weight=700)
    column.down(30)
    _cards(s, column)
    column.heading(say("cli.line.victory"))
    for faction in s.era.factions:
        _standing(s, column, faction)
    column.heading(say("cli.line.tracks"))
    column.paragraph("   ".join(_tracks(s)))
    for card, side in effects_in_force(s.effects):
        column.paragraph(f"{card_name(card, s.cards)} ({say('side.' + side)})", fill=INK_SOFT)
    for row in boxes_of(s):
        if here := pieces_at(s, row):
            column.heading(row_name(row))
            column.pieces(here)
    _question(s, column, decision)
    return column.parts


def _cards(s: State, column: Column) -> None:
    if s.card:
        column.paragraph(card_name(s.card, s.cards), font_weight=700)
    if s.next_card not in (NO_CARD, s.card):
        column.paragraph(say("cli.cards.next", {"card": s.next_card}, s.cards), fill=INK_SOFT)


def _standing(s: State, column: Column, faction: int) -> None:
    """1.9: the marker, the number it must exceed, the margin; and Resources."""
    marker = {"n": victory_marker(s, faction), "goal": threshold(s, faction), "margin": margin_of(s, faction)}
    colour = WOOD[FACTION_IDS[faction]][0]
    column.parts.append(rect(LEFT + EDGE, column.y - 13, 14, 14, rx=3, fill=colour, stroke=INK))
    column.write(faction_name(faction), x=22, font_weight=700)
    column.write(say("cli.victory.marker", marker), x=92)
    if faction in s.era.holders:
        column.write(say("drawing.resources", {"n": s.resources[faction]}), x=210, fill=INK_SOFT)
    column.down()


def _tracks(s: State) -> Iterator[str]:
    for track in s.era.tracks:
        words = say("cli.track", {"track": track, "now": level_name(track, getattr(s, track))})
        yield words.replace(" ", "\u00a0")


def _question(s: State, column: Column, decision: Decision | None) -> None:
    if s.outcome is not None:
        column.heading(say(f"cli.outcome.{s.outcome.reason}", {"faction": s.outcome.winner}))
    elif decision is not None:
        column.heading(faction_name(decision.actor))
        column.paragraph(prompt(decision, s.cards, s.era))
