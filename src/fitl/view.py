"""Views: what one player may know of a game, as plain JSON data: board, tracks, cards, story and the present question.

The deck has no hidden order (see rules/deck.py); the only secrets are Deception markers (7.3) and the questions about
them, which only their holder sees.
"""

from collections.abc import Collection
from typing import cast

from fitl.board.cards import COUP_CARDS, PERIODS
from fitl.board.factions import FACTION_IDS, FACTIONS, NVA, US
from fitl.board.pieces import KIND_IDS, KINDS
from fitl.board.scenarios import MINI_DECKS
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT, SPACES, row_id
from fitl.cardset import CardSet
from fitl.catalogue import in_english
from fitl.decisions import CHANCE, Decision, Option
from fitl.era import POST_PARIS
from fitl.eras.fall_of_saigon.paris import TALKS
from fitl.lasting import effects_in_force
from fitl.naming import named
from fitl.position.words import LEVEL_IDS
from fitl.rulebook import cited_in, rule_behind
from fitl.rules.cards import idle_answers
from fitl.rules.control import threshold, victory_marker
from fitl.rules.deception import margin_of
from fitl.rules.deck import cards_left, last_coup_shown, monsoon
from fitl.rules.economy import payer
from fitl.rules.forbidden import Forbidden, forbidden_answers
from fitl.rules.forces import boxes_of
from fitl.rules.sequence import next_eligible
from fitl.rules.two_players import SWAPS
from fitl.scenes import table_shown
from fitl.spearhead_view import column_told
from fitl.state import RESOURCES, SET_UP, TURN, VICTORY, LogEntry, Outcome, PileState, State
from fitl.view_types import (
    BoardShown,
    CardShown,
    DecisionShown,
    DraftedCard,
    DraftShown,
    ForbiddenShown,
    Initiative,
    MarkersShown,
    OptionShown,
    OutcomeShown,
    SpaceShown,
    TalksShown,
    Told,
    TracksShown,
    TurnShown,
    View,
    YearShown,
)
from fitl.words import card_text, effect_is_ours, label, line, prompt, say

CONTROLS = ("none", "coin", "nva")
PLACES = ("space", "origin", "destination")  # parameters of a question that are places on the board
SECRET_KINDS = ("deception.choose", "deception.draw", "deception.reveal")


Seats = Collection[int] | None  # of the viewer, by number; None: all players at one table; empty: a spectator


def build_view(
    s: State,
    decision: Decision | None,
    number: int,
    log: list[LogEntry] | None,
    seats: Seats,
    *,
    open_markers: bool = False,
) -> View:
    """Everything that anyone who sits at these seats may see; if markers lie open, everybody's."""
    board = build_board(s, decision, number, seats, open_markers=open_markers)
    return {**board, "log": [line(entry, s.cards) for entry in log or ()]}


def build_board(
    s: State, decision: Decision | None = None, number: int = 0, seats: Seats = (), *, open_markers: bool = False
) -> BoardShown:
    """The same without the story."""
    return {
        "scenario": s.scenario.name,
        "years": list(s.scenario.years),
        "era": s.era.id,
        "factions": [FACTION_IDS[faction] for faction in s.era.factions],
        "stage": s.stage,
        "phases": list(_phases(s)),
        "card": _card(s, s.card),
        "next_card": _card(s, s.next_card),
        "cards_left": cards_left(s),
        "year": _year(s),
        "drafted": {str(pile.period): _drafted(s, pile) for pile in s.piles if pile.chosen},
        "draft": _draft(s),
        "talks": _talks(s),
        "monsoon": monsoon(s),
        "turn": _turn(s),
        "spaces": {SPACES[sp].id: _space(s, sp) for sp in range(SPACE_COUNT)},
        "boxes": {row_id(row): _pieces(s, row) for row in boxes_of(s)},
        "tracks": _tracks(s),
        "victory": {
            FACTION_IDS[faction]: {
                "marker": victory_marker(s, faction),
                "exceeds": threshold(s, faction),
                "margin": margin_of(s, faction),
            }
            for faction in s.era.factions
        },
        "leader": {"card": s.leader, "silenced": s.leader_silenced, "box": list(s.leader_box)},
        "effects": [
            {"card": card, "side": side, "title": s.cards.facts[card].title}
            for card, side in effects_in_force(s.effects)
        ],
        "markers": _markers(s, None if open_markers else seats),
        "decision": _decision(s, decision, number, seats),
        "outcome": named_outcome(s.outcome) if s.outcome else None,
    }


def told(entry: LogEntry, cards: CardSet) -> Told:
    """A line of the story by name, for programs and for people."""
    return {"message": entry.message, "params": named(entry.params), "text": line(entry, cards)}


def named_outcome(outcome: Outcome) -> OutcomeShown:
    """How a game ended, by name."""
    return {
        "reason": outcome.reason,
        "winner": FACTION_IDS[outcome.winner],
        "ranking": [FACTION_IDS[faction] for faction in outcome.ranking],
        "margins": {FACTION_IDS[faction]: outcome.margin(faction) for faction in sorted(outcome.ranking)},
    }


def _card(s: State, number: int) -> CardShown | None:
    return _known_card(s, number) if number in s.cards.facts else None


def _known_card(s: State, number: int) -> CardShown:
    card = s.cards.facts[number]
    return {
        "number": number,
        "id": card.id,
        "ours": effect_is_ours(number, s.cards),
        "title": card.title,
        "gloss": card_text(number, "gloss", s.cards),
        "order": [FACTION_IDS[faction] for faction in card.order],
        "sides": {side: card_text(number, side, s.cards) for side in card.sides},
        "ruling": card_text(number, "ruling", s.cards),
    }


def _text(s: State, decision: Decision, option: Option) -> str | None:
    """What the side of the card does that an answer chooses, or the Pivotal Event that it plays."""
    if decision.kind == "turn.side":
        return card_text(s.card, option.key, s.cards)
    if decision.kind == "pivotal.play" and option.key == "yes":
        return card_text(decision.number("card"), "single", s.cards)
    return None


def _phases(s: State) -> tuple[str, ...]:
    """The phases of a Coup Round (6.0); S6.8.1: the Talks only in that of the base game's last Coup card.

    The era changes in the middle of that Round; there the US is not asked to Retreat by itself (S6.1).
    """
    phases = s.era.coup_round
    if TALKS in phases:
        return phases if last_coup_shown(s) else tuple(phase for phase in phases if phase != TALKS)
    if s.era.flags & POST_PARIS and s.card in COUP_CARDS:
        return (VICTORY, TALKS, *phases[phases.index(RESOURCES) :])
    return phases


def _talks(s: State) -> TalksShown | None:
    """S6.8.1: while War or Peace is decided the whole table with the scores; answers are told by the story."""
    if s.stage != TALKS:
        return None
    return table_shown(s.cards.talks, victory_marker(s, NVA), victory_marker(s, US), {})


def _turn(s: State) -> TurnShown:
    faction = next_eligible(s) if s.stage == TURN else -1
    return {
        "sequence": s.era.sequence.id,
        "order": [FACTION_IDS[each] for each in s.order],
        "eligible": [FACTION_IDS[each] for each in FACTIONS if s.eligible & ~s.made_ineligible & 1 << each],
        "made_ineligible": [FACTION_IDS[each] for each in FACTIONS if s.made_ineligible >> each & 1],
        "passed": [FACTION_IDS[each] for each in FACTIONS if s.passed >> each & 1],
        "acted": [[FACTION_IDS[each], action] for each, action in s.acted],
        "up": FACTION_IDS[faction] if faction >= 0 else None,
        "initiative": None if s.era.sequence.look_ahead else _initiative(s),
    }


def _initiative(s: State) -> Initiative:
    """P2.3, S2.3: the box of the First, those open to the Second, and whether they change places on the next card."""
    box = s.era.sequence.first_box(s) if s.order else ""
    return {
        "order": [FACTION_IDS[faction] for faction in s.order or s.era.sequence.order(s)],
        "first": box,
        "second": list(s.era.sequence.second.get(box, ())),
        "changes": box in SWAPS,
    }


def _year(s: State) -> YearShown | None:
    """P2.1, S2.1: of a deck of years, the present one and how many of its cards are still to come."""
    pile = next((pile for pile in s.piles if pile.size), None)
    if pile is None or pile.period in (0, *PERIODS):
        return None
    return {"year": pile.period, "left": pile.size}


def _drafters(s: State, year: int) -> list[int]:
    """P2.1, S2.1: who picks an Event of a year, in order."""
    deck = next(deck for deck in MINI_DECKS.values() if year in deck.years)
    return [faction for faction in deck.draft_order if faction in s.scenario.factions]


def _drafted(s: State, pile: PileState) -> list[DraftedCard]:
    """The Events picked for a year that are still to come; while the draft goes on, by whom."""
    by = _drafters(s, pile.period) if s.draft else ()
    return [
        {**_known_card(s, card), "by": FACTION_IDS[by[place]] if place < len(by) else None}
        for place, card in enumerate(pile.chosen)
    ]


def _draft(s: State) -> DraftShown | None:
    """While Events are drafted: of which years, and how many of each are dealt unseen."""
    if not s.draft or s.stage not in (SET_UP, *s.era.drafting):
        return None
    years = [pile.period for pile in s.piles if pile.period not in (0, *PERIODS)]
    dealt = next(deck.events_per_pile for deck in MINI_DECKS.values() if years[0] in deck.years)
    return {"years": years, "dealt": dealt - len(_drafters(s, years[0]))}


def _tracks(s: State) -> TracksShown:
    holders = (faction for faction in s.era.factions if faction in s.era.holders)
    resources = {FACTION_IDS[faction]: s.resources[faction] for faction in holders}
    return cast(TracksShown, {"resources": resources, **{track: getattr(s, track) for track in s.era.tracks}})


def _space(s: State, sp: int) -> SpaceShown:
    found: SpaceShown = {"pieces": _pieces(s, sp)}
    if sp < CONTROLLABLE:
        found["support"] = LEVEL_IDS[s.support[sp] + 2]
        found["control"] = CONTROLS[s.control[sp]]
        found["terror"] = s.terror[sp]
    else:
        found["sabotage"] = bool(s.terror[sp])
    if not s.era.open_spaces >> sp & 1:
        found["closed"] = True
    return found


def _pieces(s: State, row: int) -> dict[str, int]:
    return {KIND_IDS[kind]: n for kind in range(KINDS) if (n := s.pieces[row * KINDS + kind])}


def _markers(s: State, seats: Seats) -> dict[str, MarkersShown]:
    """7.3: everybody sees shown markers and how many are held; only the holder sees which."""
    found: dict[str, MarkersShown] = {}
    for faction in FACTIONS:
        if s.markers[faction] or s.revealed_markers[faction]:
            own = seats is None or s.options.seat_of(faction) in seats
            found[FACTION_IDS[faction]] = {
                "held": list(s.markers[faction]) if own else len(s.markers[faction]),
                "shown": list(s.revealed_markers[faction]),
            }
    return found


def _about(decision: Decision) -> dict[str, str]:
    """The places on the board and the kind of piece a question is about."""
    params = decision.params
    found = {name: row_id(params[name]) for name in PLACES if name in params}
    if "piece" in params:
        found["piece"] = KIND_IDS[params["piece"]]
    return found


def _decision(s: State, decision: Decision | None, number: int, seats: Seats) -> DecisionShown | None:
    if decision is None:
        return None
    asked = "chance" if decision.actor == CHANCE else FACTION_IDS[decision.actor]
    if seats is None:
        mine = True
    elif decision.actor == CHANCE:
        mine = bool(seats)  # dice of a physical table: any player may enter them
    else:
        mine = s.options.seat_of(decision.actor) in seats
    if decision.kind in SECRET_KINDS and not (mine and decision.actor != CHANCE):
        return {"number": number, "actor": asked, "kind": decision.kind}
    found: DecisionShown = {
        "number": number,
        "actor": asked,
        "kind": decision.kind,
        "rule": rule_behind(s.era, decision),
        "prompt": prompt(decision, s.cards, s.era),
        "cost": decision.cost,
        "payer": FACTION_IDS[payer(decision.actor)] if decision.cost else None,
        "about": _about(decision),
    }
    found |= cast(DecisionShown, column_told(s, decision))
    if mine:
        idle = idle_answers(s, decision.kind, decision.actor)
        found["options"] = [_option(s, decision, option, idle) for option in decision.options]
        found["forbidden"] = [_forbidden(s, decision, no) for no in forbidden_answers(s, decision)]
    return found


def _option(s: State, decision: Decision, option: Option, idle: Collection[str]) -> OptionShown:
    shown: OptionShown = {
        "key": option.key,
        "label": label(decision, option, s.cards),
        "spaces": [row_id(row) for row in option.spaces],
        "piece": None if option.piece is None else KIND_IDS[option.piece],
        "amount": option.amount,
        "idle": option.key in idle,
        "text": _text(s, decision, option),
    }
    if (english := in_english(lambda: label(decision, option, s.cards))) is not None:
        shown["also"] = english
    if decision.kind == "draft.pick":
        shown["card"] = _card(s, option.value)
    return shown


def _forbidden(s: State, decision: Decision, no: Forbidden) -> ForbiddenShown:
    return {
        "key": no.key,
        "place": no.place,
        "label": label(decision, Option(no.key, None), s.cards),
        "reason": cited_in(s.era, say(no.message, no.params, s.cards), decision.actor),
    }
