"""Seeds: parametrised problems about figures that programs draw, as they are written in YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from geoengine.catalogue import EntryError, Slug, Text, Within, YamlModel, load_entries
from geoengine.families.programs.measure import Measure, read_measure
from geoengine.families.programs.wording import Names, Number, read_wording
from geoengine.solid import (
    Expression,
    Parameters,
    Splice,
    parse_expression,
    read_domain,
    read_splices,
)
from geoengine.spelling import did_you_mean

__all__ = ["LANGUAGES", "SOURCES", "Given", "ProgramText", "Seed", "Source", "load_seeds"]

Source = Literal["plane", "region", "iterated", "solid", "scene"]
SOURCES: tuple[Source, ...] = ("plane", "region", "iterated", "solid", "scene")
LANGUAGES = ("en", "zh")

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")

_PLAIN_LETTER = re.compile(r"(?<![A-Za-z])(?!A [a-z])[A-Z](?![A-Za-z])")
"""A capital letter alone that is not the article."""


def _text(value: object) -> object:
    return str(value) if type(value) is int else value


Written = Annotated[str, BeforeValidator(_text), Field(min_length=1)]


class ProgramText(YamlModel):
    """The question and the derivation in one language."""

    question: Text = Field(description="What is given and asked, with [AB] and {expressions}.")
    steps: tuple[Text, ...] = Field(min_length=1, description="The steps of the derivation.")

    @property
    def texts(self) -> tuple[tuple[tuple[str | int, ...], str], ...]:
        """Its texts with their places: the question, then the steps."""
        steps = tuple((("steps", at), step) for at, step in enumerate(self.steps))
        return ((("question",), self.question), *steps)


class Given:
    """An equation of a measure and its value.

    Examples
    --------
    >>> given = Given("length(A,B) = 2*a")
    >>> given.measure.dimension, given.value.names == {"a"}
    (1, True)
    """

    def __init__(self, text: str) -> None:
        left, sign, right = text.partition("=")
        if not sign or "=" in right:
            raise EntryError(
                f"expected an equation, found {text!r}", hint="such as length(A,B) = 2*a"
            )
        self.measure: Measure = read_measure(left)
        self.value: Expression = parse_expression(right)


class Seed(YamlModel):
    """A parametrised problem about a figure that a program draws.

    Examples
    --------
    >>> seed = load_seeds()["plane_right_triangle_altitude"]
    >>> seed.source, seed.measure.quantity
    ('plane', 'length')
    """

    id: Slug = Field(description="Unique; begins with the source.")
    source: Source = Field(description="What kind of figure it is.")
    topics: tuple[Slug, ...] = Field(min_length=1, description="What it is about.")
    parameters: dict[str, Any] = Field(
        default_factory=dict, description="Domains: `a: 1..6`, `k: [1/2, sqrt(2)]`."
    )
    where: tuple[Written, ...] = Field(default=(), description="Conditions on the parameters.")
    let: dict[str, Written] = Field(
        default_factory=dict, description="Values that depend on the parameters, in order."
    )
    program: Text = Field(
        description="The program, with @(x, y), @(x, y, z), @[length], @<degrees>, @{number}."
    )
    upright: bool = Field(
        default=False, description="Never turned: the texts say what is up, down, left or right."
    )
    given: tuple[Text, ...] = Field(default=(), description="Equations, `length(A,B) = 2*a`.")
    asked: Text = Field(description="What is measured, such as `area(shaded)`.")
    answer: Written = Field(description="Its exact value in the true figure.")
    en: ProgramText = Field(description="The texts in English.")
    zh: ProgramText = Field(description="The texts in Chinese.")

    _space: Parameters | None = PrivateAttr(default=None)

    @property
    def key(self) -> str:
        """The id."""
        return self.id

    @property
    def space(self) -> Parameters:
        """The domains of the parameters, with the conditions on them."""
        if self._space is None:
            self._space = Parameters(
                {name: read_domain(written) for name, written in self.parameters.items()},
                tuple(map(parse_expression, self.where)),
            )
        return self._space

    @property
    def measure(self) -> Measure:
        """What is asked, read."""
        return read_measure(self.asked)

    @property
    def givens(self) -> tuple[Given, ...]:
        """What is given, read."""
        return tuple(map(Given, self.given))

    @property
    def splices(self) -> tuple[Splice, ...]:
        """The splices of the program."""
        return tuple(piece for piece in read_splices(self.program) if isinstance(piece, Splice))

    @property
    def question_points(self) -> tuple[str, ...]:
        """The points that the question names, in order."""
        pieces = read_wording(self.en.question)
        points = (point for piece in pieces if isinstance(piece, Names) for point in piece.points)
        return tuple(dict.fromkeys(points))

    @property
    def plain_letters(self) -> frozenset[str]:
        """Capital letters that stand alone in the texts, such as the R of "the radius R"."""
        texts = (text for _, text in (*self.en.texts, *self.zh.texts))
        plain = (piece for text in texts for piece in read_wording(text) if isinstance(piece, str))
        return frozenset(letter for piece in plain for letter in _PLAIN_LETTER.findall(piece))

    def text(self, language: str) -> ProgramText:
        """Return the texts in a language, ``en`` or ``zh``."""
        return self.en if language == "en" else self.zh

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.id.startswith(f"{self.source}_"):
            raise EntryError(
                f"expected an id that begins with {self.source}_, found {self.id!r}",
                within=("id",),
            )
        known = self._check_parameters()
        identifiers = self._check_program(known)
        for at, text in enumerate(self.given):
            with Within("given", at):
                given = Given(text)
                _check_names(given.value.names, known, "parameter")
                _check_names(given.measure.names, identifiers, "name of the program")
        with Within("asked"):
            _check_names(self.measure.names, identifiers, "name of the program")
        with Within("answer"):
            _check_names(parse_expression(self.answer).names, known, "parameter")
        if self.measure.dimension and not any(given.measure.dimension for given in self.givens):
            raise EntryError(
                "expected something given that fixes the size, found nothing",
                hint="write given: [\"length(A,B) = a\"]", within=("asked",),
            )  # fmt: skip
        self._check_texts(known | {"answer"}, identifiers)
        return self

    def _check_parameters(self) -> set[str]:
        known: set[str] = set()
        for name, written in self.parameters.items():
            with Within("parameters", name):
                if not name.isidentifier() or name[0].isupper() or name == "answer":
                    raise EntryError(f"expected a name in small letters, found {name!r}")
                read_domain(written)
            known.add(name)
        for at, text in enumerate(self.where):
            with Within("where", at):
                _check_names(parse_expression(text).names, known, "parameter")
        for name, text in self.let.items():
            with Within("let", name):
                _check_names(parse_expression(text).names, known, "parameter")
            known.add(name)
        return known

    def _check_program(self, known: set[str]) -> set[str]:
        with Within("program"):
            pieces = read_splices(self.program)
            for piece in pieces:
                if isinstance(piece, Splice):
                    for expression in piece.expressions:
                        _check_names(expression.names, known, "parameter")
        return {
            name
            for piece in pieces
            if isinstance(piece, str)
            for name in _IDENTIFIER.findall(piece)
        }

    def _check_texts(self, known: set[str], identifiers: set[str]) -> None:
        if len(self.zh.steps) != len(self.en.steps):
            raise EntryError(
                f"expected {len(self.en.steps)} steps, as in English, found {len(self.zh.steps)}",
                within=("zh", "steps"),
            )
        for language in LANGUAGES:
            for place, text in self.text(language).texts:
                with Within(language, *place):
                    for piece in read_wording(text):
                        _check_piece(piece, known, identifiers)
        here, there = (
            sorted(
                str(piece) for piece in read_wording(text.question) if not isinstance(piece, str)
            )
            for text in (self.zh, self.en)
        )
        if set(here) != set(there):
            raise EntryError(
                "expected the names and values of the English question, found others",
                within=("zh", "question"),
            )


def _check_piece(piece: str | Names | Number, known: set[str], identifiers: set[str]) -> None:
    match piece:
        case Names():
            _check_names(piece.points, identifiers, "point")
        case Number():
            for part in (piece.value, *piece.others):
                if isinstance(part, Measure):
                    _check_names(part.names, identifiers, "name of the program")
                else:
                    _check_names(part.names, known, "parameter")


def _check_names(names: Iterable[str], known: set[str], noun: str) -> None:
    for name in names:
        if name not in known:
            raise EntryError(f"unknown {noun} {name!r}", hint=did_you_mean(name, known))


def load_seeds() -> Mapping[str, Seed]:
    """Load the seeds that come with geoengine, by id; files are read once per process.

    Raises
    ------
    CatalogueError
        When a file is invalid.

    Examples
    --------
    >>> all(name.startswith(seed.source) for name, seed in load_seeds().items())
    True
    """
    return load_entries("scenes/programs", Seed)
