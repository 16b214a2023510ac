"""Reading and running a program of either language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from geoengine.verify.programs.asymptote import asymptote_facts, run_asymptote
from geoengine.verify.programs.code_facts import CodeFacts
from geoengine.verify.programs.evaluated import Evaluated
from geoengine.verify.programs.executing import (
    Execution,
    execute_asymptote,
    execute_python,
    has_asymptote,
)
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.python_code import python_facts, run_python

__all__ = ["LANGUAGES", "CodeLanguage", "read_program"]


@dataclass(frozen=True)
class CodeLanguage:
    """What the judge can do with a language of programs."""

    run: Callable[[str], Evaluated]
    facts: Callable[[str], CodeFacts]
    execute: Callable[[Sequence[tuple[str, Sequence[str]]]], list[Execution]]
    is_installed: Callable[[], bool]


LANGUAGES = {
    "asymptote": CodeLanguage(run_asymptote, asymptote_facts, execute_asymptote, has_asymptote),
    "python": CodeLanguage(run_python, python_facts, execute_python, lambda: True),
}
"""The languages, as the media of items name them."""


def read_program(code: str, language: str) -> tuple[Evaluated, CodeFacts]:
    """Run a program, and read off the facts of its text.

    Raises
    ------
    ProgramError
        If the program cannot be read, or does not run to its end.

    Examples
    --------
    >>> run, facts = read_program("real r=3; draw(circle((0,0), r));", "asymptote")
    >>> run.names["r"], facts.numbers[0].value
    (3.0, 3.0)
    """
    if language not in LANGUAGES:
        raise ProgramError(FaultKind.UNSUPPORTED, f"the language {language!r}")
    reader = LANGUAGES[language]
    run = reader.run(code)
    if run.fault is not None:
        raise run.fault
    return run, reader.facts(code)
