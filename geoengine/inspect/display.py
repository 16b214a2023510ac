"""Displays of problems, graphs, proofs and items in notebooks: HTML without scripts, or a page."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import singledispatch
from typing import Any, NamedTuple

from geoengine.draw import draw
from geoengine.errors import PlacementError
from geoengine.graph import NotDerivedError, Proof, ReasoningGraph, trace
from geoengine.html_templates import fill_template
from geoengine.inspect.page import standalone_page
from geoengine.items import Choice, Item, load_family
from geoengine.language import Statement, write
from geoengine.scene import Diagram, Problem, describe, load_problem, place

__all__ = ["PageFrame", "as_html"]

_HERE = "geoengine.inspect"
_SIZE = 320
_STYLE = "display:inline-block;vertical-align:top;max-width:640px;margin:4px 12px 4px 0"


class PageFrame:
    """A page within a notebook, whose figure can be dragged and whose graph can be searched.

    Displaying it raises MissingAssetsError if the programs of the pages were not built.

    Parameters
    ----------
    data : dict
        The data of the page, as `problem_record`, `graph_record`, `proof_record` or `item_record`
        returns it.
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
        page = standalone_page(self.data)
        return fill_template(_HERE, "frame.html", page=page, height=self.height)


@singledispatch
def as_html(value: object) -> str:
    """Return the HTML that a notebook displays for a problem, graph, proof or item.

    IPython calls it by itself once geoengine has been imported.

    Parameters
    ----------
    value : Problem, ReasoningGraph, Proof or Item
        A problem is shown as its figure beside its text. A graph adds the number of derived
        statements and the proof of the first goal, or why there is none. A proof is a numbered
        list. The answer of an item is hidden until the reader opens it.

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
    return fill_template(_HERE, "problem.html", **_stated(problem, _drawn(problem)))


@as_html.register
def _graph_html(graph: ReasoningGraph) -> str:
    proof = excuse = ""
    if graph.problem.goal is not None:
        try:
            proof = _proof_html(trace(graph))
        except NotDerivedError as error:
            excuse = str(error)
    return fill_template(
        _HERE, "graph.html", proof=proof, excuse=excuse, premises=len(graph.premises),
        derived=graph.deduction.state_count, reason=graph.stop_reason.value,
        **_stated(graph.problem, _painted(graph.diagram, graph.premises)),
    )  # fmt: skip


@as_html.register
def _proof_html(proof: Proof) -> str:
    numbers = {step.conclusion: step.number for step in proof.steps}

    def numbered(statement: Statement) -> str:
        number = f" [{numbers[statement]}]" if statement in numbers else ""
        return proof.write(statement) + number

    steps = []
    for step in proof.steps:
        derivation = step.derivation
        grounds = "; ".join(map(numbered, (*derivation.antecedents, *derivation.conditions)))
        steps.append(
            {
                "conclusion": proof.write(step.conclusion),
                "rule": proof.names[derivation.rule],
                "grounds": grounds or "the figure",
            }
        )
    return fill_template(_HERE, "proof.html", goal=proof.write(proof.goal), steps=steps)


@as_html.register
def _item_html(item: Item) -> str:
    figure = _DisplayedFigure()
    if load_family(item.family).jgex:
        figure = _drawn(load_problem(item.problem), seed=item.meta.get("seed", 0))
    options = item.answer.options if isinstance(item.answer, Choice) else ()
    return fill_template(
        _HERE, "item.html", figure=figure, item=item, options=options, style=_STYLE
    )


class _DisplayedFigure(NamedTuple):
    """A picture as SVG in base64, or why there is none; both empty without a figure."""

    picture: str = ""
    excuse: str = ""


def _stated(problem: Problem, figure: _DisplayedFigure) -> dict[str, object]:
    """Return the fields that the template of a problem fills in."""
    return {
        "figure": figure,
        "text": describe(problem),
        "asked": [*map(write, problem.goals), *map(str, problem.questions)],
        "style": _STYLE,
    }


def _drawn(problem: Problem, seed: int = 0) -> _DisplayedFigure:
    try:
        return _painted(place(problem, seed=seed), problem.premises)
    except PlacementError as error:
        return _DisplayedFigure(excuse=str(error))


def _painted(diagram: Diagram, premises: Iterable[Statement]) -> _DisplayedFigure:
    picture = draw(diagram, premises, size=_SIZE, form="svg")
    return _DisplayedFigure(base64.b64encode(picture).decode())
