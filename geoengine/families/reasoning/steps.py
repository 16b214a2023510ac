"""Proofs as items show them: numbered steps, with or without the names of the theorems."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from geoengine.catalogue import Language
from geoengine.families.reasoning.theorems import name_of
from geoengine.graph import Proof
from geoengine.language import Statement, write
from geoengine.scene import SENTENCE_TEMPLATES

__all__ = ["step_lines", "step_name"]


@dataclass(frozen=True, slots=True)
class _Words:
    """Templates of the words around the statements of a step, in one language.

    Attributes
    ----------
    step : str
        The name of a step.
    after : str
        The separator after that name at the beginning of a line.
    earlier : str
        The reference to the earlier step that concludes a statement.
    by : str
        The theorem, at the end.
    mark : str
        What stands for premises that marks in the figure state.
    """

    step: str
    after: str
    earlier: str
    by: str
    mark: str


_WORDS: dict[Language, _Words] = {
    "en": _Words("Step {number}", ". ", " [step {number}]", " ({theorem})", "[figure]"),
    "zh": _Words("第{number}步", "：", "[第{number}步]", "（{theorem}）", "[见图]"),
}


def step_name(number: int, language: Language = "en") -> str:
    """The name of a step.

    Examples
    --------
    >>> step_name(3), step_name(3, "zh")
    ('Step 3', '第3步')
    """
    return _WORDS[language].step.format(number=number)


def step_lines(
    proof: Proof,
    *,
    named: bool = True,
    marked: Collection[Statement] = (),
    language: Language = "en",
) -> list[str]:
    """Write the steps of a proof, one line each.

    Side conditions are not written, since a reader sees them in the figure.

    Parameters
    ----------
    proof : Proof
    named : bool
        Whether to name the theorem of each step.
    marked : collection of Statement, optional
        Premises that are not printed, since only marks in the figure state them.
    language : {"en", "zh"}

    Examples
    --------
    >>> import geoengine as ge
    >>> text = "A B C = r_triangle A B C; M = midpoint M B C ? cong A M B M"
    >>> proof = ge.trace(ge.deduce(ge.load_problem(text)))
    >>> for line in step_lines(proof, named=False):
    ...     print(line)
    Step 1. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC
    Step 2. AB ⟂ AC and M is the midpoint of BC [step 1] ⇒ AM = BM
    >>> print(step_lines(proof, named=False, language="zh")[1])
    第2步：AB ⊥ AC，M是BC的中点[第1步] ⇒ AM = BM
    >>> right_angle = ge.parse_statement("perp A B A C")
    >>> print(step_lines(proof, named=False, marked=[right_angle])[1])
    Step 2. M is the midpoint of BC [step 1] and [figure] ⇒ AM = BM
    """
    words, style = _WORDS[language], SENTENCE_TEMPLATES[language].style
    numbers = {step.conclusion: step.number for step in proof.steps}
    lines = []
    for step in proof.steps:
        antecedents = [
            write(a, style) + (words.earlier.format(number=numbers[a]) if a in numbers else "")
            for a in step.derivation.antecedents
            if a not in marked
        ]
        if len(antecedents) < len(step.derivation.antecedents):
            antecedents.append(words.mark)
        line = f"{step_name(step.number, language)}{words.after}{_listed(antecedents, language)} ⇒ "
        line += write(step.conclusion, style)
        if named:
            rule = step.derivation.rule
            # The proof has the English names of all rules, even of those not in the catalogue.
            theorem = proof.names[rule] if language == "en" else name_of(rule, language)
            line += words.by.format(theorem=theorem)
        lines.append(line)
    return lines


def _listed(statements: list[str], language: Language) -> str:
    """Join statements, by semicolons if they contain commas."""
    if language == "zh":
        # Chinese statements contain enumeration commas only.
        return "，".join(statements)
    if len(statements) <= 2:
        return " and ".join(statements)
    separator = "; " if any(", " in text for text in statements) else ", "
    return f"{separator.join(statements[:-1])}{separator}and {statements[-1]}"
