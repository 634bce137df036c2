"""P2.4.2, P6.1, P7.3: Officer Coup, the last card of the era: no Coup Round, but an end or the Fall of Diem."""

from typing import Final

from fitl.board.factions import US, VC
from fitl.board.pieces import HAMLET, KINDS
from fitl.board.scenarios import MINI_DECKS
from fitl.board.spaces import CITIES, PROVINCES
from fitl.decisions import Decision, Flow, spaces_options
from fitl.eras.sovereign_of_discord.tracks import regime_falls
from fitl.rules.control import shift
from fitl.rules.coup import coup_card as base
from fitl.rules.coup.victory import end_game, meets_condition, ranking, reveal_to_win
from fitl.rules.deception import draw_marker
from fitl.rules.deck import NO_CARD
from fitl.rules.draft import deck_after
from fitl.rules.economy import add_patronage
from fitl.rules.forces import remove
from fitl.state import ACTIVE_SUPPORT, State

OFFICER_COUP: Final = MINI_DECKS["sod"].coup_of_year[1963]
FALL_NORTH_VIETNAM: Final = "fall_north_vietnam"  # the first step of P7.4

PATRONAGE: Final = 6  # while the government stands
CITIES_SHIFTED: Final = 2  # once it is Chaotic


def coup_card(s: State) -> Flow[None]:
    """2.4, P2.4.2: as in the base game, but for the last Coup card."""
    if s.card != OFFICER_COUP:
        yield from base.coup_card(s)
        return
    yield from generals_move(s)
    if (yield from goes_on(s)):
        s.piles, s.next_card = (), NO_CARD  # what lay beneath it is not played
        s.stage = FALL_NORTH_VIETNAM
    else:
        end_game(s, final=True)


def generals_move(s: State) -> Flow[None]:
    """P7.3: a Chaotic government loses a Hamlet and its Cities turn to the US; any other gains Patronage."""
    if not regime_falls(s):
        add_patronage(s, PATRONAGE)
        return
    hamlets = [sp for sp in PROVINCES if s.pieces[sp * KINDS + HAMLET]]
    if hamlets:  # OPEN 23
        sp = yield Decision(VC, "officer_coup.hamlet", "P7.3", spaces_options(hamlets))
        remove(s, sp, HAMLET)
    if US not in s.era.factions:
        return
    shifted: list[int] = []
    while len(shifted) < CITIES_SHIFTED:
        cities = [sp for sp in CITIES if s.support[sp] < ACTIVE_SUPPORT and sp not in shifted]
        if not cities:
            return
        left = CITIES_SHIFTED - len(shifted)
        sp = yield Decision(US, "officer_coup.city", "P7.3", spaces_options(cities), {"left": left})
        shifted.append(sp)
        shift(s, sp, +1)


def goes_on(s: State) -> Flow[bool]:
    """P7.3, OPEN 24: the Fall of Diem follows if that was agreed and no Faction is past its goal (OPEN 42).

    The prequel goes on no matter who is ahead. Under Uncertain Victory a win is too early here (OPEN 33), as it is if
    nobody is to win before the Paris talks (S6.8.1).
    """
    if deck_after(s.scenario, s.options) is None:
        return False
    if s.scenario.no_victory:
        return True
    if s.options.uncertain_victory:
        best = ranking(s, final=True)[0]
        if best.margin > 0:
            s.note("log.victory.uncertain", faction=best.faction)
            yield from draw_marker(s, best.faction)
        return True
    yield from reveal_to_win(s)
    return not any(meets_condition(s, faction) for faction in s.era.factions)
