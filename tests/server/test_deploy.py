"""The files that start a server with one command name arguments that it has, and lock files name no host."""

import re
import shlex
from pathlib import Path

import pytest

from fitl.cli.main import build_parser
from fitl.server.connections import BACKLOG, IN_ALL, SPARE

ROOT = Path(__file__).parents[2]


def test_the_service_unit_starts_a_server_within_bounds() -> None:
    unit = (ROOT / "deploy" / "fitl.service").read_text()
    settings = dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))
    program, *words = shlex.split(settings["ExecStart"])
    assert program.endswith("/fitl")
    args = build_parser().parse_args(words)
    assert (args.command, args.no_browser) == ("serve.serve", True)
    assert int(settings["LimitNOFILE"]) >= IN_ALL + BACKLOG + SPARE
    assert {"MemoryMax", "TasksMax", "LogRateLimitBurst"} <= settings.keys()


def test_the_container_starts_a_server_from_the_lock_files() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text()
    found = re.search(r"^ENTRYPOINT \[(.*)\]$", text, re.MULTILINE)
    assert found is not None
    words = [word.strip().strip('"') for word in found.group(1).split(",")]
    assert build_parser().parse_args(words[1:]).host == "0.0.0.0"
    assert "--require-hashes" in text
    for copied in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE):
        for name in copied.split():
            assert (ROOT / name).exists(), name


LOCKS = ("build", "core", "server", "dev", "bench")


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_has_exact_versions_with_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if not entry.startswith("#")]
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+", entry), entry[:80]
        assert "--hash=sha256:" in entry
    assert not re.search(r"https?:|--index|--find-links|--extra|\.org|\.io", text)


def test_every_dependency_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    for lock, wanted in (
        ("core", project["dependencies"]),
        ("server", extras["server"]),
        ("dev", [*extras["server"], *extras["lab"], *extras["dev"]]),
        ("bench", [*extras["lab"], *extras["peers"]]),
    ):
        locked = (ROOT / "requirements" / f"{lock}.txt").read_text().replace("_", "-").lower()
        for each in wanted:
            name = re.match(r"[A-Za-z0-9-]+", each)
            assert name is not None
            assert re.search(rf"^{name.group(0).lower()}(\[\w+\])?==", locked, re.MULTILINE), (lock, each)


def test_what_is_installed_together_has_one_version() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS[1:4]:
        text = (ROOT / "requirements" / f"{lock}.txt").read_text()
        for name, version, python in re.findall(r"^(\S+)==(\S+)(?: ; (.*?))? \\$", text, re.M):
            versions.setdefault(f"{name} {python}", set()).add(version)  # which one may depend on the Python
    assert len(versions) > 20
    assert {name for name, found in versions.items() if len(found) > 1} == set()
