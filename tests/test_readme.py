"""The README keeps its word."""

import doctest
import re
from pathlib import Path

from fitl.board.scenarios import SCENARIOS
from fitl.cli.main import build_parser
from fitl.lab.fuzz import PLAYABLE

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_library_example_runs_as_shown() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 1
    example = doctest.DocTestParser().get_doctest(blocks[0], {}, "README.md", "README.md", 0)
    assert len(example.examples) >= 5
    assert doctest.DocTestRunner().run(example).failed == 0


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_soak_covers_every_playable_scenario() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^soak: .*\n\t\$\(BIN\)/fitl fuzz ", makefile, re.MULTILINE)
    assert list(PLAYABLE) == [scenario.name for scenario in SCENARIOS.values() if scenario.playable]


def test_commands_exist() -> None:
    listed = re.search(r"commands: (.*?)\. ", README, re.DOTALL)
    assert listed is not None
    usage = build_parser().format_help()
    for command in re.findall(r"`(\w+)`", listed[1]):
        assert re.search(rf"^\s+{command}\s", usage, re.MULTILINE), command
