"""What the tests under the fakes of Windows and macOS share."""

import os
import subprocess
from pathlib import Path

from tests.cli.support import command, environment
from tests.server.processes import SOURCE

FAKES = Path(__file__).parent


def path_with(system: str) -> str:
    """PYTHONPATH for a process that is to think that it runs there."""
    return os.pathsep.join((str(FAKES / system), str(SOURCE)))


def fitl(system: str, home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end under a fake."""
    return subprocess.run(
        command(*words),
        input=typed,
        capture_output=True,
        text=True,
        env=environment(home, COLUMNS="80") | {"PYTHONPATH": path_with(system)},
        timeout=120,
    )
