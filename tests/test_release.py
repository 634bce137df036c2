"""A version is published only if its files agree and everything passes; workflows do what can be done here."""

import argparse
import re
from pathlib import Path

import pytest
from tools import release

import fitl

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NO_STEPS = argparse.Namespace(tag=None, only_version=True, notes=False)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files as they are, to be changed."""
    names = ("pyproject.toml", "src/fitl/__init__.py", "CITATION.cff", "CHANGELOG.md")
    texts = {name: release.text_of(name) for name in names}
    monkeypatch.setattr(release, "text_of", texts.__getitem__)
    return texts


def test_this_version_agrees_with_itself() -> None:
    assert set(release.versions().values()) == {fitl.__version__}
    assert list(release.disagreements(f"v{fitl.__version__}")) == []
    assert len(release.notes(fitl.__version__)) > 1000


@pytest.mark.parametrize(
    ("name", "pattern", "other", "complaint"),
    [
        ("src/fitl/__init__.py", '__version__ = ".*"', '__version__ = "9.9.9"', "says version 9.9.9"),
        ("CITATION.cff", "(?m)^version: .*$", "version: 9.9.9", "CITATION.cff says version 9.9.9"),
        ("CHANGELOG.md", r"## \[\d.*?\]", "## [some time]", "has no section"),
        ("CHANGELOG.md", r"## \[1", "## [Unreleased]\n\n- something\n\n## [1", "still has something"),
    ],
)
def test_files_that_disagree_are_named(
    files: dict[str, str], name: str, pattern: str, other: str, complaint: str
) -> None:
    files[name], changed = re.subn(pattern, other, files[name])
    assert changed
    assert any(complaint in each for each in release.complaints(NO_STEPS))


def test_a_tag_of_another_version_is_refused() -> None:
    assert any("must be v" in each for each in release.disagreements("v0.0.1"))


@pytest.mark.parametrize("what", ["status", "branch", "tag"])
def test_nothing_is_published_from_an_untidy_repository(what: str) -> None:
    tidy = {"status": "", "branch": "main", "tag": ""}
    assert list(release.untidiness(lambda *words: tidy[words[0]])) == []
    untidy = tidy | {what: "something else"}
    assert len(list(release.untidiness(lambda *words: untidy[words[0]]))) == 1


def test_the_first_step_that_fails_ends_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    came = tmp_path / "came"
    monkeypatch.setattr(release, "STEPS", (("true",), ("false",), ("touch", str(came))))
    assert list(release.failed_steps()) == ["false failed"]
    assert not came.exists()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_use_fixed_actions_and_targets_that_exist(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    for action in re.findall(r"uses: (\S+)", text):
        assert action.startswith("./") or re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), action
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for targets in re.findall(r"(?:run: |^ +)make ([a-z -]+)$", text, re.M):
        for target in targets.split():
            assert re.search(rf"^{target}:", makefile, re.M), target
    for script in re.findall(r"python3? (tools/\w+\.py)", text):
        assert (ROOT / script).exists()
    assert "persist-credentials: false" in text or "checkout" not in text


def test_there_are_workflows() -> None:
    assert {"checks", "docs", "release", "wheels"} <= {path.stem for path in WORKFLOWS}
