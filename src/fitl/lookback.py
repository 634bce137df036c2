"""Looking back on a game: any earlier situation, what happened step by step, and how the contest went.

Everything is read off the game's checkpoints and entries by playing them again on the side; the game is not touched.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeVar, cast

from fitl.board.spaces import SPACES
from fitl.entries import Checkpoint, actor_id
from fitl.game import Game
from fitl.journal import CARD_STAGES
from fitl.scenes import talks_told
from fitl.state import OVER, TURN, LogEntry, State, is_added
from fitl.view import Seats, build_board, build_view
from fitl.view_types import BoardShown, Changes, Frame, HistoryRow, Passage, SceneStanding, View
from fitl.words import label, story_line

T = TypeVar("T")

# What a step may change on the board; the rest of a view is about the question asked and who asks it.
SHOWN: Final = (
    "era",
    "factions",
    "stage",
    "phases",
    "card",
    "next_card",
    "cards_left",
    "year",
    "drafted",
    "draft",
    "monsoon",
    "turn",
    "tracks",
    "victory",
    "leader",
    "effects",
    "outcome",
)


def checkpoint_at(game: Game, entries: int) -> Checkpoint:
    """The last checkpoint when this many entries had been given."""
    starts = [checkpoint.entries for checkpoint in game.checkpoints]
    return game.checkpoints[max(0, bisect_right(starts, entries) - 1)]


def moment(game: Game, entries: int) -> tuple[Game, int]:
    """A copy of the game as it stood when this many entries had been given, and how many log lines came before it.

    Its chance is left open (entries can be given again), its log begins at the last checkpoint before.
    """
    checkpoint = checkpoint_at(game, entries)
    copy = Game(checkpoint.state.copy(), manual_chance=True)
    copy.begin()
    for entry in game.entries[checkpoint.entries : entries]:
        copy.give_again(entry)
    return copy, checkpoint.log


def view_at(game: Game, entries: int, seats: Seats, *, open_markers: bool = False) -> tuple[View, list[LogEntry]]:
    """What could be seen when this many entries had been given, what was answered then (`answer`), and the log then."""
    copy, told = moment(game, entries)
    log = [*(game.log or [])[:told], *(copy.log or ())]
    view = build_view(copy.state, copy.decision, entries, None, seats, open_markers=open_markers)
    asked = view["decision"]
    if asked is not None and copy.decision is not None and entries < len(game.entries) and "options" in asked:
        option = copy.decision.find(game.entries[entries].key)
        asked["answer"] = label(copy.decision, option, copy.state.cards) if option else None
    return view, log


def frames(game: Game, first: int, last: int) -> Iterator[Frame]:
    """What the entries from `first` up to `last` did, one step for each that changed something people see.

    A stage that an era adds is told by itself, as a `chapter`, though one answer may have led through several; one in
    which nothing happened is none. The first step of the Paris Peace Talks shows their table (`talks`).
    """
    copy, _ = moment(game, first)
    before = build_board(copy.state)
    told, stage = len(copy.log or ()), copy.state.stage
    for number in range(first, last):
        entry = game.entries[number]
        begun = len(copy.checkpoints)
        copy.give_again(entry)
        log = copy.log or []
        parts = [
            (now.state, now.log)
            for before_it, now in pairwise(copy.checkpoints[begun - 1 :])
            if is_added(before_it.state.stage) or is_added(now.state.stage)
        ]
        for state, end in (*parts, (copy.state, len(log))):
            after = build_board(state)
            changes = _changes(before, after)
            if changes or end > told:
                yield {
                    "entry": number + 1,
                    "actor": actor_id(entry.actor),
                    "text": [story_line(copy.state, said) for said in log[told:end]],
                    "kinds": [said.message.removeprefix("log.") for said in log[told:end]],
                    "chapter": stage if is_added(stage) and end > told else None,
                    "talks": talks_told(state.cards.talks, log[told:end]) if is_added(stage) else None,
                    "changes": changes,
                }
            before, told, stage = after, end, state.stage


def _changes(before: BoardShown, after: BoardShown) -> Changes:
    """What is new on the board; of spaces and boxes only those that changed (None: that the new era does not have)."""
    old: Mapping[str, object] = before
    new: Mapping[str, object] = after
    changes = cast(Changes, {name: new[name] for name in SHOWN if new[name] != old[name]})
    if spaces := _changed(before["spaces"], after["spaces"]):
        changes["spaces"] = spaces
    if boxes := _changed(before["boxes"], after["boxes"]):
        changes["boxes"] = boxes
    return changes


def _changed(old: Mapping[str, T], new: Mapping[str, T]) -> dict[str, T | None]:
    return {place: new.get(place) for place in {**old, **new} if new.get(place) != old.get(place)}


def passage(checkpoints: Sequence[Checkpoint], at: int) -> Passage | None:
    """What a scene in several stages has done, if the one at this place is its last: how it stood before and after."""
    if not is_added(checkpoints[at].state.stage) or at + 1 == len(checkpoints):
        return None
    if is_added(checkpoints[at + 1].state.stage):
        return None
    first = at
    while first and is_added(checkpoints[first - 1].state.stage):
        first -= 1
    return {"before": _standing(checkpoints[first].state), "after": _standing(checkpoints[at + 1].state)}


def _standing(s: State) -> SceneStanding:
    """Who leads, where the tracks are, and how much of each kind is on the map."""
    board = build_board(s)
    pieces: Counter[str] = Counter()
    for space in board["spaces"].values():
        pieces.update(space["pieces"])
    return {
        "leader": board["leader"],
        "tracks": board["tracks"],
        "victory": board["victory"],
        "factions": board["factions"],
        "pieces": dict(pieces),
    }


def history(game: Game) -> list[HistoryRow]:
    """How the contest went: a row where each card begins, and one for the present, each with the dice before it."""
    rows = []
    dice: list[tuple[str | None, int]] = []
    log = game.log or []
    for number, checkpoint in enumerate(game.checkpoints):
        last = number + 1 == len(game.checkpoints)
        if checkpoint.state.stage in CARD_STAGES:
            rows.append(_row(checkpoint.entries, checkpoint.state, dice))
            dice = []
        by = build_board(checkpoint.state)["turn"]["up"] if checkpoint.state.stage == TURN else None
        end = len(log) if last else game.checkpoints[number + 1].log
        dice += [(by, int(str(said.params["n"]))) for said in log[checkpoint.log : end] if said.message == "log.die"]
    rows.append(_row(len(game.entries), game.state, dice))
    return rows


def _row(entries: int, s: State, dice: list[tuple[str | None, int]]) -> HistoryRow:
    board = build_board(s)
    card = s.cards.facts.get(s.card)
    held = {"coin": 0, "nva": 0}
    for space in SPACES:
        control = board["spaces"][space.id].get("control")
        if control in held:
            held[control] += space.population
    return {
        "entry": entries,
        "id": card.id if card else "",
        "title": card.title if card else "",
        "coup": card is not None and not card.order,
        "over": s.stage == OVER,
        "margins": {faction: board["victory"][faction]["margin"] for faction in board["factions"]},
        "resources": board["tracks"]["resources"],
        "control": held,
        "dice": [{"by": by, "n": n} for by, n in dice],
    }
