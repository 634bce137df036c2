"""Choosing among enemy pieces, as Attack, Ambush, Raid and Advise share it (3.1, 3.3.3)."""

from fitl.board.factions import NVA
from fitl.board.spaces import HUE
from fitl.rules.removal import Removal, exposed_to_attack, remove_enemies
from tests.support import blank, play, put


def test_hits_without_a_target_ask_nothing() -> None:
    s = blank()
    put(s, HUE, nva_troops=4)
    p = play(remove_enemies(s, NVA, HUE, 2, exposed_to_attack, "attack.remove", Removal("3.3.3")))
    assert (p.over, p.result) == (True, [])
