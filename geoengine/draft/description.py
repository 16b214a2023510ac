"""What is in a figure, in words: the values of objects, and why an object does not exist."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from geoengine.draft.draft import Draft
from geoengine.draft.errors import DraftError
from geoengine.draft.evaluating import Evaluator
from geoengine.draft.expressions import Expression, Name, parts
from geoengine.draft.figure import Figure
from geoengine.draft.limits import Limits
from geoengine.draft.printer import print_expression
from geoengine.draft.shapes import Arc, Circle, Conic, Line, Polygon, Ray, Segment, Value

__all__ = ["describe_value", "why_undefined"]

_Element = TypeVar("_Element")

_SHOWN = 8
"""How many elements of a list, or vertices of a polygon, are written out."""


def describe_value(value: Value) -> str:
    r"""Write what an object is: its coordinates, equation or number, to six digits.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> draft = read_draft("f: y = 2x + 1\nc = Circle((1, -2), 3)\ns = Segment((0, 0), (3, 4))")
    >>> figure = carry_out(draft)
    >>> [describe_value(one.value) for one in figure.objects.values()]
    ['y = 2x + 1', '(x - 1)^2 + (y + 2)^2 = 9', '(0, 0) to (3, 4), length 5']
    >>> describe_value(Value("point", None))
    'undefined'
    """
    match value.shape:
        case None:
            return "undefined"
        case bool(truth):
            return "true" if truth else "false"
        case str(text):
            return f'"{text}"'
        case tuple(elements):
            return f"{{{_listed(elements, describe_value)}}}"
        case complex() as place:
            return _point(place)
        case Line(point=point, direction=direction):
            return _line(point, direction)
        case Ray(point=point, direction=direction):
            return f"from {_point(point)}, direction {_point(direction / abs(direction))}"
        case Segment(start=start, end=end) as segment:
            return f"{_point(start)} to {_point(end)}, length {_number(segment.length)}"
        case Circle(center=center, radius=radius):
            return f"{_circle(center)} = {_number(radius * radius)}"
        case Arc(center=center, radius=radius, sweep=sweep):
            return (
                f"about {_point(center)}, radius {_number(radius)}, {_number(math.degrees(sweep))}°"
            )
        case Conic() as conic:
            return _conic(conic)
        case Polygon(vertices=vertices):
            return _listed(vertices, _point)
        case number:
            degrees = value.kind == "angle"
            return f"{_number(math.degrees(number))}°" if degrees else _number(number)


def why_undefined(draft: Draft, figure: Figure, name: str) -> str:
    r"""Return why an object of a figure is not defined: what its command needs and does not get.

    Parameters
    ----------
    draft : Draft
    figure : Figure
        A figure of the draft.
    name : str
        The name of an undefined object of the figure.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> draft = read_draft("c = Circle((0, 0), 1)\nP = Intersect(c, y = 2)\nM = Dilate(P, 2)")
    >>> figure = carry_out(draft)
    >>> why_undefined(draft, figure, "P"), why_undefined(draft, figure, "M")
    ('Intersect(c, y = 2) gives nothing', 'P is undefined')
    """
    evaluator = Evaluator(Limits())
    evaluator.known.update((key, one.value) for key, one in figure.objects.items())
    expression = draft.statements[figure.objects[name].statement].value
    inner = _innermost(expression, evaluator) or expression
    if isinstance(inner, Name):
        return f"{inner.text} is undefined"
    return f"{print_expression(inner)} gives nothing"


def _innermost(expression: Expression, evaluator: Evaluator) -> Expression | None:
    """Return the first part without a value, within an expression that has none itself."""
    for part in parts(expression):
        if (found := _innermost(part, evaluator)) is not None:
            return found
    try:
        return None if evaluator.value(expression).is_defined else expression
    except DraftError:
        # The variable of a sequence, or an expression that means something in its place only.
        return None


def _listed(elements: Sequence[_Element], shown: Callable[[_Element], str]) -> str:
    more = [f"… {len(elements)} in all"] if len(elements) > _SHOWN else []
    return ", ".join([*map(shown, elements[:_SHOWN]), *more])


def _number(number: float) -> str:
    text = f"{number:.6g}"
    return "0" if text == "-0" else text


def _point(place: complex) -> str:
    # Coordinates that are 0 but for rounding.
    size = 1e-12 * abs(place)
    x, y = (0.0 if abs(part) < size else part for part in (place.real, place.imag))
    return f"({_number(x)}, {_number(y)})"


def _line(point: complex, direction: complex) -> str:
    direction /= abs(direction)
    if abs(direction.real) < 1e-12:
        return f"x = {_number(point.real)}"
    slope = direction.imag / direction.real
    return "y = " + _sum([(slope, "x"), (point.imag - slope * point.real, "")])


def _circle(center: complex) -> str:
    squares = []
    for variable, place in (("x", center.real), ("y", center.imag)):
        shown = _number(abs(place))
        sign = "-" if place > 0 else "+"
        squares.append(f"{variable}^2" if shown == "0" else f"({variable} {sign} {shown})^2")
    return " + ".join(squares)


def _conic(conic: Conic) -> str:
    size = max(abs(conic.xx), abs(conic.yy), abs(conic.xy))
    terms = [
        (conic.xx, "x^2"), (2 * conic.xy, "x y"), (conic.yy, "y^2"), (2 * conic.x, "x"),
        (2 * conic.y, "y"), (conic.one, ""),
    ]  # fmt: skip
    return f"{_sum([(factor / size, name) for factor, name in terms])} = 0"


def _sum(terms: list[tuple[float, str]]) -> str:
    """Write a sum of products; those that are 0 are left out."""
    text = ""
    for factor, name in terms:
        if abs(factor) < 1e-12:
            continue
        shown = _number(abs(factor))
        product = name if name and shown == "1" else f"{shown}{name}"
        sign = "-" if factor < 0 else "+"
        text += f" {sign} {product}" if text else f"{'-' if factor < 0 else ''}{product}"
    return text or "0"
