"""Proofs as the items show them: numbered steps, with or without the names of the theorems."""

from __future__ import annotations

from collections.abc import Mapping

from geoengine.graph import Proof
from geoengine.language import Statement, write

__all__ = ["step_lines", "step_name"]


def step_name(number: int) -> str:
    """How a step is called.

    Examples
    --------
    >>> step_name(3)
    'Step 3'
    """
    return f"Step {number}"


def step_lines(
    proof: Proof,
    *,
    named: bool = True,
    claims: Mapping[Statement, Statement] | None = None,
) -> list[str]:
    """Write the steps of a proof, one line each.

    Side conditions are left to the figure.

    Parameters
    ----------
    proof : Proof
    named : bool
        Whether to say by which theorem.
    claims : mapping of Statement to Statement, optional
        What is said in place of some conclusions, there and wherever they are used.

    Examples
    --------
    >>> import geoengine as ge
    >>> text = "A B C = r_triangle A B C; M = midpoint M B C ? cong A M B M"
    >>> proof = ge.trace(ge.deduce(ge.load_problem(text)))
    >>> for line in step_lines(proof, named=False):
    ...     print(line)
    Step 1. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC
    Step 2. AB ⟂ AC and M is the midpoint of BC [step 1] ⇒ AM = BM
    """
    said = claims or {}
    numbers = {step.conclusion: step.number for step in proof.steps}
    lines = []
    for step in proof.steps:
        told = [
            write(said.get(a, a)) + (f" [step {numbers[a]}]" if a in numbers else "")
            for a in step.derivation.antecedents
        ]
        line = f"{step_name(step.number)}. {_listed(told)} ⇒ "
        line += write(said.get(step.conclusion, step.conclusion))
        lines.append(f"{line} ({proof.names[step.derivation.rule]})" if named else line)
    return lines


def _listed(told: list[str]) -> str:
    """Several statements in a row: semicolons where they hold commas of their own."""
    if len(told) <= 2:
        return " and ".join(told)
    sign = "; " if any(", " in text for text in told) else ", "
    return f"{sign.join(told[:-1])}{sign}and {told[-1]}"
