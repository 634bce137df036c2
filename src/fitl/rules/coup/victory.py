"""Victory (6.1, 7.x): the check in each Coup Round, the end after the last, and who is ahead of whom."""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, COIN, FACTIONS, NVA, US, VC
from fitl.decisions import Flow
from fitl.rules.deception import ask_to_reveal_agendas, draw_marker, hidden_agendas, margin_of, reveal_all
from fitl.rules.deck import last_coup_shown
from fitl.state import OVER, RESOURCES, Outcome, State

TIE_ORDER: Final = (VC, ARVN, NVA, US)  # 7.1: of equal margins


class Standing(NamedTuple):
    """How one player stands: its margin, and which of its Factions sets it."""

    margin: int
    faction: int


def standing(s: State, seat: tuple[int, ...], final: bool) -> Standing:
    """1.5: who runs a pair counts one margin for both.

    Sovereignty (US and ARVN): always the worse. Politburo (NVA and VC): the better in a Coup Round, the worse after
    the last.
    """
    by_tie_order = sorted(seat, key=TIE_ORDER.index)
    worse = final or seat[0] in COIN
    faction = (min if worse else max)(by_tie_order, key=lambda each: margin_of(s, each))
    return Standing(margin_of(s, faction), faction)


def ranking(s: State, final: bool) -> list[Standing]:
    """7.1: the players, best first."""
    standings = [standing(s, seat, final) for seat in s.options.seats]
    return sorted(standings, key=lambda each: (-each.margin, TIE_ORDER.index(each.faction)))


def victory_phase(s: State) -> Flow[None]:
    """6.1: the game ends if a player's margin is above 0 (7.2)."""
    last = last_coup_shown(s)
    if last or not s.options.uncertain_victory:
        yield from reveal_to_win(s)
    best = ranking(s, final=False)[0]
    if best.margin <= 0:
        s.stage = RESOURCES
    elif s.options.uncertain_victory and not last:
        s.note("log.victory.uncertain", faction=best.faction)
        yield from draw_marker(s, best.faction)
        s.stage = RESOURCES
    else:
        end_game(s, final=False)


def reveal_to_win(s: State) -> Flow[None]:
    """7.3: a player whose Hidden Agendas would carry it over its threshold may show them."""
    for seat in s.options.seats:
        now = standing(s, seat, final=False)
        if now.margin <= 0 < now.margin + hidden_agendas(s, now.faction):
            yield from ask_to_reveal_agendas(s, now.faction)


def end_game(s: State, final: bool) -> None:
    """7.1, 7.3: turn up what is hidden and rank the players.

    `final` after the last Coup Round, else within a Victory Phase. Of a pair run by one player, the Faction whose
    margin counts stands first and the other right behind it, with the same margin.
    """
    reveal_all(s)
    players = ranking(s, final)
    ranked: list[int] = []
    margins = dict.fromkeys(FACTIONS, 0)
    for player in players:
        seat = s.options.seats[s.options.seat_of(player.faction)]
        ranked += [player.faction, *(each for each in seat if each != player.faction)]
        for faction in seat:
            margins[faction] = player.margin
    s.outcome = Outcome(
        "final" if final else "victory", players[0].faction, tuple(ranked), tuple(margins[each] for each in FACTIONS)
    )
    s.stage = OVER
    s.note("log.victory.final" if final else "log.victory.won", faction=players[0].faction, margin=players[0].margin)
