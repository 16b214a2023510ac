"""Guessers that learn from questions with known keys to score the options of others."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.option_numbers import number_table
from geoengine.adversary.option_tokens import tokens_of
from geoengine.adversary.question_text import QuestionText
from geoengine.errors import UsageError

__all__ = ["GUESSERS", "Guesser", "Options", "Scorer", "bucket_of", "load_sklearn", "rule_hits"]

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
            table, columns, _hashed(texts),
            [content for text in texts for content in text.contents],
            np.repeat(np.arange(len(texts)), [len(text.options) for text in texts]),
            np.array([k == text.key for text in texts for k in range(len(text.options))]),
        )  # fmt: skip

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The first option of each question."""
        return np.flatnonzero(np.diff(self.question, prepend=-1))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The number of options of each question."""
        return np.diff([*self.starts, len(self.question)])

    def rows(self, kept: NDArray[np.int64]) -> Options:
        """Return some options only, by their numbers."""
        return Options(
            self.table[kept], self.columns, self.grams[kept], [self.texts[k] for k in kept],
            self.question[kept], self.right[kept],
        )  # fmt: skip

    def value(self, number: str) -> NDArray[np.float64]:
        """Return a number of each option; 0 everywhere if no option has it."""
        return self.column(f"{number}:value")

    def column(self, name: str) -> NDArray[np.float64]:
        """Return a column of the table by its name; 0 everywhere if there is none."""
        return self.in_columns([name])[:, 0]

    def in_columns(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Return the columns of some names, with 0 in those that the table lacks."""
        if names == self.columns:
            return self.table
        place = {name: k for k, name in enumerate(self.columns)}
        at = np.array([place.get(name, -1) for name in names], dtype=np.int64)
        return np.where(at >= 0, self.table[:, at], 0.0)


Scorer = Callable[[Options], NDArray[np.float64]]
"""Returns a score for each option; the key should have the highest of its question."""

Guesser = Callable[[Options], Scorer]
"""Learns from the options of some questions how to score those of others."""


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


def best_number(known: Options) -> Scorer:
    """Score by one column, upwards or downwards: the choice that is most often right in `known`."""
    column, sign = divmod(int(np.argmax(rule_hits(known))), 2)
    name = known.columns[column]
    return lambda asked: asked.column(name) * (1 if sign == 0 else -1)


def rule_hits(options: Options) -> NDArray[np.float64]:
    """Count the questions whose key has the highest, or the lowest, number in each column.

    If several options of a question have that number, the key counts as one over their number.

    Returns
    -------
    ndarray, shape (2 columns,)
        For the first column, the count of the highest, then that of the lowest; then for the
        second column, and so on.
    """
    starts = options.starts
    hits = np.empty((options.table.shape[1], 2))
    for k, table in enumerate((options.table, -options.table)):
        top = np.maximum.reduceat(table, starts, axis=0)
        rows = np.repeat(np.arange(len(starts)), options.counts)
        at_top = table >= top[rows] - _PSEUDO
        count = np.add.reduceat(at_top, starts, axis=0)
        hits[:, k] = ((at_top & options.right[:, None]) / count[rows]).sum(axis=0)
    return hits.reshape(-1)


def linear_on_grams(known: Options) -> Scorer:
    """Logistic regression on n-grams."""
    counts = np.bincount(known.grams.indices, minlength=_BUCKETS)
    kept = np.flatnonzero(counts >= _SEEN)
    score = _logistic(known.grams[:, kept], known.right, strength=0.3)
    return lambda asked: score(asked.grams[:, kept])


def known_options(known: Options) -> Scorer:
    """Score by how often the same text was right, relative to how often it was offered."""
    offered, right = Counter(known.texts), Counter(np.array(known.texts)[known.right].tolist())
    share = known.right.mean() if len(known.right) else 0.0
    # As if each text had been offered once more, and been right with the average share.
    return lambda asked: np.array(
        [(right[text] + share) / (offered[text] + 1) for text in asked.texts]
    )


def linear_on_numbers(known: Options) -> Scorer:
    """Logistic regression on standardised numbers."""
    scaler = load_sklearn().preprocessing.StandardScaler().fit(known.table)
    score = _logistic(scaler.transform(known.table), known.right, strength=0.02)
    return lambda asked: score(scaler.transform(asked.in_columns(known.columns)))


def boosted_trees(known: Options) -> Scorer:
    """Gradient-boosted trees on numbers."""
    # Extremes are ranks too; a column that never varies only takes time.
    kept = [
        name
        for k, name in enumerate(known.columns)
        if name.endswith((":value", ":rank")) and np.ptp(known.table[:, k]) > 0
    ]
    if not kept:
        return lambda asked: np.zeros(len(asked.right))
    model = load_sklearn().ensemble.HistGradientBoostingClassifier(
        max_iter=60, learning_rate=0.12, max_leaf_nodes=12, min_samples_leaf=20,
        l2_regularization=5.0, early_stopping=False, random_state=0,
    )  # fmt: skip
    model.fit(known.in_columns(kept), known.right)
    return lambda asked: np.asarray(
        model.decision_function(asked.in_columns(kept)), dtype=np.float64
    )


def _logistic(
    train: Any, right: NDArray[np.bool_], *, strength: float
) -> Callable[[Any], NDArray[np.float64]]:
    model = load_sklearn().linear_model.LogisticRegression(C=strength, max_iter=1000)
    model.fit(train, right)
    return lambda test: np.asarray(model.decision_function(test), dtype=np.float64)


def bucket_of(gram: str) -> int:
    """Return the bucket into which the name of an n-gram is hashed."""
    return zlib.crc32(gram.encode()) % _BUCKETS


def _hashed(texts: Sequence[QuestionText]) -> Any:
    """A sparse matrix that counts each n-gram of an option once; rows have the length 1."""
    from scipy.sparse import csr_matrix

    columns = [own for text in texts for own in _buckets(text)]
    sizes = [*map(len, columns)]
    values = np.repeat([1 / max(1, size) ** 0.5 for size in sizes], sizes)
    ends = np.cumsum([0, *sizes])
    return csr_matrix((values, np.concatenate(columns), ends), shape=(len(columns), _BUCKETS))


@lru_cache(maxsize=4096)
def _buckets(text: QuestionText) -> list[NDArray[np.int64]]:
    """The buckets of each option's n-grams. A build asks for those of a candidate several times."""
    return [
        np.array(sorted({*map(bucket_of, set(grams))}), dtype=np.int64) for grams in tokens_of(text)
    ]


GUESSERS: dict[str, Guesser] = {
    "best number": best_number,
    "known options": known_options,
    "n-grams, linear": linear_on_grams,
    "numbers, linear": linear_on_numbers,
    "numbers, trees": boosted_trees,
}
