"""Assembly of problems: the premises and requirements that follow from constructions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from geoengine.catalogue import Construction, StatementTemplate, load_constructions
from geoengine.errors import DegenerateStatementError
from geoengine.language import Question, Statement, Surd
from geoengine.scene.problem import Call, ConstructionStep, Problem

__all__ = ["assemble", "premises_of", "requirements_of"]


def assemble(
    steps: Iterable[ConstructionStep],
    *,
    goals: Iterable[Statement] = (),
    questions: Iterable[Question] = (),
    name: str = "problem",
    fixed: Iterable[tuple[str, float, float]] = (),
) -> Problem:
    """Build a problem from construction steps, with the premises that they imply.

    Parameters
    ----------
    steps : iterable of ConstructionStep
        The steps, in the order of construction.
    goals : iterable of Statement
        Statements to prove.
    questions : iterable of Question
        Quantities to compute.
    name : str
        The name for listings and messages.
    fixed : iterable of (str, float, float)
        Points with given coordinates: name, x and y.

    Returns
    -------
    Problem

    Examples
    --------
    >>> triangle = ConstructionStep(("a", "b", "c"), (Call("triangle", ("a", "b", "c")),))
    >>> middle = ConstructionStep(("m",), (Call("midpoint", ("m", "b", "c")),))
    >>> [str(premise) for premise in assemble([triangle, middle]).premises]
    ['coll b c m', 'cong b m c m']
    """
    steps = tuple(steps)
    premises = dict.fromkeys(
        statement for step in steps for call in step.calls for statement in premises_of(call)
    )
    return Problem(name, steps, tuple(premises), tuple(goals), tuple(fixed), tuple(questions))


def premises_of(call: Call) -> list[Statement]:
    """List the statements that a construction call makes true, except trivial ones."""
    construction = load_constructions()[call.construction]
    found = []
    for template in construction.conclusions:
        try:
            found.append(_fill(template, construction, call))
        except DegenerateStatementError:
            # Repeated arguments can make a premise trivial; it is then left out.
            continue
    return found


def requirements_of(call: Call) -> list[Statement]:
    """List the statements that must hold for the points a construction call takes.

    Raises
    ------
    DegenerateStatementError
        If repeated arguments make a requirement impossible to satisfy.
    """
    construction = load_constructions()[call.construction]
    found = []
    for template in construction.requirements:
        try:
            found.append(_fill(template, construction, call))
        except DegenerateStatementError:
            points = dict(zip(construction.letters, call.arguments, strict=True))
            first, second = template.letters[:2], template.letters[2:]
            lines = [{points[letter] for letter in pair} for pair in (first, second)]
            # A line is never perpendicular to itself, so `nperp` holds and needs no check; any
            # other degenerate requirement cannot be satisfied.
            if template.predicate != "nperp" or lines[0] != lines[1] or len(lines[0]) < 2:
                raise
    return found


def _fill(template: StatementTemplate, construction: Construction, call: Call) -> Statement:
    points = dict(zip(construction.letters, call.arguments, strict=True))
    numbers: dict[str, Fraction | Surd] = dict(zip(construction.numbers, call.numbers, strict=True))
    return template.fill(points, numbers)
