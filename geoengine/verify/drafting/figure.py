"""The objects of a figure, as commands make them one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from geoengine.draft import (
    STYLES,
    Binary,
    Call,
    Coordinates,
    Expression,
    Name,
    Statement,
    Unary,
    walk,
)
from geoengine.verify.drafting.arithmetic import PLACES
from geoengine.verify.drafting.contacts import Contacts
from geoengine.verify.drafting.corners import parts_of_polygon
from geoengine.verify.drafting.evaluation import Evaluator, UnknownNameError
from geoengine.verify.drafting.shapes import Thing

__all__ = ["Chooser", "Figure", "NameTakenError", "carry_out"]

Chooser = Callable[[Statement, Mapping[str, Thing]], Thing | None]
"""Places what a command makes, if it is free to move; None leaves it where it is."""


class NameTakenError(ValueError):
    """A name that is given twice."""


@dataclass
class Figure:
    """The objects that commands have made, by name.

    Attributes
    ----------
    objects : dict of str to Thing
    made_by : dict of str to int
        The number of the command that made each, from 0.
    contacts : Contacts
        Which points are on which curves.
    """

    objects: dict[str, Thing] = field(default_factory=dict)
    made_by: dict[str, int] = field(default_factory=dict)
    commands: int = 0
    contacts: Contacts = field(default_factory=Contacts)


def carry_out(
    statements: Iterable[Statement], figure: Figure | None = None, choose: Chooser | None = None
) -> Figure:
    """Carry out commands one after another.

    Parameters
    ----------
    statements : iterable of Statement
    figure : Figure, optional
        What there is already; the objects are added to it.
    choose : callable, optional
        Moves what is free to move.

    Raises
    ------
    UnknownNameError
        For a name that nothing has.
    NotImplementedError
        For what is not known here.
    PrecisionError
        If seventy digits are not enough.
    NameTakenError
        For a name that is given twice.
    """
    figure = figure if figure is not None else Figure()
    for statement in statements:
        _carry_out(statement, figure, choose)
        figure.commands += 1
    return figure


def _carry_out(statement: Statement, figure: Figure, choose: Chooser | None) -> None:
    value, name = statement.value, statement.name
    if isinstance(value, Call) and value.name in STYLES:
        for one in walk(value):
            if isinstance(one, Name) and one.text not in figure.objects:
                raise UnknownNameError(one.text)
        return
    found = Evaluator(figure.objects, contacts=figure.contacts).all_of(value)
    if name is None:
        raise NotImplementedError("an object without a name")
    if len(found) > 1:
        for number, point in enumerate(found, start=1):
            _add(figure, f"{name}_{number}", point)
            figure.contacts.learn(f"{name}_{number}", value, figure.objects)
        return
    thing = _fitted(name, value, found[0])
    if choose is not None:
        thing = choose(statement, figure.objects) or thing
    _add(figure, name, thing)
    figure.contacts.learn(name, value, figure.objects)
    if isinstance(value, Call) and value.name == "Polygon":
        for part, place, ends in parts_of_polygon(value, thing, figure.objects):
            _add(figure, part, place)
            figure.contacts.learn_side(part, ends)


def _add(figure: Figure, name: str, thing: Thing) -> None:
    if name in figure.objects:
        raise NameTakenError(f"the name {name} is given twice")
    figure.objects[name] = thing
    figure.made_by[name] = figure.commands


def _fitted(name: str, value: Expression, thing: Thing) -> Thing:
    """Return coordinates as a point or vector, by the case of their name."""
    if thing.kind in PLACES and isinstance(value, Coordinates | Unary | Binary):
        return Thing("vector" if name[0].islower() else "point", thing.shape)
    return thing
