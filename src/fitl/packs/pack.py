"""Reading a pack and adding it to the printed cards."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from fitl.board.cards import Card, card_id
from fitl.board.talks import TALKS, TalksTable
from fitl.cardset import CardSet, EventSide, card_set
from fitl.catalogue import tell
from fitl.compose import BASE
from fitl.decisions import Flow
from fitl.packs.heads import read_head
from fitl.packs.lasting import lasting_in
from fitl.packs.read_steps import MOST_STEPS, read_steps, steps_in
from fitl.packs.reading import MOST_PROBLEMS, PackError, Source, Value
from fitl.packs.selectors import Scope, Table
from fitl.packs.steps import Step, run_all
from fitl.packs.talks import read_talks
from fitl.packs.toml_bounds import LARGEST, excess
from fitl.packs.toml_lines import lines_of
from fitl.state import State

MOST_CARDS: Final = 500
MOST_PACKS: Final = 8  # of one game

_ENDLESS: Final = re.compile(r"[0-9_]{4000}")  # more digits than Python reads as a number
_TOML_PLACE: Final = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PackSide:
    """One side of a pack's card; without steps it can only be resolved by hand."""

    text: str
    steps: tuple[Step, ...] | None

    def program(self) -> EventSide | None:
        return None if self.steps is None else EventSide(self.run)

    def run(self, s: State, by: int) -> Flow[None]:
        yield from run_all(self.steps or (), s, Table(by))


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
    talks: TalksTable | None = None  # S6.8.1: in the place of ours


# --- reading ------------------------------------------------------------------------------------------------------


def load_pack(path: str | Path) -> Pack:
    """Read and check a pack file."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise PackError([tell("pack.too_large", file=path, n=Path(path).stat().st_size, most=LARGEST)])
        text = data.decode("utf-8")
    except OSError as error:
        raise PackError([tell("pack.unreadable", file=path, error=error.strerror)]) from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PackError([tell("pack.not_text", file=path, line=line)]) from error
    return parse_pack(text.replace("\r\n", "\n"), str(path))


def parse_pack(text: str, source: str = "pack") -> Pack:
    """Check the text of a pack; PackError lists everything that is wrong with it."""
    if (too_much := excess(text, source)) is not None:
        raise PackError([too_much])
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
    root.only(("name", "card", "talks"))
    name = root.need("name", "pack.need.name").text()
    cards: dict[int, PackCard] = {}
    problems: list[str] = []
    talks = root.read("talks", read_talks, None)
    if talks is None:
        root.need("card", "pack.need.card")
    items: list[Value] = []
    if (listed := root.get("card")) is not None:
        items = _listed_cards(listed)
    for item in items:
        try:
            card = _read_card(item)
            number = card.head.number
            if number in cards:
                raise item.error("pack.card_twice", n=card_id(number), line=cards[number].line)
            cards[number] = card
        except PackError as error:
            problems += error.problems
            if len(problems) > MOST_PROBLEMS:
                break
    if problems:
        raise PackError(problems)
    return Pack(name, cards, text, source, talks)


def _listed_cards(listed: Value) -> list[Value]:
    items = listed.items()
    if not items:
        raise listed.error("pack.no_cards")
    if len(items) > MOST_CARDS:
        raise listed.error("pack.too_many_cards", n=len(items), most=MOST_CARDS)
    return items


def _read_card(value: Value) -> PackCard:
    head = read_head(value)
    sides: dict[str, PackSide] = {}
    problems: list[str] = []
    for side in head.sides:
        try:
            sides[side] = _read_side(value.at(side))
        except PackError as error:
            problems += error.problems
    if problems:
        raise PackError(problems)
    ruling = value.read("ruling", Value.text, "")
    return PackCard(_with_lasting(value, head, sides), sides, ruling, value.source.line(value.path))


def _with_lasting(value: Value, head: Card, sides: dict[str, PackSide]) -> Card:
    """5.3, 5.4: a card that puts a Capability into force says whose it is; sides that bring Momentum are marked."""
    lasting = {side: lasting_in(found.steps) for side, found in sides.items()}
    if any(effect.is_capability for effects in lasting.values() for effect in effects) != (head.capability is not None):
        by_hand = any(found.steps is None for found in sides.values())
        if head.capability is None or not by_hand:
            raise value.error("pack.whose_capability" if head.capability is None else "pack.no_capability")
    momentum = [side for side, effects in lasting.items() if any(not effect.is_capability for effect in effects)]
    return replace(head, momentum="both" if len(momentum) == 2 else momentum[0] if momentum else "none")


def _read_side(value: Value) -> PackSide:
    value.only(("text", "steps"))
    text = value.need("text", "pack.need.text").text()
    steps = value.get("steps")
    if steps is None:
        return PackSide(text, None)
    found = read_steps(steps, Scope())
    if (n := steps_in(found)) > MOST_STEPS:
        raise steps.error("pack.too_many_steps", n=n, most=MOST_STEPS)
    return PackSide(text, found)


# --- adding -------------------------------------------------------------------------------------------------------


def with_packs(packs: Sequence[Pack]) -> CardSet:
    """The cards of the game with those of the packs: new numbers are added, others replaced."""
    if not packs:
        return BASE
    owner: dict[int, Pack] = {}
    for pack in packs:
        for number, card in pack.cards.items():
            if number in owner:
                problem = tell(
                    "pack.card_in_two", file=pack.source, line=card.line, n=card_id(number), name=owner[number].name
                )
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
    texts_of_packs = tuple(pack.text for pack in packs)
    return card_set(facts, programs, BASE.for_any, card_set_of, texts, texts_of_packs, _talks_of(packs))


def _talks_of(packs: Sequence[Pack]) -> TalksTable:
    """S6.8.1: the table that one of the packs brings, else ours."""
    with_table = [pack for pack in packs if pack.talks is not None]
    if len(with_table) > 1:
        raise PackError([tell("pack.talks_in_two", file=with_table[1].source, name=with_table[0].name)])
    return with_table[0].talks or TALKS if with_table else TALKS


def card_set_of(texts: Iterable[str]) -> CardSet:
    """The printed cards with packs given by their text, as saved games keep them."""
    found = tuple(texts)
    if len(found) > MOST_PACKS:
        raise PackError([tell("pack.too_many_packs", n=len(found), most=MOST_PACKS)])
    if (size := sum(map(len, found))) > LARGEST:
        raise PackError([tell("pack.too_large_together", n=size, most=LARGEST)])
    return _card_set_of(found)


@lru_cache(maxsize=8)  # many games are saved and opened with the same packs
def _card_set_of(texts: tuple[str, ...]) -> CardSet:
    return with_packs([parse_pack(text, tell("pack.numbered", n=place)) for place, text in enumerate(texts, 1)])
