"""``geoengine verify``: judge problems, proofs, items and splits."""

from __future__ import annotations

import json
import os
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Stoppable
from geoengine.cli.left_out import LEFT_OUT, report_error
from geoengine.cli.output import printable
from geoengine.cli.problem_argument import is_problem_text, refuse_unquoted
from geoengine.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from geoengine.audit import PublishedFiles
    from geoengine.verify import Picture, Report, Unit, UnreadUnit

    Judged = Unit | PublishedFiles

__all__ = ["verify"]

_FEW = 12
"""The maximum number of reports of which all are printed in full."""

_SMALL = 200_000
"""The size in bytes above which a file is read in a process that can be killed."""

_READING = 60.0
"""The time limit for reading a large file, in seconds."""

MARKS = {"good": "ok", "note": "note", "undecided": "open", "wrong": "WRONG"}


def verify(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Problems (JGEX text, YAML, JSON), proofs, items, splits, GeoBench files.",
            metavar="PATH",
        ),
    ],
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout", min=0.1, help="Seconds for each problem, proof or item.", metavar="SECONDS"
        ),
    ] = 20.0,
    max_points: Annotated[
        int,
        typer.Option("--max-points", min=1, help="Do not judge larger problems.", metavar="N"),
    ] = 40,
    seed: options.Seed = 0,
    workers: options.Workers = None,
    as_json: options.AsJson = False,
    out: options.Pictures = None,
    proving: Annotated[
        bool, typer.Option("--prove/--no-prove", help="Search for proofs and replay them.")
    ] = True,
) -> None:
    """Judge problems, proofs, items and splits by means that share no code with the prover.

    What cannot be read is named, and the rest is judged. Exits with 0 when all is good, 1 when
    something is wrong or stays undecided, 2 when something cannot be read.
    """
    from geoengine.verify import UnreadUnit

    refuse_unquoted(sources, "verify")
    processes = workers or os.cpu_count() or 1
    settings = (timeout, max_points, seed, proving)
    named: list[tuple[str, Judged]] = []
    unread: list[dict[str, Any]] = []
    for source, found in zip(sources, _read(sources, processes), strict=True):
        for unit in found:
            if isinstance(unit, UnreadUnit):
                error = report_error(unit.name, unit.error.place, unit.error)
                unread.append(
                    {"path": source, "kind": "unreadable", "name": unit.name, "error": error}
                )
            else:
                named.append((source, unit))
    named = _together(named)
    units = [unit for _, unit in named]
    judged: dict[int, list[Report]] = {}
    with Stoppable() as run:
        # `update` keeps the results from before an interrupt.
        judged.update(_judged(units, settings, processes))
    reports = [(named[place][0], report) for place in sorted(judged) for report in judged[place]]
    if not run.stopped:
        reports += _judge_collections(named, [judged[place] for place in range(len(named))])
    pictures = _draw(reports, out) if out is not None else {}
    if as_json:
        typer.echo(_as_json(reports, unread, pictures))
    else:
        _print(reports, len(unread), pictures)
    run.end(
        f"{len(judged)} of {len(units)} were judged, the others not;"
        " a new run starts from the beginning"
    )
    if unread:
        raise typer.Exit(2)
    if not all(report.good for _, report in reports):
        raise typer.Exit(1)


def read_source(source: str) -> list[Judged | UnreadUnit]:
    """Read a problem text, a file or a split; what cannot be read becomes an `UnreadUnit`."""
    from geoengine.audit import read_published
    from geoengine.verify import UnreadUnit, list_units, read_text

    path = Path(source)
    try:
        if is_problem_text(source):
            return [*read_text(source)]
        published = read_published(path)
        return [*list_units(path)] if published is None else [published]
    except InputError as error:
        return [UnreadUnit("", error)]


class GroupJudge:
    """Judges the units about one problem one after the other, in a worker process.

    A call returns the reports of each unit: one, or several for published files.
    """

    def __init__(self, timeout: float, max_points: int, seed: int, proving: bool) -> None:
        self._settings = (timeout, max_points, seed, proving)

    def seconds(self, group: Sequence[Judged]) -> float:
        """Return the time limit of a group of units, in seconds."""
        return sum(_seconds(unit, self._settings[0]) for unit in group)

    def __call__(self, group: Sequence[Judged]) -> list[list[Report]]:
        from geoengine.audit import PublishedFiles, judge_published
        from geoengine.cli.prover import DeducingProver
        from geoengine.verify import Budget, judge_unit

        timeout, max_points, seed, proving = self._settings
        prover = DeducingProver() if proving else None
        found = []
        for unit in group:
            budget = Budget(seconds=_seconds(unit, timeout), max_points=max_points, seed=seed)
            if isinstance(unit, PublishedFiles):
                found.append(judge_published(unit, budget, prover))
            else:
                found.append([judge_unit(unit, budget, prover)])
        return found


def _read(sources: Sequence[str], processes: int) -> Iterable[list[Judged | UnreadUnit]]:
    """Yield what each source holds; large files are read in processes that can be killed."""
    from geoengine.verify import LostJob, UnreadUnit, run_limited

    large = [source for source in sources if _is_large(source)]
    found = run_limited(
        read_source, large, workers=min(processes, len(large)), seconds=lambda _: _READING
    )
    for source in sources:
        units = next(found) if source in large else read_source(source)
        if isinstance(units, LostJob):
            error = InputError(f"it could not be read: {units.why}", source=source)
            units = [UnreadUnit("", error)]
        yield units


def _is_large(source: str) -> bool:
    path = Path(source)
    return not is_problem_text(source) and path.is_file() and path.stat().st_size > _SMALL


def _judged(
    units: Sequence[Judged], settings: tuple[float, int, int, bool], processes: int
) -> Iterable[tuple[int, list[Report]]]:
    """Judge units in processes, with a progress bar; yield the index of each with its reports."""
    from geoengine.cli.progress import with_progress

    found = by_group(units, GroupJudge(*settings), processes)
    yield from with_progress(found, "Judging", total=len(units))


def by_group(
    units: Sequence[Judged], judging: GroupJudge, processes: int
) -> Iterable[tuple[int, list[Report]]]:
    """Judge units about one problem together; yield the index of each unit with its reports.

    If a group takes too long or its process dies, its units are judged one by one; a unit to which
    that happens alone is undecided.
    """
    from geoengine.verify import Finding, Level, LostJob, Report, group_by_problem, run_limited

    groups = group_by_problem(units)
    jobs = [[units[place] for place in group] for group in groups]
    judged = run_limited(judging, jobs, workers=min(processes, len(jobs)), seconds=judging.seconds)
    for group, reports in zip(groups, judged, strict=True):
        if not isinstance(reports, LostJob):
            yield from zip(group, reports, strict=True)
            continue
        alone = [[units[place]] for place in group]
        again: Iterable[list[list[Report]] | LostJob] = [reports]
        if len(group) > 1:
            again = run_limited(judging, alone, workers=1, seconds=judging.seconds)
        for place, found in zip(group, again, strict=True):
            if isinstance(found, LostJob):
                unit = units[place]
                finding = Finding("given_up", Level.UNDECIDED, f"it was given up: {found.why}")
                kind = type(unit).__name__.removesuffix("Unit").lower()
                yield place, [Report(kind, unit.name, [finding])]
            else:
                yield place, found[0]


def _together(named: list[tuple[str, Judged]]) -> list[tuple[str, Judged]]:
    """Join all published files into one unit, named after the first; the rest comes before it.

    They are joined since items about one scene help to reconstruct its figure.
    """
    from geoengine.audit import PublishedFiles

    files = [(path, unit) for path, unit in named if isinstance(unit, PublishedFiles)]
    if len(files) < 2:
        return named
    rest = [(path, unit) for path, unit in named if not isinstance(unit, PublishedFiles)]
    return [*rest, (files[0][0], reduce(PublishedFiles.joined, (unit for _, unit in files)))]


def _seconds(unit: Judged, timeout: float) -> float:
    """Return the time limit of a unit in seconds; for published files, the sum over their items."""
    from geoengine.audit import PublishedFiles

    return timeout * len(unit) if isinstance(unit, PublishedFiles) else timeout


def _judge_collections(
    named: Sequence[tuple[str, Judged]], judged: Sequence[list[Report]]
) -> list[tuple[str, Report]]:
    """Judge each file and split as a whole: tables, duplicates, and the files of a split."""
    from geoengine.verify import judge_collection

    by_path: dict[str, list[tuple[Judged, Report]]] = {}
    for (path, unit), reports in zip(named, judged, strict=True):
        by_path.setdefault(path, []).append((unit, reports[0]))
    found = [
        (path, judge_collection(path, pairs, folder=Path(path) if Path(path).is_dir() else None))
        for path, pairs in by_path.items()
    ]
    return [(path, report) for path, report in found if report is not None]


def _draw(reports: Iterable[tuple[str, Report]], folder: Path) -> dict[tuple[str, str, str], Path]:
    """Write a picture of each finding that has one.

    Returns the files by path, name of the report, and text of the finding.
    """
    written: dict[tuple[str, str, str], Path] = {}
    for path, report in reports:
        for finding in report.findings:
            if finding.picture is None:
                continue
            name = "-".join([_slug(report.name), finding.code])
            place = folder / f"{name}.png"
            if place in written.values():
                place = folder / f"{name}-{len(written)}.png"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                place.write_bytes(_painted(finding.picture))
            except OSError as error:
                raise UsageError(f"cannot write {place}: {error.strerror}") from error
            written[path, report.name, finding.text] = place
    return written


def _painted(picture: Picture) -> bytes:
    from geoengine.draw import draw
    from geoengine.verify import figure_of

    return draw(figure_of(picture))


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)[-60:] or "problem"


def _as_json(
    reports: Iterable[tuple[str, Report]],
    unread: Sequence[dict[str, Any]],
    pictures: dict[tuple[str, str, str], Path],
) -> str:
    records: list[dict[str, Any]] = []
    for path, report in reports:
        record = {"path": path, **report.record()}
        for finding, told in zip(report.findings, record["findings"], strict=True):
            place = pictures.get((path, report.name, finding.text))
            if place is not None:
                told["picture"] = str(place)
        records.append(record)
    return json.dumps([*records, *unread], ensure_ascii=False, indent=2, default=str)


def _print(
    reports: Sequence[tuple[str, Report]],
    unread: int,
    pictures: dict[tuple[str, str, str], Path],
) -> None:
    say: Callable[[str], None] = typer.echo
    # With many reports, only those that are not good are printed in full.
    brief = len(reports) > _FEW
    published = any(report.text for _, report in reports)
    for path, report in reports:
        if report.text:
            say(printable(report.text))
            continue
        if published and report.kind == "item":
            continue
        if brief and report.good and report.kind != "split":
            continue
        say(f"{printable(report.name)} ({report.kind}): {report.level.value}")
        for finding in report.findings:
            say(f"  {MARKS[finding.level.value]:5} {printable(finding.text)}")
            place = pictures.get((path, report.name, finding.text))
            if place is not None:
                say(f"        picture: {place}")
    single = [report for _, report in reports if report.kind != "split"]
    if len(reports) + unread > 1:
        counts = {
            level: sum(report.level.value == level for report in single)
            for level in ("good", "note", "undecided", "wrong")
        }
        told = ", ".join(f"{count} {level}" for level, count in counts.items() if count)
        total = f"{len(single)} judged: {told}" if told else f"{len(single)} judged"
        say(f"{total}; {unread} {LEFT_OUT['not_read']}" if unread else total)
