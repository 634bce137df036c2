"""The board in a terminal: the map as a table, one space in detail, and the situation beside it."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from fitl.board.pieces import KIND_IDS, KINDS, KINDS_OF
from fitl.board.spaces import (
    AVAILABLE,
    CITIES,
    CONTROLLABLE,
    LOCS,
    PROVINCES,
    ROWS,
    SPACE_COUNT,
    SPACES,
    in_south,
    is_loc,
    row_id,
)
from fitl.cardset import CardSet
from fitl.cli.talks import talks_view
from fitl.cli.terminal import DIM, FACTION_STYLES, STRONG
from fitl.compose import BASE
from fitl.eras.fall_of_saigon.paris import TALKS
from fitl.lasting import MOMENTUM_CARDS, PEACE_TALKS, effects_in_force
from fitl.rules.control import threshold, total_opposition, victory_marker
from fitl.rules.deception import margin_of
from fitl.rules.deck import NO_CARD, cards_left, is_coup, monsoon
from fitl.rules.forces import boxes_of, force_pool
from fitl.rules.pivotal import condition_met, held_pivotals
from fitl.rules.sequence import next_eligible
from fitl.state import MINH, NO_LEADER, OVER, PIVOTAL, SET_UP, TURN, Outcome, PileState, State
from fitl.verdict import standings
from fitl.words import (
    card_name,
    card_text,
    faction_name,
    has_message,
    level_name,
    piece_name,
    row_name,
    say,
    space_name,
)

SOUTHERN_PROVINCES: Final = tuple(sp for sp in PROVINCES if in_south(sp))
OUTSIDE: Final = tuple(sp for sp in PROVINCES if not in_south(sp))
SUPPORT_STYLES: Final = {2: "green", 1: "green", 0: DIM, -1: "magenta", -2: "magenta"}
GAP: Final = 3  # between two halves of the map side by side


class Row:
    """Texts in a row, separated; a line may break between them, never within one."""

    def __init__(self, parts: Iterable[Text], separator: str = "  ") -> None:
        self.parts = list(parts)
        self.separator = separator

    def __bool__(self) -> bool:
        return bool(self.parts)

    def text(self, width: int) -> Text:
        """The row broken into lines of at most this width, where that is possible."""
        text = Text()
        used = 0
        for part in self.parts:
            if used and used + len(self.separator) + part.cell_len > width:
                text.append(self.separator.rstrip() + "\n")
                used = 0
            elif used:
                text.append(self.separator)
                used += len(self.separator)
            text.append_text(part)
            used += part.cell_len
        return text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        whole = sum(part.cell_len for part in self.parts) + len(self.separator) * max(0, len(self.parts) - 1)
        return Measurement(max((part.cell_len for part in self.parts), default=0), whole)


def faction_text(faction: int, rest: str = "") -> Text:
    """A Faction's name in its colour, and what follows it."""
    return Text.assemble((faction_name(faction), FACTION_STYLES[faction]), rest)


# --- pieces -------------------------------------------------------------------------------------------------------


def pieces_of(s: State, row: int, faction: int) -> str:
    """A Faction's pieces in a space or box as letters and numbers, such as "T3 B1 Iu1"."""
    prefix = "cli.letter." if row < SPACE_COUNT else "cli.box_letter."
    return " ".join(
        say(prefix + KIND_IDS[kind]) + str(s.pieces[row * KINDS + kind])
        for kind in KINDS_OF[faction]
        if s.pieces[row * KINDS + kind]
    )


def all_pieces(s: State, row: int) -> list[Text]:
    """Everybody's pieces in a space or box, by Faction."""
    found = [(faction, pieces_of(s, row, faction)) for faction in s.era.factions]
    return [faction_text(faction, " " + pieces) for faction, pieces in found if pieces]


# --- the map ------------------------------------------------------------------------------------------------------


def is_empty(s: State, sp: int) -> bool:
    """Is there nothing to show: no piece, no marker, nobody's Support?"""
    return not any(s.force[sp * 4 : sp * 4 + 4]) and not s.terror[sp] and not (sp < CONTROLLABLE and s.support[sp])


def terrain_letter(sp: int) -> str:
    return say(f"cli.terrain.{SPACES[sp].terrain or SPACES[sp].kind}")


def level_text(s: State, sp: int) -> Text:
    """Support or Opposition, blank where nobody lives."""
    level = s.support[sp]
    if not SPACES[sp].population:
        return Text("  ")
    return Text(say(f"cli.level.{level}"), style=SUPPORT_STYLES[level])


def space_cells(s: State, sp: int) -> list[Text]:
    """One row of the map: name, population with terrain, support, control, terror, and each Faction's pieces."""
    space = SPACES[sp]
    return [
        Text(row_name(space.index)),
        Text.assemble(str(space.population), (terrain_letter(sp), DIM)),
        level_text(s, sp),
        Text(say(f"cli.control.{s.control[sp]}")),
        Text(str(s.terror[sp]) if s.terror[sp] else "", style=STRONG),
        *(Text(pieces_of(s, sp, faction), style=FACTION_STYLES[faction]) for faction in s.era.factions),
    ]


def map_table(s: State, groups: Sequence[tuple[str, Sequence[int]]]) -> Table:
    """Groups of Cities and Provinces as one table; spaces with nothing in them are left out."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=DIM)
    table.add_column(no_wrap=True)
    for name in ("pop", "support", "control", "terror"):
        table.add_column(say(f"cli.column.{name}"), no_wrap=True)
    for faction in s.era.factions:
        table.add_column(Text(faction_name(faction), style=FACTION_STYLES[faction]))
    for title, spaces in groups:
        if not any(s.era.open_spaces >> sp & 1 for sp in spaces):
            continue  # P1.3.5: nothing there is open in these years
        table.add_row(Text(say(title), style=STRONG))
        for sp in spaces:
            if not is_empty(s, sp):
                table.add_row(*space_cells(s, sp))
    return table


def map_view(s: State, console: Console) -> RenderableType:
    """The whole map, in two halves side by side where they fit; then the LoCs that hold anything."""
    cities = ("cli.group.cities", CITIES)
    south = ("cli.group.provinces", SOUTHERN_PROVINCES)
    outside = ("cli.group.outside", OUTSIDE)
    left, right = map_table(s, (cities, outside)), map_table(s, (south,))
    widths = [Measurement.get(console, console.options, half).maximum for half in (left, right)]
    found: list[RenderableType] = []
    if sum(widths) + GAP <= console.width:
        halves = Table.grid(padding=(0, GAP, 0, 0))
        halves.add_row(left, right)
        found.append(halves)
    else:
        found.append(map_table(s, (cities, south, outside)))
    locs = [sp for sp in LOCS if not is_empty(s, sp)]
    if locs:
        lines = Table.grid(padding=(0, 1, 0, 0))
        lines.add_column(width=max(len(row_name(space.index)) for space in SPACES if not is_loc(space.index)))
        lines.add_row(Text(say("cli.group.locs"), style=STRONG), Row((loc_text(s, sp) for sp in locs), "   "))
        found.append(lines)
    empty = [sp for sp in (*CITIES, *PROVINCES) if is_empty(s, sp)]
    closed = [sp for sp in empty if not s.era.open_spaces >> sp & 1]  # P1.3.5
    for message, spaces in (("empty", [sp for sp in empty if sp not in closed]), ("closed", closed)):
        if spaces:
            found.append(Text(say(f"cli.board.{message}", {"names": ", ".join(map(row_name, spaces))}), style=DIM))
    return Group(*found)


def loc_text(s: State, sp: int) -> Text:
    """A Line of Communication with its Econ value and what is on it."""
    text = Text.assemble(row_name(sp), (f" {SPACES[sp].econ}", DIM))
    if s.terror[sp]:
        text.append(" " + say("cli.board.sabotaged"), style=STRONG)
    for pieces in all_pieces(s, sp):
        text.append(" ").append_text(pieces)
    return text


def brief(s: State, sp: int) -> Row:
    """One space in a few letters, beside its name in a list of choices."""
    if sp >= SPACE_COUNT:
        return Row(all_pieces(s, sp))
    if is_loc(sp):
        head = Text(say("cli.board.econ", {"n": SPACES[sp].econ}), style=DIM)
        marker = say("cli.board.sabotaged")
    else:
        head = Text.assemble(
            (f"{SPACES[sp].population}{terrain_letter(sp)} ", DIM),
            level_text(s, sp),
            f" {say(f'cli.control.{s.control[sp]}'):<4}",
        )
        marker = say("cli.board.terror", {"n": s.terror[sp]})
    markers = [Text(marker, style=STRONG)] if s.terror[sp] else []
    return Row([head, *markers, *all_pieces(s, sp)])


def space_view(s: State, sp: int) -> RenderableType:
    """One space (or box) in detail, and its neighbours."""
    found: list[RenderableType] = [Text(row_name(sp) if sp >= SPACE_COUNT else space_name(sp), style=STRONG)]
    if sp < SPACE_COUNT:
        found.append(Text(_facts(s, sp)))
    pieces = [
        Text.assemble("  ", (f"{n} {piece_name(kind, n)}", FACTION_STYLES[faction]))
        for faction in s.era.factions
        for kind in KINDS_OF[faction]
        if (n := s.pieces[sp * KINDS + kind])
    ]
    found += pieces or [Text("  " + say("cli.board.no_pieces"), style=DIM)]
    if sp < SPACE_COUNT:
        found.append(Text(say("cli.board.adjacent")))
        found.append(brief_table(s, [near for near in SPACES[sp].adjacent if s.era.open_spaces >> near & 1]))
    return Group(*found)


def brief_table(s: State, spaces: Sequence[int], marks: Sequence[str] | None = None) -> Table:
    """Spaces one under the other with what is in them."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(2):
        table.add_column(no_wrap=True)
    table.add_column()
    for i, sp in enumerate(spaces):
        table.add_row(marks[i] if marks else "", Text(row_name(sp)), brief(s, sp))
    return table


def _facts(s: State, sp: int) -> str:
    space = SPACES[sp]
    facts = [say(f"cli.kind.{space.kind}")]
    if space.terrain:
        facts.append(say(f"cli.kind.{space.terrain}"))
    if is_loc(sp):
        facts.append(say("cli.board.econ", {"n": space.econ}))
        if s.terror[sp]:
            facts.append(say("cli.board.sabotaged"))
    else:
        facts.append(say("cli.board.population", {"n": space.population}))
        facts.append(say(f"level.{s.support[sp]}"))
        facts.append(say(f"control.{s.control[sp]}"))
        if s.terror[sp]:
            facts.append(say("cli.board.terror", {"n": s.terror[sp]}))
    if space.coastal:
        facts.append(say("cli.kind.coastal"))
    if not in_south(sp):
        facts.append(say("cli.kind.outside"))
    return ", ".join(facts)


# --- the situation ------------------------------------------------------------------------------------------------


def situation(s: State) -> Table:
    """Cards, turn, victory, tracks, boxes, lasting effects: one labelled line each."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=DIM, no_wrap=True)
    table.add_column()
    for row in boxes_of(s):
        if line := Row(all_pieces(s, row)):
            table.add_row(row_name(row), line)
    for name, line in _situation_lines(s):
        if line:
            table.add_row(say(f"cli.line.{name}"), line)
    return table


def _situation_lines(s: State) -> Iterable[tuple[str, Row]]:
    yield "tracks", tracks(s)
    yield "leader", leader(s)
    yield "effects", lasting_effects(s)
    yield "pivotal", pivotal_events(s)
    yield "markers", deception_markers(s)
    yield "victory", victory(s)
    yield "cards", cards(s)
    if s.draft:
        for pile in s.piles:
            yield "drafted", drafted(s, pile)
    if s.card and s.stage in (PIVOTAL, TURN):
        for side in s.cards.facts[s.card].sides:
            yield side, Row([Text(text)] if (text := card_text(s.card, side, s.cards)) else [])
    yield "turn", sequence(s)


def tracks(s: State) -> Row:
    """Resources and the other markers of the edge track, and the Trail."""
    found = [
        faction_text(faction, f" {s.resources[faction]}") for faction in s.era.factions if faction in s.era.holders
    ]
    for name in s.era.tracks:
        found.append(Text(say("cli.track", {"track": name, "now": level_name(name, getattr(s, name))})))
    found.append(Text(say("cli.total.support", {"n": s.total_support})))
    found.append(Text(say("cli.total.opposition", {"n": total_opposition(s)})))
    return Row(found)


def leader(s: State) -> Row:
    """The RVN leader whose text counts, and the cards in the box."""
    if s.leader == MINH:
        text = Text(say("cli.leader.minh"))
    elif s.leader == NO_LEADER:
        text = Text(say("cli.leader.none"))
    else:
        text = Text(say(f"cli.leader.{s.cards.facts[s.leader].leader}"))
    if s.leader_silenced:
        text.append(" " + say("cli.leader.silenced"))
    if s.leaders():
        text.append(" " + say("cli.leader.box", {"n": s.leaders()}), style=DIM)
    return Row([text])


def lasting_effects(s: State) -> Row:
    """Capabilities and Momentum in force."""
    momentum = {(card, side) for _, card, side in MOMENTUM_CARDS}
    found = []
    for card, side in effects_in_force(s.effects):
        kind = "momentum" if (card, side) in momentum else "capability"
        found.append(Text(say(f"cli.effect.{kind}", {"card": card, "which": say(f"cli.side.{side}")})))
    if s.effects & PEACE_TALKS:
        found.append(Text(say("cli.effect.peace_talks")))
    return Row(found, "; ")


def pivotal_events(s: State) -> Row:
    """Who still holds a Pivotal Event, and whose conditions are met (2.3.8)."""
    found = []
    for faction in s.era.factions:
        for card in held_pivotals(s, faction):
            ready = condition_met(s, card)
            found.append(faction_text(faction, " " + say("cli.pivotal.ready" if ready else "cli.pivotal.held")))
    return Row(found)


def deception_markers(s: State) -> Row:
    """How many Deception markers are held unseen, and which were shown (7.3)."""
    found = []
    for faction in s.era.factions:
        held, shown = s.markers[faction], s.revealed_markers[faction]
        if held or shown:
            words = [say("cli.markers.held", {"n": len(held)})] + [say(f"cli.markers.{kind}") for kind in shown]
            found.append(faction_text(faction, " " + ", ".join(words)))
    return Row(found)


def victory(s: State) -> Row:
    """1.9, 7.3: each marker, the number it must exceed, and the margin."""
    return Row(
        (
            faction_text(
                faction,
                " "
                + say(
                    "cli.victory.marker",
                    {"n": victory_marker(s, faction), "goal": threshold(s, faction), "margin": margin_of(s, faction)},
                ),
            )
            for faction in s.era.factions
        ),
        "   ",
    )


def cards(s: State) -> Row:
    """The current card, the next one, and how many are face down."""
    if s.stage == SET_UP and not s.card:
        return Row([Text(say("cli.cards.left", {"n": cards_left(s), "coups": _coups_left(s)}))])
    found = []
    if s.card:
        order = " ".join(faction_name(faction) for faction in s.order)
        found.append(Text(card_name(s.card, s.cards), style=STRONG).append(f" [{order}]" if order else "", style=DIM))
    if s.next_card not in (NO_CARD, s.card):  # while another is turned up, the next is the current one already
        found.append(Text(say("cli.cards.next", {"card": s.next_card}, s.cards)))
    if monsoon(s) and s.card and not is_coup(s, s.card):
        found.append(Text(say("cli.cards.monsoon"), style=STRONG))
    found.append(Text(say("cli.cards.left", {"n": cards_left(s), "coups": _coups_left(s)}), style=DIM))
    return Row(found, "; ")


def drafted(s: State, pile: PileState) -> Row:
    """P2.1, S2.1: the Events picked for a year while others are still to be picked."""
    year = Text(say("cli.cards.year", {"year": pile.period}), style=DIM)
    return Row([year, *(Text(card_name(card, s.cards)) for card in pile.chosen)] if pile.chosen else [])


def _coups_left(s: State) -> int:
    return sum(pile.coup != 0 for pile in s.piles)


def sequence(s: State) -> Row:
    """What each Faction did on this card and who comes next; in a Coup Round the phase (2.3, 6.0)."""
    if s.stage == OVER:
        return Row([Text(say("cli.stage.over"))])
    if not s.card or not s.order or (is_coup(s, s.card) and not s.acted and s.stage != TURN):
        return Row([Text(say(f"cli.stage.{s.stage}"))])
    acted = dict(s.acted)
    by_turns = not s.era.sequence.look_ahead  # two players: First and Second, none Eligible (P2.3, S2.3)
    now = s.executing if s.executing >= 0 else next_eligible(s)
    found = []
    for faction in s.order:
        if faction in acted:
            state = say(f"cli.acted.{acted[faction]}")
        elif s.passed >> faction & 1:
            state = say("cli.acted.pass")
        elif faction == now:
            state = say("cli.acted.now")
        elif by_turns:
            state = say("cli.acted.waits")
        elif s.eligible & ~s.made_ineligible & 1 << faction:
            state = say("cli.acted.eligible")
        else:
            state = say("cli.acted.ineligible")
        words = faction_text(faction, " " + state)
        if by_turns:
            place = say("cli.acted.first" if faction == s.order[0] else "cli.acted.second")
            words = Text(place + " ").append_text(words)
        found.append(words)
    return Row(found, "   ")


def key_to_letters(s: State) -> str:
    """What the letters of pieces mean: those of the base game, and those that only some games have."""
    letters = (f"cli.board.letters.{KIND_IDS[kind]}" for kind, n in enumerate(force_pool(s)) if n)
    return " ".join([say("cli.board.legend"), *(say(name) for name in letters if has_message(name))])


def board_view(s: State, console: Console, legend: bool = True) -> RenderableType:
    """The map, the key to its letters if wanted, and the situation."""
    key = [Text(key_to_letters(s), style=DIM)] if legend else []
    talks = [talks_view(s)] if s.stage == TALKS else []
    return Group(map_view(s, console), *key, Text(""), *talks, situation(s))


# --- cards and the end --------------------------------------------------------------------------------------------


def card_view(number: int, cards: CardSet = BASE) -> RenderableType:
    """The head of a card and, where the catalogue has it, what its title means and our text for its sides."""
    card = cards.facts[number]
    facts = [say(f"cli.card.{card.kind}")]
    if card.period:
        facts.append(say("cli.card.period", {"n": card.period}))
    if card.capability is not None:
        facts.append(say("cli.card.capability", {"faction": card.capability}))
    if card.order:
        facts.append(" ".join(faction_name(faction) for faction in card.order))
    texts = Table.grid(padding=(0, 2, 0, 0))
    for side in (*card.sides, "ruling"):
        if text := card_text(number, side, cards):
            texts.add_row(Text("  " + say(f"cli.side.{side}"), style=DIM), text)
    title = Text(card_name(number, cards), style=STRONG)
    if gloss := card_text(number, "gloss", cards):  # in languages that do not read the printed one
        title.append(f" ({gloss})", style=DIM)
    return Group(title, Text("  " + ", ".join(facts), style=DIM), texts)


def outcome_view(outcome: Outcome, lost: Collection[int] = ()) -> RenderableType:
    """How the game ended; `lost` are the players' Factions that a non-player has beaten alike (8.9)."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for place, faction in standings(outcome, lost):
        margin: dict[str, object] = {"margin": outcome.margin(faction)}
        fate = say("cli.outcome.lost") if faction in lost else ""
        table.add_row(f"{place}." if place else "", faction_text(faction), say("cli.outcome.margin", margin), fate)
    heading = Text(say(f"cli.outcome.{outcome.reason}", {"faction": outcome.winner}), style=STRONG)
    return Group(heading, table)


def space_names(s: State) -> list[tuple[str, ...]]:
    """Every row of the board by all its names, for finding one that was typed; boxes this game lacks have none."""
    names: list[tuple[str, ...]] = [
        (row_name(space.index), space_name(space.index), space.short, space.name, space.id) for space in SPACES
    ]
    return names + [(row_name(row), row_id(row)) if row in boxes_of(s) else () for row in range(AVAILABLE, ROWS)]
