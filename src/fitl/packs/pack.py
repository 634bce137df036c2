"""Reading a pack and adding it to the printed cards."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from fitl.board.cards import COUP_CARDS, DUAL_SIDES, EVENT_CARDS, PERIODS, PIVOTAL_CARDS, SINGLE_SIDE, Card
from fitl.board.factions import FACTION_BY_ID, FACTIONS
from fitl.cardset import BASE, CardSet, EventSide, card_set
from fitl.catalogue import tell
from fitl.decisions import Flow
from fitl.packs.read_steps import read_steps
from fitl.packs.reading import PackError, Source, Value
from fitl.packs.selectors import Scope, Table
from fitl.packs.steps import Step, any_could, run_all
from fitl.packs.toml_lines import lines_of
from fitl.state import State

FIRST_NEW: Final = 201  # numbers below are the printed cards' and kept for more of them
LAST_NEW: Final = 999
LARGEST: Final = 1 << 20  # bytes: far beyond any deck, and a wrong file is not read for minutes

_ENDLESS: Final = re.compile(r"[0-9_]{4000}")  # more digits than Python reads as a number
_TOML_PLACE: Final = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PackSide:
    """One side of a pack's card; without steps it can only be resolved by hand."""

    text: str
    steps: tuple[Step, ...] | None

    def program(self) -> EventSide | None:
        return None if self.steps is None else EventSide(self.run, self.could)

    def run(self, s: State, by: int) -> Flow[None]:
        yield from run_all(self.steps or (), s, Table(by))

    def could(self, s: State, by: int) -> bool:
        return any_could(self.steps or (), s, Table(by))


@dataclass(frozen=True, slots=True)
class PackCard:
    """A card out of a pack."""

    head: Card
    sides: dict[str, PackSide]
    ruling: str
    line: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as read: its name, its cards by number, and its whole text."""

    name: str
    cards: dict[int, PackCard]
    text: str
    source: str  # how the file is called in refusals


# --- reading ------------------------------------------------------------------------------------------------------


def load_pack(path: str | Path) -> Pack:
    """Read and check a pack file."""
    try:
        data = Path(path).read_bytes()
        if len(data) > LARGEST:
            raise PackError([tell("pack.too_large", file=path, n=len(data), most=LARGEST)])
        text = data.decode("utf-8")
    except OSError as error:
        raise PackError([tell("pack.unreadable", file=path, error=error.strerror)]) from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PackError([tell("pack.not_text", file=path, line=line)]) from error
    return parse_pack(text.replace("\r\n", "\n"), str(path))


def parse_pack(text: str, source: str = "pack") -> Pack:
    """Check the text of a pack; PackError lists everything that is wrong with it."""
    try:
        tables = tomllib.loads(text)  # first: the lines can be found only in a text that is TOML
        root = Value(Source(source, lines_of(text)), tables)
        return _read_pack(root, text, source)
    except tomllib.TOMLDecodeError as error:
        raise PackError([_toml_problem(str(error), text, source)]) from error
    except RecursionError:
        raise PackError([tell("pack.too_deep", file=source)]) from None
    except PackError:
        raise
    except ValueError as error:  # a number with thousands of digits
        line = text[: found.start()].count("\n") + 1 if (found := _ENDLESS.search(text)) else 1
        raise PackError([tell("pack.not_toml_at", file=source, line=line, error=str(error))]) from error


def _toml_problem(message: str, text: str, source: str) -> str:
    match = _TOML_PLACE.match(message)
    if match is None:
        return tell("pack.not_toml", file=source, error=message)
    line = match.group(2) or str(text.count("\n") + 1)
    return tell("pack.not_toml_at", file=source, line=line, error=match.group(1))


def _read_pack(root: Value, text: str, source: str) -> Pack:
    root.only(("name", "card"))
    name = root.need("name", "pack.need.name").text()
    cards: dict[int, PackCard] = {}
    problems: list[str] = []
    listed = root.need("card", "pack.need.card")
    items = listed.items()
    if not items:
        raise listed.error("pack.no_cards")
    for item in items:
        try:
            card = _read_card(item)
            number = card.head.number
            if number in cards:
                raise item.error("pack.card_twice", n=number, line=cards[number].line)
            cards[number] = card
        except PackError as error:
            problems += error.problems
    if problems:
        raise PackError(problems)
    return Pack(name, cards, text, source)


_CARD_KEYS: Final = ("number", "title", "order", "period", "ruling", *DUAL_SIDES, *SINGLE_SIDE)


def _read_card(value: Value) -> PackCard:
    number = _number(value.need("number", "pack.need.number", first=FIRST_NEW))
    value.card = tell("pack.card", n=number)
    value.only(_CARD_KEYS)
    title = value.need("title", "pack.need.title").text()
    value.card = tell("pack.titled_card", n=number, title=title)
    period = value.need("period", "pack.need.period").number(0, 9999)
    if period not in PERIODS:
        raise value.at("period").error("pack.period", n=period, names=", ".join(map(str, PERIODS)))
    order = _order(value.need("order", "pack.need.order"))
    names = _sides(value)
    sides: dict[str, PackSide] = {}
    problems: list[str] = []
    for side in names:
        try:
            sides[side] = _read_side(value.at(side))
        except PackError as error:
            problems += error.problems
    if problems:
        raise PackError(problems)
    head = Card(number, title, order, period, "event", None, "none", names, None)
    ruling = value.read("ruling", Value.text, "")
    return PackCard(head, sides, ruling, value.source.line(value.path))


def _number(value: Value) -> int:
    number = value.number(1, LAST_NEW)
    if number in PIVOTAL_CARDS or number in COUP_CARDS:
        raise value.error("pack.no_event", n=number)
    if number not in EVENT_CARDS and number < FIRST_NEW:
        raise value.error("pack.kept_number", n=number, first=FIRST_NEW)
    return number


def _order(value: Value) -> tuple[int, ...]:
    order = tuple(FACTION_BY_ID[item.word("faction", FACTION_BY_ID)] for item in value.items())
    if sorted(order) != list(FACTIONS):
        raise value.error("pack.order")
    return order


def _sides(value: Value) -> tuple[str, ...]:
    given = tuple(side for side in (*DUAL_SIDES, *SINGLE_SIDE) if side in value.table())
    if given not in (DUAL_SIDES, SINGLE_SIDE):
        raise value.error("pack.sides", names=", ".join(given)) if given else value.error("pack.no_sides")
    return given


def _read_side(value: Value) -> PackSide:
    value.only(("text", "steps"))
    text = value.need("text", "pack.need.text").text()
    steps = value.get("steps")
    return PackSide(text, None if steps is None else read_steps(steps, Scope()))


# --- adding -------------------------------------------------------------------------------------------------------


def with_packs(packs: Sequence[Pack]) -> CardSet:
    """The printed cards with those of the packs: new numbers are added, printed ones replaced."""
    if not packs:
        return BASE
    owner: dict[int, Pack] = {}
    for pack in packs:
        for number, card in pack.cards.items():
            if number in owner:
                problem = tell("pack.card_in_two", file=pack.source, line=card.line, n=number, name=owner[number].name)
                raise PackError([problem])
            owner[number] = pack
    facts = dict(BASE.facts)
    programs = dict(BASE.programs)
    texts: dict[int, dict[str, str]] = {}
    for number, pack in owner.items():
        card = pack.cards[number]
        facts[number] = card.head
        texts[number] = {side: found.text for side, found in card.sides.items()}
        if card.ruling:
            texts[number]["ruling"] = card.ruling
        programs.pop(number, None)
        done = {side: program for side, found in card.sides.items() if (program := found.program()) is not None}
        if done:
            programs[number] = done
    return card_set(facts, programs, texts, tuple(pack.text for pack in packs))


def card_set_of(texts: Iterable[str]) -> CardSet:
    """The printed cards with packs given by their text, as saved games keep them."""
    return _card_set_of(tuple(texts))


@lru_cache(maxsize=8)  # many games are saved and opened with the same packs
def _card_set_of(texts: tuple[str, ...]) -> CardSet:
    return with_packs([parse_pack(text, tell("pack.numbered", n=place)) for place, text in enumerate(texts, 1)])
