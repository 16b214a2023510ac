"""The solutions of a record: replayed, and compared with their printed text and each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geoengine.catalogue import EngineStep, Rule, load_engine_steps, load_rules
from geoengine.language import Statement
from geoengine.verify.items.printed_statements import PrintedForm, printed_form_of
from geoengine.verify.proofs.proof_record import ProofRecord
from geoengine.verify.proofs.replaying import replay
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord

__all__ = ["judge_solutions", "used_premises"]


def judge_solutions(record: JudgedRecord) -> Confirmed:
    """Replay all solutions in the picture, and check the text and the counts of each.

    Raises
    ------
    ClaimError
        When a solution does not follow, has unneeded steps or premises, is printed or counted
        otherwise, or is not different enough from the others.
    """
    used = used_premises(record.solution) & set(record.premises)
    record.check("premises_used", len(used))
    presentations = [record.data, *record.data["other_solutions"]]
    proofs = (record.solution, *record.others)
    for number, (proof, data) in enumerate(zip(proofs, presentations, strict=True), start=1):
        which = f"solution {number}" if len(proofs) > 1 else "the solution"
        _judge_proof(record, proof, which)
        _judge_presentation(proof, data, which, printed_form_of(record.data))
    marks = [frozenset((step.rule, step.conclusion) for step in proof.steps) for proof in proofs]
    rules = {step.rule for step in record.solution.steps}
    for number, proof in enumerate(record.others, start=2):
        if marks[number - 1] in marks[: number - 1]:
            raise ClaimError(f"solution {number} has the same steps as an earlier one")
        if rules <= {step.rule for step in proof.steps}:
            raise ClaimError(f"solution {number} uses all rules of the first")
    text = f"all {len(record.solution.steps)} steps of the solution were replayed"
    if record.others:
        text += f", and {len(record.others)} other solution{'s' * (len(record.others) > 1)}"
    steps = [len(proof.steps) for proof in proofs]
    return Confirmed(text, {"steps": steps})


def used_premises(proof: ProofRecord) -> set[Statement]:
    """The premises that steps of a proof use."""
    return {a for step in proof.steps for a in step.antecedents} & set(proof.premises)


def _judge_proof(record: JudgedRecord, proof: ProofRecord, which: str) -> None:
    found = replay(
        proof, given=record.extended.premises, goal=record.goal,
        settings=[record.extended.drawn.picture(record.figures.seed)],
        budget=record.figures.budget, ask_z3=False,
    )  # fmt: skip
    if found.bad is not None:
        where = f"step {found.bad.number} of {which}" if found.bad.number else which
        raise ClaimError(f"{where} does not follow: {found.bad.missing}")
    if found.unneeded:
        listed = ", ".join(map(str, found.unneeded))
        raise ClaimError(f"the goal does not depend on step {listed} of {which}")
    if used_premises(proof) != set(proof.premises):
        raise ClaimError(f"{which} lists premises that none of its steps uses")


def _judge_presentation(
    proof: ProofRecord, data: Mapping[str, Any], which: str, form: PrintedForm
) -> None:
    """Check that the counts, rules and printed steps are those of the proof."""
    steps = proof.steps
    if data["steps"] != len(steps):
        raise ClaimError(
            f"{which} has {len(steps)} steps, but {data['steps']} according to the record"
        )
    if data["rules"] != list(dict.fromkeys(step.rule for step in steps)):
        raise ClaimError(f"{which} does not use the rules that the record names")
    _judge_lines(proof, data["solution"], which, form)


def _judge_lines(proof: ProofRecord, lines: Sequence[str], which: str, form: PrintedForm) -> None:
    if len(lines) != len(proof.steps):
        raise ClaimError(f"{which} has {len(proof.steps)} steps, {len(lines)} are printed")
    theorems: dict[str, Rule | EngineStep] = {**load_rules(), **load_engine_steps()}
    numbers = {step.conclusion: step.number for step in proof.steps}
    for step, line in zip(proof.steps, lines, strict=True):
        start, end = form.step_ends(step.number, step.conclusion, theorems[step.rule])
        middle = line.removeprefix(start).removesuffix(end)
        antecedents = [form.antecedent(a, numbers.get(a)) for a in step.antecedents]
        if line != f"{start}{middle}{end}" or not all(text in middle for text in antecedents):
            raise ClaimError(f"{which} prints {line[:80]!r} as step {step.number}")
