"""The needed premises of a solution: figures show which are needed, proofs which are not."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.language import Statement, parse_statement, write
from geoengine.verify.proofs.proof_record import ProofRecord
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord
from geoengine.verify.records.solution_check import used_premises

__all__ = ["judge_needed"]


def judge_needed(record: JudgedRecord) -> Confirmed:
    """Check the list of needed premises of the solution.

    Each listed one is shown to be needed by a figure, or at least no proof without it is found;
    for each other one that the solution uses there is a proof without it.

    Raises
    ------
    ClaimError
        When a listed premise is not used or not needed, or another one is needed; undecided when
        that could not be settled.
    """
    listed = [parse_statement(text) for text in record.data["minimal_premises"]]
    if len(set(listed)) < len(listed):
        raise ClaimError("a premise is listed twice")
    # What the clauses of added points say is no premise of the problem.
    given = used_premises(record.solution) & set(record.premises)
    used = [s for s in record.solution.premises if s in given]
    for premise in listed:
        if premise not in used:
            raise ClaimError(f"{write(premise)} is no premise that the solution uses")
    shown_by_figure = {str(premise): _is_needed(record, premise) for premise in listed}
    steps_without = _steps_without(record, [premise for premise in used if premise not in listed])
    shown = [premise for premise, found in shown_by_figure.items() if found]
    text = f"{len(listed)} of {len(used)} premises are needed"
    if len(shown) < len(listed):
        text += (
            f", {len(shown)} of them according to figures; without the others no proof was found"
        )
    unproved = [premise for premise, found in shown_by_figure.items() if not found]
    evidence = {"by_figure": shown, "no_proof_without": unproved, "steps_without": steps_without}
    return Confirmed(text, evidence)


def _is_needed(record: JudgedRecord, premise: Statement) -> bool:
    """True if a figure shows it; False if merely no proof without the premise was found.

    Raises ClaimError if there is such a proof, or no prover to look for one.
    """
    figures, text = record.extended, write(premise)
    picture, _ = figures.refutation(premise, record.goal)
    if picture is not None:
        return True
    if figures.prover is None:
        raise ClaimError(
            f"it is undecided without a prover whether {text} is needed", undecided=True
        )
    proof = _proof_without(record, premise)
    if proof is not None:
        count = len(proof.steps)
        raise ClaimError(f"without {text} the goal is proved in {count} replayed steps")
    return False


def _steps_without(record: JudgedRecord, premises: Sequence[Statement]) -> dict[str, int]:
    """For each premise that is not needed, the number of steps of a proof without it."""
    found = {}
    # A proof without one premise may not use others either; all proofs were replayed.
    proofs = list(record.others)
    for premise in premises:
        proof = next((one for one in proofs if premise not in one.premises), None)
        if proof is None:
            proof = _proof_without(record, premise)
            if proof is None:
                raise _missing_proof(record, premise)
            proofs.append(proof)
        found[str(premise)] = len(proof.steps)
    return found


def _missing_proof(record: JudgedRecord, premise: Statement) -> ClaimError:
    """The error for an unlisted premise without which no proof was found."""
    text = write(premise)
    picture, _ = record.extended.refutation(premise, record.goal)
    if picture is None:
        why = f"{text} is not listed as needed, but no proof without it was found"
        return ClaimError(why, undecided=True)
    why = f"{text} is needed, but not listed: in a figure all other premises hold and the goal"
    return ClaimError(f"{why} does not", picture=picture)


def _proof_without(record: JudgedRecord, premise: Statement) -> ProofRecord | None:
    """A proof that holds in the picture; None where none was found."""
    figures = record.extended
    rest = [other for other in figures.premises if other != premise]
    found = figures.prove(rest, record.goal, within=figures.drawn.picture(figures.seed))
    return None if found is None else found.proof
