"""The printed forms of statements, steps and theorems in each language, written and read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.catalogue import Language, Rule, Theorem, load_rules, unoriented
from geoengine.errors import InputError, StatementError
from geoengine.language import Statement, Style, read, write

__all__ = ["PRINTED_FORMS", "PrintedForm", "PrintedStep", "printed_form_of"]

PrintedStep = tuple[int, list[Statement], Statement]
"""A step as a question prints it: its number, its antecedents and its conclusion."""


_DASH = "- "


@dataclass(frozen=True, slots=True)
class PrintedForm:
    """How statements and steps of proofs are printed in one language.

    Attributes
    ----------
    language : {"en", "zh"}
        The language.
    style : Style
        The style in which `write` prints statements.
    list_separator : str
        What separates the statements in a list.
    antecedent_separators : tuple of str
        What may separate the antecedents of a step.
    conjunction : str
        The "and" between two antecedents, or before the last of several.
    option_template : str
        The text of an option that names a step, with ``{number}`` for the step.
    step_opening : str
        The beginning of the line of a step, with ``{number}`` for the step.
    step_reference : str
        What follows an antecedent that an earlier step concludes, with ``{number}`` for that step.
    mark_reference : str
        What is printed instead of the antecedents that are stated only by marks in the figure.
    theorem_suffix : str
        The end of the line of a step that names its theorem, with ``{theorem}`` for the name.
    theorem_pattern : re.Pattern
        Matches `theorem_suffix` with any theorem.
    """

    language: Language
    style: Style
    list_separator: str
    antecedent_separators: tuple[str, ...]
    conjunction: str
    option_template: str
    step_opening: str
    step_reference: str
    mark_reference: str
    theorem_suffix: str
    theorem_pattern: re.Pattern[str]

    def write(self, statement: Statement) -> str:
        """Print a statement."""
        return write(statement, self.style)

    def parse(self, text: str) -> Statement:
        """Read a statement.

        Raises
        ------
        StatementError
            If it cannot be read.
        """
        return read(text, self.style)

    def parse_list(self, text: str) -> list[Statement]:
        """Read a list of statements.

        Raises
        ------
        StatementError
            If one of them cannot be read.
        """
        return [self.parse(part) for part in text.split(self.list_separator)]

    def offers(self, rule: Rule, option: str) -> bool:
        """Whether an option contains the name of a theorem and its statement.

        A theorem that has a mirror image is offered together with it, without the words of
        orientation. The option may leave out the tag in parentheses after the name, which
        distinguishes theorems of the same name in the catalogue.
        """
        theorem = unoriented(rule, load_rules(), self.language)
        return theorem.name.partition(" (")[0] in option and theorem.statement in option

    def step_ends(self, number: int, conclusion: Statement, rule: Theorem) -> tuple[str, str]:
        """The line of a step, without its antecedents: the text before them and the text after."""
        theorem = rule.translated(self.language).name
        end = f" ⇒ {self.write(conclusion)}{self.theorem_suffix.format(theorem=theorem)}"
        return self.step_opening.format(number=number), end

    def antecedent(self, statement: Statement, number: int | None) -> str:
        """An antecedent as printed, with the number of the step that concludes it, if any."""
        text = self.write(statement)
        return text if number is None else text + self.step_reference.format(number=number)

    def parse_steps(
        self, question: str, cited: Mapping[int, Sequence[Statement]] | None = None
    ) -> list[PrintedStep]:
        """Read the steps of the proof that a question prints.

        Parameters
        ----------
        question : str
            The text of the question, with each step on a line of its own.
        cited : mapping of int to sequence of Statement, optional
            For each step that cites marks in the figure, by its number, the statements that these
            marks make.

        Returns
        -------
        list of (int, list of Statement, Statement)
            The number, the antecedents and the conclusion of each step.

        Raises
        ------
        InputError
            If no step is printed, or a step cannot be read, or a step cites marks where `cited` has
            none, or the other way round.
        """
        pattern = re.compile(f"{_numbered(self.step_opening)}(.*) ⇒ (.*)$")
        matches = filter(None, (pattern.match(text.strip()) for text in question.split("\n")))
        found = []
        for match in matches:
            number, marked = int(match[1]), (cited or {}).get(int(match[1]), ())
            text, mark, after = match[2].partition(self.mark_reference)
            if bool(mark) != bool(marked) or after:
                raise InputError(f"step {number} does not cite the marks in its certificate")
            stated = self._antecedents(self._unjoined(text)) if text else []
            found.append((number, [*stated, *marked], self._conclusion(match[3])))
        if not found:
            raise InputError("no step of the proof could be read in the question")
        return found

    def parse_results(self, question: str) -> list[Statement]:
        """Read the results of a proof that a question lists, each on a line with a dash.

        Raises
        ------
        InputError
            If no result is listed, or one cannot be read.
        """
        lines = [line.strip() for line in question.split("\n")]
        found = [self.parse(line.removeprefix(_DASH)) for line in lines if line.startswith(_DASH)]
        if not found:
            raise InputError("no result of the proof could be read in the question")
        return found

    def _unjoined(self, text: str) -> str:
        """Antecedents without what joins them to a last one that has been cut off."""
        for end in (self.conjunction.strip(), ";", ",", "，"):
            text = text.rstrip().removesuffix(end)
        return text

    def _without_references(self, text: str) -> str:
        """A text without references to earlier steps."""
        return re.sub(_numbered(self.step_reference), "", text).strip()

    def _conclusion(self, text: str) -> Statement:
        """Read a conclusion, which the name of its theorem may follow."""
        plain = self._without_references(text)
        try:
            return self.parse(plain)
        except StatementError:
            return self.parse(self.theorem_pattern.sub("", plain))

    def _antecedents(self, text: str) -> list[Statement]:
        """Read antecedents, separated in any of the possible ways."""
        plain = self._without_references(text)
        for separator in self.antecedent_separators:
            parts = [
                part.removeprefix(self.conjunction.lstrip()) for part in plain.split(separator)
            ]
            if len(parts) > 1:
                try:
                    return [self.parse(part.strip()) for part in parts]
                except StatementError:
                    continue
        words = plain.split(self.conjunction)
        for cut in range(1, len(words)):
            try:
                halves = self.conjunction.join(words[:cut]), self.conjunction.join(words[cut:])
                return [self.parse(half) for half in halves]
            except StatementError:
                continue
        return [self.parse(plain)]


def _numbered(template: str) -> str:
    """A regular expression for a template, with a group for the number of a step."""
    return re.escape(template).replace(r"\{number\}", r"(\d+)")


PRINTED_FORMS: dict[Language, PrintedForm] = {
    "en": PrintedForm(
        language="en", style="plain", list_separator="; ",
        antecedent_separators=("; ", ", "), conjunction=" and ",
        option_template="Step {number}", step_opening="Step {number}. ",
        step_reference=" [step {number}]", mark_reference="[figure]",
        theorem_suffix=" ({theorem})",
        theorem_pattern=re.compile(r" \((?:[^()]|\([^()]*\))*\)$"),
    ),
    "zh": PrintedForm(
        language="zh", style="plain_zh", list_separator="；",
        antecedent_separators=("，",), conjunction="，",
        option_template="第{number}步", step_opening="第{number}步：",
        step_reference="[第{number}步]", mark_reference="[见图]",
        theorem_suffix="（{theorem}）",
        theorem_pattern=re.compile(r"（(?:[^（）]|（[^（）]*）)*）$"),
    ),
}  # fmt: skip
"""The printed form of each language."""


def printed_form_of(data: Mapping[str, Any]) -> PrintedForm:
    """The printed form for the language of an item or a record; English by default.

    Raises
    ------
    InputError
        If the language is neither English nor Chinese.
    """
    wanted = data.get("language", "en")
    for language, found in PRINTED_FORMS.items():
        if language == wanted:
            return found
    raise InputError(
        f"expected the language {' or '.join(PRINTED_FORMS)}, found {str(wanted)[:20]!r}"
    )
