"""Game: one door, checked answers, exact undo and clone, transfers beside the decisions."""

import random

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.compose import PROGRAMS
from fitl.decisions import CHANCE, Decision, Flow, Option, roll
from fitl.entries import ROLL
from fitl.game import Game
from fitl.options import GameOptions, OptionsError, parse_seats
from fitl.position import PositionError
from fitl.refusals import NotOffered, NoUndo, Refused, Stale, Unreadable, WrongSeat
from fitl.state import LogEntry
from fitl.words import line


def play_on(game: Game, answers: int, seed: int = 0) -> Game:
    """Answer so many decisions at random."""
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(rng.choice(list(game.decision.options)))
    return game


def snapshot(game: Game) -> tuple[object, ...]:
    decision = game.decision
    asked = None if decision is None else (decision.actor, decision.kind, [option.key for option in decision.options])
    return game.state.digest(), game.number, asked, len(game.entries), len(game.log or ())


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("no such key", NotOffered),
        ("", NotOffered),
        ("x" * 100_000, NotOffered),
        (Option("pass!", "pass"), NotOffered),
        (7, Unreadable),
        (None, Unreadable),
        (["pass"], Unreadable),
        (b"pass", Unreadable),
    ],
)
def test_wrong_answers_are_refused_and_change_nothing(answer: object, error: type[Refused]) -> None:
    game = Game.new("full-1964", seed=3)
    before = snapshot(game)
    with pytest.raises(error) as refusal:
        game.choose(answer)  # type: ignore[arg-type]
    assert str(refusal.value)
    assert snapshot(game) == before


def test_refusal_names_what_is_offered() -> None:
    game = Game.new("full-1964", seed=3)
    with pytest.raises(NotOffered, match="pass"):
        game.choose("sleep")


@pytest.mark.parametrize("seat", [-1, 4, "0", 0.0, True, None])
def test_dice_and_cards_may_be_given_by_any_player_but_by_nobody_else(seat: object) -> None:
    game = Game.new("full-1964", manual_chance=True)
    assert game.decision is not None
    assert game.decision.actor == CHANCE
    if seat is None:
        game.choose(game.decision.options[0], seat=3)
        assert len(game.entries) == 1
        return
    with pytest.raises(WrongSeat):
        game.choose(game.decision.options[0], seat=seat)  # type: ignore[arg-type]


def test_wrong_seat_is_refused() -> None:
    game = Game.new("full-1964", seed=3)
    assert game.decision is not None
    asked = game.decision.actor
    before = snapshot(game)
    for seat in range(4):
        if seat != asked:
            with pytest.raises(WrongSeat):
                game.choose("pass", seat=seat)
    assert snapshot(game) == before
    game.choose("pass", seat=asked)


def test_second_of_two_answers_to_one_decision_is_stale() -> None:
    game = Game.new("full-1964", seed=3)
    number = game.number
    game.choose("pass", number=number)
    before = snapshot(game)
    with pytest.raises(Stale):
        game.choose("pass", number=number)
    assert snapshot(game) == before


def test_nothing_can_be_answered_after_the_end() -> None:
    game = play_on(Game.new("short-1965", seed=1), 100_000)
    assert game.decision is None
    assert game.outcome is not None
    with pytest.raises(Stale):
        game.choose("pass")


def test_same_seed_same_answers_same_game() -> None:
    first, second = (play_on(Game.new("medium-1968", seed=11), 400) for _ in range(2))
    assert first.state == second.state
    assert first.entries == second.entries
    assert play_on(Game.new("medium-1968", seed=12), 400).state != first.state


def test_chance_is_recorded_and_asked_in_table_mode() -> None:
    game = Game.new("full-1964", manual_chance=True)
    assert game.decision is not None
    assert game.decision.actor == CHANCE
    game.choose("107")
    game.choose("55")
    assert (game.state.card, game.state.next_card) == (107, 55)
    with pytest.raises(NotOffered):
        Game.new("full-1964", manual_chance=True).choose("121")  # a Pivotal Event is never in the deck


# --- undo ---


def dice_in_story(game: Game) -> list[tuple[object, object]]:
    return [(entry.params["cause"], entry.params["n"]) for entry in game.log or () if entry.message == "log.die"]


def test_every_die_is_told_once_and_no_card_is() -> None:
    rng = random.Random(5)
    told = 0
    for seed in range(4):
        game = Game.new("short-1965", seed=seed, manual_chance=True)
        rolled = []
        while game.decision is not None:
            decision, option = game.decision, rng.choice(list(game.decision.options))
            if decision.actor == CHANCE and decision.kind != "card":
                rolled.append((decision.kind, option.value))
            game.choose(option)
        assert dice_in_story(game) == rolled
        told += len(rolled)
    assert told


def test_dice_are_told_alike_when_typed_in_undone_or_played_again() -> None:
    game = play_on(Game.new("short-1965", seed=2), 10_000, 2)
    assert dice_in_story(game)
    by_hand = Game.new("short-1965", seed=2, manual_chance=True)
    for entry in game.entries:
        by_hand.choose(entry.key)
    assert by_hand.log == game.log
    for _ in range(40):
        by_hand.undo(freely=True)
    for entry in game.entries[-40:]:
        by_hand.choose(entry.key)
    assert by_hand.log == game.log


def test_a_die_says_what_it_is_for() -> None:
    entry = LogEntry("log.die", {"cause": "assault.cobras_die", "n": 2, "rule": "3.2.4", "space": 0, "card": 13})
    assert line(entry) == "Die for Cobras in Hue, 1-3 costs a US Troop: 2 (3.2.4)"


def test_the_dice_of_a_non_player_that_thinks_are_not_told() -> None:
    def advice(decision: Decision) -> Flow[Option]:
        yield roll("8.1", "bot.die")
        return decision.options[0]

    game = Game.new("full-1964", seed=3)
    assert game.decision is not None
    game.consult(advice(game.decision))
    assert [entry.actor for entry in game.entries].count(ROLL) == 1
    assert dice_in_story(game) == []


def test_without_a_log_no_story_is_told() -> None:
    game = play_on(Game.new("short-1965", seed=2, log=False), 10_000, 2)
    assert game.log is None
    assert game.state.log is None


def test_undo_takes_back_one_answer_exactly() -> None:
    game = play_on(Game.new("full-1964", seed=5), 60)
    for _ in range(40):
        before = snapshot(game)
        assert game.decision is not None
        game.choose(game.decision.options[0])
        if game.entries[-1].actor != CHANCE:
            game.undo()
            assert snapshot(game) == before
        play_on(game, 1, seed=len(game.entries))


def test_undo_stops_at_a_revealed_card_unless_agreed() -> None:
    game = Game.new("full-1964", seed=5)
    for _ in range(4):
        game.choose("pass")
    assert game.entries[-1].actor == CHANCE  # four passes ended the card: a new one was shown
    before = snapshot(game)
    with pytest.raises(NoUndo):
        game.undo()
    assert snapshot(game) == before
    game.undo(freely=True)
    assert game.entries[-1].key == "pass"
    game.choose("pass")
    assert snapshot(game) == before  # the same card comes again: the seed went back too


def test_undo_of_another_players_choice_is_refused() -> None:
    game = Game.new("full-1964", seed=3)
    assert game.decision is not None
    first = game.decision.actor
    game.choose("pass")
    other = (first + 1) % 4
    with pytest.raises(NoUndo):
        game.undo(seat=other)
    game.undo(seat=first)
    assert game.decision is not None
    assert game.decision.actor == first


def test_undo_with_nothing_to_take_back() -> None:
    game = Game.new("full-1964", seed=3)
    with pytest.raises(NoUndo):
        game.undo(freely=True)


def test_undo_to_the_very_beginning() -> None:
    game = Game.new("full-1964", seed=8)
    start = snapshot(game)
    play_on(game, 150)
    while any(entry.actor != CHANCE for entry in game.entries):
        game.undo(freely=True)
    assert snapshot(game) == start


def test_typed_dice_can_be_taken_back_in_table_mode() -> None:
    game = Game.new("full-1964", manual_chance=True)
    game.choose("107")
    game.choose("55")
    game.undo()
    assert game.decision is not None
    assert game.decision.kind == "card"
    game.choose("68")
    assert game.state.next_card == 68


# --- clone ---


def test_a_clone_that_goes_back_leaves_its_game_alone() -> None:
    game = play_on(Game.new("full-1964", seed=4), 77)
    before = snapshot(game)
    clone = game.clone()
    play_on(clone, 2)
    clone.rewind(0)
    play_on(clone, 3, seed=1)
    assert game.clone().state == game.state
    play_on(game, 1)
    game.undo(freely=True)
    assert snapshot(game) == before


def test_a_game_that_goes_back_leaves_its_clone_alone() -> None:
    game = play_on(Game.new("full-1964", seed=4), 77)
    clone = game.clone()
    before = snapshot(clone)
    play_on(game, 2)
    game.rewind(game.checkpoints[-1].entries)
    play_on(game, 3, seed=1)
    assert snapshot(clone) == before
    play_on(clone, 1)
    clone.undo(freely=True)
    assert snapshot(clone) == before


def test_clone_is_equal_and_independent() -> None:
    game = play_on(Game.new("full-1964", seed=4), 77)
    clone = game.clone()
    assert clone.state == game.state
    assert clone.decision is not None
    assert game.decision is not None
    assert [o.key for o in clone.decision.options] == [o.key for o in game.decision.options]
    before = snapshot(game)
    play_on(clone, 50, seed=1)
    assert snapshot(game) == before
    play_on(game, 50, seed=1)
    assert game.state == clone.state


def test_clone_of_a_finished_game_is_finished() -> None:
    game = play_on(Game.new("short-1965", seed=1), 100_000)
    assert game.clone().outcome == game.outcome


# --- faults ---


def test_a_fault_in_a_card_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("full-1964", manual_chance=True)
    for card in ("107", "55"):
        game.choose(card)

    def broken(s: object, by: int) -> object:
        s.aid = 1  # type: ignore[attr-defined]
        raise RuntimeError("broken card")

    side = PROGRAMS[107]["shaded"]
    monkeypatch.setitem(PROGRAMS[107], "shaded", side._replace(run=broken))  # type: ignore[arg-type]
    game.choose("event")
    before = snapshot(game)
    with pytest.raises(RuntimeError):
        game.choose("shaded")
    assert snapshot(game) == before
    assert game.state.aid == 15


# --- Resource transfers (1.5.2) ---


def nva_rallying(options: GameOptions | None = None) -> Game:
    game = Game.new("full-1964", manual_chance=True, options=options)
    for answer in ("55", "107", "op_only", "rally"):  # NVA is first on card 55
        game.choose(answer)
    return game


def test_nva_and_vc_hand_over_resources_in_the_middle_of_an_operation() -> None:
    game = nva_rallying()
    game.transfer(VC, 4)
    assert game.state.resources == [0, 30, 14, 1]
    game.transfer(NVA, 14)
    assert game.state.resources == [0, 30, 0, 15]


def test_a_transfer_lists_the_choices_anew() -> None:
    game = nva_rallying()
    game.choose("kien_phong")
    assert game.decision is not None
    assert "kien_giang_an_xuyen" in [option.key for option in game.decision.options]
    game.transfer(NVA, 9)  # nothing is left to pay for another space, so the Rally is over and the next Faction is up
    assert game.decision is not None
    assert (game.decision.actor, game.decision.kind) == (VC, "turn.action")


def test_resources_change_hands_while_an_event_asks() -> None:
    game = Game.new("full-1964", manual_chance=True)
    for answer in ("97", "107", "event", "unshaded"):  # VC is first on card 97
        game.choose(answer)
    before = [option.key for option in game.decision.options] if game.decision else []
    game.transfer(NVA, 3)
    assert game.state.resources == [0, 30, 7, 8]
    assert game.decision is not None
    assert [option.key for option in game.decision.options] == before
    assert game.clone().state == game.state
    game.choose("aid")
    assert game.state.aid == 25


def test_transfer_is_undone_and_replayed_like_an_answer() -> None:
    game = nva_rallying()
    before = snapshot(game)
    game.transfer(VC, 2)
    after = snapshot(game)
    clone = game.clone()
    assert clone.state == game.state
    game.undo()
    assert snapshot(game) == before
    game.transfer(VC, 2)
    assert snapshot(game) == after


@pytest.mark.parametrize("amount", [0, -1, 6, 1000, True, "3", 1.5])
def test_transfer_of_what_the_giver_does_not_have_is_refused(amount: object) -> None:
    game = nva_rallying()
    before = snapshot(game)
    with pytest.raises(Refused):
        game.transfer(VC, amount)  # type: ignore[arg-type]
    assert snapshot(game) == before


def test_transfer_needs_two_players_and_an_acting_insurgent() -> None:
    one_player = nva_rallying(GameOptions(seats=parse_seats("us,arvn,nva+vc")))
    with pytest.raises(Refused, match="one player"):
        one_player.transfer(VC, 1)
    idle = Game.new("full-1964", seed=3)
    with pytest.raises(Refused):
        idle.transfer(VC, 1)
    with pytest.raises(Refused, match="Only NVA and VC"):
        nva_rallying().transfer(ARVN, 1)
    with pytest.raises(WrongSeat):
        nva_rallying().transfer(VC, 1, seat=US)


# --- options ---


def test_seats_are_read_and_checked() -> None:
    assert parse_seats("us+arvn, nva, vc") == ((0, 1), (2,), (3,))
    with pytest.raises(OptionsError, match=r"^seats: short-1965 is played by us, arvn, nva, vc, each in exactly one"):
        Game.new("short-1965", options=GameOptions(seats=parse_seats("us,arvn")))
    for text in ("us,arvn,nva,vc,vc", "us+nva,arvn,vc", "us,arvn,nva,viet cong"):
        with pytest.raises(OptionsError):
            GameOptions(seats=parse_seats(text))


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("short-1965", GameOptions(historical_coups=True)),
        ("short-1967", GameOptions(period_events=True)),
        ("short-1965", GameOptions(shorter_campaigns=True)),
    ],
)
def test_options_a_scenario_has_no_use_for_are_refused(scenario: str, options: GameOptions) -> None:
    with pytest.raises(OptionsError, match=scenario):
        Game.new(scenario, options=options)


def test_unknown_scenario_is_refused_with_the_names_there_are() -> None:
    for name in ("full", "four-player-1962"):
        with pytest.raises(OptionsError, match="full-1964"):
            Game.new(name)


# --- views ---


def test_view_shows_options_only_to_the_player_who_is_asked() -> None:
    game = Game.new("full-1964", seed=3)
    assert game.decision is not None
    asked = game.decision.actor
    assert game.view(asked)["decision"]["options"]
    assert "options" not in game.view((asked + 1) % 4)["decision"]
    assert game.view()["decision"]["options"]


def test_view_does_not_call_eligible_whom_an_event_made_ineligible() -> None:
    game = Game.new("full-1964", seed=4)
    game.state.made_ineligible = 1 << 3
    turn = game.view()["turn"]
    assert "vc" not in turn["eligible"]
    assert turn["made_ineligible"] == ["vc"]
    assert set(turn["eligible"]) == {"us", "arvn", "nva"}


def test_view_leaves_out_the_story_or_begins_at_a_line() -> None:
    game = play_on(Game.new("short-1965", seed=2), 200, 2)
    whole = game.view()
    assert len(whole["log"]) > 20
    assert game.view(log=False) == whole | {"log": []}
    assert game.view(log_from=15) == whole | {"log": whole["log"][15:]}
    assert game.view(log_from=10**6)["log"] == []


def test_the_present_board_has_a_picture_in_the_middle_of_a_turn() -> None:
    rng = random.Random(6)
    game = Game.new("medium-1968", seed=2)
    changed = 0
    while game.decision is not None and len(game.entries) < 400:
        picture, view = game.picture(), game.view(log=False)
        assert {name: space["pieces"] for name, space in picture["spaces"].items() if "pieces" in space} == {
            name: space["pieces"] for name, space in view["spaces"].items() if space["pieces"]
        }
        assert picture["aid"] == view["tracks"]["aid"]
        changed += picture["spaces"] != game.position()["spaces"]
        game.choose(rng.choice(game.decision.options))
    assert changed > 20
    with pytest.raises(PositionError, match="picture of a board"):
        Game.from_position(game.picture())


def test_view_hides_deception_markers_from_others() -> None:
    game = Game.new("full-1964", seed=3, options=GameOptions(deception=True))
    markers = [list(held) for held in game.state.markers]
    assert all(len(held) == 2 for held in markers)
    for seat in range(4):
        seen = game.view(seat)["markers"]
        for faction, name in enumerate(("us", "arvn", "nva", "vc")):
            assert seen[name]["held"] == (markers[faction] if faction == seat else 2)


def test_people_may_let_the_seed_answer_a_die_or_a_card_of_table_mode() -> None:
    by_hand = Game.new("short-1965", seed=5, manual_chance=True)
    by_itself = Game.new("short-1965", seed=5)
    while by_hand.decision is not None and by_hand.decision.actor == CHANCE:
        by_hand.roll(number=by_hand.number)
    assert by_hand.entries == by_itself.entries
    with pytest.raises(Refused, match="a player has to answer"):
        by_hand.roll()
    with pytest.raises(Stale):
        Game.new("short-1965", seed=5, manual_chance=True).roll(number=7)
