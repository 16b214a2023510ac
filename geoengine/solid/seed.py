"""Seeds: parametrised problems about solids, as they are written in YAML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr, StrictInt, model_validator

from geoengine.catalogue import EntryError, Slug, Text, Within, YamlModel, load_entries
from geoengine.solid.expression import Expression, parse_expression
from geoengine.solid.figure import Figure, is_point, read_figure
from geoengine.solid.figure_check import check_figure, check_names
from geoengine.solid.parameters import Parameters, read_domain
from geoengine.solid.wording import Names, Number, read_wording, unchecked_number
from geoengine.spelling import did_you_mean

__all__ = ["LANGUAGES", "TYPES", "Quantity", "Seed", "SolidText", "load_seeds"]

Type = Literal["position", "angle", "length", "area", "volume", "counting", "moving", "folding"]
TYPES: tuple[Type, ...] = (
    "position", "angle", "length", "area", "volume", "counting", "moving", "folding",
)  # fmt: skip
"""The types of problems, in the order in which they are listed."""

Topic = Literal[
    "cube", "cuboid", "prism", "pyramid", "tetrahedron", "frustum", "octahedron",
    "parallelepiped", "cone", "cylinder", "sphere", "pile", "folded", "other",
]  # fmt: skip
Quantity = Literal[
    "number", "length", "angle", "ratio", "area", "volume", "plane", "line", "point", "relation"
]
LANGUAGES = ("en", "zh")


def _texts(value: object) -> object:
    """Write whole numbers as text, so that ``t: 2`` and ``t: 2/5`` are read alike."""
    if type(value) is int:
        return str(value)
    if isinstance(value, list):
        return [_texts(part) for part in value]
    if isinstance(value, dict):
        return {key: _texts(part) for key, part in value.items()}
    return value


Written = Annotated[str, BeforeValidator(_texts), Field(min_length=1)]


class SolidText(YamlModel):
    """The question and the reasoning in one language."""

    question: Text = Field(description="What is given and asked, with [AB] and {expressions}.")
    chain: tuple[Text, ...] = Field(min_length=1, description="The steps of the reasoning.")
    words: dict[str, Text] = Field(
        default_factory=dict, description="How words that are values of parameters are printed."
    )

    @property
    def texts(self) -> tuple[tuple[tuple[str | int, ...], str], ...]:
        """Its texts with their places: the question, then the steps."""
        steps = tuple((("chain", at), step) for at, step in enumerate(self.chain))
        return ((("question",), self.question), *steps)


class Seed(YamlModel):
    """A parametrised problem about a solid.

    Examples
    --------
    >>> seed = load_seeds()["length_cuboid_diagonal"]
    >>> seed.type, seed.level, seed.figure_lines.points[:2]
    ('length', 1, ('A', 'B'))
    """

    id: Slug = Field(description="Unique; begins with the type.")
    type: Type = Field(description="What kind of question it is.")
    level: StrictInt = Field(ge=1, le=3, description="Difficulty, from 1 to 3.")
    title: Text = Field(description="A short description, for lists.")
    topic: Topic = Field(description="The main solid.")
    parameters: dict[str, Any] = Field(
        default_factory=dict, description="Domains: `a: 1..6`, `k: [1/2, sqrt(2)]`, or words."
    )
    where: tuple[str, ...] = Field(
        default=(), description="Exact conditions on the parameters and on the figure."
    )
    free: dict[str, Annotated[tuple[Written, Written], BeforeValidator(_texts)]] = Field(
        default_factory=dict, description="Free variables, each with its interval."
    )
    constraints: tuple[str, ...] = Field(
        default=(), description="Conditions that the free variables must satisfy."
    )
    drawn: dict[str, Written] = Field(
        default_factory=dict, description="The values of the free variables in the picture."
    )
    at: dict[str, Written] = Field(
        default_factory=dict, description="The values at which the extremum is attained."
    )
    figure: Text = Field(description="Lines that place points and bodies, and say what is drawn.")
    ask: Text = Field(description="What is asked, measured in the figure.")
    answer: Written = Field(description="The formula at which the reasoning arrives.")
    quantity: Quantity = Field(description="What kind of answer it is.")
    one_answer: Text | None = Field(
        default=None, description="Why all instances have the same answer, if they do."
    )
    note: Text | None = Field(default=None, description="A remark for readers.")
    en: SolidText = Field(description="The texts in English.")
    zh: SolidText = Field(description="The texts in Chinese.")

    _space: Parameters | None = PrivateAttr(default=None)

    @property
    def key(self) -> str:
        """The id."""
        return self.id

    @property
    def figure_lines(self) -> Figure:
        """The figure, read."""
        return read_figure(self.figure)

    @property
    def question_points(self) -> frozenset[str]:
        """The points that the question names; a picture shows no others."""
        pieces = read_wording(self.en.question)
        return frozenset(
            point for piece in pieces if isinstance(piece, Names) for point in piece.points
        )

    @property
    def space(self) -> Parameters:
        """The domains of the parameters, with the conditions on them alone."""
        if self._space is None:
            self._space = Parameters(
                {name: read_domain(written) for name, written in self.parameters.items()},
                tuple(
                    condition
                    for condition in map(parse_expression, self.where)
                    if condition.names <= self.parameters.keys()
                ),
            )
        return self._space

    @property
    def conditions(self) -> tuple[Expression, ...]:
        """The conditions that need the figure."""
        return tuple(
            c for c in map(parse_expression, self.where) if not c.names <= self.parameters.keys()
        )

    @property
    def intervals(self) -> Mapping[str, tuple[Expression, Expression]]:
        """The intervals of the free variables."""
        return {
            name: (parse_expression(low), parse_expression(high))
            for name, (low, high) in self.free.items()
        }

    def text(self, language: str) -> SolidText:
        """Return the texts in a language, ``en`` or ``zh``."""
        return self.en if language == "en" else self.zh

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.id.startswith(f"{self.type}_"):
            raise EntryError(
                f"expected an id that begins with {self.type}_, found {self.id!r}", within=("id",)
            )
        self._check_parameters()
        given = {*self.parameters, *self.free}
        with Within("figure"):
            check_figure(self.figure_lines, self.parameters, self.free)
        figure = self.figure_lines
        known = {*given, *(name for line in figure.placed for name in line.targets)}
        if any(line.construction or line.body for line in figure.placed):
            known.add("solid")
        for field in ("where", "constraints"):
            for at, text in enumerate(getattr(self, field)):
                _check_expression(text, known, (field, at))
        for field in ("ask", "answer"):
            _check_expression(getattr(self, field), known, (field,))
        self._check_free(known)
        self._check_texts(known)
        return self

    def _check_parameters(self) -> None:
        for name, written in self.parameters.items():
            with Within("parameters", name):
                if not name.isidentifier() or name[0].isupper() or name == "answer":
                    raise EntryError(
                        f"expected a name in small letters, found {name!r}",
                        hint="capital letters are points",
                    )
                read_domain(written)
        for at, text in enumerate(self.where):
            _check_expression(text, None, ("where", at))

    def _check_free(self, known: set[str]) -> None:
        for name, bounds in self.free.items():
            for at, text in enumerate(bounds):
                _check_expression(text, known - self.free.keys(), ("free", name, at))
        for field in ("drawn", "at"):
            for name, text in getattr(self, field).items():
                if name not in self.free:
                    raise EntryError(
                        f"expected a free variable, found {name!r}", within=(field,),
                        hint=did_you_mean(name, self.free),
                    )  # fmt: skip
                _check_expression(text, known - self.free.keys(), (field, name))
        if self.constraints and not self.free:
            raise EntryError(
                "expected free variables, which the constraints are about", within=("constraints",),
                hint="conditions on parameters stand in where",
            )  # fmt: skip

    def _check_texts(self, known: set[str]) -> None:
        points = self.figure_lines.points
        for language in LANGUAGES:
            for place, text in self.text(language).texts:
                with Within(language, *place):
                    for piece in read_wording(text):
                        if isinstance(piece, Number):
                            check_names(piece.expressions, {*known, "answer"})
                        elif isinstance(piece, Names):
                            _check_points(piece, points)
                    if place[0] == "chain" and (number := unchecked_number(text)):
                        raise EntryError(
                            f"expected a checked number, found {number!r}",
                            hint="write {formula == measure}, such as {5 * a == dist(A, B)}",
                        )
        self._compare_languages()
        self._check_picture()

    def _check_picture(self) -> None:
        named = self.question_points
        for line in self.figure_lines.drawn:
            for name in line.points:
                if line.kind not in ("open", "sheet") and is_point(name) and name not in named:
                    raise EntryError(
                        f"expected points of the question after {line.kind}, found {name!r}",
                        hint="pictures show what the question says, nothing of the reasoning",
                        within=("figure",), line=line.line, column=1,
                    )  # fmt: skip

    def _compare_languages(self) -> None:
        if len(self.zh.chain) != len(self.en.chain):
            raise EntryError(
                f"expected {len(self.en.chain)} steps, as in English, found {len(self.zh.chain)}",
                within=("zh", "chain"),
            )
        for place, text in self.zh.texts:
            here, there = (
                {piece.text for piece in read_wording(found) if not isinstance(piece, str)}
                for found in (text, dict(self.en.texts)[place])
            )
            if place == ("question",) and here != there:
                missing, more = sorted(there - here), sorted(here - there)
                raise EntryError(
                    "expected the names and expressions of the English question"
                    + (f", without {', '.join(missing)}" if missing else "")
                    + (f", found {', '.join(more)} too" if more else ""),
                    within=("zh", "question"),
                )


def _check_points(piece: Names, points: tuple[str, ...]) -> None:
    for name in piece.points:
        if name not in points:
            raise EntryError(
                f"unknown point {name!r} in [{piece.text}]",
                hint=did_you_mean(name, points, f"the points are: {', '.join(points)}"),
            )


def _check_expression(text: str, known: set[str] | None, within: tuple[str | int, ...]) -> None:
    with Within(*within):
        expression = parse_expression(text)
        if known is not None:
            check_names([expression], known)


def load_seeds() -> Mapping[str, Seed]:
    """Load the seeds that come with geoengine, by id; files are read once per process.

    Raises
    ------
    CatalogueError
        When a file is invalid.

    Examples
    --------
    >>> all(name.startswith(seed.type) for name, seed in load_seeds().items())
    True
    """
    return load_entries("scenes/solids", Seed)
