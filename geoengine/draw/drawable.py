"""Pictures of diagrams: the first draw, with marks for given statements."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.painting import render
from geoengine.draw.sketch import Sketch
from geoengine.draw.statement_marks import marks_for
from geoengine.draw.style import Style
from geoengine.language import Statement

__all__ = ["Drawable", "draw", "random_rotation", "sketch_of"]


class Drawable(Protocol):
    """The interface of a diagram that can be drawn, such as `geoengine.scene.Diagram`.

    An optional attribute `dashed`, of the same type as `segments`, gives auxiliary lines.
    """

    @property
    def points(self) -> Sequence[str]:
        """The names of the points."""

    @property
    def xy(self) -> NDArray[Any]:
        """The coordinates of the points, an array of shape (draws, points, 2)."""

    @property
    def segments(self) -> Sequence[tuple[str, str]]:
        """The drawn segments."""

    @property
    def circles(self) -> Sequence[tuple[str | None, tuple[str, ...]]]:
        """For each circle, the name of its center (None if it has none) and named points on it."""


def sketch_of(
    diagram: Drawable,
    statements: Iterable[Statement] = (),
    *,
    without: Collection[str] = (),
    rotate: float = 0.0,
    accent: Collection[str] = (),
) -> Sketch:
    """Return the sketch of a diagram's first draw.

    Parameters
    ----------
    diagram : Drawable
        A diagram, such as those of `geoengine.scene`.
    statements : iterable of Statement
        What to mark, as far as marks exist for it: the premises, for a picture that shows what is
        given and no more.
    without : collection of str
        Kinds of marks to omit, from `geoengine.draw.KINDS`.
    rotate : float
        The angle by which the figure is rotated counterclockwise, in degrees.
    accent : collection of str
        Points to highlight by color.

    Raises
    ------
    UsageError
        If a kind of mark in `without` is unknown.
    InputError
        If the figure cannot be drawn; see `Sketch`.
    """
    places = {
        name: (float(x), float(y))
        for name, (x, y) in zip(diagram.points, diagram.xy[0], strict=True)
    }
    dashed = getattr(diagram, "dashed", ())
    bare = Sketch(places, diagram.segments, diagram.circles, dashed=dashed, accent=accent)
    marks = marks_for(statements, bare).without(without)
    return replace(bare, marks=marks).rotated(rotate)


def random_rotation(diagram: Drawable, seed: int) -> float:
    """Return a random rotation in degrees, so that the figure's orientation carries no hint.

    One of its segments becomes horizontal or vertical, which keeps the figure easy to read.

    Parameters
    ----------
    diagram : Drawable
    seed : int
        Equal seeds give equal rotations.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> diagram = place(load_problem("A B C = triangle A B C"))
    >>> random_rotation(diagram, 1) == random_rotation(diagram, 1)
    True
    """
    rng = np.random.default_rng([seed, len(diagram.points)])
    row = {name: k for k, name in enumerate(diagram.points)}
    quarter = 90.0 * int(rng.integers(4))
    if not diagram.segments:
        return quarter
    first, second = diagram.segments[int(rng.integers(len(diagram.segments)))]
    x, y = diagram.xy[0, row[second]] - diagram.xy[0, row[first]]
    return quarter - float(np.degrees(np.arctan2(y, x)))


def draw(
    diagram: Drawable,
    statements: Iterable[Statement] = (),
    *,
    without: Collection[str] = (),
    rotate: float = 0.0,
    accent: Collection[str] = (),
    size: int | tuple[int, int] = 1024,
    style: str | Style = "textbook",
    form: str = "png",
) -> bytes:
    r"""Draw a diagram.

    Parameters
    ----------
    diagram, statements, without, rotate, accent
        As for `sketch_of`.
    size, style, form
        As for `render`.

    Returns
    -------
    bytes
        The file contents, the same bytes for the same diagram.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = r_triangle_of A B C 3 4; M = midpoint M B C")
    >>> draw(place(problem), problem.premises, size=256)[:4]
    b'\x89PNG'
    >>> print(draw(place(problem), problem.premises, form="txt").decode())
    Points: A, B, C, M.
    Segments: AB, AC, BMC.
    Marked: AB = 3; AC = 4; AB ⟂ AC; BM = CM.
    <BLANKLINE>
    """
    sketch = sketch_of(diagram, statements, without=without, rotate=rotate, accent=accent)
    return render(sketch, size=size, style=style, form=form)
