"""Plots of an evaluation, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geoengine.evaluate.evaluation import Evaluation, share
from geoengine.evaluate.svg_plot import COLORS, MARKERS, Plot, draw_plot, short_name
from geoengine.evaluate.table import Table

__all__ = ["all_plots"]

_MOST = 16
"""The maximum number of models in a plot that remain distinguishable."""


def all_plots(evaluation: Evaluation, tables: Sequence[Table]) -> list[Plot]:
    """All plots that have data.

    Parameters
    ----------
    evaluation : Evaluation
    tables : sequence of Table
        The tables of the same evaluation.
    """
    by_name = {table.name: table for table in tables}
    made = [_tasks(evaluation), _tiers(evaluation)]
    made += [
        _variant(evaluation, table)
        for name, table in by_name.items()
        if name.startswith("variant_")
    ]
    if "correlations" in by_name:
        made.append(_correlations(evaluation, by_name["correlations"]))
    if "distractors" in by_name:
        made.append(_distractors(evaluation, by_name["distractors"]))
    return [plot for plot in made if plot is not None]


def _tasks(evaluation: Evaluation) -> Plot | None:
    runs = [evaluation.repeats_of(*name)[0] for name in evaluation.names][:_MOST]

    def paint(axes: Any) -> None:
        for row, run in enumerate(runs):
            places, shares, below, above = [], [], [], []
            for column, part in enumerate(evaluation.parts):
                grades = evaluation.of_part(run, part)
                if not grades:
                    continue
                bounds, accuracy = evaluation.interval(grades), share(grades)
                places.append(column + 0.7 * ((row + 0.5) / len(runs) - 0.5))
                shares.append(100 * accuracy)
                below.append(100 * max(0.0, accuracy - bounds.low))
                above.append(100 * max(0.0, bounds.high - accuracy))
            axes.errorbar(
                places, shares, yerr=[below, above], linestyle="", markersize=5, elinewidth=1,
                marker=MARKERS[row % len(MARKERS)], color=COLORS[row % len(COLORS)],
                label=short_name(run.name),
            )  # fmt: skip
        chances = [evaluation.chance(part) for part in evaluation.parts]
        choices = [column for column, chance in enumerate(chances) if chance]
        if choices:
            axes.annotate("chance", (choices[0] - 0.5, 100 * chances[choices[0]]), fontsize=7,
                          color="#666666", xytext=(2, 2), textcoords="offset points")  # fmt: skip
        for column in choices:
            level = 100 * chances[column]
            ends = [column - 0.5, column + 0.5]
            axes.plot(ends, [level] * 2, color="#888888", linestyle="--", linewidth=1)
        for column in range(1, len(evaluation.parts)):
            axes.axvline(column - 0.5, color="#eeeeee", linewidth=1, zorder=0)
        axes.set_xticks(
            range(len(evaluation.parts)), [evaluation.short[part] for part in evaluation.parts]
        )
        axes.set_xlim(-0.5, len(evaluation.parts) - 0.5)
        axes.set_ylim(-3, 103)
        axes.set_ylabel("accuracy (%)")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)

    note = "Bars are 95 % bootstrap intervals; the first run of each model."
    if len(evaluation.names) > _MOST:
        note += f" The first {_MOST} of {len(evaluation.names)} models."
    height = max(3.6, 0.22 * len(runs))
    name = "type" if evaluation.has_types else "task"
    return draw_plot(f"{name}s", 9, height, paint, title=f"Accuracy by {name}", note=note)


def _tiers(evaluation: Evaluation) -> Plot | None:
    tier_of = evaluation.facets().get("tier")
    if tier_of is None:
        return None
    runs = [evaluation.repeats_of(*name)[0] for name in evaluation.names][:_MOST]
    tiers = sorted({tier_of(identity) for run in runs for identity in run.grades})
    if len(tiers) < 2:
        return None

    def paint(axes: Any) -> None:
        for row, run in enumerate(runs):
            found = []
            for place, tier in enumerate(tiers):
                grades = [g for g in run.grades.values() if tier_of(g.id) == tier]
                if grades:
                    found.append((place, 100 * share(grades)))
            axes.plot(
                *zip(*found, strict=True), marker=MARKERS[row % len(MARKERS)], markersize=5,
                color=COLORS[row % len(COLORS)], linewidth=1.2, label=short_name(run.name),
            )  # fmt: skip
        axes.set_xticks(range(len(tiers)), tiers)
        axes.set_ylim(-3, 103)
        axes.set_ylabel("accuracy (%)")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)

    height = max(3.2, 0.22 * len(runs))
    return draw_plot("tiers", 9, height, paint, title="Accuracy by tier of the scene", note="")


def _variant(evaluation: Evaluation, table: Table) -> Plot | None:
    names = [column.name for column in table.columns]
    cells = {name: names.index(name) for name in ("plain", "variant")} | {"part": 1}
    models = list(dict.fromkeys(str(row[0]) for row in table.rows))[:_MOST]
    parts = [
        part for part in evaluation.short if part in {row[cells["part"]] for row in table.rows}
    ]

    def paint(axes: Any) -> None:
        for number, model in enumerate(models):
            color = COLORS[number % len(COLORS)]
            rows = {row[cells["part"]]: row for row in table.rows if row[0] == model}
            places = [k for k, part in enumerate(parts) if part in rows]
            for name, style in (("plain", "--"), ("variant", "-")):
                shares = [100 * float(rows[parts[k]][cells[name]] or 0) for k in places]
                axes.plot(
                    places, shares, style, marker=MARKERS[number % len(MARKERS)], color=color,
                    markersize=4, linewidth=1.2, label=short_name(f"{model}, {name}"),
                )  # fmt: skip
        axes.set_xticks(range(len(parts)), [evaluation.short[part] for part in parts])
        axes.set_ylim(-3, 103)
        axes.set_ylabel("accuracy (%)")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)

    height = max(3.2, 0.3 * len(models))
    return draw_plot(table.name, 9, height, paint, title=table.title, note="Dashed: plain.")


def _correlations(evaluation: Evaluation, table: Table) -> Plot | None:
    variants = list(dict.fromkeys(row[0] for row in table.rows))
    rows = [row for row in table.rows if row[0] == variants[0] and row[3] is not None]
    if not rows:
        return None

    def paint(axes: Any) -> None:
        for place, row in enumerate(reversed(rows)):
            rho, low, high = (row[k] for k in (3, 4, 5))
            if low is not None and high is not None:
                axes.plot([low, high], [place, place], color=COLORS[0], linewidth=1.4)
            axes.plot([rho], [place], "o", color=COLORS[0])
        axes.axvline(0, color="#bbbbbb", linewidth=1)
        axes.set_yticks(range(len(rows)), [evaluation.short[str(row[1])] for row in reversed(rows)])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlim(-1.05, 1.05)
        axes.set_xlabel("ρ with solving")

    height = 1.2 + 0.35 * len(rows)
    return draw_plot("correlations", 6.5, height, paint, title=table.title, note="")


def _distractors(evaluation: Evaluation, table: Table) -> Plot | None:
    cells = {column.name: k for k, column in enumerate(table.columns)}
    counts: dict[tuple[str, str], list[int]] = {}
    for row in table.rows:
        if row[cells["by"]] == "evidence":
            key = (str(row[cells["task"]]), str(row[cells["kind"]]))
            both = counts.setdefault(key, [0, 0])
            both[0] += int(row[cells["chosen"]] or 0)
            both[1] += int(row[cells["offered"]] or 0)
    kinds = list(counts)
    if not kinds:
        return None

    def paint(axes: Any) -> None:
        shares = [100 * counts[kind][0] / counts[kind][1] for kind in kinds]
        axes.barh(range(len(kinds)), shares, color=COLORS[0], height=0.6)
        for place, (kind, share_of) in enumerate(zip(kinds, shares, strict=True)):
            chosen, offered = counts[kind]
            axes.annotate(
                f"{chosen} of {offered}", (share_of, place), va="center", fontsize=7,
                xytext=(4, 0), textcoords="offset points", color="#444444",
            )  # fmt: skip
        axes.set_yticks(
            range(len(kinds)),
            [f"{evaluation.short[task]}: {kind.replace('_', ' ')}" for task, kind in kinds],
        )
        axes.invert_yaxis()
        axes.set_xlim(0, max(5.0, 1.2 * max(shares)))
        axes.set_xlabel("chosen, of the times it was offered (%)")

    note = "All runs together; wrong options of items that were answered."
    height = 1.2 + 0.3 * len(kinds)
    return draw_plot("distractors", 8, height, paint, title="Choices of wrong options", note=note)
