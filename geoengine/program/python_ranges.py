"""Loops that count, as Python writes them."""

from __future__ import annotations

from geoengine.program.expressions import Binary, Name, Number
from geoengine.program.python_expressions import PythonExpressions
from geoengine.program.statements import (
    Assignment,
    Declaration,
    Declared,
    For,
    Increment,
    Statement,
)
from geoengine.program.walking import walk

__all__ = ["Count", "counted"]

Count = tuple[str, str]
"""The name of the variable of a loop, and the range through which it runs."""


def counted(loop: For, out: PythonExpressions) -> Count | None:
    """Return the range through which a loop's variable runs; None if there is none.

    Examples
    --------
    >>> from geoengine.program import PlotStyle, read_program
    >>> from geoengine.program.typing_scope import TypingScope
    >>> loop = read_program("for (int i = 9; i >= 1; i -= 2) {}").statements[0]
    >>> scope = TypingScope({})
    >>> scope.define("i", "int")
    >>> counted(loop, PythonExpressions(scope, PlotStyle()))
    ('i', 'range(9, 0, -2)')
    """
    match loop:
        case For(
            start=Declaration(type="int", declared=[Declared(name=name, value=first)]),
            test=Binary(operator="<" | "<=" | ">" | ">=" as sign, left=Name(name=own), right=last),
        ) if first is not None and own == name:
            pass
        case _:
            return None
    step = _step(loop.step, name)
    changed = {
        node.target.name
        for node in walk(loop.body)
        if isinstance(node, Assignment | Increment) and isinstance(node.target, Name)
    }
    used = {node.name for node in walk(last) if isinstance(node, Name)} | {name}
    if step is None or (step > 0) != (sign in ("<", "<=")) or changed & used:
        return None
    if out.scope.of(last) != "int":
        return None
    begin, end = out.text(first), out.text(last)
    if sign in ("<=", ">="):
        beyond = 1 if step > 0 else -1
        whole = end.isdecimal()
        end = str(int(end) + beyond) if whole else f"{end} {'+' if step > 0 else '-'} 1"
    parts = [begin, end, str(step)] if step != 1 else [begin, end]
    return name, f"range({', '.join(parts[1:] if parts[:-1] == ['0'] else parts)})"


def _step(step: Statement | None, name: str) -> int | None:
    """Return by how much a loop's variable grows in each turn."""
    match step:
        case Increment(target=Name(name=found), operator=sign) if found == name:
            return 1 if sign == "++" else -1
        case Assignment(
            target=Name(name=found), operator="+=" | "-=" as sign, value=Number(text=text)
        ) if found == name and text.isdecimal() and int(text):
            return int(text) if sign == "+=" else -int(text)
        case Assignment(
            target=Name(name=found),
            operator="=",
            value=Binary(operator="+", left=Name(name=left), right=Number(text=text)),
        ) if found == name == left and text.isdecimal() and int(text):
            return int(text)
    return None
