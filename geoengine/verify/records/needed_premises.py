"""The needed premises of a solution: shown by figures, the others by proofs without them."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.language import Statement, parse_statement, write
from geoengine.verify.proofs.proof_record import ProofRecord
from geoengine.verify.records.claims import ClaimError, Confirmed, Record
from geoengine.verify.records.solution_check import used_premises

__all__ = ["judge_needed"]


def judge_needed(record: Record) -> Confirmed:
    """Check that the listed premises, and no others of the solution, are needed.

    Raises
    ------
    ClaimError
    """
    listed = [parse_statement(text) for text in record.data["minimal_premises"]]
    if len(set(listed)) < len(listed):
        raise ClaimError("a premise is listed twice")
    used = [s for s in record.solution.premises if s in used_premises(record.solution)]
    for premise in listed:
        if premise not in used:
            raise ClaimError(f"{write(premise)} is no premise that the solution uses")
    by_figure = {str(premise): _is_needed(record, premise) for premise in listed}
    spare = _spared(record, [premise for premise in used if premise not in listed])
    shown = [premise for premise, found in by_figure.items() if found]
    text = f"{len(listed)} of {len(used)} premises are needed"
    if len(shown) < len(listed):
        text += f", {len(shown)} of them shown so by figures; without the others no proof was found"
    unproved = [premise for premise, found in by_figure.items() if not found]
    evidence = {"by_figure": shown, "no_proof_without": unproved, "steps_without": spare}
    return Confirmed(text, evidence)


def _is_needed(record: Record, premise: Statement) -> bool:
    """True if a figure shows it, False if only no proof without it was found."""
    figures, said = record.figures, write(premise)
    picture, _ = figures.refutation(premise, record.goal)
    if picture is not None:
        return True
    if figures.prover is None:
        raise ClaimError(
            f"it is undecided without a prover whether {said} is needed", undecided=True
        )
    proof = _proof_without(record, premise)
    if proof is not None:
        count = len(proof.steps)
        raise ClaimError(f"without {said} the goal is proved in {count} replayed steps")
    return False


def _spared(record: Record, premises: Sequence[Statement]) -> dict[str, int]:
    """For each premise that is not needed, the number of steps of a proof without it."""
    found = {}
    # A proof without one premise may not use others either; all proofs were replayed.
    proofs = list(record.others)
    for premise in premises:
        proof = next((one for one in proofs if premise not in one.premises), None)
        if proof is None:
            proof = _proof_without(record, premise)
            if proof is None:
                raise _not_spared(record, premise)
            proofs.append(proof)
        found[str(premise)] = len(proof.steps)
    return found


def _not_spared(record: Record, premise: Statement) -> ClaimError:
    said = write(premise)
    picture, _ = record.figures.refutation(premise, record.goal)
    if picture is None:
        why = f"{said} is not listed as needed, but no proof without it was found"
        return ClaimError(why, undecided=True)
    why = f"{said} is needed, but not listed: in a figure all other premises hold and the goal"
    return ClaimError(f"{why} does not", picture=picture)


def _proof_without(record: Record, premise: Statement) -> ProofRecord | None:
    """A proof that holds in the picture; None where none was found."""
    figures = record.figures
    rest = [other for other in record.premises if other != premise]
    found = figures.prove(rest, record.goal, within=record.drawn.picture(figures.seed))
    return None if found is None else found.proof
