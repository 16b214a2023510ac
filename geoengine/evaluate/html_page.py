"""Self-contained pages of tables and plots, without scripts and external files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoengine.evaluate.svg_plot import DARK, Plot
from geoengine.evaluate.table import Table, to_html
from geoengine.html_templates import fill_template

__all__ = ["Section", "to_folded", "to_page", "to_picture"]

_HERE = "geoengine.evaluate"
_LONG = 40
"""Tables with more rows are folded."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page.

    Attributes
    ----------
    name : str
        The section's anchor in the page.
    title : str
    content : str
        HTML.
    """

    name: str
    title: str
    content: str


def to_folded(table: Table) -> str:
    """A table with its note as HTML, folded if it is long."""
    folded = len(table.rows) > _LONG
    return fill_template(_HERE, "folded.html", table=table, written=to_html(table), folded=folded)


def to_picture(plot: Plot) -> str:
    """A plot with its note as HTML."""
    return fill_template(_HERE, "picture.html", plot=plot)


def to_page(
    title: str, head: Sequence[str], account: Sequence[str], sections: Sequence[Section]
) -> str:
    """A whole page.

    Parameters
    ----------
    title : str
    head : sequence of str
        Paragraphs at the top.
    account : sequence of str
        Irregularities in the data.
    sections : sequence of Section

    Examples
    --------
    >>> page = to_page("a < b", [], [], [Section("one", "One", "<p>1</p>")])
    >>> "<h1>a &lt; b</h1>" in page, "<script" in page
    (True, False)
    """
    return fill_template(
        _HERE, "page.html", title=title, head=head, account=account, sections=sections, dark=DARK
    )
