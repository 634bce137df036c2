"""The page keeps a table and changes it by patches: over whole games it comes to the table that the server has."""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fitl.server import show
from fitl.server.hub import Hub
from fitl.server.service import Service
from fitl.server.store.sql import SqlStore
from fitl.server.webhook import Nudges
from tests.server.test_patches import answer, new_game

KEPT = Path(__file__).parents[2] / "src" / "fitl" / "web" / "static" / "js" / "kept.js"

# Reads patches, each with the table as it is then, from its input, and says at which the page comes to another table.
COMPARE = """
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { nameOf, patched } from %s;

let kept = null;
for (const [n, { have, patch, table }] of JSON.parse(readFileSync(0, "utf8")).entries()) {
  if (nameOf(kept) !== have) throw new Error(`${n}: ${nameOf(kept)} is kept, not ${have}`);
  kept = patched(kept, patch);
  if (!isDeepStrictEqual(kept?.table, table)) throw new Error(`${n}: another table`);
}
"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    store = SqlStore(f"sqlite:///{tmp_path}/games.sqlite3")
    yield Service(store, Hub(), Nudges(local=False))
    store.close()


@pytest.mark.skipif(shutil.which("node") is None and "CI" not in os.environ, reason="there is no Node here")
@pytest.mark.parametrize("scenario", ["short-1965", "four-player-1961", "black-april-1973"])
def test_the_page_comes_to_the_table_of_the_server(service: Service, scenario: str) -> None:
    rng = random.Random(scenario)
    game = new_game(service, scenario)
    me = service.store.links(game)[0]
    looks: list[dict[str, Any]] = []
    have = ""
    for _ in range(80):
        if rng.random() < 0.4:
            with service.open(game) as live:
                patch = show.patch_of(service, live, me, have)
                looks.append({"have": have, "patch": patch, "table": show.state_of(service, live, me)})
            have = f"{patch['series']}.{patch['number']}"
        if not answer(service, game, rng):
            break
    assert len(looks) > 10
    assert sum(look["patch"]["base"] is None for look in looks) == 1
    program = COMPARE % json.dumps(KEPT.as_uri())
    subprocess.run(["node", "--input-type=module", "-e", program], input=json.dumps(looks), text=True, check=True)
