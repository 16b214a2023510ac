"""The figures of counterexamples, prepared for drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geoengine.catalogue import Rule
from geoengine.language import Statement, as_real
from geoengine.verify.figures.residuals import places
from geoengine.verify.figures.system import Reals
from geoengine.verify.proofs.rule_check import RuleCounterexample
from geoengine.verify.verdict import Picture

__all__ = ["CounterexampleFigure", "counterexample_figure", "figure_of"]


@dataclass(frozen=True, slots=True, eq=False)
class CounterexampleFigure:
    """What `geoengine.draw.draw` needs to draw a counterexample.

    Attributes
    ----------
    points : tuple of str
        Names; letters of a rule that denote one point are joined by ``=``.
    xy : ndarray, shape (1, points, 2)
    segments : tuple of (str, str)
        The ends of each segment, and of each side of a triangle, that a statement names.
    circles : tuple of (str or None, tuple of str)
        For each circle that a statement names: its center, or None, and points on it.
    """

    points: tuple[str, ...]
    xy: Reals
    segments: tuple[tuple[str, str], ...]
    circles: tuple[tuple[str | None, tuple[str, ...]], ...]


def counterexample_figure(rule: Rule, counterexample: RuleCounterexample) -> CounterexampleFigure:
    """The figure of a counterexample, with the lines and circles which the rule names.

    Parameters
    ----------
    rule : Rule
    counterexample : RuleCounterexample

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> rule = load_rules()["midpoint_equidistant"]
    >>> xy = ((0.1, 0.0), (-0.5, 0.0), (0.5, 0.0))
    >>> wrong = RuleCounterexample(("M", "A", "B"), xy, "cong M A M B", 0.4)
    >>> figure = counterexample_figure(rule, wrong)
    >>> figure.points, figure.segments
    (('M', 'A', 'B'), (('A', 'B'), ('A', 'M'), ('B', 'M')))
    """
    z = np.array([complex(*place) for place in counterexample.xy])
    place = places(z[None])[0]
    shared: dict[int, list[str]] = {}
    for letter, first in zip(counterexample.points, place, strict=True):
        shared.setdefault(int(first), []).append(letter)
    name = {letter: "=".join(letters) for letters in shared.values() for letter in letters}
    at = {"=".join(letters): z[first] for first, letters in shared.items()}
    shown = [pattern.statement() for pattern in rule.given]
    shown += [p.statement() for p in rule.then if str(p) == counterexample.conclusion]
    segments: dict[tuple[str, str], None] = {}
    circles: dict[tuple[str | None, tuple[str, ...]], None] = {}
    for statement in shown:
        points = [name[point] for point in statement.points]
        for a, b in _sides(statement, points, at):
            if a != b:
                segments[min(a, b), max(a, b)] = None
        if statement.predicate == "circle":
            circles[points[0], tuple(points[1:2])] = None
        elif statement.predicate == "cyclic" and statement in shown[: len(rule.given)]:
            circles[None, tuple(points)] = None
    found = np.array(list(at.values()))
    return CounterexampleFigure(
        tuple(at),
        as_real(found)[None],
        tuple(segments),
        tuple(circles),
    )


def figure_of(picture: Picture) -> CounterexampleFigure:
    """The figure of a finding, with the lines and circles that its statements name.

    The circle of a ``cyclic`` statement is left out if the statement is the last one, which the
    figure refutes.

    Parameters
    ----------
    picture : Picture
    """
    at = {
        name: np.complex128(complex(*place))
        for name, place in zip(picture.points, picture.xy, strict=True)
    }
    segments: dict[tuple[str, str], None] = {}
    circles: dict[tuple[str | None, tuple[str, ...]], None] = {}
    for statement in picture.shown:
        points = list(statement.points)
        if statement.is_condition or not set(points) <= set(at):
            continue
        for a, b in _sides(statement, points, at):
            segments[min(a, b), max(a, b)] = None
        if statement.predicate == "circle":
            circles[points[0], tuple(points[1:])] = None
        elif statement.predicate == "cyclic" and statement != picture.shown[-1]:
            circles[None, tuple(points)] = None
    return CounterexampleFigure(picture.points, picture.xy[None], tuple(segments), tuple(circles))


def _sides(
    statement: Statement, points: list[str], at: Mapping[str, np.complex128]
) -> list[tuple[str, str]]:
    """The sides that a statement names; for collinear points, only the longest."""
    groups = statement.definition.groups
    if statement.predicate in {"coll", "midp"}:
        return [max(combinations(points, 2), key=lambda ends: abs(at[ends[1]] - at[ends[0]]))]
    if set(groups) == {1}:
        return []
    ends = np.cumsum(groups)
    parts = [points[end - size : end] for size, end in zip(groups, ends, strict=True)]
    return [pair for part in parts for pair in combinations(part, 2)]
