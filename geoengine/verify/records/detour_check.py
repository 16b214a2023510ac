"""The detour of a record: true steps that at first follow the solution and then leave it."""

from __future__ import annotations

from geoengine.language import parse_statement, write
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord
from geoengine.verify.verdict import Level

__all__ = ["judge_detour"]


def judge_detour(record: JudgedRecord) -> Confirmed:
    """Check that a detour's claims are true, and that it leaves the solution at the stated step.

    Raises
    ------
    ClaimError
        If a claim is false, or the detour leaves the solution at another step; also if it leaves
        the solution with its first step, or returns to it.
    """
    detour = record.data["detour"]
    if detour is None:
        return Confirmed("there is no detour")
    claims = [parse_statement(text) for text in detour["formal_steps"]]
    form = printed_form_of(record.data)
    truths: list[Confirmed] = []
    lines, left_at = detour["steps"], detour["left_at"]
    if len(lines) != len(claims):
        raise ClaimError(f"{len(lines)} steps are printed, {len(claims)} are claimed")
    for number, (claim, line) in enumerate(zip(claims, lines, strict=True), start=1):
        opening = form.step_opening.format(number=number)
        # A theorem follows, in parentheses.
        conclusion = f" ⇒ {form.write(claim)}{form.theorem_suffix.partition('{')[0]}"
        if not line.startswith(opening) or conclusion not in line:
            raise ClaimError(
                f"step {number} claims {write(claim)}, but is printed as {line[:80]!r}"
            )
        truths.append(record.truth(claim))
    in_solution = {step.conclusion for step in record.solution.steps}
    off = [number for number, claim in enumerate(claims, start=1) if claim not in in_solution]
    if not off or left_at != off[0] or isinstance(left_at, bool):
        where = f"step {off[0]}" if off else "no step"
        raise ClaimError(f"{where} leaves the solution, but left_at is {left_at}")
    if left_at == 1:
        raise ClaimError("its first step is not in the solution")
    back = [number for number in range(left_at, len(claims) + 1) if number not in off]
    if back:
        raise ClaimError(f"step {back[0]} returns to the solution")
    noted = next((truth.text for truth in truths if truth.level is Level.NOTE), None)
    text = (
        f"all {len(claims)} claims of the detour are true; it leaves the solution at step {left_at}"
    )
    text += f"; {noted}" if noted else ""
    return Confirmed(text, {"left_at": left_at}, Level.NOTE if noted else Level.GOOD)
