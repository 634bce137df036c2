"""Make `dist/fitl.pyz`: the whole program with its server in one file, for every system with Python 3.11 or newer.

    python tools/pyz.py [--out FILE]

Packages that bring compiled parts can do without them, so these are left out; then one file serves all systems.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COMPILED: Final = (".so", ".pyd", ".dylib")
LEFT_OUT: Final = ("__pycache__", "bin", "Scripts")
LIKE_NEW: Final = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def install(folder: Path) -> None:
    """fitl and what its server needs, in the locked versions."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(folder)]
    subprocess.run([*pip, "--require-hashes", "-r", "requirements/server.txt"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as copy:  # building writes beside the sources
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        shutil.copytree(ROOT / "src", Path(copy) / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
        subprocess.run([*pip, "--no-build-isolation", "--no-deps", copy], check=True)


def wanted(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and path.suffix not in COMPILED and not set(inside.parts) & set(LEFT_OUT):
            yield inside


def pack(folder: Path, out: Path) -> None:
    """One archive that Python can run."""
    files = {str(inside.as_posix()): (folder / inside).read_bytes() for inside in wanted(folder)}
    files["__main__.py"] = (ROOT / "tools" / "pyz_main.py").read_bytes()
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    files["STAMP"] = digest.hexdigest()[:16].encode()
    out.parent.mkdir(parents=True, exist_ok=True)
    with open(out, "wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, content in files.items():
                archive.writestr(zipfile.ZipInfo(name, LIKE_NEW), content, zipfile.ZIP_DEFLATED)
    out.chmod(0o755)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "fitl.pyz")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        install(Path(folder))
        pack(Path(folder), args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB; run it with: python {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
