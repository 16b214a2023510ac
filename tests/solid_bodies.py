"""Bodies with known counts, for the tests."""

import itertools

from geoengine.solid.polyhedron import hull
from geoengine.solid.space import Vector


def cuboid(a, b, c):
    return hull(*(Vector(x, y, z) for x in (0, a) for y in (0, b) for z in (0, c)))


def pyramid(n, height):
    """A right pyramid over a regular polygon with 3, 4 or 6 sides."""
    base = {
        3: [(1, 0), ("-1/2", "√3/2"), ("-1/2", "-√3/2")],
        4: [(1, 0), (0, 1), (-1, 0), (0, -1)],
        6: [
            (1, 0),
            ("1/2", "√3/2"),
            ("-1/2", "√3/2"),
            (-1, 0),
            ("-1/2", "-√3/2"),
            ("1/2", "-√3/2"),
        ],
    }[n]
    return hull(*(Vector(x, y, 0) for x, y in base), Vector(0, 0, height))


def prism(n, height):
    base = pyramid(n, 1).vertices[:-1]
    return hull(*base, *(P + Vector(0, 0, height) for P in base))


CUBE = cuboid(1, 1, 1)
OCTAHEDRON = hull(
    *(Vector(*p) for p in {p for s in (1, -1) for p in itertools.permutations((s, 0, 0))})
)
TETRAHEDRON = hull(Vector(0, 0, 0), Vector(1, 1, 0), Vector(1, 0, 1), Vector(0, 1, 1))
BODIES = {
    "cube": CUBE,
    "square prism": cuboid(1, 1, 2),
    "cuboid": cuboid(1, 2, 3),
    "tetrahedron": TETRAHEDRON,
    "octahedron": OCTAHEDRON,
    "triangular prism": prism(3, 2),
    "hexagonal prism": prism(6, 3),
    "square pyramid": pyramid(4, 2),
    "hexagonal pyramid": pyramid(6, 1),
    "corner": hull(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 2, 0), Vector(0, 0, 4)),
}
