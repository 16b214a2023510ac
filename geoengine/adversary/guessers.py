"""Guessers that learn from questions with known keys to score the options of others."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from geoengine.errors import UsageError

__all__ = ["GUESSERS", "Guesser", "Options", "load_sklearn"]

_BUCKETS = 2**18
_PSEUDO = 1e-9


@dataclass(frozen=True)
class Options:
    """The options of several questions, one after the other.

    Attributes
    ----------
    table : ndarray, shape (options, columns)
        Numbers about each option.
    columns : list of str
    tokens : list of list of str
        The n-grams of each option.
    question : ndarray of int, shape (options,)
        Which question it belongs to.
    right : ndarray of bool, shape (options,)
        Whether it is the key.
    """

    table: NDArray[np.float64]
    columns: list[str]
    tokens: list[list[str]]
    question: NDArray[np.int64]
    right: NDArray[np.bool_]

    def of(self, questions: NDArray[np.int64]) -> Options:
        """Return the options of some questions only."""
        kept = np.flatnonzero(np.isin(self.question, questions))
        return Options(
            self.table[kept], self.columns, [self.tokens[k] for k in kept],
            self.question[kept], self.right[kept],
        )  # fmt: skip


class Guesser(Protocol):
    """Learns from some questions, and scores the options of others."""

    def __call__(self, known: Options, asked: Options) -> NDArray[np.float64]:
        """Return a score for each option of `asked`; the key should have the highest."""


def load_sklearn() -> Any:
    """Import scikit-learn.

    Raises
    ------
    UsageError
        When it is not installed.
    """
    try:
        import sklearn.ensemble
        import sklearn.linear_model
        import sklearn.preprocessing
    except ImportError:
        raise UsageError(
            "the adversary needs scikit-learn, which is not installed",
            hint="install it with: pip install 'geoengine[adversary]'",
        ) from None
    return sklearn


def best_number(known: Options, asked: Options) -> NDArray[np.float64]:
    """Score by one column, upwards or downwards: the choice that is most often right in `known`."""
    hits = rule_hits(known)
    best = int(np.argmax(hits))
    column, sign = divmod(best, 2)
    return asked.table[:, column] * (1 if sign == 0 else -1)


def rule_hits(options: Options) -> NDArray[np.float64]:
    """Count the questions whose key has the highest, or the lowest, number in each column.

    If several options of a question have that number, the key counts as one over their number.

    Returns
    -------
    ndarray, shape (2 columns,)
        For the first column, the count of the highest, then that of the lowest; then for the
        second column, and so on.
    """
    starts = np.flatnonzero(np.diff(options.question, prepend=-1))
    hits = np.empty((options.table.shape[1], 2))
    for k, table in enumerate((options.table, -options.table)):
        top = np.maximum.reduceat(table, starts, axis=0)
        rows = np.repeat(np.arange(len(starts)), np.diff([*starts, len(table)]))
        at_top = table >= top[rows] - _PSEUDO
        count = np.add.reduceat(at_top, starts, axis=0)
        hits[:, k] = ((at_top & options.right[:, None]) / count[rows]).sum(axis=0)
    return hits.reshape(-1)


def linear_on_tokens(known: Options, asked: Options) -> NDArray[np.float64]:
    """Logistic regression on n-grams."""
    return _logistic(_hashed(known.tokens), known.right, _hashed(asked.tokens), strength=0.3)


def linear_on_numbers(known: Options, asked: Options) -> NDArray[np.float64]:
    """Logistic regression on standardised numbers."""
    scaler = load_sklearn().preprocessing.StandardScaler().fit(known.table)
    return _logistic(
        scaler.transform(known.table), known.right, scaler.transform(asked.table), strength=0.02
    )


def boosted_trees(known: Options, asked: Options) -> NDArray[np.float64]:
    """Gradient-boosted trees on numbers."""
    # Extremes are ranks too; a column that never varies only takes time.
    kept = [
        k
        for k, name in enumerate(known.columns)
        if name.endswith((":value", ":rank")) and np.ptp(known.table[:, k]) > 0
    ]
    model = load_sklearn().ensemble.HistGradientBoostingClassifier(
        max_iter=120, learning_rate=0.06, max_leaf_nodes=12, min_samples_leaf=20,
        l2_regularization=5.0, early_stopping=False, random_state=0,
    )  # fmt: skip
    model.fit(known.table[:, kept], known.right)
    return np.asarray(model.decision_function(asked.table[:, kept]), dtype=np.float64)


def _logistic(
    train: Any, right: NDArray[np.bool_], test: Any, *, strength: float
) -> NDArray[np.float64]:
    model = load_sklearn().linear_model.LogisticRegression(C=strength, max_iter=1000)
    return np.asarray(model.fit(train, right).decision_function(test), dtype=np.float64)


def _hashed(tokens: Sequence[Sequence[str]]) -> Any:
    """A sparse matrix that counts each n-gram of an option once, in hashed columns."""
    from scipy.sparse import csr_matrix

    columns = [sorted({zlib.crc32(t.encode()) % _BUCKETS for t in grams}) for grams in tokens]
    ends = np.cumsum([0, *map(len, columns)])
    values = np.repeat([1 / max(1, len(row)) ** 0.5 for row in columns], [*map(len, columns)])
    return csr_matrix(
        (values, np.array([c for row in columns for c in row], dtype=np.int64), ends),
        shape=(len(tokens), _BUCKETS),
    )


GUESSERS: dict[str, Guesser] = {
    "best number": best_number,
    "n-grams, linear": linear_on_tokens,
    "numbers, linear": linear_on_numbers,
    "numbers, trees": boosted_trees,
}
