"""The conclusions of rule instances in a closure, indexed by statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.deduction.closure import Closure
from geoengine.deduction.distinct import distinct
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.known_facts import NEVER, coding, statement_code, statement_codes
from geoengine.kernel import compiled
from geoengine.language import Value

__all__ = ["Conclusions"]


@dataclass
class _Index:
    """The fired instances that conclude statements of one predicate and constant.

    Attributes
    ----------
    codes : ndarray, shape (m,)
        The code of each concluded statement, ascending; see `statement_codes`.
    places : ndarray, shape (m, 4)
        The round in which the instance fired, the number of its grounding, its row in that, and the
        position among the rule's conclusions.
    """

    codes: Ints
    places: Ints


class Conclusions:
    """The conclusions of all instances that fired.

    Parameters
    ----------
    closure : Closure
    """

    def __init__(self, closure: Closure) -> None:
        self._closure = closure
        self._found: dict[Fact, list[tuple[int, tuple[int, int, int]]]] = {}
        self._indices: dict[tuple[str, Value | None], _Index] = {}

    @kept_property
    def _concluded_by(self) -> dict[tuple[str, Value | None], list[tuple[int, int, list[int]]]]:
        """The conclusions of groundings with instances that fired, by predicate and constant."""
        found: dict[tuple[str, Value | None], list[tuple[int, int, list[int]]]] = {}
        for number in self._closure.agenda.rules_that_fired():
            for conclusion, atom in enumerate(self._closure.groundings[number].compiled.then):
                entry = (number, conclusion, list(atom.letters))
                found.setdefault((atom.predicate, atom.value), []).append(entry)
        return found

    def _index(self, predicate: str, value: Value | None) -> _Index:
        key = (predicate, value)
        if key not in self._indices:
            self._indices[key] = self._indexed(predicate, self._concluded_by.get(key, ()))
        return self._indices[key]

    def _indexed(self, predicate: str, concluded: Sequence[tuple[int, int, list[int]]]) -> _Index:
        if not concluded:
            return _Index(np.zeros(0, dtype=np.int64), np.zeros((0, 4), dtype=np.int64))
        kernel, agenda = compiled("forms"), self._closure.agenda
        if kernel is not None:
            entries = [(k, at, *letters) for k, at, letters in concluded]
            own_coding = coding(predicate, len(entries[0]) - 2, self._closure.frame.n)
            found = kernel.concluded(
                agenda.rows, agenda.fired, agenda.starts, agenda.counts, entries, *own_coding
            )
            return _Index(*found)
        parts, places = [], []
        for number, conclusion, letters in concluded:
            rounds = self._closure.fired[number]
            (fired,) = rounds.nonzero()
            parts.append(self._closure.groundings[number].rows[fired][:, letters])
            own = np.empty((len(fired), 4), dtype=np.int64)
            own[:, 0], own[:, 1], own[:, 2], own[:, 3] = rounds[fired], number, fired, conclusion
            places.append(own)
        codes = statement_codes(predicate, np.concatenate(parts), self._closure.frame.n)
        order = codes.argsort(kind="stable")
        return _Index(codes[order], np.concatenate(places)[order])

    def of(self, fact: Fact, until: int) -> list[tuple[int, int, int]]:
        """Return the instances that conclude a fact and fired by round `until`.

        Each is the number of its grounding, its row there, and the position of the conclusion.
        """
        return [place for when, place in self._places(fact) if when <= until]

    def _places(self, fact: Fact) -> list[tuple[int, tuple[int, int, int]]]:
        """Return all instances that fired and conclude a fact, each with its round."""
        found = self._found.get(fact)
        if found is None:
            index = self._index(fact.predicate, fact.value)
            if not len(index.codes):
                return self._found.setdefault(fact, [])
            code = statement_code(fact.predicate, fact.points, self._closure.frame.n)
            start, stop = index.codes.searchsorted((code, code + 1)).tolist()
            own = index.places[start:stop].tolist() if start < stop else []
            found = self._found[fact] = [(when, (g, r, c)) for when, g, r, c in own]
        return found

    def earliest(self, predicate: str, rows: Ints, value: Value | None) -> Ints:
        """Return the rounds in which facts were first concluded, or `NEVER`; shape (m,)."""
        index = self._index(predicate, value)
        if not len(index.codes):
            return np.full(len(rows), NEVER)
        starts = np.flatnonzero(np.diff(index.codes, prepend=index.codes[0] - 1))
        different, first = index.codes[starts], np.minimum.reduceat(index.places[:, 0], starts)
        codes = statement_codes(predicate, rows, self._closure.frame.n)
        at = np.minimum(np.searchsorted(different, codes), len(different) - 1)
        return np.where(different[at] == codes, first[at], NEVER)

    def facts(self) -> Iterator[Fact]:
        """Yield every fact that was concluded, rule by rule; of equivalent spellings, the first."""
        seen: dict[tuple[str, Value | None], set[int]] = {}
        closure = self._closure
        for grounding, rounds in zip(closure.groundings, closure.fired, strict=True):
            fired = np.flatnonzero(rounds)
            if not len(fired):
                continue
            columns = []
            for atom in grounding.compiled.then:
                rows = grounding.rows[fired][:, list(atom.letters)]
                codes = statement_codes(atom.predicate, rows, closure.frame.n)
                own = seen.setdefault((atom.predicate, atom.value), set())
                columns.append((atom, own, codes.tolist(), rows.tolist()))
            for k in range(len(fired)):
                for atom, own, codes, rows in columns:
                    if codes[k] not in own:
                        own.add(codes[k])
                        yield Fact(atom.predicate, tuple(rows[k]), atom.value)

    @kept_property
    def count(self) -> int:
        """The number of different statements that were concluded."""
        kinds = {
            (atom.predicate, atom.value)
            for grounding in self._closure.groundings
            for atom in grounding.compiled.then
        }
        return sum(len(distinct(self._index(*kind).codes)) for kind in kinds)
