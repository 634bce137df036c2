"""What is not installed is named in a sentence, and nothing else needs it."""

import subprocess
import sys

import pytest

from fitl.server.store.sql import SqlStore
from fitl.server.stored import StoreError

PARTS = ("psycopg", "psycopg_binary")


def test_without_psycopg_a_database_of_postgresql_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [*PARTS, *[name for name in sys.modules if name.startswith("sqlalchemy.dialects.postgresql.psycopg")]]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(StoreError, match=r"fitl\[postgres\]"):
        SqlStore("postgresql://fitl@127.0.0.1/none")


def test_a_server_over_sqlite_does_without_psycopg(sqlite: str) -> None:
    code = f"""
import subprocess
import sys
for name in {PARTS}:
    sys.modules[name] = None
from fitl.server.app import make_app
from fitl.server.store.sql import SqlStore
store = SqlStore({sqlite!r})
make_app(store)
store.close()
print("made")
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "made\n"
