"""The record of a problem as the judge reads it, and the outcomes of checking a claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from geoengine.catalogue import LANGUAGES, Language
from geoengine.language import Statement
from geoengine.verify.figures.problem_figures import ProblemFigures
from geoengine.verify.items.item_figures import ItemFigures
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.proofs.proof_record import ProofRecord
from geoengine.verify.verdict import Level, Picture

__all__ = ["ClaimError", "Confirmed", "JudgedRecord"]


class Confirmed(NamedTuple):
    """A confirmed claim, with its evidence; its level is a note if there is a reservation."""

    text: str
    evidence: Mapping[str, Any] = {}
    level: Level = Level.GOOD


class ClaimError(Exception):
    """A claim of a record is wrong, or cannot be decided.

    Parameters
    ----------
    why : str
        What is wrong, or why it could not be decided.
    undecided : bool
        Whether the claim could not be decided.
    picture : Picture, optional
        A figure that shows that the claim is wrong.
    """

    def __init__(
        self, why: str, *, undecided: bool = False, picture: Picture | None = None
    ) -> None:
        super().__init__(why)
        self.why, self.undecided, self.picture = why, undecided, picture


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRecord:
    """A problem with its solutions, as it is judged.

    Attributes
    ----------
    data : mapping
        The record, as in ``problems.jsonl``.
    goal : Statement
    solution : ProofRecord
    others : tuple of ProofRecord
        Other solutions.
    figures : ItemFigures
    extended : ItemFigures
        The same with the points that the solution adds; equal to `figures` if it adds none.
    """

    data: Mapping[str, Any]
    goal: Statement
    solution: ProofRecord
    others: tuple[ProofRecord, ...]
    figures: ItemFigures
    extended: ItemFigures

    @property
    def drawn(self) -> ProblemFigures:
        """The figures shared with other records of the same problem."""
        return self.figures.drawn

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The premises of the problem that are relations, not conditions."""
        return self.figures.premises

    def texts(self, field: str, data: Mapping[str, Any]) -> dict[Language, str]:
        """The text of a field in each language; `data` is the record, or a part of it."""
        own = printed_form_of(self.data).language
        return {
            language: data[field if language == own else f"{field}_{language}"]
            for language in LANGUAGES
        }

    def check(self, field: str, expected: Any) -> None:
        """Check that a field has the expected value.

        Raises
        ------
        ClaimError
            If the field has another value.
        """
        found = self.data[field]
        if found != expected or isinstance(found, bool) != isinstance(expected, bool):
            raise ClaimError(f"expected {str(expected)[:60]} as {field}, found {str(found)[:60]}")

    def truth(self, statement: Statement) -> Confirmed:
        """Check that a statement is true in the picture; note if it is not in other figures.

        Raises
        ------
        ClaimError
            If it is false in the picture, or it is undecided whether it is true.
        """
        verdict = self.figures.truth(statement)
        if verdict.right:
            return Confirmed(verdict.why)
        picture = self.drawn.picture(self.figures.seed)
        if verdict.picture is None or not picture.holds(statement):
            raise ClaimError(verdict.why, undecided=verdict.right is None, picture=verdict.picture)
        text = f"{verdict.why}; it depends on the configuration, and is true in the picture"
        return Confirmed(text, {}, Level.NOTE)
