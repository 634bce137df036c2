"""What happens on the server, in numbers, for its operator: in Prometheus' text format."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds

Value = tuple[dict[str, str], float]  # labels, and a number
KINDS: Final = {  # kind of each metric
    "fitl_requests_total": "counter",
    "fitl_request_seconds": "histogram",
    "fitl_refusals_total": "counter",
    "fitl_answers_total": "counter",
    "fitl_imports_total": "counter",
    "fitl_imports_ended_total": "counter",
    "fitl_errands_ended_total": "counter",
    "fitl_games": "gauge",
    "fitl_stored_bytes": "gauge",
    "fitl_bots_waiting": "gauge",
    "fitl_sockets": "gauge",
    "fitl_connections": "gauge",
    "fitl_connections_refused_total": "counter",
    "fitl_webhooks_total": "counter",
}


class Metrics:
    """Counts from any thread; what can be looked up is looked up when somebody asks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._sources: list[tuple[str, Callable[[], Iterable[Value]]]] = []

    def request(self, what: str, status: int, seconds: float) -> None:
        """A request was answered."""
        with self._lock:
            self._requests[what, status] += 1
            self._seconds.setdefault(what, [0] * (len(BOUNDS) + 1))[bisect_left(BOUNDS, seconds)] += 1
            self._sums[what] += seconds  # type: ignore[assignment]

    def refusal(self, code: str) -> None:
        with self._lock:
            self._refusals[code] += 1

    def look_up(self, name: str, source: Callable[[], Iterable[Value]]) -> None:
        """Where a number is found when somebody asks."""
        self._sources.append((name, source))

    def text(self) -> str:
        """All of it; may block."""
        found: dict[str, list[str]] = {name: [] for name in KINDS}
        with self._lock:
            for (what, status), count in sorted(self._requests.items()):
                found["fitl_requests_total"].append(line("fitl_requests_total", count, what=what, status=str(status)))
            for what, counts in sorted(self._seconds.items()):
                found["fitl_request_seconds"] += self._histogram(what, counts)
            for code, count in sorted(self._refusals.items()):
                found["fitl_refusals_total"].append(line("fitl_refusals_total", count, code=code))
            found["fitl_answers_total"].append(line("fitl_answers_total", self._requests["choose", 200]))
            for outcome, count in self._imports().items():
                found["fitl_imports_total"].append(line("fitl_imports_total", count, outcome=outcome))
        for name, source in self._sources:
            found[name] += [line(name, value, **labels) for labels, value in source()]
        return "".join(
            f"# TYPE {name} {KINDS[name]}\n" + "".join(f"{each}\n" for each in lines)
            for name, lines in found.items()
            if lines
        )

    def _histogram(self, what: str, counts: list[int]) -> Iterable[str]:
        below = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
            below += count
            yield line("fitl_request_seconds_bucket", below, what=what, le=bound)
        yield line("fitl_request_seconds_sum", self._sums[what], what=what)
        yield line("fitl_request_seconds_count", below, what=what)

    def _imports(self) -> dict[str, int]:
        """Games imported and refused, with those refused because reading them would have taken too much."""
        found = {"created": 0, "refused": 0}
        for (what, status), count in self._requests.items():
            if what == "bring":
                found["created" if status == 201 else "refused"] += count
        return found


def line(name: str, value: float, **labels: str) -> str:
    """One line of the format."""
    told = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
    return f"{name}{{{told}}} {value:g}" if told else f"{name} {value:g}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")
