"""Kinds of answer: an option, an exact value, a named object, a construction."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["KINDS", "Answer", "Choice", "Draft", "DraftStep", "Kind", "Named", "Value"]

Kind = Literal["choice", "value", "named", "draft"]

_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Choice(_Answer):
    """One of several options.

    Examples
    --------
    >>> answer = Choice(options=("AB ∥ CD", "AB ⟂ CD", "AB = CD"), key=2)
    >>> answer.expected, answer.right
    ('(2)', 'AB ⟂ CD')
    """

    kind: Literal["choice"] = "choice"
    options: tuple[str, ...] = Field(min_length=2, max_length=8, description="What is offered.")
    key: int = Field(ge=1, description="Number of the correct option, from 1.")

    @property
    def expected(self) -> str:
        """The number of the correct option as text, such as ``(2)``."""
        return f"({self.key})"

    @property
    def right(self) -> str:
        """The text of the correct option."""
        return self.options[self.key - 1]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(set(self.options)) < len(self.options):
            raise ValueError(f"expected different options, found {self.options}")
        if self.key > len(self.options):
            raise ValueError(f"expected a key from 1 to {len(self.options)}, found {self.key}")
        return self


class Value(_Answer):
    """An exact value, such as a length or an angle.

    Examples
    --------
    >>> Value(exact="5√2/2", quantity="length").expected
    '5√2/2'
    >>> Value(exact="5√2/2", rounded="3.54").expected
    '3.54'
    """

    kind: Literal["value"] = "value"
    exact: str = Field(min_length=1, description="As it is printed, such as 5√2/2 or 3π/4.")
    quantity: Literal["number", "length", "angle", "ratio", "area", "volume"] = Field(
        default="number", description="What it measures; an angle is in degrees."
    )
    tolerance: float | None = Field(
        default=None, gt=0, lt=1,
        description="Relative error up to which a response is right; None: only the exact value.",
    )  # fmt: skip
    rounded: str = Field(
        default="", pattern=r"^([-−]?\d+\.\d+)?$",
        description="Rounded as the question asks, such as 3.54; empty if it asks for exactness.",
    )  # fmt: skip
    unit: str = Field(default="", description="A unit that a response may name, such as cm.")

    @property
    def prompt(self) -> str:
        """The name of the prompt that asks for it, in ``tasks/prompts``."""
        return "rounded" if self.rounded else self.kind

    @property
    def expected(self) -> str:
        """The value as it is asked for: rounded, or exact."""
        return self.rounded or self.exact

    def margin(self, value: float) -> float:
        """Return how far a number may be from the exact value to be right as an answer.

        Examples
        --------
        >>> Value(exact="5√2/2", rounded="3.54").margin(3.5355), Value(exact="7").margin(7.0)
        (0.005, 0.0)
        """
        if self.rounded:
            return float(10.0 ** -len(self.rounded.partition(".")[2]) / 2)
        return (self.tolerance or 0.0) * abs(value)

    @property
    def latex(self) -> str:
        r"""The value as it is asked for, as LaTeX, without ``°``, for programs that compare LaTeX.

        Examples
        --------
        >>> Value(exact="5√2/2").latex, Value(exact="3π²/4").latex
        ('5\\sqrt{2}/2', '3\\pi ^{2}/4')
        >>> print(Value(exact="√(5 + 2√3)").latex)
        \sqrt{5 + 2\sqrt{3}}
        """
        shown = _roots(self.expected)
        text = _RAISED.sub(lambda match: f"^{{{match[0].translate(_DIGITS)}}}", shown)
        return text.replace("π", r"\pi ").replace("°", "").replace("−", "-").strip()


def _roots(text: str) -> str:
    """Write the roots of a text in LaTeX, also those inside of others."""
    before, sign, after = text.partition("√")
    if not sign:
        return before
    if after.startswith("("):
        depths = itertools.accumulate((char == "(") - (char == ")") for char in after)
        end = next((at for at, depth in enumerate(depths) if not depth), len(after))
        inside, after = after[1:end], after[end + 1 :]
    else:
        digits = len(after) - len(after.lstrip("0123456789"))
        inside, after = after[:digits], after[digits:]
    return rf"{before}\sqrt{{{_roots(inside)}}}{_roots(after)}"


class Named(_Answer):
    """An object of the figure, named by points, or a relation, named by a word.

    Examples
    --------
    >>> plane = Named(object="plane", points=("P", "B", "C"))
    >>> plane.expected, plane.is_named_by(["C", "P", "B"])
    ('plane PBC', True)
    >>> wide = Named(object="plane", points=("A", "B", "C"), aliases=(("A", "B", "D"),))
    >>> wide.is_named_by(["A", "B", "C", "D"]), wide.is_named_by(["A", "B"])
    (True, False)
    >>> Named(object="relation", points=("skew",), aliases=(("异面",),)).expected
    'skew'
    """

    kind: Literal["named"] = "named"
    object: Literal["point", "points", "line", "segment", "plane", "relation"] = Field(
        description="What is named."
    )
    points: tuple[str, ...] = Field(
        min_length=1, description="The points that name it; for a relation, the one word."
    )
    aliases: tuple[tuple[str, ...], ...] = Field(
        default=(), description="Other points or words that name the same."
    )

    @property
    def prompt(self) -> str:
        """The name of the prompt that asks for it: for the points, or for the word of a relation.

        The prompts are in ``tasks/prompts``.
        """
        return "relation" if self.object == "relation" else self.kind

    @property
    def expected(self) -> str:
        """The kind of object and its points, such as ``plane PBC``; for a relation, the word."""
        if self.object == "relation":
            return self.points[0]
        separator = "" if all(len(point) == 1 for point in self.points) else " "
        return f"{self.object} {separator.join(self.points)}"

    def is_named_by(self, points: list[str]) -> bool:
        """Whether these points, in any order, name it.

        They are its points or those of an alias; a line or a plane may be named by more points that
        lie on it.
        """
        names = [set(name) for name in (self.points, *self.aliases)]
        if self.object in {"line", "plane"}:
            found = set(points)
            return found <= set().union(*names) and any(name <= found for name in names)
        return sorted(points) in [sorted(name) for name in (self.points, *self.aliases)]


class DraftStep(_Answer):
    """A step of a construction: an explanation, and the commands that carry it out.

    Examples
    --------
    >>> DraftStep(method="Bisect AB.", commands=("M = Midpoint(A, B)",)).text
    'Bisect AB.'
    """

    method: str = Field(description="What is done, in the language of the item.")
    principle: str = Field(default="", description="Why it is right, in the same language.")
    commands: tuple[str, ...] = Field(min_length=1, description="One command each.")

    @property
    def text(self) -> str:
        """The method and the principle."""
        space = "" if self.method.endswith("。") else " "
        return f"{self.method}{space}{self.principle}".strip()


class Draft(_Answer):
    """A construction that starts from given objects and reaches a goal.

    Commands and conditions are in the language of ``geoengine.draft``, a subset of GeoGebra's.

    Examples
    --------
    >>> answer = Draft(
    ...     givens=("A = (0, 0)", "B = (4, 0)"), free=("A", "B"), wanted={"M": "point"},
    ...     goals=("M == Midpoint(A, B)",),
    ...     steps=(DraftStep(method="Bisect AB.", commands=("M = Midpoint(A, B)",)),),
    ... )
    >>> print(answer.program)
    A = (0, 0)
    B = (4, 0)
    M = Midpoint(A, B)
    """

    kind: Literal["draft"] = "draft"
    givens: tuple[str, ...] = Field(description="Commands that place what is given.")
    free: tuple[str, ...] = Field(
        default=(),
        description="Names of the given points and numbers with which the figure may be moved.",
    )
    upright: bool = Field(
        default=False, description="Whether moved figures must not be turned or reflected."
    )
    where: tuple[str, ...] = Field(
        default=(), description="Conditions on the givens that moved figures must satisfy."
    )
    wanted: dict[str, str] = Field(
        default_factory=dict, description="What is to be made: the kind of each object, by name."
    )
    goals: tuple[str, ...] = Field(
        min_length=1, description="What must be true of it, in all figures."
    )
    made: tuple[str, ...] = Field(
        default=(), description="What else must be true of it: that it is new, or not degenerate."
    )
    tools: Literal["compass_only", "compass", "full"] = Field(
        default="full",
        description="What may be used: the compass, also the straightedge, or all commands.",
    )
    steps: tuple[DraftStep, ...] = Field(min_length=1, description="A reference construction.")

    @property
    def expected(self) -> str:
        """The commands of the reference construction, one on each line."""
        return "\n".join(command for step in self.steps for command in step.commands)

    @property
    def program(self) -> str:
        """The givens and the reference construction, one command on each line."""
        return "\n".join((*self.givens, self.expected))


Answer = Annotated[Choice | Value | Named | Draft, Field(discriminator="kind")]

KINDS: Mapping[Kind, type[Any]] = {
    "choice": Choice,
    "value": Value,
    "named": Named,
    "draft": Draft,
}
"""The class of each kind of answer."""
