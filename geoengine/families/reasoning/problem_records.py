"""Problem records: a problem with its solution, formal and in words."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

import geoengine
from geoengine.catalogue import Language
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import Detour, detours
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.measurement import Measurement, measurements
from geoengine.families.reasoning.opened_goals import prove_with_points
from geoengine.families.reasoning.steps import step_lines
from geoengine.families.reasoning.wording import answer_text, goal_text, problem_text
from geoengine.graph import NotDerivedError, Proof, alternatives, proof_to_json
from geoengine.language import Statement
from geoengine.scene import describe_steps, symbol_legend

__all__ = ["measured_problems", "problem_record"]

_SOLUTIONS = 2
_MEASUREMENTS_CONSIDERED = 12
_MEASUREMENTS = 2
_OTHER_LANGUAGE: dict[Language, Language] = {"en": "zh", "zh": "en"}


def problem_record(context: Context, goal: Statement, added: str = "") -> dict[str, Any]:
    """Make the record of a problem and its reference solution.

    Parameters
    ----------
    context : Context
    goal : Statement
        A goal that was derived in the scene, or is with the added points.
    added : str
        The clauses of the auxiliary points of the solution; empty if it needs none. Such a record
        has one solution and no detour.

    Returns
    -------
    dict
        JSON-able. ``minimal_premises`` are the premises of the proof that the goal needs: for each
        of them a figure shows this, or no proof without it is found, even from the shown picture
        alone; ``derivations`` is the number of steps that conclude the goal;
        ``other_solutions`` has at most one further proof, which avoids a rule of the first;
        ``detour`` is a sequence of valid steps that stops leading to the goal, or None; ``answer``
        is None unless the goal has a value; ``auxiliary_points`` has a sentence for each point that
        the solution adds.

    Raises
    ------
    NotDerivedError
        When the goal does not follow.
    PlacementError
        If the added points do not exist in some draw.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C; N = midpoint N A C")
    >>> context = make_context(problem, scene="midpoints", seed=1)
    >>> record = problem_record(context, parse_statement("para A B M N"))
    >>> print(record["problem"])
    Let ABC be a triangle. Let M and N be the midpoints of BC and AC, respectively. Prove that
    AB ∥ MN.
    >>> record["steps"], record["premises_used"], record["premises_given"]
    (2, 4, 4)
    """
    whole = context.with_points(added) if added else context
    proof = prove_with_points(context, goal, whole.graph) if added else context.proof(goal)
    if proof is None:
        raise NotDerivedError(f"not derived with the points {added}: {goal}")
    language = context.language
    other = _OTHER_LANGUAGE[language]
    solution = step_lines(proof, language=language)
    others = [] if added else _others(context, goal)
    detour = None if added else _detour(context, proof)
    asked = goal_text(goal, language)
    shown = [proof, *others, *([] if detour is None else [detour.attempt])]
    lines = [line for one in shown for line in step_lines(one, language=language)]
    used = [premise for premise in proof.premises if premise in context.given]
    # Figures are faster looked for together.
    whole.counterexamples(goal, used)
    needed = [premise for premise in used if _is_needed(whole, premise, goal)]
    return {
        "scene": context.scene,
        "formal_problem": f"{context.problem} ? {goal}",
        "formal_premises": [str(premise) for premise in context.premises],
        "formal_goal": str(goal),
        "language": language,
        "goal": context.write(goal),
        "problem": problem_text(context.problem, goal, language),
        f"problem_{other}": problem_text(context.problem, goal, other),
        "numeric_premises": [context.write(p) for p in context.premises if p.value is not None],
        "formal_solution": proof_to_json(proof),
        "auxiliary_points": describe_steps(whole.problem, language=language)[
            len(context.problem.steps) :
        ],
        "solution": solution,
        "other_solutions": [_solution(other, language) for other in others],
        "detour": None if detour is None else _detour_record(detour, language),
        "notation": symbol_legend([asked, *lines], language),
        "answer": answer_text(goal),
        "steps": len(proof.steps),
        "rules": list(proof.rules),
        "premises_given": len(context.premises),
        "premises_used": len(used),
        "minimal_premises": [str(premise) for premise in needed],
        "derivations": len(whole.graph.deduction.all_derivations(goal)),
        "tier": Goal(goal, proof).tier,
        "seed": context.seed,
        "engine": geoengine.__version__,
    }


def _others(context: Context, goal: Statement) -> Sequence[Proof]:
    """Further proofs, each of which avoids a rule of the first."""
    return alternatives(context.graph, goal, count=_SOLUTIONS, without=context.without_rules)[1:]


def _is_needed(context: Context, premise: Statement, goal: Statement) -> bool:
    """Whether a figure shows that the goal needs a premise, or no proof without it is found.

    Proofs are sought in all draws, then from the shown picture alone.
    """
    if context.counterexample(goal, premise) is not None:
        return True
    return not (context.is_redundant(premise, goal) or context.follows_in_picture(premise, goal))


def _solution(proof: Proof, language: Language) -> dict[str, Any]:
    return {
        "formal_solution": proof_to_json(proof),
        "solution": step_lines(proof, language=language),
        "steps": len(proof.steps),
        "rules": list(proof.rules),
    }


def _detour(context: Context, proof: Proof) -> Detour | None:
    """A detour from the proof, if there is one; its seed is that of the figure and the goal."""
    rng = np.random.default_rng([context.seed, zlib.crc32(str(proof.goal).encode())])
    return next(detours(context, rng, Goal(proof.goal, proof)), None)


def _detour_record(detour: Detour, language: Language) -> dict[str, Any]:
    return {
        "steps": step_lines(detour.attempt, language=language),
        "left_at": detour.left_at,
        "formal_steps": [str(step.conclusion) for step in detour.attempt.steps],
    }


def measured_problems(context: Context) -> list[dict[str, Any]]:
    """Make records that ask for the area or the perimeter of a polygon, the harder first.

    There are at most two, of different polygons, chosen from the first twelve `measurements`.

    Returns
    -------
    list of dict
        JSON-able; ``lengths`` holds the proofs of those lengths that are not given.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = r_triangle_of A B C 3 4; D = foot D A B C"
    >>> context = make_context(load_problem(text), scene="altitude", seed=1)
    >>> [(record["goal"], record["answer"]) for record in measured_problems(context)]
    [('perimeter A B D 36/5', '36/5'), ('perimeter A C D 48/5', '48/5')]
    """
    found = sorted(
        islice(measurements(context), _MEASUREMENTS_CONSIDERED), key=lambda one: -one.difficulty
    )
    by_polygon = {frozenset(one.corners): one for one in reversed(found)}
    kept = [one for one in found if one is by_polygon[frozenset(one.corners)]]
    return [_measured_problem(context, one) for one in kept[:_MEASUREMENTS]]


def _measured_problem(context: Context, measurement: Measurement) -> dict[str, Any]:
    language, other = context.language, _OTHER_LANGUAGE[context.language]
    return {
        "goal": str(measurement),
        "problem": problem_text(context.problem, measurement, language),
        f"problem_{other}": problem_text(context.problem, measurement, other),
        "answer": answer_text(measurement),
        "lengths": [proof_to_json(proof) for proof in measurement.proofs],
        "steps": len({step.conclusion for proof in measurement.proofs for step in proof.steps}),
        "tier": measurement.tier,
    }
