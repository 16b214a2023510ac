"""Seeds: construction tasks with a reference construction, as they are written in YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from geoengine.catalogue import EntryError, Slug, Text, Within, YamlModel, load_entries
from geoengine.draft import (
    CONSTANTS,
    KINDS,
    VARIABLES,
    Call,
    Draft,
    DraftError,
    Expression,
    Name,
    Tools,
    check_tools,
    read_draft,
    read_expression,
    walk,
)
from geoengine.families.drafting.wording import check_names, check_numbers
from geoengine.solid import Parameters, Splice, fill_splices, read_domain, read_splices
from geoengine.spelling import did_you_mean

__all__ = ["LANGUAGES", "Problem", "Seed", "Step", "StepText", "Use", "load_seeds", "read_commands"]

LANGUAGES = ("en", "zh")

Category = Literal["compass", "transformation", "analytic"]
Tag = Literal[
    "basic", "circle", "transformation", "triangle", "theorem", "polygon", "measurement", "locus"
]

_FEWEST, _MOST = 2, 6
"""How many steps a construction has."""


class Problem(YamlModel):
    """The task in one language."""

    problem: Text = Field(description="What is given and wanted, with {parameters}.")


class StepText(YamlModel):
    """The explanation of a step in one language."""

    method: Text = Field(description="What is done.")
    principle: Text = Field(description="Why it is right.")


class Use(YamlModel):
    """The construction of another seed, carried out as one step."""

    construction: Slug = Field(description="The id of the seed.")
    given: dict[str, Text] = Field(description="What stands for each of its givens: `P: C`.")
    gives: dict[str, str] = Field(description="The names of what it makes: `F: D`.")


class Step(YamlModel):
    """A step of a construction."""

    commands: Text | None = Field(default=None, description="What is carried out.")
    uses: Use | None = Field(default=None, description="In place of commands.")
    en: StepText = Field(description="The explanation in English.")
    zh: StepText = Field(description="The explanation in Chinese.")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what it makes."""
        if self.uses is not None:
            return tuple(self.uses.gives.values())
        draft = read_commands(self.commands or "")
        return tuple(one.name for one in draft.statements if one.name is not None)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.commands is None) == (self.uses is None):
            raise EntryError("expected either commands or uses in a step")
        return self


class Seed(YamlModel):
    """A construction task.

    Examples
    --------
    >>> seed = load_seeds()["perpendicular_bisector"]
    >>> seed.category, seed.tools, list(seed.wanted)
    ('compass', 'compass', ['l'])
    """

    id: Slug = Field(description="Unique.")
    category: Category = Field(description="Which of the three categories it belongs to.")
    level: Literal[1, 2, 3] = Field(description="1 easy, 2 medium, 3 hard.")
    tags: tuple[Tag, ...] = Field(min_length=1, description="What it is about.")
    tools: Tools = Field(description="What a construction may use.")
    parameters: dict[str, Any] = Field(
        default_factory=dict, description="Domains: `n: [5, 6, 8]`; @{n} in commands, {n} in texts."
    )
    givens: Text = Field(
        description="Commands; @(x, y), @[length] and @<degrees> are moved at random."
    )
    upright: bool = Field(default=False, description="Whether the figure is never turned.")
    where: tuple[Text, ...] = Field(default=(), description="Conditions on moved givens.")
    wanted: dict[str, str] = Field(min_length=1, description="Names of what is made: their kinds.")
    goal: tuple[Text, ...] = Field(min_length=1, description="What must be true of it.")
    where_made: tuple[Text, ...] = Field(default=(), description="What else must be true of it.")
    en: Problem = Field(description="The task in English.")
    zh: Problem = Field(description="The task in Chinese.")
    steps: tuple[Step, ...] = Field(
        min_length=_FEWEST, max_length=_MOST, description="The reference construction."
    )
    steps_full: tuple[Step, ...] = Field(
        default=(), max_length=_MOST, description="Another one, with all commands."
    )

    _space: Parameters | None = PrivateAttr(default=None)

    @property
    def key(self) -> str:
        """The id."""
        return self.id

    @property
    def space(self) -> Parameters:
        """The domains of the parameters."""
        if self._space is None:
            self._space = Parameters(
                {name: read_domain(written) for name, written in self.parameters.items()}
            )
        return self._space

    @property
    def given_names(self) -> tuple[str, ...]:
        """The names of what is given, in order."""
        draft = read_commands(self.givens)
        return tuple(one.name for one in draft.statements if one.name is not None)

    def text(self, language: str) -> Problem:
        """Return the task in a language, ``en`` or ``zh``."""
        return self.en if language == "en" else self.zh

    def ways(self) -> Iterator[tuple[str, Tools, tuple[Step, ...]]]:
        """Yield each reference construction with its key and its tools."""
        yield "steps", self.tools, self.steps
        if self.steps_full:
            yield "steps_full", "full", self.steps_full

    @model_validator(mode="after")
    def _check(self) -> Self:
        for name, written in self.parameters.items():
            with Within("parameters", name):
                if not re.fullmatch("[a-z]", name) or name in VARIABLES:
                    raise EntryError(f"expected one small letter but x and y, found {name!r}")
                read_domain(written)
        givens, points = self._check_commands(self.givens, set(), "givens")
        for at, text in enumerate(self.where):
            self._check_condition(text, givens, "where", at)
        for name, kind in self.wanted.items():
            with Within("wanted", name):
                if name in givens:
                    raise EntryError(f"expected a new name, found {name!r}, which is given")
                if kind not in KINDS:
                    raise EntryError(f"unknown kind {kind!r}", hint=did_you_mean(kind, KINDS))
        seen = givens | self.wanted.keys()
        for key in ("goal", "where_made"):
            for at, text in enumerate(getattr(self, key)):
                self._check_condition(text, seen, key, at)
        for language in LANGUAGES:
            with Within(language, "problem"):
                self._check_text(self.text(language).problem, language, seen)
        for key, tools, steps in self.ways():
            with Within(key):
                self._check_steps(steps, tools, set(givens), set(points))
        return self

    def _check_steps(
        self, steps: tuple[Step, ...], tools: Tools, known: set[str], points: set[str]
    ) -> None:
        for at, step in enumerate(steps):
            with Within(at):
                if step.uses is not None:
                    with Within("uses"):
                        _check_use(step.uses, known)
                        known |= set(step.uses.gives.values())
                        points |= set(step.uses.gives.values())
                else:
                    text = step.commands or ""
                    new, new_points = self._check_commands(text, known, "commands")
                    with Within("commands"):
                        _check_tools(text, tools, points | new_points)
                    known |= new
                    points |= new_points
                for language in LANGUAGES:
                    words = step.en if language == "en" else step.zh
                    for key in ("method", "principle"):
                        with Within(language, key):
                            self._check_text(
                                getattr(words, key), language, known | self.wanted.keys()
                            )
        for name in self.wanted.keys() - known:
            raise EntryError(
                f"expected the wanted {name!r} to be made, found it in no step",
                within=(len(steps) - 1,),
            )

    def _check_commands(
        self, text: str, known: Iterable[str], key: str
    ) -> tuple[set[str], set[str]]:
        """Return the names that commands define, and those of them that are points."""
        with Within(key):
            self._check_splices(text)
            draft = _read(lambda: read_commands(text))
            found: set[str] = set()
            points: set[str] = set()
            before = set(known)
            for statement in draft.statements:
                for name in names_in(statement.value, before | found):
                    place = name.place
                    raise EntryError(
                        f"unknown name {name.text!r}",
                        line=place.line if place else None,
                        column=place.column if place else None,
                        hint=did_you_mean(name.text, before | found),
                    )
                if statement.name is None:
                    continue
                if statement.name in before | found:
                    raise EntryError(
                        f"expected a new name, found {statement.name!r} again",
                        line=statement.place.line if statement.place else None,
                        column=statement.place.column if statement.place else None,
                    )
                found.add(statement.name)
                if statement.name[0].isupper():
                    points.add(statement.name)
        return found, points

    def _check_condition(self, text: str, known: Iterable[str], *within: str | int) -> None:
        with Within(*within):
            self._check_splices(text)
            expression = _read(lambda: read_expression(_plain(text)))
            for name in names_in(expression, known):
                raise EntryError(f"unknown name {name.text!r}", hint=did_you_mean(name.text, known))

    def _check_splices(self, text: str) -> None:
        for piece in read_splices(text):
            if isinstance(piece, Splice):
                for expression in piece.expressions:
                    for name in expression.names - self.parameters.keys():
                        raise EntryError(
                            f"unknown parameter {name!r}",
                            hint=did_you_mean(name, self.parameters),
                        )

    def _check_text(self, text: str, language: str, known: Iterable[str]) -> None:
        check_numbers(text, self.parameters)
        check_names(text, language, {*known, *self.parameters})


def _check_tools(text: str, tools: Tools, points: set[str]) -> None:
    _read(lambda: check_tools(read_commands(text).statements, tools, points))


def _check_use(use: Use, known: set[str]) -> None:
    for name, text in use.given.items():
        with Within("given", name):
            for unknown in names_in(_read(lambda text=text: read_expression(text)), known):
                raise EntryError(
                    f"unknown name {unknown.text!r}", hint=did_you_mean(unknown.text, known)
                )
    for name, new in use.gives.items():
        if new in known:
            raise EntryError(f"expected a new name, found {new!r} again", within=("gives", name))


def names_in(expression: Expression, known: Iterable[str]) -> Iterator[Name]:
    """Yield the names in an expression that are not known."""
    local = {
        argument.text
        for part in walk(expression)
        if isinstance(part, Call) and part.name == "Sequence" and len(part.arguments) > 3
        for argument in part.arguments[1:2]
        if isinstance(argument, Name)
    }
    usual = {*known, *local, *VARIABLES, *CONSTANTS, "xAxis", "yAxis"}
    for part in walk(expression):
        if isinstance(part, Name) and part.text not in usual:
            yield part


def _plain(text: str) -> str:
    return fill_splices(text, lambda splice: "(1, 1)" if splice.kind == "point" else "1")


def read_commands(text: str) -> Draft:
    """Read commands whose splices are not filled in."""
    return read_draft(_plain(text))


def _read(action: Any) -> Any:
    """Do what reads a draft; its errors become errors of the entry."""
    try:
        return action()
    except DraftError as error:
        raise EntryError(
            error.message, hint=error.hint, line=error.line, column=error.column
        ) from None


def load_seeds() -> Mapping[str, Seed]:
    """Load the seeds that come with geoengine, by id; files are read once per process.

    Raises
    ------
    CatalogueError
        When a file is invalid.

    Examples
    --------
    >>> {seed.category for seed in load_seeds().values()} == {
    ...     "compass", "transformation", "analytic"}
    True
    """
    return load_entries("scenes/drafting", Seed)
