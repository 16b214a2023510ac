"""Steps of proofs, checked against the rule or sum that they name, in exact arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from geoengine.catalogue import Pattern, Rule, load_engine_steps
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import Statement, reversed_angle, write
from geoengine.verify.figures.setting import Setting
from geoengine.verify.proofs.laws import LAWS, LawError
from geoengine.verify.proofs.matching import holds_trivially, is_identity
from geoengine.verify.proofs.proof_record import StepRecord
from geoengine.verify.proofs.sums import SumError, check_sum, confirm_by_z3

__all__ = ["FaultError", "check_step", "check_use"]


class FaultError(Exception):
    """A step does not follow; `code` and `missing` are those of a `BadStep`."""

    def __init__(self, code: str, missing: str) -> None:
        super().__init__(missing)
        self.code, self.missing = code, missing


def check_step(
    step: StepRecord, rules: Mapping[str, Rule], setting: Setting | None, *, ask_z3: bool = True
) -> Counter[str]:
    """Check a step against the rule or sum that it names, assuming its antecedents.

    Parameters
    ----------
    step : StepRecord
    rules : mapping of str to Rule
    setting : Setting or None
        Where conditions are decided; with None they are assumed.
    ask_z3 : bool
        Whether to have z3 check a sum too.

    Returns
    -------
    Counter
        Counts: ``choices`` where the figure decides between values of an angle, and sums that z3
        confirmed (``agreed``) or gave no answer for (``unanswered``).

    Raises
    ------
    FaultError
        When the step does not follow.
    """
    if step.rule in rules:
        rule, antecedents = rules[step.rule], step.antecedents
        check_use(rule, step.mapping, step.conclusion, setting, antecedents)
        return Counter()
    for condition in step.conditions:
        if setting is not None and not setting.holds(condition):
            raise FaultError("condition", f"the figure does not show that {write(condition)}")
    engine = load_engine_steps().get(step.rule)
    if engine is None:
        raise FaultError("unknown_rule", f"there is no rule {step.rule!r}")
    if engine.table is not None:
        return _check_table(step, engine.table, ask_z3)
    if step.rule in LAWS:
        try:
            LAWS[step.rule](step, setting)
        except LawError as error:
            raise FaultError("sum", str(error)) from None
        return Counter(choices=int(step.modulus > 1))
    if step.rule in _DIRECT:
        _DIRECT[step.rule](step)
    else:
        raise FaultError("unknown_rule", f"there is no check for {step.rule!r}")
    return Counter()


def _check_table(step: StepRecord, table: str, ask_z3: bool) -> Counter[str]:
    try:
        modulus = check_sum(step, table)
    except SumError as error:
        raise FaultError("sum", str(error)) from None
    counts = Counter(choices=int(modulus > 1))
    if ask_z3:
        confirmed = confirm_by_z3(step, table)
        if confirmed is False:
            raise FaultError("sum", f"z3 finds that {write(step.conclusion)} does not follow")
        counts["agreed" if confirmed else "unanswered"] += 1
    return counts


def check_use(
    rule: Rule,
    mapping: Mapping[str, str],
    conclusion: Statement,
    setting: Setting | None,
    antecedents: Sequence[Statement] | None = None,
) -> None:
    """Check that a rule concludes a statement for given points.

    Parameters
    ----------
    rule : Rule
    mapping : mapping of str to str
        A point for every letter of the rule.
    conclusion : Statement
    setting : Setting or None
        Where conditions are decided; with None they are assumed.
    antecedents : sequence of Statement, optional
        Must contain all the rule's hypotheses; without it, these have to hold in the figures, as
        conditions do.

    Raises
    ------
    FaultError
        When the rule does not conclude it.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> from geoengine.language import parse_statement
    >>> rule, letters = load_rules()["midpoint_halves"], {"M": "P", "A": "Q", "B": "R"}
    >>> half, midpoint = parse_statement("rconst P Q Q R 1/2"), parse_statement("midp P Q R")
    >>> check_use(rule, letters, half, None, [midpoint])
    >>> check_use(rule, letters, half, None, [])
    Traceback (most recent call last):
    geoengine.verify.proofs.step_check.FaultError: Half the length at a midpoint needs P is the
    midpoint of QR too
    """
    missing = [letter for letter in rule.variables if letter not in mapping]
    if missing:
        raise FaultError("hypothesis", f"no point is named for {missing[0]} in {rule.name}")
    for pattern in rule.given:
        wanted = _needed(rule, pattern, mapping, "hypothesis", is_identity)
        if antecedents is None:
            _check_shown(rule, wanted, "hypothesis", setting)
        elif wanted and not any(one in antecedents for one in wanted):
            raise FaultError("hypothesis", f"{rule.name} needs {_either(wanted)} too")
    for pattern in rule.where:
        wanted = _needed(rule, pattern, mapping, "condition", holds_trivially)
        _check_shown(rule, wanted, "condition", setting)
    if conclusion not in [_placed(pattern, mapping) for pattern in rule.then]:
        raise FaultError(
            "conclusion", f"{rule.name} does not conclude {write(conclusion)} for these points"
        )


def _check_shown(
    rule: Rule, wanted: Sequence[Statement], code: str, setting: Setting | None
) -> None:
    if setting is not None and wanted and not any(map(setting.holds, wanted)):
        needed = _either(wanted)
        raise FaultError(code, f"{rule.name} needs {needed}, which the figure does not show")


def _either(wanted: Sequence[Statement]) -> str:
    return " or ".join(map(write, wanted))


def _needed(
    rule: Rule,
    pattern: Pattern,
    mapping: Mapping[str, str],
    code: str,
    holds_degenerate: Callable[[Pattern, Mapping[str, str]], bool],
) -> tuple[Statement, ...]:
    """What a hypothesis or condition says about points, any one of these; empty if nothing."""
    placed = _placed(pattern, mapping)
    if placed is not None:
        return (placed,)
    meant = reversed_angle(pattern.predicate, [mapping[letter] for letter in pattern.letters])
    if not meant and not holds_degenerate(pattern, mapping):
        raise FaultError(code, f"{rule.name} needs {pattern}, which is degenerate for these points")
    return meant


def _placed(pattern: Pattern, mapping: Mapping[str, str]) -> Statement | None:
    """The pattern with points; None if it is degenerate for them."""
    try:
        return pattern.statement(mapping)
    except DegenerateStatementError:
        return None
    except StatementError as error:
        raise FaultError("hypothesis", error.message) from None


def _check_common(least: int, predicate: str, noun: str) -> Callable[[StepRecord], None]:
    def check(step: StepRecord) -> None:
        statements = [*step.antecedents, step.conclusion]
        if not step.antecedents or any(s.predicate != predicate for s in statements):
            raise FaultError("hypothesis", f"expected only statements about {noun}s ({predicate})")
        common = set.intersection(*(set(a.points) for a in step.antecedents))
        if len(common) < least:
            raise FaultError(
                "hypothesis",
                f"{noun}s coincide only if they share {least} points; these share"
                f" {', '.join(sorted(common)) or 'none'}",
            )
        covered = {point for a in step.antecedents for point in a.points}
        strange = set(step.conclusion.points) - covered
        if strange:
            raise FaultError("conclusion", f"no antecedent mentions {', '.join(sorted(strange))}")

    return check


def _check_numerical(step: StepRecord) -> None:
    if not step.conclusion.is_condition:
        raise FaultError(
            "conclusion", f"{write(step.conclusion)} is a relation, which a figure cannot prove"
        )


_DIRECT: dict[str, Callable[[StepRecord], None]] = {
    "common_line": _check_common(2, "coll", "line"),
    "common_circle": _check_common(3, "cyclic", "circle"),
    "numerical_check": _check_numerical,
}
"""Engine steps that are not sums."""
