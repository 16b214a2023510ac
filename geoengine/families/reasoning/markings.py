"""Markings: the marks of a picture, and the steps that may say less because of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from operator import itemgetter

from geoengine.draw import DrawnParts, Marks, incidences, marked_statements
from geoengine.families.reasoning.dependence import Dependence
from geoengine.families.reasoning.figure_part import FigurePart
from geoengine.families.reasoning.marked_premises import Lines, MarkedPremises, marked_premises
from geoengine.families.reasoning.weaker_steps import WeakerStep, weaker_steps
from geoengine.items import pick, stream
from geoengine.language import Statement

__all__ = ["Markings", "choose_markings"]

_WEAKENED = 3
"""In how many steps of the construction, at most, a text says less."""

_CHOICES = 8
"""How many choices of steps are compared."""

_SAMPLED = 80
"""By how many derived statements choices are compared."""

_INCIDENCE = 0.2
"""The share of pictures that the text may leave it to that a point lies on a line."""


@dataclass(frozen=True, eq=False)
class Markings:
    """The marks of a picture, and the steps that may say less because of them.

    Attributes
    ----------
    part : FigurePart
        What the picture shows.
    steps : tuple of WeakerStep
        The steps; marks or lines of the picture state what they leave out.
    marks : Marks
    lines : tuple of tuple of str
        The points on each drawn line.
    """

    part: FigurePart
    steps: tuple[WeakerStep, ...]
    marks: Marks
    lines: Lines
    _known: dict[tuple[WeakerStep, ...], MarkedPremises | None] = field(
        default_factory=dict, repr=False
    )

    def premises(self, printed: Collection[Statement]) -> MarkedPremises | None:
        """The premises that an item may leave to its picture; None if there are none.

        Parameters
        ----------
        printed : collection of Statement
            What the item prints in any case.
        """
        chosen = tuple(weaker for weaker in self.steps if set(printed).isdisjoint(weaker.left_out))
        if chosen not in self._known:
            left_out = {premise for weaker in chosen for premise in weaker.left_out}
            told = marked_statements(self.marks)
            lines = () if told.issuperset(left_out) else self.lines
            self._known[chosen] = marked_premises(self.part, chosen, self.marks, lines)
        return self._known[chosen]


def choose_markings(part: FigurePart) -> Markings:
    """Choose the steps in which items about a part of a figure may say less than its construction.

    The choice depends on the part and its seed alone, so that all items share one picture. Of
    some random choices the one is taken that leaves most derived statements open.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle; D = foot A B C; M = midpoint B C")
    >>> context = make_context(problem, scene="feet", seed=1)
    >>> markings = choose_markings(context.part())
    >>> found = markings.premises(printed=())
    >>> print(found.told)
    A B C = triangle A B C; D = on_line D B C; M = on_line M B C
    >>> [str(premise) for premise in found.marked]
    ['perp A D B C', 'cong B M C M']
    """
    rng = stream(part.seed, "marks", str(part.problem))
    sketch = part.sketch
    shown = marked_statements(sketch.marks)
    if rng.random() < _INCIDENCE:
        shown |= incidences(sketch)
    by_step: dict[int, list[WeakerStep]] = {}
    for weaker in weaker_steps(part.problem):
        if shown.issuperset(weaker.left_out):
            by_step.setdefault(weaker.place, []).append(weaker)
    sampled = pick(rng, part.derived, _SAMPLED)
    diagram, premises = part.diagram, part.problem.relations
    dependence = Dependence(diagram.points, diagram.xy[0], [*premises, *sampled])
    best: tuple[int, tuple[WeakerStep, ...]] = (0, ())
    for _ in range(_CHOICES):
        places = sorted(pick(rng, list(by_step), _WEAKENED))
        steps = tuple(pick(rng, by_step[place], 1)[0] for place in places)
        left_out = {premise for weaker in steps for premise in weaker.left_out}
        told = [premise for premise in premises if premise not in left_out]
        if len(dependence.free(told, left_out)) == len(left_out):
            open_ = len(dependence.free(told, sampled))
            best = max(best, (open_, steps), key=itemgetter(0))
    steps = best[1]
    lines = tuple(tuple(line) for line in DrawnParts(sketch).named_lines())
    return Markings(part, steps, sketch.marks, lines)
