"""The environment that Newclid runs in, and its C++ program."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worker import Worker

PACKAGES = ("newclid==3.0.1", "py_yuclid==3.0.0", "pyyaml")
SHIPPED = ("--disable-ar-dist", "--disable-ar-squared", "--disable-eqn-statements",
           "--disable-ar-sin")  # fmt: skip
"""The arguments that Newclid passes to its C++ program."""

PREMISES = ("By construction", "ignore")
"""The rules of Newclid that restate a premise."""


class NoPeerError(Exception):
    """Newclid could not be installed."""


@dataclass(frozen=True)
class Peer:
    """Where Newclid was installed.

    Attributes
    ----------
    python, program : Path
        The environment's Python, and the C++ program.
    """

    python: Path
    program: Path


def set_up(home: Path) -> Peer:
    """Install Newclid into an environment of its own, once."""
    peer = Peer(home / "bin" / "python", home / "bin" / "yuclid")
    ready = home / "ready"
    if ready.exists() and ready.read_text() == " ".join(PACKAGES):
        return peer
    print(f"setting up {home.name}: {', '.join(PACKAGES)}", file=sys.stderr)
    pip = (peer.python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    for command in ((sys.executable, "-m", "venv", home), (*pip, *PACKAGES)):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise NoPeerError(lines[-1])
    # Where Newclid looks for it, unless it is on the path.
    expected = home / "lib" / ".venv" / "bin"
    expected.mkdir(parents=True, exist_ok=True)
    shutil.copy2(peer.program, expected)
    ready.write_text(" ".join(PACKAGES))
    return peer


def run_program(
    peer: Peer, launcher: Worker, program_input: str, flags: tuple[str, ...]
) -> dict[str, Any]:
    """Time the C++ program on one problem, including its start."""
    with tempfile.TemporaryDirectory() as folder:
        problem, output = Path(folder) / "problem.txt", Path(folder) / "output.json"
        problem.write_text(program_input)
        command = [str(peer.program), "--mode", "ddar", *flags, "--use-json"]
        command += ["--log-level", "warning", "--input-file", str(problem)]
        answer = launcher.ask(command=command, output=str(output))
        try:
            found = json.loads(output.read_bytes())
        except ValueError:
            return {**answer, "proved": False}
    deductions = found["deductions_for_goal"]
    return {
        **answer,
        "proved": found["status"] == "solved",
        "deductions": len(deductions),
        "steps": sum(map(is_step, deductions)),
    }


def is_step(deduction: dict[str, Any]) -> bool:
    """Return whether a deduction is by a rule or by algebra, not a premise or a numerical check."""
    return (
        deduction["deduction_type"] in {"rule", "ar"}
        and deduction.get("newclid_rule") not in PREMISES
    )
