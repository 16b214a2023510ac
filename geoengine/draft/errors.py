"""Errors of drafts."""

from __future__ import annotations

from geoengine.draft.place import Place
from geoengine.errors import InputError

__all__ = ["DraftError", "DraftLimitError"]


class DraftError(InputError):
    """A draft that cannot be read or carried out: its notation, a name, a kind of object."""

    @classmethod
    def found_at(cls, place: Place | None, message: str, hint: str | None = None) -> DraftError:
        """Return an error at a place of the draft's text."""
        line, column = place if place is not None else (None, None)
        return cls(message, line=line, column=column, hint=hint)


class DraftLimitError(DraftError):
    """A draft that makes more than it may, or takes longer."""
