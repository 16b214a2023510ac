"""The data of a page about an item: the question, and the certificate of each option."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from geoengine.catalogue import load_rules
from geoengine.errors import StatementError
from geoengine.graph import deduce
from geoengine.inspect.figure_data import figure_record, relation_record
from geoengine.inspect.problem_data import graph_record, header, proof_from_record, proof_records
from geoengine.inspect.state_table import StateTable
from geoengine.items import Choice, Item, is_shown_code, load_family
from geoengine.language import Statement, parse_statement, write
from geoengine.scene import Diagram, Problem, load_problem, place
from geoengine.verify import read_proof

__all__ = ["item_record"]

_TAGS = ("form", "evidence", "tier", "proof_steps", "premises", "premises_used")
_SHOWN_SEPARATELY = frozenset(
    {"option", "correct", "statement", "statements", "evidence", "counterexample"}
)

_LABELS = {
    "verdict": "which is",
    "residual": "off by",
    "suffices": "enough for the goal",
    "false": "not true",
}
"""Labels for fields of certificates, where the field's name would not do."""


_NOTHING_PROVED: dict[str, Any] = {
    "figure": None,
    "answers": [],
    "unproved": [],
    "stopped": None,
    "proofs": [],
}
"""The fields of a page without a figure and without proofs."""


def item_record(
    item: Item,
    *,
    image: str | None = None,
    problem: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the data of a page about an item.

    Parameters
    ----------
    item : Item
    image : str, optional
        The URL of its picture, relative to the page or a ``data:`` address.
    problem : mapping, optional
        The problem's record in the split, whose proofs are shown (none if it is empty); nothing is
        deduced then. If None, everything that follows from the problem is deduced and shown.

    Returns
    -------
    dict
        Plain data for `standalone_page` and `linked_page`. If the family's problems are not in
        JGEX, it has the question and the certificate alone.

    Raises
    ------
    ProblemError
        If the item's problem cannot be read.
    PlacementError
        If no figure of the problem was found.
    """
    name = item.id or item.task
    if not load_family(item.family).jgex:
        return {
            **_NOTHING_PROVED,
            **header("item", name, None),
            **StateTable({}, {}).record(),
            "item": _question(item, {}, image, None),
        }
    seed = item.meta.get("seed")
    scene, diagram = _placed(item.problem, seed if isinstance(seed, int) and seed >= 0 else 0)
    goal = _parsed(item.meta.get("goal"))
    if problem is None:
        goals = () if goal is None else (goal,)
        record = graph_record(deduce(scene, diagram=diagram), goals=goals)
    else:
        states = StateTable(diagram.index, load_rules())
        states.add_premises(scene.relations)
        solutions = [problem, *problem.get("other_solutions", ())] if problem else []
        proofs = [
            proof_from_record(read_proof(solution.get("formal_solution"))) for solution in solutions
        ]
        record = {
            **_NOTHING_PROVED,
            **header("item", name, scene),
            "figure": figure_record(diagram, scene.premises, scene),
            "proofs": proof_records(states, proofs),
            **states.record(),
        }
    return {
        **record,
        "kind": "item",
        "title": name,
        "item": _question(item, diagram.index, image, goal),
    }


@lru_cache(maxsize=64)
def _placed(problem: str, seed: int) -> tuple[Problem, Diagram]:
    """Read and place a problem; cached, since consecutive items of a split share their figure."""
    scene = load_problem(problem)
    return scene, place(scene, seed=seed)


def _question(
    item: Item, row: Mapping[str, int], image: str | None, goal: Statement | None
) -> dict[str, Any]:
    entries = item.certificate.get("options")
    options = entries if isinstance(entries, list) else []
    choice = item.answer if isinstance(item.answer, Choice) else None
    tags = [[tag.replace("_", " "), item.meta[tag]] for tag in _TAGS if tag in item.meta]
    return {
        "task": item.task,
        "tags": [["scene", item.scene], *tags],
        "language": item.language,
        "question": item.question,
        "code": [medium.text for medium in item.media if is_shown_code(medium)],
        "options": list(choice.options) if choice else [],
        "key": choice.key if choice else 0,
        "answer": item.answer.expected,
        "image": image,
        "certificate": [_option(option, row, goal) for option in options],
        "raw": json.dumps(item.certificate, ensure_ascii=False, indent=1),
    }


def _option(
    option: Mapping[str, Any], row: Mapping[str, int], goal: Statement | None
) -> dict[str, Any]:
    """Return the certificate of an option: statements to highlight, facts, any counterexample."""
    texts = [option.get("statement"), *option.get("statements", ())]
    statements = [statement for text in texts if (statement := _parsed(text)) is not None]
    facts = [
        [_LABELS.get(name, name.replace("_", " ")), _plain(value)]
        for name, value in option.items()
        if name not in _SHOWN_SEPARATELY
    ]
    return {
        "correct": bool(option.get("correct")),
        "evidence": option.get("evidence"),
        "highlights": [mark for one in statements if (mark := _highlight(one, row)) is not None],
        "facts": [["statement", "; ".join(map(write, statements))], *facts]
        if statements
        else facts,
        "counterexample": _counterexample(option, row, goal, statements),
    }


def _counterexample(
    option: Mapping[str, Any],
    row: Mapping[str, int],
    goal: Statement | None,
    omitted: list[Statement],
) -> dict[str, Any] | None:
    found = option.get("counterexample")
    if not found or goal is None:
        return None
    names = "; ".join(map(write, omitted))
    return {
        "xy": [[float(number) for number in found["points"][name]] for name in row],
        "goal": _highlight(goal, row),
        "text": (
            f"Here {names} does not hold (dotted), and neither does the goal {write(goal)}:"
            f" it is off by {found.get('goal_residual')}."
        ),
    }


def _highlight(statement: Statement, row: Mapping[str, int]) -> list[Any] | None:
    """Return what the page highlights for a statement; None if it has a point not in the figure."""
    return relation_record(statement, row)[:2] if set(statement.points) <= row.keys() else None


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    statement = _parsed(value)
    if statement is not None:
        return write(statement)
    return value if isinstance(value, str) else json.dumps(value)


def _parsed(text: Any) -> Statement | None:
    try:
        return parse_statement(text) if isinstance(text, str) else None
    except StatementError:
        return None
