"""A job for tests of workers, in a module that a worker process loads quickly."""

import os
import time
from dataclasses import dataclass
from typing import Any, ClassVar

from fitl.refusals import Refused
from fitl.server.offload.job import Desk, Talk


@dataclass(frozen=True)
class Trial:
    """Does what it is told, then says in which process."""

    what: str
    lane: ClassVar[str] = "quick"
    shared: ClassVar[bool] = False

    def run(self, _desk: Desk, talk: Talk) -> Any:
        match self.what:
            case "sleep":
                time.sleep(600)
            case "work":
                while True:
                    pass
            case "memory":
                taken = bytearray(2 << 30)
                time.sleep(1)  # longer than a watch over memory takes to notice
                return len(taken)
            case "die":
                os._exit(1)
            case "refuse":
                raise Refused("no")
            case "fault":
                raise ZeroDivisionError("something")
            case "stop":
                while not talk.stopped():
                    talk.tell("working")
                    time.sleep(0.01)
            case "ask":
                return talk.ask("how many?")
        return os.getpid()
