"""Rules: theorems over letters, with hypotheses, side conditions and conclusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Self

from pydantic import Field, model_validator

from geoengine.catalogue.entry import EntryError, Slug, Text, YamlModel
from geoengine.catalogue.pattern import Pattern, PatternField
from geoengine.catalogue.theorem import Theorem
from geoengine.language import PREDICATES, Statement

__all__ = ["EitherOrientation", "Rule"]


class EitherOrientation(YamlModel):
    """What a theorem and its mirror image say together, in each language."""

    en: Text = Field(description="The statement, as a sentence in English.")
    zh: Text | None = Field(default=None, description="The same in Chinese.")


class Rule(Theorem):
    """A theorem over letters.

    Examples
    --------
    >>> rule = Rule(
    ...     id="isosceles_base_angles",
    ...     name="Base angles of an isosceles triangle",
    ...     statement="The angles at the base of an isosceles triangle are equal.",
    ...     given=["cong O A O B"],
    ...     where=["ncoll O A B"],
    ...     then=["eqangle O A A B A B O B"],
    ...     source="Elements I.5",
    ... )
    >>> rule.variables
    ('O', 'A', 'B')
    """

    given: tuple[PatternField, ...] = Field(
        min_length=1, description="Hypotheses: relations that must be known."
    )
    where: tuple[PatternField, ...] = Field(
        default=(), description="Side conditions that must hold in the figure."
    )
    then: tuple[PatternField, ...] = Field(
        min_length=1, description="Conclusions, over the letters of `given`."
    )
    source: Text = Field(description="A reference: a book, a paper, a proposition.")
    note: Text | None = Field(default=None, description="A remark for readers.")
    either: EitherOrientation | None = Field(
        default=None,
        description="The statement without the words of orientation, if another rule is the mirror"
        " image of this one: it says what both say.",
    )
    mirrors: Slug | None = Field(
        default=None, description="The id of the rule of which this one is the mirror image."
    )
    odds: dict[Slug, float] = Field(
        default_factory=dict,
        description="For each form of theorem selection, the natural logarithm of the odds that it"
        " is the correct option, beside others that may be offered.",
    )
    wider: bool = Field(
        default=False,
        description="Whether the statement covers cases that the rule does not, such as half an"
        " angle where the rule needs a point on its bisector. A reader may apply such a theorem"
        " where the rule does not apply, so theorem selection does not offer it.",
    )
    tier: int = Field(
        default=1,
        ge=1,
        description="The stage at which a search for one goal adds it: 1 from the start, 2 and 3"
        " only if the rules of the stages before do not reach the goal. The closure under all rules"
        " does not depend on it.",
    )

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def title(self) -> str:
        """The name, as shown in lists."""
        return self.name

    @property
    def variables(self) -> tuple[str, ...]:
        """The letters, in the order in which they first appear in `given`."""
        return tuple(dict.fromkeys(letter for given in self.given for letter in given.letters))

    def _parts(self) -> Iterator[tuple[str, int, Pattern]]:
        for part in ("given", "where", "then"):
            for position, pattern in enumerate(getattr(self, part)):
                yield part, position, pattern

    @model_validator(mode="after")
    def _check_kinds(self) -> Self:
        for part, position, pattern in self._parts():
            if part == "where" and not pattern.is_condition:
                raise EntryError(
                    f"expected a condition on the figure, found the relation {str(pattern)!r}",
                    within=(part, position),
                    hint="move it to: given",
                )
            if part != "where" and pattern.is_condition:
                hint = "move it to: where" if part == "given" else "a condition cannot be derived"
                raise EntryError(
                    f"expected a relation, found the condition {str(pattern)!r}",
                    within=(part, position),
                    hint=hint,
                )
        return self

    @model_validator(mode="after")
    def _check_letters(self) -> Self:
        bound = set(self.variables)
        for part, position, pattern in self._parts():
            for letter in pattern.letters:
                if letter not in bound:
                    raise EntryError(
                        f"unbound point {letter}: it is in {str(pattern)!r} but not in given",
                        within=(part, position),
                        hint=f"the given points are: {' '.join(self.variables)}",
                    )
        uses = Counter(letter for *_, pattern in self._parts() for letter in pattern.letters)
        for position, pattern in enumerate(self.given):
            for letter in pattern.letters:
                if uses[letter] == 1 and not _is_required(pattern, letter):
                    raise EntryError(
                        f"unused point {letter}: it is in {str(pattern)!r} and nowhere else",
                        within=("given", position),
                        hint="a point that occurs once restricts nothing: it always exists",
                    )
        return self

    @model_validator(mode="after")
    def _check_sizes(self) -> Self:
        for part, position, pattern in self._parts():
            arity = PREDICATES[pattern.predicate].arity
            if PREDICATES[pattern.predicate].tail or len(pattern.letters) <= arity:
                continue
            first = " ".join(pattern.letters[: arity - 1])
            split = (f"{pattern.predicate} {first} {x}" for x in pattern.letters[arity - 1 :])
            raise EntryError(
                f"expected {arity} points after {pattern.predicate} in a rule,"
                f" found {len(pattern.letters)} in {str(pattern)!r}",
                within=(part, position),
                hint=f"write: {', '.join(split)}",
            )
        return self

    @model_validator(mode="after")
    def _check_repetitions(self) -> Self:
        parts: dict[Statement, str] = {}
        for part, position, pattern in self._parts():
            statement = pattern.statement()
            if statement in parts:
                raise EntryError(
                    f"expected each statement once, found {str(pattern)!r},"
                    f" which is also in {parts[statement]}",
                    within=(part, position),
                    hint="remove it",
                )
            parts[statement] = part
        return self


def _is_required(pattern: Pattern, letter: str) -> bool:
    """Return whether a pattern restricts its other points although this one occurs only once.

    ``circle O A B C`` takes at least three points, even to state that two are equidistant from O,
    and ``circle O A B C D`` needs O to state that four points are concyclic. In every other
    relation a point that occurs once restricts nothing, because such a point always exists.
    """
    definition = PREDICATES[pattern.predicate]
    if not definition.tail:
        return False
    in_tail = letter in pattern.letters[definition.tail :]
    return in_tail == (len(pattern.letters) == definition.arity)
