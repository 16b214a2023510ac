"""Facts: statements over point numbers, and their linear forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_forms import (
    ALL_TABLES,
    FactForm,
    FormBlock,
    form_blocks,
    single_forms,
)
from geoengine.language import Value

__all__ = ["Fact", "Meanings", "alternatives"]


class Fact(NamedTuple):
    """A statement over point numbers; a tuple, because millions are made and looked up."""

    predicate: str
    points: tuple[int, ...]
    value: Value | None = None


def alternatives(
    frame: Frame, predicate: str, points: Sequence[Ints] | Ints, value: Value | None
) -> list[list[FormBlock]]:
    """Return the linear forms of `m` facts, as alternatives.

    A fact holds if all its forms in any one of the alternatives vanish.

    Parameters
    ----------
    frame : Frame
    predicate : str
        The predicate of all these facts.
    points : sequence of ndarray of int, each of shape (m,)
        For each argument of the predicate, the number of the point in each fact.
    value : Value or None
        The value of all these facts; None if the predicate has no value.

    Returns
    -------
    list of list of FormBlock
        The alternatives, each with blocks of `m` forms in one table; empty if the predicate has no
        linear forms.
    """
    found = []
    for name, arguments in _spellings(predicate, points):
        found += _by_table(form_blocks(frame, name, arguments, value, ALL_TABLES))
    return found


def _spellings(predicate: str, points: Any) -> list[tuple[str, Any]]:
    """Return predicates and arguments, any one of which says the same."""
    if predicate != "coll":
        return [(predicate, points)]
    # Two parallel lines with a common point coincide.
    a, b, c = points
    return [("para", (p, q, p, r)) for p, q, r in ((a, b, c), (b, a, c), (c, a, b))]


_Form = TypeVar("_Form", FormBlock, FactForm)


def _by_table(forms: Sequence[_Form]) -> list[list[_Form]]:
    if len(forms) < 2:
        return [[form] for form in forms]
    by_table = ([form for form in forms if form.plan.table == table] for table in ALL_TABLES)
    return [own for own in by_table if own]


class Meanings:
    """The linear forms of facts, cached for all closures in a frame.

    Parameters
    ----------
    frame : Frame
    """

    def __init__(self, frame: Frame) -> None:
        self._pair = frame.pair.tolist()
        self._forms: dict[Fact, list[FactForm]] = {}
        self._alternatives: dict[Fact, list[list[FactForm]]] = {}

    def forms(self, fact: Fact) -> list[FactForm]:
        """Return the linear forms of a fact."""
        found = self._forms.get(fact)
        if found is None:
            found = single_forms(self._pair, fact.predicate, fact.points, fact.value)
            self._forms[fact] = found
        return found

    def alternatives(self, fact: Fact) -> list[list[FactForm]]:
        """Return sets of linear forms; the fact holds if all forms of any one set vanish.

        Empty if it has no linear forms.
        """
        found = self._alternatives.get(fact)
        if found is None:
            found = []
            for name, points in _spellings(fact.predicate, fact.points):
                found += _by_table(self.forms(Fact(name, points, fact.value)))
            self._alternatives[fact] = found
        return found
