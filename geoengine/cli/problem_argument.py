"""The problem given on the command line, as a text or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from geoengine.cli.batch import list_entries
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.scene import Problem, ProblemEntry

__all__ = ["is_problem_text", "read_problem_argument", "refuse_unquoted"]


def read_problem_argument(
    words: Sequence[str], name: str | None, *, aux: bool = False, command: str = "prove"
) -> Problem:
    """Read the problem given on the command line.

    Parameters
    ----------
    words : sequence of str
        One word: a problem in JGEX text, or the name of a file of problems. Several words are an
        error: a problem that was not quoted.
    name : str or None
        The name of the problem in the file; not needed for a text, or for a file with one problem.
    aux : bool
        Whether the auxiliary points after ``|`` are part of the figure.
    command : str
        The name of the command, for messages.

    Raises
    ------
    UsageError
        When there is no such problem, or several; the hint says how to give one.
    ProblemError
        When the problem cannot be read.

    Examples
    --------
    >>> print(read_problem_argument(["a b = segment"], None))
    a b = segment a b
    """
    from geoengine.scene import load_problem

    if not words:
        hint = f'write: geoengine {command} "a b c = triangle; m = midpoint a b"'
        raise UsageError("expected a problem, found none", hint=hint)
    if len(words) > 1:
        raise _unquoted(words, command)
    text = words[0]
    if is_problem_text(text):
        return load_problem(text, aux=aux)
    if not _exists(text) or not Path(text).is_file():
        raise UsageError(
            f"expected a problem or a file of problems, found {text!r}",
            hint="a problem has the form: points = construction; ... ? goal",
        )
    return _entry_of(Path(text), name, aux=aux).load()


def is_problem_text(word: str) -> bool:
    """Whether an argument is the text of a problem, not the name of a file.

    Examples
    --------
    >>> is_problem_text("a b = segment"), is_problem_text("problems.txt")
    (True, False)
    """
    return ("=" in word or "?" in word) and not _exists(word)


def _exists(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        # The name is too long for a file.
        return False


def refuse_unquoted(words: Sequence[str], command: str) -> None:
    """Raise `UsageError` if the arguments seem to be the words of a problem without quotes."""
    if "=" in words or "?" in words:
        raise _unquoted(words, command)


def _unquoted(words: Sequence[str], command: str) -> UsageError:
    return UsageError(
        f"expected one problem, found {len(words)} arguments: {' '.join(words)}",
        hint='put the problem in quotes, since the shell cuts it at blanks and at ";":'
        f' geoengine {command} "{" ".join(words)}"',
    )


def _entry_of(path: Path, name: str | None, *, aux: bool) -> ProblemEntry:
    entries = list_entries(path, aux=aux)
    names = [entry.name for entry in entries]
    if name is None:
        if len(entries) == 1:
            return entries[0]
        raise UsageError(
            f"expected --name, since {path} holds {len(entries)} problems",
            hint=f"the first are: {', '.join(dict.fromkeys(names[:5]))}",
        )
    from geoengine.cli.listing import find_entry

    if names.count(name) > 1:
        places = ", ".join(entry.place for entry in entries if entry.name == name)
        raise UsageError(
            f"expected one problem named {name!r}, found {names.count(name)}: {places}",
            hint="give each problem of a file a name of its own",
        )
    return find_entry(name, dict(zip(names, entries, strict=True)), "problem")
