"""Text that goes to a file, to standard output, or to a terminal."""

from __future__ import annotations

from pathlib import Path

import typer

from geoengine.errors import UsageError

__all__ = ["printable", "write_out"]


def write_out(text: str, out: Path | None) -> None:
    """Write to a file, or to standard output."""
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error


def printable(text: str) -> str:
    r"""Text without characters that a terminal would obey.

    Examples
    --------
    >>> printable("a\x1b[31m b\n") == "a\ufffd[31m b\n"
    True
    """
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)
