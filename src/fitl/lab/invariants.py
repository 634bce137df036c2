"""What must hold in every situation of every game, counted from scratch: used by the fuzzer and the property tests."""

import json

from fitl.board.cards import COUP_CARDS
from fitl.board.factions import FACTION_BY_ID, NVA, US
from fitl.board.forces import STORED
from fitl.board.pieces import (
    BASE_KINDS,
    BASES_PER_SPACE,
    CADRE,
    COUNTED_AS,
    EDGE_TRACK_MAX,
    FACTION_OF,
    HAMLET,
    KIND_IDS,
    KINDS,
    NVA_TUNNEL,
    PLAIN,
    TERROR_MARKERS,
    TUNNEL_MARKERS,
    VC_TUNNEL,
)
from fitl.board.spaces import CASUALTIES, CONTROLLABLE, LOCS, NORTH_VIETNAM, POP, ROWS, SPACE_COUNT, is_province, row_id
from fitl.board.tracks import TRACKS
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.refusals import Refused
from fitl.rules.control import recount, victory_markers
from fitl.rules.deception import MARKER_KINDS, MARKERS_PER_KIND
from fitl.rules.forces import force_pool
from fitl.state import State
from fitl.words import label, prompt


class Violation(AssertionError):
    """Something that must never be; the message says what."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise Violation(what)


def check_state(s: State) -> None:
    """Pieces conserved, stacking, tracks, markers; what is kept beside the pieces equals a recount."""
    _check_pieces(s)
    _check_tracks(s)
    _check_recount(s)


def _check_pieces(s: State) -> None:
    p = s.pieces
    on_map = SPACE_COUNT * KINDS
    pool = force_pool(s)
    for kind, states in COUNTED_AS.items():
        total = sum(sum(p[state::KINDS]) for state in states)
        require(total == pool[kind], f"{total} {KIND_IDS[kind]}, but the pool has {pool[kind]} (1.4)")
    for kind in range(KINDS):
        require(PLAIN[kind] == kind or not any(p[on_map + kind :: KINDS]), f"{KIND_IDS[kind]} in a box (1.4.1)")
    require(not any(p[CADRE:on_map:KINDS]), "a Cadre on the map without a Base (P1.4)")
    hamlets = p[HAMLET:on_map:KINDS]
    for sp, n in enumerate(hamlets):
        require(n <= is_province(sp), f"{n} Hamlets in {row_id(sp)} (P1.4.2)")
    for sp, bases in enumerate(map(sum, zip(*(p[kind:on_map:KINDS] for kind in BASE_KINDS), strict=True))):
        if bases:
            require(bases <= (BASES_PER_SPACE if sp < CONTROLLABLE else 0), f"{bases} Bases in {row_id(sp)} (1.4.2)")
    north = p[NORTH_VIETNAM * KINDS : (NORTH_VIETNAM + 1) * KINDS]
    require(not any(n and FACTION_OF[kind] < 2 for kind, n in enumerate(north)), "COIN in North Vietnam (1.4.2)")
    tunnels = sum(p[NVA_TUNNEL:on_map:KINDS]) + sum(p[VC_TUNNEL:on_map:KINDS])
    require(tunnels <= TUNNEL_MARKERS, f"{tunnels} Tunnel markers (1.2)")
    held = p[CASUALTIES * KINDS : (CASUALTIES + 1) * KINDS]
    wrong = [kind for kind, n in enumerate(held) if n and FACTION_OF[kind] not in s.era.casualties]
    require(not wrong, "Casualties of a Faction that has none (1.4.1)")
    _check_closed(s)
    for box in range(SPACE_COUNT, ROWS):
        require(box in s.era.boxes or not any(p[box * KINDS : (box + 1) * KINDS]), f"pieces in {row_id(box)}")


def _check_closed(s: State) -> None:
    """P1.3.5: nobody is in a closed country; P6.8, P6.9: the boxes of the tracks hold only what belongs there."""
    for sp in range(SPACE_COUNT):
        held = s.pieces[sp * KINDS : (sp + 1) * KINDS]
        require(s.era.open_spaces >> sp & 1 or not any(held), f"pieces in {row_id(sp)}, which is closed (P1.3.5)")
    for first, kinds in STORED.items():
        for box in range(first, first + 3):
            held = s.pieces[box * KINDS : (box + 1) * KINDS]
            wrong = [KIND_IDS[kind] for kind, n in enumerate(held) if n and kind not in kinds]
            require(not wrong, f"{wrong} in {row_id(box)} (P6.8.2, P6.9.3)")


def _check_tracks(s: State) -> None:
    require(all(0 <= n <= EDGE_TRACK_MAX for n in s.resources), f"Resources out of 0 to 75: {s.resources} (1.8)")
    require(s.resources[US] == 0, "the US has Resources (1.8)")
    require("hanoi" not in s.era.tracks or not s.resources[NVA], "NVA has Resources before 1964 (P1.8)")
    for name, track in TRACKS.items():
        value = getattr(s, name)
        if name in s.era.tracks:
            require(
                track.least <= value <= track.most, f"{name} is out of {track.least} to {track.most}: {value} (1.8)"
            )
        else:
            require(not value, f"{name} is at {value}, but this era has no such track")
    require(sum(s.terror) <= TERROR_MARKERS, f"{sum(s.terror)} Terror and Sabotage markers (1.2)")
    require(all(s.terror[loc] <= 1 for loc in LOCS), "a LoC is Sabotaged twice (3.3.4)")
    for sp, level in enumerate(s.support):
        if level:
            require(-2 <= level <= 2 and POP[sp], f"{row_id(sp)} is at level {level} (1.6)")
    _check_deck(s)


def _check_deck(s: State) -> None:
    """2.1: no card twice among those played, being played and to come; markers as many as there are (7.3)."""
    coups = [card for card in s.played if card in COUP_CARDS]
    shown = {*coups, s.card, s.next_card}
    require(len(set(coups)) == len(coups), f"a Coup card was resolved twice: {coups} (2.1)")
    require(len(set(s.coup_pool)) == len(s.coup_pool), f"a Coup card is to come twice: {s.coup_pool} (2.1)")
    require(not shown.intersection(s.coup_pool), f"a Coup card already shown is to come: {s.coup_pool} (2.1)")
    events = [card for card in s.played if card in s.cards.events]
    require(len(set(events)) == len(events), f"an Event was played twice: {events} (2.1)")
    require(all(s.seen >> card & 1 for card in events), "an Event already played could be drawn again (2.1)")
    require(len(s.acted) <= 2, f"{len(s.acted)} Factions acted on one card (2.3)")
    markers = [kind for held in (*s.markers, *s.revealed_markers) for kind in held]
    require(all(markers.count(kind) <= MARKERS_PER_KIND for kind in markers), f"too many markers: {markers} (7.3)")


def _check_recount(s: State) -> None:
    fresh = s.copy()
    recount(fresh)
    require(fresh.force == s.force, "Faction totals differ from a recount")
    totals = (fresh.total_support, fresh.total_opposition)
    require(totals == (s.total_support, s.total_opposition), "Support and Opposition differ from a recount (1.6)")
    if not s.control_frozen:  # inside 6.4 and 6.5 Control is adjusted only at the end
        require(fresh.control == s.control, "Control differs from a recount (1.7)")
        require(victory_markers(fresh) == victory_markers(s), "victory markers differ from a recount (1.9)")


def check_decision(game: Game) -> None:
    """Somebody is asked something that can be answered; no key twice."""
    decision = game.decision
    if decision is None:
        require(game.outcome is not None, "nobody is asked, but the game is not over")
        return
    least = 1 if decision.actor == CHANCE else 2
    require(len(decision.options) >= least, f"{decision.kind} offers {len(decision.options)} options")
    keys = [option.key for option in decision.options]
    require(len(set(keys)) == len(keys), f"{decision.kind} offers a key twice: {keys}")
    require(decision.weights is None or len(decision.weights) == len(keys), f"{decision.kind}: weights do not fit")


def check_words(game: Game) -> None:
    """The question and every answer can be said, and no two answers read alike."""
    decision = game.decision
    if decision is not None:
        require(prompt(decision, game.state.cards), f"{decision.kind} has no prompt")
        labels = [label(decision, option, game.state.cards) for option in decision.options]
        require(len(set(labels)) == len(labels), f"{decision.kind}: two options read alike: {labels}")


def check_views(game: Game) -> None:
    """7.3: a view shows nothing that depends on other seats' hidden markers or on chance to come, nor others' options.

    Whatever a seat must not know is changed, and the answers since the last checkpoint are given again: board, question
    and story may not change with it.
    """
    asked = game.decision
    options = game.state.options
    last = game.checkpoints[-1]
    as_it_is = _since_checkpoint(game, last.state.copy())
    for seats in ((), *((seat,) for seat in range(len(options.seats)))):
        view = as_it_is.view(seats)
        try:
            other = _since_checkpoint(game, _with_other_secrets(last.state, seats))
        except Refused:
            pass  # somebody has just shown a marker by an answer that needs it
        else:
            require(view == other.view(seats), f"the view of {seats} depends on what it must not know (7.3)")
        require(json.dumps(view), "a view is plain data")
        for name, markers in view["markers"].items():
            own = options.seat_of(FACTION_BY_ID[name]) in seats
            require(own or isinstance(markers["held"], int), f"{seats} sees {name}'s hidden markers (7.3)")
        if asked is not None and asked.actor != CHANCE and options.seat_of(asked.actor) not in seats:
            require("options" not in (view["decision"] or {}), "options are shown to a seat that is not asked")


def _since_checkpoint(game: Game, start: State) -> Game:
    """The game from its last checkpoint on, with its story, as if it had stood there like this."""
    again = Game(start, manual_chance=True)
    again.begin(game.entries[game.checkpoints[-1].entries :])
    return again


def _with_other_secrets(s: State, seats: tuple[int, ...]) -> State:
    """The situation with other hidden markers in other hands, and with other chance to come."""
    changed = s.copy()
    changed.seed = ~s.seed & (1 << 64) - 1
    following = dict(zip(MARKER_KINDS, (*MARKER_KINDS[1:], MARKER_KINDS[0]), strict=True))
    changed.markers = tuple(
        held if not held or s.options.seat_of(faction) in seats else tuple(following[kind] for kind in held)
        for faction, held in enumerate(s.markers)
    )
    return changed
