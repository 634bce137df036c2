"""Is this version ready to be published? Says what is missing, or which commands publish it; it makes no tag itself.

python tools/release.py                               look at everything, run everything (`make release-check`)
python tools/release.py --tag v1.2.3 --only-version   do tag, version and changelog agree?
python tools/release.py --tag v1.2.3 --notes          what the changelog says of it
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
STEPS: Final = ((".ci/run",), ("make", "docs"), ("make", "pyz"), ("make", "compiled"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def version() -> str:
    return str(tomllib.loads(text_of("pyproject.toml"))["project"]["version"])


def versions() -> dict[str, str | None]:
    """The version by each file that names it."""
    patterns = {"src/fitl/__init__.py": r'^__version__ = "(.*)"$', "CITATION.cff": r"^version: (.*)$"}
    found = {name: re.search(pattern, text_of(name), re.M) for name, pattern in patterns.items()}
    return {"pyproject.toml": version(), **{name: match and match[1] for name, match in found.items()}}


def notes(number: str) -> str:
    """What the changelog says of a version, "" if nothing."""
    found = re.search(rf"^## \[{re.escape(number)}\].*?\n(.*?)(?=^## \[|\Z)", text_of("CHANGELOG.md"), re.M | re.S)
    return found[1].strip() if found else ""


def disagreements(tag: str | None) -> Iterator[str]:
    """What speaks against publishing this version, as far as files tell."""
    number = version()
    for name, told in versions().items():
        if told != number:
            yield f"{name} says version {told}, pyproject.toml {number}"
    if tag is not None and tag != f"v{number}":
        yield f"the tag is {tag}, the version {number}: the tag must be v{number}"
    if not notes(number):
        yield f"CHANGELOG.md has no section [{number}], or nothing in it"
    unreleased = notes("Unreleased")
    if unreleased:
        yield f"CHANGELOG.md still has something under [Unreleased]: move it to [{number}]"


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def untidiness(ask: Callable[..., str] = git) -> Iterator[str]:
    """What speaks against it in the repository."""
    if ask("status", "--porcelain"):
        yield "something is not committed (git status)"
    if ask("branch", "--show-current") != "main":
        yield "this is not the branch main"
    if ask("tag", "--list", f"v{version()}"):
        yield f"there is a tag v{version()} already: choose the next version"


def failed_steps() -> Iterator[str]:
    """Everything that must pass, one after another; only the first that fails is told, for the others may follow."""
    for step in STEPS:
        print(f"--- {' '.join(step)}", flush=True)
        if subprocess.run(step, cwd=ROOT).returncode != 0:
            yield f"{' '.join(step)} failed"
            return
    if git("status", "--porcelain"):
        yield "the steps have changed files (git status): generated pages were out of date"


def complaints(args: argparse.Namespace) -> list[str]:
    found = list(disagreements(args.tag))
    if not args.only_version and not args.notes:
        found += untidiness()
        found = found or list(failed_steps())
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tag", help="the tag that is to be published")
    parser.add_argument("--only-version", action="store_true", help="compare tag, version and changelog only")
    parser.add_argument("--notes", action="store_true", help="print what the changelog says of this version")
    args = parser.parse_args()
    found = complaints(args)
    for each in found:
        print(f"not ready: {each}", file=sys.stderr)
    if found:
        return 1
    if args.notes:
        print(notes(version()))
    elif not args.only_version:
        print(f"Version {version()} is ready. To publish it: git tag -s v{version()} && git push origin v{version()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
