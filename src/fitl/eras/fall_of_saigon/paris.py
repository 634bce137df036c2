"""S6.8 The Paris Peace Talks: War or Peace by the scores, the Retreats that follow, and what comes into the game.

Each step is a stage, so that a game can be left and taken up between them. The first follows the Victory Phase of every
Coup Round and passes until the base game's last Coup card; the last hands over to the Resources Phase, or to the next
card where no Coup Round is played (OPEN 31).
"""

from typing import Final

from fitl.board.factions import NVA, US
from fitl.board.pieces import ARVN_ARMOR, ARVN_BASE, KINDS, NVA_ARMOR, PLAIN_KINDS, RANGER
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY, SET_ASIDE
from fitl.board.talks import PEACE, WAR, Stance
from fitl.decisions import Decision, Flow, choice, confirm
from fitl.era import POST_PARIS, Stage, stages
from fitl.eras.fall_of_saigon.lines import era_of_line
from fitl.eras.fall_of_saigon.posture import add_anti_war, add_war_weary
from fitl.eras.fall_of_saigon.retreat import nva_retreat, us_retreat
from fitl.rules.control import victory_marker
from fitl.rules.coup.coup_card import coup_card as base_coup_card
from fitl.rules.coup.coup_card import leader_or_text
from fitl.rules.coup.victory import end_phase, next_phase
from fitl.rules.deck import draw, last_coup_shown
from fitl.rules.draft import cards_of_1973, pick
from fitl.rules.economy import set_track
from fitl.rules.forces import move
from fitl.state import COUP_CARD, NEXT_CARD, RESOURCES, State

TALKS: Final = "paris_talks"
NVA_RETREAT: Final = "paris_nva_retreat"
BOTH_RETREAT: Final = "paris_both_retreat"  # NVA's part of it, which comes first (OPEN 29)
US_RETREAT: Final = "paris_us_retreat"
US_RETREAT_TOO: Final = "paris_us_retreat_too"
END_OF_TALKS: Final = "paris_end"
DRAFT: Final = "paris_draft"
UNILATERAL_RETREAT: Final = "unilateral_retreat"

ANTI_WAR: Final = 15  # where the markers stand when the Talks begin
WAR_WEARY: Final = 0

# 4: what the answers of NVA and the US lead to.
OUTCOMES: Final = {
    (WAR, WAR): END_OF_TALKS,
    (WAR, PEACE): US_RETREAT,
    (PEACE, WAR): NVA_RETREAT,
    (PEACE, PEACE): BOTH_RETREAT,
}
RANGERS: Final = 2  # that come into the game; other Rangers Out of Play stay there (S6.8.3)


def coup_card(s: State) -> Flow[None]:
    """2.4, OPEN 31: as before; but a last Coup card right after another brings the Talks, if no Round."""
    if s.last_was_coup and last_coup_shown(s):
        yield from leader_or_text(s)
        s.stage = TALKS
    else:
        yield from base_coup_card(s)


def talks(s: State) -> Flow[None]:
    """S6.1, S6.8.1: the markers are set, the scores compared, and each side is at War or makes Peace, NVA first."""
    if not last_coup_shown(s):
        end_phase(s, TALKS)
        return
    s.note("log.paris.begins")
    for kind in PLAIN_KINDS:
        if n := s.pieces[SET_ASIDE * KINDS + kind]:
            move(s, kind, n, SET_ASIDE, OUT_OF_PLAY)
    set_track(s, "war_weary", WAR_WEARY)
    set_track(s, "anti_war", ANTI_WAR)
    nva_score, us_score = victory_marker(s, NVA), victory_marker(s, US)
    s.note("log.paris.scores", nva=nva_score, us=us_score)
    cell = s.cards.talks.at(nva_score, us_score)
    for faction, stance in ((NVA, cell.nva), (US, cell.us)):  # NVA chooses first, but knows all of it
        s.note("log.paris.offer." + "_or_".join(stance), faction=faction, **stance)
    nva = yield from _stand(s, NVA, cell.nva, nva_score)
    us = yield from _stand(s, US, cell.us, us_score)
    add_war_weary(s, cell.nva[nva])
    add_anti_war(s, cell.us[us])
    s.stage = OUTCOMES[nva, us]


def _stand(s: State, faction: int, stance: Stance, score: int) -> Flow[str]:
    """War or Peace, as the table says or as the side chooses; what the other side has chosen is known by then."""
    answer = next(iter(stance))
    if len(stance) > 1:
        params = {"score": score, "war": stance[WAR], "peace": stance[PEACE]}
        kind = "paris.nva" if faction == NVA else "paris.us"
        answer = yield Decision(faction, kind, "S6.8.1", [choice(WAR), choice(PEACE)], params)
    s.note("log.paris." + answer, faction=faction)
    return answer


def nva_retreats(s: State) -> Flow[None]:
    """S6.8.1: NVA makes Peace, the US does not."""
    yield from nva_retreat(s, with_us=False)
    s.stage = END_OF_TALKS


def both_retreat(s: State) -> Flow[None]:
    """S6.8.1: both make Peace; the US follows."""
    yield from nva_retreat(s, with_us=True)
    s.stage = US_RETREAT_TOO


def us_retreats(s: State) -> Flow[None]:
    """S6.8.1: the US makes Peace, NVA does not; the US Casualties will go Out of Play."""
    yield from us_retreat(s, "us_leaving")
    s.stage = END_OF_TALKS


def us_retreats_too(s: State) -> Flow[None]:
    """S6.8.1: the second part of a Retreat of both, which leaves US Casualties to be treated normally (OPEN 34)."""
    yield from us_retreat(s, "after_retreat")
    s.stage = END_OF_TALKS


def end_of_talks(s: State) -> Flow[None]:
    """S6.8.3: Armor, Rangers and Bases come in, Pivotal Events change, the deck of 1973 to 1975 is laid."""
    if not s.era.flags & POST_PARIS:
        s.note("log.paris.at_war")
        s.era = era_of_line(s, "post_paris")
    row = OUT_OF_PLAY * KINDS
    for kind in (ARVN_ARMOR, NVA_ARMOR, ARVN_BASE, RANGER):
        n = min(s.pieces[row + kind], RANGERS) if kind == RANGER else s.pieces[row + kind]
        if n:
            move(s, kind, n, OUT_OF_PLAY, AVAILABLE)
    cards_of_1973(s)
    s.stage = DRAFT
    yield from ()


def paris_draft(s: State) -> Flow[None]:
    """S6.8.3, S2.1: the draft, one pick at a time; then play goes on.

    If the Coup card was the last of the base deck, the first card of 1973 is seen only now.
    """
    if s.draft:
        yield from pick(s)
        return
    if not s.next_card:
        s.next_card = yield from draw(s)
    s.note("log.paris.over")
    s.stage = NEXT_CARD if s.last_was_coup else RESOURCES  # OPEN 31


def unilateral_retreat(s: State) -> Flow[None]:
    """S6.1: at Watergate and Nixon Resigns the US, still at War, may Retreat by itself if nobody won (OPEN 30)."""
    following = next_phase(s, UNILATERAL_RETREAT)
    if (yield confirm(US, "paris.unilateral", "S6.1")):
        yield from us_retreat(s, "us_leaving")
    s.stage = following


STAGES: Final = stages(
    Stage(COUP_CARD, coup_card, "2.4"),
    Stage(TALKS, talks, "S6.8.1"),
    Stage(NVA_RETREAT, nva_retreats, "S6.8.1"),
    Stage(BOTH_RETREAT, both_retreat, "S6.8.1"),
    Stage(US_RETREAT, us_retreats, "S6.8.1"),
    Stage(US_RETREAT_TOO, us_retreats_too, "S6.8.1"),
    Stage(END_OF_TALKS, end_of_talks, "S6.8.3"),
    Stage(DRAFT, paris_draft, "S6.8.3"),
    Stage(UNILATERAL_RETREAT, unilateral_retreat, "S6.1"),
)
