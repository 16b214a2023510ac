"""Guessers that learn from questions with known keys to score the options of others."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.option_numbers import number_table
from geoengine.adversary.option_tokens import tokens_of
from geoengine.adversary.question_text import QuestionText
from geoengine.errors import UsageError

__all__ = ["GUESSERS", "Guesser", "Options", "bucket_of", "load_sklearn", "rule_hits"]

_BUCKETS = 2**18
_PSEUDO = 1e-9
_SEEN = 2
"""Features that fewer options have are not learnt from."""


@dataclass(frozen=True)
class Options:
    """The options of several questions, one after the other.

    Attributes
    ----------
    table : ndarray, shape (options, columns)
        Numbers about each option.
    columns : list of str
    grams : scipy.sparse.csr_matrix, shape (options, buckets)
        Which n-grams each option has; their names are hashed into buckets.
    texts : list of str
        What each option says.
    question : ndarray of int, shape (options,)
        The number of the question that each option belongs to.
    right : ndarray of bool, shape (options,)
        Whether each option is the key of its question.
    """

    table: NDArray[np.float64]
    columns: list[str]
    grams: Any
    texts: list[str]
    question: NDArray[np.int64]
    right: NDArray[np.bool_]

    @classmethod
    def of_texts(cls, texts: Sequence[QuestionText]) -> Options:
        """Tabulate the options of some questions."""
        table, columns = number_table(texts)
        return cls(
            table, columns, _hashed([grams for text in texts for grams in tokens_of(text)]),
            [content for text in texts for content in text.contents],
            np.repeat(np.arange(len(texts)), [len(text.options) for text in texts]),
            np.array([k == text.key for text in texts for k in range(len(text.options))]),
        )  # fmt: skip

    def rows(self, kept: NDArray[np.int64]) -> Options:
        """Return some options only, by their numbers."""
        return Options(
            self.table[kept], self.columns, self.grams[kept], [self.texts[k] for k in kept],
            self.question[kept], self.right[kept],
        )  # fmt: skip

    def value(self, number: str) -> NDArray[np.float64]:
        """Return a number of each option; 0 everywhere if no option has it."""
        name = f"{number}:value"
        if name not in self.columns:
            return np.zeros(len(self.right))
        return self.table[:, self.columns.index(name)]


class Guesser(Protocol):
    """Learns from some questions, and scores the options of others."""

    def __call__(self, known: Options, asked: Options) -> NDArray[np.float64]:
        """Return a score for each option of `asked`; the key should have the highest."""


def load_sklearn() -> Any:
    """Import scikit-learn.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
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


def linear_on_grams(known: Options, asked: Options) -> NDArray[np.float64]:
    """Logistic regression on n-grams."""
    counts = np.bincount(known.grams.indices, minlength=_BUCKETS)
    kept = np.flatnonzero(counts >= _SEEN)
    return _logistic(known.grams[:, kept], known.right, asked.grams[:, kept], strength=0.3)


def known_options(known: Options, asked: Options) -> NDArray[np.float64]:
    """Score by how often the same text was right, relative to how often it was offered."""
    offered, right = Counter(known.texts), Counter(np.array(known.texts)[known.right].tolist())
    share = known.right.mean() if len(known.right) else 0.0
    # As if each text had been offered once more, and been right with the average share.
    return np.array([(right[text] + share) / (offered[text] + 1) for text in asked.texts])


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
        max_iter=60, learning_rate=0.12, max_leaf_nodes=12, min_samples_leaf=20,
        l2_regularization=5.0, early_stopping=False, random_state=0,
    )  # fmt: skip
    model.fit(known.table[:, kept], known.right)
    return np.asarray(model.decision_function(asked.table[:, kept]), dtype=np.float64)


def _logistic(
    train: Any, right: NDArray[np.bool_], test: Any, *, strength: float
) -> NDArray[np.float64]:
    model = load_sklearn().linear_model.LogisticRegression(C=strength, max_iter=1000)
    return np.asarray(model.fit(train, right).decision_function(test), dtype=np.float64)


def bucket_of(gram: str) -> int:
    """Return the bucket into which the name of an n-gram is hashed."""
    return zlib.crc32(gram.encode()) % _BUCKETS


def _hashed(tokens: Sequence[Sequence[str]]) -> Any:
    """A sparse matrix that counts each n-gram of an option once; rows have the length 1."""
    from scipy.sparse import csr_matrix

    columns = [sorted({*map(bucket_of, set(grams))}) for grams in tokens]
    ends = np.cumsum([0, *map(len, columns)])
    values = np.repeat([1 / max(1, len(row)) ** 0.5 for row in columns], [*map(len, columns)])
    return csr_matrix(
        (values, np.array([c for row in columns for c in row], dtype=np.int64), ends),
        shape=(len(tokens), _BUCKETS),
    )


GUESSERS: dict[str, Guesser] = {
    "best number": best_number,
    "known options": known_options,
    "n-grams, linear": linear_on_grams,
    "numbers, linear": linear_on_numbers,
    "numbers, trees": boosted_trees,
}
