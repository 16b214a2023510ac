"""Explanations of items as data for pages: words, with the statements that a figure shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

import numpy as np

from geoengine.inspect.figure_data import relation_record
from geoengine.inspect.measured_words import contrast
from geoengine.inspect.written_statement import written_statement
from geoengine.items import Explanation, Remark
from geoengine.language import Statement, Style, write
from geoengine.scene import SENTENCE_TEMPLATES, Diagram, SentenceTemplates

__all__ = ["explanation_record"]


def explanation_record(
    explanation: Explanation, diagram: Diagram | None, states: Mapping[str, int]
) -> dict[str, Any]:
    """Return an explanation as data.

    Parameters
    ----------
    explanation : Explanation
    diagram : Diagram, optional
        The figure of the item, if the page has one.
    states : mapping of str to int
        The number of each statement of the page, by its formal text.

    Returns
    -------
    dict
        ``language``, ``remarks``, and ``options`` with the remarks about each. A remark has
        ``words``, texts and statements in turn, where a statement has its ``text``, the
        ``relation`` that the figure lights up, its number ``state`` on the page, or None, and
        whether it ``isFalse``; and a ``figure``, or None.

    Examples
    --------
    >>> told = Explanation((Remark("{} is given.", ("cong A B C D",)),))
    >>> explanation_record(told, None, {"cong A B C D": 3})["remarks"][0]["words"]
    [{'text': 'AB = CD', 'relation': None, 'state': 3, 'isFalse': False}, ' is given.']
    """
    templates = SENTENCE_TEMPLATES[explanation.language]
    row = {} if diagram is None else diagram.index
    xy = {} if diagram is None else dict(zip(diagram.points, diagram.xy[0], strict=True))

    def told(remark: Remark) -> dict[str, Any]:
        words = _words(remark, row, states, templates)
        false = [one for one in map(written_statement, remark.measured) if one is not None]
        said = [contrast(one, xy, explanation.language) for one in false]
        words += [f"{templates.space}{text}" for text in said if text]
        return {"words": words, "figure": _other_figure(remark, row)}

    return {
        "language": explanation.language,
        "remarks": [told(remark) for remark in explanation.remarks],
        "options": [[told(remark) for remark in remarks] for remarks in explanation.options],
    }


def _words(
    remark: Remark,
    row: Mapping[str, int],
    states: Mapping[str, int],
    templates: SentenceTemplates,
) -> list[Any]:
    left = [
        _statement(text, row, states, templates.style, is_false=text in remark.measured)
        for text in remark.statements
    ]
    words: list[Any] = []
    for text, place, _, _ in Formatter().parse(remark.text):
        if text:
            words.append(text)
        if place == "*":
            words += [part for one in left for part in (templates.listed, one)][1:]
            left = []
        elif place is not None:
            words.append(left.pop(0))
    return words


def _statement(
    text: str, row: Mapping[str, int], states: Mapping[str, int], style: Style, *, is_false: bool
) -> dict[str, Any] | str:
    statement = written_statement(text)
    if statement is None:
        return text
    return {
        "text": write(statement, style),
        "relation": _relation(statement, row),
        "state": states.get(str(statement)),
        "isFalse": is_false,
    }


def _other_figure(remark: Remark, row: Mapping[str, int]) -> dict[str, Any] | None:
    """Return another figure of the points of the page; None if it has too few of them."""
    figure = remark.figure
    if figure is None or not row:
        return None
    kept = [name for name in row if name in figure.points]
    if len(kept) < 2:
        return None
    span = np.array([figure.points[name] for name in kept])
    middle = span.mean(axis=0)
    return {
        # A point that the other figure lacks is not drawn; it needs a place all the same.
        "xy": [[float(x) for x in figure.points.get(name, middle)] for name in row],
        "absent": [k for name, k in row.items() if name not in figure.points],
        "fails": _relations(figure.fails, row),
        "holds": _relations(figure.holds, row),
    }


def _relations(texts: Sequence[str], row: Mapping[str, int]) -> list[list[Any]]:
    found = (written_statement(text) for text in texts)
    relations = (_relation(one, row) for one in found if one is not None)
    return [one for one in relations if one is not None]


def _relation(statement: Statement, row: Mapping[str, int]) -> list[Any] | None:
    """Return what the figure lights up for a statement; None if it lacks a point."""
    return relation_record(statement, row)[:2] if set(statement.points) <= row.keys() else None
