"""Decisions and options as HTML for notebooks, in the names that programs use (docs/ids.md)."""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import row_id
from fitl.catalogue import tell

if TYPE_CHECKING:
    from fitl.decisions import Decision, Option

COLUMNS = ("key", "spaces", "piece", "amount")


def decision_html(decision: "Decision") -> str:
    """What is asked, of whom and by which rule, over the table of its options."""
    actor = FACTION_IDS[decision.actor] if decision.actor >= 0 else "chance"
    title = tell("notebook.title", kind=decision.kind, rule=decision.rule, actor=actor)
    return f"<p><b>{escape(title)}</b></p>{options_html(decision.options)}"


def options_html(options: "Iterable[Option]") -> str:
    """A table with a row for each option: its key, and what it touches."""
    head = "".join(f"<th>{escape(tell(f'notebook.{name}'))}</th>" for name in COLUMNS)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(option))}</tr>" for option in options)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cells(option: "Option") -> tuple[str, ...]:
    piece = "" if option.piece is None else KIND_IDS[option.piece]
    amount = "" if option.amount is None else str(option.amount)
    return option.key, ", ".join(map(row_id, option.spaces)), piece, amount
