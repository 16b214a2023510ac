"""Replaying proofs: every step checked against what it claims to apply, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.catalogue import Rule, load_engine_steps, load_rules
from geoengine.catalogue.pattern import Pattern
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import PREDICATES, Statement, write
from geoengine.verify.budget import Budget
from geoengine.verify.figures import Figures, figures
from geoengine.verify.laws import LAWS, LawError
from geoengine.verify.matching import is_identity
from geoengine.verify.proof_record import ProofRecord, StepRecord
from geoengine.verify.sums import SumError, check_sum, second_opinion
from geoengine.verify.system import Reals
from geoengine.verify.verdict import Finding, Level, Picture

__all__ = ["BadStep", "Replay", "Setting", "needed_conditions", "replay"]

_TRUE = 1e-7
_CONDITION = 1e-6
_CANDIDATES = 16


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Figures of one configuration, in which side conditions are decided.

    Attributes
    ----------
    points : tuple of str
    xy : ndarray, shape (figures, points, 2)
    """

    points: tuple[str, ...]
    xy: Reals

    def off(self, statement: Statement) -> float:
        """How far a statement is from holding in all the figures; infinite where it cannot."""
        index = {name: k for k, name in enumerate(self.points)}
        if any(point not in index for point in statement.points):
            return float("inf")
        off = statement.measured(self.xy, index)
        if statement.is_condition:
            return max(0.0, _CONDITION - float(off.min(initial=np.inf)))
        return float(np.nan_to_num(off, nan=np.inf).max(initial=0.0))

    def holds(self, statement: Statement) -> bool:
        """Whether a statement holds in all the figures."""
        return self.off(statement) <= (0.0 if statement.is_condition else _TRUE)


@dataclass(frozen=True, slots=True)
class BadStep:
    """The first step that does not follow.

    Attributes
    ----------
    number : int
        Of the step; 0 where no single step is at fault.
    code : str
        ``unknown_rule``, ``circular``, ``not_shown``, ``hypothesis``, ``condition``,
        ``conclusion``, ``sum``, ``false``, ``goal`` or ``premise``.
    missing : str
        What is missing, in words.
    """

    number: int
    code: str
    missing: str


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """What the replay of a proof found.

    Attributes
    ----------
    proof : ProofRecord
    steps : int
        How many steps were replayed without fault.
    bad : BadStep or None
    unneeded : tuple of int
        Steps that the goal does not rest on.
    conditions : tuple of Statement
        Side conditions that steps rest on.
    choices : int
        Steps in which the figure chooses between values of an angle.
    setting : Setting or None
        Where the conditions were decided; None where no figure was found.
    agreed, unheard : int
        Sums of which z3 says that they follow; and those of which it says nothing.
    """

    proof: ProofRecord
    steps: int
    bad: BadStep | None
    unneeded: tuple[int, ...] = ()
    conditions: tuple[Statement, ...] = ()
    choices: int = 0
    setting: Setting | None = None
    agreed: int = 0
    unheard: int = 0

    def findings(self) -> list[Finding]:
        """The replay in words; the first finding is its verdict."""
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
                    f"the goal does not rest on step{'s' * (len(self.unneeded) > 1)} {listed}",
                    {"steps": list(self.unneeded)},
                )
            )
        return found

    def picture(self) -> Picture | None:
        """The figure in which the conditions were decided."""
        if self.setting is None or not len(self.setting.xy):
            return None
        about = (*self.proof.premises, self.proof.goal)
        return Picture(self.setting.points, self.setting.xy[0], about)


class _FaultError(Exception):
    """Ends the replay: a step does not follow."""

    def __init__(self, code: str, missing: str) -> None:
        super().__init__(missing)
        self.code, self.missing = code, missing


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

    A step by a rule is checked against the rule's YAML: each hypothesis among the antecedents,
    each condition true in the figure, the conclusion one of the rule's. A step that adds up
    equations is added up again, with fractions. Whether the rules are true is not looked at here.

    Parameters
    ----------
    proof : ProofRecord
    given : sequence of Statement, optional
        What may be assumed; the premises that the proof names, unless given.
    goal : Statement, optional
        What is to be shown; the goal that the proof names, unless given.
    settings : sequence of Setting
        Configurations that the problem shows. The first in which all conditions hold is taken;
        without any, a figure is found from the premises and the conditions.
    rules : mapping of str to Rule, optional
        Those that come with geoengine, unless given.
    budget : Budget, optional
    ask_z3 : bool
        Whether to ask z3 for a second opinion of each sum.
    """
    budget = budget or Budget()
    rules = load_rules() if rules is None else rules
    conditions = needed_conditions(proof, rules)
    setting = _chosen(proof, conditions, settings, budget)
    known = dict.fromkeys(proof.premises, 0)
    counts = {"choices": 0, "agreed": 0, "unheard": 0}
    bad: BadStep | None = None
    done = 0
    if given is not None:
        strange = [premise for premise in proof.premises if premise not in given]
        if strange:
            bad = BadStep(0, "premise", f"the premise {write(strange[0])} is not given")
    if goal is not None and proof.goal != goal and bad is None:
        bad = BadStep(0, "goal", f"it shows {write(proof.goal)}, asked was {write(goal)}")
    for step in proof.steps if bad is None else ():
        try:
            _check_sources(step, known, proof)
            _check_step(step, rules, setting, counts, ask_z3)
            if setting is not None and not setting.holds(step.conclusion):
                raise _FaultError("false", f"{write(step.conclusion)} is false in the figure")
        except _FaultError as fault:
            bad = BadStep(step.number, fault.code, fault.missing)
            break
        known.setdefault(step.conclusion, step.number)
        done += 1
    if bad is None and proof.goal not in known:
        decided = proof.goal.is_condition and setting is not None and setting.holds(proof.goal)
        if not decided:
            bad = BadStep(0, "goal", f"no step shows the goal {write(proof.goal)}")
    return Replay(
        proof,
        done,
        bad,
        _unneeded(proof),
        conditions,
        counts["choices"],
        setting,
        counts["agreed"],
        counts["unheard"],
    )


def needed_conditions(proof: ProofRecord, rules: Mapping[str, Rule]) -> tuple[Statement, ...]:
    """The side conditions that steps rest on, whether they name them or not."""
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
                # The step itself tells what is wrong with its mapping.
                continue
    return tuple(found)


def _chosen(
    proof: ProofRecord,
    conditions: Sequence[Statement],
    settings: Sequence[Setting],
    budget: Budget,
) -> Setting | None:
    concluded = [step.conclusion for step in proof.steps]
    for setting in settings:
        if all(setting.holds(s) for s in (*proof.premises, *conditions, *concluded)):
            return setting
    if settings:
        return settings[0]
    points = proof.points
    if len(points) > budget.max_points:
        return None
    found: Figures | None = None
    for asked in ((*proof.premises, *conditions), proof.premises):
        found = figures(
            asked, points, count=_CANDIDATES, seed=budget.seed, timeout=budget.part(0.2)
        )
        if len(found):
            break
    if found is None or not len(found):
        return None
    order = [found.points.index(name) for name in points]
    candidates = [Setting(points, found.xy[k : k + 1, order]) for k in range(len(found))]
    # Where the figure chooses between values of an angle, take one that chooses as the proof does.
    return min(candidates, key=lambda one: sum(not one.holds(s) for s in concluded))


def _check_sources(step: StepRecord, known: Mapping[Statement, int], proof: ProofRecord) -> None:
    """Antecedents are premises, or conclusions of earlier steps."""
    for antecedent in step.antecedents:
        if antecedent in known:
            continue
        said = write(antecedent)
        if antecedent == step.conclusion:
            raise _FaultError("circular", f"it rests on its own conclusion, {said}")
        later = next((s for s in proof.steps if s.conclusion == antecedent), None)
        if later is None:
            raise _FaultError("not_shown", f"{said} is neither given nor shown before")
        if _rests_on(later, step.conclusion, proof):
            raise _FaultError(
                "circular",
                f"it rests on {said}, which step {later.number} shows from"
                f" {write(step.conclusion)}",
            )
        raise _FaultError("not_shown", f"{said} is shown only later, in step {later.number}")


def _rests_on(step: StepRecord, statement: Statement, proof: ProofRecord) -> bool:
    """Whether a step rests, through others, on a statement."""
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


def _check_step(
    step: StepRecord,
    rules: Mapping[str, Rule],
    setting: Setting | None,
    counts: dict[str, int],
    ask_z3: bool,
) -> None:
    if step.rule in rules:
        _check_rule(step, rules[step.rule], setting)
        return
    for condition in step.conditions:
        if setting is not None and not setting.holds(condition):
            raise _FaultError("condition", f"the figure does not show that {write(condition)}")
    engine = load_engine_steps().get(step.rule)
    if engine is None:
        raise _FaultError("unknown_rule", f"there is no rule {step.rule!r}")
    if engine.table is not None:
        _check_table(step, engine.table, counts, ask_z3)
    elif step.rule in LAWS:
        try:
            LAWS[step.rule](step)
        except LawError as error:
            raise _FaultError("sum", str(error)) from None
    elif step.rule in _DIRECT:
        _DIRECT[step.rule](step, setting)
    else:
        raise _FaultError("unknown_rule", f"how {step.rule!r} is checked is not known")


def _check_table(step: StepRecord, table: str, counts: dict[str, int], ask_z3: bool) -> None:
    try:
        modulus = check_sum(step, table)
    except SumError as error:
        raise _FaultError("sum", str(error)) from None
    counts["choices"] += modulus > 1
    if ask_z3:
        opinion = second_opinion(step, table)
        if opinion is False:
            raise _FaultError("sum", f"z3 finds that {write(step.conclusion)} does not follow")
        counts["agreed" if opinion else "unheard"] += 1


def _check_rule(step: StepRecord, rule: Rule, setting: Setting | None) -> None:
    missing = [letter for letter in rule.variables if letter not in step.mapping]
    if missing:
        raise _FaultError("hypothesis", f"no point is named for {missing[0]} in {rule.name}")
    for pattern in rule.given:
        placed = _placed(pattern, step.mapping)
        if placed is None:
            if not is_identity(pattern, step.mapping):
                raise _FaultError(
                    "hypothesis", f"{rule.name} needs {pattern}, which these points empty"
                )
        elif placed not in step.antecedents:
            raise _FaultError("hypothesis", f"{rule.name} needs {write(placed)} too")
    for pattern in rule.where:
        placed = _placed(pattern, step.mapping)
        if placed is None:
            if not _is_met_by_itself(pattern, step.mapping):
                raise _FaultError(
                    "condition", f"{rule.name} needs {pattern}, which these points empty"
                )
        elif setting is not None and not setting.holds(placed):
            raise _FaultError(
                "condition", f"{rule.name} needs {write(placed)}, which the figure does not show"
            )
    if step.conclusion not in [_placed(pattern, step.mapping) for pattern in rule.then]:
        raise _FaultError(
            "conclusion", f"{rule.name} does not conclude {write(step.conclusion)} for these points"
        )


def _placed(pattern: Pattern, mapping: Mapping[str, str]) -> Statement | None:
    """The pattern about points; None where they empty it."""
    try:
        return pattern.statement(mapping)
    except DegenerateStatementError:
        return None
    except StatementError as error:
        raise _FaultError("hypothesis", error.message) from None


def _is_met_by_itself(pattern: Pattern, mapping: Mapping[str, str]) -> bool:
    """Whether a condition on points that empty it holds because both its parts are one."""
    groups = PREDICATES[pattern.predicate].groups
    points = [mapping[letter] for letter in pattern.letters]
    half = len(points) // 2
    first, second = points[:half], points[half:]
    if len(set(first)) < len(first) or groups[: len(groups) // 2] != groups[len(groups) // 2 :]:
        return False
    if pattern.predicate == "sameclock":
        return second in [first[k:] + first[:k] for k in range(3)]
    return pattern.predicate == "sameside" and first[0] == second[0] and set(first) == set(second)


def _check_common(
    least: int, predicate: str, noun: str
) -> Callable[[StepRecord, Setting | None], None]:
    def check(step: StepRecord, setting: Setting | None) -> None:
        said = [*step.antecedents, step.conclusion]
        if not step.antecedents or any(s.predicate != predicate for s in said):
            raise _FaultError("hypothesis", f"it speaks of {noun}s alone: {predicate}")
        common = set.intersection(*(set(a.points) for a in step.antecedents))
        if len(common) < least:
            raise _FaultError(
                "hypothesis",
                f"only {noun}s with {least} common points are one; these share"
                f" {', '.join(sorted(common)) or 'none'}",
            )
        covered = {point for a in step.antecedents for point in a.points}
        strange = set(step.conclusion.points) - covered
        if strange:
            raise _FaultError("conclusion", f"no antecedent speaks of {', '.join(sorted(strange))}")

    return check


def _check_numerical(step: StepRecord, setting: Setting | None) -> None:
    if not step.conclusion.is_condition:
        raise _FaultError(
            "conclusion", f"{write(step.conclusion)} is a relation, which no figure decides"
        )


_DIRECT: dict[str, Callable[[StepRecord, Setting | None], None]] = {
    "common_line": _check_common(2, "coll", "line"),
    "common_circle": _check_common(3, "cyclic", "circle"),
    "numerical_check": _check_numerical,
}
"""Steps of the engine that add up nothing."""


def _unneeded(proof: ProofRecord) -> tuple[int, ...]:
    """Steps on which the goal does not rest."""
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
