"""Symmetries of a scene: renamings of its points that map goals to equivalent goals."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement, as_complex
from geoengine.scene import Diagram, Problem, canonical_form, orbit

__all__ = ["Symmetries", "figure_symmetries"]

_SAME = 1e-6

Renaming = dict[str, str]


class Symmetries:
    """The symmetries of a scene.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem, place
    >>> text = "A B C = iso_triangle A B C; D = foot D B A C; E = foot E C A B"
    >>> problem = load_problem(text)
    >>> symmetries = Symmetries(problem, place(problem))
    >>> one, other = parse_statement("perp B D C D"), parse_statement("perp C E B E")
    >>> symmetries.representative(one) == symmetries.representative(other)
    True
    """

    def __init__(self, problem: Problem, diagram: Diagram) -> None:
        points = problem.points
        relations = [p for p in problem.premises if p.value is None]
        self._always: list[Mapping[str, str]] = [
            *canonical_form(points, problem.premises).symmetries,
            *figure_symmetries(points, as_complex(diagram.xy)),
        ]
        self._without_numbers = [*self._always, *canonical_form(points, relations).symmetries]

    def representative(self, goal: Statement, *, numbers: bool = True) -> Statement:
        """Return the first, in alphabetical order, of all goals equivalent to this one.

        Parameters
        ----------
        goal : Statement
        numbers : bool
            Whether the goal or its proof depends on given numbers; if not, renamings that do not
            preserve these count as symmetries too.
        """
        return min(orbit(goal, self._always if numbers else self._without_numbers))


def figure_symmetries(points: tuple[str, ...], z: NDArray[np.complex128]) -> list[Renaming]:
    """List the renamings that a similarity of the plane induces in every draw, but the identity.

    Parameters
    ----------
    points : tuple of str
    z : ndarray of complex, shape (draws, points)

    Examples
    --------
    >>> square = np.array([[0, 1, 1 + 1j, 1j]])
    >>> len(figure_symmetries(("A", "B", "C", "D"), square))
    7
    """
    count = z.shape[1]
    if count < 3:
        return []
    first, second = np.array(list(permutations(range(count), 2))).T
    ends = (z[0, first][:, None], z[0, second][:, None])
    # Both kinds of similarity, for each image of the first two points.
    images = np.stack([_moved(z[0], *ends, mirrored) for mirrored in (False, True)], axis=1)
    images = images.reshape(-1, count)
    apart = np.abs(images[:, :, None] - z[0])
    nearest, off = apart.argmin(axis=2), apart.min(axis=2).max(axis=1)
    size = np.abs(z[0] - z[0].mean()).max()
    found = []
    for row in np.flatnonzero(off <= _SAME * size):
        to, mirrored = nearest[row], bool(row % 2)
        if len(set(to.tolist())) < count:
            continue
        if all(_is_moved(draw, to, mirrored) for draw in z[1:]):
            renaming = {points[k]: points[at] for k, at in enumerate(to.tolist()) if k != at}
            if renaming:
                found.append(renaming)
    return found


def _moved(
    z: NDArray[np.complex128],
    first: NDArray[np.complex128] | complex,
    second: NDArray[np.complex128] | complex,
    mirrored: bool,
) -> NDArray[np.complex128]:
    """Move a figure so that its first two points come to given positions, or to each of some."""
    shape = (z - z[0]) / (z[1] - z[0])
    return np.asarray(first + (second - first) * (shape.conj() if mirrored else shape))


def _is_moved(z: NDArray[np.complex128], to: NDArray[np.intp], mirrored: bool) -> bool:
    off = np.abs(_moved(z, z[to[0]], z[to[1]], mirrored) - z[to])
    return bool(off.max() < _SAME * np.abs(z - z.mean()).max())
