"""Seeds, evaluated for given parameters: everything in them is measured and compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geoengine.catalogue import EntryError
from geoengine.solid.crowding import is_crowded
from geoengine.solid.expression import (
    EvaluationError,
    Expression,
    describe_kind,
    parse_expression,
)
from geoengine.solid.figure import values_of_free
from geoengine.solid.instance import NAMED, Instance, InstanceError, Wording
from geoengine.solid.letters import letters_for
from geoengine.solid.moving import Moving, place_lines
from geoengine.solid.moving_measures import evaluate_lazily
from geoengine.solid.named_answers import named_points, other_names
from geoengine.solid.opened_faces import check_open
from geoengine.solid.parameters import stream
from geoengine.solid.seed import LANGUAGES, Seed
from geoengine.solid.values import print_value, same_value
from geoengine.solid.wording import Names, Number, read_wording

__all__ = ["Evaluated", "evaluate_seed"]


def evaluate_seed(seed: Seed, parameters: dict[str, Any]) -> Evaluated | None:
    """Evaluate the figure, the question and the answer of a seed for given parameters.

    Returns
    -------
    Evaluated or None
        None if a condition on the figure does not hold, or lettered points are too close.

    Raises
    ------
    InstanceError
        When something is false, undefined or inexact.
    """
    evaluated = Evaluated(seed, parameters)
    return evaluated if evaluated.holds() else None


class Evaluated:
    """A seed, evaluated for given parameters, without letters."""

    def __init__(self, seed: Seed, parameters: dict[str, Any]) -> None:
        self.seed = seed
        self.parameters = parameters
        self.figure = seed.figure_lines
        self.scope: dict[str, Any] = dict(parameters)
        self.answer: Any = None
        self.names: tuple[str, ...] = ()
        self.texts: dict[str, Wording] = {}
        self._moving: Moving | None = None
        self._printed: dict[tuple[str, str], str] = {}

    def holds(self) -> bool:
        """Evaluate everything, and return whether the conditions on the figure hold."""
        seed = self.seed
        self._place()
        for condition in seed.conditions:
            if not self._value(condition, "where", seed.where.index(condition.text)):
                return False
        if is_crowded(self.figure, self.scope):
            return False
        self._check_drawn()
        self._check_open()
        ask = self._value(parse_expression(seed.ask), "ask")
        self.answer = answer = self._value(parse_expression(seed.answer), "answer")
        if not same_value(ask, answer):
            raise self._error(
                f"expected the answer to be what is asked, found {_shown(answer)} = answer"
                f" and {_shown(ask)} = ask",
                "answer",
            )
        self._check_at(answer)
        self.scope["answer"] = answer
        if seed.quantity in NAMED:
            self.names = named_points(seed, self.scope)
            if not self.names:
                raise self._error("expected points that name the answer, found none", "answer")
        self.check_texts()
        return True

    def check_texts(self) -> None:
        """Evaluate everything in the texts."""
        letters = {name: name for name in self.figure.points}
        self.texts = {language: self._wording(language, letters) for language in LANGUAGES}

    def lettered(self, rejected: int, names: tuple[object, ...]) -> Instance:
        """Return the instance with random letters that belong to a name."""
        seed = self.seed
        taken = [name for line in self.figure.placed for name in line.targets]
        letters = letters_for(
            self.figure.points,
            stream("solids", seed.id, "letters", *names),
            [name for name in taken if name not in self.figure.points],
        )
        others = other_names(seed, self.scope, self.names) if self.names else ()
        return Instance(
            seed,
            self.parameters,
            letters,
            self.scope,
            self.answer,
            tuple(letters[name] for name in self.names),
            tuple(tuple(letters[name] for name in other) for other in others),
            rejected,
            {language: self._wording(language, letters) for language in LANGUAGES},
        )

    def _place(self) -> None:
        seed = self.seed
        try:
            free = values_of_free(
                seed.intervals, {name: parse_expression(text) for name, text in seed.drawn.items()}
            )
            moving = self.figure.depends_on(seed.free)
            still = [line for line in self.figure.placed if not set(line.targets) & moving]
            place_lines(still, self.scope)
            if seed.free:
                constraints = [parse_expression(text) for text in seed.constraints]
                self._moving = Moving(self.figure, seed.intervals, constraints, self.scope)
                for name, expression in free.items():
                    self.scope[name] = self._value(expression, "drawn", name)
                place_lines(
                    [line for line in self.figure.placed if set(line.targets) & moving], self.scope
                )
        except EvaluationError as error:
            raise self._error(str(error), "figure", line=error.line) from error

    def _check_drawn(self) -> None:
        for name, (low, high) in self.seed.intervals.items():
            least, most = self._value(low, "free", name, 0), self._value(high, "free", name, 1)
            if not least <= self.scope[name] <= most:
                raise self._error(
                    f"expected {name} from {_shown(least)} to {_shown(most)} in the picture,"
                    f" found {_shown(self.scope[name])}",
                    "drawn",
                )

    def _check_open(self) -> None:
        try:
            check_open(self.figure, self.scope)
        except EntryError as error:
            raise self._error(
                error.message, "figure", line=error.line, column=error.column, hint=error.hint
            ) from error

    def _check_at(self, answer: Any) -> None:
        """Check that the extremum is attained where the seed says."""
        seed = self.seed
        if not seed.at or self._moving is None:
            return
        values = {name: self._value(parse_expression(text), "at", name)
                  for name, text in seed.at.items()}  # fmt: skip
        scope = self._moving.exactly({**{name: self.scope[name] for name in seed.free}, **values})
        for name, arguments in parse_expression(seed.ask).lazy:
            try:
                measured = arguments[-1].value(scope)
            except EvaluationError as error:
                raise self._error(str(error), "at") from error
            if name in ("minimum", "maximum", "solve") and not same_value(measured, answer):
                raise self._error(
                    f"expected {_shown(answer)} at the place given, found {_shown(measured)}", "at"
                )

    def _wording(self, language: str, letters: Mapping[str, str]) -> Wording:
        if self.names:
            answer = "".join(letters[name] for name in self.names)
        else:
            answer = self._print(self.answer, language, "answer")
        found = {
            place: self._rendered(body, (language, *place), letters, answer)
            for place, body in self.seed.text(language).texts
        }
        question = found.pop(("question",))
        return Wording(question, tuple(found.values()), answer)

    def _print(self, value: Any, language: str, *within: str | int) -> str:
        try:
            return print_value(value, language, self.seed.text(language).words)
        except EvaluationError as error:
            raise self._error(str(error), *within) from error

    def _rendered(
        self, text: str, within: tuple[str | int, ...], letters: Mapping[str, str], answer: str
    ) -> str:
        language = str(within[0])
        parts: list[str] = []
        for piece in read_wording(text):
            match piece:
                case str():
                    parts.append(piece)
                case Names():
                    parts.append(_renamed(piece, letters))
                case Number() if [e.text for e in piece.expressions] == ["answer"]:
                    parts.append(answer)
                case Number():
                    parts.append(self._printed_number(piece, language, within))
        return " ".join("".join(parts).split())

    def _printed_number(self, piece: Number, language: str, within: tuple[str | int, ...]) -> str:
        key = (language, piece.text)
        if key not in self._printed:
            self._printed[key] = self._print(self._checked(piece, within), language, *within)
        return self._printed[key]

    def _checked(self, piece: Number, within: tuple[str | int, ...]) -> Any:
        first, *others = piece.expressions
        value = self._value(first, *within)
        for other in others:
            if not same_value(value, found := self._value(other, *within)):
                raise self._error(
                    f"{{{piece.text}}} is false: {_shown(value)} is not {_shown(found)}", *within
                )
        return value

    def _value(self, expression: Expression, *within: str | int) -> Any:
        try:
            return expression.value(self.scope, self._lazily)
        except EvaluationError as error:
            raise self._error(str(error), *within) from error

    def _lazily(self, name: str, arguments: tuple[Expression, ...]) -> Any:
        if self._moving is None:
            raise EvaluationError(f"{name}(…) needs free variables, and the seed has none")
        return evaluate_lazily(self._moving, name, arguments)

    def _error(
        self,
        message: str,
        *within: str | int,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> InstanceError:
        given = ", ".join(f"{name} = {_shown(value)}" for name, value in self.parameters.items())
        return InstanceError(
            f"{message}; for {given}" if given else message,
            within=within, line=line, column=column, hint=hint,
        )  # fmt: skip


def _renamed(piece: Names, letters: Mapping[str, str]) -> str:
    from geoengine.solid.figure import POINT

    return POINT.sub(lambda match: letters[match[0]], piece.text)


def _shown(value: Any) -> str:
    try:
        return print_value(value)
    except EvaluationError:
        return f"{value:.12g}" if isinstance(value, float) else describe_kind(value)
