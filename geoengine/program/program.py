"""Programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from geoengine.program.statements import (
    Block,
    For,
    ForEach,
    FunctionDefinition,
    If,
    Statement,
    While,
)

__all__ = ["Program", "bodies", "walk_statements"]


@dataclass(frozen=True, slots=True)
class Program:
    """A program that draws a figure.

    Attributes
    ----------
    statements : tuple of Statement
        In the order in which they are executed.

    Examples
    --------
    >>> from geoengine.program import read_program
    >>> len(read_program("pair A = (0,0), B = (3,0); draw(A--B);").statements)
    2
    """

    statements: Block

    def functions(self) -> dict[str, FunctionDefinition]:
        """Return the functions that the program defines, by name."""
        found = (item for item in self.statements if isinstance(item, FunctionDefinition))
        return {item.name: item for item in found}


def bodies(statement: Statement) -> tuple[Block, ...]:
    """Return the blocks of statements that a statement contains."""
    match statement:
        case For(body=body) | ForEach(body=body) | While(body=body):
            return (body,)
        case FunctionDefinition(body=body):
            return (body,)
        case If(yes=yes, no=no):
            return (yes, no)
    return ()


def walk_statements(block: Block) -> Iterator[Statement]:
    """Yield the statements of a block and those inside them, as they stand in the text.

    The position of a statement in this order is its *number*.
    """
    for statement in block:
        yield statement
        for body in bodies(statement):
            yield from walk_statements(body)
