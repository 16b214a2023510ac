"""What straightedge and compass can do: the commands, and the kinds of what they are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from geoengine.draft import STYLES, Call, Expression, Name, Number, Statement
from geoengine.verify.drafting.commands import fits
from geoengine.verify.drafting.evaluation import value_of
from geoengine.verify.drafting.shapes import Thing

__all__ = ["TOOLS", "tool_faults"]

_CIRCLES = {
    "Point": ("circle",),
    "Circle": ("point point", "point radius"),
    "Intersect": ("circle circle", "circle circle index"),
}

TOOLS: dict[str, Mapping[str, tuple[str, ...]] | None] = {
    "compass_only": _CIRCLES,
    "compass": {
        "Point": ("path",),
        # A segment is a radius by its length.
        "Circle": ("point point", "point radius", "point segment"),
        "Segment": ("point point",),
        "Line": ("point point",),
        "Ray": ("point point",),
        "Polygon": ("point point point*",),
        "Intersect": (
            *_CIRCLES["Intersect"], "straight straight", "straight circle", "circle straight",
            "straight circle index", "circle straight index",
        ),
    },
    "full": None,
}  # fmt: skip
"""By tools, the ways in which each command may be called; None for all."""


def tool_faults(
    statements: Iterable[Statement], tools: str, objects: Mapping[str, Thing], given: Iterable[str]
) -> Iterator[str]:
    """Yield the commands that need more than the tools.

    Parameters
    ----------
    statements : iterable of Statement
    tools : {"compass_only", "compass", "full"}
    objects : mapping of str to Thing
        The objects of the whole figure.
    given : iterable of str
        The names of what is given: numbers among it are lengths that the compass can take.
    """
    ways = TOOLS[tools]
    if ways is None:
        return
    for statement in statements:
        value = statement.value
        if isinstance(value, Call) and value.name in STYLES:
            continue
        if not isinstance(value, Call):
            yield f"{statement.name} is computed, not constructed"
            continue
        yield from _faults_of(value, ways, objects, set(given))


def _faults_of(
    call: Call,
    ways: Mapping[str, tuple[str, ...]],
    objects: Mapping[str, Thing],
    given: set[str],
) -> Iterator[str]:
    if call.name not in ways:
        yield f"{call.name} is no command of these tools"
        return
    words = []
    for argument in call.arguments:
        if isinstance(argument, Call) and argument.name != "Distance":
            yield from _faults_of(argument, ways, objects, given)
        words.append(_word_of(argument, objects, given))
    if not any(fits(way.split(), words) for way in ways[call.name]):
        yield f"{call.name}({', '.join(words)}) is not possible with these tools"


def _word_of(argument: Expression, objects: Mapping[str, Thing], given: set[str]) -> str:
    """Return what an argument is for a tool: a kind, a radius, an index, or computed."""
    match argument:
        case Number(text="1" | "2"):
            return "index"
        case Call(name="Distance", arguments=ends) if len(ends) == 2:
            kinds = [_word_of(end, objects, given) for end in ends]
            return "radius" if kinds == ["point", "point"] else "computed"
        case Name(text=name) if name in objects:
            kind = objects[name].kind
            is_length = kind == "number" and name in given
            return "radius" if is_length else kind
        case Call():
            return value_of(argument, objects).kind
    return "computed"
