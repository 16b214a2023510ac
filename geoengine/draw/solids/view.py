"""Views: from where a solid is seen, and how well things are told apart from there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from geoengine.draw.solids.accidents import breadths, crossing_gaps
from geoengine.draw.solids.bodies import Frustum, Sphere
from geoengine.draw.solids.camera import (
    NEAREST,
    Camera,
    camera_eyes,
    camera_matrices,
    frustum_contours,
)
from geoengine.draw.solids.model import Model
from geoengine.draw.solids.visibility import hidden_intervals, opaque
from geoengine.errors import UsageError

__all__ = [
    "AZIMUTHS",
    "EDGE_GAP",
    "ELEVATIONS",
    "PERSPECTIVE",
    "VERTEX_GAP",
    "View",
    "choose_view",
    "measure_view",
]

Array = NDArray[np.float64]
Range = tuple[float, float]

VERTEX_GAP = 0.05
"""How far apart two vertices should be, as a share of the longer side of the figure."""

EDGE_GAP = 0.02
"""How far a vertex should be from an edge that it does not lie on, as such a share."""

AZIMUTHS: Range = (0.0, 360.0)
ELEVATIONS: Range = (10.0, 35.0)
"""The ranges, in degrees, from which views are chosen."""

PERSPECTIVE = 4.0
"""The distance of the eye in weak perspective, as a multiple of the model's size.

From there, parallel edges are seen to converge, and no solid looks distorted.
"""

# The candidates among which a view is chosen. Where hidden lines are left out, what is hidden must
# be known for each: then so many are judged, but fewer of a pile of many cubes; and all of them
# show the top and two sides of a cube, none of them more obliquely than so (see `_openness`).
_CANDIDATES = 320
_JUDGED, _JUDGED_CUBES, _FEWEST = 20, 240, 4
_OPEN = 0.22
# How many times as wide as they should be gaps are wide enough; and how far two points that are not
# above each other in space should be from being so in the picture, as a share of the figure.
_ENOUGH, _ASIDE = 3.5, 0.08
# How far a line should be from the crossing of two others, and a vertex from the contour lines of a
# frustum, as shares of the figure; and the sine of the angle under which areas should be seen.
_CROSSING, _CONTOUR, _BROAD = 0.03, 0.18, 0.25
# What each of these counts, in the order of `_gaps`: gaps count more than the rest.
_WEIGHTS = np.array([2.0, 1.0, 1.0, 1.0, 1.0])
# How far apart the contour lines of a cone should be at its base, as a share of the diameter.
_WIDTH = 0.5
# The points that stand for a circle, where gaps and extents are measured.
_SAMPLES = 48


@dataclass(frozen=True)
class View:
    """A direction in which a solid is seen.

    Parameters
    ----------
    azimuth : float
        The direction from the solid to the eye, seen from above, in degrees from the x-axis
        towards the y-axis.
    elevation : float
        How high the eye stands above the horizon, in degrees.
    distance : float, optional
        The distance of the eye, as a multiple of the model's size, at least 2; without one, the
        projection is orthographic.
    vertex_gap, edge_gap : float, optional
        The least distance of two vertices, and of a vertex from an edge that it does not lie on,
        as shares of the longer side of the figure; None if not measured. An edge that is seen end
        on has its vertices together; of two edges of which one hides the other, an end of one is
        on the other: so these gaps are small then too.

    Raises
    ------
    UsageError
        If the eye is too near.

    Examples
    --------
    >>> View(30, 20, vertex_gap=0.06, edge_gap=0.03).clear
    True
    """

    azimuth: float
    elevation: float
    distance: float | None = None
    vertex_gap: float | None = None
    edge_gap: float | None = None

    def __post_init__(self) -> None:
        if self.distance is not None and not self.distance >= NEAREST:
            raise UsageError(
                f"expected a distance of the eye of at least {NEAREST:g} times the size of the"
                f" solid, found {self.distance}"
            )

    @property
    def clear(self) -> bool:
        """Whether both gaps were measured and are as wide as they should be."""
        return (
            self.vertex_gap is not None
            and self.edge_gap is not None
            and self.vertex_gap >= VERTEX_GAP
            and self.edge_gap >= EDGE_GAP
        )

    def turned(self, degrees: float) -> View:
        """Return the view after the eye has gone round by an angle; its gaps are not known."""
        azimuth = (self.azimuth + degrees) % 360
        return replace(self, azimuth=azimuth, vertex_gap=None, edge_gap=None)

    def camera(self, model: Model) -> Camera:
        """Return the camera that sees a model in this way."""
        distance = None if self.distance is None else self.distance * model.size
        return Camera(model.middle, self.azimuth, self.elevation, distance)


def choose_view(
    model: Model,
    rng: Generator,
    *,
    azimuths: Range = AZIMUTHS,
    elevations: Range = ELEVATIONS,
    distance: float | None = None,
) -> View:
    """Choose a view in which no two vertices are too close and no edge hides another.

    Of many random views, one with wide gaps, compared with what they should be, is returned; it
    is not `clear` only if none is. Gaps wider than enough count no more, but it counts that points
    are not above each other by chance (a solid that is seen straight from the front looks flat),
    that three lines do not seem to meet in one point, and that areas are not seen edge on.

    Parameters
    ----------
    model : Model
    rng : numpy.random.Generator
    azimuths, elevations : (float, float)
        The ranges from which the view is chosen, in degrees.
    distance : float, optional
        The distance of the eye, as in `View`.

    Returns
    -------
    View
        With its gaps.

    Raises
    ------
    UsageError
        If the eye is too near, or a range is empty.

    Examples
    --------
    >>> from geoengine.draw.solids.bodies import Polyhedron
    >>> cube = Polyhedron.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> view = choose_view(Model({}, [cube]), np.random.default_rng(1))
    >>> view.clear, 10 <= view.elevation <= 35
    (True, True)
    """
    for low, high in (azimuths, elevations):
        if not low <= high:
            raise UsageError(f"expected a range of angles, found {low} to {high}")
    turns = rng.uniform(*azimuths, _CANDIDATES), rng.uniform(*elevations, _CANDIDATES)
    drawn = np.stack(turns, axis=1)
    # Few digits are as good as many, and are easily written down.
    drawn = np.clip(drawn.round(2), (azimuths[0], elevations[0]), (azimuths[1], elevations[1]))
    if not model.hidden_lines:
        judged = max(_FEWEST, min(_JUDGED, _JUDGED_CUBES // max(len(model.bodies), 1)))
        drawn = drawn[np.argsort(_openness(drawn) < _OPEN, kind="stable")[:judged]]
    views = [View(float(a), float(e), distance) for a, e in drawn]
    gaps = _gaps(model, views)
    wide = np.min(gaps[:, :2] / (VERTEX_GAP, EDGE_GAP), axis=1)
    terms = np.column_stack((wide, gaps[:, 2:])) / (_ENOUGH, _ASIDE, _CROSSING, _CONTOUR, _BROAD)
    worth = np.minimum(terms, 1) @ _WEIGHTS
    # A clear view is better than all others; among those, what is wide matters most.
    best = int(np.argmax(np.where(wide >= 1, 10 + worth, 5 * wide + worth)))
    vertex, edge = map(float, gaps[best, :2])
    return replace(views[best], vertex_gap=vertex, edge_gap=edge)


def _openness(turns: Array) -> Array:
    """Return how well the sides and the top of a cube are seen, from azimuths and elevations.

    It is the share of the side that is seen most obliquely.
    """
    around, above = np.radians(turns).T
    sides = np.cos(above) * np.minimum(np.abs(np.cos(around)), np.abs(np.sin(around)))
    openness: Array = np.minimum(sides, np.sin(above))
    return openness


def measure_view(model: Model, view: View) -> View:
    """Return a view with its gaps.

    Examples
    --------
    >>> from geoengine.draw.solids.bodies import Polyhedron
    >>> cube = Polyhedron.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> measure_view(Model({}, [cube]), View(0, 20)).clear
    False
    """
    vertex, edge = map(float, _gaps(model, [view])[0, :2])
    return replace(view, vertex_gap=vertex, edge_gap=edge)


def _gaps(model: Model, views: list[View]) -> Array:
    """Return the gaps and more of each view, shape (views, 6).

    They are the vertex gap, the edge gap, the least distance sideways of two points that are not
    above each other in space, `crossing_gaps`, the least distance of a vertex from the contour
    lines of a frustum, and `breadths`.
    """
    distance = views[0].distance
    matrices = camera_matrices(
        model.middle,
        np.array([view.azimuth for view in views]),
        np.array([view.elevation for view in views]),
        None if distance is None else distance * model.size,
    )
    dashed = [[model.place(end) for end in ends] for ends in model.dashed]
    lines = np.concatenate((model.lines, np.array(dashed).reshape(-1, 2, 3)))
    vertices = model.vertices
    dots = _projected(vertices, matrices)
    turns = 2 * np.pi * np.arange(_SAMPLES) / _SAMPLES
    curves = [circle.places(turns) for circle in model.circles]
    curves += [curve.places[:: max(len(curve.places) // _SAMPLES, 1)] for curve in model.winding]
    extent = _extents(model, matrices, [dots, *(_projected(curve, matrices) for curve in curves)])

    apart = _distances(dots[:, :, None] - dots[:, None])
    apart[:, np.arange(len(vertices)), np.arange(len(vertices))] = np.inf
    rows = _projected(lines.reshape(-1, 3), matrices).reshape(len(views), -1, 2, 2)
    gaps = _segment_gaps(dots, rows)
    # A vertex that lies on an edge in space is not near it by chance.
    near = _segment_gaps(vertices[None], lines[None])[0] < 1e-6 * model.size
    gaps[:, near] = np.inf
    if not model.hidden_lines:
        _ignore_hidden(model, views, apart, gaps)
    beside = [apart.min(axis=(1, 2), initial=np.inf), gaps.min(axis=(1, 2), initial=np.inf)]
    for curve in curves:
        off = _segment_gaps(vertices[None], _closed(curve)[None])[0].min(axis=1) > 0.01 * model.size
        around = _closed(_projected(curve, matrices))
        beside.append(_segment_gaps(dots[:, off], around).min(axis=(1, 2), initial=np.inf))
    contour = _contour_gaps(model, matrices, dots)
    beside.append(contour)
    aside = np.abs(dots[:, :, None, 0] - dots[:, None, :, 0])
    level = np.abs(vertices[:, None, :2] - vertices[None, :, :2]).max(axis=2)
    sideways = aside[:, level > 1e-6 * model.size].min(axis=1, initial=np.inf)
    # Where hidden lines are left out, a crossing may be hidden.
    crossing = crossing_gaps(lines, rows, model.size) if model.hidden_lines else sideways
    found = np.stack((beside[0], np.min(beside[1:], axis=0), sideways, crossing, contour), axis=1)
    return np.column_stack((found / extent[:, None], breadths(model, camera_eyes(matrices))))


def _projected(places: Array, matrices: Array) -> Array:
    """Return points, shape (n, 3) or (cameras, n, 3), in pictures, shape (cameras, n, 2)."""
    mapped = places @ matrices[:, [0, 1, 3], :3].swapaxes(1, 2)
    mapped += matrices[:, None, [0, 1, 3], 3]
    projected: Array = mapped[..., :2] / mapped[..., 2:]
    return projected


def _extents(model: Model, matrices: Array, parts: list[Array]) -> Array:
    """Return the longer side of the figure in each view, shape (views,)."""
    corners = np.array([(-1.0, -1.0), (1.0, 1.0)])
    balls = [body for body in model.bodies if isinstance(body, Sphere)]
    boxes = [_projected(ball.center[None], matrices) + ball.radius * corners for ball in balls]
    places = np.concatenate([*parts, *boxes], axis=1)
    extents: Array = np.max(places.max(axis=1) - places.min(axis=1), axis=1)
    return extents


def _contour_gaps(model: Model, matrices: Array, dots: Array) -> Array:
    """Return the least distance of a vertex from the contour lines of a frustum in each view.

    Where these lines are close together or missing, a frustum looks flat: the distance is less
    than it should be then, and 0 if there are none.
    """
    least = np.full(len(matrices), np.inf)
    for body in model.bodies:
        if isinstance(body, Frustum):
            contours = frustum_contours(body, camera_eyes(matrices))
            rows = _projected(contours.reshape(len(matrices), 4, 3), matrices)
            off = np.ones(len(model.vertices), dtype=bool)
            for end, radius in ((body.bottom, body.bottom_radius), (body.top, body.top_radius)):
                if radius == 0:
                    off &= _distances(model.vertices - end) > 1e-6 * model.size
            gaps = _segment_gaps(dots[:, off], rows.reshape(-1, 2, 2, 2))
            gap = gaps.min(axis=(1, 2), initial=np.inf)
            # The feet of the two lines are opposite each other where the base is seen end on.
            apart = _distances(contours[:, 0] - contours[:, 1]).max(axis=1)
            width = apart / (2 * max(body.bottom_radius, body.top_radius))
            narrow = np.nan_to_num(width / _WIDTH)
            flat = np.minimum(gap, EDGE_GAP * model.size * narrow)
            least = np.minimum(least, np.where(narrow >= 1, gap, np.nan_to_num(flat)))
    return least


def _ignore_hidden(model: Model, views: list[View], apart: Array, gaps: Array) -> None:
    """Set to infinity the gaps between vertices and edges of which one is wholly hidden."""
    for at, view in enumerate(views):
        camera = view.camera(model)
        bodies = [opaque(body, camera, model.size) for body in model.bodies]
        places = camera.project(model.vertices)
        unseen = np.any([body.hides(places) for body in bodies], axis=0)
        parts = hidden_intervals(camera.project(model.lines), bodies)
        behind = np.array([hidden == [(0.0, 1.0)] for hidden in parts], dtype=bool)
        apart[at, unseen] = apart[at, :, unseen] = np.inf
        gaps[at, unseen] = np.inf
        gaps[at, :, behind] = np.inf


def _closed(curve: Array) -> Array:
    """Return the segments between the points of closed curves, shape (..., n, 2, dimensions)."""
    return np.stack((curve, np.roll(curve, -1, axis=-2)), axis=-2)


def _distances(steps: Array) -> Array:
    distances: Array = np.sqrt(np.einsum("...i,...i->...", steps, steps))
    return distances


def _segment_gaps(points: Array, segments: Array) -> Array:
    """Return the distances of points from segments.

    Parameters
    ----------
    points : ndarray, shape (views, n, dimensions)
    segments : ndarray, shape (views, m, 2, dimensions)

    Returns
    -------
    ndarray, shape (views, n, m)
    """
    start, way = segments[:, None, :, 0], (segments[:, :, 1] - segments[:, :, 0])[:, None]
    steps = points[:, :, None] - start
    squares = np.maximum(np.einsum("...i,...i->...", way, way), 1e-300)
    shares = np.clip(np.einsum("...i,...i->...", steps, way) / squares, 0, 1)
    return _distances(steps - shares[..., None] * way)
