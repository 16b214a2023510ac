"""Last steps: by which theorems a statement follows from results that a reader has to find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from geoengine.catalogue import load_engine_steps
from geoengine.deduction import Derivation
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import SHALLOW, depth_of, is_shallow
from geoengine.families.reasoning.goal_choice import is_readable, is_reducible, with_canonical_lines
from geoengine.families.reasoning.same_conclusions import CIRCLES, LINES, TRIANGLES
from geoengine.families.reasoning.triangle_pairs import telling_depth
from geoengine.language import Statement

__all__ = ["LastStep", "LastSteps"]

_MOST_RESULTS = 5
"""The maximum number of results that a last step uses apart from premises."""


@dataclass(frozen=True, slots=True)
class LastStep:
    """A step by a theorem to a goal, and its key: what it uses apart from premises, sorted."""

    step: Derivation
    key: tuple[Statement, ...]


class LastSteps:
    """The last steps to the statements of a scene that are not seen at once.

    A statement about lines follows by every step to what is the same statement with other points of
    these lines in their names.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C D = square_of 6; E = midpoint A B; F = midpoint B C;"
    >>> text += " G = intersection_ll A F D E"
    >>> steps = LastSteps(make_context(load_problem(text), scene="square", seed=1))
    >>> [one.step.rule for one in steps.to(parse_statement("simtri C D E D G C"))]
    ['sas_similarity']
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[Statement, list[LastStep]] = {}
        self._names: dict[Statement, list[Statement]] = {}
        for state in context.graph.states:
            if state.predicate in LINES and not is_shallow(context.graph, state):
                name = with_canonical_lines(context, state)
                if name is not None:
                    self._names.setdefault(name, []).append(state)

    def to(self, statement: Statement) -> list[LastStep]:
        """The last steps to a statement; none if it is hard to read, or needs no thought."""
        graph, predicate = self._context.graph, statement.predicate
        if not is_readable(statement) or is_shallow(graph, statement):
            return []
        if predicate in TRIANGLES and telling_depth(self._context, statement) < SHALLOW:
            return []
        if predicate in CIRCLES and self._context.plain_relations.include(statement):
            return []
        name = with_canonical_lines(self._context, statement) if predicate in LINES else statement
        if name is None or is_shallow(graph, name):
            return []
        if name not in self._found:
            self._found[name] = list(self._search([statement, *self._names.get(name, ())]))
        return self._found[name]

    def _search(self, names: Iterable[Statement]) -> Iterator[LastStep]:
        graph, given = self._context.graph, self._context.given
        for name in dict.fromkeys(names):
            for step in graph.derivations(name):
                key = tuple(sorted(one for one in step.antecedents if one not in given))
                # Whether equations give another by calculation is seen without the figure.
                if not 1 <= len(key) <= _MOST_RESULTS or step.rule in load_engine_steps():
                    continue
                # Similar triangles that are congruent are mostly mirror images, as one sees.
                if any(s.predicate in TRIANGLES and is_reducible(self._context, s) for s in key):
                    continue
                # Of triangles, what tells the key has been looked at.
                if name.predicate in TRIANGLES or not self._is_told(key):
                    yield LastStep(step, key)

    def _is_told(self, key: tuple[Statement, ...]) -> bool:
        """Whether some result is known after one round, and none takes more than a few."""
        depths = [depth_of(self._context.graph, state) for state in key]
        return min(depths) < SHALLOW and max(depths) <= SHALLOW
