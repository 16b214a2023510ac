"""The exceptions of geoengine, one tree.

::

    GeoengineError                       Exception
    ├── InputError                       ValueError    invalid input from the user
    │   ├── CatalogueError                             a rule, construction, scene or task entry
    │   │   ├── EntryError                             one found while an entry is validated
    │   │   │   └── InstanceError                      one found in an instance of a seed
    │   │   └── TaskError                              a seed of which no drafting task can be made
    │   ├── StatementError                             a statement that cannot be read
    │   │   └── DegenerateStatementError               a statement that is trivial or undefined
    │   ├── DraftError                                 a draft that cannot be read or carried out
    │   │   ├── DraftLimitError                        one that makes too much, or takes too long
    │   │   └── NoWayError                             a command that the tools cannot carry out
    │   ├── ProblemError                               a problem file
    │   ├── RegionError                                a boundary that encloses no plane region
    │   ├── ProgramError                               a program that cannot be read
    │   │   ├── ExecutionError                         one that cannot be executed
    │   │   └── PrintingError                          one with no counterpart in a language
    │   ├── SolidError                                 an undefined figure or measure in space
    │   ├── UnknownFunctionError                       a function that the judge does not know
    │   └── UsageError                                 an option or argument of a command
    │       └── BrokenPluginError                      an installed package that cannot be loaded
    ├── PlacementError                   RuntimeError  no figure could be placed
    ├── NotDerivedError                                a goal that was not derived
    ├── NotDeterminedError                             a question without an exact answer
    ├── TooFewError                                    too few problems could be sampled
    ├── UnusableSceneError                             a scene from which no item can be made
    ├── UnfilledError                                  too few items of a task could be made
    ├── UnfinishedError                                the files of an item could not be made
    ├── WorkerLostError                                a worker process that ended early
    ├── MissingLibraryError              ImportError   a format whose Python library is missing
    ├── MissingCodecError                ImportError   videos, whose Python library is missing
    ├── NoComparisonError                ImportError   pictures, whose Python library is missing
    ├── MissingAssetsError                             pages whose programs were not built
    ├── JudgeError                       RuntimeError  a judge model that could not be asked
    ├── CertificateError                               internal: an equation without a certificate
    ├── EvaluationError                                an expression of a seed without a value
    ├── MeasureError                                   a measure that a program's figure lacks
    ├── InexactError                     ArithmeticError  a number that cannot be written exactly
    ├── NotExactError                    ArithmeticError  a draft that takes more than square roots
    │   └── FinerTurnError                             an angle beside those that were allowed
    └── QuantityError                                  internal: a value that the figure contradicts

Those that are not in this module are defined in the packages that raise them.

An `InputError` states what was expected, what was found, where, and how to correct it. Code that
detects a mistake often does not know the file or the line: a caller that does adds them with
`InputError.at`.
"""

from __future__ import annotations

import copy
import os
from typing import Self

__all__ = [
    "CatalogueError",
    "DegenerateStatementError",
    "GeoengineError",
    "InputError",
    "PlacementError",
    "ProblemError",
    "StatementError",
    "UsageError",
]


class GeoengineError(Exception):
    """Base class of all exceptions that geoengine raises deliberately."""


class InputError(GeoengineError, ValueError):
    """Invalid input: a statement, a file, an option.

    Parameters
    ----------
    message : str
        What was expected and what was found, in one sentence.
    source : str or path, optional
        The file, or another name for the text that was read.
    line, column : int, optional
        The place in `source`, both counted from 1.
    hint : str, optional
        How to correct the mistake.

    Examples
    --------
    >>> error = InputError("expected 4 points, found 3", hint="write: cong A B C D")
    >>> print(error.at(source="pair.yaml", line=7, column=3))
    pair.yaml:7:3: expected 4 points, found 3
      hint: write: cong A B C D
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | os.PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.source = None if source is None else os.fspath(source)
        self.line = line
        self.column = column
        self.hint = hint

    @property
    def place(self) -> str:
        """The known parts of the place of the mistake; empty when it is unknown.

        ``file:line:column``, or in words if the file is unknown.

        Examples
        --------
        >>> InputError("unknown rule", source="median.yaml", line=3).place
        'median.yaml:3'
        >>> InputError("unknown rule", line=3, column=9).place
        'line 3, column 9'
        """
        if self.source is None:
            named = [("line", self.line), ("column", self.column)]
            return ", ".join(f"{word} {number}" for word, number in named if number is not None)
        parts = [self.source]
        if self.line is not None:
            parts.append(str(self.line))
            if self.column is not None:
                parts.append(str(self.column))
        return ":".join(parts)

    def __str__(self) -> str:
        head = f"{self.place}: {self.message}" if self.place else self.message
        return f"{head}\n  hint: {self.hint}" if self.hint else head

    def at(
        self,
        *,
        source: str | os.PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> Self:
        """Return a copy with the place filled in, as far as it was unknown.

        If the line is unknown, the error's own column counts from the beginning of the piece of
        text that was read, and `column` is the column at which that piece begins in its line.

        Parameters
        ----------
        source, line, column
            As for the class.

        Returns
        -------
        InputError
            An error of the same class, with the same message and hint.

        Examples
        --------
        >>> inner = StatementError("unknown predicate 'kong'", column=5)
        >>> str(inner.at(source="kite.yaml", line=2, column=11))
        "kite.yaml:2:15: unknown predicate 'kong'"
        """
        located = copy.copy(self)
        if located.source is None and source is not None:
            located.source = os.fspath(source)
        if located.line is None:
            located.line = line
            if column is not None:
                located.column = column + (self.column - 1 if self.column else 0)
        return located


class CatalogueError(InputError):
    """An entry of the catalogue (rule, construction, scene, task) is wrong or missing."""


class StatementError(InputError):
    """A statement cannot be read: unknown predicate, wrong number of points, bad constant."""


class DegenerateStatementError(StatementError):
    """A trivial or undefined statement: a point is repeated, or both sides are the same."""


class ProblemError(InputError):
    """A problem cannot be read: its text, points, premises or goal."""


class UsageError(InputError):
    """A command was given an option, a name or a path that it cannot use."""


class PlacementError(GeoengineError, RuntimeError):
    """No figure satisfying the constructions was found in the allowed number of attempts."""
