"""Join plans: the order in which the letters of a rule are bound.

Which statement binds the next letters depends on the number of true relations of each kind, so it
varies between figures. The plans of a rule form a tree, whose nodes are created on first use and
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from geoengine.deduction.join_checks import JoinChecks, numbered
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.orbits import Orders
from geoengine.kernel import compiled

if TYPE_CHECKING:
    from geoengine.deduction.compiled_rule import Atom
    from geoengine.deduction.frame import Ints

__all__ = ["JoinStep", "Node", "Pattern"]

Pattern = tuple[str, tuple[int, ...]]
"""A predicate, and for each argument the label of its letter: 0, 1, … by first occurrence."""


@dataclass(frozen=True, eq=False)
class JoinStep:
    """A step of a join, which binds further letters of the rule.

    Letters are given by their numbers in the rule.

    Attributes
    ----------
    pattern : Pattern or None
        The points for the new letters are taken from the true relations of this pattern. None if
        the single new letter may stand for any point.
    columns : tuple of int
        The labels, in the pattern, of the letters that are already bound.
    letters : tuple of int
        These letters, in the same order.
    new : tuple of (int, int)
        Each new letter, with its label in the pattern.
    due : tuple of Atom
        The statements that can be checked after this step.
    then : Node
        The state after this step.
    exchanges : tuple of tuple of int, or None
        For the first step of a join, the orders of the pattern's letters into which symmetries of
        the rule bring them. Relations that differ by one of these begin equivalent instances. None
        for later steps, or if no others are worth it.
    """

    pattern: Pattern | None
    columns: tuple[int, ...]
    letters: tuple[int, ...]
    new: tuple[tuple[int, int], ...]
    due: tuple[Atom, ...]
    then: Node
    exchanges: Orders | None = None

    @kept_property
    def checks(self) -> JoinChecks:
        """The statements that are due, for the kernel."""
        return numbered(self.due)

    @property
    def group(self) -> int:
        """The number of the relations and how they are grouped, for the kernel."""
        return _number(_GROUPS, (self.pattern, self.columns, self.exchanges))


Key = TypeVar("Key")

_MOST_EXCHANGES = 8
"""With more, it takes longer to find the first of many relations than to join all of them."""

_PATTERNS: dict[Pattern, int] = {}
_GROUPS: dict[tuple[Pattern | None, tuple[int, ...], Orders | None], int] = {}
_PLACES: dict[tuple[Pattern, int], int] = {}


def _number(numbers: dict[Key, int], key: Key) -> int:
    """Return a number for a key, the same each time; it is quicker to look up than the key."""
    return numbers.setdefault(key, len(numbers))


class Node:
    """The state of a join: a rule with some of its letters bound.

    Parameters
    ----------
    letters : int
        The number of letters of the rule.
    bound : frozenset of int
        The letters that are bound.
    sources : sequence of Atom
        The statements of the rule whose true instances are listed.
    checks : sequence of Atom
        The statements of the rule that have not been checked yet.
    symmetries : sequence of tuple of int
        Permutations of the letters that preserve hypotheses, conditions and conclusions, where no
        letter is bound yet; later states have none.
    """

    def __init__(
        self,
        letters: int,
        bound: frozenset[int],
        sources: Sequence[Atom],
        checks: Sequence[Atom],
        symmetries: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.complete = len(bound) == letters
        self.begun = bool(bound)
        self._letters = letters
        self._bound = bound
        self._sources = tuple(atom for atom in sources if not bound.issuperset(atom.distinct))
        self._checks = tuple(checks)
        self._symmetries = symmetries
        self._options = [
            ((atom.predicate, atom.shape), sum(letter in bound for letter in atom.distinct), atom)
            for atom in self._sources
        ]
        self.patterns = tuple(pattern for pattern, *_ in self._options)
        self.shared = tuple(shared for _, shared, _ in self._options)
        self._steps: dict[Atom | None, JoinStep] = {}
        self._with_letter: dict[int, Node] = {}
        self._places: dict[int, list[tuple[int, Pattern, int]]] = {}

    def next_step(self, size: Callable[[Pattern], int], points: int) -> JoinStep:
        """Return the step that is expected to leave the fewest rows.

        It lists true relations or, where every list is long, binds one letter to all points.

        Parameters
        ----------
        size : callable
            Returns the number of true relations that match a pattern.
        points : int
            The number of points.
        """
        best, cheapest = None, float("inf")
        for number, (pattern, shared, _) in enumerate(self._options):
            cost = size(pattern) / points**shared
            if cost < cheapest:
                best, cheapest = number, cost
        return self.step(None if self.begun and cheapest > points else best)

    def step(self, number: int | None) -> JoinStep:
        """Return the step that lists one of the patterns; None binds one letter to all points."""
        atom = None if number is None else self._options[number][2]
        if atom not in self._steps:
            self._steps[atom] = self._expansion() if atom is None else self._extension(atom)
        return self._steps[atom]

    @kept_property
    def state(self) -> Any:
        """The same state for the kernel."""
        join = compiled("join")
        assert join is not None
        return join.State(self, [_number(_PATTERNS, pattern) for pattern in self.patterns])

    @property
    def empty(self) -> Ints:
        """The row from which a join begins, in which no letter is bound yet; shape (1, letters)."""
        return np.zeros((1, self._letters), dtype=np.int64)

    def places_of(self, letter: int) -> list[tuple[int, Pattern, int]]:
        """Return the patterns with a letter, each with its label there, and a number of both."""
        if letter not in self._places:
            found = [
                (pattern, atom.distinct.index(letter))
                for pattern, _, atom in self._options
                if letter in atom.distinct
            ]
            self._places[letter] = [(_number(_PLACES, place), *place) for place in found]
        return self._places[letter]

    def with_letter(self, letter: int) -> Node:
        """Return the state once one more letter is bound, which makes no check due."""
        if letter not in self._with_letter:
            due, node = self._with(frozenset([letter]), self._checks)
            assert not due
            self._with_letter[letter] = node
        return self._with_letter[letter]

    def after(
        self, letters: Sequence[int], checked: Sequence[Atom]
    ) -> tuple[tuple[Atom, ...], Node]:
        """Return the checks that are due, and the state, once other code has bound `letters`.

        The statements `checked` are left out of the checks.
        """
        checks = [atom for atom in self._checks if atom not in checked]
        return self._with(frozenset(letters), checks)

    def _with(self, new: frozenset[int], checks: Sequence[Atom]) -> tuple[tuple[Atom, ...], Node]:
        bound = self._bound | new
        due = tuple(atom for atom in checks if bound.issuperset(atom.distinct))
        left = [atom for atom in checks if not bound.issuperset(atom.distinct)]
        return due, Node(self._letters, bound, self._sources, left)

    def _extension(self, atom: Atom) -> JoinStep:
        shared = tuple(k for k, letter in enumerate(atom.distinct) if letter in self._bound)
        new = tuple((a, k) for k, a in enumerate(atom.distinct) if a not in self._bound)
        # Listed relations are true and not degenerate, so they need no check.
        checks = list(self._checks)
        checks.remove(atom)
        due, then = self._with(frozenset(letter for letter, _ in new), checks)
        letters = tuple(atom.distinct[k] for k in shared)
        return JoinStep(
            (atom.predicate, atom.shape), shared, letters, new, due, then, self._exchanges(atom)
        )

    def _exchanges(self, atom: Atom) -> Orders | None:
        """Return `JoinStep.exchanges`; None if there are none, or too many to be worth it."""
        own = atom.distinct
        images = [tuple([order[letter] for letter in own]) for order in self._symmetries]
        found = {tuple(map(own.index, image)) for image in images if set(image) == set(own)}
        return tuple(sorted(found)) if 1 < len(found) <= _MOST_EXCHANGES else None

    def _expansion(self) -> JoinStep:
        """Bind one letter to all points: the one that makes a check due with the fewest others."""
        waiting = {
            letter: min(
                len(set(atom.distinct) - self._bound - {letter})
                for atom in self._checks
                if letter in atom.letters
            )
            for letter in range(self._letters)
            if letter not in self._bound
        }
        letter = min(waiting, key=lambda k: (waiting[k], k))
        due, then = self._with(frozenset([letter]), self._checks)
        return JoinStep(None, (), (), ((letter, 0),), due, then)
