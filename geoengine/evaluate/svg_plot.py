"""Plots as inline SVG, in colors that adapt to light and dark pages."""

from __future__ import annotations

import html
import io
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["COLORS", "DARK", "MARKERS", "Plot", "draw_plot", "short_name"]

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#6b6b6b")
"""Colors of series. The first six are safe for color-blind readers (Okabe and Ito)."""
MARKERS = "osD^vPX*"
_INK = "#222222"
_LONGEST = 28
_COLOR = re.compile(r"#[0-9a-f]{6}\b")

_OF_SERIES = (
    "#4fb0ea", "#ff9156", "#3cc9a2", "#e6a0c8", "#f5c04d", "#a5dbff", "#cdb27c", "#b4b4b4",
)  # fmt: skip
DARK = {
    **dict(zip(COLORS, _OF_SERIES, strict=True)),
    _INK: "#e4e4e4",
    "#444444": "#c4c4c4",
    "#666666": "#a8a8a8",
    "#888888": "#8a8a8a",
    "#bbbbbb": "#5c5c5c",
    "#dddddd": "#44474d",
    "#eeeeee": "#2d3036",
}
"""The color on a dark page, for each color of a plot."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes
    ----------
    name, title, note : str
    svg : str
        An ``svg`` element.
    """

    name: str
    title: str
    svg: str
    note: str = ""


def short_name(name: str) -> str:
    r"""A name for a legend: shortened, and escaped so that it is not typeset as mathematics.

    Examples
    --------
    >>> print(short_name("costs $5"))
    costs \$5
    """
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return short.replace("$", r"\$")


def draw_plot(
    name: str, width: float, height: float, paint: Callable[[Any], None], *, title: str, note: str
) -> Plot:
    """Draw a figure and write it as SVG; equal figures give equal bytes.

    Parameters
    ----------
    name : str
        Unique in the page: it is the prefix of the ids within the picture.
    width, height : float
        Inches.
    paint : callable
        Draws into the axes that it is given.
    title, note : str

    Examples
    --------
    >>> def paint(axes):
    ...     axes.plot([1, 2], color=COLORS[0])
    >>> plot = draw_plot("p", 2, 1, paint, title="T", note="")
    >>> "var(--c0072b2, #0072b2)" in plot.svg
    True
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {
        "svg.hashsalt": f"geoengine {name}",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": "#888888",
        "axes.labelcolor": _INK,
        "text.color": _INK,
        "xtick.color": "#666666",
        "xtick.labelcolor": _INK,
        "ytick.color": "#666666",
        "ytick.labelcolor": _INK,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }
    stream = io.BytesIO()
    with mpl.rc_context(settings), warnings.catch_warnings():
        # Keep text as text: the browser has fonts for letters that ours lacks.
        warnings.filterwarnings("ignore", message="Glyph")
        figure = Figure(figsize=(width, height), layout="constrained")
        paint(figure.add_subplot())
        metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
        FigureCanvasSVG(figure).print_svg(stream, metadata=metadata)  # type: ignore[no-untyped-call]
    svg = stream.getvalue().decode("utf-8")
    svg = svg[svg.index("<svg") :]
    # Several pictures share a page, so their ids need a prefix.
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bstyle="[^"]*"', lambda style: _COLOR.sub(_themed, style[0]), svg)
    label = html.escape(title)
    return Plot(
        name, title, svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1), note
    )


def _themed(match: re.Match[str]) -> str:
    color = match[0]
    return f"var(--c{color[1:]}, {color})" if color in DARK else color
