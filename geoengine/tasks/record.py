"""Problem records: a problem with its solution, formal and in English."""

from __future__ import annotations

from typing import Any

import geoengine
from geoengine.graph import proof_to_json
from geoengine.language import Statement, write
from geoengine.scene import describe
from geoengine.tasks.context import Context
from geoengine.tasks.notation import legend
from geoengine.tasks.steps import step_lines

__all__ = ["problem_record"]


def problem_record(context: Context, goal: Statement) -> dict[str, Any]:
    """Tell a problem and its reference solution.

    Parameters
    ----------
    context : Context
    goal : Statement
        Derived in the scene.

    Returns
    -------
    dict
        JSON-able. ``minimal_premises`` are those without which the goal is not derived, each left
        out by itself; ``derivations`` counts the ways in which the last step can be taken;
        ``answer`` is None unless the goal has a value.

    Raises
    ------
    NotDerivedError
        When the goal does not follow.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.tasks import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C; N = midpoint N A C")
    >>> context = make_context(problem, scene="midpoints", seed=1)
    >>> record = problem_record(context, parse_statement("para A B M N"))
    >>> print(record["problem"])
    Let ABC be a triangle. Let M be the midpoint of BC. Let N be the midpoint of AC. Prove that
    AB ∥ MN.
    >>> record["steps"], record["premises_used"], record["premises_given"]
    (2, 4, 4)
    """
    proof = context.proof(goal)
    solution = step_lines(proof)
    numeric = goal.value is not None
    asked = _question(goal) if numeric else f"Prove that {write(goal)}."
    notes = legend([asked, *solution])
    needed = [p for p in proof.premises if not context.without_premise(p).derived(goal)]
    return {
        "scene": context.scene,
        "formal_problem": f"{context.problem} ? {goal}",
        "formal_premises": [str(premise) for premise in context.premises],
        "formal_goal": str(goal),
        "goal": write(goal),
        "problem": f"{describe(context.problem)} {asked}",
        "numeric_premises": [write(p) for p in context.premises if p.value is not None],
        "formal_solution": proof_to_json(proof),
        "solution": solution,
        "notation": notes,
        "answer": write(goal).rsplit(" = ", 1)[1] if numeric else None,
        "steps": len(proof.steps),
        "rules": list(proof.rules),
        "premises_given": len(context.premises),
        "premises_used": len(proof.premises),
        "minimal_premises": [str(premise) for premise in needed],
        "derivations": len(context.graph.deduction.all_derivations(goal)),
        "tier": context.tier,
        "seed": context.seed,
        "engine": geoengine.__version__,
    }


def _question(goal: Statement) -> str:
    """Ask for the value of a length, ratio or angle."""
    told = write(goal).rsplit(" = ", 1)[0]
    return f"Find {told}."
