"""Displays in notebooks of problems, graphs, proofs and items: plain HTML, no scripts."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from geoengine.draw import draw
from geoengine.errors import PlacementError
from geoengine.graph import NotDerivedError, Proof, ReasoningGraph, trace
from geoengine.inspect.page import standalone_page
from geoengine.items import Choice, Item, load_family
from geoengine.language import Statement, write
from geoengine.scene import Diagram, Problem, describe, load_problem, place

__all__ = ["PageFrame", "as_html"]

_SIZE = 320
_STYLE = "display:inline-block;vertical-align:top;max-width:640px;margin:4px 12px 4px 0"


class PageFrame:
    """A whole page within a notebook: the figure can be dragged, the graph searched.

    Parameters
    ----------
    data : dict
        As `problem_record`, `graph_record`, `proof_record` or `item_record` returns it.
    height : int
        The height of the frame in pixels.

    Examples
    --------
    >>> from geoengine.inspect import problem_record
    >>> from geoengine.scene import load_problem
    >>> frame = PageFrame(problem_record(load_problem("A B C = triangle; M = midpoint B C")))
    >>> frame.height
    720
    """

    def __init__(self, data: dict[str, Any], *, height: int = 720) -> None:
        self.data = data
        self.height = height

    def _repr_html_(self) -> str:
        inside = html.escape(standalone_page(self.data))
        style = f"width:100%;height:{self.height}px;border:1px solid #ccc"
        return f'<iframe title="geoengine" style="{style}" srcdoc="{inside}"></iframe>'


@singledispatch
def as_html(value: object) -> str:
    """Return the HTML that a notebook displays for a problem, graph, proof or item.

    IPython uses it automatically once geoengine has been imported.

    Parameters
    ----------
    value : Problem, ReasoningGraph, Proof or Item
        A problem is shown as its figure beside its text; a graph adds the number of derived
        statements and the proof of the first goal; a proof is a numbered list; the key of an item
        is hidden until it is opened.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        For a value of another type.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("A B C = triangle; M = midpoint B C ? midp M B C")
    >>> "<li>M is the midpoint of BC</li>" in as_html(problem)
    True
    >>> shown = as_html(ge.trace(ge.deduce(problem)))
    >>> "<b>M is the midpoint of BC</b><br><i>Definition of midpoint</i>, from: BM = CM" in shown
    True
    """
    raise TypeError(
        f"expected a Problem, a ReasoningGraph, a Proof or an Item, found {type(value).__name__}"
    )


@as_html.register
def _problem_html(problem: Problem) -> str:
    try:
        figure = _figure(place(problem), problem.premises)
    except PlacementError as error:
        figure = _paragraph(str(error))
    return figure + _problem_text(problem)


@as_html.register
def _graph_html(graph: ReasoningGraph) -> str:
    derived = graph.deduction.state_count
    counted = f"{len(graph.premises)} premises, {derived} derived states"
    parts = [
        _figure(graph.diagram, graph.premises),
        _problem_text(graph.problem),
        _paragraph(f"{counted}; the derivation ended: {graph.stop_reason.value}"),
    ]
    if graph.problem.goal is not None:
        try:
            parts.append(_proof_html(trace(graph)))
        except NotDerivedError as error:
            parts.append(_paragraph(str(error)))
    return "".join(parts)


@as_html.register
def _proof_html(proof: Proof) -> str:
    numbers = {step.conclusion: step.number for step in proof.steps}

    def numbered(statement: Statement) -> str:
        number = f" [{numbers[statement]}]" if statement in numbers else ""
        return html.escape(proof.say(statement) + number)

    steps = []
    for step in proof.steps:
        derivation = step.derivation
        grounds = "; ".join(map(numbered, (*derivation.antecedents, *derivation.conditions)))
        by = html.escape(proof.names[derivation.rule])
        conclusion = html.escape(proof.say(step.conclusion))
        steps.append(
            f"<li><b>{conclusion}</b><br><i>{by}</i>, from: {grounds or 'the figure'}</li>"
        )
    shown = html.escape(proof.say(proof.goal))
    return f"<div><p><b>To show:</b> {shown}</p><ol>{''.join(steps)}</ol></div>"


@as_html.register
def _item_html(item: Item) -> str:
    figure = ""
    if load_family(item.family).jgex:
        try:
            problem = load_problem(item.problem)
            seed = item.meta.get("seed", 0)
            figure = _figure(place(problem, seed=seed), problem.premises)
        except PlacementError as error:
            figure = _paragraph(str(error))
    parts = [f"<p>{html.escape(item.question)}</p>".replace("\n", "<br>")]
    if item.code:
        parts.append(f"<pre>{html.escape(item.code)}</pre>")
    if isinstance(item.answer, Choice):
        options = "".join(f"<li>{html.escape(option)}</li>" for option in item.answer.options)
        parts.append(f"<ol>{options}</ol>")
    answer = html.escape(item.answer.expected)
    return (
        f'{figure}<div lang="{item.language}" style="{_STYLE}">{"".join(parts)}'
        f"<details><summary>Answer</summary>{answer}</details></div>"
    )


def _problem_text(problem: Problem) -> str:
    goals = _list([write(goal) for goal in problem.goals] + [str(q) for q in problem.questions])
    asked = f"<p><b>Asked:</b></p>{goals}" if problem.goals or problem.questions else ""
    return f'<div style="{_STYLE}">{_paragraph(describe(problem))}{asked}</div>'


def _figure(diagram: Diagram, premises: Iterable[Statement]) -> str:
    picture = draw(diagram, premises, size=_SIZE, form="svg")
    source = base64.b64encode(picture).decode()
    return f'<img alt="The figure" style="{_STYLE}" src="data:image/svg+xml;base64,{source}">'


def _list(texts: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{html.escape(text)}</li>' for text in texts)}</ul>"


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"
