"""Printed examples: the situation of a game compared with printed values, which are given in short words."""

from collections.abc import Mapping
from typing import Any

from fitl.board.factions import FACTION_BY_ID
from fitl.board.pieces import KIND_BY_ID, KINDS, PLAIN
from fitl.board.spaces import CONTROLLABLE, SPACE_BY_ID, SPACE_COUNT, SPACES, row_id
from fitl.game import Game
from fitl.rules.control import victory_marker

LEVELS = {"AO": -2, "PO": -1, "N": 0, "PS": 1, "AS": 2}
CONTROLS = {"none": 0, "COIN": 1, "NVA": 2}
SHORT = {"ne_cambodia": "northeast_cambodia", "fishhook": "the_fishhook", "parrots_beak": "the_parrots_beak"}
PIECES = {
    "US": {"T": ("us_troops",), "B": ("us_base",), "Iu": ("irregular",), "Ia": ("irregular_active",)},
    "ARVN": {
        "T": ("arvn_troops",),
        "P": ("police",),
        "Ru": ("ranger",),
        "Ra": ("ranger_active",),
        "B": ("arvn_base",),
    },
    "NVA": {"T": ("nva_troops",), "Gu": ("nva_guerrilla",), "Ga": ("nva_guerrilla_active",), "B": ("nva_base",)},
    "VC": {"Gu": ("vc_guerrilla",), "Ga": ("vc_guerrilla_active",), "B": ("vc_base",), "Tn": ("vc_tunnel",)},
}
# Off the map and after Reset a flipping piece has one state: its letter alone means Underground.
PLAIN_LETTERS = {"I": "Iu", "R": "Ru", "G": "Gu"}


def space(name: str) -> int:
    """A space by its id, or by the short one the script uses."""
    name = SHORT.get(name, name)
    if name in SPACE_BY_ID:
        return SPACE_BY_ID[name]
    found = [sp for id_, sp in SPACE_BY_ID.items() if id_.startswith(name)]
    assert len(found) == 1, f"{name!r} names {len(found)} spaces"
    return found[0]


class Script:
    """A game being replayed by a script."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def actor(self, faction: str) -> "Script":
        """The Faction that is asked now."""
        decision = self.game.decision
        assert decision is not None
        assert decision.actor == FACTION_BY_ID[faction.lower()], f"{decision} is not asked of {faction}"
        return self

    def offers(self) -> list[str]:
        assert self.game.decision is not None
        return [option.key for option in self.game.decision.options]

    def kind(self) -> str:
        assert self.game.decision is not None
        return self.game.decision.kind

    def expect(self, **values: Any) -> "Script":
        """Compare the situation with printed values; see `_CHECKS` for the words."""
        for name, value in values.items():
            _CHECKS[name](self.game, value)
        return self


def _names(letters: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """{"US": {"T": 2}} as {"us_troops": 2}, zeros left out."""
    found = {}
    for faction, pieces in letters.items():
        for letter, n in pieces.items():
            (name,) = PIECES[faction][PLAIN_LETTERS.get(letter, letter)]
            if n:
                found[name] = n
    return found


def pieces_at(game: Game, row: int, factions: Mapping[str, Any] | None = None) -> dict[str, int]:
    """The pieces in a row, of the named Factions only if given."""
    prefixes = None if factions is None else {name for each in factions for (name,) in PIECES[each].values()}
    return {
        name: n
        for name, kind in KIND_BY_ID.items()
        if (n := game.state.pieces[row * KINDS + kind]) and (prefixes is None or name in prefixes)
    }


def _check_space(game: Game, spaces: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
    for name, letters in spaces.items():
        assert pieces_at(game, space(name), letters) == _names(letters), name


def _check_box(row: int) -> Any:
    def check(game: Game, letters: Mapping[str, Mapping[str, int]]) -> None:
        for faction, pieces in letters.items():
            for letter, n in pieces.items():
                (name,) = PIECES[faction][PLAIN_LETTERS.get(letter, letter)]
                kind = KIND_BY_ID[name]
                assert game.state.pieces[row * KINDS + PLAIN[kind]] == n, f"{faction} {letter} in {row_id(row)}"
        if not letters:
            assert not pieces_at(game, row)

    return check


def _check_levels(game: Game, levels: Mapping[str, str]) -> None:
    for name, level in levels.items():
        assert game.state.support[space(name)] == LEVELS[level], name


def _check_control(game: Game, controls: Mapping[str, str]) -> None:
    for name, control in controls.items():
        assert game.state.control[space(name)] == CONTROLS[control], name


def _check_vp(game: Game, markers: Mapping[str, int]) -> None:
    found = {name: victory_marker(game.state, FACTION_BY_ID[name.lower()]) for name in markers}
    assert found == dict(markers)


def _check_res(game: Game, resources: Mapping[str, int]) -> None:
    found = {name: game.state.resources[FACTION_BY_ID[name.lower()]] for name in resources}
    assert found == dict(resources)


def _number(name: str) -> Any:
    def check(game: Game, value: int) -> None:
        assert getattr(game.state, name) == value, name

    return check


_CHECKS = {
    "res": _check_res,
    "vp": _check_vp,
    "trail": _number("trail"),
    "support": _check_levels,
    "control": _check_control,
    "space": _check_space,
    "available": _check_box(47),
    "casualties": _check_box(48),
    "out_of_play": _check_box(49),
}


def whole_map(game: Game) -> dict[str, dict[str, int]]:
    """Every space that holds pieces."""
    return {SPACES[sp].id: pieces_at(game, sp) for sp in range(SPACE_COUNT) if pieces_at(game, sp)}


def levels(game: Game) -> dict[str, int]:
    """Every space at Support or Opposition."""
    return {SPACES[sp].id: game.state.support[sp] for sp in range(CONTROLLABLE) if game.state.support[sp]}
