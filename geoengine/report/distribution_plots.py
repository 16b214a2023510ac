"""Plots of collections side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geoengine.evaluate import COLORS, MARKERS, Plot, draw_plot, short_name
from geoengine.items import short_names, task_names
from geoengine.report.collection import Collection
from geoengine.report.difference import Histogram, histogram
from geoengine.report.measures import MEASURES, Measure
from geoengine.split import chance_bounds

__all__ = ["all_plots"]

_WIDTH = 4.8
_FEW = 12
"""The maximum number of bins for which bars stand side by side; outlines overlap with more."""
_MOST = 30
"""The maximum number of bars in a plot of names."""
_LINES = ("-", "--", "-.", ":")


def all_plots(collections: Sequence[Collection]) -> list[Plot]:
    """Return all plots that have data, named after their tables or measures.

    Parameters
    ----------
    collections : sequence of Collection
        At least one.
    """
    made: list[Plot | None] = [_keys(collections), _guesses(collections)]
    for quantity in MEASURES:
        if quantity.name in {"form", "evidence", "scene"}:
            continue
        found = histogram([quantity.values(one) for one in collections], measured=quantity.measured)
        if not found.counts.any():
            continue
        paint = _bars if quantity.measured else _horizontal_bars
        made.append(paint(quantity, collections, found))
    return [plot for plot in made if plot is not None]


def _legend(axes: Any, collections: Sequence[Collection], counts: Sequence[int]) -> None:
    if len(collections) > 1 and sum(map(bool, counts)):
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, fontsize=8,
            borderaxespad=0.2,
        )  # fmt: skip


def _bars(quantity: Measure, collections: Sequence[Collection], found: Histogram) -> Plot:
    """Make a histogram of a measure whose values are numbers, in percent."""
    shares, totals = 100 * found.shares, found.counts.sum(axis=1)
    bins = len(found.labels)

    def paint(axes: Any) -> None:
        shown = [row for row in range(len(collections)) if totals[row]]
        for place, row in enumerate(shown):
            color, label = COLORS[row], short_name(collections[row].name)
            if bins <= _FEW or len(shown) == 1:
                width = 0.84 / len(shown)
                centres = [k + width * (place - (len(shown) - 1) / 2) for k in range(bins)]
                axes.bar(centres, shares[row], width=width, color=color, label=label)
            else:
                edges = [k - 0.5 for k in range(bins + 1)]
                style = _LINES[row % len(_LINES)]
                axes.stairs(shares[row], edges, fill=True, color=color, alpha=0.16)
                axes.stairs(
                    shares[row], edges, color=color, linewidth=1.5, linestyle=style, label=label
                )
        every = -(-bins // 8)
        ticks = range(0, bins, every)
        axes.set_xticks(ticks, [found.labels[k] for k in ticks])
        if any(len(found.labels[k]) > 5 for k in ticks):
            axes.tick_params(axis="x", labelsize=7.5, rotation=30)
        axes.set_xlim(-0.6, bins - 0.4)
        axes.set_ylabel(f"{quantity.unit} (%)")
        axes.set_axisbelow(True)
        axes.grid(axis="y", color="#eeeeee", linewidth=0.8)
        _legend(axes, collections, totals)

    return draw_plot(quantity.name, _WIDTH, 2.7, paint, title=quantity.title, note="")


def _horizontal_bars(
    quantity: Measure, collections: Sequence[Collection], found: Histogram
) -> Plot:
    """Make a plot of bars for the commonest names, the commonest on top; tasks in their order."""
    shares, totals = 100 * found.shares, found.counts.sum(axis=1)
    order = list(range(len(found.labels)))
    if quantity.name == "task":
        order.sort(key=lambda k: task_names().index(found.labels[k]))
    order = order[:_MOST]

    def paint(axes: Any) -> None:
        shown = [row for row in range(len(collections)) if totals[row]]
        width = 0.8 / len(shown)
        for place, row in enumerate(shown):
            heights = [k + width * (place - (len(shown) - 1) / 2) for k in range(len(order))]
            axes.barh(
                heights, [shares[row, k] for k in order], height=width, color=COLORS[row],
                label=short_name(collections[row].name),
            )  # fmt: skip
        labels = [found.labels[k].replace("_", " ") for k in order]
        axes.set_yticks(range(len(order)), [label.replace("$", r"\$") for label in labels])
        axes.set_ylim(len(order) - 0.4, -0.6)
        axes.set_xlabel(f"{quantity.unit} (%)")
        axes.set_axisbelow(True)
        axes.grid(axis="x", color="#eeeeee", linewidth=0.8)
        _legend(axes, collections, totals)

    height = 1.0 + len(order) * (0.13 + 0.08 * min(len(collections), 4))
    note = f"The {_MOST} commonest of {len(found.labels)}." if len(found.labels) > _MOST else ""
    return draw_plot(quantity.name, _WIDTH, height, paint, title=quantity.title, note=note)


def _plot_with_bounds(
    axes: Any,
    collections: Sequence[Collection],
    points: Sequence[Sequence[Sequence[float]]],
    bounds: Sequence[Sequence[tuple[float, float] | None]],
    tasks: Sequence[str],
    chances: Sequence[float],
) -> None:
    """Draw the shares in each task, by collection, over the bounds of chance.

    `points` and `bounds` are by collection and task, and None bounds leave a task out; `chances`
    are by task. All are shares of one; the axis is in percent.
    """
    count = len(collections)
    for row, one in enumerate(collections):
        for column in range(len(tasks)):
            found = points[row][column]
            limits = bounds[row][column]
            if limits is None or not found:
                continue
            width = 0.8 / count
            left = column - 0.4 + row * width
            axes.bar(
                left + width / 2, 100 * (limits[1] - limits[0]), bottom=100 * limits[0],
                width=width * 0.86, color="#dddddd",
            )  # fmt: skip
            places = [left + width * (0.12 + 0.76 * (k + 0.5) / len(found))
                      for k in range(len(found))]  # fmt: skip
            axes.plot(
                places, [100 * share for share in found], linestyle="", marker=MARKERS[row],
                markersize=4 if len(found) < 5 else 2.6, color=COLORS[row], markeredgewidth=0,
            )  # fmt: skip
        axes.plot([], [], linestyle="", marker=MARKERS[row], markersize=4, color=COLORS[row],
                  label=short_name(one.name))  # fmt: skip
    for column, level in enumerate(chances):
        axes.plot([column - 0.5, column + 0.5], [100 * level] * 2, color="#888888",
                  linestyle="--", linewidth=1)  # fmt: skip
    axes.set_xticks(range(len(tasks)), [short_names()[task] for task in tasks])
    axes.set_xlim(-0.5, len(tasks) - 0.5)
    axes.set_ylim(bottom=0)
    _legend(axes, collections, [1] * count)


def _keys(collections: Sequence[Collection]) -> Plot | None:
    tasks = _tasks(collections)
    if not tasks:
        return None
    options = _options(collections, tasks)

    def paint(axes: Any) -> None:
        points, bounds = [], []
        for one in collections:
            keys = [[q.key for q in one.tasks.get(task, ()) if q.key] for task in tasks]
            points.append([[own.count(k) / len(own) for k in range(1, most + 1)] if own else []
                           for own, most in zip(keys, options, strict=True)])  # fmt: skip
            limits: list[tuple[float, float] | None] = []
            for own, count in zip(keys, options, strict=True):
                least, most = chance_bounds(len(own), 1 / count) if own else (0, 0)
                limits.append((least / len(own), most / len(own)) if own else None)
            bounds.append(limits)
        _plot_with_bounds(
            axes, collections, points, bounds, tasks, [1 / count for count in options]
        )
        axes.set_ylabel("key is in this place (%)")

    note = "From left to right the places (1), (2), …; grey is what chance keeps within."
    return draw_plot("keys", _WIDTH, 2.9, paint, title="Places of the key", note=note)


def _tasks(collections: Sequence[Collection]) -> list[str]:
    """Return the multiple-choice tasks of all collections, in the order of listings."""
    chosen = {task for one in collections for task, own in one.tasks.items() if own[0].options}
    return [task for task in task_names() if task in chosen]


def _options(collections: Sequence[Collection], tasks: Sequence[str]) -> list[int]:
    """Return the maximum number of options of each task."""
    return [
        max(len(q.options) for one in collections for q in one.tasks.get(task, ()))
        for task in tasks
    ]


def _guesses(collections: Sequence[Collection]) -> Plot | None:
    with_manifest = [one for one in collections if one.manifest]
    tasks = _tasks(with_manifest)
    if not tasks:
        return None
    options = _options(with_manifest, tasks)

    def paint(axes: Any) -> None:
        points, bounds = [], []
        for one in with_manifest:
            guesses = [one.broad_guesses(task) for task in tasks]
            points.append([[guess.accuracy for guess in own] for own in guesses])
            bounds.append([max((guess.bounds for guess in own), key=_span, default=None)
                           for own in guesses])  # fmt: skip
        _plot_with_bounds(
            axes, with_manifest, points, bounds, tasks, [1 / count for count in options]
        )
        axes.set_ylabel("blind guesses are right (%)")

    note = (
        "A mark for each way to guess that at least half of the items allow. Grey is what chance"
        " keeps within, for the way with the widest bounds."
    )
    return draw_plot("guesses", _WIDTH, 2.9, paint, title="Blind guesses", note=note)


def _span(bounds: tuple[float, float]) -> float:
    return bounds[1] - bounds[0]
