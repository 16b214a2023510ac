"""A long-lived process that answers one JSON object a line."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Worker:
    """A script running under a Python interpreter, with its last request.

    Parameters
    ----------
    python, script : path
    checkout : path, optional
        A folder with the version of geoengine to be used, if not that of `python`.
    """

    def __init__(self, python: Path, script: Path, checkout: Path | None = None) -> None:
        self._script = script
        self._process = subprocess.Popen(
            [python, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={
                **os.environ,
                **ONE_THREAD,
                **({} if checkout is None else {"PYTHONPATH": str(checkout)}),
            },
        )

    def ask(self, **asked: object) -> dict[str, Any]:
        """Send one object and wait for the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._script.name} ended on {asked}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait()
