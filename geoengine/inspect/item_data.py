"""The data of a page about an item: what the solver gets, and separately what it must not see."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from geoengine.catalogue import load_rules
from geoengine.graph import deduce
from geoengine.inspect.draft_data import construction_record
from geoengine.inspect.explanation_data import explanation_record
from geoengine.inspect.figure_data import figure_record
from geoengine.inspect.listing_data import listing_of
from geoengine.inspect.page_header import header
from geoengine.inspect.problem_data import graph_record, sentence_records
from geoengine.inspect.prompt_parts import prompt_parts
from geoengine.inspect.proof_data import proof_from_record, proof_records
from geoengine.inspect.solid_data import exhibit_record
from geoengine.inspect.state_table import StateTable
from geoengine.inspect.written_statement import written_statement
from geoengine.items import Explanation, Family, Item, load_family
from geoengine.language import write
from geoengine.scene import (
    SENTENCE_TEMPLATES,
    Diagram,
    Problem,
    add_points,
    load_problem,
    load_steps,
    place,
)
from geoengine.verify import read_proof

__all__ = ["item_record"]

_ABOUT = ("form", "evidence", "proof_steps", "premises", "premises_used", "worth")
"""The entries of `Item.meta` that the page shows with the answer."""

_TOOLS = {
    "compass_only": "the compass alone",
    "compass": "straightedge and compass",
    "full": "all commands",
}

_LINE = re.compile(r"^(?:Step (\d+)\. |第(\d+)步：)(.*)$", re.MULTILINE)
"""A numbered line of a question, in either language."""

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
    files: Mapping[str, str] | None = None,
    problem: Mapping[str, Any] | None = None,
    split: str = "",
) -> dict[str, Any]:
    """Return the data of a page about an item.

    Parameters
    ----------
    item : Item
    files : mapping of str to str, optional
        The URL of each picture and video, relative to the page or a ``data:`` address, by its path
        within the split. What is not in it is not shown.
    problem : mapping, optional
        The problem's record in the split, whose proofs are shown (none if it is empty); nothing is
        deduced then. If None, everything that follows from the problem is deduced and shown.
    split : str
        The name of the split, under which reviews of the item are kept.

    Returns
    -------
    dict
        Plain data for `standalone_page` and `linked_page`. If the family's problems are not in
        JGEX, it has the item alone, without a figure.

    Raises
    ------
    ProblemError
        If the item's problem cannot be read.
    PlacementError
        If no figure of the problem was found.
    """
    name = item.id or item.task
    family = load_family(item.family)
    explanation = family.explain(item)
    if not family.jgex:
        record = {**header("item", name, None), **_NOTHING_PROVED, **StateTable({}, {}).record()}
        diagram = None
    else:
        *_, diagram = _placed(item.problem, _seed(item), item.added_clauses)
        record = _figure_and_proofs(item, problem)
    states = {state[0]: number for number, state in enumerate(record["states"])}
    return {
        **record,
        "kind": "item",
        "title": name,
        "item": {
            "id": item.id,
            "split": split,
            "task": _title(family, item.task),
            "tags": _tags(item),
            "language": item.language,
            **_shown(item, files or {}),
            "solid": exhibit_record(item, family),
            "listing": listing_of(item, family),
            "answer": _answer(item),
            "construction": (
                construction_record(item.answer) if item.answer.kind == "draft" else None
            ),
            "about": _about(item),
            "lines": _lines(item, explanation, record, states),
            "certificate": explanation_record(explanation, diagram, states),
            "raw": json.dumps(
                {"certificate": item.certificate, "meta": item.meta},
                ensure_ascii=False, indent=1,
            ),
        },
    }  # fmt: skip


def _seed(item: Item) -> int:
    seed = item.meta.get("seed")
    return seed if isinstance(seed, int) and seed >= 0 else 0


@lru_cache(maxsize=4)
def _placed(problem: str, seed: int, added: str) -> tuple[Problem, Problem, Diagram]:
    """Read a problem; return it, the same with the added points, and a figure of these.

    Cached, since a gallery makes the items of a problem in turn.
    """
    scene = load_problem(problem)
    diagram = place(scene, seed=seed)
    if not added:
        return scene, scene, diagram
    return scene, *add_points(scene, diagram.xy, load_steps(added, scene))


@lru_cache(maxsize=4)
def _figure(problem: str, seed: int, added: str) -> dict[str, Any]:
    scene, longer, diagram = _placed(problem, seed, added)
    return figure_record(diagram, longer.premises, longer, longer.points[len(scene.points) :])


def _figure_and_proofs(item: Item, problem: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what is derived from the problem, or what its record in the split has.

    Of an item whose proof adds points, that proof is shown: another item about the same goal may
    add others.
    """
    added, seed = item.added_clauses, _seed(item)
    scene, longer, diagram = _placed(item.problem, seed, added)
    if problem is None and not added:
        goal = written_statement(item.meta.get("goal"))
        goals = () if goal is None else (goal,)
        return graph_record(deduce(scene, diagram=diagram), goals=goals)
    states = StateTable(diagram.index, load_rules())
    states.add_premises(scene.relations)
    states.add_definitions(longer.relations)
    solutions = [problem, *problem.get("other_solutions", ())] if problem else []
    written = [solution.get("formal_solution") for solution in solutions]
    if added:
        written = [item.certificate["proof"]]
    proofs = [proof_from_record(read_proof(one)) for one in written]
    return {
        **_NOTHING_PROVED,
        **header("item", item.id or item.task, scene),
        "sentences": sentence_records(scene, states, scene.relations),
        "figure": _figure(item.problem, seed, added),
        "proofs": proof_records(states, proofs),
        **states.record(),
    }


def _shown(item: Item, files: Mapping[str, str]) -> dict[str, Any]:
    """Return what the solver gets: pictures and videos, the prompts, the options."""
    options = item.answer.options if item.answer.kind == "choice" else ()
    return {
        "media": [
            {"kind": medium.kind, "url": files[medium.path]}
            for medium in item.media
            if medium.shown and medium.kind != "code" and medium.path in files
        ],
        "prompts": [
            {
                "name": name.replace("_", " ").capitalize(),
                "parts": prompt_parts(text, item.question, options),
            }
            for name, text in item.prompts.model_dump().items()
        ],
        "options": list(options),
    }


def _answer(item: Item) -> dict[str, Any]:
    """Return the answer by its kind: ``text``, and what else a response may say."""
    answer = item.answer
    notes: list[str] = []
    lines: list[dict[str, Any]] = []
    if answer.kind == "value":
        article = "an" if answer.quantity[0] in "aeiou" else "a"
        notes.append(f"The question asks for {article} {answer.quantity}.")
        if answer.unit:
            notes.append(f"A response may name the unit {answer.unit}.")
        if answer.tolerance is not None:
            notes.append(f"It may be off by {100 * answer.tolerance:g} %.")
    elif answer.kind == "named":
        others = [" ".join(points) for points in answer.aliases]
        notes += [f"It may also be written as {' or '.join(others)}."] if others else []
    elif answer.kind == "draft":
        lines = [{"text": step.text, "commands": list(step.commands)} for step in answer.steps]
        notes.append(f"The construction must make these true: {'; '.join(answer.goals)}.")
        notes.append(f"Tools: {_TOOLS[answer.tools]}.")
    return {
        "kind": answer.kind,
        "text": answer.expected,
        "key": answer.key if answer.kind == "choice" else None,
        "notes": notes,
        "lines": lines,
    }


def _tags(item: Item) -> list[str]:
    """Return what may be shown with the question: nothing that tells about its figure or answer."""
    tier = item.meta.get("tier")
    language = {"en": [], "zh": ["Chinese"]}.get(item.language, [item.language])
    return [*([] if tier is None else [f"tier {tier}"]), *language]


def _about(item: Item) -> list[list[str]]:
    meta = {name: item.meta[name] for name in _ABOUT if item.meta.get(name) is not None}
    return [
        ["Scene", item.scene.replace("_", " ")],
        *(
            [name.replace("_", " ").capitalize(), str(value).replace("_", " ")]
            for name, value in meta.items()
        ),
    ]


def _title(family: Family, task: str) -> str:
    """Return the title of a task; an item from elsewhere may name one that the family lacks."""
    return family.task(task).title if task in family.names else task.replace("_", " ")


def _lines(
    item: Item, explanation: Explanation, record: Mapping[str, Any], states: Mapping[str, int]
) -> list[dict[str, int | None]]:
    """Return, for each numbered line of the question, the step or the state that it concludes.

    Both are None where the page has no such statement.
    """
    style = SENTENCE_TEMPLATES[item.language].style
    printed = {
        write(statement, style): number
        for text, number in states.items()
        if (statement := written_statement(text)) is not None
    }
    proofs = record["proofs"]
    steps = {record["steps"][step][1]: step for step in (proofs[0]["steps"] if proofs else ())}
    found: list[dict[str, int | None]] = []
    for match in _LINE.finditer(item.question):
        number = int(match[1] or match[2])
        conclusion = match[3].rpartition("⇒ ")[2]
        state = printed.get(conclusion)
        if 1 <= number <= len(explanation.claims):
            claim = written_statement(explanation.claims[number - 1])
            state = None if claim is None else states.get(str(claim))
        found.append(
            {
                "number": number,
                "step": None if state is None else steps.get(state),
                "state": state,
            }
        )
    return found
