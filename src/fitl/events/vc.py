"""Cards 91-120, led by VC."""

from fitl.board.cards import CARDS
from fitl.board.factions import ARVN, VC
from fitl.board.pieces import EDGE_TRACK_MAX
from fitl.board.spaces import CITIES, SAIGON
from fitl.decisions import DONE, Flow
from fitl.events.program import always, event
from fitl.events.vocabulary import begin_effect, pick, pick_space
from fitl.rules.control import shift
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import add_terror, pieces_of, terror_markers_left
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, State


def _leader_has_text(s: State) -> bool:
    """2.4.1: the leader on top is a card whose effect is in force (Thieu has none)."""
    return s.leader > 0 and not s.leader_silenced and CARDS[s.leader].leader != "thieu"


@event(97, "unshaded", effective=lambda s, by: s.aid < EDGE_TRACK_MAX or s.patronage > 0 or _leader_has_text(s))
def brinks_hotel_unshaded(s: State, by: int) -> Flow[None]:
    """Aid +10, or 4 Patronage to ARVN Resources; the leader card is turned face down."""
    if (yield from pick(s, by, "brinks_hotel", ("aid", "patronage"))) == "aid":
        add_aid(s, +10)
    else:
        add_resources(s, ARVN, -add_patronage(s, -4))
    if s.leader > 0:  # Minh is no card
        s.leader_silenced = True
        s.note("log.leader_silenced", card=s.leader)


def _cities_with_vc(s: State) -> list[int]:
    return [sp for sp in CITIES if pieces_of(s, sp, VC)]


@event(
    97,
    "shaded",
    effective=lambda s, by: any(
        s.support[sp] > ACTIVE_OPPOSITION or terror_markers_left(s) > 0 for sp in _cities_with_vc(s)
    ),
)
def brinks_hotel_shaded(s: State, by: int) -> Flow[None]:
    """A City with VC shifts 2 toward Active Opposition and gets a Terror marker."""
    sp = yield from pick_space(s, by, "shift_opposition", _cities_with_vc(s))
    if sp != DONE:
        shift(s, sp, -2)
        add_terror(s, sp)


@event(101, "unshaded", effective=always)
def booby_traps_unshaded(s: State, by: int) -> None:
    """Capability: Ambush in at most 1 space (4.4.3)."""
    begin_effect(s, 101, "unshaded")


@event(101, "shaded", effective=always)
def booby_traps_shaded(s: State, by: int) -> None:
    """Capability: each Sweep space may cost the sweeper a Troop (3.2.3)."""
    begin_effect(s, 101, "shaded")


@event(107, "unshaded", effective=lambda s, by: s.patronage < EDGE_TRACK_MAX)
def burning_bonze_unshaded(s: State, by: int) -> None:
    """Patronage +3, or +6 with Saigon at Active Support."""
    add_patronage(s, 6 if s.support[SAIGON] == ACTIVE_SUPPORT else 3)


@event(107, "shaded", effective=lambda s, by: s.support[SAIGON] > ACTIVE_OPPOSITION or s.aid > 0)
def burning_bonze_shaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Active Opposition; Aid -12."""
    shift(s, SAIGON, -1)
    add_aid(s, -12)
