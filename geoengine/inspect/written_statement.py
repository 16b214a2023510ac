"""Statements that are written in items and explanations."""

from __future__ import annotations

from typing import Any

from geoengine.errors import StatementError
from geoengine.language import Statement, parse_statement

__all__ = ["written_statement"]


def written_statement(text: Any) -> Statement | None:
    """Return the statement that a formal text states; None if it is no text, or states none.

    Examples
    --------
    >>> print(written_statement("cong A B C D"), written_statement("AB = CD"))
    cong A B C D None
    """
    try:
        return parse_statement(text) if isinstance(text, str) else None
    except StatementError:
        return None
