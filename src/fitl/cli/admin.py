"""`fitl admin`: for the person who runs a server."""

import argparse
import time
from pathlib import Path

from rich.table import Table

from fitl.catalogue import figures, tell
from fitl.cli.terminal import Terminal, complain
from fitl.server.backup import BadBackup, backup, restore
from fitl.server.retention import MEGABYTE, Keeping
from fitl.server.store.sql import SqlStore, default_url
from fitl.server.stored import StoreError


def admin(args: argparse.Namespace) -> int:
    """Carry out one of the commands."""
    try:
        work = {"games": games, "delete": delete, "backup": back_up, "restore": bring_back}[args.what]
        return work(args, args.db or default_url())
    except (StoreError, BadBackup) as error:
        complain(str(error))
        return 2


def _day(stamp: float | None) -> str:
    return "" if stamp is None else time.strftime("%Y-%m-%d", time.localtime(stamp))


def games(args: argparse.Namespace, url: str) -> int:
    """List the games, largest first."""
    store = SqlStore(url)
    kept = store.kept()
    store.close()
    table = Table(box=None, pad_edge=False)
    longest = max((len(game.id) for game in kept), default=0)
    table.add_column(tell("server.admin.id"), min_width=longest, no_wrap=True)  # copied to delete a game
    for column in ("size", "created", "played", "over", "ends", "scenario", "name"):
        table.add_column(tell(f"server.admin.{column}"), justify="right" if column == "size" else "left")
    for game in kept:
        over = tell("server.admin.yes") if game.over else ""
        days = (_day(game.created), _day(game.updated))
        table.add_row(game.id, figures(game.size / 1000, ".1f"), *days, over, _day(game.ends), game.scenario, game.name)
    terminal = Terminal()
    terminal.console.print(table, crop=False)
    size = sum(game.size for game in kept) / MEGABYTE
    terminal.write(tell("server.admin.sum", n=len(kept), size=figures(size, ".2f")))
    return 0


def delete(args: argparse.Namespace, url: str) -> int:
    """Delete games by their ids, at once."""
    store = SqlStore(url)
    known = {game.id for game in store.kept()}
    unknown = [game for game in args.ids if game not in known]
    for game in unknown:
        complain(tell("server.admin.unknown", game=game))
    deleted = 0 if unknown else Keeping(store).delete(args.ids)
    store.close()
    Terminal().write(tell("server.admin.deleted", n=deleted))
    return 2 if unknown else 0


def back_up(args: argparse.Namespace, url: str) -> int:
    """Write a backup."""
    store = SqlStore(url)
    try:
        n = backup(store, Path(args.file))
    finally:
        store.close()
    Terminal().write(tell("server.backup.done", n=n, file=args.file))
    return 0


def bring_back(args: argparse.Namespace, url: str) -> int:
    """Bring a backup back."""
    n = restore(url, Path(args.file))
    Terminal().write(tell("server.backup.restored", n=n))
    return 0
