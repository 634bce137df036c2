"""Replays the script of the printed tutorial (fitl.lesson) and compares what the table shows with its values."""

from collections.abc import Iterator, Mapping
from typing import Any

from fitl.board.pieces import FACTION_OF, KIND_BY_ID
from fitl.game import Game
from fitl.lesson.beats import Beat
from fitl.lesson.course import CHAPTERS, new_game, play_beat

TRACKS = ("aid", "patronage", "econ", "trail")
BOXES = ("available", "casualties", "out_of_play")
BY_SPACE = ("support", "control", "terror")


def _shown(view: Mapping[str, Any], name: str, wanted: Any) -> Any:
    """What a view says about a value of the script, in the form of the script."""
    if name == "resources":
        return {faction: view["tracks"]["resources"][faction] for faction in wanted}
    if name == "victory":
        return {faction: view["victory"][faction]["marker"] for faction in wanted}
    if name in TRACKS:
        return view["tracks"][name]
    if name in BY_SPACE:
        return {space: view["spaces"][space][name] for space in wanted}
    if name == "pieces":
        return {space: _of_factions(view["spaces"][space]["pieces"], kinds) for space, kinds in wanted.items()}
    if name in BOXES:
        box = view["boxes"][name]
        return {kind: box.get(kind, 0) for kind in wanted} if wanted else box
    if name == "eligible":
        return view["turn"]["eligible"]
    if name == "leader":
        return view["leader"]["card"]
    if name in ("card", "next_card"):
        return view[name]["number"]
    raise AssertionError(f"the script expects a value of unknown name {name!r}")


def _of_factions(pieces: Mapping[str, int], kinds: Mapping[str, int]) -> dict[str, int]:
    """The pieces of the Factions whose kinds are named."""
    factions = {FACTION_OF[KIND_BY_ID[kind]] for kind in kinds}
    return {kind: n for kind, n in pieces.items() if FACTION_OF[KIND_BY_ID[kind]] in factions}


def differences(view: Mapping[str, Any], expect: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Every value of the script that the table does not show: what it shows, and what is printed."""
    shown = {name: _shown(view, name, wanted) for name, wanted in expect.items()}
    return {name: (shown[name], expect[name]) for name in expect if shown[name] != expect[name]}


def beats() -> Iterator[tuple[str, Beat]]:
    """Every beat of the script with the name of its chapter."""
    return ((chapter.name, beat) for chapter in CHAPTERS for beat in chapter.beats)


def before(chapter: str, beat: str, answers: int = 0) -> Game:
    """The game as a beat begins, or after some of its answers."""
    game = new_game()
    for name, each in beats():
        if (name, each.name) == (chapter, beat):
            for answer in each.answers[:answers]:
                game.choose(answer)
            return game
        for _ in play_beat(game, each):
            pass
    raise AssertionError(f"the script has no beat {chapter}.{beat}")


def offers(game: Game) -> list[str]:
    assert game.decision is not None
    return [option.key for option in game.decision.options]
