"""The definition of a predicate: arguments, symmetries, linear forms, measure and wordings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from geoengine.language import measures as m
from geoengine.language.exact import Surd

__all__ = ["FormTemplate", "Kind", "Predicate", "Symmetry", "Table", "Value"]

Value = Fraction | Surd
Table = Literal["direction", "length", "square", "line"]


class Kind(Enum):
    """Whether a predicate is a relation, to be derived, or a condition, decided by a diagram."""

    RELATION = "relation"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A permutation of the arguments that keeps the meaning.

    Attributes
    ----------
    order : tuple of int
        The old position of the argument at each new position.
    inverts : bool
        Whether an angle must be negated, or a ratio inverted, to keep the meaning.
    """

    order: tuple[int, ...]
    inverts: bool = False


def _generated(size: int, generators: Sequence[Symmetry]) -> tuple[Symmetry, ...]:
    """Return the group that permutations of `size` arguments generate, the identity first."""
    identity = Symmetry(tuple(range(size)))
    found = {identity.order: identity}
    frontier = [identity]
    while frontier:
        reached = []
        for image in frontier:
            for generator in generators:
                order = tuple(image.order[i] for i in generator.order)
                if order not in found:
                    found[order] = Symmetry(order, image.inverts != generator.inverts)
                    reached.append(found[order])
        frontier = reached
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class FormTemplate:
    """One linear equation that a statement contributes to a table.

    Parameters
    ----------
    table : {"direction", "length", "square", "line"}
        Directions of lines (multiples of pi, modulo 1), logarithms of lengths, squared lengths, or
        plain lengths.
    terms : tuple of (int, int, int)
        The positions of two arguments, and the integer coefficient of their line or length.
    constant : Fraction or "value"
        The right-hand side. "value" stands for the statement's own constant: its logarithm for
        ``length``, its square for ``square``, and the constant as it is for the others.
    scaled : bool
        Whether the last coefficient is multiplied by the statement's constant (for ``square``, by
        its square).
    """

    table: Table
    terms: tuple[tuple[int, int, int], ...]
    constant: Fraction | Literal["value"] = Fraction(0)
    scaled: bool = False

    def scale(self, value: Value | None) -> Fraction | None:
        """Return the factor of the last coefficient for a constant; 1 unless `scaled`.

        None if the factor is irrational.
        """
        if not self.scaled:
            return Fraction(1)
        assert isinstance(value, Surd)
        return value.rational if self.table == "line" else value.square


@dataclass(frozen=True)
class Predicate:
    """A relation or side condition of the language.

    Attributes
    ----------
    name : str
        The JGEX name.
    arity : int
        The number of points; the least number where there is a `tail`.
    kind : Kind
        Relation (derived) or side condition (decided by a diagram).
    formula : callable
        The offsets of a relation, or the margin of a condition; see
        `geoengine.language.measures`.
    generators : tuple of Symmetry
        Generators of the symmetry group on the first `arity` arguments.
    groups : tuple of int
        The numbers of consecutive arguments that name one object each: 1 for a point, 2 for a
        segment, 3 for a triangle.
    tail : int or None
        The position at which a list of any length starts (as in ``coll``, ``circle``); None if the
        number of points is fixed.
    constant : {"angle", "surd", None}
        The kind of constant that follows the points.
    forms : tuple of FormTemplate
        The linear equations that the predicate stands for; empty where there are none.
    plain, latex, english, chinese, plain_zh : str
        Wordings; ``<01>`` stands for points 0 and 1 written together, ``<*>`` for a list,
        ``<v>`` for the constant. ``plain_zh`` is empty where ``plain`` has no words to translate.
    """

    name: str
    arity: int
    kind: Kind
    formula: Callable[..., Any]
    generators: tuple[Symmetry, ...]
    groups: tuple[int, ...]
    plain: str
    latex: str
    english: str
    chinese: str
    plain_zh: str = ""
    tail: int | None = None
    constant: Literal["angle", "surd"] | None = None
    forms: tuple[FormTemplate, ...] = ()

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The whole symmetry group, the identity first."""
        return _generated(self.arity, self.generators)

    @cached_property
    def side_orders(self) -> tuple[tuple[int, ...], ...]:
        """The orders of the segments that keep meaning and constant; empty if not all are segments.

        The ends of each segment may be exchanged as well.
        """
        if set(self.groups) != {2}:
            return ()
        # Every generator moves whole sides: their orders are far fewer than those of the points.
        on_sides = [
            Symmetry(tuple(place // 2 for place in generator.order[::2]), generator.inverts)
            for generator in self.generators
        ]
        group = _generated(len(self.groups), on_sides)
        return tuple(image.order for image in group if not image.inverts)

    @cached_property
    def side_getters(self) -> tuple[Callable[[list[Any]], Any], ...]:
        """For each of `side_orders`, a function that reorders a list with one entry per segment."""
        return tuple(itemgetter(*order) if len(order) > 1 else list for order in self.side_orders)

    def linear_forms(self, count: int) -> tuple[FormTemplate, ...]:
        """Return the linear forms for `count` arguments.

        Each point beyond `arity` gets a copy of the forms of the last one.
        """
        longer = [
            FormTemplate(form.table, (form.terms[0], (form.terms[1][0], k, -1)))
            for k in range(self.arity, count)
            for form in self.forms
            if form.terms[1][:2] == (form.terms[0][0], self.arity - 1)
        ]
        return (*self.forms, *longer)

    def offsets(self, z: m.Complex, *value: m.Real | float) -> m.Offsets:
        """Return the offsets of a relation at points; a condition has none.

        Parameters
        ----------
        z : ndarray of complex, shape (..., k)
            The arguments, in order.
        value : float or ndarray, shape (...)
            The constant, for predicates that take one.
        """
        found: m.Offsets = self.formula(z, *value) if self.kind is Kind.RELATION else ()
        return found

    def measure(self, z: m.Complex, *value: m.Real | float) -> m.Real:
        """Return the residual of a relation or margin of a condition; arguments as `offsets`."""
        if self.kind is Kind.RELATION:
            return m.largest(self.formula(z, *value))
        return np.asarray(self.formula(z, *value))

    def measured(self, xy: NDArray[np.float64], value: Value | None = None) -> m.Real:
        """Return the residual (relations) or margin (conditions) at the points.

        Parameters
        ----------
        xy : ndarray, shape (..., k, 2)
            Coordinates of the arguments, in order.
        value : Fraction or Surd, optional
            The constant, for predicates that take one.

        Returns
        -------
        ndarray, shape (...)
        """
        z = np.ascontiguousarray(xy, dtype=float).view(np.complex128)[..., 0]
        return self.measure(z) if value is None else self.measure(z, float(value))

    def holds(self, xy: NDArray[np.float64], value: Value | None = None) -> NDArray[np.bool_]:
        """Return whether the predicate is true at the points; arguments and shape as `measured`."""
        return self.decide(self.measured(xy, value))

    def decide(self, measured: m.Real) -> NDArray[np.bool_]:
        """Return where residuals are within the tolerance, or margins above the least margin."""
        if self.kind is Kind.RELATION:
            return np.asarray(measured < m.RELATION_TOLERANCE)
        return np.asarray(measured > m.CONDITION_MARGIN)
