"""Carrying drafts out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from geoengine.draft.companions import companions_of, corners_of
from geoengine.draft.draft import Draft, Statement
from geoengine.draft.errors import DraftError, DraftLimitError
from geoengine.draft.evaluating import Evaluator
from geoengine.draft.expressions import (
    Binary,
    Call,
    Coordinates,
    Equation,
    Expression,
    Name,
    Number,
    Unary,
    walk,
)
from geoengine.draft.figure import Figure, FigureObject
from geoengine.draft.limits import Limits
from geoengine.draft.measures import closest
from geoengine.draft.naming import automatic_name, names_of_several, primed
from geoengine.draft.outcome import Outcome
from geoengine.draft.shapes import Polygon, Value, undefined
from geoengine.draft.styling import apply_style
from geoengine.draft.vocabulary import CONSTANTS, KINDS, STYLES, Kind

__all__ = ["carry_out"]

_TRANSFORMS = ("Rotate", "Reflect", "Translate", "Dilate")


def carry_out(
    draft: Draft,
    *,
    places: Mapping[str, complex | float] | None = None,
    like: Figure | None = None,
    limits: Limits | None = None,
) -> Figure:
    r"""Carry out the statements of a draft one after another.

    Parameters
    ----------
    draft : Draft
    places : dict of str to complex or float, optional
        Where free points are moved to, and values of free numbers. Points on paths are moved to the
        closest place of the path.
    like : Figure, optional
        A figure of the same draft, whose objects keep their names: which names a command gives
        depends on how many intersections there are. Those that are missing now are undefined.
    limits : Limits, optional

    Raises
    ------
    DraftError
        At the first statement that cannot be carried out: an unknown name, an object of the wrong
        kind, a name that is used already. An undefined object is none of these.
    DraftLimitError
        If the draft makes too much, or takes too many steps.

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> draft = read_draft("A = (0, 0)\nB = A + (2, 0)\nP = Intersect(Circle(A, 1), y = 3)")
    >>> figure = carry_out(draft)
    >>> figure.point("B"), figure.objects["P"].is_defined
    ((2+0j), False)
    >>> carry_out(draft, places={"A": 1 + 1j}).point("B")
    (3+1j)
    """
    executor = _Executor(places or {}, like, limits or Limits())
    for index, statement in enumerate(draft.statements):
        executor.carry_out(index, statement)
    return executor.figure


class _Executor:
    def __init__(
        self, places: Mapping[str, complex | float], like: Figure | None, limits: Limits
    ) -> None:
        self.figure = Figure()
        self._places = places
        self._like = like
        self._limits = limits
        self._evaluator = Evaluator(limits)
        self._index = 0
        self._statement = Statement(Number("0"))

    def carry_out(self, index: int, statement: Statement) -> None:
        self._index, self._statement = index, statement
        value = statement.value
        if isinstance(value, Call) and value.name in STYLES:
            if statement.name is not None:
                raise DraftError.found_at(
                    statement.place, f"expected no name before {value.name}, which makes nothing"
                )
            arguments = [self._evaluator.value(argument) for argument in value.arguments]
            apply_style(value, arguments, self.figure)
            return
        if statement.name is not None:
            self._check_new(statement.name)
        before = len(self.figure.objects)
        self._add_all(self._evaluator.outcome(value))
        self._keep_incidences(list(islice(self.figure.objects.values(), before, None)), value)

    def _keep_incidences(self, made: Sequence[FigureObject], value: Expression) -> None:
        incidences = self._evaluator.incidences
        incidences.add([one.name for one in made if not one.is_companion], value)
        for one in made:
            if one.is_companion and one.kind == "segment":
                incidences.add_side(one.name, one.corners)

    def _check_new(self, name: str) -> None:
        if (known := self.figure.objects.get(name)) is not None:
            raise DraftError.found_at(
                self._statement.place,
                f"expected a new name, found {name!r}, which statement {known.statement + 1} gives",
                "an object keeps its name: GeoGebra would drop what depends on the old one",
            )

    def _add_all(self, outcome: Outcome) -> None:
        """Name what a statement makes: the objects that exist, or the first if none does."""
        found = [value for value in outcome.values if value.is_defined] or outcome.values[:1]
        if self._like is not None:
            self._add_alike(self._like, found, outcome)
            return
        given = self._statement.name
        if given is not None and len(found) > 1:
            for name, value in zip(
                names_of_several(given, len(found), self.figure.objects), found, strict=True
            ):
                self._check_new(name)
                self._add(name, value)
            return
        if given is None and found[0].kind in ("line", "ray") and not found[0].is_defined:
            # The engine drops such lines.
            return
        for value in found:
            fitted = self._fitted(value)
            name = given or self._automatic(fitted, outcome)
            self._add(name, fitted, main=True)
            self._add_companions(name, outcome)

    def _add_alike(self, like: Figure, found: Sequence[Value], outcome: Outcome) -> None:
        """Name what a statement makes as in another figure."""
        known = [one for one in like.objects.values() if one.statement == self._index]
        main = [one for one in known if not one.is_companion]
        for number, one in enumerate(main):
            value = found[number] if number < len(found) else undefined(one.kind)
            self._add(one.name, self._fitted(value), main=len(main) == 1)
        if len(main) != 1:
            return
        made, expression = self.figure.objects[main[0].name], self._statement.value
        values: list[Value] = []
        if isinstance(expression, Call):
            scratch = Figure(dict(self.figure.objects))
            for new in companions_of(made, expression, outcome, scratch):
                scratch.objects[new.name] = new
                values.append(new.value)
        companions = [one for one in known if one.is_companion]
        for number, one in enumerate(companions):
            value = values[number] if number < len(values) else undefined(one.kind)
            self.put(replace(one, value=value))
        self.put(replace(main[0], value=made.value))

    def _automatic(self, value: Value, outcome: Outcome) -> str:
        expression = self._statement.value
        taken = self.figure.objects
        is_moved_start = value.kind == "vector" and _kind_of_last(outcome) == "point"
        if (
            isinstance(expression, Call)
            and expression.name in _TRANSFORMS
            and not (expression.name == "Translate" and is_moved_start)
        ):
            source = expression.arguments[0]
            if (
                isinstance(source, Name)
                and source.text in taken
                and (name := primed(source.text, taken)) is not None
            ):
                return name
        vertices = len(value.shape.vertices) if isinstance(value.shape, Polygon) else 0
        if value.kind == "polygon" and not vertices and isinstance(expression, Call):
            vertices = len(expression.arguments)
        if isinstance(expression, Call) and expression.name == "Polygon":
            vertices = 0 if _kind_of_last(outcome) in KINDS["number"] else vertices
        if isinstance(expression, Equation):
            is_function = expression.left == Name("y") and Name("y") not in walk(expression.right)
            return automatic_name(
                "line", taken, is_equation=not is_function, is_function=is_function
            )
        return automatic_name(value.kind, taken, vertices=vertices)

    def _fitted(self, value: Value) -> Value:
        """Return coordinates as a point or vector, as the engine decides: by the name's case."""
        name, expression = self._statement.name, self._statement.value
        if not isinstance(expression, Coordinates | Unary | Binary):
            return value
        if value.kind not in ("point", "vector"):
            return value
        if name is not None:
            return Value("vector" if name[0].islower() else "point", value.shape)
        scaled: Expression = expression
        if isinstance(expression, Unary):
            scaled = expression.operand
        elif isinstance(expression, Binary) and expression.operator == "*":
            scaled = expression.right
        # The engine makes -(1, 1) and 2(1, 1) vectors.
        is_vector = scaled is not expression and isinstance(scaled, Coordinates)
        return Value("vector", value.shape) if is_vector else value

    def _add(self, name: str, value: Value, *, main: bool = False) -> None:
        expression = self._statement.value
        is_free = main and _is_free(expression, value)
        is_on_path = main and _is_on_path(expression, value)
        if name in self._places and (is_free or is_on_path):
            value = self._moved(value, self._places[name])
        corners = corners_of(expression) if main else ()
        self.put(
            FigureObject(
                name,
                value,
                self._index,
                corners=corners,
                is_free=is_free,
                is_on_path=is_on_path,
            )
        )

    def put(self, made: FigureObject) -> None:
        """Add an object to the figure."""
        if len(self.figure.objects) >= self._limits.objects:
            raise DraftLimitError.found_at(
                self._statement.place, f"expected at most {self._limits.objects} objects"
            )
        self.figure.objects[made.name] = made
        self._evaluator.known[made.name] = made.value

    def _moved(self, value: Value, place: complex | float) -> Value:
        expression = self._statement.value
        if value.kind in ("point", "vector"):
            if isinstance(expression, Call):
                path = self._evaluator.value(expression.arguments[0]).shape
                there = None if path is None else closest(path, complex(place))  # type: ignore[arg-type]
                return Value("point", there)
            return Value(value.kind, complex(place))
        return Value(value.kind, float(place.real))

    def _add_companions(self, name: str, outcome: Outcome) -> None:
        made, expression = self.figure.objects[name], self._statement.value
        if isinstance(expression, Call):
            for one in companions_of(made, expression, outcome, self.figure):
                self.put(one)


def _kind_of_last(outcome: Outcome) -> Kind | None:
    return outcome.arguments[-1].kind if outcome.arguments else None


def _is_free(expression: Expression, value: Value) -> bool:
    if isinstance(expression, Call) and expression.name == "Slider":
        return True
    if value.kind not in ("point", "vector", "number", "angle"):
        return False
    return isinstance(expression, Coordinates | Number | Unary) and all(
        isinstance(part, Number | Coordinates | Unary)
        or (isinstance(part, Name) and part.text in CONSTANTS)
        for part in walk(expression)
    )


def _is_on_path(expression: Expression, value: Value) -> bool:
    return (
        isinstance(expression, Call)
        and expression.name == "Point"
        and len(expression.arguments) == 1
        and value.is_defined
    )
