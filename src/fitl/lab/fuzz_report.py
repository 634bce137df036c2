"""What a run of the fuzzer has seen, and what it has not."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from fitl.board.cards import CARDS
from fitl.bots.flowchart import nodes
from fitl.catalogue import catalogue

KINDS: Final = frozenset(name.removeprefix("ask.") for name in catalogue() if name.startswith("ask."))
SIDES: Final = frozenset((number, side) for number, card in CARDS.items() for side in card.sides)
# The rules by which somebody is asked something.
RULES: Final = frozenset(
    (
        *("1.4.1", "2.3.4", "2.3.7", "2.3.8", "2.4", "2.4.1"),
        *("3.1", "3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.3.1", "3.3.2", "3.3.3", "3.3.4"),
        *("4.1", "4.2.1", "4.2.2", "4.2.3", "4.3.1", "4.3.2", "4.3.3"),
        *("4.4.1", "4.4.2", "4.4.3", "4.5.1", "4.5.2", "4.5.3"),
        *("5.1", "5.2", "6.2.1", "6.3", "6.3.1", "6.3.2", "6.4.2", "6.4.3", "6.5"),
        *("7.3", "8.1", "8.2", "8.4.7", "8.8.1"),
    )
)


@dataclass
class Report:
    """What a fuzzing run has seen."""

    games: int = 0  # played to their end
    walks: int = 0
    decisions: int = 0
    deep_checks: int = 0
    taken_back: int = 0
    transfers: int = 0
    full_disks: int = 0  # writes that failed
    seconds: float = 0.0
    forged: Counter[str] = field(default_factory=Counter)  # by kind of forged answer
    scenarios: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)  # of decisions
    rules: Counter[str] = field(default_factory=Counter)  # numbers that decisions cite
    sides: Counter[tuple[int, str]] = field(default_factory=Counter)
    nodes: Counter[str] = field(default_factory=Counter)  # of the non-players' flowcharts
    failures: list[str] = field(default_factory=list)

    @property
    def forgeries(self) -> int:
        return self.forged.total()

    def add(self, other: "Report") -> None:
        """Take in what another walk has seen."""
        for name in ("games", "walks", "decisions", "deep_checks", "taken_back", "transfers", "full_disks"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("forged", "scenarios", "options", "kinds", "rules", "sides", "nodes"):
            getattr(self, name).update(getattr(other, name))
        self.failures += other.failures

    def to_json(self) -> dict[str, object]:
        """The report as plain data, with what was not seen named."""
        return {
            "games": self.games,
            "walks": self.walks,
            "decisions": self.decisions,
            "deep_checks": self.deep_checks,
            "taken_back": self.taken_back,
            "transfers": self.transfers,
            "full_disks": self.full_disks,
            "seconds": round(self.seconds, 1),
            "forgeries": self.forgeries,
            "forged": dict(sorted(self.forged.items())),
            "scenarios": dict(sorted(self.scenarios.items())),
            "options": dict(sorted(self.options.items())),
            "kinds": len(self.kinds.keys() & KINDS),
            "all_kinds": len(KINDS),
            "kinds_not_asked": sorted(KINDS - self.kinds.keys()),
            "rules": len(self.rules.keys() & RULES),
            "all_rules": len(RULES),
            "rules_not_applied": sorted(RULES - self.rules.keys()),
            "sides": len(self.sides.keys() & SIDES),
            "all_sides": len(SIDES),
            "sides_not_executed": [f"{card} {side}" for card, side in sorted(SIDES - self.sides.keys())],
            "nodes": len(self.nodes.keys() & set(nodes())),
            "all_nodes": len(nodes()),
            "nodes_not_visited": [node for node in nodes() if not self.nodes[node]],
            "failures": self.failures,
        }
