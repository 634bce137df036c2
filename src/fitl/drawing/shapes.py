"""The geometry of the map: the file that the page draws from."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

WIDTH: Final = 1000
HEIGHT: Final = 1400


@cache
def shapes() -> dict[str, Any]:
    """The shapes of spaces, countries and towns (tests/web/test_map_shapes.py checks them)."""
    found: dict[str, Any] = json.loads(files("fitl.web").joinpath("static/data/map_shapes.json").read_text("utf-8"))
    return found
