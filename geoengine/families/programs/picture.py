"""Pictures of programs, for people."""

from __future__ import annotations

import io
from typing import Any

from geoengine.program import Arc, Drawn, Execution, Path, Projection, Triple

__all__ = ["render_program"]

_INCHES, _DPI = 4.0, 150
_ALIGN = 0.035
_SAMPLES = 60


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
        self._settings = done.settings
        places = [
            self._place(node)
            for one in done.display
            for path in one.paths
            for node in (path.nodes if path.straight else _samples(path))
        ]
        width = max((z.real for z in places), default=1) - min((z.real for z in places), default=0)
        height = max((z.imag for z in places), default=1) - min((z.imag for z in places), default=0)
        self._size = max(width, height) or 1.0

    def show(self, axes: Any, one: Drawn, order: int) -> None:
        """Draw one thing; later ones cover earlier ones."""
        colour = one.pen.colour or (0.0, 0.0, 0.0)
        if one.kind == "label":
            self._write(axes, one, colour)
        elif one.kind == "dot":
            spots = [self._place(path.point) for path in one.paths]
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
            own = [self._place(node) for node in _samples(path)]
            if path.closed and own:
                own.append(own[0])
            spots += [(z.real, z.imag) for z in own]
            codes += [Outline.MOVETO] + [Outline.LINETO] * (len(own) - 1)
            if path.closed and own:
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
        place = self._place(one.position) + one.align * _ALIGN * self._size
        axes.text(place.real, place.imag, one.text, ha="center", va="center", fontsize=13,
                  color=colour, zorder=1000)  # fmt: skip
        axes.update_datalim([(place.real, place.imag)])

    def _place(self, node: complex | Triple) -> complex:
        if isinstance(node, Triple):
            projection = self._settings.projection or _DEFAULT_VIEW
            return projection(node)
        return node


_DEFAULT_VIEW = Projection(Triple(5, 4, 2))
_LINES = {"dashed": (0, (4, 3)), "longdashed": (0, (7, 4)), "dotted": ":", "Dotted": ":",
          "dashdotted": "-.", "longdashdotted": "-."}  # fmt: skip


def _samples(path: Path) -> list[complex | Triple]:
    """Return points of a path, so close that its arcs look round."""
    if path.straight:
        return list(path.nodes)
    found: list[complex | Triple] = [path.point]
    for piece in path.pieces:
        count = _SAMPLES if isinstance(piece, Arc) else 1
        found += [piece.at(k / count) for k in range(1, count + 1)]
    return found
