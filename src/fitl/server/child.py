"""A process beside the server's, with a line to it; started when it is needed first, ended when it is not heard of."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any


class Child:
    """Runs `work(line, *args)`, which answers what comes on the line."""

    def __init__(self, name: str, work: Callable[..., None], *args: Any) -> None:
        self._name = name
        self._work = work
        self._args = args
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def line(self) -> Connection:
        """The line to it; if it has ended it is started anew."""
        if self._line is None or self._process is None or not self._process.is_alive():
            self.close()
            self._process, self._line = self._started()
        return self._line

    def _started(self) -> tuple[BaseProcess, Connection]:
        """A new process and the line to it. If it cannot be started, nothing of it is left."""
        from fitl.lab.simulate import children_deaf_to_interrupts  # here, because a browser has no laboratory

        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=self._work, args=(there, *self._args), daemon=True, name=self._name)
        try:
            with children_deaf_to_interrupts():
                process.start()
        except BaseException:
            here.close()
            raise
        finally:
            there.close()
        return process, here

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None
