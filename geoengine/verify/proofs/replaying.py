"""Replaying proofs: each step is checked from premises and earlier conclusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from geoengine.catalogue import Rule, load_rules
from geoengine.errors import StatementError
from geoengine.language import Statement, as_complex, as_real, write
from geoengine.verify.budget import Budget
from geoengine.verify.figures.incremental_search import Figures, find_figures
from geoengine.verify.figures.setting import Setting
from geoengine.verify.figures.system import System
from geoengine.verify.proofs.proof_record import ProofRecord, StepRecord
from geoengine.verify.proofs.step_check import FaultError, check_step
from geoengine.verify.verdict import Finding, Level, Picture

__all__ = ["BadStep", "Replay", "is_true", "needed_conditions", "replay"]

_CANDIDATES = 16

_NEAR = 1e-4
"""How far points may be moved, relative to the size of the figure, to make conclusions hold."""


@dataclass(frozen=True, slots=True)
class BadStep:
    """The first step of a proof that does not follow, or a fault of the proof as a whole.

    Attributes
    ----------
    number : int
        The number of the step, from 1; 0 if the proof as a whole is at fault.
    code : str
        The fault of a step: ``unknown_rule``, it names no rule that can be checked; ``circular``,
        it depends on its own conclusion; ``not_shown``, an antecedent is neither a premise nor
        concluded by an earlier step; ``hypothesis``, the antecedents do not meet a hypothesis of
        the rule; ``condition``, the figure does not show a side condition; ``conclusion``, the rule
        concludes something else; ``sum``, the equations do not add up to the conclusion; ``false``,
        the conclusion is false in the figure. The fault of a proof: ``premise``, it assumes what is
        not given; ``goal``, it does not prove the goal.
    missing : str
        The fault in words, for a reader.
    """

    number: int
    code: str
    missing: str


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """The outcome of the replay of a proof.

    Attributes
    ----------
    proof : ProofRecord
        The proof that was replayed.
    steps : int
        How many steps were verified.
    bad : BadStep or None
        The first fault; None if every step follows and the goal is proved.
    unneeded : tuple of int
        Numbers of steps that the goal does not depend on.
    conditions : tuple of Statement
        Side conditions that steps depend on.
    choices : int
        The number of steps where the figure decides between several values of an angle.
    setting : Setting or None
        The figures in which conditions were decided; None if no figure was found.
    agreed, unanswered : int
        The number of sums that z3 confirmed, and of those for which it gave no answer.
    """

    proof: ProofRecord
    steps: int
    bad: BadStep | None
    unneeded: tuple[int, ...] = ()
    conditions: tuple[Statement, ...] = ()
    choices: int = 0
    setting: Setting | None = None
    agreed: int = 0
    unanswered: int = 0

    def findings(self) -> list[Finding]:
        """The outcome as findings; the first is the verdict."""
        total = len(self.proof.steps)
        if self.bad is not None:
            where = f"step {self.bad.number}" if self.bad.number else "the proof"
            verdict = Finding(
                "proof_wrong",
                Level.WRONG,
                f"{where} does not follow: {self.bad.missing}",
                {"step": self.bad.number, "fault": self.bad.code, "missing": self.bad.missing},
            )
        elif self.setting is None and (self.conditions or self.choices):
            verdict = Finding(
                "proof_open",
                Level.UNDECIDED,
                f"all {total} steps follow, if the side conditions hold; no figure was found to"
                " decide them in",
                {"steps": total, "conditions": [str(c) for c in self.conditions]},
            )
        else:
            text = f"all {total} steps were replayed"
            if self.conditions:
                text += f", {len(self.conditions)} side conditions hold in the figure"
            verdict = Finding(
                "proof_right",
                Level.GOOD,
                text,
                {
                    "steps": total,
                    "premises": [str(premise) for premise in self.proof.premises],
                    "conditions": [str(c) for c in self.conditions],
                    "choices_by_figure": self.choices,
                    "sums_confirmed_by_z3": self.agreed,
                },
            )
        found = [verdict]
        if self.unneeded and self.bad is None:
            listed = ", ".join(map(str, self.unneeded))
            found.append(
                Finding(
                    "unneeded_steps",
                    Level.NOTE,
                    f"the goal does not depend on step{'s' * (len(self.unneeded) > 1)} {listed}",
                    {"steps": list(self.unneeded)},
                )
            )
        return found

    def picture(self) -> Picture | None:
        """The figure in which the conditions were decided; None if there is none."""
        if self.setting is None or not len(self.setting.xy):
            return None
        about = (*self.proof.premises, self.proof.goal)
        return Picture(self.setting.points, self.setting.xy[0], about)


def replay(
    proof: ProofRecord,
    *,
    given: Sequence[Statement] | None = None,
    goal: Statement | None = None,
    settings: Sequence[Setting] = (),
    rules: Mapping[str, Rule] | None = None,
    budget: Budget | None = None,
    ask_z3: bool = True,
) -> Replay:
    """Replay a proof step by step.

    A step by a rule is checked against the rule's YAML: each hypothesis must be among the
    antecedents, each condition true in the figure, and the conclusion one of the rule's. A step
    that adds up equations is added up again, with exact fractions. Whether the rules themselves are
    true is not checked here.

    Parameters
    ----------
    proof : ProofRecord
        The proof to replay.
    given : sequence of Statement, optional
        What may be assumed; by default the premises that the proof names.
    goal : Statement, optional
        What has to be proved; by default the goal that the proof names.
    settings : sequence of Setting
        Figures of the problem, one setting for each configuration. The first setting in which all
        premises, conditions and conclusions hold is used, or else the first of all; without any,
        a figure is searched for.
    rules : mapping of str to Rule, optional
        The rules by id; by default those of the catalogue.
    budget : Budget, optional
        How long to search for a figure.
    ask_z3 : bool
        Whether z3 checks each sum too.

    Returns
    -------
    Replay
        The outcome; a proof at fault raises no exception.
    """
    budget = budget or Budget()
    rules = load_rules() if rules is None else rules
    conditions = needed_conditions(proof, rules)
    setting = _chosen(proof, conditions, settings, budget)
    known = dict.fromkeys(proof.premises, 0)
    counts: Counter[str] = Counter()
    bad: BadStep | None = None
    done = 0
    if given is not None:
        strange = [premise for premise in proof.premises if premise not in given]
        if strange:
            bad = BadStep(0, "premise", f"the premise {write(strange[0])} is not given")
    if goal is not None and proof.goal != goal and bad is None:
        bad = BadStep(0, "goal", f"it proves {write(proof.goal)}, not {write(goal)}")
    for step in proof.steps if bad is None else ():
        try:
            _check_sources(step, known, proof)
            counts += check_step(step, rules, setting, ask_z3=ask_z3)
            if setting is not None and not setting.holds(step.conclusion):
                raise FaultError("false", f"{write(step.conclusion)} is false in the figure")
        except FaultError as fault:
            bad = BadStep(step.number, fault.code, fault.missing)
            break
        known.setdefault(step.conclusion, step.number)
        done += 1
    if bad is None and proof.goal not in known:
        decided = proof.goal.is_condition and setting is not None and setting.holds(proof.goal)
        if not decided:
            bad = BadStep(0, "goal", f"no step proves the goal {write(proof.goal)}")
    return Replay(
        proof,
        done,
        bad,
        _unneeded(proof),
        conditions,
        counts["choices"],
        setting,
        counts["agreed"],
        counts["unanswered"],
    )


def needed_conditions(proof: ProofRecord, rules: Mapping[str, Rule]) -> tuple[Statement, ...]:
    """The side conditions that steps depend on, whether or not the steps name them."""
    found: dict[Statement, None] = {}
    for step in proof.steps:
        if step.conclusion.is_condition:
            found[step.conclusion] = None
        rule = rules.get(step.rule)
        if rule is None:
            found |= dict.fromkeys(step.conditions)
        for pattern in rule.where if rule is not None else ():
            try:
                found[pattern.statement(step.mapping)] = None
            except (StatementError, KeyError):
                # The check of the step will report what is wrong with its mapping.
                continue
    return tuple(found)


def is_true(proof: ProofRecord, conditions: Sequence[Statement], setting: Setting) -> bool:
    """Whether all that a proof says, and the conditions it needs, hold in some figures."""
    concluded = (step.conclusion for step in proof.steps)
    return all(map(setting.holds, chain(proof.premises, conditions, concluded)))


def _chosen(
    proof: ProofRecord,
    conditions: Sequence[Statement],
    settings: Sequence[Setting],
    budget: Budget,
) -> Setting | None:
    """The figures in which conditions are decided; None if none is given or found."""
    concluded = [step.conclusion for step in proof.steps]
    for setting in settings:
        if is_true(proof, conditions, setting):
            return setting
    if settings:
        return settings[0]
    points = proof.points
    if len(points) > budget.max_points:
        return None
    found: Figures | None = None
    for statements in ((*proof.premises, *conditions), proof.premises):
        found = find_figures(
            statements, points, count=_CANDIDATES, seed=budget.seed, timeout=budget.part(0.2)
        )
        if len(found):
            break
    if found is None or not len(found):
        return None
    order = [found.points.index(name) for name in points]
    candidates = [Setting(points, found.xy[k : k + 1, order]) for k in range(len(found))]
    # Premises may leave open in which order points are on a line, and the figure may decide
    # between values of an angle: take one that agrees with the proof.
    said = (*conditions, *concluded)
    chosen = min(candidates, key=lambda one: sum(not one.holds(s) for s in said))
    return _sharpened(chosen, (*proof.premises, *concluded)) or chosen


def _sharpened(setting: Setting, relations: Iterable[Statement]) -> Setting | None:
    """The figure moved so little that relations hold; None if that is not enough.

    Where two circles touch, premises that hold to 1e-12 fix their common point to 1e-6 only.
    """
    stated = [one for one in relations if not one.is_condition]
    index = {name: k for k, name in enumerate(setting.points)}
    z = as_complex(setting.xy)
    moved, solved = System(stated, index).solve(z)
    size = np.abs(z[:, :, None] - z[:, None, :]).max()
    if not solved.all() or np.abs(moved - z).max() > _NEAR * size:
        return None
    return Setting(setting.points, as_real(moved))


def _check_sources(step: StepRecord, known: Mapping[Statement, int], proof: ProofRecord) -> None:
    """Raise `FaultError` unless antecedents are premises, or conclusions of earlier steps."""
    for antecedent in step.antecedents:
        if antecedent in known:
            continue
        text = write(antecedent)
        if antecedent == step.conclusion:
            raise FaultError("circular", f"it depends on its own conclusion, {text}")
        later = next((s for s in proof.steps if s.conclusion == antecedent), None)
        if later is None:
            raise FaultError("not_shown", f"{text} is neither given nor proved before")
        if _depends_on(later, step.conclusion, proof):
            raise FaultError(
                "circular",
                f"it depends on {text}, which step {later.number} derives from"
                f" {write(step.conclusion)}",
            )
        raise FaultError("not_shown", f"{text} is proved only later, in step {later.number}")


def _depends_on(step: StepRecord, statement: Statement, proof: ProofRecord) -> bool:
    """Whether a step depends, directly or not, on a statement."""
    by = {other.conclusion: other for other in proof.steps}
    waiting, seen = [step], {step.number}
    while waiting:
        for antecedent in waiting.pop().antecedents:
            if antecedent == statement:
                return True
            source = by.get(antecedent)
            if source is not None and source.number not in seen:
                seen.add(source.number)
                waiting.append(source)
    return False


def _unneeded(proof: ProofRecord) -> tuple[int, ...]:
    """The numbers of the steps that the goal does not depend on."""
    first: dict[Statement, StepRecord] = {}
    for step in proof.steps:
        first.setdefault(step.conclusion, step)
    waiting, used = [proof.goal], set()
    while waiting:
        source = first.get(waiting.pop())
        if source is not None and source.number not in used:
            used.add(source.number)
            waiting += source.antecedents
    return tuple(step.number for step in proof.steps if step.number not in used)
