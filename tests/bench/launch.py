"""Runs programs on request, and measures each; one JSON object a line, in and out.

Until its program is loaded, a process counts the memory of its parent as its own, so this one stays
small: it imports nothing large, and reads no output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def run(command: list[str], output: str) -> dict[str, float]:
    """Time a program, including its start, with its output written to a file."""
    with open(output, "wb") as file:  # noqa: PTH123
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "seconds": seconds,
        "peak_mb": usage.ru_maxrss / 1024,
        "exit_code": process.returncode,
    }


def main() -> None:
    """Answer requests until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(run(asked["command"], asked["output"])), flush=True)


if __name__ == "__main__":
    main()
