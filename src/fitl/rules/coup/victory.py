"""Victory (6.1, 7.x): the check in each Coup Round, the end after the last, and who is ahead of whom."""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, COIN, FACTIONS, NVA, US, VC
from fitl.decisions import Flow
from fitl.era import POST_PARIS
from fitl.rules.deception import ask_to_reveal_agendas, draw_marker, hidden_markers, margin_of, reveal_all
from fitl.rules.deck import last_coup_shown
from fitl.state import NEXT_CARD, OVER, VICTORY, Outcome, State

TIE_ORDER: Final = (VC, ARVN, NVA, US)  # 7.1: of equal margins


class Standing(NamedTuple):
    """How one player stands: its margin, which of its Factions sets it, and would it win a Victory Phase (7.2)?"""

    margin: int
    faction: int
    wins: bool


def may_win(s: State, faction: int) -> bool:
    """S7.2: does the Faction meet whatever the era asks for besides a margin above 0?

    S6.8.1: if that was agreed nobody wins before the Coup Rounds after the Paris talks, from 1961 on.
    """
    if s.options.win_only_after_paris and not s.era.flags & POST_PARIS:
        return False
    return s.era.also_needed is None or s.era.also_needed(s, faction)


def meets_condition(s: State, faction: int) -> bool:
    """7.2, S7.2: the whole condition of a Faction."""
    return margin_of(s, faction) > 0 and may_win(s, faction)


def counts_worse(s: State, seat: tuple[int, ...], final: bool) -> bool:
    """1.5, 8.9: does the worse of the Factions of a player count, not the better?"""
    return final or seat[0] in COIN or plays_alone(s)


def standing(s: State, seat: tuple[int, ...], final: bool) -> Standing:
    """1.5: who runs a pair counts one margin for both.

    Sovereignty (US and ARVN): always the worse. Politburo (NVA and VC): the better in a Coup Round, the worse after
    the last; for one player against non-players always the worse (8.9).
    """
    by_tie_order = sorted(seat, key=TIE_ORDER.index)
    if counts_worse(s, seat, final):
        faction = min(by_tie_order, key=lambda each: margin_of(s, each))
        return Standing(margin_of(s, faction), faction, all(meets_condition(s, each) for each in seat))
    faction = max(by_tie_order, key=lambda each: (meets_condition(s, each), margin_of(s, each)))
    return Standing(margin_of(s, faction), faction, meets_condition(s, faction))


def seats_in_play(s: State) -> list[tuple[int, ...]]:
    """1.5: the Factions each player runs now; in Diem's War some may be still to come (P7.4, OPEN 35)."""
    seats = (tuple(faction for faction in seat if faction in s.era.factions) for seat in s.options.seats)
    return [seat for seat in seats if seat]


def ranking(s: State, final: bool) -> list[Standing]:
    """7.1: players and non-players, best first; of equal margins non-players come before players.

    In a Victory Phase who would win stands before who would not, whatever the margins (S7.2, OPEN 36).
    """
    standings = [standing(s, seat, final) for seat in seats_in_play(s)]
    return sorted(
        standings,
        key=lambda each: (
            not final and not each.wins,
            -each.margin,
            each.faction not in s.options.privileged,
            TIE_ORDER.index(each.faction),
        ),
    )


def plays_alone(s: State) -> bool:
    """8.9: one player against non-players; those that play by people's rules are players here."""
    return bool(s.options.privileged) and len(s.options.unprivileged_seats()) == 1


def contenders(s: State) -> list[Standing]:
    """Who may win a Victory Phase, best first: any non-player; players only if there are several (8.9).

    7.1: a non-player that passes the check beats all players, whatever their margins.
    """
    standings = ranking(s, final=False)
    winners = [each for each in standings if each.faction in s.options.privileged and each.wins]
    if winners or plays_alone(s):
        return winners
    return [each for each in standings if each.faction not in s.options.privileged]


def has_fallen_behind(s: State) -> bool:
    """8.9 option B: from the second Coup Round on the one player may not be behind any non-player."""
    if not s.options.solo_margins or s.coup_rounds < 1:
        return False
    (player,) = s.options.unprivileged_seats()
    lowest = min(margin_of(s, faction) for faction in player)
    return any(margin_of(s, faction) > lowest for faction in s.options.privileged)


def victory_phase(s: State) -> Flow[None]:
    """6.1: the game ends if a margin is above 0 (7.2), for whom it may end (7.1, 8.9)."""
    last = s.era.last_phase != "" and last_coup_shown(s)
    if last or not s.options.uncertain_victory:
        yield from reveal_to_win(s)
    if has_fallen_behind(s):
        s.note("log.victory.behind")
        end_game(s, final=False)
        return
    candidates = contenders(s)
    best = candidates[0] if candidates else None
    if best is None or not best.wins:
        end_phase(s, VICTORY)
    elif s.options.uncertain_victory and not last:
        s.note("log.victory.uncertain", faction=best.faction)
        yield from draw_marker(s, best.faction)
        end_phase(s, VICTORY)
    else:
        end_game(s, final=False)


def end_phase(s: State, phase: str) -> None:
    """6.0: a phase of the Coup Round is over; the era says what is next and what ends the final Round."""
    if phase == s.era.last_phase and last_coup_shown(s):
        end_game(s, final=True)
    else:
        s.stage = next_phase(s, phase)


def next_phase(s: State, phase: str) -> str:
    """6.0: the stage after a phase of the Coup Round."""
    following = s.era.coup_round.index(phase) + 1
    return s.era.coup_round[following] if following < len(s.era.coup_round) else NEXT_CARD


def reveal_to_win(s: State) -> Flow[None]:
    """7.3: a player whose Hidden Agendas would carry it over its threshold may show them.

    Everybody is asked whose hidden markers might do so, whatever they are: to be asked tells the others nothing.
    """
    for seat in seats_in_play(s):
        now = standing(s, seat, final=False)
        hidden = hidden_markers(s, now.faction)
        able = [each for each in seat if margin_of(s, each) + hidden > 0 and may_win(s, each)]
        if not now.wins and hidden and (len(able) == len(seat) if counts_worse(s, seat, final=False) else able):
            yield from ask_to_reveal_agendas(s, now.faction)


def end_game(s: State, final: bool) -> None:
    """7.1, 7.3: turn up what is hidden and rank the players.

    `final` after the last Coup Round, else within a Victory Phase. Of a pair run by one player, the Faction whose
    margin counts stands first and the other right behind it, with the same margin. Within a Victory Phase that
    non-players end, they stand before all players (7.1).
    """
    reveal_all(s)
    players = ranking(s, final)
    if not final and (plays_alone(s) or any(each.faction in s.options.privileged for each in contenders(s))):
        players.sort(key=lambda each: each.faction not in s.options.privileged)
    ranked: list[int] = []
    margins: list[int | None] = [None] * len(FACTIONS)
    for player in players:
        seat = next(each for each in seats_in_play(s) if player.faction in each)
        ranked += [player.faction, *(each for each in seat if each != player.faction)]
        for faction in seat:
            margins[faction] = player.margin
    s.outcome = Outcome("final" if final else "victory", players[0].faction, tuple(ranked), tuple(margins))
    s.stage = OVER
    s.note("log.victory.final" if final else "log.victory.won", faction=players[0].faction, margin=players[0].margin)
