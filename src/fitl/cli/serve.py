"""`fitl serve`: the table in the browser."""

import argparse
import os
import socket
import threading
import webbrowser

from fitl.catalogue import tell
from fitl.cli.terminal import Terminal, complain
from fitl.server.addresses import is_everywhere, own_addresses, page_at
from fitl.server.store.sql import SqlStore, default_url
from fitl.server.stored import StoreError


def serve(args: argparse.Namespace) -> int:
    """Serve games until interrupted."""
    import uvicorn

    from fitl.server.app import Setup, make_app
    from fitl.server.connections import THIS_MACHINE
    from fitl.server.limits import Unlimited
    from fitl.server.logs import log_sparingly
    from fitl.server.options import BadLimit, read_limits
    from fitl.server.retention import UNLIMITED, Keeping
    from fitl.server.running import configured, make_door

    terminal = Terminal()
    log_sparingly()
    url = args.db or default_url()
    try:
        limits = read_limits(args.limit)
    except BadLimit as error:
        complain(str(error))
        return 2
    try:
        listening = _listen(args.host, args.port)
    except OSError as error:
        complain(tell("server.cli.port", host=args.host, port=args.port, error=error.strerror))
        return 2
    with listening:
        try:
            store = SqlStore(url)
        except StoreError as error:
            complain(str(error))
            return 2
        port = listening.getsockname()[1]
        address, lines = where_open(args.host, port)
        for line in lines:
            terminal.write(line)
        terminal.write(tell("server.cli.games", place=store.shown_url))
        terminal.write(tell("server.cli.stop"))
        if not args.no_browser:
            threading.Timer(0.8, webbrowser.open, (address + args.page,)).start()
        proxies = [*THIS_MACHINE, *args.proxy]
        in_all, per_address = limits.connections, limits.connections_per_address
        door = make_door(proxies, limited=not args.unlimited, in_all=in_all, per_address=per_address)
        setup = Setup(
            limiter=Unlimited() if args.unlimited else None,
            local_webhooks=args.local_webhooks,
            hosts=args.allow_host,
            proxies=proxies,
            keeping=Keeping(store, UNLIMITED) if args.unlimited else None,
            door=door,
            limits=limits,
            metrics_secret=os.environ.get("FITL_METRICS_TOKEN") or None,
        )
        app = make_app(store, setup)
        config = configured(app, door, proxies=proxies)
        try:
            uvicorn.Server(config).run(sockets=[listening])
        finally:
            store.close()
    return 0


def where_open(host: str, port: int) -> tuple[str, list[str]]:
    """The address for this machine, and what is said about who can open the table where."""
    everywhere = is_everywhere(host)
    here = page_at("127.0.0.1" if everywhere else host, port)
    lines = [tell("server.cli.at", address=here)]
    if everywhere:
        others = [page_at(own, port) for own in own_addresses(host)]
        lines.append(tell("server.cli.others", addresses=", ".join(others)) if others else tell("server.cli.alone"))
    return here, lines


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Its protocol is named, for only then does asyncio send small answers without delay."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, socket.IPPROTO_TCP)
    # Windows would let two servers have one port, and asks for another option to refuse it.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listening.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        listening.bind(address)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening
