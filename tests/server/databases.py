"""Databases for tests: files of SQLite, and a private PostgreSQL cluster on loopback."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

from tests.system import postgresql


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """A PostgreSQL server of our own, in a temporary folder, as user postgres where we are root."""

    def __init__(self) -> None:
        self._programs = postgresql()
        self._user: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
        self._folder = Path(tempfile.mkdtemp(prefix="fitl-postgresql-", dir="/tmp"))
        if self._user:
            shutil.chown(self._folder, **self._user)
        self.port = free_port()
        self._run("initdb", "-D", str(self._data), "-U", "fitl", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        self.start()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [str(self._programs / program), *words],
            cwd=self._folder,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
            **self._user,
        )

    def start(self) -> None:
        """Without housekeeping of its own, whose transactions nobody could tell from those of the server under test."""
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        settings += " -c autovacuum=off"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-l", log, "-o", settings, "start")

    def stop(self) -> None:
        """Stop at once, as if the power had gone."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"fitl_{uuid4().hex}"
        with psycopg.connect(f"postgresql://fitl@127.0.0.1:{self.port}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://fitl@127.0.0.1:{self.port}/{name}"
