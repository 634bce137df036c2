"""`fitl cards` and `fitl pack check`: looking at cards and checking packs without playing."""

import argparse
import json
from typing import Final

from rich.table import Table
from rich.text import Text

from fitl.board.card import card_set_of
from fitl.board.cards import Card
from fitl.board.factions import FACTION_IDS
from fitl.cardset import CardSet
from fitl.catalogue import in_english
from fitl.cli.board import card_view
from fitl.cli.matching import cards_meant, plain
from fitl.cli.terminal import DIM, STRONG, Terminal
from fitl.compose import BASE
from fitl.options import OptionsError
from fitl.packs import Pack, load_pack, with_packs
from fitl.words import card_label, card_text, effect_is_ours, faction_name, say

# Coup cards have no program of their own: the Coup Round reads their leaders (2.4.1).
EVENT_KINDS: Final = ("event", "pivotal")


def packs_from(args: argparse.Namespace) -> list[Pack]:
    """The packs named on the command line."""
    return [load_pack(path) for path in args.pack or ()]


def cards(args: argparse.Namespace) -> int:
    """List the cards, or show those asked for."""
    known = with_packs(packs_from(args))
    name = " ".join(args.card)
    whole_list = not name and args.search is None and args.period is None
    found = _found(known, name, args.search, args.period, args.set or ("base" if whole_list else None))
    if args.json:
        print(json.dumps([card_json(known, card) for card in found], indent=2, ensure_ascii=False))
        return 0
    terminal = Terminal()
    if (name or args.search) and len(found) == 1:
        terminal.print(card_view(found[0].number, known))
        return 0
    if not found:
        terminal.say("cli.card_list.none")
        return 0
    table = Table.grid(padding=(0, 2, 0, 0))
    for card in found:
        when = str(card.period) if card.period else say(f"cli.card.{card.kind}")
        order = " ".join(faction_name(faction) for faction in card.order)
        table.add_row(card_label(card), Text(card.title, style=STRONG), when, Text(order, style=DIM))
    terminal.print(table)
    return 0


def _found(known: CardSet, name: str, search: str | None, period: int | None, of_set: str | None) -> list[Card]:
    """The cards that fit everything that was asked for, in order of their numbers."""
    numbers = cards_meant(name, known) if name else sorted(known.facts)
    if not numbers:
        raise OptionsError(say("cli.card.unknown", {"typed": name[:60]}))
    return [
        card
        for card in map(known.facts.__getitem__, numbers)
        if (period is None or card.period == period)
        and (of_set is None or card_set_of(card.number) == of_set)
        and (not search or plain(search) in _words(known, card))
    ]


def _words(known: CardSet, card: Card) -> str:
    """Everything a search looks at: title, texts and ruling, and where another language is spoken in English too."""

    def texts() -> str:
        sides = (card_text(card.number, side, known) for side in (*card.sides, "gloss", "ruling"))
        return "\n".join([card.title, *filter(None, sides)])

    return plain(texts() + (in_english(texts) or ""))


def card_json(known: CardSet, card: Card) -> dict[str, object]:
    """A card as plain JSON data."""
    programs = known.programs.get(card.number, {})
    sides = {
        side: {
            "text": card_text(card.number, side, known),
            "implemented": side in programs or card.kind not in EVENT_KINDS,
        }
        for side in card.sides
    }
    return {
        "number": card.number,
        "id": card.id,
        "ours": effect_is_ours(card.number, known),
        "title": card.title,
        "kind": card.kind,
        "order": [FACTION_IDS[faction] for faction in card.order],
        "period": card.period,
        "capability": None if card.capability is None else FACTION_IDS[card.capability],
        "momentum": card.momentum,
        "sides": sides,
        "ruling": card_text(card.number, "ruling", known),
        "implemented": all(side["implemented"] for side in sides.values()),
    }


def check(args: argparse.Namespace) -> int:
    """Check packs together, as a game would use them, and say what they hold."""
    packs = [load_pack(path) for path in args.file]
    with_packs(packs)  # refuses packs that do not go together
    terminal = Terminal()
    for pack in packs:
        terminal.say("cli.pack.fine", {"file": pack.source, "name": pack.name, "n": len(pack.cards)})
        for number, card in sorted(pack.cards.items()):
            terminal.write(f"#{number} {card.head.title}", indent=2)
            if number in BASE.facts:
                terminal.say("cli.pack.replaces", {"card": number}, DIM, 4)
            by_hand = [side for side, found in card.sides.items() if found.steps is None]
            if by_hand:
                terminal.say("cli.pack.by_hand", {"sides": ", ".join(by_hand)}, DIM, 4)
        if pack.talks is not None:
            terminal.say("cli.pack.talks", indent=2)
    return 0
