"""Numbers about an option that need no geometry: lengths, letters, overlaps, places of steps."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.divisors import divisor_count
from geoengine.adversary.question_text import (
    Layout,
    QuestionText,
    names_in,
    runs_in,
    with_names,
    words_in,
)
from geoengine.items import ranks_and_extremes

__all__ = ["COLUMNS", "number_table", "numbers_of"]

_NUMBER = re.compile(r"\d+")
_ARROW = "⇒"
_CITED = re.compile(r"\[(?:step |第)(\d+)(?:步)?\]")
_THEOREM = re.compile(r"[(（]([^()（）]+(?:\([^()]*\))?)[)）]$")
_EQUATION = re.compile(r"[=~≅]")
_SIGNS = {
    "perpendicular": "⟂", "right angle": "⟂", "parallel": "∥", "similar": "~", "congruent": "≅",
    "midpoint": "midpoint", "concyclic": "concyclic", "cyclic": "concyclic",
    "collinear": "collinear", "circle": "circle", "center": "center", "ratio": ":",
    "proportion": ":", "angle": "∠", "bisect": "∠", "tangent": "⟂", "square": "²",
}  # fmt: skip
"""What words of a theorem look like in the notation of steps."""

_KINDS = {"=": "equal", "∥": "parallel", "⟂": "perpendicular"}
"""Names of kinds of options, by the sign that tells them apart."""

_RARE, _OFTEN = 3, 9
"""Up to how many premises are about a rare point; and what is counted where there is no point."""

COLUMNS = ("value", "rank", "only_highest", "only_lowest")
"""For each feature: its value, the rank of that among the options of the question, from 0 to 1, and
whether this option alone has the highest, or the lowest, value."""


def numbers_of(text: QuestionText) -> list[dict[str, float]]:
    """Count features of each option of a question, such as the letters it shares with the goal.

    Parameters
    ----------
    text : QuestionText
        The question.

    Returns
    -------
    list of dict of str to float
        For each option, its counts by the name of the feature.

    Examples
    --------
    >>> text = QuestionText("Goal: AB = CD", ("AB = EF", "EF = GH"), 0, "demo", "demo")
    >>> [numbers["in_part_1"] for numbers in numbers_of(text)]
    [2.0, 0.0]
    """
    own = (_own(text.layout, option) for option in text.options)
    return [{**alone, **shared} for alone, shared in zip(own, _shared(text.contents), strict=True)]


def number_table(texts: Sequence[QuestionText]) -> tuple[NDArray[np.float64], list[str]]:
    """Tabulate the features of all options of some questions.

    Parameters
    ----------
    texts : sequence of QuestionText
        The questions.

    Returns
    -------
    ndarray, shape (options of all questions, columns)
        Four columns for each feature, those of `COLUMNS`.
    list of str
        The names of the columns: the feature, a colon, and the name in `COLUMNS`.
    """
    counted = [_counted(text) for text in texts]
    names = sorted({name for own, _ in counted for name in own})
    place = {name: k for k, name in enumerate(names)}
    ends = np.cumsum([0, *(len(numbers) for _, numbers in counted)])
    table = np.zeros((ends[-1], len(names), len(COLUMNS)))
    for (own, numbers), start, end in zip(counted, ends, ends[1:], strict=False):
        table[start:end, [place[name] for name in own], 0] = numbers
    # Questions with as many options are ranked together.
    for count in {*np.diff(ends).tolist()}:
        rows = ends[:-1][np.diff(ends) == count][:, None] + np.arange(count)
        table[rows, :, 1:] = np.stack(ranks_and_extremes(table[rows, :, 0]), axis=-1)
    columns = [f"{name}:{column}" for name in names for column in COLUMNS]
    return table.reshape(len(table), -1), columns


@lru_cache(maxsize=4096)
def _counted(text: QuestionText) -> tuple[list[str], NDArray[np.float64]]:
    """The names of features, and their values as an array of shape (options, features).

    A build asks for those of a candidate several times.
    """
    rows = numbers_of(text)
    names = sorted({name for numbers in rows for name in numbers})
    return names, np.array([[numbers.get(name, 0.0) for name in names] for numbers in rows])


@lru_cache(maxsize=4096)
def _own(layout: Layout, option: str) -> dict[str, float]:
    """What can be counted of one option and its question; candidates share many options."""
    content, place = layout.content(option), layout.place(option)
    stated = content.partition(_ARROW)[2] if place is not None else content
    names, distinct = names_in(stated), set(names_in(stated))
    found = {
        "characters": len(content),
        "words": len(words_in(content)),
        "names": len(names),
        "points": len(distinct),
        "numbers": len(_NUMBER.findall(stated)),
        "divisors": sum(divisor_count(int(number)) for number in _NUMBER.findall(stated)),
        "number": sum(map(int, _NUMBER.findall(stated))),
        "letters": fmean(ord(name[0]) for name in names) if names else 0.0,
        "latest_letter": max((ord(name[0]) for name in names), default=0),
        "quoted": layout.question.count(content),
        "commas": content.count(",") + content.count(";"),
        "turned": content.count("mirrored"),
    }
    found |= _foreign(layout, stated, distinct)
    found |= _roles(layout, stated, distinct)
    found |= _overlaps(layout, stated, distinct)
    found |= _order(layout, names)
    found |= _correspondence(layout, stated)
    found |= _words_missing(layout, content)
    if place is not None:
        found |= _step(layout, place, content)
    return {name: float(value) for name, value in found.items()}


def _foreign(layout: Layout, stated: str, distinct: set[str]) -> dict[str, float]:
    """What an option has that the goal does not need: points, and numbers."""
    if not layout.goal:
        return {}
    # Digits in the names of points are not numbers.
    in_goal, own = (_NUMBER.search(with_names(said, {})) for said in (layout.goal, stated))
    return {
        "idle_points": len(distinct - layout.goal_points),
        "foreign_number": own is not None and in_goal is None,
    }


def _roles(layout: Layout, stated: str, distinct: set[str]) -> dict[str, float]:
    """What premises say of the points of an option, of those in the goal above all.

    A point that few premises are about needs all of them, if the goal needs it.
    """
    premises = layout.premises
    if not premises or not distinct:
        return {}
    about = {p: sum(p in points for _, points in premises) for p in distinct}
    first, goal = layout.first_occurrences, names_in(layout.goal)
    asked = distinct.intersection(goal)
    newest = max(sorted(distinct), key=lambda name: first.get(name, len(first)))
    kind = next((name for sign, name in _KINDS.items() if sign in stated), "other")
    return {
        "about_newest": about[newest],
        "newest_in_goal": newest in asked,
        "about_newest_in_goal": about[newest] if newest in asked else _OFTEN,
        "about_rarest_in_goal": min((about[p] for p in asked), default=_OFTEN),
        "about_rarest_beyond_goal": min((about[p] for p in distinct - asked), default=_OFTEN),
        "rare_in_goal": sum(about[p] <= _RARE for p in asked),
        "once_in_goal": sum(goal.count(p) == 1 for p in asked),
        "most_in_goal": max((goal.count(p) for p in asked), default=0),
        "first_in_goal": min((goal.index(p) for p in asked), default=_OFTEN),
        "last_in_goal": max((goal.index(p) for p in asked), default=-1),
        f"in_goal_{kind}": len(asked),
        f"newest_in_goal_{kind}": newest in asked,
        f"about_newest_{kind}": about[newest],
    }


def _overlaps(layout: Layout, stated: str, distinct: set[str]) -> dict[str, float]:
    """Names and segments in common with the parts of the question."""
    segments = {"".join(sorted(run)) for run in runs_in(stated) if len(run) == 2}
    found: dict[str, float] = {}
    for name, part in layout.parts.items():
        found[f"in_{name}"] = len(distinct & part.names.keys())
        found[f"not_in_{name}"] = len(distinct - part.names.keys())
        found[f"often_in_{name}"] = fmean(part.names[p] for p in distinct) if distinct else 0.0
        found[f"seldom_in_{name}"] = min((part.names[p] for p in distinct), default=0)
        found[f"segments_in_{name}"] = sum(part.segments[segment] for segment in segments)
        found[f"segments_not_in_{name}"] = len(segments - part.segments.keys())
        found[f"beside_{name}"] = sum(bool(distinct & points) for _, points in part.statements)
        found[f"within_{name}"] = sum(distinct <= points for _, points in part.statements)
        found[f"word_for_word_in_{name}"] = sum(
            said == stated.strip() for said, _ in part.statements
        )
    return found


def _order(layout: Layout, names: Sequence[str]) -> dict[str, float]:
    """When the points of an option first occur in the question."""
    first = layout.first_occurrences
    places = [first.get(name, len(first)) for name in names] or [0]
    others = [p for name, p in zip(names, places, strict=False) if name not in layout.goal]
    return {
        "newest": max(places), "oldest": min(places), "order": fmean(places),
        "newest_apart_from_goal": max(others, default=-1),
        "unknown": sum(name not in first for name in names),
    }  # fmt: skip


def _correspondence(layout: Layout, stated: str) -> dict[str, float]:
    """Whether equations map segments and angles as the goal maps the vertices of its polygons."""
    polygons = [names for run in runs_in(layout.goal) if len(names := names_in(run)) >= 3]
    if len(polygons) < 2 or len(polygons[0]) != len(polygons[1]):
        return {}
    image = dict(zip(polygons[0], polygons[1], strict=True))
    inverse = {one: other for other, one in image.items()}
    exact = as_sets = found = 0
    for said in re.split(r"[;；,，、]\s*(?![^(]*\))", stated):
        sides = [names_in(side) for side in _EQUATION.split(said)]
        if len(sides) != 2 or len(sides[0]) != len(sides[1]) or not sides[0]:
            continue
        found += 1
        for mapping in (image, inverse):
            mapped = [mapping.get(name, "") for name in sides[0]]
            exact += mapped == sides[1]
            as_sets += [set(mapped[k : k + 2]) for k in range(0, len(mapped), 2)] == [
                set(sides[1][k : k + 2]) for k in range(0, len(mapped), 2)
            ]
    return {"vertices_match": exact, "sides_match": as_sets, "equations": found}


def _words_missing(layout: Layout, content: str) -> dict[str, float]:
    """How many words of an option stand for notation that the rest of the question lacks."""
    rest = "\n".join([*layout.lines, *layout.labelled]) or layout.question
    signs = {sign for word, sign in _SIGNS.items() if word in content.lower()}
    ends = [line.partition(_ARROW)[2] for line in layout.lines]
    return {
        "signs": len(signs),
        "signs_missing": sum(sign not in rest for sign in signs),
        "signs_never_concluded": sum(all(sign not in end for end in ends) for sign in signs),
    }


def _step(layout: Layout, place: int, content: str) -> dict[str, float]:
    """Where a step stands, what cites it, and what in it is new."""
    start, _, end = content.partition(_ARROW)
    claim = _THEOREM.sub("", end).strip()
    theorem = _THEOREM.search(end)
    label = layout.lines[place].split(". ")[0].split("：")[0]
    own = "".join(_NUMBER.findall(label))
    later, earlier = layout.lines[place + 1 :], layout.lines[:place]
    cites = [number for line in later for number in _CITED.findall(line)]
    plan = layout.labelled[1]
    planned = [part.strip() for part in plan.split(";")]
    claims = [_claim(line) for line in layout.lines]
    last = max((k for k, said in enumerate(claims) if said in planned), default=-1)
    known = {name for line in earlier for name in names_in(line)}
    return {
        "place": place,
        "left": len(later),
        "place_in_proof": place / max(1, len(layout.lines) - 1),
        "cited": sum(number == own for number in cites),
        "cites": len(_CITED.findall(content)),
        "cites_the_last": float(str(int(own or 0) - 1) in _CITED.findall(content)),
        "antecedents": len(_CITED.findall(content)) + start.count(";") + start.count(","),
        "new_names": len(set(names_in(claim)) - set(names_in(start))),
        "new_runs": len(set(runs_in(claim)) - set(runs_in(start))),
        "new_in_proof": len(set(names_in(content)) - known),
        "planned": claim in planned,
        "after_plan": place == last + 1,
        "past_plan": place > last,
        "follows_planned": place > 0 and claims[place - 1] in planned,
        "claims_alike": sum(_shape(said) == _shape(claim) for said in claims),
        "theorem_again": sum(theorem[1] in line for line in layout.lines) if theorem else 0,
        "theorem_words": len(words_in(theorem[1])) if theorem else 0,
        "claim_length": len(claim),
    }


def _claim(line: str) -> str:
    return _THEOREM.sub("", line.partition(_ARROW)[2]).strip()


def _shape(statement: str) -> str:
    """A statement without its points and numbers."""
    return re.sub(r"[A-Z0-9'√/]+", "x", statement)


def _shared(contents: Sequence[str]) -> list[Mapping[str, float]]:
    """What each option has in common with the others."""
    words = [set(words_in(content)) for content in contents]
    names = [set(names_in(content)) for content in contents]
    parts = [{part.strip() for part in re.split(r"[;；]", content)} for content in contents]
    shapes = [_shape(content) for content in contents]

    def common(sets: Sequence[set[str]], k: int) -> int:
        return sum(len(sets[k] & other) for j, other in enumerate(sets) if j != k)

    return [
        {
            "shared_words": float(common(words, k)),
            "shared_names": float(common(names, k)),
            "shared_parts": float(common(parts, k)),
            "shapes_alike": float(shapes.count(shapes[k])),
            "own_names": float(len(names[k].difference(*names[:k], *names[k + 1 :]))),
        }
        for k in range(len(contents))
    ]
