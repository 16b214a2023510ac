"""The measurements as Markdown tables, which are also readable on a terminal."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

PHASES = ("place", "ground", "close", "certify")

Run = dict[str, Any]
"""One problem: the results of "ours", "newclid", "shipped" and "all_tables", as far as run."""

TITLES = {
    "ours": "geoengine",
    "newclid": "Newclid as shipped, whole run",
    "shipped": "its C++ program alone, flags as shipped",
    "all_tables": "its C++ program alone, all tables",
}


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a table, with the first column aligned left and the others right."""
    lines = [list(headings), *map(list, rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(headings))]
    rule = [f"{'-' * (width - 1)}{'-' if k == 0 else ':'}" for k, width in enumerate(widths)]
    lines.insert(1, rule)
    return "\n".join(
        "| "
        + " | ".join(
            cell.ljust(widths[k]) if k == 0 else cell.rjust(widths[k])
            for k, cell in enumerate(line)
        )
        + " |"
        for line in lines
    )


def figure_seconds(run: Run, who: str) -> float:
    """Seconds to read a problem and place its figure."""
    if who == "ours":
        return float(run["ours"]["seconds"]["place"])
    return float(run["newclid"]["seconds"]["build"])


def proof_seconds(run: Run, who: str) -> float:
    """Seconds from the figure to the proof."""
    if who == "ours":
        return sum(float(run["ours"]["seconds"][phase]) for phase in PHASES[1:])
    if who == "newclid":
        return float(run["newclid"]["seconds"]["run"])
    return float(run[who]["seconds"])


def placed(runs: Sequence[Run], who: str) -> list[Run]:
    """Return the problems whose figure could be placed."""
    source = "ours" if who == "ours" else "newclid"
    return [run for run in runs if run[source]["placed"]]


def proved(runs: Sequence[Run], who: str) -> list[Run]:
    """Return the problems whose goals were all proved."""
    return [run for run in placed(runs, who) if run[who]["proved"]]


def median(values: Iterable[float], digits: int) -> str:
    """Return the median, or a dash if there is none."""
    known = list(values)
    return f"{statistics.median(known):.{digits}f}" if known else "-"


def ratio(first: float, second: float) -> str:
    """Return the ratio of the first to the second."""
    return f"{first / second:.2f}" if second else "-"


def compare(runs: Sequence[Run], everyone: Sequence[str]) -> str:
    """Solved counts, times and their ratios to ours."""

    def totals(who: str) -> tuple[float, float]:
        mine = placed(runs, who)
        figure = sum(figure_seconds(run, who) for run in mine)
        return figure, sum(proof_seconds(run, who) for run in mine)

    our_figure, our_proof = totals("ours")
    rows = []
    for who in everyone:
        mine = placed(runs, who)
        figure, proof = totals(who)
        rows.append(
            [
                TITLES[who],
                f"{len(proved(runs, who))}/{len(runs)}",
                *(f"{seconds:.2f}" for seconds in (figure, proof, figure + proof)),
                median((1000 * proof_seconds(r, who) for r in mine), 1),
                median((1000 * (figure_seconds(r, who) + proof_seconds(r, who)) for r in mine), 1),
                ratio(proof, our_proof),
                ratio(figure + proof, our_figure + our_proof),
            ]
        )
    return table(
        ["", "proved", "figure, s", "proof, s", "both, s", "median proof, ms", "median both, ms",
         "proof / ours", "both / ours"],
        rows,
    )  # fmt: skip


def split(files: Sequence[tuple[str, Sequence[Run]]]) -> str:
    """Our time by phase."""
    rows = []
    for name, runs in files:
        mine = [run["ours"]["seconds"] for run in placed(runs, "ours")]
        rows += [
            [f"{name}, total, s", *(f"{sum(s[p] for s in mine):.2f}" for p in PHASES)],
            [f"{name}, median, ms", *(median((1000 * s[p] for s in mine), 2) for p in PHASES)],
        ]
    return table(["", *PHASES], rows)


def lengths(files: Sequence[tuple[str, Sequence[Run]]]) -> str:
    """Median proof length on the problems that both prove."""
    rows = []
    for name, runs in files:
        for who in ("shipped", "all_tables"):
            both = [
                run for run in proved(runs, who) if run["ours"]["placed"] and run["ours"]["proved"]
            ]

            def steps(measure: Callable[[Run], int], over: Sequence[Run] = both) -> str:
                return f"{statistics.median(map(measure, over)):g}" if over else "-"

            rows.append(
                [
                    f"{name}, {TITLES[who]}",
                    str(len(both)),
                    str(len(proved(runs, "ours")) - len(both)),
                    str(len(proved(runs, who)) - len(both)),
                    steps(lambda run: run["ours"]["steps"]),
                    steps(lambda run: run[who]["steps"]),  # noqa: B023
                    steps(lambda run: run[who]["deductions"]),  # noqa: B023
                ]
            )
    return table(
        ["", "both prove", "only ours", "only theirs", "our steps", "their steps",
         "all their deductions"],
        rows,
    )  # fmt: skip


def growth(found: Sequence[dict[str, Any]]) -> str:
    """Closure time by size, and the exponent of the best-fitting power law."""
    rows = [
        [
            str(one["points"]),
            str(one["instances"]),
            f"{one['ground']:.3f}",
            f"{one['close']:.3f}",
            f"{one['ground'] + one['close']:.3f}",
            one["stop_reason"],
            f"{one['peak_mb']:.0f}",
        ]
        for one in found
    ]
    x = [math.log(one["points"]) for one in found]
    y = [math.log(one["ground"] + one["close"]) for one in found]
    exponent = statistics.linear_regression(x, y).slope
    return (
        table(["points", "instances", "ground, s", "close, s", "both, s", "ended", "peak MB"], rows)
        + f"\n\nProcessor time, the least of {found[0]['runs']} runs of each size."
        f" Fitted exponent of the time: {exponent:.2f}."
    )


def memory(files: Sequence[tuple[str, Sequence[Run]]], everyone: Sequence[str]) -> str:
    """Peak memory of each process over all files."""
    runs = [run for _, file in files for run in file]
    return table(
        ["process", "peak MB"],
        [
            [
                TITLES[who] + (" (its Python)" if who == "newclid" else ""),
                f"{max((run[who]['peak_mb'] for run in placed(runs, who)), default=0):.0f}",
            ]
            for who in everyone
        ],
    )


def unplaced(files: Sequence[tuple[str, Sequence[Run]]], everyone: Sequence[str]) -> str:
    """Problems that could not be read or placed: how many of each file, and our reasons."""
    sources = [who for who in ("ours", "newclid") if who in everyone]
    counts = [
        [name, *(str(len(runs) - len(placed(runs, who))) for who in sources)]
        for name, runs in files
    ]
    reasons = [
        [f"{name}, {run['name']}", " ".join(run["ours"]["error"].split())]
        for name, runs in files
        for run in runs
        if not run["ours"]["placed"]
    ]
    parts = [table(["file", *(TITLES[who] for who in sources)], counts)]
    return "\n\n".join(parts + [table(["", "reason"], reasons)] * bool(reasons))
