"""Writes the part of the documentation that follows from the code: `ids.md`, every name a position may use."""

import json
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from fitl.board.card import written
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import FACTION_OF, KIND_IDS, PLAIN
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import BOX_IDS, SPACES, Space
from fitl.bot_types import KINDS
from fitl.catalogue import catalogue
from fitl.compose import era_named
from fitl.lasting import CAPABILITY, LASTING, MOMENTUM_CARDS
from fitl.options import GameOptions
from fitl.position import ACTIONS, LEVEL_IDS
from fitl.readings import VALUES
from fitl.rules.deception import MARKER_KINDS
from fitl.rules.setup import eras_of
from fitl.words import faction_name, piece_name

IDS = Path(__file__).parent / "ids.md"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines += [[str(cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def place(space: Space) -> str:
    words = [space.terrain] if space.terrain else []
    return " ".join([*words, "LoC" if space.kind == "loc" else space.kind])


def ids() -> str:
    """The text of ids.md."""
    spaces = table(
        ("id", "name", "what", "Pop or Econ"),
        ((f"`{sp.id}`", sp.name, place(sp), sp.econ if sp.kind == "loc" else sp.population) for sp in SPACES),
    )
    kinds = table(
        ("id", "name", "Faction", "pool"),
        (
            (
                f"`{name}`",
                piece_name(kind),
                faction_name(FACTION_OF[kind]),
                (SCENARIOS["full-1964"].force_pool[kind] or "in expansions") if PLAIN[kind] == kind else "",
            )
            for kind, name in enumerate(KIND_IDS)
        ),
    )
    scenarios = table(
        ("id", "scenario", "also called"),
        ((f"`{name}`", each.title, each.subtitle) for name, each in SCENARIOS.items() if each.playable),
    )
    lasting = [(row.card, row.side, "for good") for row in LASTING if row.kind == CAPABILITY]
    lasting += [(card, side, "until Reset") for _, card, side in MOMENTUM_CARDS]
    effects = table(
        ("effect", "card", "lasts"),
        (
            (f'`[{json.dumps(written(card))}, "{side}"]`', ALL_CARDS[card].title, how_long)
            for card, side, how_long in lasting
        ),
    )
    decisions = table(
        ("kind", "question"),
        (
            (f"`{message.removeprefix('ask.')}`", text.replace("|", "\\|"))
            for message, text in sorted(catalogue().items())
            if message.startswith("ask.")
        ),
    )
    eras = dict.fromkeys(era for each in SCENARIOS.values() if each.playable for era in eras_of(each, GameOptions()))
    rules: dict[str, str] = {}
    for row in (row for era in eras for row in era_named(era).stages.values()):
        rules.setdefault(row.id, row.rule)
    stages = (f"`{stage}` ({rule})" for stage, rule in rules.items())
    return f"""# Names

Every id that [positions](position-format.md), [journals](journal-format.md) and option keys use. Written by
`make docs` from the code; do not edit.

**Factions**: {code(FACTION_IDS)}. **Boxes**: {code(BOX_IDS)}.

**Support levels**: {code(LEVEL_IDS)}.

**Eras**: {code(eras)}. **Stages**, with the rule of each: {", ".join(stages)}.

**Actions on a card**: {code(ACTIONS)}. **Deception markers**: {code(MARKER_KINDS)}.

**Game options**: {code(field.name for field in fields(GameOptions))}. **Kinds of non-players**: {code(KINDS)}.

**Readings of chapter 8** ([what they mean](bots.md#readings)): {code(VALUES)}.

## Scenarios

{scenarios}

## Pieces

A box holds plain pieces only: Underground ones, and Bases without a Tunnel.

{kinds}

## Spaces

{spaces}

## Lasting effects

{effects}

## Decisions

The `kind` of every decision, with its question. Words in braces are among its parameters.

{decisions}
"""


if __name__ == "__main__":
    IDS.write_text(ids(), encoding="utf-8")
    print(f"{IDS.name} written")
