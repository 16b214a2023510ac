"""How much of two seeds is the same, apart from the names of solids, points and parameters."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.solid.expression import parse_expression
from geoengine.solid.figure import is_point
from geoengine.solid.formulas import formula_values
from geoengine.solid.seed import Seed
from geoengine.solid.wording import Names, Number, read_wording

__all__ = ["Likeness", "most_alike"]

_GRAM = 3
"""How many words, or parts of an expression, are compared at a time."""

_SOLID = re.compile(
    r"regular|right|oblique|triangular|quadrangular|square|rectangular|pentagonal|hexagonal"
    r"|equilateral|truncated|cubes?|cuboids?|box(es)?|prisms?|pyramids?|tetrahedr\w+|frust\w+"
    r"|octahedr\w+|parallelepipeds?|cones?|conical|cylinders?|cylindrical|spheres?|spherical|balls?"
)
"""Words that name a solid; a run of them counts as one word."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much of two seeds is the same.

    Each share is twice what both have, divided by what the one and the other have (Dice 1945), and
    goes from 0 to 1.

    Attributes
    ----------
    first, second : Seed
    figure : float
        The share of the lines of the figures that are the same, when a point is named by how it is
        placed, and neither numbers nor constructions of solids are told apart.
    ask : float
        The share of runs of three parts of what is asked, with points numbered as they come.
    question, chain : float
        The shares of runs of three words of the English question and reasoning, without the names
        of points, numbers and solids.
    same_formula : bool
        Whether the formulas of the answers have the same values, up to the names of parameters.
    """

    first: Seed
    second: Seed
    figure: float
    ask: float
    question: float
    chain: float
    same_formula: bool

    @property
    def mean(self) -> float:
        """The mean of the four shares."""
        return (self.figure + self.ask + self.question + self.chain) / 4


def most_alike(
    seeds: Iterable[Seed], count: int, *, among: Iterable[Seed] = (), same_formula: bool = False
) -> list[Likeness]:
    """Return the pairs of seeds that are most alike, the likest first.

    Parameters
    ----------
    seeds : iterable of Seed
    count : int
        How many pairs.
    among : iterable of Seed
        If any are given, one of each pair is one of these.
    same_formula : bool
        Whether only pairs are wanted whose answers have the same formula.

    Examples
    --------
    >>> from geoengine.solid import load_seeds
    >>> (pair,) = most_alike(list(load_seeds().values())[:40], 1)
    >>> 0 < pair.mean < 1
    True
    """
    rows = list(seeds)
    parts = [
        _shares(_figure_lines(seed) for seed in rows),
        _shares(_runs(_tokens(parse_expression(seed.ask).tree, _kinds(seed), {})) for seed in rows),
        _shares(_runs(_words(seed.en.question)) for seed in rows),
        _shares(_runs(word for step in seed.en.chain for word in _words(step)) for seed in rows),
    ]
    values = [formula_values(parse_expression(seed.answer)) for seed in rows]
    total = np.sum(parts, axis=0)
    chosen = {seed.id for seed in among}
    found: list[Likeness] = []
    firsts, seconds = np.triu_indices(len(rows), 1)
    for at in np.argsort(-total[firsts, seconds], kind="stable"):
        a, b = int(firsts[at]), int(seconds[at])
        same = values[a] is not None and values[a] == values[b]
        if (same_formula and not same) or (chosen and chosen.isdisjoint((rows[a].id, rows[b].id))):
            continue
        if len(found) == count:
            break
        figure, ask, question, chain = (float(part[a, b]) for part in parts)
        found.append(Likeness(rows[a], rows[b], figure, ask, question, chain, same))
    return found


def _shares(things: Iterable[Mapping[Hashable, int]]) -> Array:
    """Return for all pairs of collections what they have in common, shape (n, n)."""
    from scipy.sparse import csr_matrix

    # The second time that a thing occurs, it is another thing: sets then do for multisets.
    collections = [
        {(thing, time) for thing, times in one.items() for time in range(times)} for one in things
    ]
    numbers: dict[Hashable, int] = {}
    columns = [numbers.setdefault(thing, len(numbers)) for one in collections for thing in one]
    sizes = np.array([len(one) for one in collections])
    starts = np.concatenate(([0], np.cumsum(sizes)))
    ones = np.ones(len(columns))
    table = csr_matrix((ones, columns, starts), shape=(len(sizes), len(numbers)))
    common: Array = (table @ table.T).toarray()
    shares: Array = 2 * common / np.maximum(sizes[:, None] + sizes[None, :], 1)
    return shares


def _runs(parts: Iterable[str]) -> Counter[Hashable]:
    """Count the runs of parts that follow one another, from before the first to after the last."""
    row = [*[""] * (_GRAM - 1), *parts, ""]
    return Counter(tuple(row[at : at + _GRAM]) for at in range(len(row) - _GRAM + 1))


def _words(text: str) -> Iterator[str]:
    """Yield the words and signs of a text; points, numbers and solids are masked."""
    before = ""
    for piece in read_wording(text):
        if isinstance(piece, Names):
            words = [f"points {len(piece.points)}"]
        elif isinstance(piece, Number):
            words = ["number"]
        else:
            words = re.findall(r"\w+|[^\w\s]", piece.lower())
        for word in words:
            masked = "solid" if _SOLID.fullmatch(word) else "number" if word.isdigit() else word
            if not masked == before == "solid":
                yield masked
            before = masked


def _figure_lines(seed: Seed) -> Counter[Hashable]:
    """Count the lines of a figure, with names replaced by what they are the names of."""
    kinds, figure = _kinds(seed), seed.figure_lines
    lines: Counter[Hashable] = Counter()
    for line in figure.placed:
        if line.construction:
            lines["construction", len(line.arguments)] += 1
        else:
            lines[tuple(_tokens(line.arguments[0].tree, kinds, {}))] += 1
    lines.update((part.kind, *(kinds[name] for name in part.points)) for part in figure.drawn)
    return lines


def _kinds(seed: Seed) -> dict[str, str]:
    """Return for each name of a seed how what it names is made."""
    kinds = {"solid": "solid"} | dict.fromkeys(seed.parameters, "number")
    kinds |= dict.fromkeys(seed.free, "variable")
    for line in seed.figure_lines.placed:
        for name in line.targets:
            match line.arguments[0].tree if line.arguments and not line.construction else None:
                case ast.Call(func=ast.Name(id=function)):
                    kinds[name] = function
                case None:
                    kinds[name] = "corner"
                case _:
                    kinds[name] = "computed"
    return kinds


def _tokens(tree: ast.AST, kinds: Mapping[str, str], points: dict[str, int]) -> Sequence[str]:
    """Return the parts of an expression; points are numbered in the order in which they come."""
    match tree:
        case ast.Name(id=name) if is_point(name):
            return [f"{kinds[name]} {points.setdefault(name, len(points))}"]
        case ast.Name(id=name):
            return [kinds.get(name, name)]
        case ast.Constant(value=value):
            return ["number" if isinstance(value, int | float) else str(value)]
        case ast.Call(func=ast.Name(id=function), args=parts):
            return [function, *_all_tokens(parts, kinds, points), ")"]
        case ast.BinOp(left=left, op=op, right=right):
            return [*_all_tokens((left, op, right), kinds, points)]
        case _:
            inner = _all_tokens(ast.iter_child_nodes(tree), kinds, points)
            return [] if isinstance(tree, ast.Load) else [type(tree).__name__, *inner]


def _all_tokens(
    trees: Iterable[ast.AST], kinds: Mapping[str, str], points: dict[str, int]
) -> list[str]:
    return [token for tree in trees for token in _tokens(tree, kinds, points)]
