"""Functions of stock Asymptote on numbers, pairs, triples and transforms."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from geoengine.verify.programs.asymptote.names import PLAIN_PENS, STYLES
from geoengine.verify.programs.asymptote.values import Array, Pen, point, real
from geoengine.verify.programs.curves import Curve, Map
from geoengine.verify.programs.evaluated import Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.pens import ASYMPTOTE_COLOURS, Colour

__all__ = ["CONSTANTS", "FUNCTIONS", "undefined"]


def undefined(text: str) -> ProgramError:
    """A fault: something has no value."""
    return ProgramError(FaultKind.VALUE, text)


def _of_reals(function: Callable[..., float]) -> Callable[..., float]:
    def found(*values: Any) -> float:
        try:
            return function(*map(real, values))
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            if isinstance(error, ProgramError):
                raise
            raise undefined(str(error)) from error

    return found


def _rounded(function: Callable[[float], int]) -> Callable[[Any], int]:
    def found(value: Any) -> int:
        x = real(value)
        if not abs(x) < 2**62:
            raise undefined("an integer is too large")
        return function(x)

    return found


def _degrees_of(z: complex) -> float:
    if not z:
        raise undefined("the direction of (0,0)")
    found = math.degrees(cmath.phase(z)) % 360
    return 0.0 if found == 360.0 else found


def _unit(value: Any) -> Any:
    size = _abs(value)
    if not size:
        return value
    if isinstance(value, Triple):
        return Triple(*(part / size for part in value))
    return point(value) / size


def _abs(value: Any) -> Any:
    if isinstance(value, Triple):
        return math.hypot(*value)
    if isinstance(value, Array):
        return Array(map(_abs, value))
    return abs(value) if isinstance(value, int) else abs(point(value))


def _length(value: Any) -> Any:
    if isinstance(value, Curve):
        return len(value.pieces)
    return len(value) if isinstance(value, str) else _abs(value)


def _dir(value: Any, second: Any = None, *rest: Any) -> Any:
    if isinstance(value, Curve):
        time = len(value.pieces) if second is None else real(second)
        return _unit(value.direction(time))
    if isinstance(value, Triple):
        return _unit(value)
    if isinstance(value, SpaceCurve):
        return Opaque("triple")
    if second is not None:
        colatitude, longitude = math.radians(real(value)), math.radians(real(second))
        side = math.sin(colatitude)
        return Triple(side * math.cos(longitude), side * math.sin(longitude), math.cos(colatitude))
    if isinstance(value, complex):
        return _unit(value)
    return complex(_cos_degrees(real(value)), _sin_degrees(real(value)))


def _cos_degrees(x: float) -> float:
    return _sin_degrees(x + 90)


def _sin_degrees(x: float) -> float:
    turns = x % 360
    exact = {0.0: 0.0, 90.0: 1.0, 180.0: 0.0, 270.0: -1.0}
    return exact.get(turns, math.sin(math.radians(x)))


def _angle(value: Any) -> float:
    z = point(value)
    if not z:
        raise undefined("the direction of (0,0)")
    return cmath.phase(z)


def _dot(a: Any, b: Any) -> Any:
    if isinstance(a, Triple) and isinstance(b, Triple):
        return math.fsum(x * y for x, y in zip(a, b, strict=True))
    return (point(a) * point(b).conjugate()).real


def _cross(a: Any, b: Any) -> Any:
    if isinstance(a, Triple) and isinstance(b, Triple):
        return Triple(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    return (point(a).conjugate() * point(b)).imag


def _sqrt(value: Any) -> Any:
    if isinstance(value, complex):
        return cmath.sqrt(value)
    x = real(value)
    if x < 0:
        raise undefined("the square root of a negative number")
    return math.sqrt(x)


def _extreme(name: str) -> Callable[..., Any]:
    pick = min if name == "min" else max

    def found(*values: Any) -> Any:
        if len(values) == 1 and isinstance(values[0], Curve):
            return _corner(values[0], pick)
        if len(values) == 1 and isinstance(values[0], Array):
            values = tuple(values[0])
        if not values:
            raise undefined(f"the {name} of nothing")
        for value in values:
            real(value)
        return pick(values)

    return found


def _corner(of: Curve, pick: Callable[..., Any]) -> complex:
    places = list(of.vertices)
    for piece in of.pieces:
        turned = piece.moved(Map(1j))
        places += [piece.at(t) for t in (*piece.turns, *turned.turns)]
    if not places:
        raise undefined("the bounds of an empty path")
    return complex(pick(z.real for z in places), pick(z.imag for z in places))


def _interp(a: Any, b: Any, t: Any) -> Any:
    from geoengine.verify.programs.asymptote.values import operate

    return operate("+", operate("*", 1 - real(t), a), operate("*", real(t), b))


def _shift(first: Any, second: Any = None) -> Any:
    if isinstance(first, Triple):
        return Opaque("transform3")
    if second is not None:
        return Map(c=complex(real(first), real(second)))
    return Map(c=point(first))


def _rotate(angle: Any, around: Any = 0j, *rest: Any) -> Any:
    if isinstance(around, Triple):
        return Opaque("transform3")
    turn = complex(_cos_degrees(real(angle)), _sin_degrees(real(angle)))
    center = point(around)
    return Map(turn, 0, center - turn * center)


def _scale(x: Any, y: Any = None, *rest: Any) -> Any:
    if rest:
        return Opaque("transform3")
    across, up = real(x), real(x if y is None else y)
    return Map((across + up) / 2, (across - up) / 2)


def _reflect(a: Any, b: Any) -> Map:
    start, along = point(a), point(b) - point(a)
    if not along:
        raise undefined("a reflection in a point")
    turn = along / along.conjugate()
    return Map(0, turn, start - turn * start.conjugate())


def _extension(P: Any, Q: Any, p: Any, q: Any) -> complex:
    a, b, c, d = map(point, (P, Q, p, q))
    u, v = b - a, d - c
    size = u.real * v.imag - u.imag * v.real
    if abs(size) <= 1e-14 * abs(u) * abs(v):
        raise undefined("the meeting of parallel lines")
    w = c - a
    return a + u * ((w.real * v.imag - w.imag * v.real) / size)


def _sum(values: Any) -> Any:
    from geoengine.verify.programs.asymptote.values import operate

    total: Any = 0
    for value in values:
        total = operate("+", total, value)
    return total


def _sequence(first: Any, last: Any = None) -> Any:
    low, high = (0, int(real(first)) - 1) if last is None else (int(real(first)), int(real(last)))
    if high - low > 100_000:
        raise ProgramError(FaultKind.LIMIT, "a long sequence")
    return Array(range(low, high + 1))


def _gray(value: Any = 0.5) -> Pen:
    level = real(value)
    return Pen(Colour(f"gray({level:g})", white=level >= 0.9999))


def _rgb(*parts: Any) -> Pen:
    if len(parts) == 1:
        if isinstance(parts[0], Pen):
            return parts[0]
        name = str(parts[0]).lstrip("#").lower()
        return Pen(Colour(f"rgb({name})", white=name == "ffffff"))
    levels = [real(part) for part in parts]
    return Pen(Colour(f"rgb({','.join(f'{x:g}' for x in levels)})", white=min(levels) >= 0.9999))


def _cmyk(*parts: Any) -> Pen:
    levels = [real(part) for part in parts if not isinstance(part, Pen)]
    white = bool(levels) and not any(levels)
    return Pen(Colour(f"cmyk({','.join(f'{x:g}' for x in levels)})", white=white))


def _plain_pen(*_: Any, **__: Any) -> Pen:
    return Pen()


def _string(value: Any, *_: Any) -> str:
    if isinstance(value, complex):
        return f"({value.real:g},{value.imag:g})"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _format(text: Any, value: Any = "", *_: Any) -> str:
    return str(text) if value == "" else f"{text}{_string(value)}"


def _polar(r: Any, angle: Any) -> complex:
    return cmath.rect(real(r), real(angle))


def _array(count: Any, value: Any, *_: Any) -> Array:
    if real(count) > 100_000:
        raise ProgramError(FaultKind.LIMIT, "a long array")
    return Array([value] * int(real(count)))


def _opaque(what: str) -> Callable[..., Opaque]:
    return lambda *_, **__: Opaque(what)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": _sqrt, "cbrt": _of_reals(math.cbrt), "sin": _of_reals(math.sin),
    "cos": _of_reals(math.cos), "tan": _of_reals(math.tan), "asin": _of_reals(math.asin),
    "acos": _of_reals(math.acos), "atan": _of_reals(math.atan), "atan2": _of_reals(math.atan2),
    "Sin": _of_reals(_sin_degrees), "Cos": _of_reals(_cos_degrees),
    "Tan": _of_reals(lambda x: math.tan(math.radians(x))),
    "aSin": _of_reals(lambda x: math.degrees(math.asin(x))),
    "aCos": _of_reals(lambda x: math.degrees(math.acos(x))),
    "aTan": _of_reals(lambda x: math.degrees(math.atan(x))),
    "exp": _of_reals(math.exp), "log": _of_reals(math.log), "log10": _of_reals(math.log10),
    "hypot": _of_reals(math.hypot), "fmod": _of_reals(math.fmod),
    "sgn": lambda x: int(real(x) > 0) - int(real(x) < 0),
    "floor": _rounded(math.floor), "ceil": _rounded(math.ceil),
    "round": _rounded(lambda x: math.floor(x + 0.5) if x >= 0 else math.ceil(x - 0.5)),
    "Floor": _rounded(math.floor), "Ceil": _rounded(math.ceil), "Round": _rounded(round),
    "quotient": lambda a, b: _of_reals(lambda x, y: x // y)(a, b) // 1,
    "radians": _of_reals(math.radians),
    "degrees": lambda x: _degrees_of(x) if isinstance(x, complex) else math.degrees(real(x)),
    "abs": _abs, "length": _length, "abs2": lambda z: abs(point(z)) ** 2, "unit": _unit,
    "dir": _dir, "angle": lambda z, *_: _angle(z), "expi": lambda x: _polar(1, x),
    "polar": _polar, "dot": _dot, "cross": _cross, "conj": lambda z: point(z).conjugate(),
    "xpart": lambda z: z.x if isinstance(z, Triple) else point(z).real,
    "ypart": lambda z: z.y if isinstance(z, Triple) else point(z).imag,
    "zpart": lambda z: z.z, "min": _extreme("min"), "max": _extreme("max"), "sum": _sum,
    "interp": _interp, "extension": _extension, "sequence": _sequence, "array": _array,
    "copy": lambda a: Array(a), "reverse_array": lambda a: Array(reversed(a)),
    "concat": lambda *a: Array(x for part in a for x in part),
    "identity": lambda *_: Map(), "shift": _shift, "rotate": _rotate, "scale": _scale,
    "xscale": lambda s: Map((1 + real(s)) / 2, (real(s) - 1) / 2),
    "yscale": lambda s: Map((1 + real(s)) / 2, (1 - real(s)) / 2), "reflect": _reflect,
    "slant": lambda s: Map(1 + real(s) / 2j, -real(s) / 2j),
    "inverse": lambda t: t.inverse,
    "gray": _gray, "grey": _gray, "rgb": _rgb, "RGB": lambda *p: _rgb(*(real(x) / 255 for x in p)),
    "cmyk": _cmyk, "hsv": lambda *p: Pen(Colour("hsv")), "linewidth": _plain_pen,
    "fontsize": _plain_pen, "linetype": _plain_pen, "opacity": _plain_pen, "linecap": _plain_pen,
    "linejoin": _plain_pen, "font": _plain_pen, "fontcommand": _plain_pen,
    "Dotted": _plain_pen, "basealign": _plain_pen, "makepen": _plain_pen,
    "string": _string, "format": _format, "substr": lambda s, *_: s, "replace": lambda s, *_: s,
    "math": lambda s: s, "baseline": lambda s, *_: s, "minipage": lambda s, *_: s,
    "orthographic": _opaque("projection"), "perspective": _opaque("projection"),
    "oblique": _opaque("projection"), "obliqueX": _opaque("projection"),
    "Label": lambda *a, **k: a[0] if a and isinstance(a[0], str) else Opaque("Label"),
    "Arrow": _opaque("arrow"), "Arrows": _opaque("arrow"), "EndArrow": _opaque("arrow"),
    "BeginArrow": _opaque("arrow"), "MidArrow": _opaque("arrow"), "Bar": _opaque("bar"),
    "Bars": _opaque("bar"), "EndBar": _opaque("bar"), "BeginBar": _opaque("bar"),
    "ArcArrow": _opaque("arrow"), "ArcArrows": _opaque("arrow"), "Fill": _opaque("filltype"),
    "UnFill": _opaque("filltype"), "FillDraw": _opaque("filltype"), "Rotate": _opaque("rotation"),
    "Margin": _opaque("margin"), "TrueMargin": _opaque("margin"), "DotMargin": _opaque("margin"),
    "arrowbar": _opaque("arrow"), "Relative": _opaque("align"), "HookHead": _opaque("arrow"),
    "truepoint": _opaque("pair"), "surface": _opaque("surface"), "bool": bool,
}  # fmt: skip

_DIAGONAL = math.sqrt(0.5)


def _compass() -> dict[str, complex]:
    main = {"E": 1, "N": 1j, "W": -1, "S": -1j}
    found = {name: complex(z) for name, z in main.items()}
    for pair in ("NE", "NW", "SW", "SE"):
        found[pair] = complex(main[pair[1]] + main[pair[0]]) * _DIAGONAL
    for name in ("ENE", "NNE", "NNW", "WNW", "WSW", "SSW", "SSE", "ESE"):
        z = found[name[0]] + found[name[1:]]
        found[name] = z / abs(z)
    return found


CONSTANTS: dict[str, Any] = {
    **_compass(),
    **{name: Pen(Colour(name)) for name in ASYMPTOTE_COLOURS},
    "pi": math.pi, "I": 1j, "up": 1j, "down": -1j, "right": 1 + 0j,
    "left": -1 + 0j, "inf": math.inf, "infinity": math.inf, "realMax": 1e300, "intMax": 2**62,
    "currentpen": Pen(), "nullpen": Pen(invisible=True), "invisible": Pen(invisible=True),
    "evenodd": Pen(even_odd=True), "zerowinding": Pen(), "CCW": True, "CW": False,
    "realEpsilon": 2.0**-52, "nullpath": Curve(()), "identity": Map(),
    "undefined": math.nan, "inches": 72.0, "inch": 72.0, "cm": 72 / 2.54, "mm": 7.2 / 2.54,
    "bp": 1.0, "pt": 72 / 72.27,
    **{
        name: Pen()
        for name in PLAIN_PENS
    },
    **{
        name: Opaque("style")
        for name in STYLES
    },
}  # fmt: skip
