"""The functions that stock Asymptote lacks, and that programs may use all the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from geoengine.program.expressions import Name
from geoengine.program.program import Program
from geoengine.program.reader import read_program
from geoengine.program.statements import Comment, Declared, FunctionDefinition, Import, Statement
from geoengine.program.walking import called_functions, walk

__all__ = ["library_functions", "with_library"]


@cache
def library_functions() -> dict[str, FunctionDefinition]:
    """Return the functions, by name.

    Examples
    --------
    >>> library_functions()["foot"].type
    'pair'
    """
    text = Path(__file__).with_name("library.asy").read_text(encoding="utf-8")
    return read_program(text).functions()


def with_library(program: Program) -> Program:
    """Return a program that defines the functions of the library that it calls.

    And ``origin``, which stock Asymptote does not know either.

    Examples
    --------
    >>> from geoengine.program import read_program
    >>> sorted(with_library(read_program("pair H = orthocenter((0,0), (1,0), (0,2));")).functions())
    ['circumcenter', 'orthocenter']
    """
    known, own = library_functions(), program.functions()
    needed: list[str] = []

    def need(names: Iterable[str]) -> None:
        for name in sorted(names):
            if name in known and name not in own and name not in needed:
                need(called_functions(known[name].body))
                needed.append(name)

    need(called_functions(program.statements))
    added: tuple[Statement, ...] = tuple(known[name] for name in needed)
    names = {node.name for node in walk(program) if isinstance(node, Name | Declared)}
    declared = {node.name for node in walk(program) if isinstance(node, Declared)}
    if "origin" in names - declared:
        added = (*added, *read_program("pair origin = (0,0);").statements)
    if not added:
        return program
    count = 0
    for statement in program.statements:
        if not isinstance(statement, Import | Comment):
            break
        count += 1
    return Program((*program.statements[:count], *added, *program.statements[count:]))
