"""The summary stored next to a game's journal: enough for lists of games, and to see whose turn it is."""

from fitl.board.factions import FACTION_IDS
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.lookback import checkpoint_at
from fitl.server.stored import About, Rewound, Summary


def summary_of(game: Game, before: int | None = None) -> Summary:
    """The contents of lists of games: the card, and who is asked.

    `person` is the seat of the person asked last, `before` what it was: it changes when the turn passes to somebody.
    """
    s, decision = game.state, game.decision
    asked = decision is not None and decision.actor != CHANCE
    seat = s.options.seat_of(decision.actor) if asked and decision else None
    by_bot = asked and decision is not None and decision.actor in s.options.non_players
    return {
        "over": decision is None,
        "card": s.card,
        "title": s.cards.facts[s.card].title if s.card in s.cards.facts else "",
        "actor": FACTION_IDS[decision.actor] if asked and decision else None,
        "seat": seat,
        "person": before if seat is None or by_bot else seat,
        "seats": [[FACTION_IDS[faction] for faction in each] for each in s.options.seats],
        "number": game.number,
    }


def card_at(game: Game, entries: int) -> str:
    """The title of the card in play when this many entries had been given."""
    s = checkpoint_at(game, entries).state
    return s.cards.facts[s.card].title if s.card in s.cards.facts else ""


def is_played(game: Game) -> bool:
    """Has a person answered anything?"""
    s = game.state
    people = {faction for seat in s.options.player_seats() for faction in seat}
    return bool(people) and any(entry.actor in people for entry in reversed(game.entries))


def about(game: Game, before: int | None = None, gone: Rewound | None = None) -> About:
    """The summary in a game's row of the store; `gone` are the answers just taken back."""
    summary = summary_of(game, before)
    if gone is not None:
        summary["taken_back"] = gone
    return {
        "summary": summary,
        "bot_asked": bot_asked(game),
        "over": summary["over"],
        "played": is_played(game),
    }


def turn_passed(before: Summary, after: Summary) -> bool:
    """Is somebody to be told: another person is asked now, or the game has ended?"""
    return bool(after["person"] != before.get("person") or after["over"] != before["over"])


def bot_asked(game: Game) -> bool:
    """Is a bot to decide?"""
    decision = game.decision
    return decision is not None and game.considered is None and decision.actor in game.state.options.non_players
