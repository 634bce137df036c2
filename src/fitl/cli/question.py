"""A decision on the screen: who is asked what, what it costs, and the list of answers."""

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fitl.board.factions import ARVN, US
from fitl.cli.board import brief
from fitl.cli.matching import Choice, Choices
from fitl.cli.terminal import DIM, FACTION_STYLES, STRONG
from fitl.decisions import CHANCE, Decision
from fitl.rulebook import rule_behind
from fitl.rules.cards import idle_answers
from fitl.state import State
from fitl.words import card_text, faction_name, prompt, say

LONG: Final = 12  # more answers than this stand in columns
TOO_MANY: Final = 48  # more numbers than this (cards) are listed only on demand


def question_view(decision: Decision, s: State, choices: Choices, everything: bool = False) -> RenderableType:
    """The question and its answers; `everything` lists them all, one to a line, with what is in each space."""
    return Group(heading(decision, s), answers_view(decision, s, choices, choices.all, everything))


def heading(decision: Decision, s: State) -> Text:
    """Who is asked what, by which rule, at what cost."""
    style = STRONG if decision.actor == CHANCE else f"{STRONG} {FACTION_STYLES[decision.actor]}"
    question, name = prompt(decision, s.cards, s.era), faction_name(decision.actor)
    rest = question.removeprefix(name)  # some questions begin with the name themselves
    text = Text.assemble((name, style), "" if rest != question else ": ", (rest, STRONG))
    if (rule := rule_behind(s.era, decision)) not in question:
        text.append(f" ({rule})")
    if decision.cost:
        payer = ARVN if decision.actor == US else decision.actor
        cost = say("cli.question.cost", {"n": decision.cost, "faction": payer, "have": s.resources[payer]})
        text.append("  " + cost, style=DIM)
    return text


def answers_view(
    decision: Decision, s: State, choices: Choices, shown: list[Choice], everything: bool = False
) -> RenderableType:
    """Some or all of the answers, each behind what to type for it."""
    numbers = choices.plain_numbers() if len(shown) == len(choices.all) else []
    if numbers:
        return _numbers_view(choices, numbers)
    if choices.numeric and len(shown) > TOO_MANY and not everything:
        return Text("  " + say("cli.question.many", {"n": len(shown)}))
    about = _about(decision, s)
    if len(shown) <= LONG or (everything and about):
        return _list_view(shown, about)
    width = max(len(choice.mark) for choice in shown)
    items = [Text(f"{choice.mark:>{width + 2}}) {choice.label}") for choice in shown]
    return Columns(items, column_first=True, equal=True, padding=(0, 1))


def _numbers_view(choices: Choices, numbers: list[int]) -> RenderableType:
    """Answers that are numbers need no list."""
    low, high = numbers[0], numbers[-1]
    if high - low == len(numbers) - 1:
        text = say("cli.question.range", {"low": low, "high": high})
    else:
        text = say("cli.question.numbers", {"numbers": ", ".join(map(str, numbers))})
    others = [choice for choice in choices.all if not (choice.key.isdecimal() and choice.label == choice.key)]
    return Text("  " + "; ".join([text, *(f"{choice.key}) {choice.label}" for choice in others)]))


def _about(decision: Decision, s: State) -> dict[str, RenderableType]:
    """What to know about an answer before giving it: what is in the space, what the side of the card does."""
    idle = idle_answers(s, decision.kind, decision.actor)
    if decision.kind == "turn.side":
        return {option.key: _side(s, option.key, option.key in idle) for option in decision.options}
    if idle:
        return {key: Text(say("cli.question.idle"), style="dim") for key in idle}
    return {
        option.key: brief(s, option.spaces[0]) for option in decision.options if option.spaces and option.piece is None
    }


def _side(s: State, side: str, idle: bool) -> Text:
    """What a side of the card does, and whether that would change anything now."""
    text = Text(card_text(s.card, side, s.cards) or "")
    return text.append(" " + say("cli.question.idle"), style="dim") if idle else text


def _list_view(shown: list[Choice], about: dict[str, RenderableType]) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", min_width=4)
    table.add_column(no_wrap=bool(about))
    table.add_column()
    for choice in shown:
        table.add_row(f"{choice.mark})", Text(choice.label), about.get(choice.key, ""))
    return table
