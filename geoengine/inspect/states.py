"""The statements and steps of a page, each numbered once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from geoengine.catalogue import Rule, load_engine_steps
from geoengine.families.reasoning.notation import legend
from geoengine.graph import Proof
from geoengine.inspect.figure_data import relation_record
from geoengine.inspect.graph_layout import depths, spread
from geoengine.language import Statement, write

__all__ = ["States"]

_DRAWN_BY_THE_PAGE = 150
"""Graphs of at most so many nodes are laid out by the page itself, prettier and slower."""


class _Step(Protocol):
    @property
    def conclusion(self) -> Statement: ...
    @property
    def rule(self) -> str: ...
    @property
    def antecedents(self) -> tuple[Statement, ...]: ...
    @property
    def conditions(self) -> tuple[Statement, ...]: ...
    @property
    def mapping(self) -> Any: ...
    @property
    def modulus(self) -> int: ...


class States:
    """Numbers for statements and steps, in the order in which they are met.

    Parameters
    ----------
    row : mapping of str to int
        The number of each point of the figure.
    rules : mapping of str to Rule
        What steps may cite, beside the engine's own steps.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> states = States({"A": 0, "B": 1, "C": 2, "D": 3}, {})
    >>> equal = parse_statement("cong A B C D")
    >>> states.number(equal), states.number(equal)
    (0, 0)
    >>> states.record()["states"][0][:2]
    ['cong A B C D', 'AB = CD']
    """

    def __init__(self, row: Mapping[str, int], rules: Mapping[str, Rule]) -> None:
        self._row = dict(row)
        self._rules = rules
        self._given: dict[int, None] = {}
        self._states: dict[Statement, int] = {}
        self._steps: dict[tuple[Any, ...], int] = {}
        self._details: list[list[Any]] = []
        self._cited: dict[str, int] = {}
        self._path: dict[int, None] = {}

    def number(self, statement: Statement) -> int:
        """Return the number of a statement."""
        return self._states.setdefault(statement, len(self._states))

    def give(self, statements: Iterable[Statement]) -> None:
        """Take statements as premises."""
        self._given.update(dict.fromkeys(map(self.number, statements)))

    def add(self, step: _Step) -> int:
        """Return the number of a step."""
        antecedents = tuple(map(self.number, step.antecedents))
        conclusion = self.number(step.conclusion)
        mapping = dict(step.mapping)
        key = (step.rule, conclusion, antecedents, step.conditions, tuple(mapping.items()))
        if key not in self._steps:
            self._steps[key] = len(self._steps)
            self._details.append(
                [
                    self._cited.setdefault(step.rule, len(self._cited)),
                    conclusion,
                    list(antecedents),
                    [write(condition) for condition in step.conditions],
                    mapping,
                    step.modulus,
                ]
            )
        return self._steps[key]

    def tell(self, proof: Proof, title: str, lines: Iterable[Iterable[str]]) -> dict[str, Any]:
        """Number the steps of a proof, and note how it says its statements.

        Parameters
        ----------
        proof : Proof
        title : str
        lines : iterable of iterable of str
            What is to be read below each step.
        """
        self.give(proof.premises)
        steps = [self.add(step.derivation) for step in proof.steps]
        spoken = dict.fromkeys(
            [proof.goal, *proof.premises]
            + [s for step in proof.steps for s in (*step.derivation.antecedents, step.conclusion)]
        )
        self._path.update(dict.fromkeys(map(self.number, spoken)))
        said = {
            self.number(s): [proof.say(s), proof.say(s, "latex")]
            for s in spoken
            if s in proof.ordinary
        }
        return {
            "title": title,
            "goal": self.number(proof.goal),
            "premises": [self.number(premise) for premise in proof.premises],
            "steps": steps,
            "details": [list(line) for line in lines],
            "said": said,
            "legend": legend([proof.say(s) for s in spoken]),
        }

    def record(self) -> dict[str, Any]:
        """Return everything that was numbered, with places for the states of a large graph."""
        states = [
            [
                str(s), write(s), write(s, "latex"), write(s, "english"),
                relation_record(s, self._row)[:2], int(number in self._given),
            ]
            for s, number in self._states.items()
        ]  # fmt: skip
        record: dict[str, Any] = {
            "states": states,
            "steps": self._details,
            "rules": [self._rule(rule) for rule in self._cited],
        }
        links = [(tuple(step[2]), step[1]) for step in self._details]
        depth = depths(len(states), links, self._given)
        record["depths"] = depth.tolist()
        if len(states) + len(self._details) > _DRAWN_BY_THE_PAGE:
            pairs = [(a, conclusion) for antecedents, conclusion in links for a in antecedents]
            record["places"] = spread(depth, pairs, self._path).round(2).tolist()
        return record

    def _rule(self, rule: str) -> dict[str, Any]:
        engine_step = load_engine_steps().get(rule)
        if engine_step is not None:
            return {"id": rule, "name": engine_step.name, "statement": engine_step.statement}
        if rule not in self._rules:
            return {"id": rule, "name": rule, "statement": "Not among the rules of this program."}
        known = self._rules[rule]
        parts = {
            part: [str(pattern) for pattern in getattr(known, part)]
            for part in ("given", "where", "then")
        }
        return {"id": rule, "name": known.name, "statement": known.statement, **parts}
