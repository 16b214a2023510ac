"""The steps of an attempt with one false step: whether all the others are valid."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.catalogue import load_rules
from geoengine.errors import InputError
from geoengine.language import Statement, write
from geoengine.verify.figures.setting import Setting
from geoengine.verify.items.printed_statements import PrintedStep
from geoengine.verify.proofs.proof_record import ProofRecord
from geoengine.verify.proofs.step_check import FaultError, check_step

__all__ = ["check_other_steps"]


def check_other_steps(
    attempt: ProofRecord,
    printed: Sequence[PrintedStep],
    *,
    wrong: int,
    given: Sequence[Statement],
    picture: Setting,
) -> set[Statement]:
    """Check that every step but one is a valid use of its rule, of what was given or shown before.

    Parameters
    ----------
    attempt : ProofRecord
        All the steps, the wrong one too.
    printed : sequence of (int, list of Statement, Statement)
        The steps as a reader sees them: number, antecedents, conclusion.
    wrong : int
        The number of the step that need not be valid.
    given : sequence of Statement
    picture : Setting
        Where side conditions are decided.

    Returns
    -------
    set of Statement
        The conclusion of the wrong step, and those that rest on it.

    Raises
    ------
    InputError
        When a step is not valid, or not the one that is printed.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> from geoengine.verify.proofs.proof_record import read_proof
    >>> letters = {"M": "M", "A": "A", "B": "B"}
    >>> attempt = read_proof({
    ...     "goal": "midp M A B", "statements": ["coll A B M", "cong M A M B", "midp M A B"],
    ...     "premises": 1, "steps": [
    ...         {"rule": "midpoint_definition", "antecedents": [0], "conclusion": 1},
    ...         {"rule": "midpoint_definition", "antecedents": [0, 1], "conclusion": 2,
    ...          "mapping": letters},
    ...     ],
    ... })
    >>> printed = [(s.number, list(s.antecedents), s.conclusion) for s in attempt.steps]
    >>> picture = Setting(("A", "B", "M"), np.array([[[0.0, 0], [2, 0], [0.7, 0]]]))
    >>> given = attempt.premises
    >>> found = check_other_steps(attempt, printed, wrong=1, given=given, picture=picture)
    >>> sorted(map(str, found))
    ['cong A M B M', 'midp M A B']
    >>> check_other_steps(attempt, printed, wrong=1, given=[], picture=picture)
    Traceback (most recent call last):
    geoengine.errors.InputError: step 1 cites A, B, M are collinear, which is neither given nor
    shown before
    """
    rules, known = load_rules(), set(given)
    if [number for number, _, _ in printed] != list(range(1, len(attempt.steps) + 1)):
        raise InputError(f"expected {len(attempt.steps)} steps, as in the certificate")
    rests_on_it: set[Statement] = set()
    for step, (number, antecedents, conclusion) in zip(attempt.steps, printed, strict=True):
        if step.conclusion != conclusion or set(step.antecedents) != set(antecedents):
            raise InputError(f"step {number} is printed otherwise than in the certificate")
        strange = next((one for one in antecedents if one not in known), None)
        if strange is not None:
            raise InputError(
                f"step {number} cites {write(strange)}, which is neither given nor shown before"
            )
        known.add(conclusion)
        if number == wrong:
            rests_on_it.add(conclusion)
            continue
        try:
            found = check_step(step, rules, picture)
        except FaultError as fault:
            raise InputError(f"step {number} is not valid: {fault.missing}") from None
        if rests_on_it.intersection(antecedents):
            rests_on_it.add(conclusion)
            if found["choices"]:
                raise InputError(
                    f"step {number} reads an angle off the picture, where step {wrong} is false"
                )
    return rests_on_it
