"""Running programs with the real tools: Asymptote, and Python, in processes of their own.

What is guaranteed: limits on processor time, memory and the size of files; a working folder of its
own, removed at the end; no network where the system lets a process leave it (``unshare``), and in
any case none from Python, whose audit hook allows imports and reading libraries, nothing else.
Asymptote runs with ``-safe`` and cannot read or write in other folders.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import math
import os
import re
import secrets
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Execution", "execute_asymptote", "execute_python", "has_asymptote"]

_SECONDS = 6
_HOST_SECONDS, _PATIENCE = 120, 60
"""How much processor time a host of Python programs has, and how long to wait for an answer."""

_MEMORY = 2 * 2**30
_FILE_SIZE = 8 * 2**20
_BATCH = 25

_LAUNCH = """
import os, resource, sys
seconds, memory, size = map(int, sys.argv[1:4])
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
os.execvp(sys.argv[4], sys.argv[4:])
"""


_WITHOUT_LABELS = """
texpath = new path[](string s, pen p, bool tex, bool bbox) {
  return new path[] {box((0,0), (fontsize(p), fontsize(p)))};
};
texpath = new path[](Label L, bool tex, bool bbox) {
  return new path[] {box((0,0), (fontsize(L.p), fontsize(L.p)))};
};
"""
"""A module that makes texts boxes.

Without TeX, Asymptote sets each label by `groff` and Ghostscript, which takes twenty times as long
as all the rest, and neither need be there.
"""


@dataclass(frozen=True)
class Execution:
    """What a real tool made of a program.

    Attributes
    ----------
    ran : bool
        Whether it compiled and ran to its end.
    message : str
        The first error.
    points : dict
        The coordinates of the points asked for.
    """

    ran: bool
    message: str = ""
    points: dict[str, tuple[float, ...]] = field(default_factory=dict)


def has_asymptote() -> bool:
    """Whether Asymptote is installed."""
    return shutil.which("asy") is not None


@cache
def _without_network() -> tuple[str, ...]:
    """The command that leaves the network; empty where it is not permitted."""
    program = shutil.which("unshare")
    if program is None:
        return ()
    for options in (["-n"], ["-rn"]):
        tried = subprocess.run([program, *options, "true"], capture_output=True, check=False)
        if tried.returncode == 0:
            return (program, *options)
    return ()


def _limited(command: Sequence[str], seconds: int) -> list[str]:
    """A command with limits, the processor time among them."""
    return [
        *_without_network(), sys.executable, "-I", "-S", "-c", _LAUNCH,
        str(seconds), str(_MEMORY), str(_FILE_SIZE), *command,
    ]  # fmt: skip


def _environment(folder: str) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", ""), "HOME": folder, "ASYMPTOTE_HOME": folder,
        "MPLBACKEND": "Agg", "MPLCONFIGDIR": folder, "LC_ALL": "C.UTF-8",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
    }  # fmt: skip


def _run(command: Sequence[str], folder: str, seconds: int) -> tuple[str, str]:
    """The output of a command in limits; what it wrote until then, if it was ended."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            _limited(command, seconds), cwd=folder, env=_environment(folder),
            stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
        )  # fmt: skip
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=3 * seconds)
        finally:
            _end(process)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read(_FILE_SIZE).decode(errors="replace"))
    return texts[0], texts[1]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and those that it started."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()


# Asymptote


def execute_asymptote(programs: Sequence[tuple[str, Sequence[str]]]) -> list[Execution]:
    """Run Asymptote programs, many in one process, without drawing a picture.

    Parameters
    ----------
    programs : sequence of (str, sequence of str)
        Code, and the names of the points to be read back, such as ``A`` or ``P[3]``.
    """
    found: list[Execution] = []
    for start in range(0, len(programs), _BATCH):
        batch = programs[start : start + _BATCH]
        results = _asymptote_batch(batch)
        if len(batch) > 1:
            # One that hangs or needs too much ends the batch: those without a result run alone.
            results = [
                _asymptote_batch([program])[0] if result is None else result
                for program, result in zip(batch, results, strict=True)
            ]
        found += [result or Execution(False, "no result in time") for result in results]
    return found


def _asymptote_batch(programs: Sequence[tuple[str, Sequence[str]]]) -> list[Execution | None]:
    # Nobody can guess the names, so no program can write results of another one.
    names = [f"p{secrets.token_hex(8)}" for _ in programs]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "without_labels.asy").write_text(_WITHOUT_LABELS, encoding="utf-8")
        for name, (code, points) in zip(names, programs, strict=True):
            writes = [f'write("@{name} {point} ", {point});' for point in points]
            lines = [code, "", *writes, "erase(currentpicture);", f'write("@{name} ok");', ""]
            Path(folder, f"{name}.asy").write_text("\n".join(lines), encoding="utf-8")
            start = f"import without_labels; include {name};\n"
            Path(folder, f"run_{name}.asy").write_text(start, encoding="utf-8")
        seconds = _SECONDS + len(programs) // 2
        command = [
            "asy", "-noV", "-safe", "-noglobalread", "-noglobalwrite", "-tex", "none", "-noprc",
            "-render", "0", "-f", "eps",
        ]  # fmt: skip
        out, err = _run([*command, *(f"run_{name}.asy" for name in names)], folder, seconds)
    if len(names) == 1:
        # A fault inside of a module is reported with its place there, under the module's name.
        return [_asymptote_result(names[0], out, err, r"\S+?")]
    return [_asymptote_result(name, out, err, name) for name in names]


def _asymptote_result(name: str, out: str, err: str, source: str) -> Execution | None:
    """The result of a program; None where neither its end nor an error was reached."""
    points: dict[str, tuple[float, ...]] = {}
    for match in re.finditer(rf"@{name} (\S+) \(([^()\n]*)\)", out):
        try:
            points[match[1]] = tuple(map(float, match[2].split(",")))
        except ValueError:
            continue
    if f"@{name} ok" in out:
        return Execution(True, points=points)
    error = re.search(rf"^{source}(?:\.asy)?: (\d+\.\d+: .*)$", err, re.MULTILINE)
    if error is None and source != name:
        error = re.search(r"^error: (.*)$", err, re.MULTILINE)
    return Execution(False, error[1].strip(), points) if error else None


# Python


def execute_python(programs: Sequence[tuple[str, Sequence[str]]]) -> list[Execution]:
    """Run Python programs, each in a process of its own that is forked from one with numpy loaded.

    Parameters
    ----------
    programs : sequence of (str, sequence of str)
        Code, and the names of the points to be read back, such as ``A`` or ``P[3]``.
    """
    found = []
    for code, names in programs:
        task = json.dumps({"code": code, "names": list(names)})
        # The second one replaces a host that was ended or has used up its processor time.
        line = _host().answer(task) or _host().answer(task)
        found.append(_python_result(line) if line else Execution(False, "no result in time"))
    return found


class _Host:
    """A process that has numpy loaded, and runs programs in forks of itself."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._folder = tempfile.TemporaryDirectory()
        script = Path(__file__).with_name("python_host.py")
        command = [sys.executable, "-I", "-B", str(script)]
        self._process = subprocess.Popen(
            _limited(command, _HOST_SECONDS), cwd=self._folder.name,
            env=_environment(self._folder.name), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    @property
    def runs(self) -> bool:
        """Whether it can be given tasks by this process."""
        return self.owner == os.getpid() and self._process.poll() is None

    def answer(self, task: str) -> str:
        """Return the line that answers a task; empty if there is none in time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(task.encode() + b"\n")
            self._process.stdin.flush()
            ready, _, _ = select.select([self._process.stdout], [], [], _PATIENCE)
            line = self._process.stdout.readline() if ready else b""
            if line.endswith(b"\n"):
                return line.decode(errors="replace")
        self.end()
        return ""

    def end(self) -> None:
        """End the process, and remove its folder."""
        if self.owner == os.getpid():
            _end(self._process)
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            self._folder.cleanup()


_hosts: list[_Host] = []
"""The host of this process, if it has one."""


def _host() -> _Host:
    if not _hosts or not _hosts[0].runs:
        for old in _hosts:
            old.end()
        _hosts[:] = [_Host()]
        atexit.register(_hosts[0].end)
    return _hosts[0]


def _python_result(line: str) -> Execution:
    try:
        data: Any = json.loads(line)
        points = {
            name: tuple(math.nan if x is None else float(x) for x in place)
            for name, place in data["points"].items()
        }
        return Execution(bool(data["ran"]), str(data["message"])[:300], points)
    except (ValueError, TypeError, KeyError, AttributeError):
        return Execution(False, "the program wrote into the channel of results")
