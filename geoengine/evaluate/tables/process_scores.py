"""Tables of process scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from geoengine.evaluate.process_scoring import Process, StepVerdict
from geoengine.evaluate.runs import Run
from geoengine.evaluate.table import RUN, Cell, Column, Table

__all__ = ["process_tables"]


def process_tables(found: Sequence[tuple[Run, Mapping[str, Process]]]) -> list[Table]:
    """Make the tables of the verdicts on steps: one by run, and one by response.

    Parameters
    ----------
    found : sequence of (Run, mapping of str to Process)
        For each run, the checked response to each problem, by the problem's id.
    """
    verdicts = [verdict.value for verdict in StepVerdict]
    columns = [
        *RUN, Column("responses", "count"), Column("without steps", "count"),
        Column("steps", "count"), *(Column(verdict, "count") for verdict in verdicts),
        Column("valid share", "percent"), Column("by the judge", "count"),
        Column("no wrong step", "count"), Column("goal reached", "count"),
        Column("sound", "count"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    each: list[list[Cell]] = []
    for run, processes in found:
        listed = list(processes.values())
        steps = [step for process in listed for step in process.steps]
        counts = Counter(step.verdict.value for step in steps)
        rows.append(
            [
                run.model, run.variant, run.run, len(listed),
                sum(not process.steps for process in listed), len(steps),
                *(counts[verdict] for verdict in verdicts),
                counts["valid"] / len(steps) if steps else None,
                sum(step.judged for step in steps),
                sum(bool(p.steps) and p.first_wrong is None for p in listed),
                sum(process.reached for process in listed),
                sum(process.sound for process in listed),
            ]
        )  # fmt: skip
        for process in listed:
            first = process.first_wrong
            each.append(
                [
                    run.model, run.variant, run.run, process.id, len(process.steps),
                    process.valid_share, first.number if first else None,
                    first.verdict.value if first else None, first.why if first else None,
                    "yes" if process.reached else "no", "yes" if process.sound else "no",
                ]
            )  # fmt: skip
    note = (
        "valid: true, and it holds in all figures near the shown one in which what is cited holds."
        " false: not true in the figure. unsupported: it cites what is neither given nor proved."
        " unfounded: what is cited does not suffice. open: not decided. unparsed: could not be"
        " read. sound: the goal is reached and all steps are valid. A step that no figure refutes"
        " counts as valid; that is evidence, not a proof."
    )
    summary = Table("process", "Steps of proofs and solutions", columns, rows, note)
    names = [
        *RUN, Column("problem"), Column("steps", "count"), Column("valid share", "percent"),
        Column("first wrong", "count"), Column("fault"), Column("why"), Column("goal reached"),
        Column("sound"),
    ]  # fmt: skip
    return [summary, Table("process_responses", "Steps, response by response", names, each)]
