"""The judge of the family `solids`: it measures the printed record anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from geoengine.verify.budget import Budget
from geoengine.verify.items.judge_registry import ItemJudge
from geoengine.verify.prover import Prover
from geoengine.verify.solids import (
    Figure,
    UnknownFunctionError,
    measure,
    read_figure,
    read_number,
)
from geoengine.verify.solids.flats import FUNCTIONS, line, plane
from geoengine.verify.solids.shapes import CLOSE, Line, Plane, UndefinedError, Vec
from geoengine.verify.solids.statements import (
    false_statements,
    groups_of,
    numbers_of,
    points_of,
)
from geoengine.verify.verdict import Finding, Level

__all__ = ["JUDGES", "judge_solid"]

Item = Mapping[str, Any]


def judge_solid(data: Item, budget: Budget, prover: Prover | None = None) -> Sequence[Finding]:
    """Judge an item about a solid.

    What is asked is measured in the figure of the record, and compared with the answer. The
    question, in both languages, the chains and the view must agree with the figure and the answer.
    """
    del prover  # Nothing is proved.
    figure = read_figure(data["problem"])
    if figure.faults:
        return [Finding("figure", Level.WRONG, fault) for fault in figure.faults]
    wrong = [
        Finding(code, Level.WRONG, text) for code, check in _CHECKS for text in check(data, figure)
    ]
    return [*_answer_findings(data, figure, budget), *wrong, *_view_findings(data, figure)]


def _answer_findings(data: Item, figure: Figure, budget: Budget) -> list[Finding]:
    try:
        measured = measure(figure, budget)
    except (UnknownFunctionError, NotImplementedError, TimeoutError) as error:
        return [Finding("answer", Level.UNDECIDED, f"what is asked was not measured: {error}")]
    except (UndefinedError, ZeroDivisionError, OverflowError) as error:
        return [Finding("answer", Level.WRONG, f"what is asked does not exist: {error}")]
    answer = data["answer"]
    if answer["kind"] == "value":
        fault = _value_fault(answer, measured, is_searched=bool(figure.free))
    else:
        fault = _named_fault(answer, measured, data, figure)
    if fault:
        return [Finding("answer", Level.WRONG, fault)]
    return [Finding("answer", Level.GOOD, "what is asked, measured anew, is the answer")]


def _value_fault(answer: Item, measured: Any, *, is_searched: bool) -> str | None:
    if isinstance(measured, bool) or not isinstance(measured, int | float | np.number):
        return "a value is the answer, but something else is asked"
    claimed, found = read_number(answer["exact"]), float(measured)
    within = 1e-6 if is_searched else 1e-9
    if not abs(claimed - found) <= within * max(1.0, abs(claimed)):
        return f"the answer is {answer['exact']} = {claimed:.9g}, but {found:.9g} was measured"
    return None


def _named_fault(answer: Item, measured: Any, data: Item, figure: Figure) -> str | None:
    kind, names, aliases = answer["object"], list(answer["points"]), answer["aliases"]
    if kind == "relation":
        words = {names[0], *(alias[0] for alias in aliases)}
        if isinstance(measured, str) and names[0] == measured:
            return None
        return f"the answer is {', '.join(sorted(words))}, but the relation is {measured}"
    expected = {"plane": Plane, "line": Line, "point": np.ndarray}[kind]
    if not isinstance(measured, expected):
        return f"the answer is a {kind}, but something else is asked"
    seen = set()
    for group in (names, *aliases):
        places = [figure.points[name] for name in group if name in figure.points]
        if len(places) != len(group) or not _denotes(kind, places, measured):
            return f"{''.join(group)} is not the {kind} that is asked for"
        if frozenset(group) in seen:
            return f"{''.join(group)} is listed twice"
        seen.add(frozenset(group))
    return None


def _denotes(kind: str, places: Sequence[Vec], measured: Any) -> bool:
    """Whether points determine a thing, and no other."""
    if kind == "point":
        return len(places) == 1 and float(np.abs(places[0] - measured).max()) < CLOSE
    try:
        if kind == "line":
            ends = line(places[0], places[1])
            return all(_is_on(P, measured) for P in places) and ends is not None
        return all(_is_on(P, measured) for P in places) and _spans(places)
    except (UndefinedError, IndexError):
        return False


def _is_on(P: Vec, X: Any) -> bool:
    return bool(FUNCTIONS["dist"](P, X) < CLOSE)


def _spans(places: Sequence[Vec]) -> bool:
    """Whether three or more points determine a plane."""
    A, B, *rest = places
    for C in rest:
        try:
            plane(A, B, C)
        except UndefinedError:
            continue
        return True
    return False


def _question_faults(data: Item, figure: Figure) -> Iterator[str]:
    del figure
    questions = data["certificate"]["questions"]
    if data["question"] != questions[data["language"]]:
        yield "the question differs from that of the certificate"


def _language_faults(data: Item, figure: Figure) -> Iterator[str]:
    """Compare the letters and numbers of both languages."""
    questions, chains = data["certificate"]["questions"], data["certificate"]["chains"]
    if groups_of(questions["en"]) != groups_of(questions["zh"]):
        yield "the questions in English and Chinese name other points"
    if numbers_of(questions["en"]) != numbers_of(questions["zh"]):
        yield "the questions in English and Chinese have other numbers"
    if len(chains["en"]) != len(chains["zh"]):
        yield "the chains in English and Chinese have other numbers of steps"
    for number, steps in enumerate(zip(chains["en"], chains["zh"], strict=False), start=1):
        first, second = (_long_numbers(step) for step in steps)
        if first != second:
            yield f"step {number} of the chain has other numbers in English and Chinese"
    unknown = [
        name
        for name in points_of(questions[data["language"]])
        if name not in figure.scope and name not in dict(figure.moving)
    ]
    if unknown and figure.points:
        yield f"the question names {unknown[0]}, which is no point of the record"


def _long_numbers(step: str) -> set[str]:
    """The numbers of a step that are not said in words in either language."""
    return {number for number in numbers_of(step, angles=False) if len(number) > 1}


def _chain_faults(data: Item, figure: Figure) -> Iterator[str]:
    del figure
    certificate, answer = data["certificate"], data["answer"]
    if answer["kind"] == "value":
        for language, chain in certificate["chains"].items():
            if not any(answer["exact"] in step for step in chain[-2:]):
                yield f"the chain in {language} does not arrive at the answer {answer['exact']}"


def _statement_faults(data: Item, figure: Figure) -> Iterator[str]:
    if data["meta"].get("type") == "folding":
        # The question describes the sheet before it is folded; the record, the folded one.
        return
    for language, text in data["certificate"]["questions"].items():
        for statement in false_statements(text, figure.points):
            yield f"the question in {language} states {statement}, which is false in the figure"


_CHECKS: tuple[tuple[str, Callable[[Item, Figure], Iterator[str]]], ...] = (
    ("question", _question_faults),
    ("languages", _language_faults),
    ("chain", _chain_faults),
    ("statements", _statement_faults),
)
"""The checks of texts, by the code of their findings."""


def _view_findings(data: Item, figure: Figure) -> list[Finding]:
    view = data["certificate"]["view"]
    azimuth, elevation = (math.radians(float(view[key])) for key in ("azimuth", "elevation"))
    if not (math.isfinite(azimuth) and 9.99 <= math.degrees(elevation) <= 35.01):
        text = "the elevation of the view is not between 10 and 35 degrees"
        return [Finding("view", Level.WRONG, text)]
    named = set(points_of(data["question"]))
    places = [place for name, place in figure.points.items() if name in named]
    if len(places) < 2:
        return []
    steps = np.array(places)[:, None] - np.array(places)[None]
    flat = pictured(np.array(places), azimuth, elevation, view.get("eye"))
    if flat is None:
        text = "the eye of the view is not in front of the points that the question names"
        return [Finding("view", Level.WRONG, text)]
    apart = np.linalg.norm(flat[:, None] - flat[None], axis=2)
    size = float(apart.max())
    apart[np.diag_indices(len(flat))] = math.inf
    if data["meta"].get("type") == "folding":
        # Corners of a sheet that meet when it is folded are one point, which has one letter.
        apart[np.linalg.norm(steps, axis=2) < CLOSE] = math.inf
    if float(apart.min()) >= 0.01 * size:
        return []
    text = "two points that the question names nearly coincide in the picture"
    return [Finding("view", Level.NOTE, text)]


def pictured(
    places: np.ndarray, azimuth: float, elevation: float, eye: Sequence[float] | None
) -> np.ndarray | None:
    """Return where points are in the picture; None if one of them is not before the eye.

    With an eye, the picture is in perspective, and its plane stands across the direction of sight.
    """
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    level = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    up = np.array([0.0, 0.0, math.cos(elevation)]) - level * math.sin(elevation)
    across = np.array([right, up]).T
    if eye is None:
        return np.asarray(places @ across)
    toward = level * math.cos(elevation) + np.array([0.0, 0.0, math.sin(elevation)])
    steps = np.array(eye, dtype=float) - places
    depth = steps @ toward
    if not (np.isfinite(depth).all() and depth.min() > 0):
        return None
    return np.asarray(-steps @ across / depth[:, None])


JUDGES: dict[str, ItemJudge] = {
    f"{kind}_{level}": judge_solid
    for kind in ("position", "angle", "length", "area", "volume", "counting", "moving", "folding")
    for level in (1, 2, 3)
}
"""The judges by task; registered as an entry point."""
