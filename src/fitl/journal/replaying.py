"""Games from journals: replayed from the start, or from the last situation that the rules still accept."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from fitl import __version__
from fitl.catalogue import tell
from fitl.compose import new_state
from fitl.game import Game
from fitl.journal.lines import CARD_STAGES, JournalError
from fitl.journal.reading import Journal, read
from fitl.options import OptionsError
from fitl.position import PositionError, read_options, read_packs, read_position
from fitl.prng import MOST_SEED
from fitl.refusals import Refused
from fitl.rules.setup import scenario_named
from fitl.state import State


class Loaded(NamedTuple):
    """A game opened from a journal, and what its players should be told about it."""

    game: Game
    notes: list[str]


def start_of(header: Mapping[str, Any]) -> State:
    """The situation in which a journal with this header begins."""
    try:
        cards = read_packs(header.get("packs", []))
        if "position" in header:
            return read_position(header["position"], cards)
        options = read_options(header.get("options", {}))
        seed = header.get("seed", 0)
        if type(seed) is not int or not 0 <= seed <= MOST_SEED:
            raise PositionError(tell("position.seed"))
        return new_state(scenario_named(str(header.get("scenario"))), options, seed, cards)
    except (PositionError, OptionsError, TypeError, ValueError) as error:
        raise JournalError(tell("journal.at_line", line=1, error=error)) from error


def replay(journal: Journal) -> Game:
    """Play the whole journal again; Refused names the line of the first answer that is not offered any more."""
    game = Game(start_of(journal.header), manual_chance=bool(journal.header.get("manual_chance")))
    try:
        game.begin(journal.entries)
    except Refused as error:
        raise Refused(tell("journal.at_line", line=journal.lines[len(game.entries)], error=error)) from error
    game.thoughts = list(journal.reasons)
    return game


def drift(journal: Journal, game: Game) -> list[str]:
    """The cards at which the replayed situation differs from the recorded one."""
    digests: dict[int, set[str]] = {}
    for checkpoint in game.checkpoints:
        if checkpoint.state.stage in CARD_STAGES:
            digests.setdefault(checkpoint.entries, set()).add(checkpoint.state.digest())
    return [
        tell("journal.drift", line=card.line, hash=card.hash)
        for card in journal.cards
        if card.hash not in digests.get(card.entries, ())
    ]


def load(path: str | Path) -> Loaded:
    """Open a saved game (see `revive`)."""
    return revive(read(path))


def revive(journal: Journal) -> Loaded:
    """The game a journal tells of.

    The journal is replayed from the start. If a rule has changed since so that it no longer fits, play goes on from the
    last recorded situation that can still be continued, and the notes say what was lost.
    """
    notes = [*journal.damage, *([tell("journal.torn")] if journal.torn else [])]
    try:
        game = replay(journal)
        differing = drift(journal, game)
        if not differing:
            return Loaded(game, notes)
        reason = differing[0]
    except Refused as error:
        reason = str(error)
    return _load_from_snapshot(journal, reason, notes)


def _load_from_snapshot(journal: Journal, reason: str, notes: list[str]) -> Loaded:
    rules = journal.header.get("rules")
    message = "journal.corrected_rules" if rules == __version__ else "journal.other_rules"
    notes.append(tell(message, saved=rules, present=__version__, reason=reason))
    manual = bool(journal.header.get("manual_chance"))
    cards = start_of(journal.header).cards
    for card in reversed(journal.cards):
        if card.state is None:
            continue
        try:
            game = Game(read_position(card.state, cards), manual_chance=manual)
        except PositionError as error:
            notes.append(tell("journal.impossible", line=card.line, error=error))
            continue
        try:
            game.begin(journal.entries[card.entries :])
            notes.append(tell("journal.goes_on", line=card.line))
        except Refused as error:
            game = Game(read_position(card.state, cards), manual_chance=manual)
            game.begin()
            notes.append(tell("journal.goes_on_without", line=card.line, error=error))
        return Loaded(game, notes)
    raise JournalError(tell("journal.cannot_go_on", notes=" ".join(notes)))
