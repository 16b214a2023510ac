"""What can be wrong with a program, and the limits within which programs are read and run."""

from __future__ import annotations

from enum import Enum

__all__ = ["FaultKind", "ProgramError", "Spent"]


class FaultKind(Enum):
    """Why a program was not evaluated."""

    SYNTAX = "syntax error"
    NAME = "unknown name"
    TYPE = "wrong type"
    VALUE = "undefined value"
    LIMIT = "limit reached"
    UNSUPPORTED = "not supported by this reader"
    OLYMPIAD = "needs olympiad.asy"
    CSE5 = "needs cse5.asy"


class ProgramError(ValueError):
    """A program that cannot be read or run; in its own terms, not a mistake of ours.

    Examples
    --------
    >>> str(ProgramError(FaultKind.NAME, "no variable B", (3, 7)))
    '3:7: unknown name: no variable B'
    """

    def __init__(self, kind: FaultKind, text: str, place: tuple[int, int] | None = None) -> None:
        super().__init__(text)
        self.kind, self.text, self.place = kind, text, place

    def at(self, place: tuple[int, int] | None) -> ProgramError:
        """The same fault with a place, unless it has one."""
        return self if self.place else ProgramError(self.kind, self.text, place)

    def __str__(self) -> str:
        where = f"{self.place[0]}:{self.place[1]}: " if self.place else ""
        return f"{where}{self.kind.value}: {self.text}"


class Spent:
    """Counts of what a run has used.

    Raises
    ------
    ProgramError
        By its methods, once more was used than is allowed.
    """

    MAX_STEPS = 400_000
    MAX_DEPTH = 60
    MAX_MARKS = 20_000
    MAX_SIZE = 100_000
    """How many elements an array or a text may have."""

    def __init__(self) -> None:
        self.steps = self.depth = 0

    def step(self) -> None:
        """Count one step."""
        self.steps += 1
        if self.steps > self.MAX_STEPS:
            raise ProgramError(FaultKind.LIMIT, f"more than {self.MAX_STEPS} steps")

    def enter(self) -> None:
        """Count a call; `leave` ends it."""
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            raise ProgramError(FaultKind.LIMIT, f"more than {self.MAX_DEPTH} calls inside others")

    def leave(self) -> None:
        """End a call."""
        self.depth -= 1

    def size(self, count: int) -> None:
        """Check the size of something that is about to be made."""
        if count > self.MAX_SIZE:
            raise ProgramError(FaultKind.LIMIT, f"more than {self.MAX_SIZE} elements")
