"""The vocabulary of locations as GeoGebra commands.

A construction without commands of its own is derived from its locations by these. The letters a, b,
c, … are the points that a word takes, in their order; n is its number.
"""

from __future__ import annotations

__all__ = ["GEOGEBRA_ANGLES", "GEOGEBRA_OBJECTS", "GEOGEBRA_PATHS"]

_FOOT = "Intersect(PerpendicularLine({0}, Line({1})), Line({1}))"
# From a, the point of contact of a common tangent makes with the line of the centers an angle of
# cosine (r ∓ s)/ac: from the end of the radius r towards c, go s back (towards a, {0}) or on
# (towards c) to the foot of a point as far from a as c is.
_RIM = "Intersect(Ray(a, c), Circle(a, b))"
_TOUCH = (
    "Intersect(PerpendicularLine("
    + _FOOT.format(
        f"Intersect(Ray(a, Intersect(PerpendicularLine(Intersect(Ray({_RIM}, {{0}}),"
        f" Circle({_RIM}, Segment(c, d))), Line(a, c)), Circle(a, c))), Circle(a, b))",
        "a, c",
    )
    + ", Line(a, c)), Circle(a, b))"
)
# The ends of parallel radii, perpendicular to the line of the centers.
_RADIUS = "Intersect(Ray(a, Rotate(c, 90°, a)), Circle(a, {0}))"
_OTHER_RADIUS = "Intersect(Ray(c, Rotate(a, {0}90°, c)), Circle(c, {1}))"
_SIMILITUDE = "Intersect(Line(a, c), Line(" + _RADIUS.format("b") + ", {0}))"
# Segments divided in the ratio of cd and ef, by parallel segments of these lengths at a and b.
_DIVIDED = (
    "Intersect(Line(a, b), Line(Intersect(Ray(a, Rotate(b, 90°, a)), Circle(a, Segment(c, d))),"
    " Intersect(Ray(b, Rotate(a, {0}90°, b)), Circle(b, Segment(e, f)))))"
)

GEOGEBRA_OBJECTS: dict[str, str] = {
    "line": "Line(a, b)",
    "within": "Line(a, b)",
    "beyond": "Line(a, b)",
    "pline": "Line(a, Line(b, c))",
    "pray": "Line(a, Line(b, c))",
    "tline": "PerpendicularLine(a, Line(b, c))",
    "bline": "PerpendicularBisector(a, b)",
    "bisector": "AngleBisector(a, b, c)",
    "exbisector": "PerpendicularLine(b, AngleBisector(a, b, c))",
    "amirror": "Line(b, Reflect(a, Line(b, c)))",
    "aline": "Line(a, Rotate(b, Angle(e, d, c), a))",
    "turn": "Line(g, Line(e, Rotate(f, Angle(b, a, Translate(a, Vector(c, d))), e)))",
    "slant": "Line(c, Rotate(Line(a, b), n, a))",
    "isogonal": "Line(b, Reflect(d, AngleBisector(a, b, c)))",
    "touching": "PerpendicularLine(a, Line(a, Center(Circle(a, b, c))))",
    # Ends of perpendiculars at the centers, each as long as the other circle's radius, are at equal
    # distances from the points of equal power on the line of the centers.
    "power": (
        "PerpendicularLine(Intersect(Line(a, c), PerpendicularBisector("
        + _RADIUS.format("Segment(c, d)")
        + ", "
        + _OTHER_RADIUS.format("", "Segment(a, b)")
        + ")), Line(a, c))"
    ),
    "polar": "PerpendicularLine(Reflect(a, Circle(b, c)), Line(a, b))",
    "sangle": "Line(b, Rotate(a, n, b))",
    "circle": "Circle(a, b)",
    "compass": "Circle(a, Segment(b, c))",
    "radius": "Circle(a, n)",
    "ratio": "Circle(a, Segment(b, Dilate(c, 1 / n, b)))",
    "dia": "Circle(Midpoint(a, b), a)",
    "circum": "Circle(a, b, c)",
    # The tangent at a makes with ab the angle that the points of the circle see.
    "arc": (
        "Circle(Intersect(PerpendicularLine(a, Line(a, Rotate(b, Angle(e, c, d), a))),"
        " PerpendicularBisector(a, b)), a)"
    ),
    "apollonius": (
        "Circle(Midpoint(Dilate(b, n / (1 + n), a), Dilate(b, n / (n - 1), a)),"
        " Dilate(b, n / (1 + n), a))"
    ),
    "proportion": (
        f"Circle(Midpoint({_DIVIDED.format('')}, {_DIVIDED.format('-')}), {_DIVIDED.format('')})"
    ),
    "midpoint": "Midpoint(a, b)",
    "divide": "Dilate(b, n, a)",
    "reach": "Intersect(Ray(a, b), Circle(a, n))",
    "mirror": "Reflect(a, b)",
    "reflect": "Reflect(a, Line(b, c))",
    "rotate": "Rotate(a, n, b)",
    "translate": "Translate(a, Vector(b, c))",
    "rim": "Intersect(Ray(a, b), Circle(a, c))",
    "touch": _TOUCH.format("a"),
    "itouch": _TOUCH.format("c"),
    "section": "Dilate(b, n / (1 + n), a)",
    "outsection": "Dilate(b, n / (n - 1), a)",
    # On the perpendicular on which both turned points are, the one away from c.
    "away": (
        f"Intersect(Ray({_FOOT.format('Rotate(a, n, b)', 'a, b')},"
        f" Vector(c, {_FOOT.format('c', 'a, b')})), Circle(b, a))"
    ),
    "inverse": "Reflect(a, Circle(b, c))",
    "harmonic": "Reflect(c, Circle(Midpoint(a, b), a))",
    "alike": (
        "Intersect(Line(d, Rotate(e, Angle(b, a, c), d)), Line(e, Rotate(d, Angle(a, b, c), e)))"
    ),
    "unlike": (
        "Intersect(Line(d, Rotate(e, Angle(c, a, b), d)), Line(e, Rotate(d, Angle(c, b, a), e)))"
    ),
    "spiral": (
        "Intersect(Circle(Intersect(Line(a, b), Line(c, d)), a, c),"
        " Circle(Intersect(Line(a, b), Line(c, d)), b, d))"
    ),
    "outer": _SIMILITUDE.format(_OTHER_RADIUS.format("-", "d")),
    "inner": _SIMILITUDE.format(_OTHER_RADIUS.format("", "d")),
}
"""The object that each word describes. The other words have no commands."""

GEOGEBRA_PATHS: dict[str, str] = {
    "within": "Segment(a, b)",
    "beyond": "Ray(b, Reflect(a, b))",
    "pray": "Ray(a, Vector(b, c))",
    "sangle": "Ray(b, Rotate(a, n, b))",
}
"""The path of a point that is on one such line only, where it is not all of the line."""

GEOGEBRA_ANGLES = frozenset({"slant", "sangle", "rotate", "away"})
"""The words whose number is an angle in degrees."""
