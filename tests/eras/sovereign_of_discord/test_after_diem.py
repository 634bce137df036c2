"""The base game with Diem still in office (P7.4 box): what goes on, and what ends it."""

from io import StringIO

import pytest
from rich.console import Console

from fitl.board.cards import FAILED_ATTEMPT_1, KHANH
from fitl.board.expansion_cards import DIEM
from fitl.board.factions import ARVN, US, VC
from fitl.board.pieces import HAMLET, KIND_BY_ID, KIND_IDS, KINDS
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY, PROVINCES, ROWS, SOUTH_MASK, SPACES
from fitl.cli.board import situation
from fitl.compose import era_named
from fitl.lab.invariants import check_state
from fitl.options import GameOptions
from fitl.rules.activities.govern import can_place_hamlet
from fitl.rules.cards import execute_event
from fitl.rules.control import recount, total_opposition
from fitl.rules.forces import remove
from fitl.rules.pivotal import QUANTITIES
from fitl.rules.removal import exposed_to_attack
from fitl.state import COUP_CARD, PIVOTAL, SUPPORT, State
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, row
from tests.eras.sovereign_of_discord.test_fall_of_diem import falling, step, through
from tests.support import Play, at, play


@pytest.fixture
def s() -> State:
    """1964 after the prequel: Diem and five Hamlets on the map have stayed."""
    found = falling()
    through(found, PIVOTAL)
    found.log = []
    return found


def test_the_two_cards_that_open_the_deck_of_1964_are_not_both_called_the_next_one() -> None:
    """P7.4 step 5: they are turned up like those of a set-up (2.3.1)."""
    s = falling()
    through(s, "fall_reset")
    flow, asked = step(s), []
    while not flow.over:
        asked.append(flow.decision.params["turned"])
        flow.answer(flow.keys()[0])
    assert asked == ["first", "second"]


def coup(s: State, card: int) -> Play:
    s.played = tuple(each for each in s.played if each != card)
    s.coup_pool = tuple(each for each in s.coup_pool if each != card)
    s.card, s.stage, s.last_was_coup = card, COUP_CARD, False
    return play(s.era.stages[COUP_CARD].step(s))


def test_diem_goes_on_to_add_patronage_and_a_fifth_agitation(s: State) -> None:
    """P7.4 box, P6.3.1."""
    s.resources[VC], patronage = 60, s.patronage
    for sp in PROVINCES:
        s.support[sp] = 0  # so that there is something to Agitate
    recount(s)
    flow = play(s.era.stages[SUPPORT].step(s))
    assert s.patronage == patronage + 3
    while not flow.over:
        vc = flow.decision is not None and flow.decision.actor == VC
        flow.answer(flow.keys()[0] if vc else flow.keys()[-1])
    assert flow.asked.count("coup.agitate") == 5


def test_hamlets_go_on_to_leave_provinces_out_of_total_opposition(s: State) -> None:
    """P7.4 box, P1.6.2."""
    sp = next(sp for sp in PROVINCES if s.pieces[sp * KINDS + HAMLET] and s.support[sp] < 0)
    before = total_opposition(s)
    s.pieces[sp * KINDS + HAMLET] -= 1
    s.pieces[AVAILABLE * KINDS + HAMLET] += 1
    recount(s)
    assert total_opposition(s) > before


def test_arvn_may_go_on_to_place_an_available_hamlet(s: State) -> None:
    """P7.4 box, P4.3.1."""
    assert can_place_hamlet(s, ARVN, row("quang_nam"))
    assert not can_place_hamlet(s, ARVN, row("hue"))


@pytest.mark.parametrize(
    ("pieces", "exposed"),
    [
        ({"us_troops": 1, "irregular": 1, "hamlet": 1}, {"us_troops", "irregular"}),
        ({"us_troops": 1, "hamlet": 1}, {"us_troops"}),
        ({"irregular": 1, "hamlet": 1}, {"irregular", "hamlet"}),
        ({"ranger": 1, "hamlet": 1}, {"ranger"}),
    ],
)
def test_us_troops_shield_a_hamlet_too_and_irregulars_do_not(
    s: State, pieces: dict[str, int], exposed: set[str]
) -> None:
    """P7.4 box: for VC and NVA alike."""
    sp = row("phuoc_long")
    for name, n in pieces.items():
        s.pieces[sp * KINDS + KIND_BY_ID[name]] = n
    recount(s)
    assert {KIND_IDS[kind] for kind in exposed_to_attack(s, sp)} == exposed


def test_a_failed_attempt_goes_under_diem_and_does_not_cancel_him(s: State) -> None:
    """P7.4 box."""
    flow = coup(s, FAILED_ATTEMPT_1)
    while not flow.over:
        flow.answer(flow.keys()[0])
    assert s.leader == DIEM
    assert s.leader_box == (FAILED_ATTEMPT_1,)


def test_a_new_leader_covers_diem_and_all_hamlets_leave_the_game_at_once(s: State) -> None:
    """P7.4 box, OPEN 30: without a shift."""
    levels = list(s.support)
    coup(s, KHANH)
    assert (s.leader, s.leader_box) == (KHANH, (KHANH,))
    assert not any(at(s, each).get("hamlet") for each in range(ROWS))
    assert list(s.support) == levels
    assert s.era is era_named("after_diem")
    check_state(s)


def test_the_us_may_keep_diem_with_his_hamlets(s: State) -> None:
    """Variant US Coup Involvement."""
    s.options = GameOptions(us_coup_involvement=True)
    flow = coup(s, KHANH)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (US, "coup.involvement")
    flow.answer("yes")
    while not flow.over:
        flow.answer(flow.keys()[0])
    assert (s.leader, s.leader_box) == (DIEM, (KHANH,))
    assert s.era is era_named("diem_stays")


def test_diem_is_none_of_the_leader_cards_that_are_counted(s: State) -> None:
    """P7.4 step 4, OPEN 41: by Pivotal Events and by card 120."""
    assert s.leader_box == ()
    assert QUANTITIES["leader_cards"](s) == 0


@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_the_terminal_shows_a_board_led_by_diem(scenario: str) -> None:
    """P2.4.3: from the first card on."""
    console = Console(file=StringIO(), width=80)
    console.print(situation(begun(scenario)))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Ngo Dinh Diem" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_an_event_that_brings_arvn_pieces_back_may_bring_hamlets(s: State) -> None:
    """OPEN 37: Hamlets are ARVN pieces, for card 82 and for card 123, as long as the game has any."""
    for sp in PROVINCES:
        if at(s, sp).get("hamlet"):
            remove(s, sp, HAMLET, 1, OUT_OF_PLAY)
    lying = at(s, OUT_OF_PLAY)["hamlet"]
    s.card = 82
    flow = play(execute_event(s, 82, "unshaded", US), "arvn")
    while flow.decision is not None and (flow.decision.params or {}).get("piece") != HAMLET:
        flow.answer(0)
    flow.answer(1)
    assert at(s, OUT_OF_PLAY)["hamlet"] == lying - 1
    play(execute_event(s, 123, "single", ARVN))
    assert at(s, OUT_OF_PLAY) == {"us_troops": 10, "us_base": 2}


def test_an_event_that_places_arvn_pieces_may_place_a_hamlet(s: State) -> None:
    """OPEN 37: card 49, in Provinces without one."""
    s.card = 49
    keys = play(execute_event(s, 49, "unshaded", US)).keys()
    free = {SPACES[sp].id for sp in PROVINCES if SOUTH_MASK >> sp & 1 and not at(s, sp).get("hamlet")}
    assert {key.split("@")[1] for key in keys if key.startswith("hamlet@")} == free
