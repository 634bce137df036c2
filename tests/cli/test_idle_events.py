"""Events that would change nothing are marked for people, and stay a legal choice (5.1.3)."""

from fitl.game import Game
from fitl.rules.cards import idle_answers


def game_with(casualties: int, **changed: object) -> Game:
    """The Full set-up with Gulf of Tonkin as the current card."""
    position = Game.new("full-1964", manual_chance=True).position()
    del position["order"], position["available"]
    position |= {"stage": "turn", "card": 1, "next_card": 55, "casualties": {"us_troops": casualties}, **changed}
    return Game.from_position(position, manual_chance=True)


def test_a_side_without_effect_is_marked_but_offered() -> None:
    game = game_with(casualties=0)  # shaded Gulf of Tonkin needs Casualties
    game.choose("event")
    assert idle_answers(game.state, "turn.side", 0) == ("shaded",)
    options = {option["key"]: option["idle"] for option in game.view()["decision"]["options"]}
    assert options == {"unshaded": False, "shaded": True}
    game.choose("shaded")


def test_nothing_is_marked_once_it_has_an_effect() -> None:
    game = game_with(casualties=2)
    assert idle_answers(game.state, "turn.side", 0) == ()
    assert idle_answers(game.state, "turn.action", 0) == ()
    assert not any(option["idle"] for option in game.view()["decision"]["options"])


def test_the_event_itself_is_marked_if_no_side_has_an_effect() -> None:
    game = game_with(casualties=0, out_of_play={}, trail=0)  # nothing to strike, to bring in or to lose
    assert idle_answers(game.state, "turn.action", 0) == ("event",)
    assert idle_answers(game.state, "rally.space", 0) == ()
