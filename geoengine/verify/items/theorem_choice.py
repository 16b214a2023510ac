"""The judge of theorems as options: which a proof does not use, and which give a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from geoengine.catalogue import Pattern, Rule, load_rules, orientations
from geoengine.errors import DegenerateStatementError, InputError, StatementError
from geoengine.language import Statement, parse_statement, write
from geoengine.verify.figures.setting import Setting
from geoengine.verify.figures.system import Reals
from geoengine.verify.items.implicit_statements import implicit_statements
from geoengine.verify.items.item_figures import ItemFigures, goal_of
from geoengine.verify.items.names_of_lines import NamesOfLines
from geoengine.verify.items.option_verdicts import OptionVerdict
from geoengine.verify.items.picture_evidence import Differences
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.proofs.borderline_cases import borderline_cases
from geoengine.verify.proofs.instances import (
    TooManyError,
    concludes_nothing_false,
    instances_of,
)
from geoengine.verify.proofs.matching import applies, is_identity
from geoengine.verify.proofs.step_check import FaultError, check_use

__all__ = ["differences_of_theorems", "judge_theorems", "leads_to", "points_that_give"]

Item = Mapping[str, Any]

_EQUATIONS = {
    "cong": "eqratio",
    "perp": "eqangle",
    "lconst": "cong",
    "rconst": "eqratio",
    "aconst": "eqangle",
}
"""The equation that says of other lengths, ratios or angles what a relation says of its own."""


def judge_theorems(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the proof does not use the theorem; or as a reason, if it does."""
    rules = load_rules()
    chosen: list[Rule] = []
    for k, entry in enumerate(data["certificate"]["options"]):
        rule = rules.get(str(entry.get("rule")))
        if rule is None:
            raise InputError(f"the certificate names an unknown rule for option {k + 1}")
        if not printed_form_of(data).offers(rule, data["answer"]["options"][k]):
            raise InputError(f"option {k + 1} does not state its rule {rule.id}")
        chosen.append(rule)
    form, entries = data["meta"].get("form"), data["certificate"]["options"]
    if form == "reason":
        goal = goal_of(figures)
        return [
            _gives(rule, entry, goal, figures) for rule, entry in zip(chosen, entries, strict=True)
        ]
    results = printed_form_of(data).parse_results(data["question"])
    return [_judge_unused(rule, figures, results) for rule in chosen]


def _gives(
    rule: Rule, entry: Mapping[str, Any], goal: Statement, figures: ItemFigures
) -> OptionVerdict:
    """Judge an option that is right if the rule gives the goal for some points of the picture."""
    letters = entry.get("letters")
    if letters is not None:
        _check_claimed(rule, letters, entry.get("conclusion"), figures)
        if parse_statement(entry["conclusion"]) != goal:
            raise InputError(f"the claimed use of {rule.name} does not conclude {write(goal)}")
        return OptionVerdict(True, f"{rule.name} gives it, with {_assignment(letters)}")
    try:
        found = points_that_give(rule, goal, figures.problem.points, figures.picture_draws)
    except TooManyError:
        return OptionVerdict(None, f"{rule.name} has too many letters to look for all points")
    if found is not None:
        return OptionVerdict(True, f"{rule.name} gives it too, with {_assignment(found)}")
    if rule.wider:
        return OptionVerdict(None, _wider(rule))
    return OptionVerdict(False, f"{rule.name} gives it for no points of the picture")


def _wider(rule: Rule) -> str:
    return f"{rule.name} says more than its rule, and may apply where the rule does not"


def points_that_give(
    rule: Rule, goal: Statement, points: Sequence[str], xy: Reals
) -> Mapping[str, str] | None:
    """Find points for which a rule, its mirror image, or a borderline case gives a statement.

    Parameters
    ----------
    rule : Rule
    goal : Statement
        About segments or lines.
    points : sequence of str
    xy : ndarray, shape (figures, points, 2)

    Returns
    -------
    mapping of str to str, or None
        A point for each letter; None if there are none.

    Raises
    ------
    TooManyError
        When the rule has too many letters for the figures.
    """
    for one in orientations(rule, load_rules()):
        for case in (one, *borderline_cases(one)):
            found = next(instances_of(case, points, xy, concluding=goal), None)
            if found is not None:
                return found
    return None


def _check_claimed(rule: Rule, letters: object, conclusion: object, figures: ItemFigures) -> None:
    """Check the claimed use of a rule in all figures; raise InputError if it is faulty."""
    points = figures.problem.points
    if not isinstance(letters, dict) or not isinstance(conclusion, str):
        raise InputError(f"expected the letters and the conclusion of {rule.name}")
    strange = [point for point in letters.values() if point not in points]
    if strange:
        raise InputError(
            f"{rule.name} is applied to {strange[0]!r}, which is no point of the figure"
        )
    setting = Setting(points, figures.drawn.xy)
    faults = []
    for one in orientations(rule, load_rules()):
        try:
            check_use(one, letters, parse_statement(conclusion), setting)
        except FaultError as fault:
            faults.append(fault)
        else:
            return
    raise InputError(faults[0].missing)


def _assignment(letters: Mapping[str, str]) -> str:
    return ", ".join(f"{letter} = {point}" for letter, point in letters.items())


def _judge_unused(rule: Rule, figures: ItemFigures, results: Sequence[Statement]) -> OptionVerdict:
    """Judge an option that is right if a theorem leads to no result from premises and others."""
    try:
        found = _concluded(rule, figures, results) or _implied(rule, figures, results)
    except TooManyError:
        return OptionVerdict(None, f"{rule.name} has too many letters to look for all points")
    if found:
        return OptionVerdict(False, f"{rule.name} leads to {write(found[0])}")
    if rule.wider:
        return OptionVerdict(None, _wider(rule))
    return OptionVerdict(True, f"{rule.name} leads to none of the {len(results)} results")


def _concluded(rule: Rule, figures: ItemFigures, results: Sequence[Statement]) -> list[Statement]:
    """The results to which a theorem, or its mirror image, leads from premises and other results.

    What a step concludes may be written with its inner terms exchanged. Lines may be named by any
    two of their points, or be replaced by parallel ones.
    """
    either = orientations(rule, load_rules())
    found = []
    for result, others in _with_others(figures, results):
        known = [*others, *implicit_statements(others)]
        if any(
            _applies_there(one, others, written, figures)
            for written in _with_inner_terms_exchanged(result)
            for one in either
        ) or leads_to(rule, known, result, figures.problem.points, figures.picture_draws):
            found.append(result)
    return found


def _applies_there(
    rule: Rule, known: Sequence[Statement], result: Statement, figures: ItemFigures
) -> bool:
    """Whether a rule concludes a result from what is known, and nothing false beside it.

    For results about segments and lines, `leads_to` tries all further letters with which the rule
    might apply.
    """
    letters = applies(rule, known, result)
    if letters is None or set(result.definition.groups) != {2}:
        return letters is not None
    return concludes_nothing_false(rule, letters, figures.problem.points, figures.picture_draws)


def _completed(result: Statement, known: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the equations by which a result follows from something known of the same kind.

    That two ratios are equal gives two equal lengths if two others are known to be equal, for
    example, and that two angles are equal a right angle.
    """
    equation = _EQUATIONS[result.predicate]
    for other in known:
        if (other.predicate, other.value) != (result.predicate, result.value):
            continue
        turned = (
            other.points if result.value is not None else (*other.points[2:], *other.points[:2])
        )
        for points in dict.fromkeys((other.points, turned)):
            with suppress(StatementError):
                found = Statement(equation, (*result.points, *points))
                # With terms in common it may say something else, such as that lines are parallel.
                if found.predicate == equation:
                    yield found


def _with_others(
    figures: ItemFigures, results: Sequence[Statement]
) -> Iterator[tuple[Statement, list[Statement]]]:
    """Each result with all that is known beside it: the premises and the other results."""
    for result in results:
        yield result, [*figures.premises, *(other for other in results if other != result)]


def _with_inner_terms_exchanged(statement: Statement) -> list[Statement]:
    """A statement as it is, and an equality of ratios or angles also as a:c = b:d."""
    found = [statement]
    if statement.predicate in ("eqratio", "eqangle"):
        p = statement.points
        with suppress(StatementError):
            found.append(Statement(statement.predicate, (*p[:2], *p[4:6], *p[2:4], *p[6:])))
    return found


def _implied(rule: Rule, figures: ItemFigures, results: Sequence[Statement]) -> list[Statement]:
    """The equalities of segments that say less than a midpoint or center to which a rule leads."""
    either = orientations(rule, load_rules())
    return [
        result
        for result, others in _with_others(figures, results)
        if any(
            applies(one, others, stronger) is not None
            for stronger in _stronger(result, figures.problem.points)
            for one in either
        )
    ]


def _stronger(statement: Statement, points: Sequence[str]) -> Iterator[Statement]:
    """What says that two segments are equal because it is about a midpoint, or a center."""
    ends = statement.points
    if statement.predicate != "cong" or len(set(ends)) != 3:
        return
    (center,) = set(ends[:2]) & set(ends[2:])
    first, second = sorted(set(ends) - {center})
    yield Statement("midp", (center, first, second))
    for other in points:
        if other not in ends:
            yield Statement("circle", (center, first, second, other))


def leads_to(
    rule: Rule,
    known: Sequence[Statement],
    conclusion: Statement,
    points: Sequence[str],
    xy: Reals,
) -> bool:
    """Whether a rule, or its mirror image, leads from what is known to a conclusion.

    The lines of the conclusion and of the hypotheses may be named by any two of their points. Which
    points are collinear is taken from the figures, as a reader may do. What the rule concludes may
    also be about lines parallel to those of the conclusion, which make the same angles; or it may
    be an equation one side of which is known, and the other the conclusion.

    Parameters
    ----------
    rule : Rule
    known : sequence of Statement
    conclusion : Statement
        About segments or lines; for any other, the answer is no.
    points : sequence of str
    xy : ndarray, shape (figures, points, 2)
        Figures in which all that is known is true.

    Raises
    ------
    TooManyError
        When the rule has too many letters for the figures.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement as parse
    >>> xy = np.array([[[0.0, 0], [4, 0], [2, 3], [2, 0], [3, 0]]])
    >>> rule, right_angle = load_rules()["midpoint_of_chord"], parse("perp C D D E")
    >>> known = [parse("cong C A C B"), parse("midp D A B")]
    >>> leads_to(rule, known, right_angle, "ABCDE", xy)
    True
    >>> leads_to(rule, known[1:], right_angle, "ABCDE", xy)
    False
    """
    if set(conclusion.definition.groups) != {2}:
        return False
    names = NamesOfLines(known)
    keys = {names.key(statement) for statement in known}

    def is_known(pattern: Pattern, letters: Mapping[str, str]) -> bool:
        if pattern.predicate == "coll":
            return True
        try:
            return names.key(pattern.statement(letters)) in keys
        except DegenerateStatementError:
            return is_identity(pattern, letters)

    concludes = {pattern.predicate for pattern in rule.then}
    completes = _EQUATIONS.get(conclusion.predicate) in concludes
    equations = _completed(conclusion, known) if completes else ()
    return any(
        all(is_known(pattern, letters) for pattern in case.given)
        for stated in (conclusion, *equations)
        for one in orientations(rule, load_rules())
        for case in (one, *borderline_cases(one))
        for letters in instances_of(case, points, xy, concluding=stated, parallels=True)
    )


def differences_of_theorems(data: Item, figures: ItemFigures) -> Differences:
    """A theorem is not used where all that it concludes in a proof is false; nor is a reason."""
    if data["meta"].get("form") == "reason":
        return [frozenset({goal_of(figures)})]
    found = []
    for entry in data["certificate"]["options"]:
        if entry["correct"]:
            continue
        rule = load_rules()[entry["rule"]]
        results = printed_form_of(data).parse_results(data["question"])
        with suppress(TooManyError):
            found.append(frozenset(_concluded(rule, figures, results)))
    return [statements for statements in found if statements]
