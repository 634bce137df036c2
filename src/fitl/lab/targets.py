"""What the engine must reach, beside what was measured."""

from typing import Any, Final, NamedTuple


class Target(NamedTuple):
    """One promise: a measurement may be at most, or must be at least, so much."""

    name: str  # of the measurement; also of its message
    bound: float
    at_least: bool = False

    def met(self, measured: float) -> bool:
        return measured >= self.bound if self.at_least else measured <= self.bound


class Finding(NamedTuple):
    """A target and how it fared."""

    target: Target
    measured: float

    @property
    def met(self) -> bool:
        return self.target.met(self.measured)


OF_BUILD: Final = {"plain": Target("null_to_random", 15), "compiled": Target("null_to_random", 5)}
OTHERS: Final = (
    Target("random_games_to_bot_games", 4),
    Target("clone_to_bytearray_copy", 10),
    Target("journal_bytes", 64 * 1024),
    Target("random_last_third_to_first", 1.2),
    Target("engine_to_env", 3),
    Target("speedup", 1.8, at_least=True),
)


def findings(found: dict[str, Any]) -> list[Finding]:
    """The targets for which `fitl.lab.bench.bench` measured something."""
    measured = {**found, **found["ratios"], **found.get("scaling", {})}
    if measured.get("jobs") != 2:  # the promise is about two processes
        measured.pop("speedup", None)
    if found["build"] == "compiled":  # and that of the environment, which is not compiled, about the plain engine
        measured.pop("engine_to_env", None)
    targets = (OF_BUILD[found["build"]], *OTHERS)
    return [Finding(target, measured[target.name]) for target in targets if target.name in measured]
