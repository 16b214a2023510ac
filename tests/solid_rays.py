"""An independent judge of what is hidden in pictures of solids: sight lines followed in space.

Nothing here uses the projections or the planes and quadrics of the code under test.
"""

import numpy as np
from scipy.spatial import ConvexHull

from geoengine.draw.solids import Frustum, Polyhedron, Sheet, Sphere, View, cone, cylinder


def random_rotation(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.sign(np.diag(r))


def random_polyhedron(rng, middle=(0, 0, 0), scale=1.0):
    """The hull of random points, or a prism or a pyramid with plane polygons, turned."""
    count = int(rng.integers(4, 9))
    kind = rng.integers(3)
    if kind == 0:
        places = rng.normal(size=(count + 2, 3))
    else:
        turns = np.sort(rng.uniform(0, 2 * np.pi, count))
        base = np.stack((np.cos(turns), np.sin(turns), np.zeros(count)), axis=1)
        tops = base + rng.normal(size=3) * 0.3 + (0, 0, 1.5) if kind == 1 else [(0.1, 0.2, 1.4)]
        places = np.concatenate((base, tops))
    return Polyhedron.hull(scale * places @ random_rotation(rng).T + middle)


def random_sheet(rng, middle=(0, 0, 0)):
    """A convex polygon in any position."""
    turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
    base = np.stack((np.cos(turns), 0.7 * np.sin(turns), np.zeros(len(turns))), axis=1)
    return Sheet(base @ random_rotation(rng).T + middle)


def random_round(rng, middle=(0, 0, 0)):
    """A sphere, a cone, a cylinder or a frustum, upright or in any position."""
    middle = np.array(middle, dtype=float)
    if rng.integers(4) == 0:
        return Sphere(middle, rng.uniform(0.5, 1.2))
    axis = random_rotation(rng)[0] if rng.integers(2) else np.array([0.0, 0.0, 1.0])
    top = middle + rng.uniform(0.8, 2.5) * axis
    radius, other = rng.uniform(0.4, 1.2, 2)
    makers = (lambda: cone(top, middle, radius), lambda: cylinder(middle, top, radius),
              lambda: Frustum(middle, top, radius, other))  # fmt: skip
    return makers[rng.integers(3)]()


def random_view(rng):
    distance = rng.uniform(2.5, 8) if rng.integers(3) == 0 else None
    return View(rng.uniform(0, 360), rng.uniform(10, 35), distance)


def sight_lines(model, view, places):
    """The vectors from places to the eye; an eye at infinity is put very far away."""
    around, above = np.radians([view.azimuth, view.elevation])
    way = np.array([np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)])
    if view.distance is None:
        return np.broadcast_to(way * 20 * model.size, places.shape)
    return model.middle + way * view.distance * model.size - places


def picture_places(model, view, places):
    """Where places of space are in the picture, computed with a tripod of vectors."""
    eye = sight_lines(model, view, np.array([model.middle]))[0]
    away = np.linalg.norm(eye)
    forward = eye / away
    right = np.cross([0, 0, 1.0], forward)
    right /= np.linalg.norm(right)
    up = np.cross(forward, right)
    steps = places - model.middle
    depth = steps @ forward
    shrink = 1.0 if view.distance is None else 1 / (1 - depth / away)
    return np.stack((steps @ right, steps @ up), axis=-1) * np.reshape(shrink, (-1, 1))


def ray_hidden(model, body, view, places):
    """Whether sight lines from places meet a body, by triangles or by many small steps."""
    rays = sight_lines(model, view, places)
    if isinstance(body, Sheet):
        fan = [body.vertices[[0, at, at + 1]] for at in range(1, len(body.vertices) - 1)]
        return _meets_triangles(np.array(fan), places, rays)
    if isinstance(body, Polyhedron):
        return _meets_triangles(body.vertices[ConvexHull(body.vertices).simplices], places, rays)
    if isinstance(body, Sphere):
        return _meets_sphere(body, places, rays)
    # No sight line needs to be followed farther than through the model.
    lengths = np.linalg.norm(rays, axis=1, keepdims=True)
    rays = rays / lengths * np.minimum(lengths, 2 * model.size)
    hidden = np.zeros(len(places), dtype=bool)
    for share in np.arange(1, 1000) / 1000:
        hidden |= _is_inside(body, places + share * rays)
    return hidden


def _meets_sphere(ball, places, rays):
    """The way to the point nearest to the center, and half a chord before and after it."""
    lengths = np.linalg.norm(rays, axis=1)
    steps = ball.center - places
    nearest = np.einsum("ij,ij->i", steps, rays) / lengths
    apart = np.linalg.norm(np.cross(steps, rays), axis=1) / lengths
    half = np.sqrt(np.maximum(ball.radius**2 - apart**2, 0))
    return nearest + half - np.maximum(nearest - half, 0) > 1e-5


def _is_inside(body, places):
    shrunk = 1 - 1e-6
    axis = body.top - body.bottom
    height = np.linalg.norm(axis)
    axis = axis / height
    along = (places - body.bottom) @ axis
    across = np.linalg.norm(places - body.bottom - along[:, None] * axis, axis=1)
    radius = np.interp(along, [0, height], [body.bottom_radius, body.top_radius])
    return (along > 1e-6 * height) & (along < height * shrunk) & (across < radius * shrunk)


def _meets_triangles(triangles, places, rays):
    """The test of Möller and Trumbore, for every ray and triangle."""
    origin, first, second = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    first, second = first - origin, second - origin
    across = np.cross(rays[:, None], second[None])
    slope = np.einsum("rti,ti->rt", across, first)
    with np.errstate(divide="ignore", invalid="ignore"):
        step = places[:, None] - origin[None]
        u = np.einsum("rti,rti->rt", step, across) / slope
        turned = np.cross(step, first[None])
        v = np.einsum("rti,ri->rt", turned, rays) / slope
        reach = np.einsum("rti,ti->rt", turned, second) / slope
    met = (u > -1e-9) & (v > -1e-9) & (u + v < 1 + 1e-9) & (reach > 1e-7) & (reach < 1)
    return met.any(axis=1)
