"""Pictures of programs, for people."""

from __future__ import annotations

import io
from typing import Any

from geoengine.families.programs.outlines import Outlines
from geoengine.program import Drawn, Execution

__all__ = ["render_program"]

_INCHES, _DPI = 4.0, 150
_ALIGN = 0.035


def render_program(done: Execution) -> bytes:
    r"""Draw what a program draws, as a PNG picture.

    Parameters
    ----------
    done : Execution
        Of the program.

    Examples
    --------
    >>> from geoengine.program import execute, read_program
    >>> render_program(execute(read_program("draw((0,0)--(3,1));")))[:4]
    b'\x89PNG'
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_INCHES, _INCHES), dpi=_DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.03, 0.03, 0.94, 0.94))
    axes.set_aspect("equal")
    axes.axis("off")
    view = _View(done)
    for order, one in enumerate(done.display):
        view.show(axes, one, order)
    axes.margins(0.08)
    target = io.BytesIO()
    figure.savefig(target, format="png", metadata={"Software": None})
    return target.getvalue()


class _View:
    """Draws what a program draws on the axes of a figure."""

    def __init__(self, done: Execution) -> None:
        self._settings, self._outlines = done.settings, Outlines(done)

    def show(self, axes: Any, one: Drawn, order: int) -> None:
        """Draw one thing; later ones cover earlier ones."""
        colour = one.pen.colour or (0.0, 0.0, 0.0)
        if one.kind == "label":
            self._write(axes, one, colour)
        elif one.kind == "dot":
            spots = [self._outlines.place(path.point) for path in one.paths]
            axes.plot([z.real for z in spots], [z.imag for z in spots], ".", color=colour,
                      markersize=6, zorder=order + 2)  # fmt: skip
        else:
            self._trace(axes, one, colour, order)

    def _trace(self, axes: Any, one: Drawn, colour: tuple[float, float, float], order: int) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline

        spots: list[tuple[float, float]] = []
        codes: list[Any] = []
        for path in one.paths:
            own = self._outlines.outline(path)
            spots += [(z.real, z.imag) for z in own]
            codes += [Outline.MOVETO] + [Outline.LINETO] * (len(own) - 1)
            if path.closed and len(own) > 1:
                codes[-1] = Outline.CLOSEPOLY
        if len(spots) < 2:
            return
        outline = Outline(spots, codes)
        filled = one.kind != "draw"
        width = one.pen.width or self._settings.pen.width or 0.9
        patch = PathPatch(
            outline,
            facecolor=(colour if one.kind == "fill" else "white") if filled else "none",
            edgecolor="none" if filled else colour,
            linewidth=0 if filled else 1.3 * width,
            linestyle=_LINES.get(one.pen.dash or "solid", "solid"),
            alpha=one.pen.opacity,
            zorder=order + 2,
        )
        axes.add_patch(patch)
        axes.update_datalim(spots)

    def _write(self, axes: Any, one: Drawn, colour: tuple[float, float, float]) -> None:
        place = self._outlines.place(one.position) + one.align * _ALIGN * self._outlines.size
        axes.text(place.real, place.imag, one.text, ha="center", va="center", fontsize=13,
                  color=colour, zorder=1000)  # fmt: skip
        axes.update_datalim([(place.real, place.imag)])


_LINES = {"dashed": (0, (4, 3)), "longdashed": (0, (7, 4)), "dotted": ":", "Dotted": ":",
          "dashdotted": "-.", "longdashdotted": "-."}  # fmt: skip
