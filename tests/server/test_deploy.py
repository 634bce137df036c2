"""The files that start a server with one command name arguments that it has, and lock files name no host."""

import ipaddress
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
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


LOCKS = ("workflows", "build", "core", "server", "postgres", "dev", "bench")


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
        ("postgres", [*extras["server"], *extras["postgres"][1:]]),  # the first is the extra "server"
        ("dev", [*extras["server"], *extras["postgres"][1:], *extras["lab"], *extras["dev"]]),
        ("bench", [*extras["lab"], *extras["peers"]]),
    ):
        locked = (ROOT / "requirements" / f"{lock}.txt").read_text().replace("_", "-").lower()
        for each in wanted:
            name = re.match(r"[A-Za-z0-9-]+", each)
            assert name is not None
            assert re.search(rf"^{name.group(0).lower()}(\[\w+\])?==", locked, re.MULTILINE), (lock, each)


def test_what_is_installed_together_has_one_version() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS[2:6]:
        text = (ROOT / "requirements" / f"{lock}.txt").read_text()
        for name, version, python in re.findall(r"^(\S+)==(\S+)(?: ; (.*?))? \\$", text, re.M):
            versions.setdefault(f"{name} {python}", set()).add(version)  # which one may depend on the Python
    assert len(versions) > 20
    assert {name for name, found in versions.items() if len(found) > 1} == set()


def test_no_lock_file_is_below_the_bounds_that_lead_past_known_faults() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        each for extra in project["optional-dependencies"].values() for each in extra if not each.startswith("fitl[")
    ]
    locked = "\n".join((ROOT / "requirements" / f"{lock}.txt").read_text() for lock in LOCKS).lower()
    for each in [*project["dependencies"], *wanted]:
        name, least = re.fullmatch(r"([A-Za-z0-9-]+)(?:\[\w+\])?>=([0-9.]+)(?:;.*)?", each).groups()  # type: ignore[union-attr]
        for version in re.findall(rf"^{name.lower()}(?:\[\w+\])?==([0-9.]+)", locked, re.MULTILINE):
            assert _numbers(version) >= _numbers(least), each


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part]


def test_a_built_wheel_tells_its_licence_in_the_present_form(tmp_path: Path) -> None:
    """PEP 639: an expression and the file, and neither the old field nor the old classifier."""
    import setuptools

    if _numbers(setuptools.__version__)[0] < 77:
        pytest.skip("`make test` installs the setuptools of requirements/build.txt, which writes it")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "src" / "fitl"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    build = "import setuptools.build_meta as b; print(b.build_wheel('.'))"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        told = next(archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    head = told.partition("\n\n")[0]
    assert "\nLicense-Expression: MIT\n" in head
    assert "\nLicense-File: LICENSE\n" in head
    assert "\nLicense: " not in head
    assert "License ::" not in head
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


@pytest.mark.parametrize(
    ("variable", "counted"),
    [
        ("fitl_site", {"2001:db8::1": "2001:db8::", "2001:db8:0:1::1": "2001:db8:0:1::", "203.0.113.7": ""}),
        ("fitl_network", {"2001:db8::1": "2001:db8::", "2001:db8:0:a0a::1": "2001:db8::", "203.0.113.7": ""}),
    ],
)
def test_nginx_counts_networks_of_ipv6(variable: str, counted: dict[str, str]) -> None:
    """The maps match the bytes of addresses as PCRE does; of IPv4 nothing matches, and the default holds."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for address, network in counted.items():
        found = re.search(rf'\$binary_remote_addr \${variable} \{{[^}}]*?"~(.*?)" ', text, re.DOTALL)
        assert found is not None
        match = re.match(found[1].replace("?<", "?P<").encode(), ipaddress.ip_address(address).packed)
        assert (match is None) == (network == "")
        assert match is None or ipaddress.ip_address(network).packed.startswith(match[1])
    zones = set(re.findall(r"_zone \S+ zone=(\w+):", text))
    used = set(re.findall(r"limit_conn (\w+) |limit_req zone=(\w+) ", text))
    assert {name for pair in used for name in pair if name} == zones
