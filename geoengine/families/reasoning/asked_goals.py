"""Asked goals: how a question names what is to be shown, such that this does not tell the key."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.deduction import Derivation
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import is_readable
from geoengine.families.reasoning.letterings import names_of_conclusion
from geoengine.families.reasoning.same_conclusions import CIRCLES, LINES, TRIANGLES
from geoengine.items import pick
from geoengine.language import Statement, join_points, point_order

__all__ = ["AskedGoal", "ask"]

_TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "sim": "triangles {} and {} are similar (vertices need not correspond in this order)",
        "con": "triangles {} and {} are congruent (vertices need not correspond in this order)",
        "cyc": "some other labelled point lies on the circle through {}",
    },
    "zh": {
        "sim": "三角形{}与三角形{}相似（对应顶点不一定写在对应的位置上）",
        "con": "三角形{}与三角形{}全等（对应顶点不一定写在对应的位置上）",
        "cyc": "过{}三点的圆经过图中标出的另外一点",
    },
}
"""Goals that leave something open, by the first letters of the relation."""


@dataclass(frozen=True, slots=True)
class AskedGoal:
    """A goal as a question names it.

    Attributes
    ----------
    statement : Statement
    left_open : str, optional
        A point of it that the question does not name.
    """

    statement: Statement
    left_open: str | None = None

    @property
    def named(self) -> frozenset[str]:
        """The points of the goal that the question names."""
        return frozenset(self.statement.points) - {self.left_open}

    def text(self, context: Context) -> str:
        """Say what is to be shown; of two triangles not which of their vertices correspond."""
        predicate, points = self.statement.predicate, self.statement.points
        if predicate in TRIANGLES:
            named = [points[:3], points[3:]]
            said = [join_points(sorted(one, key=point_order)) for one in named]
        elif self.left_open is not None:
            comma = {"en": ", ", "zh": "、"}[context.language]
            said = [comma.join(sorted(self.named, key=point_order))]
        else:
            return context.write(self.statement)
        return _TEXTS[context.language][predicate[:3]].format(*said)


def ask(context: Context, rng: Generator, goal: Statement, last: Derivation) -> AskedGoal:
    """Name a goal such that any lettering of the theorem of its last step might be meant.

    Lines have one of the names that the letters can give them. Of points on a circle, one is left
    open. Which name, and which point, is drawn without regard to what is true.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    goal : Statement
    last : Derivation

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = triangle A B C; D = foot D A B C; E = foot E B A C"
    >>> context = make_context(load_problem(text), scene="altitudes", seed=1)
    >>> goal = parse_statement("cyclic A B D E")
    >>> last = context.proof(goal).steps[-1].derivation
    >>> asked = ask(context, np.random.default_rng(3), goal, last)
    >>> asked.left_open, asked.text(context)
    ('E', 'some other labelled point lies on the circle through A, B, D')
    """
    if goal.predicate in LINES:
        names = names_of_conclusion(last, context.known_line)
        return AskedGoal(pick(rng, list(filter(is_readable, names)) or names, 1)[0])
    if goal.predicate in CIRCLES:
        return AskedGoal(goal, pick(rng, goal.points, 1)[0])
    return AskedGoal(goal)
