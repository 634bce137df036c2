"""What several rules rest on and no other file is about."""

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC, enemies, is_coin, partner
from fitl.board.pieces import ACTIVE_OF, KIND_IDS, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import AVAILABLE, TAY_NINH
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.rules.forces import place, remove
from fitl.rules.menu import ACCOMPANYING, OPERATIONS_OF
from tests.support import at, blank, put


def test_guerrillas_irregulars_and_rangers_alone_are_underground_or_active() -> None:
    """1.4.3."""
    assert {KIND_IDS[kind] for kind in ACTIVE_OF} == {"nva_guerrilla", "vc_guerrilla", "irregular", "ranger"}


def test_a_removed_guerrilla_comes_back_underground() -> None:
    """1.4.3: new ones arrive Underground, whatever they were when they left."""
    s = blank()
    put(s, TAY_NINH, vc_guerrilla_active=1)
    remove(s, TAY_NINH, VC_GUERRILLA_ACTIVE)
    assert "vc_guerrilla_active" not in at(s, AVAILABLE)
    place(s, TAY_NINH, VC_GUERRILLA)
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1}


def test_us_and_arvn_are_friends_and_enemies_of_nva_and_vc() -> None:
    """1.5.1."""
    assert [partner(faction) for faction in FACTIONS] == [ARVN, US, VC, NVA]
    assert enemies(US) == enemies(ARVN) == (NVA, VC)
    assert enemies(NVA) == enemies(VC) == (US, ARVN)
    assert [is_coin(faction) for faction in FACTIONS] == [True, True, False, False]


def test_the_first_card_is_played_with_the_second_in_sight() -> None:
    """2.2."""
    game = Game.new("full-1964", seed=9)
    drawn = [int(entry.key) for entry in game.entries if entry.actor == CHANCE]
    assert [game.state.card, game.state.next_card] == drawn
    assert game.state.played == ()


def test_every_special_activity_accompanies_the_operations_it_may() -> None:
    """4.1.1."""
    expected = {
        "advise": {(US, "train"), (US, "patrol")},
        "air_lift": {(US, name) for name in OPERATIONS_OF[US]},
        "air_strike": {(US, name) for name in OPERATIONS_OF[US]},
        "govern": {(ARVN, "train"), (ARVN, "patrol")},
        "transport": {(ARVN, name) for name in OPERATIONS_OF[ARVN]},
        "raid": {(ARVN, "patrol"), (ARVN, "sweep"), (ARVN, "assault")},
        "infiltrate": {(NVA, "rally"), (NVA, "march")},
        "bombard": {(NVA, name) for name in OPERATIONS_OF[NVA]},
        "ambush": {(NVA, "march"), (NVA, "attack"), (VC, "march"), (VC, "attack")},
        "tax": {(VC, name) for name in OPERATIONS_OF[VC]},
        "subvert": {(VC, "rally"), (VC, "march"), (VC, "terror")},
    }
    found: dict[str, set[tuple[int, str]]] = {}
    for operation, activities in ACCOMPANYING.items():
        for activity in activities:
            found.setdefault(activity, set()).add(operation)
    assert found == expected
