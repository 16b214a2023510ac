"""Parser of problems in the JGEX text format.

::

    a b c = triangle a b c; m = midpoint m b c; d = on_line d a m, on_circle d m b ? perp b d d c

Clauses are separated by ``;``. Each names the points that it places and one or more constructions,
separated by ``,``; after the name of a construction, the points that it places may be written or
left out. Clauses after ``|`` are auxiliary. After ``?`` come the goals. A placed point may be given
coordinates: ``a@0.5_-1.25``.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from geoengine.errors import ProblemError
from geoengine.scene.assembly import assemble
from geoengine.scene.clauses import ClauseReader
from geoengine.scene.problem import ConstructionStep, Problem
from geoengine.scene.tokens import Token, cut, tokenize

__all__ = ["ProblemEntry", "list_problems", "load_problem", "load_problems"]

_LONGEST = 20_000_000
"""The largest size of a problem file, in characters."""

_LONGEST_SHOWN = 80
"""The largest part of a line that a message shows, in characters."""


def load_problem(text: str, *, name: str = "problem", aux: bool = False) -> Problem:
    """Read one problem.

    Parameters
    ----------
    text : str
        Clauses, then optionally ``?`` and the goals; without goals it is a figure alone.
    name : str
        The name for listings and messages.
    aux : bool
        Whether to keep the auxiliary points, those after ``|``.

    Returns
    -------
    Problem

    Raises
    ------
    ProblemError
        With the line and column of the token at fault.

    Examples
    --------
    >>> problem = load_problem("a b c = triangle; h = orthocenter a b c ? perp a h b c")
    >>> [str(premise) for premise in problem.premises]
    ['perp a h b c', 'perp a c b h', 'perp a b c h']
    >>> load_problem("a b c = triangel")
    Traceback (most recent call last):
    geoengine.errors.ProblemError: line 1, column 9: unknown construction 'triangel'
      hint: did you mean triangle?
    """
    tokens = tokenize(text)
    if not tokens:
        raise ProblemError(
            "expected a problem, found no text", line=1, column=1,
            hint="write: a b c = triangle; m = midpoint b c ? cong m b m c",
        )  # fmt: skip
    end = Token("", tokens[-1].line, tokens[-1].column + len(tokens[-1].text))
    construction, question, asked = cut(tokens, "?")
    shown, bar, auxiliary = cut(construction, "|")
    if question is None and any(token.text == "|" for token in auxiliary):
        raise next(w for w in auxiliary if w.text == "|").error("expected one '|', found another")
    reader = ClauseReader(end)
    reader.read_clauses(shown, bar or question or end)
    visible = len(reader.steps)
    if bar is not None:
        # Auxiliary clauses are checked even if they are dropped.
        reader.read_clauses(auxiliary, question or end)
    if not aux:
        reader.drop_after(visible)
    goals, questions = reader.read_goals(asked, end) if question is not None else ([], [])
    return assemble(reader.steps, goals=goals, questions=questions, name=name, fixed=reader.fixed)


def load_steps(text: str, problem: Problem) -> tuple[ConstructionStep, ...]:
    """Read clauses that add points to a problem.

    Raises
    ------
    ProblemError
        With the line and column of the token at fault.

    Examples
    --------
    >>> problem = load_problem("a b c = triangle")
    >>> [str(call) for step in load_steps("m = midpoint b c", problem) for call in step.calls]
    ['midpoint m b c']
    """
    tokens = tokenize(text)
    if not tokens:
        raise ProblemError(
            "expected clauses, found no text", line=1, column=1, hint="write: m = midpoint b c"
        )
    for token in tokens:
        if token.text in {"?", "|"}:
            raise token.error(f"expected only clauses, found {token.text!r}")
    end = Token("", tokens[-1].line, tokens[-1].column + len(tokens[-1].text))
    reader = ClauseReader(end, problem.steps)
    reader.read_clauses(tokens, end)
    if reader.fixed:
        raise ProblemError(
            f"expected points that are constructed, found coordinates of {reader.fixed[0][0]}"
        )
    return tuple(reader.steps[len(problem.steps) :])


def load_problems(path: str | os.PathLike[str], *, aux: bool = False) -> list[Problem]:
    r"""Read a file of problems, two lines each: the name, then the text.

    Empty lines, and lines that begin with ``#``, are skipped.

    Parameters
    ----------
    path : str or path
        The file.
    aux : bool
        Whether to keep the auxiliary points.

    Returns
    -------
    list of Problem

    Raises
    ------
    ProblemError
        For the first problem that cannot be read, with file, line and column.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "problems.txt"
    >>> _ = file.write_text("bisected\na b = segment; m = midpoint a b ? cong m a m b\n")
    >>> [problem.name for problem in load_problems(file)]
    ['bisected']
    """
    return [entry.load() for entry in list_problems(path, aux=aux)]


@dataclass(frozen=True, slots=True)
class ProblemEntry:
    """One problem of a file, or the reason why it cannot be read.

    Parameters
    ----------
    name : str
        The name; if there is none, the line, such as ``line 7``.
    source : str
        The file.
    line : int
        The line of the text; if there is none, the line of the name.
    text : str
        The text; empty if there is none.
    content : Problem or ProblemError
        The problem, or the error with file, line and column.
    """

    name: str
    source: str
    line: int
    text: str
    content: Problem | ProblemError

    @property
    def place(self) -> str:
        """Its position, ``file:line``, or that of its error, ``file:line:column``."""
        if isinstance(self.content, ProblemError):
            return self.content.place
        return f"{self.source}:{self.line}"

    def load(self) -> Problem:
        """Return the problem, or raise its error."""
        if isinstance(self.content, ProblemError):
            raise self.content
        return self.content


def list_problems(path: str | os.PathLike[str], *, aux: bool = False) -> list[ProblemEntry]:
    r"""Read a file like `load_problems`, continuing after problems that cannot be read.

    Parameters
    ----------
    path : str or path
        The file.
    aux : bool
        Whether to keep the auxiliary points.

    Returns
    -------
    list of ProblemEntry
        The entries, in the order of the file.

    Raises
    ------
    ProblemError
        If the file itself cannot be read.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "problems.txt"
    >>> _ = file.write_text("odd\na b = segmnt\neven\na b = segment\n")
    >>> [entry.content for entry in list_problems(file)][0].hint
    'did you mean segment?'
    """
    source = os.fspath(path)
    lines = _lines(path, source)
    entries: list[ProblemEntry] = []
    at = 0
    while at < len(lines):
        number, name = lines[at]
        texts = [_looks_like_a_text(line) for _, line in lines[at : at + 3]]
        if texts[0]:
            error = ProblemError(
                f"expected the name of a problem, found {_shortened(name)!r}",
                source=source, line=number, column=1,
                hint="write two lines for each problem: its name, then all its text on one line",
            )  # fmt: skip
            entries.append(ProblemEntry(f"line {number}", source, number, "", error))
            at += 1
        elif len(texts) == 1 or texts[1:] == [False, True]:
            # A name without a text is followed by the name of the next problem.
            found = repr(_shortened(lines[at + 1][1])) if len(texts) > 1 else "the end of the file"
            error = ProblemError(
                f"expected a problem text on the line after the name, found {found}",
                source=source, line=number, column=1,
                hint="write two lines for each problem: its name, then its text",
            )  # fmt: skip
            entries.append(ProblemEntry(name.strip(), source, number, "", error))
            at += 1
        else:
            entries.append(_entry(name.strip(), source, *lines[at + 1], aux))
            at += 2
    return entries


def _lines(path: str | os.PathLike[str], source: str) -> list[tuple[int, str]]:
    """Return the lines that are neither empty nor comments, with their numbers."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            content = file.read(_LONGEST + 1)
    except UnicodeDecodeError:
        raise ProblemError("expected text in UTF-8, found other bytes", source=source) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProblemError(f"expected a file of problems: {why}", source=source) from None
    if len(content) > _LONGEST:
        raise ProblemError(
            f"expected at most {_LONGEST:,} characters of problems, found more", source=source
        )
    if _begins_json(content):
        raise ProblemError(
            "expected problems in JGEX text, found JSON",
            source=source, line=1, column=1,
            hint="geoengine verify and geoengine inspect read problems, proofs and items in JSON",
        )  # fmt: skip
    return [
        (number, line)
        for number, line in enumerate(content.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def _begins_json(content: str) -> bool:
    """Return whether a text begins like an object or a list in JSON."""
    first = content.lstrip().split("\n", 1)[0].strip()
    if first in {"{", "["}:
        return True
    try:
        return isinstance(json.loads(first), dict | list)
    except (ValueError, RecursionError):
        return False


def _shortened(line: str) -> str:
    text = line.strip()
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _looks_like_a_text(line: str) -> bool:
    return "=" in line or "?" in line


def _entry(name: str, source: str, number: int, text: str, aux: bool) -> ProblemEntry:
    content: Problem | ProblemError
    try:
        content = load_problem(text, name=name, aux=aux)
    except ProblemError as error:
        content = ProblemError(
            error.message, source=source, line=number, column=error.column, hint=error.hint
        )
    return ProblemEntry(name, source, number, text, content)
