"""Reading problems in the JGEX text format.

::

    a b c = triangle a b c; m = midpoint m b c; d = on_line d a m, on_circle d m b ? perp b d d c

Clauses are separated by ``;``. Each names the points that it places and one or more constructions,
separated by ``,``; the placed points may be repeated among a construction's points or left out.
Clauses after ``|`` are auxiliary. After ``?`` come the goals. A placed point may be given
coordinates: ``a@0.5_-1.25``.
"""

from __future__ import annotations

import os
from pathlib import Path

from geoengine.errors import ProblemError
from geoengine.scene.assembly import assemble
from geoengine.scene.clauses import ClauseReader
from geoengine.scene.problem import Problem
from geoengine.scene.tokens import Token, cut, tokenize

__all__ = ["load_problem", "load_problems"]

_LONGEST = 20_000_000
"""Characters of a file of problems that is read."""


def load_problem(text: str, *, name: str = "problem", aux: bool = False) -> Problem:
    """Read one problem.

    Parameters
    ----------
    text : str
        Constructions, then optionally ``?`` and the goals; without goals it is a bare figure.
    name : str
        A name for lists and messages.
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
        # Auxiliary clauses are checked even where they are left out.
        reader.read_clauses(auxiliary, question or end)
    if not aux:
        reader.drop_after(visible)
    goals, questions = reader.read_goals(asked, end) if question is not None else ([], [])
    return assemble(reader.steps, goals=goals, questions=questions, name=name, fixed=reader.fixed)


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
        With file, line and column.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "problems.txt"
    >>> _ = file.write_text("bisected\na b = segment; m = midpoint a b ? cong m a m b\n")
    >>> [problem.name for problem in load_problems(file)]
    ['bisected']
    """
    source = os.fspath(path)
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
    lines = [
        (number, line)
        for number, line in enumerate(content.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    for number, name in lines[::2]:
        if "=" in name or "?" in name:
            raise ProblemError(
                f"expected the name of a problem, found {name.strip()!r}",
                source=source, line=number, column=1,
                hint="write two lines for each problem: its name, then all its text on one line",
            )  # fmt: skip
    if len(lines) % 2:
        raise ProblemError(
            "expected a problem text on the line after the name, found the end of the file",
            source=source, line=lines[-1][0], column=1,
            hint="write two lines for each problem: its name, then its text",
        )  # fmt: skip
    problems = []
    for (_, name), (number, text) in zip(lines[::2], lines[1::2], strict=True):
        try:
            problems.append(load_problem(text, name=name.strip(), aux=aux))
        except ProblemError as error:
            raise ProblemError(
                error.message, source=source, line=number, column=error.column, hint=error.hint
            ) from None
    return problems
