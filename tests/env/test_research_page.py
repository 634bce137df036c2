"""docs/research.md keeps its word: its code runs as it stands there."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_code_of_the_page_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    known: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, PAGE.name, "exec"), known)
    assert known["names"][known["trail"]] == "track.trail"
    assert len(known["ended"]) <= 8
