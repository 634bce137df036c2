"""7.3: Deception markers, the Handicap option, Hidden Assets and Hidden Agendas."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.decisions import CHANCE
from fitl.options import GameOptions
from fitl.rules.coup.victory import reveal_to_win
from fitl.rules.deception import (
    HIDDEN_AGENDA,
    draw_marker,
    draw_markers,
    has_hidden_asset,
    margin_of,
    reveal,
    reveal_all,
    set_aside,
    use_hidden_asset,
)
from tests.support import blank, play

AGENDA, ASSET, THREAT = "hidden_agenda", "hidden_asset", "empty_threat"
US_ARVN_PAIR = ((0, 1), (2,), (3,))


def test_without_the_options_no_marker_is_drawn() -> None:
    s = blank()
    assert play(draw_markers(s)).asked == []
    assert s.markers == ((), (), (), ())


def test_each_player_draws_two_markers_by_chance_without_replacement() -> None:
    s = blank(options=GameOptions(deception=True))
    p = play(draw_markers(s))
    assert p.decision is not None
    assert (p.decision.actor, p.keys(), list(p.decision.weights or ())) == (CHANCE, [THREAT, AGENDA, ASSET], [4, 4, 4])
    p.answer(AGENDA)
    assert list(p.decision.weights or ()) == [4, 3, 4]
    p.answer(AGENDA, AGENDA, AGENDA)
    assert p.keys() == [THREAT, ASSET]
    assert list(p.decision.weights or ()) == [4, 4]
    p.answer(THREAT, ASSET, ASSET, THREAT)
    assert p.over
    assert s.markers == ((AGENDA, AGENDA), (AGENDA, AGENDA), (THREAT, ASSET), (THREAT, ASSET))
    assert set_aside(s) == [2, 0, 2]


def test_who_runs_a_pair_draws_for_one_player() -> None:
    s = blank(options=GameOptions(deception=True, seats=US_ARVN_PAIR))
    p = play(draw_markers(s), AGENDA, ASSET, THREAT, THREAT, ASSET, ASSET)
    assert p.over
    assert s.markers == ((AGENDA, ASSET), (), (THREAT, THREAT), (ASSET, ASSET))


def test_beginners_choose_in_the_agreed_order_and_the_others_draw_after_them() -> None:
    s = blank(options=GameOptions(handicap=(VC, US)))
    p = play(draw_markers(s))
    assert p.decision is not None
    actors = []
    for key in (AGENDA, AGENDA, AGENDA, AGENDA):
        actors.append((p.decision.actor, p.decision.kind))
        p.answer(key)
    assert actors == [(VC, "deception.choose")] * 2 + [(US, "deception.choose")] * 2
    assert p.decision.actor == CHANCE
    assert p.keys() == [THREAT, ASSET]  # the Agendas are gone
    p.answer(THREAT, THREAT, ASSET, ASSET)
    assert p.over
    assert s.markers == ((AGENDA, AGENDA), (THREAT, THREAT), (ASSET, ASSET), (AGENDA, AGENDA))


def test_a_beginner_running_a_pair_chooses_once_though_both_factions_are_named() -> None:
    s = blank(options=GameOptions(handicap=(ARVN, US), seats=US_ARVN_PAIR))
    p = play(draw_markers(s), ASSET, ASSET)
    assert p.decision is not None
    assert p.decision.actor == CHANCE
    assert s.markers == ((ASSET, ASSET), (), (), ())


def test_drawing_from_an_empty_pool_gives_nothing() -> None:
    s = blank(markers=((AGENDA,) * 4, (ASSET,) * 4, (THREAT,) * 2, ()), revealed_markers=((), (), (), (THREAT,) * 2))
    assert play(draw_marker(s, VC)).asked == []
    assert s.markers[VC] == ()


def test_a_hidden_asset_is_spent_when_shown() -> None:
    s = blank(markers=((), (AGENDA, ASSET), (), ()))
    assert [has_hidden_asset(s, faction) for faction in range(4)] == [False, True, False, False]
    use_hidden_asset(s, ARVN)
    assert not has_hidden_asset(s, ARVN)
    assert s.markers == ((), (AGENDA,), (), ())
    assert s.revealed_markers == ((), (ASSET,), (), ())


def test_either_faction_of_a_pair_may_use_its_players_asset() -> None:
    s = blank(options=GameOptions(deception=True, seats=US_ARVN_PAIR), markers=((ASSET,), (), (), ()))
    assert has_hidden_asset(s, US)
    assert has_hidden_asset(s, ARVN)
    use_hidden_asset(s, ARVN)
    assert not has_hidden_asset(s, US)


def test_only_a_shown_agenda_counts_and_only_for_its_player() -> None:
    s = blank(markers=((), (), (), (AGENDA, AGENDA)))
    before = [margin_of(s, faction) for faction in range(4)]
    reveal(s, VC, HIDDEN_AGENDA)
    assert [margin_of(s, faction) - before[faction] for faction in range(4)] == [0, 0, 0, 1]
    reveal(s, VC, HIDDEN_AGENDA)
    assert margin_of(s, VC) == before[VC] + 2


def test_an_agenda_counts_for_both_factions_of_a_pair() -> None:
    s = blank(options=GameOptions(deception=True, seats=US_ARVN_PAIR), markers=((AGENDA,), (), (), ()))
    before = [margin_of(s, faction) for faction in range(4)]
    reveal(s, ARVN, HIDDEN_AGENDA)
    assert [margin_of(s, faction) - before[faction] for faction in range(4)] == [1, 1, 0, 0]


def test_at_the_end_everything_is_shown() -> None:
    s = blank(markers=((AGENDA,), (), (ASSET, THREAT), ()))
    reveal_all(s)
    assert s.markers == ((), (), (), ())
    assert s.revealed_markers == ((AGENDA,), (), (ASSET, THREAT), ())
    assert [entry.message for entry in s.log or []] == [f"log.deception.{kind}" for kind in (AGENDA, ASSET, THREAT)]
    assert margin_of(s, NVA) == -18


def test_to_be_asked_about_agendas_tells_nothing_about_what_is_hidden() -> None:
    """Whoever might pass a threshold with as many markers as are hidden is asked, whatever these are."""
    asked = []
    for markers in ((AGENDA, AGENDA), (AGENDA, THREAT), (THREAT, ASSET)):
        s = blank(options=GameOptions(deception=True), markers=((), (), (), markers))
        needed = 1 - margin_of(s, VC)
        assert needed > 2
        s.total_opposition += needed - 2  # two Agendas would do, one would not
        p = play(reveal_to_win(s))
        assert p.decision is not None
        asked.append((p.decision.actor, p.decision.kind, p.keys()))
        p.answer("yes")
        assert p.over
        assert s.revealed_markers[VC] == tuple(kind for kind in markers if kind == AGENDA)
    assert asked == [(VC, "deception.reveal", ["yes", "no"])] * 3
