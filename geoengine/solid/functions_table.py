"""The functions of the seed language, described for people."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from geoengine.solid.functions import FUNCTIONS

__all__ = ["described_functions"]

_GROUPS = {
    "Numbers": ("arithmetic", "trigonometry", "choices", "number_words"),
    "Points": ("points", "centers", "folding"),
    "Lines, planes, polygons": ("flats", "sections", "divisions"),
    "Bodies": ("bodies", "polyhedron", "body_parts", "ngon_bodies", "piles"),
    "Measures": ("distances", "angles", "measures", "surface_paths", "unfolding"),
    "Relations": ("relations", "search"),
    "Moving points": (),
}
"""The groups, with the modules that define their functions; all others count something."""

_MOVING = (
    ("minimum(expression)", "the least value over the free variables"),
    ("maximum(expression)", "the greatest value over the free variables"),
    (
        "solve(lhs == rhs, …, expression)",
        "the value of an expression at the only solution; an equation for each free variable",
    ),
    (
        "locus_length(P, lhs == rhs)",
        "the length of the locus of a point P that two free variables move over a plane",
    ),
    ("locus_area(P, lhs <= rhs)", "the area of such a locus"),
)

_WORDS = {
    "abs": ("abs(x)", "the absolute value"),
    "len": ("len(list)", "the number of things in a list"),
    "max": ("max(x, y, …)", "the greatest of numbers"),
    "min": ("min(x, y, …)", "the least of numbers"),
}


def described_functions() -> dict[str, list[tuple[str, str]]]:
    """Return, for each group of functions, how each is called and what it gives.

    Examples
    --------
    >>> groups = described_functions()
    >>> [row for row in groups["Points"] if row[0].startswith("midpoint")]
    [('midpoint(A, B)', 'the midpoint of a segment: half the sum of its ends')]
    """
    homes = {module: group for group, modules in _GROUPS.items() for module in modules}
    found: dict[str, list[tuple[str, str]]] = {group: [] for group in (*_GROUPS, "Counts")}
    for name, function in sorted(FUNCTIONS.items()):
        module = function.__module__.rpartition(".")[2]
        group = "Numbers" if name in _WORDS else homes.get(module, "Counts")
        found[group].append(_WORDS.get(name) or (_call(name, function), _meaning(function)))
    found["Moving points"] += _MOVING
    return found


def _call(name: str, function: Callable[..., object]) -> str:
    words = []
    for parameter in inspect.signature(function).parameters.values():
        word = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            word = f"{word}, …"
        elif parameter.default is not parameter.empty:
            word = f"{word}={parameter.default!r}"
        words.append(word)
    return f"{name}({', '.join(words)})"


def _meaning(function: Callable[..., object]) -> str:
    first = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ").rstrip(".")
    for word in ("Return ", "Tell "):
        first = first.removeprefix(word)
    return first
