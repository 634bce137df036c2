"""Messages about the game: the catalogue's sentences with Factions, spaces, pieces and cards named in them.

Ids (see catalogue.py): `ask.<decision kind>` is a prompt, `option.<decision kind>.<key>` or `option.<key>` an answer,
`log.*` a line of the story (`ahead.*` before it happens, `here.*` beside the name of its space), `refuse.*` a
refusal. The name of a message's parameter says what it is: `{space}`, `{origin}`, `{destination}` and `{box}` are
rows of the board, `{piece}` a kind of piece, `{faction}` and `{by}` a Faction, `{factions}` and `{spaces}` several,
`{card}` a card, `{level}` a Support level, `{control}` a Control, `{operation}` and `{activity}` their names, `{side}`
a side of a card; anything else is shown as it is.

`{answer}`, `{way}`, `{method}`, `{step}` and `{policy}` are ids that reasons keep; they are named when they are told.

Pieces are named in the table `[piece]` in both numbers ("US Base|US Bases"; a name without a bar is the same for any
number), and a message says how many it speaks of: `{piece:{n}}` as many as n, `{piece:many}` several, `{piece}` one.
Names of spaces, scenarios and cards are facts of the board; a language may name them too: `space.<id>.name` and
`.short`, `scenario.<name>.title` and `.subtitle`, and `cards.<number>.gloss` beside a card's printed title.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fitl.board.cards import Card, card_id, card_number
from fitl.board.expansion_cards import text_is_ours
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import ACTIVE_OF, KIND_BY_ID, KIND_IDS
from fitl.board.scenario import Scenario
from fitl.board.spaces import BOX_IDS, ROW_BY_ID, SPACE_COUNT, SPACES
from fitl.cardset import CardSet
from fitl.catalogue import SENTENCE, Name, bend, catalogue, has_message, in_number, per_language
from fitl.compose import BASE
from fitl.decisions import CHANCE, Decision, Option
from fitl.era import Era
from fitl.rulebook import asker, book_of, cited_in
from fitl.state import OP_AND_ACTIVITY, OP_ONLY, OPERATION, LogEntry, State

__all__ = [
    "card_label",
    "card_name",
    "card_text",
    "catalogue",
    "faction_name",
    "game_name",
    "has_message",
    "in_number",
    "key_name",
    "label",
    "line",
    "named_faction",
    "named_piece",
    "named_row",
    "piece_name",
    "prompt",
    "row_name",
    "say",
    "scenario_subtitle",
    "scenario_title",
    "space_name",
    "story_line",
]

NOT_ROLLED: Final = "-"  # stands for dice in a reason where no roll could matter (8.1)
ROWS_NAMED: Final = ("space", "origin", "destination", "box")  # parameters that are spaces or boxes
OWN_WORDS = "event.pack_choose"  # the alternatives of a pack's card are named by its author


def named_row(row: int) -> Name:
    """A space or box, to be told in a message."""
    if row >= SPACE_COUNT:
        return Name(catalogue()["box." + BOX_IDS[row - SPACE_COUNT]])
    space = SPACES[row]
    return Name(catalogue().get(f"space.{space.id}.short", space.short))


def named_piece(kind: int, on_map: bool = True) -> Name:
    """A kind of piece, to be told in a message."""
    name = "piece." + KIND_IDS[kind]
    return Name(catalogue()[name] if on_map else catalogue().get("piece.in_box." + KIND_IDS[kind], catalogue()[name]))


def named_faction(faction: int) -> Name:
    """A Faction, or Chance, to be told in a message."""
    return Name(catalogue()["faction.chance" if faction == CHANCE else "faction." + FACTION_IDS[faction]])


def row_name(row: int) -> str:
    """A space or box as a player reads it."""
    return str(named_row(row))


def space_name(space: int) -> str:
    """The full name of a space."""
    return bend(catalogue().get(f"space.{SPACES[space].id}.name", SPACES[space].name))


def piece_name(kind: int, n: int = 1) -> str:
    """A kind of piece as a player reads it, for n of them."""
    return format(named_piece(kind), str(n))


def faction_name(faction: int) -> str:
    """A Faction, or Chance, as a player reads it."""
    return str(named_faction(faction))


def scenario_title(scenario: Scenario) -> str:
    return catalogue().get(f"scenario.{scenario.name}.title", scenario.title)


def game_name(name: str, scenario: Scenario) -> str:
    """What a game is called: one that nobody named has the title of its scenario, for each reader in their language."""
    return scenario_title(scenario) if name in ("", scenario.title) else name


def scenario_subtitle(scenario: Scenario) -> str:
    return catalogue().get(f"scenario.{scenario.name}.subtitle", scenario.subtitle)


def card_name(card: int, cards: CardSet = BASE) -> str:
    """A card's number and title."""
    head = cards.facts.get(card)
    return f"{card_label(head)} {head.title}" if head is not None else f"#{card}"


def card_label(card: Card) -> str:
    """What a card is called without its title: `#47`, or `P12` in an expansion, with a star if it is our invention."""
    if card.id.isdecimal():
        return f"#{card.number}"
    return card.id.upper() + ("*" if {"title", "number"} & {*card.ours} else "")


def effect_is_ours(card: int, cards: CardSet = BASE) -> bool:
    """Is what the card does our invention, and has no pack put the print in its place?"""
    return text_is_ours(card) and card not in cards.texts


def card_text(card: int, side: str, cards: CardSet = BASE) -> str | None:
    """Our words for one side of a card ("ruling": the reading chosen where the print leaves a question open)."""
    if card in cards.texts:
        return cards.texts[card].get(side)
    text = catalogue().get(f"cards.{card_id(card)}.{side}")
    if side == "ruling" and text_is_ours(card):
        return f"{say('card.ours')} {text or ''}".rstrip()
    return text


def key_name(key: str) -> str:
    """An answer by its key alone, without the question it answered: what it is called, else as it stands."""
    kind, _, place = key.partition("@")
    if has_message(f"option.{key}"):
        return say(f"option.{key}")
    if key.startswith("sa:"):
        return say("activity." + key[3:]) if has_message("activity." + key[3:]) else key
    if kind in KIND_BY_ID and not place:
        return piece_name(KIND_BY_ID[kind])
    if kind in KIND_BY_ID and place in ROW_BY_ID:
        return say("option.piece_at", {"piece": KIND_BY_ID[kind], "space": ROW_BY_ID[place]})
    if key in ROW_BY_ID:
        return row_name(ROW_BY_ID[key])
    named = (f"{table}.{key}" for table in ("operation", "activity", "method", "way"))
    return next((catalogue()[name] for name in named if has_message(name)), _answers_alone().get(key, key))


@per_language
def _answers_alone() -> dict[str, str]:
    """The answers by key of which there is only one in all questions, and that need nothing of theirs to be told."""
    texts: dict[str, set[str]] = {}
    for name, text in catalogue().items():
        if name.startswith("option."):
            texts.setdefault(name.rpartition(".")[2], set()).add(text)
    return {key: min(found) for key, found in texts.items() if len(found) == 1 and "{" not in min(found)}


def way_name(way: str) -> str:
    """An answer by its key, with the kind of question before it if that is known ("turn.action pass")."""
    kind, _, key = way.rpartition(" ")
    words = catalogue().get(f"option.{kind}.{key}", "{")
    return key_name(key) if "{" in words else words  # what depends on the question cannot be told without it


def _told_as(table: str) -> Callable[[str], str]:
    """How an id is read that stands in a table of the catalogue; one that does not is told as an answer is."""
    return lambda key: catalogue().get(f"{table}.{key}") or key_name(key)


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "space": named_row,
    "origin": named_row,
    "destination": named_row,
    "box": named_row,
    "piece": named_piece,
    "faction": named_faction,
    "by": named_faction,
    "factions": lambda factions: ", ".join(map(faction_name, factions)),
    "spaces": lambda spaces: ", ".join(map(row_name, spaces)) or say("spaces.none"),
    "level": lambda level: say(f"level.{level}"),
    "control": lambda control: say(f"control.{control}"),
    "operation": lambda name: say("operation." + name),
    "activity": lambda name: say("activity." + name),
    "track": lambda name: say("track." + name),
    "side": lambda side: say("side." + side),
    "dice": lambda dice: say("reasons.not_rolled") if dice == NOT_ROLLED else dice,
    "answer": _told_as("answer"),
    "base": _told_as("answer"),
    "way": way_name,
    "method": _told_as("method"),
    "policy": _told_as("order.president"),
    "turned": _told_as("turned"),
    "step": _told_as("activity"),
}


def _in_boxes(params: Mapping[str, Any]) -> bool:
    """Does a message speak of boxes alone? There pieces are neither Underground nor Active (1.4.3)."""
    rows = [params[name] for name in ROWS_NAMED if name in params]
    return bool(rows) and all(row >= SPACE_COUNT for row in rows)


def say(message: str, params: Mapping[str, Any] | None = None, cards: CardSet = BASE) -> str:
    """A message of the catalogue with its parameters filled in; `cards` are those of the game it speaks of."""
    template = catalogue()[message]
    if not params:
        return template
    read: dict[str, Any] = {name: _READERS[name](v) if name in _READERS else v for name, v in params.items()}
    if "piece" in read and _in_boxes(params):
        read["piece"] = named_piece(params["piece"], on_map=False)
    if "card" in read:
        read["card"] = card_name(read["card"], cards)
    return SENTENCE.format(template, **read)


def prompt(decision: Decision, cards: CardSet = BASE, era: Era | None = None) -> str:
    """The question of a decision, with the numbers of the rules and, where it has them, the words of an era."""
    params = {"faction": decision.actor, **decision.params}
    if era is None:
        return say("ask." + decision.kind, params, cards)
    of_era = f"ask_{book_of(era).words}.{decision.kind}"
    asked = say(of_era if of_era in catalogue() else "ask." + decision.kind, params, cards)
    return cited_in(era, asked, asker(decision))


def label(decision: Decision, option: Option, cards: CardSet = BASE) -> str:
    """One answer, in words: its own message, else what it touches."""
    if decision.kind == OWN_WORDS:
        return option.key
    messages = catalogue()
    params = {"faction": decision.actor, **decision.params}
    key = option.key
    if key == OP_AND_ACTIVITY and decision.kind == "turn.action" and decision.find(OP_ONLY) is None:
        key = OPERATION  # P2.3.2, S2.3.2: the box of the Second after an Event holds both
    for message in (f"option.{decision.kind}.{key}", f"option.{key}", f"track.{key}"):
        if message in messages:
            return say(message, params, cards)
    if option.key.startswith("sa:"):
        return say("option.activity", {"activity": option.key[3:]})
    if decision.kind in ("card", "draft.pick"):
        return card_name(card_number(option.key) or 0, cards)
    if option.piece is not None and option.spaces:
        return say("option.piece_at", {"piece": option.piece, "space": option.spaces[0]})
    if option.piece is not None:
        return piece_name(option.piece)
    if option.spaces:
        return row_name(option.spaces[0])
    return messages.get(f"operation.{option.key}", option.key)


def level_name(track: str, level: int) -> str:
    """The name of a level of a track where it has one ("Unstable", P6.10), else its number."""
    return catalogue().get(f"track_level.{track}_{level}", str(level))


def story_line(s: State, entry: LogEntry) -> str:
    """One line of the story of this game, with the numbers that the rules have in its era."""
    faction = entry.params.get("faction")
    words = line(entry, s.cards, (f"log_{book_of(s.era).words}",))
    return cited_in(s.era, words, faction if isinstance(faction, int) else CHANCE)


def line(entry: LogEntry, cards: CardSet = BASE, tables: Sequence[str] = ()) -> str:
    """One line of the story; an Event is told with what its side does, a die with what it is for (`roll.*`).

    `tables` of the catalogue may tell it otherwise, the first that does counts (`ahead`: before it happens).
    """
    params: dict[str, Any] = entry.params
    if entry.message == "log.die":
        params = {**params, "cause": say("roll." + params["cause"], params, cards)}
    if entry.message == "log.hide":  # told by the state it leaves
        params = {**params, "piece": ACTIVE_OF[params["piece"]]}
    if entry.message == "log.track_now":
        params = {**params, "now": level_name(params["track"], params["now"])}
    if entry.message == "log.event":
        params = {**params, "text": card_text(params["card"], params["side"], cards) or ""}
    told = (f"{table}.{entry.message.removeprefix('log.')}" for table in tables)
    return say(next(filter(has_message, told), entry.message), params, cards)
