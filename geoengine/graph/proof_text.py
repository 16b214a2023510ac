"""Proofs as documents: text, Markdown, LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from geoengine.graph.engine_steps import choice_of
from geoengine.graph.proof import Proof, ProofStep
from geoengine.graph.step_sums import legend_of, written_sums
from geoengine.language import Statement

__all__ = ["ProofFormat", "write_proof"]

ProofFormat = Literal["text", "markdown", "latex"]

_DIRECTED = (
    "∠(AB,CD) is a directed angle: the counterclockwise rotation, modulo 180°, that makes line AB"
    " parallel to line CD. As ordinary angles, equal directed angles may be supplementary."
)

_ORDINARY = (
    "∠ABC is the ordinary angle at B. The proof shows that the directed angles (from line AB to"
    " line BC, modulo 180°) are equal; the figure shows that the ordinary angles are equal, not"
    " supplementary."
)

_ADDED = "Auxiliary points: {}"

_CHECKED = "checked numerically in every draw"


def write_proof(proof: Proof, form: ProofFormat = "text", *, sums: bool = False) -> str:
    """Write a proof for readers.

    Parameters
    ----------
    proof : Proof
    form : {"text", "markdown", "latex"}
        LaTeX is a fragment that needs ``amsmath``, ``amssymb`` and an engine with Unicode input.
    sums : bool
        Whether to show the sums of the engine steps.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("A B C = triangle; M = midpoint B C ? midp M B C")
    >>> print(write_proof(ge.trace(ge.deduce(problem)), "markdown"))
    **To show:** M is the midpoint of BC
    <BLANKLINE>
    **Premises used:**
    <BLANKLINE>
    - B, C, M are collinear
    - BM = CM
    <BLANKLINE>
    **Proof**
    <BLANKLINE>
    1. M is the midpoint of BC. *Definition of midpoint*, from: BM = CM; B, C, M are collinear.
    """
    return {"text": _text, "markdown": _markdown, "latex": _latex}[form](proof, sums)


def _notes(proof: Proof, sums: bool) -> list[str]:
    """Return the notes on notation that the proof needs."""
    stated = [a for s in proof.steps for a in (*s.derivation.antecedents, s.conclusion)]
    directed = [s for s in (*stated, proof.goal) if s.predicate in {"eqangle", "aconst"}]
    notes = []
    if any(statement in proof.ordinary for statement in directed):
        notes.append(_ORDINARY)
    if any(statement not in proof.ordinary for statement in directed):
        notes.append(_DIRECTED)
    if sums:
        notes += [legend for rule in proof.rules if (legend := legend_of(rule))]
    return notes


def _reasons(proof: Proof, step: ProofStep, write: Callable[[Statement], str]) -> str:
    """Write the antecedents and conditions of a step, separated by semicolons."""
    numbers = {other.conclusion: other.number for other in proof.steps}
    derivation = step.derivation
    found = [
        write(s) + (f" [{numbers[s]}]" if s in numbers else "")
        for s in (*derivation.antecedents, *derivation.conditions)
    ]
    return "; ".join(found) or _CHECKED


def _details(step: ProofStep, sums: bool) -> list[str]:
    lines = [f"Sum: {total}" for total in written_sums(step.derivation)] if sums else []
    choice = choice_of(step.derivation.rule, step.derivation.modulus)
    return lines if choice is None else [*lines, choice]


def _text(proof: Proof, sums: bool) -> str:
    given = "; ".join(proof.write(premise) for premise in proof.premises)
    lines = [_ADDED.format(" ".join(proof.added_in_words))] if proof.added else []
    lines.append(f"Premises used: {given}" if given else "Decided by the diagram.")
    for step in proof.steps:
        name = proof.names[step.derivation.rule]
        reasons = _reasons(proof, step, proof.write)
        lines.append(f"{step.number:03d}. {reasons} ({name}) ⇒ {proof.write(step.conclusion)}")
        lines += [f"     {detail}" for detail in _details(step, sums)]
    lines.append(f"Shown: {proof.write(proof.goal)}")
    return "\n".join([*lines, *(f"Note: {note}" for note in _notes(proof, sums))])


def _markdown(proof: Proof, sums: bool) -> str:
    lines = [f"**To show:** {proof.write(proof.goal)}", ""]
    if proof.added:
        lines += [f"**Auxiliary points:** {' '.join(proof.added_in_words)}", ""]
    lines += ["**Premises used:**", ""]
    lines += [f"- {proof.write(premise)}" for premise in sorted(proof.premises)]
    lines += ["", "**Proof**", ""]
    for step in proof.steps:
        reasons = _reasons(proof, step, proof.write)
        name = proof.names[step.derivation.rule]
        lines.append(f"{step.number}. {proof.write(step.conclusion)}. *{name}*, from: {reasons}.")
        lines += [f"   - {detail}" for detail in _details(step, sums)]
    notes = _notes(proof, sums)
    return "\n".join([*lines, *(["", *(f"> {note}" for note in notes)] if notes else [])])


def _latex(proof: Proof, sums: bool) -> str:
    def write(statement: Statement) -> str:
        return f"${proof.write(statement, 'latex')}$"

    lines = [rf"\textbf{{To show:}} {write(proof.goal)}", ""]
    if proof.added:
        sentences = _plain_latex(" ".join(proof.added_in_words))
        lines += [rf"\textbf{{Auxiliary points:}} {sentences}", ""]
    lines.append(r"\textbf{Premises used:}")
    if proof.premises:
        lines += [r"\begin{itemize}", *(rf"  \item {write(p)}" for p in proof.premises)]
        lines.append(r"\end{itemize}")
    if proof.steps:
        lines.append(r"\begin{enumerate}")
        for step in proof.steps:
            reasons = _reasons(proof, step, write)
            name = proof.names[step.derivation.rule]
            lines.append(rf"  \item {write(step.conclusion)}, by \emph{{{name}}} from: {reasons}.")
            lines += [rf"    \\ {_plain_latex(detail)}" for detail in _details(step, sums)]
        lines.append(r"\end{enumerate}")
    return "\n".join([*lines, *(_plain_latex(note) for note in _notes(proof, sums))])


def _plain_latex(text: str) -> str:
    """Escape special characters of LaTeX, and replace symbols that fonts may lack."""
    signs = {
        "°": r"$^\circ$", "−": "$-$", "∠": r"$\angle$", "·": r"$\cdot$", "²": "$^2$",
        "√": r"$\surd$", "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#",
    }  # fmt: skip
    return "".join(signs.get(character, character) for character in text)
