"""The data that the page receives about a game, as plain JSON: never more than the link's seats may know."""

import logging
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from fitl.board.factions import FACTION_IDS
from fitl.bots.hint import NoHint, hint
from fitl.bots.orders import orders
from fitl.bots.reasons import compact, details, sentence, turns_of, worth_telling
from fitl.catalogue import tell
from fitl.decisions import Option
from fitl.entries import Reason
from fitl.eras.base import BASE_ERA
from fitl.game import Game
from fitl.lookback import frames, moment, view_at
from fitl.preview import forecast
from fitl.scenes import in_talks, talks_told
from fitl.server.answers import in_words
from fitl.server.live import LiveGame
from fitl.server.piece_changes import moved_by
from fitl.server.proposals import is_open
from fitl.server.service import Service
from fitl.server.stored import Link, Proposal, Rewound
from fitl.server.taking_back import seat_of
from fitl.server.wire.patches import Patch
from fitl.server.wire.queries import Advice, Effect, Effects, Hint, Reasons
from fitl.server.wire.story import StoryLine
from fitl.server.wire.table import (
    DeclinedShown,
    Moved,
    PlayerShown,
    ProposalShown,
    Steps,
    Table,
    TableView,
    TakenBack,
    TakingBack,
    UndoShown,
)
from fitl.state import LogEntry, is_added
from fitl.thinker.hint import advise
from fitl.thinker.levels import QUICK
from fitl.thinker.thought import GoOn, always
from fitl.verdict import lost_alike, verdict
from fitl.view import SECRET_KINDS, build_board
from fitl.view_types import BoardShown
from fitl.words import game_name, label, scenario_title

PREVIEWED: Final = 60  # answers whose effects are sent at a time ...
REPLAYED: Final = 1500  # ... and entries that may be given again for it, so that a long turn costs no more
LOG_LINES: Final = 200  # told with every look; earlier ones on request
FRAMES: Final = 400  # how many steps are sent at a time ...
STEPS: Final = 100  # ... and with a look; more are asked for by themselves

log = logging.getLogger(__name__)


def state_of(service: Service, live: LiveGame, link: Link, at: int | None = None, since: int | None = None) -> Table:
    """The whole table as a link's holder sees it, now or when `at` entries had been given (then without its `view`).

    With the steps that led here from when `since` entries had been given, for who shows them one after another.
    """
    table = _table(service, live, link, at)
    if since is not None:
        table["steps"] = _steps_since(live.game, since, frozenset(link.seats))
    return table


def patch_of(service: Service, live: LiveGame, link: Link, have: str, since: int | None = None) -> Patch:
    """What has changed since the table that the viewer has, or the whole table; with steps as above."""
    patch = live.viewers.patch(link.place, _table(service, live, link, None), have)
    if since is not None:
        patch["steps"] = _steps_since(live.game, since, frozenset(link.seats))
    return patch


def _steps_since(game: Game, first: int, seats: frozenset[int]) -> Steps | None:
    """The steps told with a look; None if they are too many for that, and none if only these seats and chance acted.

    A scene that an era plays between two decks is told to the player who caused it, too.
    """
    end = len(game.entries)
    if not end - STEPS <= first <= end or first < game.checkpoints[0].entries:
        return None
    acted = {entry.actor for entry in game.entries[first:end] if entry.actor >= 0}
    if not _has_scene(game, first) and all(game.state.options.seat_of(actor) in seats for actor in acted):
        return {"from": first, "to": end, "frames": []}
    return steps(game, first, end)


def _has_scene(game: Game, first: int) -> bool:
    """Was something told since then by a step of a scene? A draft, pick after pick, is none."""
    ends = (len(game.log or ()), *(checkpoint.log for checkpoint in reversed(game.checkpoints)))
    begun = takewhile(lambda part: part[0].entries > first, zip(reversed(game.checkpoints), ends, strict=False))
    return any(
        is_added(begin.state.stage) and begin.state.stage not in begin.state.era.drafting and end > begin.log
        for begin, end in begun
    )


def steps(game: Game, first: int, last: int) -> Steps:
    """What happened step by step, at most the last FRAMES entries."""
    end = min(last, len(game.entries))
    start = max(game.checkpoints[0].entries, min(first, end), end - FRAMES)
    return {"from": start, "to": end, "frames": list(frames(game, start, end))}


def _table(service: Service, live: LiveGame, link: Link, at: int | None) -> Table:
    game, listed = live.game, live.listed
    links = service.store.links(live.id)
    link = next(other for other in links if other.place == link.place)  # with the name it has now
    here = service.hub.here(live.id)
    alone = sum(other.plays for other in links) == 1
    back = _taking_back(service, live, link, links, alone)
    return {
        "game": live.id,
        "name": game_name(listed.name, game.state.scenario),
        "scenario": game.state.scenario.name,
        "title": scenario_title(game.state.scenario),
        "version": listed.head.stamp,
        "number": game.number,
        "entries": len(game.entries),
        "stage_begun": game.checkpoints[-1].entries,
        "at": at,
        "over": game.decision is None,
        "lesson": listed.lesson,
        "origin": listed.origin,
        "table_mode": game.manual_chance,
        "thinking": live.bots_asked,
        "thought": service.thought_of(live.id),
        "waiting": service.searches.waits(live.id),
        "left_to_people": live.left_to_people,
        "me": {
            "role": link.role,
            "name": link.name,
            "seats": list(link.seats),
            "host": link.host,
            "muted": link.muted,
            "factions": [FACTION_IDS[faction] for seat in link.seats for faction in live.options.seats[seat]],
        },
        "players": _players(service, live, links, here),
        "spectators": {"muted": any(each.muted for each in links if not each.plays)},
        "ends": listed.ending,
        "solo": alone,
        "can_undo": back["can_undo"],
        "undo": back["undo"],
        "proposal": back["proposal"],
        "declined": back["declined"],
        "taken_back": back["taken_back"],
        "chat": listed.chat,
        "notes": live.notes,
        "verdict": _verdict(game),
        "lost": [FACTION_IDS[faction] for faction in lost_alike(game.state)],
        "plan": live.answers.plan(game, link.seats) if at is None else [],
        "moved": _moved(live, links) if at is None else None,
        "turns": live.bot_turns.latest(game, at),
        "view": None if at is not None and at < len(game.entries) else _view(live, link),
    }


def _moved(live: LiveGame, links: list[Link]) -> Moved:
    game = live.game
    people = [seat for link in links for seat in link.seats]
    begun = game.checkpoints[-1].log
    return moved_by((game.log or [])[begun:], live.answers.own_lines(game, people) - begun)


def _view(live: LiveGame, link: Link) -> TableView:
    game = live.game
    seats: frozenset[int] = frozenset(link.seats)
    if live.left_to_people and link.plays and game.decision is not None:
        seats |= {live.options.seat_of(game.decision.actor)}
    board = build_board(game.state, game.decision, game.number, seats, open_markers=_markers_open(live))
    _show_scene(game, board, game.log or [])
    return {**board, "log": log_lines(live, max(0, len(game.log or ()) - LOG_LINES))}


def view_then(live: LiveGame, seats: frozenset[int], at: int) -> TableView:
    """What could be seen when `at` entries had been given."""
    game = live.game
    board, log = view_at(game, at, seats, open_markers=_markers_open(live))
    _show_scene(game, board, log)
    before = [checkpoint for checkpoint in game.checkpoints if checkpoint.entries <= at]
    return {**board, "log": live.story.told(game, log, before, max(0, len(log) - LOG_LINES), LOG_LINES)}


def _markers_open(live: LiveGame) -> bool:
    """Were the markers imported by somebody who may know them?"""
    return live.listed.origin is not None and bool(live.listed.origin["markers"])


def _show_scene(game: Game, board: BoardShown, log: Sequence[LogEntry]) -> None:
    """What everybody sees of the scene under way: in Paris, from the scores to the last Retreat, the table."""
    if in_talks(board["stage"]):
        board["talks"] = talks_told(game.state.cards.talks, log)


def log_lines(live: LiveGame, first: int) -> list[StoryLine]:
    """Lines of the story from a number on."""
    return live.story.lines(live.game, first, LOG_LINES)


def _players(service: Service, live: LiveGame, links: list[Link], here: list[int]) -> list[PlayerShown]:
    held = {seat: link for link in links for seat in link.seats}
    return [
        {
            "seat": number,
            "factions": [FACTION_IDS[faction] for faction in seat],
            "kind": "person" if number in held else "bot",
            "plays": None if number in held else live.options.kind_of(seat[0]),
            "name": held[number].name if number in held else "",
            "here": number in here,
            "claimed": number not in held or held[number].claimed,
            "muted": number in held and held[number].muted,
            "abandoned": number in held and service.seats.may_be_freed(held[number], here),
        }
        for number, seat in enumerate(live.options.seats)
    ]


def _taking_back(service: Service, live: LiveGame, link: Link, links: list[Link], alone: bool) -> TakingBack:
    """What this person may take back, what somebody asks to, and what has just been."""
    way = live.way_back(link, alone)
    undo: UndoShown | None = None
    if way is not None:
        undo = {
            "to": way.kept,
            "what": live.answers.words(live.game, way.kept, link.seats),
            "free": way.free,
            "others": way.others,
            "bots": way.bots,
        }
    done = live.listed.summary.get("taken_back")
    proposal = live.listed.proposal
    return {
        "can_undo": way is not None and way.free,
        "undo": undo,
        "proposal": _proposal(proposal, links, link, live, service) if proposal and is_open(proposal) else None,
        "declined": _declined(proposal, links, link, live, service) if proposal and not is_open(proposal) else None,
        "taken_back": None if done is None else _taken_back(done, links, link, live, service),
    }


def _named(place: int, links: list[Link], live: LiveGame, service: Service) -> str:
    link = next(other for other in links if other.place == place)
    return link.name or service.called(link, live)


def _proposal(proposal: Proposal, links: list[Link], link: Link, live: LiveGame, service: Service) -> ProposalShown:
    kept = proposal["kept"]
    gone = [seat_of(live.game, entry) for entry in live.game.entries[kept:]]
    return {
        "id": proposal["id"],
        "by": _named(proposal["by"], links, live, service),
        "mine": link.place == proposal["by"],
        "answered": link.place in proposal["agreed"],
        "kept": kept,
        "what": live.answers.words(live.game, kept, link.seats),
        "yours": 0 if link.place == proposal["by"] else sum(seat in link.seats for seat in gone),
    }


def _declined(proposal: Proposal, links: list[Link], link: Link, live: LiveGame, service: Service) -> DeclinedShown:
    """A take-back that came to nothing; `who` declined it or, if they asked for it themselves, withdrew it."""
    return {
        "id": proposal["id"],
        "who": _named(proposal["declined"], links, live, service),
        "by": _named(proposal["by"], links, live, service),
        "mine": link.place == proposal["declined"],
        "withdrawn": proposal["declined"] == proposal["by"],
        "what": live.answers.words(live.game, proposal["kept"], link.seats),
    }


def _taken_back(done: Rewound, links: list[Link], link: Link, live: LiveGame, service: Service) -> TakenBack:
    """What the last change took back: the answer to the question that stands open again."""
    decision = live.game.decision
    option = decision.find(done["key"]) if decision is not None else None
    what = tell("server.answer.transfer")
    if decision is not None and option is not None:
        what = in_words(live.game, decision, option, link.seats)
    return {"by": _named(done["by"], links, live, service), "mine": done["by"] == link.place, "what": what}


def _verdict(game: Game) -> str | None:
    judged = verdict(game.state)
    return None if judged is None else judged.text


def reasons(game: Game, turn_id: int) -> Reasons | None:
    """Why a non-player did what it did in a turn; None if there is no such turn."""
    for turn in turns_of(game):
        if turn.first == turn_id:
            cards = game.state.cards
            return {
                "id": turn.first,
                "faction": FACTION_IDS[turn.faction],
                "title": turn.title(cards),
                "dice": [int(key) for key in turn.dice],
                "reasons": [
                    {
                        "entry": reason.at,
                        "node": reason.message.removeprefix("why."),
                        "text": sentence(reason, cards),
                        "details": list(details(reason, cards)),
                    }
                    for reason in worth_telling(turn.reasons)
                ],
            }
    return None


def hint_for(game: Game, go_on: GoOn = always) -> Hint:
    """What non-players would do in the place of the person asked: the flowchart if it has advice, and a thinker.

    `no_chart`: there is a flowchart for this game, but it has no advice here.
    """
    thinker = _thinkers_hint(game, go_on)
    try:
        first = _told_hint(game, *hint(game))
    except NoHint:
        if thinker is None:
            raise
        return {**thinker, "by": "thinker", "thinker": None, "no_chart": game.state.era is BASE_ERA}
    return {**first, "by": "flowchart", "thinker": thinker, "no_chart": False}


def _thinkers_hint(game: Game, go_on: GoOn) -> Advice | None:
    try:
        return _told_hint(game, *advise(game, QUICK, go_on))
    except NoHint as lost:
        if lost.__cause__ is not None:  # a fault: the player can do without, the operator should know
            log.warning("a thinker had no hint: %r", lost.__cause__)
        return None


def _told_hint(game: Game, option: Option, thoughts: list[Reason]) -> Advice:
    decision = game.decision
    assert decision is not None
    cards = game.state.cards
    return {"key": option.key, "label": label(decision, option, cards), "reasons": compact(thoughts, cards)}


def no_effects(game: Game) -> Effects:
    """The forecast where effects may not, or need not, be shown."""
    return {"number": game.number, "effects": {}, "anyway": []}


def effects_of(game: Game) -> Effects:
    """What each answer to the present question would do, as far as that is soon found out."""
    decision = game.decision
    if decision is None or decision.actor < 0 or decision.kind in SECRET_KINDS:
        return no_effects(game)
    since = len(game.entries) - game.checkpoints[-1].entries
    most = min(PREVIEWED, REPLAYED // (since + 1))
    anyway, answers = forecast(game, decision.options[:most])
    effects: dict[str, Effect] = {
        key: {"lines": preview.lines, "places": preview.places, "lifts": preview.lifts}
        for key, preview in answers.items()
    }
    return {"number": game.number, "effects": effects, "anyway": anyway}


def orders_between(game: Game, first: int, last: int) -> list[str]:
    """What to do on a physical board to get from one moment to another."""
    before, told_before = moment(game, first)
    start = told_before + len(before.log or ())
    after, told_after = moment(game, last)
    story = [*(game.log or [])[:told_after], *(after.log or ())][start:]
    return [order.text(game.state.cards) for order in orders(before.state, after.state, story)]
