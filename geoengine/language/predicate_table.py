"""The table of all predicates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from geoengine.language import measures as m
from geoengine.language.predicate import FormTemplate, Kind, Predicate, Symmetry

__all__ = ["ALIASES", "PREDICATES", "SQUARED"]


def _swaps(*orders: str, inverting: Sequence[str] = ()) -> tuple[Symmetry, ...]:
    """Return symmetries from their orders, one digit per argument."""
    kept = [Symmetry(tuple(int(c) for c in order)) for order in orders]
    return (*kept, *(Symmetry(tuple(int(c) for c in order), inverts=True) for order in inverting))


_PAIRS = _swaps("1023", "0132", "2301")
_TURNS = _swaps("10234567", "01324567", "01235467", "01234576", "45670123", "23016745")
_ORDERED_PAIRS = _swaps("1023", "0132", inverting=["2301"])
_TRIANGLES = _swaps("120453", "102435", "345012")
_SIDES = _swaps("021345", "012354", "345012")

_PRODUCTS = tuple(
    Symmetry(tuple(int(c, 16) for c in order))
    for order in ("1023456789ab", "2301456789ab", "0145236789ab", "6789ab012345")
)

_HALF = Fraction(1, 2)
_SAME_DIRECTION = FormTemplate("direction", ((0, 1, 1), (2, 3, -1)))
_SAME_TURN = ((2, 3, 1), (0, 1, -1), (6, 7, -1), (4, 5, 1))
_SAME_PRODUCT = ((0, 1, 1), (2, 3, 1), (4, 5, 1), (6, 7, -1), (8, 9, -1), (10, 11, -1))
_SAME_RATIO = ((0, 1, 1), (2, 3, -1), (4, 5, -1), (6, 7, 1))


def _relation(
    name: str, formula: Callable[..., m.Offsets], groups: tuple[int, ...], **rest: object
) -> Predicate:
    return Predicate(name, sum(groups), Kind.RELATION, formula, groups=groups, **rest)  # type: ignore[arg-type]


def _condition(
    name: str, margin: Callable[..., m.Real], groups: tuple[int, ...], **rest: object
) -> Predicate:
    return Predicate(name, sum(groups), Kind.CONDITION, margin, groups=groups, **rest)  # type: ignore[arg-type]


_ALL = [
    _relation(
        "coll",
        m.coll,
        (1, 1, 1),
        generators=_swaps("102", "021"),
        tail=0,
        forms=(
            FormTemplate("direction", ((0, 1, 1), (0, 2, -1))),
            FormTemplate("direction", ((0, 1, 1), (1, 2, -1))),
        ),
        plain="<*> are collinear",
        latex=r"<*> \text{ are collinear}",
        english="the points <*> lie on one line",
        chinese="点<*>在同一直线上",
        plain_zh="<*>共线",
    ),
    _relation(
        "para",
        m.para,
        (2, 2),
        generators=_PAIRS,
        forms=(_SAME_DIRECTION,),
        plain="<01> ∥ <23>",
        latex=r"<01> \parallel <23>",
        english="line <01> is parallel to line <23>",
        chinese="直线<01>平行于直线<23>",
    ),
    _relation(
        "perp",
        m.perp,
        (2, 2),
        generators=_PAIRS,
        forms=(
            FormTemplate("direction", ((2, 3, 1), (0, 1, -1)), _HALF),
            FormTemplate("square", ((0, 2, 1), (1, 3, 1), (0, 3, -1), (1, 2, -1))),
        ),
        plain="<01> ⟂ <23>",
        latex=r"<01> \perp <23>",
        english="line <01> is perpendicular to line <23>",
        chinese="直线<01>垂直于直线<23>",
        plain_zh="<01> ⊥ <23>",
    ),
    _relation(
        "cong",
        m.cong,
        (2, 2),
        generators=_PAIRS,
        forms=(
            FormTemplate("length", ((0, 1, 1), (2, 3, -1))),
            FormTemplate("square", ((0, 1, 1), (2, 3, -1))),
            FormTemplate("line", ((0, 1, 1), (2, 3, -1))),
        ),
        plain="<01> = <23>",
        latex="<01> = <23>",
        english="segment <01> is as long as segment <23>",
        chinese="线段<01>与线段<23>等长",
    ),
    _relation(
        "eqangle",
        m.eqangle,
        (2, 2, 2, 2),
        generators=_TURNS,
        forms=(FormTemplate("direction", _SAME_TURN),),
        plain="∠(<01>,<23>) = ∠(<45>,<67>)",
        latex=r"\angle(<01>,<23>) = \angle(<45>,<67>)",
        english="the angle from line <01> to line <23> equals that from line <45> to line <67>",
        chinese="直线<01>到直线<23>的角等于直线<45>到直线<67>的角",
    ),
    _relation(
        "eqratio",
        m.eqratio,
        (2, 2, 2, 2),
        generators=_TURNS,
        forms=(FormTemplate("length", _SAME_RATIO),),
        plain="<01>:<23> = <45>:<67>",
        latex=r"<01>:<23> = <45>:<67>",
        english="the ratio of <01> to <23> equals the ratio of <45> to <67>",
        chinese="<01>与<23>之比等于<45>与<67>之比",
    ),
    _relation(
        "eqprod",
        m.eqprod,
        (2, 2, 2, 2, 2, 2),
        generators=_PRODUCTS,
        forms=(FormTemplate("length", _SAME_PRODUCT),),
        plain="<01>·<23>·<45> = <67>·<89>·<ab>",
        latex=r"<01> \cdot <23> \cdot <45> = <67> \cdot <89> \cdot <ab>",
        english="the product of <01>, <23> and <45> equals that of <67>, <89> and <ab>",
        chinese="<01>、<23>与<45>之积等于<67>、<89>与<ab>之积",
    ),
    _relation(
        "midp",
        m.midp,
        (1, 2),
        generators=_swaps("021"),
        plain="<0> is the midpoint of <12>",
        latex=r"<0> \text{ is the midpoint of } <12>",
        english="the point <0> bisects segment <12>",
        chinese="点<0>是线段<12>的中点",
        plain_zh="<0>是<12>的中点",
    ),
    _relation(
        "cyclic",
        m.cyclic,
        (1, 1, 1, 1),
        generators=_swaps("1023", "1230"),
        tail=0,
        plain="<*> are concyclic",
        latex=r"<*> \text{ are concyclic}",
        english="the points <*> lie on one circle",
        chinese="点<*>在同一圆上",
        plain_zh="<*>共圆",
    ),
    _relation(
        "circle",
        m.circle,
        (1, 1, 1, 1),
        generators=_swaps("0213", "0231"),
        tail=1,
        plain="<0> is the center of the circle through <*>",
        latex=r"<0> \text{ is the center of the circle through } <*>",
        english="the point <0> is equally far from <*>",
        chinese="点<0>到<*>各点的距离相等",
        plain_zh="<0>是过<*>的圆的圆心",
        forms=tuple(
            FormTemplate(table, ((0, 1, 1), (0, k, -1)))
            for table in ("length", "square")
            for k in (2, 3)
        ),
    ),
    _relation(
        "simtri",
        m.simtri,
        (3, 3),
        generators=_TRIANGLES,
        plain="△<012> ~ △<345>",
        latex=r"\triangle <012> \sim \triangle <345>",
        english="triangles <012> and <345> are similar with the same orientation",
        chinese="三角形<012>与三角形<345>同向相似",
        plain_zh="△<012> ∽ △<345>",
    ),
    _relation(
        "simtrir",
        m.simtrir,
        (3, 3),
        generators=_TRIANGLES,
        plain="△<012> ~ △<345> (mirrored)",
        latex=r"\triangle <012> \sim \triangle <345> \text{ (mirrored)}",
        english="triangles <012> and <345> are similar with opposite orientation",
        chinese="三角形<012>与三角形<345>反向相似",
        plain_zh="△<012> ∽ △<345>（反向）",
    ),
    _relation(
        "contri",
        m.contri,
        (3, 3),
        generators=_TRIANGLES,
        plain="△<012> ≅ △<345>",
        latex=r"\triangle <012> \cong \triangle <345>",
        english="triangles <012> and <345> are congruent with the same orientation",
        chinese="三角形<012>与三角形<345>同向全等",
        plain_zh="△<012> ≌ △<345>",
    ),
    _relation(
        "contrir",
        m.contrir,
        (3, 3),
        generators=_TRIANGLES,
        plain="△<012> ≅ △<345> (mirrored)",
        latex=r"\triangle <012> \cong \triangle <345> \text{ (mirrored)}",
        english="triangles <012> and <345> are congruent with opposite orientation",
        chinese="三角形<012>与三角形<345>反向全等",
        plain_zh="△<012> ≌ △<345>（反向）",
    ),
    _relation(
        "aconst",
        m.aconst,
        (2, 2),
        generators=_ORDERED_PAIRS,
        constant="angle",
        forms=(FormTemplate("direction", ((2, 3, 1), (0, 1, -1)), "value"),),
        plain="∠(<01>,<23>) = <v>",
        latex=r"\angle(<01>,<23>) = <v>",
        english="the angle from line <01> to line <23> is <v>",
        chinese="直线<01>到直线<23>的角为<v>",
    ),
    _relation(
        "lconst",
        m.lconst,
        (2,),
        generators=_swaps("10"),
        constant="surd",
        forms=(
            FormTemplate("length", ((0, 1, 1),), "value"),
            FormTemplate("square", ((0, 1, 1),), "value"),
            FormTemplate("line", ((0, 1, 1),), "value"),
        ),
        plain="<01> = <v>",
        latex="<01> = <v>",
        english="segment <01> has length <v>",
        chinese="线段<01>的长为<v>",
    ),
    _relation(
        "rconst",
        m.rconst,
        (2, 2),
        generators=_ORDERED_PAIRS,
        constant="surd",
        forms=(
            FormTemplate("length", ((0, 1, 1), (2, 3, -1)), "value"),
            FormTemplate("square", ((0, 1, 1), (2, 3, -1)), scaled=True),
            FormTemplate("line", ((0, 1, 1), (2, 3, -1)), scaled=True),
        ),
        plain="<01>:<23> = <v>",
        latex="<01>:<23> = <v>",
        english="the ratio of <01> to <23> is <v>",
        chinese="<01>与<23>之比为<v>",
    ),
    _condition(
        "diff",
        m.diff,
        (1, 1),
        generators=_swaps("10"),
        plain="<0> ≠ <1>",
        latex=r"<0> \ne <1>",
        english="<0> and <1> are different points",
        chinese="<0>与<1>是不同的点",
    ),
    _condition(
        "ncoll",
        m.ncoll,
        (1, 1, 1),
        generators=_swaps("102", "021"),
        tail=0,
        plain="<*> are not collinear",
        latex=r"<*> \text{ are not collinear}",
        english="the points <*> do not lie on one line",
        chinese="点<*>不在同一直线上",
        plain_zh="<*>不共线",
    ),
    _condition(
        "npara",
        m.npara,
        (2, 2),
        generators=_PAIRS,
        plain="<01> ∦ <23>",
        latex=r"<01> \nparallel <23>",
        english="line <01> is not parallel to line <23>",
        chinese="直线<01>不平行于直线<23>",
        plain_zh="<01>与<23>不平行",
    ),
    _condition(
        "nperp",
        m.nperp,
        (2, 2),
        generators=_PAIRS,
        plain="<01> is not perpendicular to <23>",
        latex=r"<01> \not\perp <23>",
        english="line <01> is not at right angles to line <23>",
        chinese="直线<01>不垂直于直线<23>",
        plain_zh="<01>与<23>不垂直",
    ),
    _condition(
        "sameclock",
        m.sameclock,
        (3, 3),
        generators=_swaps("120345", "102435", "345012"),
        plain="△<012> and △<345> have the same orientation",
        latex=r"\triangle <012> \text{ and } \triangle <345> \text{ have the same orientation}",
        english="triangles <012> and <345> have the same orientation",
        chinese="三角形<012>与三角形<345>的顶点绕向相同",
        plain_zh="△<012>与△<345>绕向相同",
    ),
    _condition(
        "sameside",
        m.sameside,
        (1, 2, 1, 2),
        generators=_SIDES,
        plain="∠<102> and ∠<435> are both acute or both obtuse",
        latex=r"\angle <102> \text{ and } \angle <435> \text{ are both acute or both obtuse}",
        english="angles <102> and <435> are both acute or both obtuse",
        chinese="从<0>看<12>的角与从<3>看<45>的角同为锐角或同为钝角",
        plain_zh="∠<102>与∠<435>同为锐角或同为钝角",
    ),
    _condition(
        "nsameside",
        m.nsameside,
        (1, 2, 1, 2),
        generators=_SIDES,
        plain="one of ∠<102> and ∠<435> is acute, the other obtuse",
        latex=(
            r"\text{one of } \angle <102> \text{ and } \angle <435>"
            r" \text{ is acute, the other obtuse}"
        ),
        english="one of the angles <102> and <435> is acute, the other obtuse",
        chinese="从<0>看<12>的角与从<3>看<45>的角一为锐角、一为钝角",
        plain_zh="∠<102>与∠<435>一为锐角、一为钝角",
    ),
    _condition(
        "between",
        m.between,
        (1, 2),
        generators=_swaps("021"),
        forms=(FormTemplate("line", ((0, 1, 1), (0, 2, 1), (1, 2, -1))),),
        plain="<0> lies on segment <12>",
        latex=r"<0> \text{ lies on segment } <12>",
        english="the point <0> is between the ends of segment <12>",
        chinese="点<0>在线段<12>的两端之间",
        plain_zh="<0>在线段<12>上",
    ),
    _condition(
        "acute",
        m.acute,
        (3,),
        generators=_swaps("210"),
        plain="∠<012> is acute",
        latex=r"\angle <012> \text{ is acute}",
        english="angle <012> is acute",
        chinese="∠<012>是锐角",
        plain_zh="∠<012>是锐角",
    ),
    _condition(
        "obtuse",
        m.obtuse,
        (3,),
        generators=_swaps("210"),
        plain="∠<012> is obtuse",
        latex=r"\angle <012> \text{ is obtuse}",
        english="angle <012> is obtuse",
        chinese="∠<012>是钝角",
        plain_zh="∠<012>是钝角",
    ),
]

PREDICATES: dict[str, Predicate] = {predicate.name: predicate for predicate in _ALL}

ALIASES: dict[str, str] = {
    "eqangle6": "eqangle",
    "eqratio6": "eqratio",
    "simtri2": "simtrir",
    "contri2": "contrir",
    "acute_angle": "acute",
    "obtuse_angle": "obtuse",
}
"""Other names used in problem files, each with the predicate that it means."""

SQUARED: dict[str, str] = {"l2const": "lconst", "r2const": "rconst"}
"""Names whose constant is the square of a length or ratio, each with the predicate meant."""
