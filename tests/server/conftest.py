"""Fixtures: databases of both kinds, and a server on loopback over each."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.databases import Cluster
from tests.server.support import MEMORY, Running, serving


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL server for all tests of this process."""
    found = Cluster()
    yield found
    found.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def each_store(request: pytest.FixtureRequest) -> str:
    """The address of an empty store, once of each kind."""
    if request.param == "memory":
        return MEMORY
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def postgresql(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def serve() -> Iterator[Callable[..., Running]]:
    """Starts servers that end with the test."""
    with ExitStack() as stack:
        yield lambda url, **options: stack.enter_context(serving(url, **options))


@pytest.fixture
def server(sqlite: str, serve: Callable[..., Running]) -> Running:
    """A server over SQLite, for what does not depend on the database."""
    return serve(sqlite)


@pytest.fixture
def either(each_store: str, serve: Callable[..., Running]) -> Running:
    """A server over each kind of store."""
    return serve(each_store)


@pytest.fixture
def either_database(database: str, serve: Callable[..., Running]) -> Running:
    """A server over each kind of database."""
    return serve(database)
