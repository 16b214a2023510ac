"""Figures: what drafts make."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoengine.draft.shapes import Shape, Value
from geoengine.draft.vocabulary import Kind

__all__ = ["Figure", "FigureObject", "Look", "View"]


@dataclass(slots=True)
class Look:
    """How an object is drawn; None where the draft says nothing.

    Attributes
    ----------
    color : str or None
        A name, or ``#rrggbb``.
    thickness, line_style, point_size : float or None
        In GeoGebra's units.
    filling : float or None
        From 0 to 1.
    is_shown, is_labelled : bool or None
    caption : str or None
        What is written instead of its name.
    """

    color: str | None = None
    thickness: float | None = None
    line_style: float | None = None
    point_size: float | None = None
    filling: float | None = None
    is_shown: bool | None = None
    is_labelled: bool | None = None
    caption: str | None = None


@dataclass(slots=True)
class View:
    """What the draft says about the drawing as a whole; None where it says nothing.

    Attributes
    ----------
    has_axes, has_grid : bool or None
    window : tuple of float or None
        The left, lower, right and upper bound of what is seen.
    """

    has_axes: bool | None = None
    has_grid: bool | None = None
    window: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class FigureObject:
    """An object with a name.

    Attributes
    ----------
    name : str
    value : Value
    statement : int
        The number of the statement that makes it, from 0.
    corners : tuple of str or None
        The names of the ends of a segment, of the points that give a ray, of the vertices of a
        polygon, or of three points of an arc or sector; None for one without a name.
    sides : tuple of str
        The names of the sides of a polygon.
    is_free : bool
        Whether it is given by its coordinates or its value, so that it can be moved.
    is_on_path : bool
        Whether it is a point that can be moved on a path.
    is_companion : bool
        Whether it is made beside the object that its command is for, as the sides of a polygon are.
    look : Look
    """

    name: str
    value: Value
    statement: int
    corners: tuple[str | None, ...] = ()
    sides: tuple[str, ...] = ()
    is_free: bool = False
    is_on_path: bool = False
    is_companion: bool = False
    look: Look = field(default_factory=Look)

    @property
    def kind(self) -> Kind:
        """What it is."""
        return self.value.kind

    @property
    def shape(self) -> Shape | None:
        """Its shape; None if it is undefined."""
        return self.value.shape

    @property
    def is_defined(self) -> bool:
        """Whether it exists."""
        return self.value.is_defined


@dataclass(frozen=True, slots=True)
class Figure:
    r"""What a draft makes.

    Attributes
    ----------
    objects : dict of str to FigureObject
        In the order in which they are made.
    view : View

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> figure = carry_out(read_draft("A = (0, 0)\nB = (4, 2)\nM = Midpoint(A, B)"))
    >>> figure.point("M")
    (2+1j)
    """

    objects: dict[str, FigureObject] = field(default_factory=dict)
    view: View = field(default_factory=View)

    def point(self, name: str) -> complex | None:
        """Return where a point is; None if there is no such point, or it is undefined."""
        found = self.objects.get(name)
        if found is None or found.kind != "point" or not isinstance(found.shape, complex):
            return None
        return found.shape

    def points(self) -> dict[str, complex]:
        """Return where the defined points are, by name."""
        places = {name: self.point(name) for name in self.objects}
        return {name: place for name, place in places.items() if place is not None}

    def free(self) -> tuple[FigureObject, ...]:
        """Return the objects that can be moved, those on paths included."""
        return tuple(one for one in self.objects.values() if one.is_free or one.is_on_path)
