"""Executing cards of 1973 to 1975: situations at random, and what every side must withstand in them."""

from random import Random

from fitl.board.pieces import KIND_BY_ID, KINDS, PLAIN
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, LOCS, OUT_OF_PLAY, SPACES
from fitl.lasting import ARC_LIGHT, PT_76, PT_76_SHADED
from fitl.rules.control import recount, set_support
from fitl.state import State
from tests.eras.cards import asked as asked
from tests.eras.cards import done as done
from tests.eras.cards import execute_every_side as execute_every_side
from tests.eras.cards import executed as executed
from tests.eras.cards import here as here
from tests.eras.cards import is_barred as is_barred
from tests.eras.cards import level as level
from tests.eras.cards import tells as tells
from tests.eras.cards import to_the_end as to_the_end
from tests.eras.fall_of_saigon.support import BA, XS, begun, edit

RETREATED, AT_WAR = (XS, "after_retreat"), (XS, "post_paris")
ERAS = ((BA, ""), RETREATED, AT_WAR)
STRANGERS = ("arvn_armor", "nva_armor", "captured_nva_armor", "captured_arvn_armor", "nva_troops", "nva_guerrilla")
OTHERS = ("arvn_troops", "police", "ranger", "ranger_active", "nva_guerrilla_active")
LOST = ("arvn_troops", "police", "ranger", "arvn_armor")


def retreated(**fields: object) -> State:
    """Extended Short after a US Retreat."""
    return begun(*RETREATED, **fields)


def at_war(**fields: object) -> State:
    """Extended Short after the talks, the US still at War: no Posture, no ARVN Casualties."""
    return begun(*AT_WAR, **fields)


def random_state(seed: int) -> State:
    """A situation of one of the three eras between the set-ups and chaos."""
    rng = Random(seed)
    s = begun(*ERAS[seed % 3])
    s.posture = rng.randrange(5) if "posture" in s.era.tracks else 0
    s.war_weary, s.anti_war, s.trail = rng.choice((0, 1, 20)), 0, rng.randrange(5)
    if "anti_war" in s.era.tracks:
        s.anti_war = rng.choice((0, 1, 20))
    s.resources = [0, rng.choice((0, 3, 75)), rng.choice((0, 3, 75)), rng.choice((0, 2, 9)) if seed % 3 else 0]
    s.aid, s.patronage = rng.choice((0, 2, 30, 75)), rng.choice((0, 3, 20))
    s.effects = rng.choice((0, ARC_LIGHT, PT_76, PT_76_SHADED))
    for sp in range(CONTROLLABLE):
        if rng.random() < 0.4:
            set_support(s, sp, rng.randint(-2, 2))
    names = (*STRANGERS, *OTHERS) if seed % 3 == 0 else (*STRANGERS, *OTHERS, "irregular", "vc_guerrilla", "vc_base")
    for sp in (*rng.sample(range(CONTROLLABLE), 14), *rng.sample(LOCS, 3)):
        _add(s, sp, rng.choice(names), rng.randint(1, 2))
    if seed % 2 and CASUALTIES in s.era.boxes and s.era.casualties[-1] == 1:
        for name in LOST:
            _lose(s, KIND_BY_ID[name], rng.randint(0, 2), rng.choice((CASUALTIES, OUT_OF_PLAY)))
    recount(s)
    s.log = []
    return s


def _add(s: State, sp: int, name: str, n: int) -> None:
    if name == "vc_base" and (sp >= CONTROLLABLE or sum(here(s, SPACES[sp].id).get(b, 0) for b in BASES) > 1):
        return
    if SPACES[sp].id == "north_vietnam" and not name.startswith(("nva", "vc", "captured_arvn")):
        return
    n = 1 if name == "vc_base" else n
    if s.pieces[AVAILABLE * KINDS + PLAIN[KIND_BY_ID[name]]] < n:
        return
    there = here(s, SPACES[sp].id)
    there[name] = there.get(name, 0) + n
    edit(s, SPACES[sp].id, **there)


BASES = ("us_base", "arvn_base", "nva_base", "nva_tunnel", "vc_base", "vc_tunnel")


def _lose(s: State, kind: int, n: int, box: int) -> None:
    n = min(n, s.pieces[AVAILABLE * KINDS + kind])
    s.pieces[AVAILABLE * KINDS + kind] -= n
    s.pieces[box * KINDS + kind] += n
