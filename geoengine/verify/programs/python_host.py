"""Runs Python programs, each in a fork with limits; a script of its own, started by `executing`.

It reads tasks from its input, each a line of JSON, and answers each with a line. An audit hook,
which cannot be taken away again, lets a program import and read libraries, and nothing else: no
network, no other processes, no files written.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

_SECONDS = 5
_LONGEST = 60_000
_ALLOWED = (
    "exec", "compile", "import", "open", "marshal.", "object.__", "code.__new__",
    "function.__new__", "sys._getframe", "builtins.id", "array.__new__", "cpython.",
    "os.listdir", "os.scandir", "sys.excepthook", "sys.unraisablehook", "pickle.find_class",
    "gc.", "sys.settrace",
    "sys.setprofile", "re.", "signal.", "time.", "setopencodehook", "_sre.",
)  # fmt: skip


def _roots() -> tuple[str, ...]:
    import matplotlib
    import numpy

    found = [sys.prefix, sys.base_prefix, matplotlib.get_data_path(), "/usr/share/fonts"]
    found += [str(Path(str(m.__file__)).parents[1]) for m in (numpy, matplotlib)]
    return tuple(os.path.realpath(path) + os.sep for path in found)


def _guard(roots: tuple[str, ...]) -> None:
    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if not event.startswith(_ALLOWED):
            raise PermissionError(f"{event} is not allowed")
        if event == "open":
            path, mode, flags = (*arguments, None, None, None)[:3]
            writes = bool(set(str(mode or "")) & set("wax+")) or bool(
                isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            )
            inside = isinstance(path, str) and (
                os.path.realpath(path).startswith(roots) or path == os.devnull
            )
            if writes or not inside:
                raise PermissionError(f"opening {path!r} is not allowed")

    sys.addaudithook(hook)


def _coordinates(value: Any) -> list[float] | None:
    import numpy as np

    if isinstance(value, complex):
        return [value.real, value.imag]
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return None
    return [float(x) for x in array] if array.shape in {(2,), (3,)} else None


def _found(namespace: dict[str, Any], name: str) -> list[float] | None:
    head, *rest = name.split("[")
    value = namespace.get(head)
    for part in rest:
        value = value[int(part.rstrip("]"))]  # type: ignore[index]
    return _coordinates(value)


def _run(task: dict[str, Any], roots: tuple[str, ...]) -> dict[str, Any]:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    points: dict[str, list[float]] = {}
    _guard(roots)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            exec(compile(task["code"], "program", "exec"), namespace)
            for name in task["names"]:
                place = _found(namespace, name)
                if place is not None:
                    points[name] = place
    except BaseException as error:
        return {"ran": False, "message": f"{type(error).__name__}: {error}", "points": points}
    return {"ran": True, "message": "", "points": points}


def _forked(task: dict[str, Any], roots: tuple[str, ...]) -> str:
    """The result of a task, as a line of JSON."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            _leave_files(write)
            result = _run(task, roots)
            os.write(write, json.dumps(result).encode()[:_LONGEST])
        finally:
            os._exit(0)
    os.close(write)
    text = _received(read)
    os.close(read)
    # It may still run if it has closed its end.
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    lost = json.dumps({"ran": False, "message": "no result in time", "points": {}})
    return text.replace("\n", " ") or lost


def _leave_files(kept: int) -> None:
    """Keep only one of the open files, so that a program cannot read or write for others."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(nothing, standard)
    os.closerange(3, kept)
    os.closerange(kept + 1, 1024)


def _received(pipe: int) -> str:
    """What is written into a pipe until it is closed, within limits of time and size."""
    end = time.monotonic() + 2 * _SECONDS
    found = b""
    while len(found) < _LONGEST:
        ready, _, _ = select.select([pipe], [], [], max(0.0, end - time.monotonic()))
        part = os.read(pipe, _LONGEST) if ready else b""
        if not part:
            break
        found += part
    return found.decode(errors="replace")


def main() -> None:
    """Run the tasks of the input, until it is closed."""
    import matplotlib.pyplot  # noqa: F401
    import mpl_toolkits.mplot3d  # type: ignore[import-untyped] # noqa: F401
    import numpy  # noqa: F401

    roots = _roots()
    for line in sys.stdin:
        print(_forked(json.loads(line), roots), flush=True)


if __name__ == "__main__":
    main()
