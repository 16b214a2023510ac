"""Whether published programs compile, and why not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from geoengine.audit.geogrambench.published_program import PublishedProgram
from geoengine.verify.programs import LANGUAGES, Evaluated, FaultKind

__all__ = ["Compiled", "compile_programs"]

_PACKAGE = re.compile(r"\b(?:import|include|access)\s+\"?(olympiad|cse5)\b")


@dataclass(frozen=True)
class Compiled:
    """Whether a program compiles.

    Attributes
    ----------
    ran : bool or None
        None where the real tool is not installed.
    reason : str
        Why it does not: ``needs olympiad.asy``, ``needs cse5.asy``, ``syntax error``, or ``other``.
    message : str
        What the tool says.
    """

    ran: bool | None
    reason: str = ""
    message: str = ""


def compile_programs(
    programs: Sequence[PublishedProgram], runs: Sequence[Evaluated]
) -> list[Compiled]:
    """Run programs by the real tools.

    Parameters
    ----------
    programs : sequence of PublishedProgram
    runs : sequence of Evaluated
        What the judge's own reader makes of them, without the packages; it tells the reasons.
    """
    found = [Compiled(None)] * len(programs)
    for language, tool in LANGUAGES.items():
        places = [k for k, program in enumerate(programs) if program.language == language]
        if not tool.is_installed():
            continue
        executions = tool.execute([(programs[k].code, ()) for k in places])
        for place, execution in zip(places, executions, strict=True):
            if execution.ran:
                found[place] = Compiled(True)
            else:
                reason = _reason(programs[place], runs[place], execution.message)
                found[place] = Compiled(False, reason, execution.message)
    return found


def _reason(program: PublishedProgram, run: Evaluated, message: str) -> str:
    package = _PACKAGE.search(program.code)
    if package:
        return f"needs {package[1]}.asy"
    if run.fault is not None and run.fault.kind in {FaultKind.OLYMPIAD, FaultKind.CSE5}:
        return str(run.fault.kind.value)
    missing = re.search(r"no matching \w+ (?:of name )?'(\w+)'", message)
    if missing and missing[1] in {"origin", "Circle", "Arc"}:
        # Published programs have these from olympiad.asy, which imports graph.asy.
        return str(FaultKind.OLYMPIAD.value)
    if "syntax error" in message.lower() or (
        run.fault is not None and run.fault.kind is FaultKind.SYNTAX
    ):
        return "syntax error"
    return "other"
