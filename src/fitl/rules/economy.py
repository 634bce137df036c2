"""Resources, Aid, Patronage (1.8) and the Trail (6.7)."""

from typing import Final

from fitl.board.factions import ARVN, COIN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import EDGE_TRACK_MAX, TRAIL_MAX
from fitl.board.tracks import TRACKS
from fitl.decisions import Flow
from fitl.lasting import ADSID, BODY_COUNT, ORISKANY_SHADED
from fitl.state import SUPPORT, State

RESOURCES: Final = {"arvn_resources": ARVN, "nva_resources": NVA, "vc_resources": VC}  # as tracks


def payer(by: int) -> int:
    """1.8.1: the US has no Resources; it spends ARVN's."""
    return ARVN if by == US else by


def can_afford(s: State, by: int, cost: int) -> bool:
    """1.8: a cost must be payable in full; the US may spend ARVN Resources only above the Econ marker (1.8.1)."""
    if not cost:
        return True
    if s.untracked >> by & 1:
        return not spends_points(s, by) or s.resources[ARVN] >= cost
    if by == US:
        return s.resources[ARVN] - cost >= s.econ
    return s.resources[by] >= cost


def spends_points(s: State, by: int) -> bool:
    """Does it spend the points of a Support Phase, which stand where ARVN Resources would, if nobody tracks those?"""
    return by in COIN and s.stage == SUPPORT and s.untracked >> ARVN & 1 == 1


def price(s: State, faction: int, operation: str) -> int:
    """What an Operation costs the Faction in a space, Patrol in all (3.2, 3.3): the era says."""
    return s.era.price(s, faction, operation)


def base_price(s: State, faction: int, operation: str) -> int:
    """3.2, 3.3: 3 for COIN, of which the US pays only for Training ARVN pieces; 1 for Insurgents.

    Under Body Count (card 72) ARVN Patrols and Assaults for nothing.
    """
    if faction in INSURGENTS:
        return 1
    if operation == "train":
        return 3
    return 0 if faction == US or (s.effects & BODY_COUNT and operation != "sweep") else 3


def pay(s: State, by: int, cost: int) -> None:
    """Spend Resources; the caller has checked `can_afford`."""
    if cost:
        if not can_afford(s, by, cost):
            raise ValueError(f"Faction {by} cannot pay {cost}: an option was offered that cannot be completed")
        if not s.untracked >> by & 1 or spends_points(s, by):
            spend(s, payer(by), cost)


def spend(s: State, faction: int, n: int) -> None:
    """Take Resources, or of a Trung VC what its Agitate Total holds."""
    s.resources[faction] -= n
    s.note("log.pay", faction=faction, n=n, left=s.resources[faction])


def add_resources(s: State, faction: int, n: int) -> int:
    """1.8: gain or lose Resources within 0 to 75; returns the change made. Who has none gains none (P1.8)."""
    if faction not in s.era.holders or s.untracked >> faction & 1:
        return 0
    return raise_track(s, faction, n)


def raise_track(s: State, faction: int, n: int) -> int:
    """Move a Faction's marker within 0 to 75, which is also the Agitate Total of a Trung VC."""
    before = s.resources[faction]
    s.resources[faction] = max(0, min(EDGE_TRACK_MAX, before + n))
    change = s.resources[faction] - before
    if change:
        s.note("log.resources", faction=faction, n=change, now=s.resources[faction])
    return change


def add_aid(s: State, n: int) -> int:
    """1.8: raise or lower Aid within 0 to 75; returns the change made."""
    before = s.aid
    s.aid = max(0, min(EDGE_TRACK_MAX, before + n))
    if s.aid != before:
        s.note("log.aid", n=s.aid - before, now=s.aid)
    return s.aid - before


def add_patronage(s: State, n: int) -> int:
    """1.8: raise or lower Patronage within 0 to 75; returns the change made."""
    before = s.patronage
    s.patronage = max(0, min(EDGE_TRACK_MAX, before + n))
    if s.patronage != before:
        s.note("log.patronage", n=s.patronage - before, now=s.patronage)
    return s.patronage - before


def set_track(s: State, track: str, value: int) -> int:
    """Put a track on a value within its ends (P6.8.1, P6.9.1, S6.9); returns the change made."""
    row = TRACKS[track]
    before: int = getattr(s, track)
    now = max(row.least, min(row.most, value))
    if now != before:
        setattr(s, track, now)
        s.note("log.track_now", track=track, now=now, rule=row.rule)
    return now - before


def set_trail(s: State, boxes: int) -> bool:
    """6.7: move the Trail marker; under ADSID (card 7) every change costs NVA 6 Resources."""
    boxes = max(0, min(TRAIL_MAX, boxes))
    if boxes == s.trail or "trail" not in s.era.tracks:  # P6.7: before 1964 there is none
        return False
    s.note("log.trail.improve" if boxes > s.trail else "log.trail.degrade", now=boxes)
    s.trail = boxes
    if s.effects & ADSID:
        add_resources(s, NVA, -6)
    return True


def improve_trail(s: State, boxes: int = 1) -> bool:
    """6.7: Improve the Trail."""
    return set_trail(s, s.trail + boxes)


def degrade_trail(s: State, boxes: int = 1, by_event: bool = False) -> bool:
    """6.7: Degrade the Trail; shaded Oriskany (card 39) forbids it except to a later Event (5.1.2)."""
    if s.effects & ORISKANY_SHADED and not by_event:
        return False
    return set_trail(s, s.trail - boxes)


# --- any track, by name -------------------------------------------------------------------------------------------


def tracks_in_use(s: State) -> tuple[str, ...]:
    """The tracks of the game now, Resources included; those of the expansions come and go with their eras."""
    holders = (name for name, faction in RESOURCES.items() if faction in s.era.holders and faction in s.era.factions)
    return (*s.era.tracks, *holders)


def track_now(s: State, track: str) -> int:
    """Where a track is."""
    now: int = s.resources[RESOURCES[track]] if track in RESOURCES else getattr(s, track)
    return now


def track_limit(track: str) -> int:
    """How far a track goes."""
    return EDGE_TRACK_MAX if track in RESOURCES else TRACKS[track].most


def change_track(s: State, track: str, n: int) -> Flow[None]:
    """Raise or lower a track with all that its moving brings; one that the game does not have stays as it is."""
    if track not in tracks_in_use(s):
        return
    if track in s.era.track_moves:
        yield from s.era.track_moves[track](s, n)
    elif track == "aid":
        add_aid(s, n)
    elif track == "patronage":
        add_patronage(s, n)
    elif track == "trail":
        set_trail(s, s.trail + n)
    elif track in RESOURCES:
        add_resources(s, RESOURCES[track], n)
    else:
        set_track(s, track, track_now(s, track) + n)
