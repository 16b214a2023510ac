"""Units from single entries of files: a problem in text, or the data of a unit of any kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from geoengine.errors import DegenerateStatementError, ProblemError, StatementError
from geoengine.language import QUESTIONS, parse_question, parse_statement
from geoengine.scene import Problem, load_problem
from geoengine.verify.problems.quantity import Quantity, QuantityKind
from geoengine.verify.proofs.proof_record import is_proof, read_proof
from geoengine.verify.units import ItemUnit, ProblemGoal, ProblemUnit, ProofUnit, RecordUnit, Unit

__all__ = ["KEYS", "named", "unit_of_data", "unit_of_problem", "unit_of_text"]

_MOST_PREMISES = 2000
_LONGEST = 20_000

KEYS = (
    "name", "points", "construction", "premises", "goal", "find", "answer", "proof",
)  # fmt: skip
"""The keys of a problem in YAML or JSON."""

_ASKED: dict[str, QuantityKind] = {"lcompute": "length", "rcompute": "ratio", "acompute": "angle"}


def named(data: Mapping[str, Any], name: str) -> str:
    """Return the id of an item or a record, or `name` if it has none."""
    found = data.get("id")
    return found if isinstance(found, str) and found else name


def unit_of_data(data: Any, name: str) -> Unit:
    """Read a unit of any kind; its keys show which.

    Parameters
    ----------
    data : object
        The data, as parsed from YAML or JSON.
    name : str
        The name of a unit that has none of its own.

    Raises
    ------
    InputError
        When the data is not a unit, or is a faulty one; the error names no file or line.

    Examples
    --------
    >>> unit_of_data({"construction": "a b = segment", "goal": "cong a b b a"}, "one").points
    ('a', 'b')
    """
    if not isinstance(data, Mapping):
        raise ProblemError(
            f"expected a problem, a proof or an item, found {type(data).__name__}",
            hint="a problem has the keys construction or premises, and goal",
        )
    if is_proof(data):
        return _of_proof(data, name)
    if "answer" in data and "task" in data and "family" in data:
        return ItemUnit(named(data, name), data)
    if {"formal_problem", "formal_goal", "formal_premises"} <= data.keys():
        return RecordUnit(named(data, name), data)
    if "formal_problem" in data:
        return _of_record(data, name)
    if data.keys() & {"construction", "premises"}:
        return _of_mapping(data, name)
    raise ProblemError(
        "expected a problem, a proof or an item, found a mapping with the keys"
        f" {', '.join(sorted(map(str, data))[:6]) or '(none)'}",
        hint="a problem has the keys construction or premises, and goal",
    )


def _of_proof(data: Mapping[str, Any], name: str) -> ProofUnit:
    """Read a proof; if it adds points, it comes with its problem."""
    proof, text = read_proof(data), _as_text(data, "problem")
    if text is None:
        if data.get("added"):
            raise ProblemError("expected the problem to which the proof adds points, found none")
        return ProofUnit(name, proof)
    return ProofUnit(name, proof, load_problem(text, name=name), tuple(_as_list(data, "added")))


def _of_record(data: Mapping[str, Any], name: str) -> ProblemUnit:
    """Read a problem as `geoengine export` writes it, with its solution if it has one."""
    text, proof = _as_text(data, "formal_problem"), data.get("formal_solution")
    unit = unit_of_text(text or "", named(data, name))
    answer = data.get("answer")
    return ProblemUnit(
        unit.name, unit.problem, unit.points, unit.given, unit.goals,
        answer if isinstance(answer, str) else None,
        read_proof(proof) if proof is not None else None,
    )  # fmt: skip


def unit_of_text(text: str, name: str) -> ProblemUnit:
    """Read a problem in JGEX text.

    A degenerate goal raises nothing: it is kept, with its fault, and judged as wrong.

    Raises
    ------
    InputError
        When the text is not a problem; the error gives the line and column in it.
    """
    construction, mark, asked = text.partition("?")
    try:
        problem = load_problem(text, name=name)
    except ProblemError as error:
        goals = [part.strip() for part in asked.split(";")]
        if not mark or not any(_is_degenerate(goal) for goal in goals):
            raise
        problem = load_problem(construction, name=name)
        try:
            return _problem_unit(problem, tuple(_goal(goal) for goal in goals), name)
        except StatementError:
            raise error from None
    return unit_of_problem(problem)


def unit_of_problem(problem: Problem) -> ProblemUnit:
    """Make a unit of a problem that was read."""
    targets: list[ProblemGoal] = [ProblemGoal(goal) for goal in problem.goals]
    targets += [ProblemGoal(_quantity(str(question))) for question in problem.questions]
    return _problem_unit(problem, tuple(targets), problem.name)


def _problem_unit(problem: Problem, goals: tuple[ProblemGoal, ...], name: str) -> ProblemUnit:
    return ProblemUnit(name, problem, problem.points, problem.premises, goals)


def _is_degenerate(text: str) -> bool:
    try:
        parse_statement(text)
    except DegenerateStatementError:
        return True
    except StatementError:
        return False
    return False


def _of_mapping(data: Mapping[str, Any], name: str) -> ProblemUnit:
    unknown = [str(key) for key in data if key not in KEYS]
    if unknown:
        raise ProblemError(
            f"unknown key {unknown[0]!r} in a problem", hint=f"the keys are: {', '.join(KEYS)}"
        )
    name = _as_text(data, "name") or name
    construction = _as_text(data, "construction")
    problem = None
    if construction is not None:
        if "?" in construction:
            raise ProblemError("expected the construction alone, found '?'", hint="write: goal: …")
        problem = load_problem(construction, name=name)
    given = list(problem.premises) if problem else []
    for k, text in enumerate(_as_list(data, "premises"), start=1):
        try:
            given.append(parse_statement(text))
        except StatementError as error:
            raise type(error)(f"premise {k}: {error.message}", hint=error.hint) from None
    asked = [_as_text(data, key) for key in ("goal", "find")]
    goals = tuple(_goal(text) for text in asked if text is not None)
    points = tuple(
        dict.fromkeys(
            [
                *(problem.points if problem else ()),
                *_as_list(data, "points"),
                *(point for statement in given for point in statement.points),
            ]
        )
    )
    if not points:
        raise ProblemError("expected a construction or premises, found none that mentions points")
    for goal in goals:
        strange = [] if goal.target is None else [p for p in goal.target.points if p not in points]
        if strange:
            raise ProblemError(f"the goal mentions {strange[0]}, which occurs in no premise")
    proof = read_proof(data["proof"]) if data.get("proof") is not None else None
    answer = data.get("answer")
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        answer = str(answer)
    if answer is not None and not isinstance(answer, str):
        raise ProblemError("expected the answer as text")
    return ProblemUnit(name, problem, points, tuple(dict.fromkeys(given)), goals, answer, proof)


def _goal(text: str) -> ProblemGoal:
    """Read a goal: a statement to prove, or a quantity to find; a degenerate one with its fault."""
    word = (text.split() or [""])[0]
    try:
        if word in QUESTIONS or word not in _statement_words():
            return ProblemGoal(_quantity(text))
        return ProblemGoal(parse_statement(text))
    except DegenerateStatementError as error:
        return ProblemGoal(None, error.message)
    except StatementError as error:
        raise type(error)(f"the goal: {error.message}", hint=error.hint) from None


def _statement_words() -> set[str]:
    from geoengine.language import ALIASES, PREDICATES, SQUARED

    return {*PREDICATES, *ALIASES, *SQUARED}


def _quantity(text: str) -> Quantity:
    word = (text.split() or [""])[0]
    if word in _ASKED:
        question = parse_question(text)
        return Quantity(_ASKED[word], question.points)
    return Quantity.parse(text)


def _as_text(data: Mapping[str, Any], key: str) -> str | None:
    found = data.get(key)
    if found is None:
        return None
    if not isinstance(found, str) or len(found) > _LONGEST:
        raise ProblemError(f"expected {key} as a text of at most {_LONGEST:,} characters")
    return found


def _as_list(data: Mapping[str, Any], key: str) -> list[str]:
    found = data.get(key, [])
    if isinstance(found, str):
        found = [part for part in re.split(r"[;\n]", found) if part.strip()]
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ProblemError(f"expected {key} as a list of texts")
    if len(found) > _MOST_PREMISES:
        raise ProblemError(f"expected at most {_MOST_PREMISES:,} {key}, found {len(found):,}")
    return found
