"""Self-contained pages of tables and plots, without scripts and external files."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from geoengine.evaluate.svg_plot import DARK, Plot
from geoengine.evaluate.table import Table, to_html

__all__ = ["Section", "to_folded", "to_page", "to_picture"]

_STYLE = """
:root { color-scheme: light dark; --ink: #222; --faint: #616161; --paper: #fff; --line: #e3e3e3;
  --rule: #999; --link: #20608f; --told: #8a2f1d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e4e4; --faint: #a8a8a8; --paper: #17191d;
  --line: #31343a; --rule: #777; --link: #7fbdee; --told: #ff9d87; DARK } }
body { font: 15px/1.5 system-ui, "Segoe UI", sans-serif; color: var(--ink);
  background: var(--paper); max-width: 80rem; margin: 2rem auto; padding: 0 1rem;
  overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
h3 { font-size: .95rem; margin: 0 0 .2rem; }
p.note { color: var(--faint); font-size: .85rem; max-width: 46rem; }
ul.account { color: var(--told); }
a { color: var(--link); } nav a { margin-right: .9rem; white-space: nowrap; }
div.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; }
div.plots { display: grid; gap: 1.2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
div.plots svg { width: 100%; max-width: 36rem; }
table { border-collapse: collapse; font-size: .85rem; overflow-wrap: normal; }
th { text-align: left; border-bottom: 2px solid var(--rule); vertical-align: bottom; }
td { border-bottom: 1px solid var(--line); } th, td { padding: .2rem .6rem; white-space: nowrap; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { th, td:not(.n) { white-space: normal; }
  th, td { padding: .2rem .35rem; } td:first-child { min-width: 7.5rem; } }
details > summary { cursor: pointer; color: var(--link); }
""".replace("DARK", " ".join(f"--c{light[1:]}: {dark};" for light, dark in DARK.items()))
_LONG = 40
"""Tables with more rows are folded."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page.

    Attributes
    ----------
    name : str
        Its anchor in the page.
    title : str
    content : str
        HTML.
    """

    name: str
    title: str
    content: str


def to_folded(table: Table) -> str:
    """A table with its note as HTML, folded if it is long."""
    written = f'<div class="wide">{to_html(table)}</div>'
    if len(table.rows) > _LONG:
        written = f"<details><summary>{len(table.rows)} rows</summary>{written}</details>"
    return f"{written}{_note(table.note)}"


def to_picture(plot: Plot) -> str:
    """A plot with its note as HTML."""
    return f'<div class="wide">{plot.svg}</div>{_note(plot.note)}'


def _note(note: str) -> str:
    return f'<p class="note">{html.escape(note)}</p>' if note else ""


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
    escape = html.escape
    links = " ".join(f'<a href="#{escape(s.name)}">{escape(s.title)}</a>' for s in sections)
    body = "".join(
        f'<section id="{escape(s.name)}"><h2>{escape(s.title)}</h2>{s.content}</section>'
        for s in sections
    )
    told = "".join(f"<li>{escape(line)}</li>" for line in account)
    heading = "<h2>Notes on the responses and data</h2>"
    listed = f'{heading}<ul class="account">{told}</ul>' if account else ""
    intro = "".join(f"<p>{escape(line)}</p>" for line in head)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'\">"
        f"<style>{_STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{intro}{listed}<nav>{links}</nav>{body}</body></html>\n"
    )
