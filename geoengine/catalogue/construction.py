"""Constructions: the points that they place, their loci, premises and wordings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, StringConstraints, field_validator, model_validator

from geoengine.catalogue.entry import Entry, EntryError, Text, YamlModel
from geoengine.catalogue.geogebra import Assignment, check_commands
from geoengine.catalogue.phrases import LANGUAGES, PLACEHOLDER, Phrases, placeholder_letters
from geoengine.catalogue.vocabulary import Location
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import PREDICATES, Statement, Surd, parse_angle
from geoengine.spelling import did_you_mean

__all__ = ["CircleTemplate", "Construction", "Drawing", "StatementTemplate"]

NumberKind = Literal["angle", "length", "ratio"]


_LETTER = re.compile(r"_?[a-z][a-z0-9]*")


def _words(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


Letters = Annotated[tuple[str, ...], BeforeValidator(_words)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_]*$", max_length=80)]


@dataclass(frozen=True, slots=True)
class StatementTemplate:
    """A statement over letters; its constant may be the letter of a number of the construction.

    Examples
    --------
    >>> points = {"a": "A", "b": "B", "x": "X"}
    >>> print(StatementTemplate.parse("aconst a b b x t").fill(points, {"t": Fraction(1, 3)}))
    aconst A B B X 60°
    """

    predicate: str
    letters: tuple[str, ...]
    value: str | None = None

    @classmethod
    @cache
    def parse(cls, text: str) -> StatementTemplate:
        """Read a predicate, its letters and, for some predicates, a constant or a number's letter.

        Raises
        ------
        EntryError
            When the first word is not a predicate. The rest is checked when it is filled in.
        """
        name, *words = text.split() or [""]
        predicate = PREDICATES.get(name)
        if predicate is None:
            raise EntryError(
                f"expected a predicate, found {name!r}", hint=did_you_mean(name, PREDICATES)
            )
        if predicate.constant is None:
            return cls(name, tuple(words))
        return cls(name, tuple(words[:-1]), words[-1] if words else None)

    def fill(self, points: Mapping[str, str], numbers: Mapping[str, Fraction | Surd]) -> Statement:
        """Return the statement about these points and numbers.

        Raises
        ------
        DegenerateStatementError
            When the statement about these points is trivial or undefined.
        StatementError
            When the number of letters or the constant does not suit the predicate.
        """
        value: Fraction | Surd | None = None
        if self.value is not None:
            value = numbers.get(self.value)
            if value is None:
                is_angle = PREDICATES[self.predicate].constant == "angle"
                value = parse_angle(self.value) if is_angle else Surd.parse(self.value)
        return Statement(self.predicate, tuple(points[letter] for letter in self.letters), value)


@dataclass(frozen=True, slots=True)
class CircleTemplate:
    """A circle to draw, over letters: its center, if that has a letter, and points on it."""

    center: str | None
    points: tuple[str, ...]

    @classmethod
    @cache
    def parse(cls, text: str) -> CircleTemplate:
        """Read ``o through a b`` or ``through a b c``; raise `EntryError` for anything else."""
        before, through, after = text.partition("through")
        if not through or not after.split() or len(before.split()) > 1:
            raise EntryError(
                f"expected a circle, found {text!r}", hint="write: o through a, or: through a b c"
            )
        return cls(before.strip() or None, tuple(after.split()))


class Drawing(YamlModel):
    """The segments and circles that a construction adds to the picture."""

    segments: tuple[Letters, ...] = Field(
        default=(), description="Collinear points; a segment is drawn that spans them all."
    )
    circles: tuple[str, ...] = Field(
        default=(), description="Circles: 'o through a b', or 'through a b c'."
    )
    dashed: tuple[Letters, ...] = Field(
        default=(), description="Auxiliary lines, drawn dashed: collinear points."
    )

    @field_validator("circles")
    @classmethod
    def _circles_read(cls, circles: tuple[str, ...]) -> tuple[str, ...]:
        for position, text in enumerate(circles):
            try:
                CircleTemplate.parse(text)
            except EntryError as error:
                raise EntryError(error.message, hint=error.hint, within=(position,)) from None
        return circles


class Construction(Entry):
    """A construction: it adds points to a figure.

    Examples
    --------
    >>> foot = Construction(
    ...     name="foot", title="Foot of a perpendicular", places="x", takes="a b c",
    ...     needs=["ncoll a b c"], locate={"x": "tline a b c & line b c"},
    ...     premises=["perp x a b c", "coll x b c"],
    ...     says={"en": {"named": "the foot of the perpendicular from {a} to line {b c}"}},
    ...     source="Euclid, Elements, I.12",
    ... )
    >>> foot.letters, [location.word for location in foot.locations["x"]]
    (('x', 'a', 'b', 'c'), ['tline', 'line'])
    """

    name: Name = Field(description="Unique key, as written in problems.")
    aliases: tuple[Name, ...] = Field(
        default=(),
        description=(
            "Other names in problems. Constructions may share one if they place different"
            " numbers of points."
        ),
    )
    places: Letters = Field(description="Letters of the points it places.")
    takes: Letters = Field(default=(), description="Letters of the points it starts from.")
    numbers: dict[str, NumberKind] = Field(
        default_factory=dict, description="Letters of the numbers it takes, and what each measures."
    )
    order: Letters = Field(
        default=(), description="An alternative order of the points in problems."
    )
    needs: tuple[str, ...] = Field(
        default=(), description="Conditions on the points it takes, for it to be possible."
    )
    locate: dict[str, str] = Field(
        description=(
            "The locus of each point; loci joined by & are intersected. Letters that begin with _"
            " are auxiliary points."
        )
    )
    premises: tuple[str, ...] = Field(default=(), description="The statements it makes true.")
    base: Letters = Field(
        default=(),
        description="Two points, drawn horizontally from left to right if it is the first step.",
    )
    setting: Text | None = Field(
        default=None,
        description=(
            "A figure for examples, as the text of a problem, with the points it takes under their"
            " letters; by default they are free points."
        ),
    )
    draws: Drawing = Field(
        default_factory=Drawing, description="The segments and circles it adds to the picture."
    )
    geogebra: tuple[str, ...] = Field(
        default=(),
        description=(
            "GeoGebra commands that place the points, such as 'x = Midpoint(a, b)'; by default they"
            " follow from its locations. Letters that begin with _ are other objects."
        ),
    )
    says: Phrases = Field(description="Its wording in English (en) and Chinese (zh).")
    source: Text = Field(description="Where the construction is described.")

    @property
    def letters(self) -> tuple[str, ...]:
        """The points it places, then those it takes, in the order of the arguments."""
        return self.places + self.takes

    @property
    def spellings(self) -> tuple[tuple[str, ...], ...]:
        """The orders in which a problem may list the points: placed and taken ones together."""
        return (self.letters, self.order) if self.order else (self.letters,)

    @property
    def locations(self) -> dict[str, tuple[Location, ...]]:
        """The loci of each point, in the order of computation; several loci are intersected."""
        return {
            letter: tuple(Location.parse(part) for part in text.split("&"))
            for letter, text in self.locate.items()
        }

    @property
    def combines(self) -> bool:
        """Whether it places one point on curves, to be intersected with other such curves."""
        found = list(self.locations.values())
        return len(found) == 1 and all(place.signature.is_curve for place in found[0])

    @property
    def requirements(self) -> tuple[StatementTemplate, ...]:
        """The conditions on the points it takes, as templates."""
        return tuple(StatementTemplate.parse(text) for text in self.needs)

    @property
    def conclusions(self) -> tuple[StatementTemplate, ...]:
        """The statements it makes true, as templates."""
        return tuple(StatementTemplate.parse(text) for text in self.premises)

    @property
    def circles(self) -> tuple[CircleTemplate, ...]:
        """The circles to draw, as templates."""
        return tuple(CircleTemplate.parse(text) for text in self.draws.circles)

    @property
    def commands(self) -> tuple[Assignment, ...]:
        """Its GeoGebra commands; none if they follow from its locations."""
        return tuple(Assignment.parse(text) for text in self.geogebra)

    @field_validator("places", "takes", "order", "base")
    @classmethod
    def _letters_read(cls, letters: tuple[str, ...]) -> tuple[str, ...]:
        for letter in letters:
            if not _LETTER.fullmatch(letter) or letter.startswith("_"):
                raise EntryError(f"expected small letters, found {letter!r}")
        if len(set(letters)) < len(letters):
            raise EntryError(f"expected different letters, found {' '.join(letters)!r}")
        return letters

    @model_validator(mode="after")
    def _check_consistency(self) -> Self:
        letters = set(self.letters)
        if not self.places or len(letters) < len(self.letters):
            raise EntryError("expected letters to place, none of them taken", within=("places",))
        if self.order and set(self.order) != letters:
            raise EntryError(f"expected the letters {' '.join(self.letters)}", within=("order",))
        if len(self.base) not in {0, 2}:
            raise EntryError("expected two letters", within=("base",))
        self._check_locations()
        self._check_statements("needs", self.needs, set(self.takes))
        self._check_statements("premises", self.premises, letters)
        _check_letters(self.base, letters, ("base",))
        for field in ("segments", "dashed"):
            for at, segment in enumerate(getattr(self.draws, field)):
                _check_letters(segment, letters, ("draws", field, at))
        for at, circle in enumerate(self.circles):
            drawn = circle.points + ((circle.center,) if circle.center else ())
            _check_letters(drawn, letters, ("draws", "circles", at))
        self._check_wordings()
        if self.geogebra:
            try:
                check_commands(self.geogebra, self.takes, self.places, self.numbers)
            except EntryError as error:
                within = ("geogebra", *error.within)
                raise EntryError(error.message, hint=error.hint, within=within) from None
        return self

    def _check_wordings(self) -> None:
        letters = set(self.letters)
        for language in LANGUAGES:
            for field, text in getattr(self.says, language) or ():
                for placeholder, _ in PLACEHOLDER.findall(text):
                    known = {placeholder} if placeholder in self.numbers else letters
                    _check_letters(
                        placeholder_letters(placeholder), known, ("says", language, field)
                    )

    def _check_locations(self) -> None:
        known = set(self.takes)
        for letter, text in self.locate.items():
            within = ("locate", letter)
            if not letter.startswith("_") and letter not in self.places:
                raise EntryError(
                    f"expected a letter that is placed, found {letter!r}", within=within
                )
            try:
                found = [Location.parse(part) for part in text.split("&")]
            except EntryError as error:
                raise EntryError(error.message, hint=error.hint, within=within) from None
            if len(found) > 1 and not all(place.signature.is_curve for place in found):
                raise EntryError("expected lines and circles to intersect", within=within)
            for place in found:
                _check_letters(place.letters, known, within)
                for number in place.numbers:
                    if isinstance(number, str) and number not in self.numbers:
                        raise EntryError(f"expected a number, found {number!r}", within=within)
            known.add(letter)
        missing = [letter for letter in self.places if letter not in known]
        if missing:
            raise EntryError(
                f"expected a location for {missing[0]}, found none", within=("locate",)
            )

    def _check_statements(self, field: str, texts: tuple[str, ...], letters: set[str]) -> None:
        points = {letter: letter for letter in letters}
        numbers: dict[str, Fraction | Surd] = {
            name: Fraction(1, 3) if kind == "angle" else Surd.of(7, 3)
            for name, kind in self.numbers.items()
        }
        for at, text in enumerate(texts):
            try:
                template = StatementTemplate.parse(text)
                _check_letters(template.letters, letters, (field, at))
                template.fill(points, numbers)
            except EntryError as error:
                raise EntryError(error.message, hint=error.hint, within=(field, at)) from None
            except (DegenerateStatementError, StatementError) as error:
                raise EntryError(error.message, hint=error.hint, within=(field, at)) from None


def _check_letters(
    found: Iterable[str], known: Iterable[str], within: tuple[str | int, ...]
) -> None:
    known = set(known)
    for letter in found:
        if letter not in known:
            raise EntryError(
                f"expected one of the letters {' '.join(sorted(known))}, found {letter!r}",
                within=within,
            )
