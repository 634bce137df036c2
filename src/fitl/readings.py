"""The readings of chapter 8: where its sources disagree or are silent, which of them the non-players follow.

They are agreed on with the game (`GameOptions.readings`) and kept with it, so that a journal, a hint and the minds
rebuilt from a game all follow the same ones. docs/bots.md#readings tells what each means.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from fitl.catalogue import tell

Reading = tuple[str, str]  # name and value


class ReadingError(ValueError):
    """There is no such reading, or it has no such value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The readings in use; the defaults are the recommended ones."""

    vc_protect_last_underground: str = "base_without_support"
    nva_base_units: str = "nva"
    nva_ambush_filter: str = "relaxed"
    us_event_position: str = "after_assault"
    arvn_train_available: int = 12
    random_spaces: str = "chart"
    air_lift_police_goal: str = "control_first"
    air_lift_origin_count: str = "useful"
    air_strike_trail: str = "spare_hits"
    capability_roll: str = "above_leaders"
    own_capability_next: str = "pass"
    adsid_before_coup: str = "ineffective"
    card69_us: str = "flowchart"
    card70_arvn: str = "flowchart"
    trung_trail_alone: str = "rally"
    trung_second_pacification: str = "two"
    trung_platoon: str = "trained"
    trung_cubes: str = "whole_removal"


# By name all values, the recommended one first.
VALUES: Final[dict[str, tuple[str, ...]]] = {
    "vc_protect_last_underground": ("base_without_support", "any_base"),
    "nva_base_units": ("nva", "nva_and_vc"),
    "nva_ambush_filter": ("relaxed", "strict"),
    "us_event_position": ("after_assault", "after_sweep", "first"),
    "arvn_train_available": ("12", *(str(n) for n in range(1, 61) if n != 12)),
    "random_spaces": ("chart", "other_chart", "uniform"),
    "air_lift_police_goal": ("control_first", "either", "control_only"),
    "air_lift_origin_count": ("useful", "all_movable"),
    "air_strike_trail": ("spare_hits", "before_others"),
    "capability_roll": ("above_leaders", "below_coups_left"),
    "own_capability_next": ("pass", "ignore"),
    "adsid_before_coup": ("ineffective", "effective"),
    "card69_us": ("flowchart", "sheet"),
    "card70_arvn": ("flowchart", "sheet"),
    "trung_trail_alone": ("rally", "next_card"),
    "trung_second_pacification": ("two", "one"),
    "trung_platoon": ("trained", "anywhere"),
    "trung_cubes": ("whole_removal", "each_piece"),
}


def check_readings(readings: Iterable[Reading]) -> None:
    """ReadingError says which of these is none."""
    seen = set()
    for name, value in readings:
        if name not in VALUES:
            raise ReadingError(tell("readings.unknown", name=name, names=", ".join(VALUES)))
        if value not in VALUES[name]:
            raise ReadingError(tell("readings.value", name=name, value=value, values=_spoken(VALUES[name])))
        if name in seen:
            raise ReadingError(tell("readings.twice", name=name))
        seen.add(name)


def _spoken(values: tuple[str, ...]) -> str:
    if values[0].isdecimal():
        return tell("readings.number", least=min(map(int, values)), most=max(map(int, values)))
    return ", ".join(values)


def parse_readings(texts: Iterable[str]) -> tuple[Reading, ...]:
    """Readings written NAME=VALUE, those left out that are the recommended ones anyway."""
    found = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise ReadingError(tell("readings.form", typed=text))
        found.append((name, value))
    check_readings(found)
    return tuple(sorted((name, value) for name, value in found if value != VALUES[name][0]))


def settings_of(readings: Collection[Reading]) -> Settings:
    """The settings with these readings in place of the recommended ones."""
    if not readings:
        return DEFAULT
    values: dict[str, Any] = {
        name: int(value) if isinstance(getattr(DEFAULT, name), int) else value for name, value in readings
    }
    return Settings(**values)


DEFAULT: Final = Settings()
