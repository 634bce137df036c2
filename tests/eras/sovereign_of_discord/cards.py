"""Executing cards of 1961 to 1963: situations at random."""

from random import Random

from fitl.board.pieces import KIND_IDS, KINDS
from fitl.board.spaces import CONTROLLABLE, PROVINCES, SPACES
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
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit


def random_state(seed: int) -> State:
    """A situation between the set-ups and chaos: tracks, opinion, pieces and what lies where drawn at random."""
    rng = Random(seed)
    scenario = (P61, D61, P63)[seed % 3]
    s = begun(scenario, hanoi=rng.randrange(5), washington=rng.randrange(5), regime=rng.randrange(4))
    s.resources = [0, rng.choice((0, 3, 20)), 0, rng.choice((0, 1, 10))]
    s.aid, s.patronage = rng.choice((0, 2, 20)), rng.choice((0, 3, 15))
    for sp in range(CONTROLLABLE):
        if s.era.open_spaces >> sp & 1 and rng.random() < 0.5:
            set_support(s, sp, rng.randint(-2, 2))
    shuffle_pieces(s, rng)
    s.log = []
    return s


def shuffle_pieces(s: State, rng: Random) -> None:
    """Carry pieces about the open map, on and off it, as stacking allows."""
    places = [sp for sp in range(CONTROLLABLE) if s.era.open_spaces >> sp & 1]
    for sp in rng.sample(places, 12):
        name = rng.choice(("police", "vc_guerrilla", "vc_guerrilla_active", "arvn_troops", "ranger"))
        edit_more(s, sp, name, rng.randint(1, 2))
        if sp in PROVINCES and rng.random() < 0.4:
            edit_more(s, sp, "hamlet", 1)
    recount(s)


def edit_more(s: State, sp: int, name: str, n: int) -> None:
    """A space holds so many more of a piece, taken from anywhere else; a second Hamlet it never gets."""
    here = {KIND_IDS[kind]: s.pieces[sp * KINDS + kind] for kind in range(KINDS) if s.pieces[sp * KINDS + kind]}
    if name == "hamlet" and here.get("hamlet"):
        return
    here[name] = here.get(name, 0) + n
    edit(s, SPACES[sp].id, **here)
