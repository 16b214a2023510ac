"""Problems of a file that are left out, since they cannot be read or placed, or fail."""

from __future__ import annotations

from typing import Any

import typer

from geoengine.cli.output import printable
from geoengine.errors import GeoengineError, InputError

__all__ = ["LEFT_OUT", "report_error"]

LEFT_OUT = {
    "not_read": "could not be read",
    "not_placed": "could not be placed",
    "failed": "failed",
}
"""The reasons for leaving a problem out: stop reasons in JSON, with words for the total."""


def report_error(name: str, place: str, error: GeoengineError) -> dict[str, Any]:
    """Print on standard error what is wrong with a problem, and return it as a record.

    Parameters
    ----------
    name : str
        The name of the problem; empty for a file as a whole.
    place : str
        Where the problem is: ``file:line``, or ``file:line:column``.
    error : GeoengineError
        The error in reading, placing or proving the problem.

    Returns
    -------
    dict
        The place, the message, and the hint or None.
    """
    if isinstance(error, InputError):
        message, hint = error.message, error.hint
    else:
        message, hint = str(error).removeprefix(f"{name}: "), None
    shown = f"{place}: error: {name}: {message}" if name else str(error).partition("\n  hint: ")[0]
    typer.echo(printable(f"{shown}\n  hint: {hint}" if hint else shown), err=True)
    return {"place": place, "message": message, "hint": hint}
