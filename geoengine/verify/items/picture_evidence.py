"""Evidence in pictures: whether an item that leaves premises to marks needs them, and has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from geoengine.errors import InputError, StatementError
from geoengine.language import Statement, Surd, parse_angle, parse_statement, write
from geoengine.scene import Problem, describe, load_problem
from geoengine.verify.items.printed_statements import PrintedForm, printed_form_of
from geoengine.verify.items.stored_counterexample import read_figure
from geoengine.verify.problems.goal_judge import goal_fails
from geoengine.verify.verdict import Finding, Level, Picture

__all__ = ["check_picture_evidence", "cited_marks"]

_HOLDS = 1e-9
_FALSE = 1e-3
_WHAT = "the second figure"

Differences = Sequence[frozenset[Statement]]
"""Sets of statements: the answer changes where all of one set are false, or true."""


def cited_marks(data: Mapping[str, Any]) -> dict[int, list[Statement]]:
    """What marks in the figure state, by the number of the step that cites it.

    Raises
    ------
    InputError
        If a step cites something that the certificate does not say to be marked.
    """
    evidence = data["certificate"].get("evidence", {})
    marked = set(evidence.get("marked", ()))
    cited = evidence.get("cited", {})
    strange = [text for texts in cited.values() for text in texts if text not in marked]
    if strange:
        raise InputError(f"a step cites {strange[0]} as a mark, which is not marked")
    return {int(number): list(map(parse_statement, texts)) for number, texts in cited.items()}


def check_picture_evidence(
    data: Mapping[str, Any],
    problem: Problem,
    *,
    false: Differences = (),
    true: Differences = (),
) -> list[Finding]:
    """Check that an item states its premises in text and marks, and needs the marks.

    Parameters
    ----------
    data : mapping
        The item.
    problem : Problem
        The problem with all its premises.
    false, true : sequence of frozenset of Statement
        How the answer can change: it is different in a figure where all statements of one set in
        `false` are false, or all of one set in `true` are true. The second figure that the item
        stores must be such a figure.

    Returns
    -------
    list of Finding
        Empty for an item whose text states all premises.

    Raises
    ------
    InputError
        If the certificate is incomplete.
    """
    kind, evidence = data["meta"].get("evidence", "text"), data["certificate"].get("evidence")
    if kind not in ("text", "figure") or (kind == "figure") != (evidence is not None):
        raise InputError(f"the certificate does not fit the evidence {str(kind)[:20]!r}")
    if evidence is None:
        return []
    form = printed_form_of(data)
    told, marked = load_problem(evidence["told"]), [*map(parse_statement, evidence["marked"])]
    faults = [
        *_unlike(problem, told, marked),
        *_said(data, form, told, marked),
        *_unmarked(evidence["marks"], marked),
        *_fault_of_figure(evidence, told, false, true),
    ]
    if not any(one.get("kind") == "picture" and one.get("shown", True) for one in data["media"]):
        faults.append("it shows no picture")
    if faults:
        return [Finding("evidence_fault", Level.WRONG, faults[0], {"faults": faults})]
    places = read_figure(evidence["second_figure"], told.points, _WHAT)
    text = f"the picture tells {form.list_separator.join(map(form.write, marked))}; a stored figure"
    text += " that the text allows has another answer"
    drawn = (*told.relations, *marked)
    return [Finding("needs_picture", Level.GOOD, text, {}, Picture(told.points, places, drawn))]


def _unlike(problem: Problem, told: Problem, marked: Sequence[Statement]) -> Iterator[str]:
    """Yield how text and marks together differ from the problem."""
    if not set(told.points) <= set(problem.points):
        yield "the text tells of other points than the problem"
        return
    part = problem.part(told.points)
    if part.points != told.points or {*told.relations, *marked} != set(part.relations):
        yield "text and marks together do not tell the premises of the problem"
    if not marked or set(told.relations) & set(marked):
        yield "the text tells what only the marks should"
    if not set(told.premises) <= set(problem.premises):
        yield "the text tells a condition that the problem does not have"


def _said(
    data: Mapping[str, Any], form: PrintedForm, told: Problem, marked: Sequence[Statement]
) -> Iterator[str]:
    """Yield what the item does not print but should, or prints but should not."""
    described = describe(told, language=form.language)
    if described not in data["question"]:
        yield "the question does not describe the problem as the text tells it"
    printed = "\n".join([data["question"].replace(described, "", 1), *data["answer"]["options"]])
    for statement in marked:
        # Not as a part of another statement, such as AB = 5 in AB = 5/2.
        text = re.escape(form.write(statement))
        apart = rf"(?<![A-Za-z0-9:·]){text}(?![A-Za-z0-9:·√/])"
        if re.search(apart, printed):
            yield f"it prints {form.write(statement)}, which only a mark should tell"


def _unmarked(marks: Mapping[str, Any], marked: Iterable[Statement]) -> Iterator[str]:
    """Yield the premises that the record of marks does not contain."""
    told = set(_told_by(marks))
    yield from (f"no mark tells {write(one)}" for one in marked if one not in told)


def _told_by(marks: Mapping[str, Any]) -> Iterator[Statement]:
    """Yield the statements that marks make."""
    found: list[tuple[str, Sequence[str], Any]] = []
    for a, b, text in marks["lengths"]:
        found.append(("lconst", (a, b), Surd.parse(text)))
    for (a, b, text), (c, d, other) in combinations(marks["lengths"], 2):
        if text == other:
            found.append(("cong", (a, b, c, d), None))
    for a, b, c, text in marks["angles"]:
        found.append(("aconst", (b, a, b, c), parse_angle(text)))
        found.append(("aconst", (b, c, b, a), parse_angle(text)))
    found += [("perp", points, None) for points in marks["right_angles"]]
    for name, predicate in (("ticks", "cong"), ("arrows", "para")):
        for group in marks[name]:
            found += [(predicate, (*one, *other), None) for one, other in combinations(group, 2)]
    for group in marks["arcs"]:
        for (a, b, c), (d, e, f) in combinations(group, 2):
            found.append(("eqangle", (b, a, b, c, e, d, e, f), None))
    for line in marks.get("lines", ()):
        found += [("coll", three, None) for three in combinations(line, 3)]
    for predicate, points, value in found:
        try:
            yield Statement(predicate, tuple(points), value)
        except StatementError:
            continue


def _fault_of_figure(
    evidence: Mapping[str, Any], told: Problem, false: Differences, true: Differences
) -> Iterator[str]:
    """Yield why the stored figure does not satisfy the text, or does not change the answer."""
    off = frozenset(map(parse_statement, evidence["false"]))
    on = frozenset(map(parse_statement, evidence["true"]))
    if not (any(one <= off for one in false) or any(one <= on for one in true)):
        yield f"what differs in {_WHAT} does not change the answer"
    try:
        xy = read_figure(evidence["second_figure"], told.points, _WHAT)
    except InputError as error:
        yield str(error)
        return
    index = {point: row for row, point in enumerate(told.points)}
    for statement in (*told.premises, *on):
        residual = float(statement.measured(xy[None], index)[0])
        if not (residual > 0 if statement.is_condition else residual < _HOLDS):
            yield f"{write(statement)} does not hold in {_WHAT}"
    oriented = any(premise.predicate == "aconst" for premise in told.premises)
    for statement in sorted(off):
        if not goal_fails(statement, told.points, xy[None], oriented)[0] > _FALSE:
            yield f"{write(statement)} holds in {_WHAT}"
