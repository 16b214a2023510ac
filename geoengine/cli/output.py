"""Writes text to a file, to standard output, or to a terminal."""

from __future__ import annotations

from pathlib import Path

import typer

from geoengine.errors import UsageError

__all__ = ["STANDARD_OUTPUT", "mention", "printable", "refuse_standard_output", "write_out"]

STANDARD_OUTPUT = Path("-")
"""The file name that means standard output."""


def refuse_standard_output(out: Path, noun: str) -> None:
    """Raise `UsageError` if ``-`` is given where `noun`, a folder or a page, is expected."""
    if out == STANDARD_OUTPUT:
        raise UsageError(
            f"expected {noun}, found '-'",
            hint="- is standard output, for pictures and lists only; choose a name",
        )


def write_out(text: str, out: Path | None) -> None:
    """Write to a file, or to standard output if `out` is None or ``-``.

    The folder of the file is made if necessary.

    Raises
    ------
    UsageError
        When the file cannot be written.
    """
    if out is None or out == STANDARD_OUTPUT:
        typer.echo(text, nl=False)
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error


def mention(out: Path | None, what: str) -> None:
    """Print where `what` was written, unless it went to standard output."""
    if out is not None and out != STANDARD_OUTPUT:
        typer.echo(f"Written to {out}: {what}")


def printable(text: str) -> str:
    r"""Replace each character that a terminal might interpret by U+FFFD.

    These are all unprintable characters except line ends.

    Examples
    --------
    >>> printable("a\x1b[31m b\n") == "a\ufffd[31m b\n"
    True
    """
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)
