"""The equations that entered a table, each with where it came from and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.deduction.agenda import Fact
from geoengine.deduction.closure import Closure
from geoengine.deduction.forms import FormBlock, form_blocks
from geoengine.deduction.frame import Ints
from geoengine.language import Table

__all__ = ["Equations", "Source"]

_WIDTH = 6


@dataclass(frozen=True, slots=True)
class Source:
    """Where an equation came from: a premise, a transfer, or a conclusion of an instance.

    Attributes
    ----------
    kind : {"premise", "transfer", "instance"}
    number : int
        Position among the premises, the transfers, or the groundings.
    row, conclusion : int
        For an instance: its row, and which of the rule's conclusions.
    """

    kind: str
    number: int
    row: int = 0
    conclusion: int = 0


class Equations:
    """All different equations of one table, the earliest source of each.

    Attributes
    ----------
    variables, coefficients : ndarray, shape (m, 6)
        Padded with zeros.
    rounds : ndarray, shape (m,)
    """

    def __init__(self, closure: Closure, table: Table) -> None:
        self._closure = closure
        self._sources: list[tuple[str, int, int, Ints]] = []
        blocks: list[FormBlock] = []
        rounds: list[Ints] = []

        def enter(
            kind: str, number: int, conclusion: int, rows: Ints, block: FormBlock, when: Ints
        ) -> None:
            if block.table == table and len(rows):
                self._sources.append((kind, number, conclusion, rows))
                blocks.append(block)
                rounds.append(when)

        first = np.zeros(1, dtype=np.int64)
        for number, fact in enumerate(closure.premises):
            for block in _fact_blocks(closure, fact):
                enter("premise", number, 0, first, block, first)
        for number, transfer in enumerate(closure.transfers):
            if transfer.target == table:
                for block in _fact_blocks(closure, transfer.fact):
                    enter("transfer", number, 0, first, block, first + transfer.round)
        for number, grounding in enumerate(closure.groundings):
            fired = np.flatnonzero(grounding.fired)
            for conclusion, atom in enumerate(grounding.compiled.then):
                points = [grounding.rows[fired, letter] for letter in atom.letters]
                for block in form_blocks(closure.frame, atom.predicate, points, atom.value):
                    enter("instance", number, conclusion, fired, block, grounding.fired[fired])
        self._collect(blocks, rounds)

    def _collect(self, blocks: Sequence[FormBlock], rounds: Sequence[Ints]) -> None:
        sizes = [len(block.variables) for block in blocks]
        total = sum(sizes)
        variables = np.zeros((total, _WIDTH), dtype=np.int64)
        coefficients = np.zeros((total, _WIDTH), dtype=np.int64)
        at = 0
        for block, size in zip(blocks, sizes, strict=True):
            k = block.variables.shape[1]
            variables[at : at + size, :k] = block.variables
            coefficients[at : at + size, :k] = block.coefficients
            at += size
        coefficients[variables == 0] = 0
        order = np.lexsort((coefficients, variables))
        variables = np.take_along_axis(variables, order, axis=1)
        coefficients = np.take_along_axis(coefficients, order, axis=1)
        leading = np.take_along_axis(
            coefficients, (coefficients != 0).argmax(axis=1)[:, None], axis=1
        )
        when = np.concatenate(rounds) if rounds else np.zeros(0, dtype=np.int64)
        block_of = np.repeat(np.arange(len(blocks)), sizes)
        within = np.arange(total) - np.repeat(np.cumsum([0, *sizes[:-1]]), sizes) if total else when
        earliest = np.argsort(when, kind="stable")
        keys = np.concatenate([variables, coefficients * np.sign(leading)], axis=1)[earliest]
        _, firsts = np.unique(keys, axis=0, return_index=True)
        kept = earliest[np.sort(firsts)]
        kept = kept[(variables[kept] != 0).any(axis=1)]
        self.variables, self.coefficients = variables[kept], coefficients[kept]
        self.rounds = when[kept]
        self._block_of, self._within = block_of[kept], within[kept]

    def __len__(self) -> int:
        return len(self.rounds)

    def source(self, k: int) -> Source:
        """Where equation `k` came from."""
        kind, number, conclusion, rows = self._sources[self._block_of[k]]
        return Source(kind, number, int(rows[self._within[k]]), conclusion)


def _fact_blocks(closure: Closure, fact: Fact) -> list[FormBlock]:
    points = [np.array([point]) for point in fact.points]
    return form_blocks(closure.frame, fact.predicate, points, fact.value)
