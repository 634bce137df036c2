"""What a run of the fuzzer has seen, and what it has not."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from fitl.board.cards import CARDS
from fitl.bots.flowchart import NODES
from fitl.catalogue import catalogue

KINDS: Final = frozenset(name.removeprefix("ask.") for name in catalogue() if name.startswith("ask."))
SIDES: Final = frozenset((number, side) for number, card in CARDS.items() if card.kind != "coup" for side in card.sides)


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

    def to_json(self) -> dict[str, Any]:
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
            "rules": sorted(self.rules),
            "sides": len(self.sides.keys() & SIDES),
            "all_sides": len(SIDES),
            "sides_not_executed": [f"{card} {side}" for card, side in sorted(SIDES - self.sides.keys())],
            "nodes": len(self.nodes.keys() & set(NODES)),
            "all_nodes": len(NODES),
            "nodes_not_visited": [node for node in NODES if not self.nodes[node]],
            "failures": self.failures,
        }
