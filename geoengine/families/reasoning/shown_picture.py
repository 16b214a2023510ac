"""The shown picture: what it states, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.visible import drawn_circles, drawn_lines
from geoengine.graph import Proof, ReasoningGraph, trace
from geoengine.language import Statement

__all__ = ["ShownPicture"]


class ShownPicture:
    """What a picture states by marks, and by points on one drawn line or circle.

    A crowded picture leaves out marks, so not all premises are among these statements.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C; O = circumcenter A B C")
    >>> shown = ShownPicture(make_context(problem, scene="median", seed=1))
    >>> sorted(str(statement) for statement in shown.statements)
    ['coll B C M', 'cong A O B O', 'cong A O C O', 'cong B M C M', 'cong B O C O']
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def statements(self) -> frozenset[Statement]:
        """The statements that the picture makes, without printed numbers."""
        return frozenset(one for one in self._told if one.value is None)

    def implies(self, statement: Statement) -> bool:
        """Whether a statement follows from what the picture states besides numbers."""
        return self._closure.derived(statement)

    def proof(self, statement: Statement) -> Proof | None:
        """The proof of a derived statement from the picture and its numbers; None if without."""
        proof = self._context.proof(statement)
        if self._told.issuperset(proof.premises):
            return proof
        # The proof may rest on a premise without a mark, though marks of others imply it.
        if self._closure_with_numbers.derived(statement):
            return trace(self._closure_with_numbers, statement)
        return None

    @cached_property
    def _told(self) -> frozenset[Statement]:
        return frozenset((*marked_statements(self._context.marks), *self._incidences()))

    @cached_property
    def _closure(self) -> ReasoningGraph:
        return self._follows_from(self.statements)

    @cached_property
    def _closure_with_numbers(self) -> ReasoningGraph:
        return self._follows_from(self._told)

    def _follows_from(self, told: Iterable[Statement]) -> ReasoningGraph:
        derived = [one for one in sorted(told) if self._context.graph.derived(one)]
        return self._context.graph.rederive(premises=derived)

    def _incidences(self) -> Iterator[Statement]:
        """Which points lie on one drawn line or circle."""
        for line in drawn_lines(self._context):
            yield from (Statement("coll", three) for three in combinations(line, 3))
        for center, on in drawn_circles(self._context):
            points = sorted(on)
            yield from (Statement("cyclic", four) for four in combinations(points, 4))
            if center is not None:
                for first, second in combinations(points, 2):
                    yield Statement("cong", (center, first, center, second))
