"""Testing rules numerically: soundness, satisfiability, redundant conditions, duplicates."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from geoengine.catalogue import Pattern, Rule
from geoengine.language import Statement
from geoengine.verify.figures.configurations import Search, distinct_pairs, starts_for
from geoengine.verify.figures.residuals import evaluate_conclusions
from geoengine.verify.figures.system import Complex, Reals
from geoengine.verify.proofs.rule_equality import same_rule

__all__ = ["RuleCheck", "RuleCounterexample", "check_rule"]

_STARTS_PER_FIGURE = 100
_STARTS_PER_BROKEN_FIGURE = 10
_OPPOSITES = {"ncoll": "coll", "npara": "para", "nperp": "perp"}


@dataclass(frozen=True, slots=True)
class RuleCounterexample:
    """A figure in which a rule's hypotheses hold and a conclusion is false.

    Attributes
    ----------
    points : tuple of str
        The letters of the rule.
    xy : tuple of (float, float)
        The coordinates of each letter's point. Letters may denote the same point.
    conclusion : str
        The false conclusion.
    residual : float
        The residual of the conclusion: in radians, or relative to a length.
    """

    points: tuple[str, ...]
    xy: tuple[tuple[float, float], ...]
    conclusion: str
    residual: float


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """The result of testing a rule.

    Attributes
    ----------
    rule : str
        The id of the rule.
    tried : int
        The number of random starts.
    found : int
        In how many figures a conclusion was confirmed, at most as many as were asked for.
    counterexample : RuleCounterexample or None
        A figure that shows the rule to be unsound.
    never_met : bool
        No figure of the hypotheses was found in which a conclusion is clearly true or false.
    redundant : tuple of str
        Conditions that seem redundant, all of them together: they cannot be violated while the
        rest holds, or the conclusions are true even where they are violated.
    equal_to : tuple of str
        The ids of equal rules.
    seconds : float
    """

    rule: str
    tried: int
    found: int
    counterexample: RuleCounterexample | None
    never_met: bool
    redundant: tuple[str, ...]
    equal_to: tuple[str, ...]
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether a conclusion was confirmed in some figure, and refuted in none."""
        return self.counterexample is None and not self.never_met


@dataclass(slots=True)
class _Trial:
    """The results of a search.

    It counts random starts (`tried`), figures found (`met`), and figures that confirm a conclusion
    (`confirmed`).
    """

    tried: int = 0
    met: int = 0
    confirmed: int = 0
    counterexample: RuleCounterexample | None = None


def check_rule(
    rule: Rule, *, configurations: int = 200, seed: int = 0, others: Iterable[Rule] = ()
) -> RuleCheck:
    """Test a rule in random figures that satisfy its hypotheses and conditions.

    Parameters
    ----------
    rule : Rule
    configurations : int
        The number of figures to test the rule in.
    seed : int
        Equal seeds give equal figures.
    others : iterable of Rule
        Rules to which it might be equal.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> rules = load_rules()
    >>> check_rule(rules["thales_semicircle"], configurations=20).sound
    True
    >>> false_rule = rules["midpoint_halves"].model_copy(
    ...     update={"then": (Pattern.parse("rconst M A A B 2/3"),)}
    ... )
    >>> check_rule(false_rule).counterexample.conclusion
    'rconst M A A B 2/3'
    """
    started = time.perf_counter()
    rng = np.random.default_rng(seed)
    search = Search(_statements(rule.given), _statements(rule.where), points=rule.variables)
    trial = _test(rule, search, rng, configurations, _STARTS_PER_FIGURE * configurations)
    redundant: tuple[str, ...] = ()
    if trial.counterexample is None and trial.confirmed:
        redundant = _redundant(rule, rng, configurations)
    return RuleCheck(
        rule=rule.id,
        tried=trial.tried,
        found=trial.confirmed,
        counterexample=trial.counterexample,
        never_met=trial.confirmed == 0 and trial.counterexample is None,
        redundant=redundant,
        equal_to=tuple(o.id for o in others if o.id != rule.id and same_rule(rule, o)),
        seconds=time.perf_counter() - started,
    )


def _statements(patterns: Iterable[Pattern]) -> list[Statement]:
    return [pattern.statement() for pattern in patterns]


def _test(rule: Rule, search: Search, rng: np.random.Generator, wanted: int, limit: int) -> _Trial:
    """Test the conclusions until confirmed in `wanted` figures, refuted once, or out of starts."""
    trial, conclusions = _Trial(), _statements(rule.then)
    while trial.confirmed < wanted and trial.tried < limit:
        starts = min(starts_for(wanted - trial.confirmed), limit - trial.tried)
        z = search.batch(rng, starts)
        truth = evaluate_conclusions(conclusions, search.points, z)
        trial.tried += starts
        trial.met += len(z)
        if truth.false.any():
            row = _clearest(z, np.where(truth.false, truth.residual, 0).max(axis=1))
            column = int(truth.false[row].argmax())
            trial.counterexample = RuleCounterexample(
                search.points,
                tuple((float(point.real), float(point.imag)) for point in z[row]),
                str(rule.then[column]),
                float(truth.residual[row, column]),
            )
            break
        trial.confirmed += int(truth.true.any(axis=1).sum())
    trial.confirmed = min(trial.confirmed, wanted)
    return trial


def _clearest(z: Complex, falsity: Reals) -> int:
    """The row of the clearest counterexample: points well apart, and a large residual.

    `falsity` is the largest residual of a false conclusion in each figure, 0 if none is false.
    """
    distance = np.abs(z[:, :, None] - z[:, None, :])
    distance /= distance.max(axis=(1, 2), keepdims=True)
    distance += np.eye(z.shape[1])
    visible = (falsity > 0) + np.minimum(distance.min(axis=(1, 2)), falsity)
    return int(visible.argmax())


def _redundant(rule: Rule, rng: np.random.Generator, configurations: int) -> tuple[str, ...]:
    """The conditions that seem redundant together."""
    kept = list(rule.where)
    for condition in rule.where:
        rest = [other for other in kept if other is not condition]
        if _seems_redundant(rule, condition, rest, rng, configurations):
            kept = rest
    return tuple(str(condition) for condition in rule.where if condition not in kept)


def _seems_redundant(
    rule: Rule,
    condition: Pattern,
    rest: list[Pattern],
    rng: np.random.Generator,
    configurations: int,
) -> bool:
    """Whether a condition cannot be violated alone, or the conclusions hold where it is."""
    met = confirmed = 0
    limit = _STARTS_PER_BROKEN_FIGURE * configurations
    for search in _broken(rule, condition.statement(), _statements(rest)):
        trial = _test(rule, search, rng, configurations, limit)
        if trial.counterexample is not None:
            return False
        met += trial.met
        confirmed += trial.confirmed
    # A condition that keeps conclusions from being degenerate is not redundant: without it the
    # hypotheses are met, but the conclusions are never confirmed.
    return met == 0 or 4 * confirmed >= configurations


def _broken(rule: Rule, broken: Statement, where: list[Statement]) -> list[Search]:
    """The searches for figures in which one condition is clearly not met."""
    given = _statements(rule.given)
    searches = []
    if broken.predicate in _OPPOSITES:
        opposite = Statement(_OPPOSITES[broken.predicate], broken.points)
        searches.append(Search(given, where, points=rule.variables, broken=broken, also=[opposite]))
    elif broken.predicate != "diff":
        searches.append(Search(given, where, points=rule.variables, broken=broken))
    kept_apart = frozenset().union(*(distinct_pairs(statement) for statement in given))
    searches += [
        Search(given, where, points=rule.variables, broken=broken, together=[(first, second)])
        for first, second in sorted(
            tuple(sorted(pair)) for pair in distinct_pairs(broken) - kept_apart
        )
    ]
    return searches
