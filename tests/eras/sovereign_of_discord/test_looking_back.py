"""Looking back over the Fall of Diem: the era changes in the middle, and with it boxes and tracks."""

from typing import Any

from fitl.game import Game
from fitl.lookback import frames, passage, view_at
from fitl.view import build_view
from tests.eras.sovereign_of_discord.test_fall_of_diem import falling


def fallen() -> Game:
    """A game in which Diem has fallen and the first turn of 1964 is asked for."""
    game = Game(falling())
    game.begin()
    while game.decision is not None and game.state.era.id in ("sod", "fall_of_diem"):
        game.choose(game.decision.options[0])
    return game


def board(game: Game) -> dict[str, Any]:
    return build_view(game.state, None, 0, None, ())


def test_frames_lead_over_a_change_of_era() -> None:
    """P7.4: the boxes of Washington and Hanoi are gone at the end, the Trail is there; the map is printed for 1964."""
    game = fallen()
    shown, _ = view_at(game, 0, ())
    assert "washington_1" in shown["boxes"]
    for frame in frames(game, 0, len(game.entries)):
        changes = frame["changes"]
        for name in ("spaces", "boxes"):
            merged = shown[name] | changes.pop(name, {})
            shown[name] = {place: held for place, held in merged.items() if held is not None}
        shown |= changes
    after = board(game)
    for name in ("era", "spaces", "boxes", "tracks", "year"):
        assert shown[name] == after[name], name
    assert "washington_1" not in shown["boxes"]
    assert shown["era"] in ("diem_stays", "after_diem")


def test_each_step_of_the_fall_of_diem_is_a_chapter() -> None:
    """P7.4: also where one answer leads through several steps; each is told with its own changes alone."""
    game = fallen()
    told = [(frame["chapter"], frame["changes"]) for frame in frames(game, 0, len(game.entries)) if frame["chapter"]]
    chapters = list(dict.fromkeys(chapter for chapter, _ in told))
    assert chapters == ["fall_viet_cong", "fall_united_states", "fall_south_vietnam", "fall_reset"]  # 1 asks nothing
    landing = [changes for chapter, changes in told if chapter == "fall_united_states"]
    assert not any("leader" in changes for changes in landing)
    assert "washington_1" in next(changes for chapter, changes in told if chapter == "fall_reset")["boxes"]


def test_when_the_scene_is_over_what_it_has_done_is_known() -> None:
    """P7.4: only then, and from before its first step on."""
    game = fallen()
    stages = [checkpoint.state.stage for checkpoint in game.checkpoints]
    last = stages.index("fall_reset")
    assert passage(game.checkpoints, last - 1) is None
    assert passage(game.checkpoints[: last + 1], last) is None
    found = passage(game.checkpoints, last)
    assert found is not None
    assert found["before"]["pieces"].get("nva_base", 0) == 0
    assert found["after"]["pieces"]["nva_base"] >= 3
    assert "washington" in found["before"]["tracks"]
    assert "trail" in found["after"]["tracks"]
