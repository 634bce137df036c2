"""8.6.5 March, bullet 3: NVA Control in up to 3 spaces, by whole groups from wherever they can come.

The spaces are taken one after the other. Groups that suffice for one are random even if another choice would let more
spaces follow: so the printed example rolls for them.
"""

from itertools import combinations
from typing import Final

from fitl.board.factions import NVA, US, VC
from fitl.board.spaces import CONTROLLABLE
from fitl.bots.flowchart.nva.manoeuvre import Manoeuvre
from fitl.bots.flowchart.nva.units import POPULATION, control_gap
from fitl.bots.mind import Mind
from fitl.bots.select import TieBreak, choose_space, equal_chance
from fitl.decisions import Flow
from fitl.lasting import CLAYMORES
from fitl.rules.forces import bases_of
from fitl.state import NVA_CONTROL, State

MOST_CONTROL: Final = 3  # spaces bullet 3 may gain
Origins = tuple[int, ...]  # groups that go to one space
Gains = dict[int, list[Origins]]  # by space that can be gained: the groups that suffice, in all ways


def gain_control(mind: Mind, march: Manoeuvre) -> Flow[None]:
    """3. Gain NVA Control in up to 3 spaces by descending Population, whole groups going."""
    for _ in range(MOST_CONTROL):
        gains = possible_gains(march)
        if not gains:
            return
        sp = yield from choose_space(mind, "nva.march.3", list(gains), _ties(march.s, gains))
        yield from _send_groups(mind, march, sp, gains[sp])


def _ties(s: State, gains: Gains) -> tuple[TieBreak, ...]:
    """Population; a. where only 1 group is needed; b. no US Base; c. VC pieces but no NVA Base."""
    return (
        POPULATION,
        TieBreak("nva.one_group", lambda sp: len(gains[sp][0]) == 1),
        TieBreak("nva.no_us_base", lambda sp: not bases_of(s, sp, US)),
        TieBreak("nva.vc_without_base", lambda sp: s.force[sp * 4 + VC] > 0 and not bases_of(s, sp, NVA)),
    )


# --- which groups suffice -----------------------------------------------------------------------------------------


def possible_gains(march: Manoeuvre) -> Gains:
    """Where NVA Control can be gained now, and by which groups: the fewest that suffice, in all ways."""
    return {sp: found for sp in range(CONTROLLABLE) if (found := _sufficient(march, sp))}


def _sufficient(march: Manoeuvre, sp: int) -> list[Origins]:
    s = march.s
    if s.control[sp] == NVA_CONTROL:
        return []
    gap = control_gap(s, sp)
    most = {origin: march.free_to_go(origin) for origin in march.origins(sp)}
    largest_first = sorted(most.values(), reverse=True)
    for n in range(1, len(most) + 1):
        if sum(largest_first[:n]) >= gap:
            found = [some for some in combinations(most, n) if _gains(march, sp, some, gap, most)]
            if found:
                return found
    return []


def _gains(march: Manoeuvre, sp: int, origins: Origins, gap: int, most: dict[int, int]) -> bool:
    """Would the whole groups of these origins gain Control together?"""
    if sum([most[origin] for origin in origins]) < gap or len(march.together(origins, sp)) < len(origins):
        return False
    if not march.s.effects & CLAYMORES and sum([march.deliverable(origin, sp) for origin in origins]) >= gap:
        return True
    attempt = march.copy()  # Claymores take some that are found, Bases on the way keep guards
    _send(attempt, sp, origins)
    return attempt.s.control[sp] == NVA_CONTROL


def _send(march: Manoeuvre, sp: int, origins: Origins) -> None:
    for origin in march.together(origins, sp):
        march.go(origin, sp, march.whole_group(origin, sp))


def _send_groups(mind: Mind, march: Manoeuvre, sp: int, ways: list[Origins]) -> Flow[None]:
    """Of the groups that suffice, random ones."""
    if len(ways[0]) == 1:
        origin = yield from choose_space(mind, "nva.march.3_source", [some[0] for some in ways])
        chosen: Origins = (origin,)
    else:
        chosen = yield from equal_chance(mind, ways)
        mind.visit("nva.march.3_group", spaces=list(chosen), tied=len(ways))
    _send(march, sp, chosen)
