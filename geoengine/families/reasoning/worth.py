"""Worth: whether an item takes more than a look, by features that its builder counts."""

from __future__ import annotations

from collections.abc import Mapping

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.item_assembly import task_entry

__all__ = ["worth_of"]


def worth_of(
    context: Context, task: str, features: Mapping[str, int], *, goal: Goal | None = None
) -> int | None:
    """Return the worth of a candidate, by the weights in the YAML of its task.

    Parameters
    ----------
    context : Context
    task : str
    features : mapping of str to int
        What was counted about the candidate. Numerical perception: ``looks`` at what is plain to
        see until the length is known, or where they do not lead to it, steps and marks of its
        proof. Structural perception: ``close``, the distractors that seem true at a glance, and
        ``theorems`` in the proof of the key, of which three count at most. Premise filtering:
        ``steps`` of the proof, ``needed``, the premises that it uses, ``idle``, 1 if it does not
        use the key, ``number``, 1 if the key is a number, and ``shallow``, 1 if a few rounds of
        deduction lead to the goal without the key. Sub-goals: ``steps``, of which fifteen count at
        most, ``results`` in the key, ``close``, and ``symmetric``, 1 if a look shows which vertices
        of two triangles correspond. Theorem selection: ``steps``, ``unexplained`` ones, which
        conclude what the key does, beyond those that another option can account for, ``alike``, the
        pairs of options that conclude the same, ``fitting``, 1 if such a step cites half of what
        the key supposes, and ``triangles``, 1 if the key makes triangles similar or congruent.
        Faulty branches: ``strange``, the lines that the false claim alone names anew, ``misfit``,
        the parts of it that do not belong to what its step cites, ``computed``, 1 if it is a number
        that one calculation refutes, and ``formal``, 1 if letters alone show that it is wrong.
    goal : Goal, optional
        The goal, whose tier determines the floor; without a goal, that of the scene does.

    Returns
    -------
    int or None
        None if the worth is below the floor of the tier, which is counted as a rejection.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = r_triangle_of A B C 3 4; D = foot D A B C")
    >>> context = make_context(problem, scene="altitude", seed=1)
    >>> worth_of(context, "subgoal_decomposition", {"steps": 6, "results": 2, "close": 2})
    50
    >>> worth_of(context, "subgoal_decomposition", {"steps": 6, "results": 2, "close": 1})
    >>> dict(context.rejections)
    {'subgoal_decomposition: too little to think about': 1}
    """
    measure = task_entry(task).worth
    if measure is None:
        return None
    found = measure.of(features)
    if found < measure.floor(context.tier if goal is None else goal.tier):
        context.rejections[f"{task}: too little to think about"] += 1
        return None
    return found
