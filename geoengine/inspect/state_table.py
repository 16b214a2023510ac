"""The table of a page: its statements, numbered, and its steps, numbered separately."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from geoengine.catalogue import Rule, load_engine_steps
from geoengine.graph import Proof, WrittenEquation, choice_of
from geoengine.inspect.figure_data import relation_record
from geoengine.inspect.graph_layout import layer_numbers, layout_positions
from geoengine.language import Statement, write
from geoengine.scene import symbol_legend

__all__ = ["StateTable"]

_DRAWN_BY_THE_PAGE = 150
"""The page itself lays out graphs with at most this many nodes: better, but more slowly."""


class _AnyStep(Protocol):
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


class StateTable:
    """Numbers statements and steps in the order in which they are added.

    Parameters
    ----------
    row : mapping of str to int
        The number of each point of the figure.
    rules : mapping of str to Rule
        The rules that steps may cite, besides the engine's own steps.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> states = StateTable({"A": 0, "B": 1, "C": 2, "D": 3}, {})
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
        self._added: set[int] = set()
        self._states: dict[Statement, int] = {}
        self._steps: dict[tuple[Any, ...], int] = {}
        self._details: list[list[Any]] = []
        self._cited: dict[str, int] = {}
        self._path: dict[int, None] = {}

    def number(self, statement: Statement) -> int:
        """Return the number of a statement, adding it if it is new."""
        return self._states.setdefault(statement, len(self._states))

    def reference(self, statement: Statement) -> int | str:
        """Return the number of a statement, or its text if it is not in the table."""
        found = self._states.get(statement)
        return write(statement) if found is None else found

    def equation(self, equation: WrittenEquation) -> dict[str, Any]:
        """Return an equation: terms (factor, quantity, rows of points) and a right-hand side."""
        terms = [
            [str(factor), text, [self._row[a], self._row[b]]]
            for factor, text, (a, b) in equation.terms
        ]
        return {"terms": terms, "right": equation.right}

    def add_premises(self, statements: Iterable[Statement]) -> None:
        """Add statements, and mark them as premises."""
        self._given.update(dict.fromkeys(map(self.number, statements)))

    def add_definitions(self, statements: Iterable[Statement]) -> None:
        """Add statements that say where the points are that a proof adds, or are premises."""
        numbers = dict.fromkeys(map(self.number, statements))
        numbers = {number: None for number in numbers if number not in self._given}
        self._given.update(numbers)
        self._added.update(numbers)

    def add_step(self, step: _AnyStep) -> int:
        """Add a step unless it is there already; return its number."""
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
                    choice_of(step.rule, step.modulus),
                ]
            )
        return self._steps[key]

    def add_proof(self, proof: Proof, title: str) -> dict[str, Any]:
        """Add the premises and steps of a proof, and return its record.

        Its statements are laid out in the middle of the graph.

        Parameters
        ----------
        proof : Proof
        title : str

        Returns
        -------
        dict
            Plain data for JSON; statements and steps are given by their numbers.
        """
        self.add_premises(proof.premises)
        steps = [self.add_step(step.derivation) for step in proof.steps]
        occurring = dict.fromkeys(
            [proof.goal, *proof.premises]
            + [s for step in proof.steps for s in (*step.derivation.antecedents, step.conclusion)]
        )
        self._path.update(dict.fromkeys(map(self.number, occurring)))
        texts = {
            self.number(s): [proof.write(s), proof.write(s, "latex")]
            for s in occurring
            if s in proof.ordinary
        }
        return {
            "title": title,
            "goal": self.number(proof.goal),
            "premises": [self.number(premise) for premise in proof.premises],
            "steps": steps,
            "texts": texts,
            "legend": symbol_legend([proof.write(s) for s in occurring]),
        }

    def record(self) -> dict[str, Any]:
        """Return the whole table as plain data for JSON.

        The last entry of a state is 1 for a premise, and 2 for what says where an added point is.
        ``depths`` has the layer of each state (see `layer_numbers`); only a large graph has
        ``places``, the position of each state.
        """
        states = [
            [
                str(s), write(s), write(s, "latex"), write(s, "english"),
                relation_record(s, self._row)[:2],
                2 if number in self._added else int(number in self._given),
            ]
            for s, number in self._states.items()
        ]  # fmt: skip
        record: dict[str, Any] = {
            "states": states,
            "steps": self._details,
            "rules": [self._rule(rule) for rule in self._cited],
        }
        links = [(tuple(step[2]), step[1]) for step in self._details]
        depth = layer_numbers(len(states), links, self._given)
        record["depths"] = depth.tolist()
        if len(states) + len(self._details) > _DRAWN_BY_THE_PAGE:
            pairs = [(a, conclusion) for antecedents, conclusion in links for a in antecedents]
            record["places"] = layout_positions(depth, pairs, self._path).round(2).tolist()
        return record

    def _rule(self, rule: str) -> dict[str, Any]:
        engine_step = load_engine_steps().get(rule)
        if engine_step is not None:
            return {"id": rule, "name": engine_step.name, "statement": engine_step.statement}
        if rule not in self._rules:
            return {"id": rule, "name": rule, "statement": "Not one of the loaded rules."}
        known = self._rules[rule]
        parts = {
            part: [str(pattern) for pattern in getattr(known, part)]
            for part in ("given", "where", "then")
        }
        return {"id": rule, "name": known.name, "statement": known.statement, **parts}
