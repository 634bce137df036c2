"""Non-players by people's rules: which have the privileges of 7.1, 8.1 and 8.9, and what the others do without."""

import pytest

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.spaces import PHUOC_LONG
from fitl.bot_types import FAIR, FLOWCHART, KINDS
from fitl.decisions import CHANCE
from fitl.lab.players import parse_players
from fitl.lab.simulate import Order, play_one
from fitl.options import GameOptions
from fitl.rules.coup.commitment import commitment
from fitl.rules.coup.victory import contenders, plays_alone, ranking, victory_phase
from fitl.rules.sequence import operations_for
from fitl.state import LIMITED_OP
from fitl.verdict import lost_alike
from tests.rules.test_victory import with_margins
from tests.support import blank, play, put


def cast(**kinds: str) -> GameOptions:
    return GameOptions(non_players=kinds)  # type: ignore[arg-type]


def test_the_flowchart_alone_is_privileged() -> None:
    options = cast(us=FAIR, arvn=FLOWCHART, vc=FAIR)
    assert options.non_players == (US, ARVN, VC)
    assert options.privileged == (ARVN,)
    assert options.player_seats() == [(NVA,)]
    assert options.unprivileged_seats() == [(US,), (NVA,), (VC,)]


@pytest.mark.parametrize(("kind", "limited"), [(FLOWCHART, False), (FAIR, True)])
def test_a_limited_operation_is_limited_by_peoples_rules(kind: str, limited: bool) -> None:
    s = blank(options=cast(vc=kind))
    put(s, PHUOC_LONG, vc_guerrilla=3, vc_base=1)
    found = operations_for(s, VC, LIMITED_OP)
    assert found
    assert all(op.limited is limited and bool(op.activities) is not limited for op in found)


def test_of_equal_margins_only_the_privileged_come_before_people() -> None:
    def first(kind: str) -> int:
        return ranking(with_margins(-2, -2, -2, -2, options=cast(us=kind)), final=True)[0].faction

    without = ranking(with_margins(-2, -2, -2, -2), final=True)[0].faction
    assert without != US  # the printed order of ties does not favour the US
    assert first(FLOWCHART) == US
    assert first(FAIR) == without


def test_one_person_among_non_players_by_peoples_rules_may_win_a_victory_phase() -> None:
    fair = with_margins(3, 1, -1, -1, options=cast(arvn=FAIR, nva=FAIR, vc=FAIR))
    assert not plays_alone(fair)
    assert contenders(fair)[0].faction == US
    privileged = with_margins(3, 1, -1, -1, options=cast(arvn=FLOWCHART, nva=FLOWCHART, vc=FLOWCHART))
    assert plays_alone(privileged)
    assert [each.faction for each in contenders(privileged)] == [ARVN]


def test_people_lose_alike_to_the_privileged_only() -> None:
    for kind, lost in ((FLOWCHART, (US, VC, NVA)), (FAIR, ())):
        s = with_margins(-1, 5, -3, -2, options=cast(arvn=kind))
        play(victory_phase(s))
        assert s.outcome is not None
        assert s.outcome.winner == ARVN
        assert lost_alike(s) == lost


def asks_for_a_policy(kind: str) -> bool:
    """8.8.1: at 45 or less a die is rolled for it."""
    s = blank(options=cast(us=kind), us_policy="jfk")
    put(s, PHUOC_LONG, us_troops=10)
    asked = play(commitment(s)).decision
    return asked is not None and asked.actor == CHANCE


@pytest.mark.parametrize("kind", [FLOWCHART, FAIR])
def test_whoever_follows_the_charts_reviews_its_policy(kind: str) -> None:
    assert asks_for_a_policy(kind)


def test_any_other_kind_has_no_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "other", "nowhere:Nobody")
    assert not asks_for_a_policy("other")


def test_a_game_of_charts_by_peoples_rules_comes_to_its_end() -> None:
    result = play_one(Order("short-1965", parse_players(FAIR), 5), 0)
    assert result.error is None
    assert result.winner in FACTIONS
