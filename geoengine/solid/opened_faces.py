"""The lines of a figure that tell which faces its bodies do not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from geoengine.catalogue import EntryError
from geoengine.solid.figure import Figure
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.space import Vector, same_point

__all__ = ["check_open"]

_LISTED = 12
"""How many faces are listed at most."""


def check_open(figure: Figure, scope: Mapping[str, Any]) -> None:
    r"""Check that what is open is a face of a body that is drawn.

    Parameters
    ----------
    figure : Figure
    scope : mapping
        The value of each name of the figure.

    Raises
    ------
    EntryError
        With the line in the figure, if no face has all the points of such a line as vertices.

    Examples
    --------
    >>> from geoengine.solid import hull
    >>> from geoengine.solid.figure import read_figure
    >>> corners = {name: Vector(*xyz) for name, xyz in zip("ABCD", [
    ...     (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])}
    >>> lines = [f"{name} = point(0, 0, 0)" for name in corners]
    >>> figure = read_figure("\n".join([*lines, "body T = hull(A, B, C, D)", "open A B C D"]))
    >>> try:
    ...     check_open(figure, {**corners, "T": hull(*corners.values())})
    ... except EntryError as error:
    ...     print(error.message, error.hint, sep="; ")
    expected vertices of a face after open, found A B C D; the faces are: ABD, ACB, ADC, BCD
    """
    bodies = [scope[name] for name in figure.bodies if name not in figure.hidden]
    faces = [polygon.vertices for body in bodies if isinstance(body, Polyhedron)
             for polygon in body.face_polygons]  # fmt: skip
    for line in figure.drawn:
        if line.kind != "open":
            continue
        places = [scope[name] for name in line.points]
        if not any(all(_is_among(P, face) for P in places) for face in faces):
            names = sorted(_named(faces, {name: scope[name] for name in figure.points}))
            listed = ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
            raise EntryError(
                f"expected vertices of a face after open, found {' '.join(line.points)}",
                line=line.line, column=1,
                hint=f"the faces are: {listed}" if names else "no body that is drawn has faces",
            )  # fmt: skip


def _is_among(P: Vector, vertices: tuple[Vector, ...]) -> bool:
    return any(same_point(P, Q) for Q in vertices)


def _named(faces: list[tuple[Vector, ...]], points: Mapping[str, Vector]) -> Iterator[str]:
    """Yield the faces all of whose vertices have names, by these names."""
    for face in faces:
        names = [next((n for n, P in points.items() if same_point(P, Q)), "") for Q in face]
        if all(names):
            yield "".join(names)
