"""Errors of programs."""

from __future__ import annotations

from geoengine.errors import InputError
from geoengine.program.place import Place

__all__ = ["ExecutionError", "PrintingError", "ProgramError"]


class ProgramError(InputError):
    """A program that cannot be read: its notation, a name, a type."""

    @classmethod
    def found_at(cls, place: Place | None, message: str, hint: str | None = None) -> ProgramError:
        """Return an error at a place of the program's text."""
        line, column = place if place is not None else (None, None)
        return cls(message, line=line, column=column, hint=hint)


class ExecutionError(ProgramError):
    """A program that cannot be executed to its end: no value, or a limit that it exceeds."""


class PrintingError(ProgramError):
    """A program that has no counterpart in the language in which it is to be printed."""
