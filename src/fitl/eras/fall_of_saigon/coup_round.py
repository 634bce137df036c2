"""Coup Rounds of *Fall of Saigon*: what it takes to win (S7.2), Reset (S6.6) and the card that ends the game (S7.3).

commitment.py has the Commitment Phase after a US Retreat (S6.5). Resources (S6.2), Agitation (S6.3.2) and Redeploy
(S6.4) are the base game's, bent there at their lines.
"""

from typing import Final

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.scenarios import MINI_DECKS
from fitl.board.spaces import SAIGON
from fitl.decisions import Flow
from fitl.rules.casualties import buy_back
from fitl.rules.coup import coup_card as base_card
from fitl.rules.coup import reset as base_reset
from fitl.rules.coup.victory import end_game
from fitl.rules.economy import add_patronage, set_track
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

SAIGON_STANDS_ALONE: Final = MINI_DECKS["fos"].coup_of_year[1975]
PATRONAGE: Final = 5  # S7.3: if Saigon still stands

LOWEST_POSTURE: Final = 1  # after Reset (S6.6)
HIGHEST_POSTURE: Final = 3


def holds_saigon(s: State, faction: int) -> bool:
    """S7.2: at Watergate and Nixon Resigns NVA needs NVA Control of Saigon, the US and ARVN COIN Control of it."""
    return faction == VC or s.control[SAIGON] == (NVA_CONTROL if faction == NVA else COIN_CONTROL)


def coup_card(s: State) -> Flow[None]:
    """2.4, S2.4.2, S7.3: Saigon Stands Alone ends the game at once, by final margins and without a Round.

    Its text is known from the rules; a pack may bring the print.
    """
    if s.card != SAIGON_STANDS_ALONE:
        yield from base_card.coup_card(s)
        return
    if s.card in s.cards.programs:
        yield from base_card.leader_or_text(s)
    elif s.control[SAIGON] == COIN_CONTROL:
        add_patronage(s, PATRONAGE)
    end_game(s, final=True)


def reset_phase(s: State) -> Flow[None]:
    """S6.6 after a US Retreat: ARVN may buy Casualties back, Posture comes off its ends, then all of 6.6."""
    if s.resources[ARVN]:
        yield from buy_back(s, ARVN, "reset.buy_back", "S6.6", at_least=0)
    set_track(s, "posture", max(LOWEST_POSTURE, min(HIGHEST_POSTURE, s.posture)))
    yield from base_reset.reset_phase(s)
