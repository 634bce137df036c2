"""Commitment Phase (6.5, second edition): Casualties rotate, the US moves its forces, VC profits from withdrawal."""

from typing import Final

from fitl.board.factions import US, VC
from fitl.board.pieces import IRREGULAR, KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, LOCS, OUT_OF_PLAY, POP, ROWS, SAIGON
from fitl.bot_types import CHARTED
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, amounts, piece_at_option, roll, spaces_options
from fitl.lasting import MEDEVAC
from fitl.rules.control import shift, thaw_control, victory_marker
from fitl.rules.coup.victory import end_phase
from fitl.rules.deck import coups_left
from fitl.rules.forces import has_room_for_base, move
from fitl.state import ACTIVE_OPPOSITION, COIN_CONTROL, COMMITMENT, State

MAX_TROOPS: Final = 10
MAX_BASES: Final = 2
POLICY_REVIEW: Final = 45  # 8.8.1


def commitment_phase(s: State) -> Flow[None]:
    """6.5: never in the final Round, which ends with 6.4.5."""
    yield from s.era.commitment(s)
    end_phase(s, COMMITMENT)


def commitment(s: State) -> Flow[None]:
    """6.5: the whole procedure, which card 73 also brings; Control stays as at its start until its end.

    What the era in force makes of it is `Era.commitment` (S6.5).
    """
    yield from review_policy(s)
    s.control_frozen = True
    spaces = commitment_spaces(s)
    if s.effects & MEDEVAC:  # card 15
        _move(s, US_TROOPS, s.pieces[CASUALTIES * KINDS + US_TROOPS], CASUALTIES, AVAILABLE)
    unmoved = {kind: [s.pieces[row * KINDS + kind] for row in range(ROWS)] for kind in (US_TROOPS, US_BASE)}
    returned = yield from rotation(s, spaces)
    withdrawn = yield from move_us_forces(s, spaces, unmoved, max(0, MAX_TROOPS - returned))
    yield from withdrawal_shifts(s, withdrawn // 2)
    thaw_control(s)


def review_policy(s: State) -> Flow[None]:
    """8.8.1: a non-player US at 45 or less reconsiders its policy by a die against the cards in the leader box.

    A Trung US always does, and is Nixon in the last campaign.
    """
    charted = US in s.options.non_players and s.options.kind_of(US) in CHARTED
    follows_cards = US in s.options.trung
    if not charted or (victory_marker(s, US) > POLICY_REVIEW and not follows_cards):
        return
    if follows_cards and coups_left(s) == 1:
        s.us_policy = "nixon"
        s.note("log.commitment.policy", policy=s.us_policy)
        return
    leaders = s.leaders()
    die = yield roll("8.8.1", "commitment.policy_die", faction=US, leaders=leaders)
    s.us_policy = "jfk" if die == leaders else "lbj" if die > leaders else "nixon"
    s.note("log.commitment.policy", policy=s.us_policy)


def commitment_spaces(s: State) -> list[int]:
    """6.5: COIN-Controlled spaces, Saigon and LoCs."""
    return [sp for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL or sp == SAIGON] + list(LOCS)


def _move(s: State, kind: int, n: int, origin: int, destination: int) -> None:
    if n:
        move(s, kind, n, origin, destination)


# --- rotation -----------------------------------------------------------------------------------------------------


def rotation(s: State, spaces: list[int]) -> Flow[int]:
    """6.5: a third of the Troop Casualties and all Bases go Out of Play, Irregulars become Available, and the US puts
    the remaining Troops on the map; returns how many."""
    row = CASUALTIES * KINDS
    troops = s.pieces[row + US_TROOPS]
    _move(s, US_TROOPS, troops // 3, CASUALTIES, OUT_OF_PLAY)
    _move(s, US_BASE, s.pieces[row + US_BASE], CASUALTIES, OUT_OF_PLAY)
    _move(s, IRREGULAR, s.pieces[row + IRREGULAR], CASUALTIES, AVAILABLE)
    while left := s.pieces[row + US_TROOPS]:
        sp = yield Decision(US, "commitment.return", "6.5", spaces_options(spaces), {"n": left})
        n = yield Decision(US, "commitment.number", "6.5", amounts(1, left), {"piece": US_TROOPS, "destination": sp})
        _move(s, US_TROOPS, n, CASUALTIES, sp)
    return troops - troops // 3


# --- the US moves its forces --------------------------------------------------------------------------------------


def move_us_forces(
    s: State, spaces: list[int], unmoved: dict[int, list[int]], most_troops: int, question: str = "commitment.piece"
) -> Flow[int]:
    """6.5: the US may move this many Troops and up to two Bases among Available and the spaces, each piece once.

    Returns how many pieces were withdrawn from the map to Available. question: how it is asked.
    """
    rows = list(spaces)
    if not s.scenario.no_commitment_add_or_withdraw:  # 1967-69, Doubts in Washington
        rows.append(AVAILABLE)
    left = {US_TROOPS: most_troops, US_BASE: MAX_BASES}
    withdrawn = 0
    while True:
        options: list[Option] = [
            piece_at_option(kind, row)
            for kind in (US_TROOPS, US_BASE)
            if left[kind]
            for row in rows
            if unmoved[kind][row] and destinations(s, kind, row, rows)
        ]
        params = {"troops": left[US_TROOPS], "bases": left[US_BASE]}
        answer = yield Decision(US, question, "6.5", [*options, DONE_OPTION], params)
        if answer == DONE:
            return withdrawn
        kind, origin = answer
        targets = spaces_options(destinations(s, kind, origin, rows))
        target = yield Decision(US, "commitment.destination", "6.5", targets, {"piece": kind, "origin": origin})
        most = 1 if kind == US_BASE else min(left[kind], unmoved[kind][origin])  # Bases one by one: room may run out
        n = yield Decision(US, "commitment.number", "6.5", amounts(1, most), {"piece": kind, "destination": target})
        _move(s, kind, n, origin, target)
        left[kind] -= n
        unmoved[kind][origin] -= n
        if target == AVAILABLE:
            withdrawn += n


def destinations(s: State, kind: int, origin: int, rows: list[int]) -> list[int]:
    """6.5: where a piece may go; a Base needs room (1.4.2)."""
    return [
        row for row in rows if row != origin and (kind == US_TROOPS or row == AVAILABLE or has_room_for_base(s, row))
    ]


# --- withdrawal ---------------------------------------------------------------------------------------------------


def withdrawal_shifts(s: State, population: int) -> Flow[None]:
    """6.5: VC may shift spaces of so much Population in all one level toward Active Opposition, none twice."""
    shifted: list[int] = []
    while True:
        spaces = [
            sp
            for sp in range(CONTROLLABLE)
            if 0 < POP[sp] <= population and s.support[sp] > ACTIVE_OPPOSITION and sp not in shifted
        ]
        params = {"n": population}
        sp = yield Decision(VC, "commitment.withdrawal", "6.5", [*spaces_options(spaces), DONE_OPTION], params)
        if sp == DONE:
            return
        shifted.append(sp)
        population -= POP[sp]
        shift(s, sp, -1)
