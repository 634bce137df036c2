"""Where no limit on memory can be set, a process that wants too much ends itself."""

import subprocess
import sys

from fitl.server.offload.memory_watchdog import TOO_MUCH

HOG = """
import time
from fitl.server.offload.memory_watchdog import watch_memory
watch_memory({most})
kept = []
for _ in range(400):
    kept.append(b"x" * (1 << 20))
    time.sleep(0.001)
print("had it all")
"""


def hog(most: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HOG.format(most=most)], capture_output=True, text=True, check=False)


def test_a_process_ends_when_it_has_more_than_it_may() -> None:
    done = hog(200 << 20)
    assert (done.returncode, done.stdout) == (TOO_MUCH, "")


def test_a_process_that_stays_within_its_bound_goes_on() -> None:
    done = hog(4 << 30)
    assert (done.returncode, done.stdout) == (0, "had it all\n")
