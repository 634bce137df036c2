"""Decisions of games as a Parquet table with a data card, for learning from games (docs/research.md; the extra `lab`).

One row is one answered decision: the game, who was asked what, all options, the one chosen, the margins before it.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from fitl import __version__
from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.board.spaces import row_id
from fitl.catalogue import tell
from fitl.decisions import CHANCE, Decision
from fitl.entries import Entry, actor_id
from fitl.game import Game
from fitl.lab.cluster import CHUNK, connect, work_on
from fitl.lab.players import options_for
from fitl.lab.results import ResultsError, write_whole
from fitl.lab.simulate import Order, game_seed, in_processes, play_out
from fitl.rulebook import rule_behind
from fitl.rules.deception import margin_of
from fitl.state import State

Row = dict[str, Any]

MARGINS: Final = tuple(f"margin_{faction}" for faction in FACTION_IDS)
COLUMNS: Final = (
    *("game", "scenario", "entry", "card", "actor", "kind", "rule", "options", "spaces", "chosen"),
    *MARGINS,
    "winner",
)
OBSERVATION: Final = "observation"


class Exported(NamedTuple):
    """The decisions of one game; without any if the game failed."""

    place: int
    rows: list[Row]
    error: str | None = None


class Report(NamedTuple):
    """What was written."""

    games: int
    decisions: int
    failed: list[str]


# --- the rows of a game ---------------------------------------------------------------------------------------------


def rows_of(game: Game, name: str, observing: bool = False) -> Iterator[Row]:
    """One row for each decision that somebody answered, dice and cards among them, in order."""
    outcome = game.state.outcome
    fixed = {
        "game": name,
        "scenario": game.state.scenario.name,
        "winner": FACTION_IDS[outcome.winner] if outcome is not None else None,
    }
    first = game.checkpoints[0]
    copy = Game(first.state.copy(), manual_chance=True, log=False)
    copy.begin()
    for number, entry in enumerate(game.entries[first.entries :], first.entries):
        if entry.actor >= CHANCE and copy.decision is not None:
            yield fixed | {"entry": number} | _row(copy, copy.decision, entry, observing)
        copy.give_again(entry)


def _row(game: Game, decision: Decision, entry: Entry, observing: bool) -> Row:
    found: Row = {
        "card": game.state.card or None,
        "actor": actor_id(decision.actor),
        "kind": decision.kind,
        "rule": rule_behind(game.state.era, decision),
        "options": [option.key for option in decision.options],
        "spaces": [[row_id(row) for row in option.spaces] for option in decision.options],
        "chosen": next(place for place, option in enumerate(decision.options) if option.key == entry.key),
        **_margins(game.state),
    }
    if observing:
        found[OBSERVATION] = _observation(game, decision.actor)
    return found


def _margins(s: State) -> dict[str, int | None]:
    playing = s.era.factions
    return {
        name: margin_of(s, faction) if faction in playing else None
        for name, faction in zip(MARGINS, FACTIONS, strict=True)
    }


def _observation(game: Game, actor: int) -> Any:
    """What the seat that is asked observes; nothing for chance."""
    from fitl.env.observation import observe  # its packages are an extra of their own

    return None if actor == CHANCE else observe(game, game.state.options.seat_of(actor))["observation"]


# --- simulated games ------------------------------------------------------------------------------------------------


def play_and_export(order: Order, first: int, last: int, observing: bool = False) -> list[Exported]:
    """What a worker process is asked for: to play these games of a run."""
    return [_play(order, place, observing) for place in range(first, last)]


def _play(order: Order, place: int, observing: bool) -> Exported:
    seed = game_seed(order.seed, place)
    try:
        options = options_for(order.cast, order.options)
        game = Game.new(order.scenario, seed=seed, options=options, packs=order.packs, log=False)
        play_out(game, order.cast, seed)
        return Exported(place, list(rows_of(game, f"{order.scenario}:{seed}", observing)))
    except Exception as error:
        return Exported(place, [], f"{order.scenario}:{seed}: {type(error).__name__}: {error}")


def simulated(
    order: Order, games: int, jobs: int = 1, cluster: str = "", observing: bool = False
) -> Iterator[Exported]:
    """Games of a run in order, played here, in several processes or on a cluster."""
    work = partial(play_and_export, observing=observing)
    if cluster:
        return in_order(_on_cluster(work, order, games, cluster))
    if jobs > 1:
        return in_order(in_processes(work, order, games, jobs))
    return (_play(order, place, observing) for place in range(games))


def _on_cluster(work: Any, order: Order, games: int, cluster: str) -> Iterator[Exported]:
    tasks = [(order, (first, min(first + CHUNK, games))) for first in range(0, games, CHUNK)]
    with connect(cluster) as client:
        for _, found in work_on(client, tasks, work):
            yield from found


def in_order(played: Iterable[Exported]) -> Iterator[Exported]:
    """Games in the order of the run, each as soon as those before it are there."""
    waiting: dict[int, Exported] = {}
    following = 0
    for each in played:
        waiting[each.place] = each
        while following in waiting:
            yield waiting.pop(following)
            following += 1


# --- the table ------------------------------------------------------------------------------------------------------


def write(games: Iterable[Exported], out: Path, sources: Sequence[str], observing: bool = False) -> Report:
    """Write the table, which appears only once it is whole, and its data card beside it."""
    pyarrow, parquet = _arrow()
    if observing:
        _check_observing()
    schema = _schema(pyarrow, observing)
    temporary = out.with_name(f"{out.name}.{os.getpid()}.part")
    written, decisions, failed = 0, 0, []
    try:
        with parquet.ParquetWriter(temporary, schema, compression="zstd") as writer:
            for game in games:
                if game.error is not None:
                    failed.append(game.error)
                    continue
                writer.write_table(pyarrow.Table.from_pylist(game.rows, schema=schema))
                written, decisions = written + 1, decisions + len(game.rows)
        os.replace(temporary, out)
    finally:
        temporary.unlink(missing_ok=True)
    report = Report(written, decisions, failed)
    write_whole(card_of(out), data_card(report, out, sources, observing).encode())
    return report


def check(out: Path, observing: bool = False) -> None:
    """ResultsError says what stands in the way of a table, before any game is played."""
    if out.suffix != ".parquet":
        raise ResultsError(tell("export.suffix", file=out))
    if not out.parent.is_dir():
        raise ResultsError(tell("export.no_folder", folder=out.parent))
    for file in (out, card_of(out)):
        if file.exists():
            raise ResultsError(tell("export.exists", file=file))
    _arrow()
    if observing:
        _check_observing()


def card_of(out: Path) -> Path:
    """Where the data card of a table stands."""
    return out.with_suffix(".md")


def data_card(report: Report, out: Path, sources: Sequence[str], observing: bool) -> str:
    """What is in the table, from which games, as a Markdown page."""
    columns = [f"| `{name}` | {tell(f'export.column.{name}')} |" for name in _columns(observing)]
    head = tell("export.card", file=out.name, games=report.games, decisions=report.decisions, version=__version__)
    made = [f"- `{source}`" for source in sources]
    table = [tell("export.columns"), "| --- | --- |", *columns]
    parts = ["\n".join(part) for part in ([head], made, table)]
    return "\n\n".join([*parts, tell("export.notes"), *_of_observations(observing)]) + "\n"


def _of_observations(observing: bool) -> list[str]:
    if not observing:
        return []
    from fitl.env.layout import layout

    return [tell("export.observations", digest=layout().digest)]


def _columns(observing: bool) -> tuple[str, ...]:
    return (*COLUMNS, OBSERVATION) if observing else COLUMNS


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise ResultsError(tell("lab.no_parquet")) from None
    return pyarrow, pyarrow.parquet


def _check_observing() -> None:
    try:
        import fitl.env  # noqa: F401
    except ModuleNotFoundError as error:
        raise ResultsError(str(error)) from None


def _schema(pyarrow: Any, observing: bool) -> Any:
    word = pyarrow.string()
    types = {name: pyarrow.int16() for name in MARGINS} | {
        "entry": pyarrow.int32(),
        "card": pyarrow.int32(),
        "chosen": pyarrow.int16(),
        "options": pyarrow.list_(word),
        "spaces": pyarrow.list_(pyarrow.list_(word)),
        OBSERVATION: pyarrow.list_(pyarrow.int16()),
    }
    return pyarrow.schema([(name, types.get(name, word)) for name in _columns(observing)])
