"""Instances of seeds: a seed with parameters, a place for its figure, names and texts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import Within
from geoengine.errors import GeoengineError
from geoengine.families.programs.instance_errors import InstanceError, errors_of
from geoengine.families.programs.labels import label_lines
from geoengine.families.programs.leaks import leak_of
from geoengine.families.programs.letters import letters_for
from geoengine.families.programs.level import Level, level_of
from geoengine.families.programs.measure import Measure, read_measure
from geoengine.families.programs.measuring import measure
from geoengine.families.programs.seed import LANGUAGES, Seed
from geoengine.families.programs.similarity import draw_similarity
from geoengine.families.programs.wording import NAME, Names, Number, read_wording, rename
from geoengine.program import Execution, Program, execute, read_program
from geoengine.solid import (
    EvaluationError,
    Splice,
    number_code,
    parse_expression,
    print_value,
    read_splices,
    same_value,
)

__all__ = ["Instance", "Texts", "make_instance", "parameters_of"]

_NEAR = 1e-9
"""The largest relative difference of the answer from what is measured."""

_DRAWINGS = 24
"""How often the figure is drawn anew until nothing leaks."""

_TRIES = 10
_DECLARED = re.compile(r"\b(?:pair|triple)(?:\s*\[\s*\])?\s+([^;]*)")
_TOKEN = re.compile(r'"[^"\n]*"|//[^\n]*|[A-Za-z_][A-Za-z_0-9]*')


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of an instance in one language."""

    question: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Instance:
    """A seed with parameters, a place for its figure, names and texts.

    Attributes
    ----------
    seed : Seed
    parameters : dict of str to number
    letters : dict of str to str
        The name of each point, by its name in the seed.
    program : Program
        With labels, in the names of the instance.
    done : Execution
        Of the program.
    asked : str
    given : tuple of str
        What is asked and given, in the names of the instance.
    answer : number
        The exact value.
    level : Level
    texts : dict of str to Texts
        By language.
    rounded : str
        The answer as it is asked for, if that is a decimal number; see `with_rounding`.
    """

    seed: Seed
    parameters: dict[str, Any]
    letters: dict[str, str]
    program: Program
    done: Execution
    asked: str
    given: tuple[str, ...]
    answer: Any
    level: Level
    texts: dict[str, Texts]
    rounded: str = ""

    @property
    def exact(self) -> str:
        """The answer as it is printed."""
        return print_value(self.answer)


def parameters_of(seed: Seed, rng: Generator) -> dict[str, Any]:
    """Choose parameters of a seed.

    Raises
    ------
    InstanceError
        If none satisfy the conditions.
    """
    try:
        found = seed.space.pick(rng)
    except EvaluationError as error:
        raise InstanceError(str(error), within=("where",)) from error
    if found is None:
        raise InstanceError(
            "expected parameters that satisfy the conditions, found none", within=("where",)
        )
    return found


def make_instance(
    seed: Seed, rng: Generator, parameters: dict[str, Any] | None = None, *, keep: bool = False
) -> Instance:
    """Make an instance of a seed, and check it.

    Parameters
    ----------
    seed : Seed
    rng : Generator
        The only source of chance.
    parameters : dict, optional
        By default chosen too.
    keep : bool
        Whether points keep the names of the seed, as far as they can.

    Raises
    ------
    InstanceError
        If something in the seed is false, undefined or inexact for these parameters, or the answer
        leaks however the figure is drawn; it names the seed and its place in the file.

    Examples
    --------
    >>> from geoengine.families.programs import load_seeds
    >>> from geoengine.items import stream
    >>> instance = make_instance(load_seeds()["plane_right_triangle_altitude"], stream(1))
    >>> instance.level.level, instance.seed.measure.quantity
    (1, 'length')
    """
    with errors_of(seed):
        return _instance(seed, rng, parameters, keep)


def _instance(
    seed: Seed, rng: Generator, parameters: dict[str, Any] | None, keep: bool
) -> Instance:
    for _ in range(1 if parameters is not None else _TRIES):
        chosen = parameters if parameters is not None else parameters_of(seed, rng)
        leak = ""
        values = _values(seed, chosen)
        answer = _exact(seed.answer, values, "answer")
        values["answer"] = answer
        for _ in range(_DRAWINGS):
            drawn = _Drawn(seed, values, rng, keep)
            leak = leak_of(drawn.program, drawn.done, float(answer), drawn.asked.quantity)
            if not leak:
                return _finished(drawn, chosen, rng)
    raise InstanceError(f"expected a figure that does not tell the answer, found {leak}",
                        within=("program",))  # fmt: skip


class _Drawn:
    """A seed with values for its parameters, drawn somewhere."""

    def __init__(self, seed: Seed, values: dict[str, Any], rng: Generator, keep: bool) -> None:
        self.seed, self.values = seed, values
        self.letters = letters_for(_point_names(seed), rng, taken=seed.plain_letters, keep=keep)
        similarity = draw_similarity(seed.splices, values, rng, upright=seed.upright)
        parts: list[str] = []
        pieces = read_splices(seed.program)
        for at, piece in enumerate(pieces):
            if isinstance(piece, str):
                parts.append(_renamed(piece, self.letters))
                continue
            with Within("program"):
                code = similarity.code(piece, values)
            before = pieces[at - 1] if at else ""
            after = pieces[at + 1] if at + 1 < len(pieces) else ""
            parts.append(_bracketed(code, before, after) if piece.kind != "point" else code)
        self.code = "".join(parts).strip()
        self.program = _read(seed, self.code)
        self.done = _executed(seed, self.program)
        self.asked = read_measure(seed.measure.renamed(self.letters))

    @cached_property
    def givens(self) -> list[tuple[Measure, Any]]:
        """What is given, in the names of the instance, with its values."""
        found = []
        for at, given in enumerate(self.seed.givens):
            value = _exact(given.value.text, self.values, "given", at)
            found.append((read_measure(given.measure.renamed(self.letters)), value))
        return found

    def factor(self) -> float:
        """Return by what lengths of the program are multiplied to be those of the question."""
        factor: float | None = None
        for at, (one, value) in enumerate(self.givens):
            found = self.measured(one, "given", at)
            if one.dimension == 0:
                self._compare(found, value, "given", at)
                continue
            own = (float(value) / found) ** (1 / one.dimension)
            if factor is None:
                factor = own
            elif abs(own - factor) > _NEAR * factor:
                raise self.error(
                    f"expected {one.text} = {float(value):.9g} in the same figure, found"
                    f" {found * factor**one.dimension:.9g}",
                    "given", at,
                )  # fmt: skip
        return 1.0 if factor is None else factor

    def measured(self, one: Measure, *within: str | int) -> float:
        try:
            return measure(one, self.done)
        except GeoengineError as error:
            raise self.error(str(error), *within) from error

    def check(self, factor: float, one: Measure, value: Any, *within: str | int) -> None:
        self._compare(self.measured(one, *within) * factor**one.dimension, value, *within)

    def _compare(self, found: float, value: Any, *within: str | int) -> None:
        if not math.isclose(found, float(value), rel_tol=_NEAR, abs_tol=_NEAR):
            raise self.error(f"expected {float(value):.9g}, measured {found:.9g}", *within)

    def error(self, message: str, *within: str | int) -> InstanceError:
        given = ", ".join(
            f"{name} = {value}" for name, value in self.values.items() if name != "answer"
        )
        return InstanceError(f"{message}; for {given}", within=within)


def _finished(drawn: _Drawn, parameters: dict[str, Any], rng: Generator) -> Instance:
    seed, letters = drawn.seed, drawn.letters
    factor = drawn.factor()
    answer = drawn.values["answer"]
    drawn.check(factor, drawn.asked, answer, "answer")
    measures = [drawn.asked, *(one for one, _ in drawn.givens)]
    level = level_of(drawn.program, drawn.done, measures)
    shown = [letters[name] for name in seed.question_points]
    labels = label_lines(shown, drawn.done, rng)
    program = _read(seed, f"{drawn.code}\n{labels}")
    return Instance(
        seed=seed,
        parameters=parameters,
        letters=letters,
        program=program,
        done=_executed(seed, program),
        asked=drawn.asked.text,
        given=tuple(f"{one.text} = {number_code(value)}" for one, value in drawn.givens),
        answer=answer,
        level=level,
        texts={language: _texts(drawn, language, factor) for language in LANGUAGES},
    )


def _texts(drawn: _Drawn, language: str, factor: float) -> Texts:
    found = [
        "".join(_written(piece, drawn, factor, language, place) for piece in read_wording(text))
        for place, text in drawn.seed.text(language).texts
    ]
    return Texts(found[0], tuple(found[1:]))


def _written(
    piece: str | Names | Number,
    drawn: _Drawn,
    factor: float,
    language: str,
    place: tuple[str | int, ...],
) -> str:
    match piece:
        case str():
            return piece
        case Names(text=text):
            return rename(text, drawn.letters)
    within = (language, *place)
    value = _exact(piece.value.text, drawn.values, *within)
    for other in piece.others:
        if isinstance(other, Measure):
            drawn.check(factor, read_measure(other.renamed(drawn.letters)), value, *within)
        elif not same_value(value, second := _exact(other.text, drawn.values, *within)):
            raise drawn.error(f"{piece.value.text} is not {other.text}: {value}, {second}", *within)
    return print_value(value)


def _values(seed: Seed, parameters: Mapping[str, Any]) -> dict[str, Any]:
    values = dict(parameters)
    for name, text in seed.let.items():
        values[name] = _exact(text, values, "let", name)
    return values


def _exact(text: str, values: Mapping[str, Any], *within: str | int) -> Any:
    try:
        value = parse_expression(text).value(values)
        print_value(value)
    except EvaluationError as error:
        raise InstanceError(str(error), within=within) from error
    return value


def _point_names(seed: Seed) -> list[str]:
    """Return the names of points that the program declares."""
    plain = "".join(
        piece if isinstance(piece, str) else "0" for piece in read_splices(seed.program)
    )
    tokens = {match[0] for match in _TOKEN.finditer(plain)}
    declared = {
        name
        for match in _DECLARED.finditer(plain)
        for name in _TOKEN.findall(match[1])
        if NAME.fullmatch(name)
    }
    return sorted(declared & tokens)


def _renamed(text: str, letters: Mapping[str, str]) -> str:
    return _TOKEN.sub(lambda match: letters.get(match[0], match[0]), text)


def _bracketed(code: str, before: str | Splice, after: str | Splice) -> str:
    """Put brackets around a sum, a quotient or a negative number between operators."""
    left = before.rstrip()[-1:] if isinstance(before, str) else ""
    right = after.lstrip()[:1] if isinstance(after, str) else ""
    if re.fullmatch(r"[\d.]+|sqrt\(\d+\)|pi", code):
        return code
    if left in set("(,=[{<>;") and right in set("),;]}<>"):
        return code
    return f"({code})"


def _read(seed: Seed, code: str) -> Program:
    try:
        return read_program(code)
    except GeoengineError as error:
        raise InstanceError(f"{error}", within=("program",)) from error


def _executed(seed: Seed, program: Program) -> Execution:
    try:
        return execute(program)
    except GeoengineError as error:
        raise InstanceError(f"{error}", within=("program",)) from error
