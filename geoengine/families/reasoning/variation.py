"""Variations of a figure in which given relations still hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Complex, Real, Statement, as_complex, as_real

__all__ = ["gradients", "nearest", "variations", "variations_without"]

_WALKS = 10
"""How many figures are looked for: three times as many refute hardly more statements."""

_MOVES = 3
"""How many moves a walk consists of."""

_FARTHEST = 0.08
"""About how far a point moves on the longest walk, relative to the width of the figure."""

_CORRECTIONS = 25
"""The maximum number of Newton steps back onto the relations."""

_FEW_CORRECTIONS = 10
"""The same, where relations that contradict each other are to be noticed soon."""

_EXACT = 1e-12
_APART = 0.01
_DIFFERENCE = 1e-6
"""The step of the central differences by which gradients are computed."""

_REGULARIZATION = 1e-12
"""Added to the diagonal, so that redundant relations do not make the system singular."""


def variations(
    points: Sequence[str], xy: Real, relations: Iterable[Statement], rng: np.random.Generator
) -> Real:
    """Move the points of a figure at random, within the set on which some relations hold.

    Parameters
    ----------
    points : sequence of str
        The names of the points, in the order of the rows of `xy`.
    xy : ndarray, shape (n, 2)
        The figure to start from, in which the relations hold.
    relations : iterable of Statement
        No conditions.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray, shape (k, n, 2)
        Figures in which the relations hold to rounding, and no two points are closer than one
        hundredth of the width of `xy`; at most ten, perhaps none.

    Examples
    --------
    Without the right angle at D, an altitude becomes any line through A.

    >>> from geoengine.language import parse_statement
    >>> altitude = np.array([[1.0, 3], [0, 0], [5, 0], [1, 0]])
    >>> on, right = parse_statement("coll B C D"), parse_statement("perp A D B C")
    >>> found = variations("ABCD", altitude, [on], np.random.default_rng(1))
    >>> rows = dict(zip("ABCD", range(4)))
    >>> bool(on.holds(found, rows).all()), bool(right.holds(found, rows).any())
    (True, False)
    """
    given = list(relations)
    return _walks(points, xy, given, [np.ones(len(given), dtype=bool)], [rng])[0]


def variations_without(
    points: Sequence[str],
    xy: Real,
    relations: Iterable[Statement],
    left_out: Mapping[Statement, np.random.Generator],
) -> dict[Statement, Real]:
    """For each relation of `left_out`, find the `variations` in which all others hold.

    Parameters
    ----------
    points : sequence of str
        Their names, in the order of the rows of `xy`.
    xy : ndarray, shape (n, 2)
        The figure to start from, in which all relations hold.
    relations : iterable of Statement
        No conditions.
    left_out : mapping of Statement to numpy.random.Generator
        For some of the relations, what draws the moves without it.

    Returns
    -------
    dict of Statement to ndarray, shape (k, n, 2)

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> altitude = np.array([[1.0, 3], [0, 0], [5, 0], [1, 0]])
    >>> on, right = parse_statement("coll B C D"), parse_statement("perp A D B C")
    >>> rngs = {one: np.random.default_rng(1) for one in (on, right)}
    >>> found = variations_without("ABCD", altitude, (on, right), rngs)
    >>> rows = dict(zip("ABCD", range(4)))
    >>> bool(on.holds(found[right], rows).all()), bool(on.holds(found[on], rows).any())
    (True, False)
    """
    given = list(relations)
    kept = [np.array([other != one for other in given]) for one in left_out]
    found = _walks(points, xy, given, kept, list(left_out.values()))
    return dict(zip(left_out, found, strict=True))


def _walks(
    points: Sequence[str],
    xy: Real,
    relations: Sequence[Statement],
    kept: Sequence[NDArray[np.bool_]],
    rngs: Sequence[np.random.Generator],
) -> list[Real]:
    """Return the ends of walks for each choice of relations that are kept."""
    offsets = _Offsets(relations, {name: k for k, name in enumerate(points)})
    start = as_complex(xy)
    width = float(np.abs(start[:, None] - start).max())
    noise = np.concatenate([rng.normal(size=(2, _WALKS, len(start))) for rng in rngs], axis=1)
    # Some walks are short, most are long.
    step = width * _FARTHEST / _MOVES * (noise[0] + 1j * noise[1])
    lengths = np.arange(3, 3 + _WALKS)[:, None] / (3 + _WALKS)
    step *= np.tile(lengths, (len(rngs), 1))
    z = np.repeat(start[None], len(step), axis=0)
    binding = np.repeat(np.array(kept), _WALKS, axis=0)
    exact = np.zeros(len(z), dtype=bool)
    # A walk may end in a degenerate figure; values that are not finite do not count as exact.
    with np.errstate(all="ignore"):
        for _ in range(_MOVES):
            z += _projected(step, *offsets.linear(z, binding))
        left = np.arange(len(z))
        for _ in range(_CORRECTIONS):
            off, units = offsets.linear(z[left], binding[left])
            most = np.abs(off).max(axis=1, initial=0.0)
            exact[left] = most < _EXACT * width
            # A figure with a value that is not finite has no way back.
            going = ~exact[left] & np.isfinite(most)
            if not going.any():
                break
            left = left[going]
            z[left] += _projected(np.zeros_like(z[left]), off[going], units[going])
    one, other = np.triu_indices(len(start), 1)
    apart = (np.abs(z[:, one] - z[:, other]) > _APART * width).all(axis=1)
    ends = zip(np.split(z, len(rngs)), np.split(exact & apart, len(rngs)), strict=True)
    return [as_real(walks[good]) for walks, good in ends]


def nearest(points: Sequence[str], xy: Real, relations: Iterable[Statement]) -> Real | None:
    """Move the points of a figure as little as it takes for some relations to hold.

    Parameters
    ----------
    points : sequence of str
        The names of the points, in the order of the rows of `xy`.
    xy : ndarray, shape (n, 2)
        The figure to start from, in which the relations need not hold.
    relations : iterable of Statement
        No conditions.

    Returns
    -------
    ndarray, shape (n, 2), or None
        None if no figure was found in which all hold to rounding and the points are apart.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> thin = np.array([[1.0, 3], [0, 0], [5, 0]])
    >>> found = nearest("ABC", thin, [parse_statement("cong A B A C")])
    >>> bool(parse_statement("cong A B A C").holds(found[None], dict(zip("ABC", range(3)))).all())
    True
    """
    offsets = _Offsets(relations, {name: k for k, name in enumerate(points)})
    z = as_complex(xy)[None]
    width = float(np.abs(z[0][:, None] - z[0]).max())
    with np.errstate(all="ignore"):
        for _ in range(_FEW_CORRECTIONS):
            off, units = offsets.linear(z)
            if not np.isfinite(units).all():
                return None
            if np.abs(off).max(initial=0.0) < _EXACT * width:
                break
            z = z + _projected(np.zeros_like(z), off, units)
        else:
            return None
    one, other = np.triu_indices(z.shape[1], 1)
    apart = bool((np.abs(z[0, one] - z[0, other]) > _APART * width).all())
    return np.asarray(as_real(z)[0]) if apart else None


def gradients(
    points: Sequence[str], xy: Real, statements: Iterable[Statement]
) -> dict[Statement, Real]:
    """Compute how statements react to a move of the points of a figure, to first order.

    Parameters
    ----------
    points : sequence of str
        The names of the points, in the order of the rows of `xy`.
    xy : ndarray, shape (n, 2)
    statements : iterable of Statement
        No conditions.

    Returns
    -------
    dict of Statement to ndarray, shape (k, 2 n)
        One or two unit vectors for each statement; not finite where it is degenerate.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> on = parse_statement("coll A B C")
    >>> gradients("ABC", np.array([[0, 0], [1, 0], [3, 0.0]]), [on])[on].round(2).tolist()
    [[0.0, 0.0, 0.0, 0.53, -0.8, 0.27]]
    """
    index = {name: row for row, name in enumerate(points)}
    kinds: dict[tuple[str, int], list[Statement]] = {}
    for statement in dict.fromkeys(statements):
        kinds.setdefault((statement.predicate, len(statement.points)), []).append(statement)
    found: dict[Statement, Real] = {}
    with np.errstate(all="ignore"):
        for alike in kinds.values():
            _, units = _Offsets(alike, index).linear(as_complex(xy)[None])
            each = units[0].reshape(-1, len(alike), units.shape[-1])
            found |= {statement: each[:, k] for k, statement in enumerate(alike)}
    return found


class _Offsets:
    """The offsets of some relations, which vanish if all of them hold.

    Parameters
    ----------
    relations : iterable of Statement
    index : mapping of str to int
        The row of each point.
    """

    def __init__(self, relations: Iterable[Statement], index: Mapping[str, int]) -> None:
        kinds: dict[tuple[str, int], list[int]] = {}
        given = list(relations)
        for number, relation in enumerate(given):
            kinds.setdefault((relation.predicate, len(relation.points)), []).append(number)
        self._kinds = [
            (numbers, _Alike([given[number] for number in numbers], index))
            for numbers in kinds.values()
        ]

    def linear(self, z: Complex, binding: NDArray[np.bool_] | None = None) -> tuple[Real, Real]:
        """Return the distance at which each offset vanishes, to first order, and its gradient.

        Parameters
        ----------
        z : ndarray of complex, shape (figures, points)
        binding : ndarray of bool, shape (figures, relations), optional
            Offsets of other relations, and their gradients, are 0.

        Returns
        -------
        ndarray, shape (figures, offsets)
        ndarray, shape (figures, offsets, 2 points)
            Gradients as unit vectors: first the real parts of all points, then the imaginary ones.
        """
        found = [np.zeros((len(z), 0))]
        slopes = [np.zeros((len(z), 2 * z.shape[1], 0))]
        owners: list[int] = []
        for numbers, alike in self._kinds:
            for offset, slope in alike.linear(z):
                found.append(offset)
                slopes.append(slope)
                owners += numbers
        gradient = np.concatenate(slopes, axis=2).swapaxes(1, 2)
        steepness = np.linalg.norm(gradient, axis=2)
        off, units = np.concatenate(found, axis=1) / steepness, gradient / steepness[:, :, None]
        if binding is not None:
            ignored = ~binding[:, owners]
            off[ignored] = units[ignored] = 0.0
        return off, units


class _Alike:
    """The offsets of relations with one predicate and number of points.

    Parameters
    ----------
    relations : sequence of Statement
    index : mapping of str to int
    """

    def __init__(self, relations: Sequence[Statement], index: Mapping[str, int]) -> None:
        self._definition = relations[0].definition
        self._places = np.array([[index[point] for point in one.points] for one in relations])
        values = [float(one.value) for one in relations if one.value is not None]
        self._values = [np.array(values)] if values else []
        # An offset depends only on the points of its relation, so these alone are moved: a point
        # that occurs in several arguments in all of them, at the first of them.
        same = self._places[:, :, None] == self._places[:, None, :]
        first = same.argmax(axis=2) == np.arange(self._places.shape[1])
        ahead = _DIFFERENCE * (same & first[:, :, None]).swapaxes(0, 1)
        ahead = np.concatenate([ahead, 1j * ahead])
        self._moves = np.stack([ahead, -ahead])[:, None]
        # Where slopes are, and where they go in the gradient with regard to all points.
        relation, argument = np.nonzero(first)
        point, count = self._places[relation, argument], len(relations)
        parts = np.array([[0], [1]])
        rows, places = argument + parts * self._places.shape[1], point + parts * len(index)
        self._from = (rows * count + relation).ravel()
        self._to = (places * count + relation).ravel()

    def linear(self, z: Complex) -> Iterator[tuple[Real, Real]]:
        """Yield offsets of the relations, (figures, relations), with gradients.

        The shape of gradients is (figures, 2 points, relations).
        """
        arguments = z[:, self._places]
        moved = arguments[:, None] + self._moves
        for here, (ahead, behind) in zip(self._at(arguments), self._at(moved), strict=True):
            slopes = ((ahead - behind) / (2 * _DIFFERENCE)).reshape(len(z), -1)
            gradient = np.zeros((len(z), 2 * z.shape[1] * len(self._places)))
            gradient[:, self._to] = slopes[:, self._from]
            yield here, gradient.reshape(len(z), 2 * z.shape[1], -1)

    def _at(self, arguments: Complex) -> list[Real]:
        """The offsets, each shape (..., relations), of arguments of shape (..., relations, k)."""
        found = []
        for offset in self._definition.offsets(arguments, *self._values):
            found.append(offset.real)
            if np.iscomplexobj(offset):
                found.append(offset.imag)
        return found


def _projected(step: Complex, off: Real, units: Real) -> Complex:
    """Return the move nearest to `step` that makes all offsets vanish, to first order."""
    wanted = np.concatenate([step.real, step.imag], axis=1)[:, :, None]
    excess = off[:, :, None] + units @ wanted
    normal = units @ units.swapaxes(1, 2) + _REGULARIZATION * np.eye(units.shape[1])
    move = wanted - units.swapaxes(1, 2) @ np.linalg.solve(normal, excess)
    real, imaginary = np.split(move[:, :, 0], 2, axis=1)
    return np.asarray(real + 1j * imaginary)
