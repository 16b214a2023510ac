"""The printed forms of statements, steps and theorems in each language, written and read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geoengine.catalogue import Language, Rule, Theorem
from geoengine.errors import InputError, StatementError
from geoengine.language import Statement, Style, read, write

__all__ = ["PRINTED_FORMS", "PrintedForm", "printed_form_of"]


@dataclass(frozen=True, slots=True)
class PrintedForm:
    """How one language prints statements and steps.

    Attributes
    ----------
    language : {"en", "zh"}
    style : Style
        Of statements.
    listed : str
        The separator of statements in a list.
    rowed : tuple of str
        The possible separators of a step's antecedents.
    both : str
        The possible conjunctions between two of them, or before the last.
    option : str
        How an option names a step.
    opening : str
        The beginning of a step's line.
    earlier : str
        The reference to the earlier step that concludes a statement.
    by : str
        The theorem at the end of a line.
    named : re.Pattern
        Any theorem there.
    """

    language: Language
    style: Style
    listed: str
    rowed: tuple[str, ...]
    both: str
    option: str
    opening: str
    earlier: str
    by: str
    named: re.Pattern[str]

    def write(self, statement: Statement) -> str:
        """A statement as it is printed."""
        return write(statement, self.style)

    def one(self, text: str) -> Statement:
        """Read a statement.

        Raises
        ------
        StatementError
        """
        return read(text, self.style)

    def several(self, text: str) -> list[Statement]:
        """Read a list of statements.

        Raises
        ------
        StatementError
        """
        return [self.one(part) for part in text.split(self.listed)]

    def offers(self, rule: Rule, option: str) -> bool:
        """Whether an option offers a theorem, by its name and its statement.

        The tag after the name, which distinguishes it in the catalogue, may be left out.
        """
        told = rule.translated(self.language)
        return told.name.partition(" (")[0] in option and told.statement in option

    def line(self, number: int, conclusion: Statement, rule: Theorem) -> tuple[str, str]:
        """How the line of a step begins, and how it ends."""
        theorem = rule.translated(self.language).name
        end = f" ⇒ {self.write(conclusion)}{self.by.format(theorem=theorem)}"
        return self.opening.format(number=number), end

    def antecedent(self, statement: Statement, number: int | None) -> str:
        """An antecedent as printed, with the step that concludes it, if any."""
        said = self.write(statement)
        return said if number is None else said + self.earlier.format(number=number)

    def steps(self, question: str) -> list[tuple[int, list[Statement], Statement]]:
        """The steps of a proof that a question prints: number, antecedents and conclusion.

        Raises
        ------
        InputError
            If there are none, or one of them cannot be read.
        """
        line = re.compile(f"{_numbered(self.opening)}(.*) ⇒ (.*)$")
        matches = filter(None, (line.match(text.strip()) for text in question.split("\n")))
        found = [(int(m[1]), self._antecedents(m[2]), self._conclusion(m[3])) for m in matches]
        if not found:
            raise InputError("no step of the proof could be read in the question")
        return found

    def _alone(self, text: str) -> str:
        """A text without the numbers of earlier steps."""
        return re.sub(_numbered(self.earlier), "", text).strip()

    def _conclusion(self, text: str) -> Statement:
        """A conclusion, perhaps with the name of its theorem behind it."""
        plain = self._alone(text)
        try:
            return self.one(plain)
        except StatementError:
            return self.one(self.named.sub("", plain))

    def _antecedents(self, text: str) -> list[Statement]:
        """Several statements, with any of the separators."""
        plain = self._alone(text)
        for sign in self.rowed:
            parts = [part.removeprefix(self.both.lstrip()) for part in plain.split(sign)]
            if len(parts) > 1:
                try:
                    return [self.one(part.strip()) for part in parts]
                except StatementError:
                    continue
        words = plain.split(self.both)
        for cut in range(1, len(words)):
            try:
                halves = self.both.join(words[:cut]), self.both.join(words[cut:])
                return [self.one(half) for half in halves]
            except StatementError:
                continue
        return [self.one(plain)]


def _numbered(text: str) -> str:
    """A regular expression for a template with the number of a step."""
    return re.escape(text).replace(r"\{number\}", r"(\d+)")


PRINTED_FORMS: dict[Language, PrintedForm] = {
    "en": PrintedForm(
        language="en", style="plain", listed="; ", rowed=("; ", ", "), both=" and ",
        option="Step {number}", opening="Step {number}. ", earlier=" [step {number}]",
        by=" ({theorem})", named=re.compile(r" \((?:[^()]|\([^()]*\))*\)$"),
    ),
    "zh": PrintedForm(
        language="zh", style="plain_zh", listed="；", rowed=("，",), both="，",
        option="第{number}步", opening="第{number}步：", earlier="[第{number}步]",
        by="（{theorem}）", named=re.compile(r"（(?:[^（）]|（[^（）]*）)*）$"),
    ),
}  # fmt: skip
"""By language."""


def printed_form_of(data: Mapping[str, Any]) -> PrintedForm:
    """The printed form in the language of an item or a record; English by default.

    Raises
    ------
    InputError
        If it is another language.
    """
    told = data.get("language", "en")
    for language, found in PRINTED_FORMS.items():
        if language == told:
            return found
    raise InputError(
        f"expected the language {' or '.join(PRINTED_FORMS)}, found {str(told)[:20]!r}"
    )
