"""Theorem selection: which of four theorems a proof does not use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.deduction import Limits
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.figure_evidence import figure_evidence
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.item_assembly import (
    OPTIONS,
    CertifiedOption,
    compose,
    items_about_goals,
)
from geoengine.families.reasoning.steps import step_lines
from geoengine.families.reasoning.theorems import (
    are_variants,
    is_heard,
    missing_relations,
    theorem_text,
    unexplained_steps,
)
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, weighted
from geoengine.language import Statement

__all__ = ["build_theorem_selection"]

_TASK = "theorem_selection"
_DISTRACTORS = OPTIONS - 1
_APPLIED_SHARE = 0.02
"""Added to the share of a theorem that the deduction applied."""

_IDLE_SHARE = 0.002
"""Added to the share of any other theorem, so that it may still be the key."""

_LEAST_WEIGHT = 0.02
"""The weight of a distractor that all proofs use."""

_VARIANTS = 8
"""How many items are made about a goal in the form ``shown``."""

_HIDDEN_VARIANTS = 3
_REDRAWS = 4
"""How often the distractors of a key are drawn, until the item is worth asking."""

_MISSING_RELATION_PENALTY = 100
"""A key's weight is divided by 1 plus this times the number of its relations not in the proof."""

_HIDDEN = 0.25
"""The share of goals for which the hidden form is tried first."""


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a theorem that is not used.

    Form ``shown``: the proof is printed without the names of theorems; the key concludes none of
    its steps, and does not apply to any of its statements either. Form ``hidden``: only the problem
    is printed; the hypotheses of the key hold nowhere in the figure, and the distractors are used
    in a proof of the goal.

    Why options are exchangeable: in the form ``shown`` all relations that the key supposes are
    stated in the proof, and a step concludes one like its own, as holds for every distractor; so
    comparing the words of a theorem with those of the proof does not reveal the key. Theorems that
    apply nearly wherever they are heard (`Rule.pervasive`) could not be keys, so they are
    distractors only where a proof uses too few others. The argument fails for a reader who knows
    which theorems proofs use most: some are heard often and used seldom, so they are mostly keys.
    It does not hold for the form ``hidden``.

    About each goal there are several items, with different keys and distractors. The split later
    chooses among them, so that no theorem is the key too often or too rarely. `most` counts the
    goals.
    """
    found = list(goals(context, rng))
    return items_about_goals(
        _unlike(found),
        most,
        partial(_items_about, context, rng, TheoremFrequencies(context, found)),
    )


def _unlike(found: Sequence[Goal]) -> list[Goal]:
    """The goals whose proofs have less than half of their steps in common.

    Those whose proofs use more theorems come first, since they leave a choice of distractors;
    theorems that can seldom be keys do not count.
    """
    chosen: list[tuple[Goal, set[Statement]]] = []
    for goal in sorted(found, key=lambda goal: -_choice(goal)):
        steps = {step.conclusion for step in goal.proof.steps}
        if not any(2 * len(steps & own) >= min(len(steps), len(own)) for _, own in chosen):
            chosen.append((goal, steps))
    return [goal for goal, _ in chosen]


def _theorems(goal: Goal) -> list[str]:
    return [rule for rule in goal.proof.rules if rule in load_rules()]


def _choice(goal: Goal) -> int:
    """How many theorems its proof uses that can well be keys of other items."""
    return sum(not _is_pervasive(rule) for rule in _theorems(goal))


def _is_pervasive(rule: str) -> bool:
    return load_rules()[rule].pervasive


def _items_about(
    context: Context, rng: Generator, frequencies: TheoremFrequencies, goal: Goal
) -> list[Item]:
    """Items about a goal, of one form."""
    used = _theorems(goal)
    if len(used) < _DISTRACTORS:
        context.rejections[f"{_TASK}: the proof uses too few theorems"] += 1
        return []
    made = _hidden(context, rng, goal, used, frequencies) if rng.random() < _HIDDEN else []
    made = made or _shown(context, rng, goal, used, frequencies)
    if not made:
        context.rejections[f"{_TASK}: no theorem is provably unused"] += 1
    return made


class TheoremFrequencies:
    """How often the proofs of a scene use each theorem, as weights for keys and distractors.

    A theorem used in a share u of the proofs can be a distractor in u of the items and the key in
    the others. With weight 1 - u as a distractor and u as a key it becomes either with the same
    probability, u(1 - u).

    Parameters
    ----------
    context : Context
    goals : sequence of Goal
        All goals of the scene.
    """

    def __init__(self, context: Context, goals: Sequence[Goal]) -> None:
        uses = Counter(rule for goal in goals for rule in goal.proof.rules)
        applied = {report.rule for report in context.graph.report if report.fired}
        self._shares = {
            rule: uses[rule] / max(1, len(goals))
            + (_APPLIED_SHARE if rule in applied else _IDLE_SHARE)
            for rule in load_rules()
        }

    def keys(self, rng: Generator, rules: Sequence[str], goal: Goal) -> list[str]:
        """Candidates for the key in random order, mostly those that resemble the proof first."""
        weights = {
            rule: self._shares[rule]
            / (1 + _MISSING_RELATION_PENALTY * missing_relations(rule, goal.proof))
            for rule in rules
        }
        return weighted(rng, weights)

    def distractors(self, rng: Generator, rules: Sequence[str]) -> list[str]:
        """Up to three rules drawn at random, of which no two are variants.

        Rules that can seldom be keys come last, and rare ones mostly come first.
        """
        weights = {rule: max(0, 1 - self._shares[rule]) + _LEAST_WEIGHT for rule in rules}
        drawn = sorted(weighted(rng, weights), key=_is_pervasive)
        chosen: list[str] = []
        for rule in drawn:
            if not any(are_variants(rule, other) for other in chosen):
                chosen.append(rule)
        return chosen[:_DISTRACTORS]


def _shown(
    context: Context,
    rng: Generator,
    goal: Goal,
    used: Sequence[str],
    frequencies: TheoremFrequencies,
) -> list[Item]:
    concluding = {
        step.rule
        for state in goal.proof.steps
        for step in context.graph.deduction.all_derivations(state.conclusion)
    }
    excluded = concluding | _firing(context, goal)
    unused = [
        rule
        for rule in load_rules()
        if rule not in excluded
        and is_heard(rule, goal.proof)
        and not any(are_variants(rule, other) for other in used)
    ]
    plausible = context.applicable_rules.concluding_rules(*_proof_statements(goal))
    keys = (key for key in frequencies.keys(rng, unused, goal) if key not in plausible)
    return [
        _compose_shown(context, rng, goal, key, distractors, worth)
        for key, distractors, worth in _variants(
            rng, frequencies, keys, used, partial(_worth, context, goal)
        )
    ]


def _compose_shown(
    context: Context,
    rng: Generator,
    goal: Goal,
    key: str,
    distractors: Sequence[str],
    worth: int,
) -> Item:
    steps = goal.proof.steps
    by_rule = {rule: [s for s in steps if s.derivation.rule == rule] for rule in distractors}
    conclusions = [step.conclusion for step in steps]
    evidence = figure_evidence(
        context,
        f"{_TASK} {key}",
        points=goal.proof.points,
        printed=conclusions,
        # Where no step of a theorem holds, the proof does not use it.
        false=[[step.conclusion for step in of_rule] for of_rule in by_rule.values()],
    )
    marked = () if evidence is None else evidence.marked.marked
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, key, goal, concludes_a_step=False),
        distractors=[
            _option(context, rule, goal, steps=[step.number for step in by_rule[rule]])
            for rule in distractors
        ],
        form="shown",
        goal=goal,
        points=goal.proof.points,
        parts={
            "steps": "\n".join(
                step_lines(goal.proof, named=False, marked=marked, language=context.language)
            )
        },
        evidence=evidence,
        printed=goal.proof,
        worth=worth,
    )


def _worth(context: Context, goal: Goal, key: str, distractors: Sequence[str]) -> int | None:
    features = {"unexplained": unexplained_steps(key, distractors, goal.proof)}
    return worth_of(context, _TASK, features, goal=goal)


def _proof_statements(goal: Goal) -> tuple[list[Statement], list[Statement]]:
    """All statements of a proof, and those among them that its steps conclude."""
    conclusions = [step.conclusion for step in goal.proof.steps]
    antecedents = [used for step in goal.proof.steps for used in step.derivation.antecedents]
    return [*goal.proof.premises, *antecedents, *conclusions], conclusions


def _firing(context: Context, goal: Goal) -> set[str]:
    """The rules that fire on the statements of the proof: a reader might think that it uses them.

    For example, two pairs of equal angles in a step suggest similar triangles, even if the step
    concludes a ratio by another theorem.
    """
    statements, _ = _proof_statements(goal)
    one_round = context.graph.rederive(premises=statements, limits=Limits(rounds=1))
    return {report.rule for report in one_round.report if report.fired}


def _hidden(
    context: Context,
    rng: Generator,
    goal: Goal,
    used: Sequence[str],
    frequencies: TheoremFrequencies,
) -> list[Item]:
    idle = [r.rule for r in context.graph.report if not r.instances and not r.truncated]
    # Other rules involve points, such as feet of perpendiculars, that a reader could add.
    whole = [rule for rule in idle if load_rules()[rule].whole]
    unused = [rule for rule in whole if not any(are_variants(rule, other) for other in used)]
    steps = {
        step.derivation.rule: {
            "letters": dict(step.derivation.mapping),
            "conclusion": str(step.conclusion),
        }
        for step in reversed(goal.proof.steps)
    }
    conclusions = {step.derivation.rule: step.conclusion for step in reversed(goal.proof.steps)}
    candidates = frequencies.keys(rng, unused, goal)
    keys = (key for key in candidates if not context.applicable_rules.applies(key))
    # Items of this form have no measure of worth.
    variants = _variants(rng, frequencies, keys, used, lambda key, distractors: 0)
    return [
        compose(
            context,
            _TASK,
            rng,
            key=_option(context, key, goal, instances=0),
            distractors=[_option(context, rule, goal, **steps[rule]) for rule in distractors],
            form="hidden",
            goal=goal,
            points=goal.proof.points,
            evidence=figure_evidence(
                context,
                f"{_TASK} {key}",
                points=goal.proof.points,
                printed=[goal.statement],
                false=[[conclusions[rule]] for rule in distractors],
            ),
        )
        for key, distractors, _ in variants[:_HIDDEN_VARIANTS]
    ]


def _variants(
    rng: Generator,
    frequencies: TheoremFrequencies,
    keys: Iterable[str],
    used: Sequence[str],
    worth: Callable[[str, list[str]], int | None],
) -> list[tuple[str, list[str], int]]:
    """The first keys, each with three distractors and the worth of the item.

    Keys for which there are fewer distractors, or none that make a worthy item, are left out.
    """
    found = []
    for key in islice(keys, _VARIANTS):
        for _ in range(_REDRAWS):
            distractors = frequencies.distractors(rng, used)
            if len(distractors) < _DISTRACTORS:
                break
            value = worth(key, distractors)
            if value is not None:
                found.append((key, distractors, value))
                break
    return found


def _option(context: Context, rule: str, goal: Goal, **evidence: Any) -> CertifiedOption:
    marks = {"unheard": missing_relations(rule, goal.proof)}
    return CertifiedOption(theorem_text(rule, context.language), {"rule": rule, **evidence}, marks)
