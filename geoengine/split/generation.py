"""Generation of a split: scenes are processed until all quotas are full, then it is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count, repeat
from pathlib import Path
from typing import Any

from geoengine.adversary import Attack, load_sklearn
from geoengine.errors import GeoengineError, UsageError
from geoengine.items import FinishedProblem, Item, UsedProblem
from geoengine.split.attacks import (
    Results,
    attack_items,
    attack_records,
    guessed_items,
    successes,
)
from geoengine.split.finishing import finish
from geoengine.split.folder import Folder, write_errors_reported
from geoengine.split.journal import Journal
from geoengine.split.ledger import Ledger
from geoengine.split.manifest import digests, make_manifest
from geoengine.split.plan import Plan
from geoengine.split.production import SceneOutcome, SceneRequest, produce
from geoengine.worker_pool import WorkerPool

__all__ = ["MOST_EMPTY_SCENES", "Split", "UnfilledError", "generate", "request_of"]

MOST_EMPTY_SCENES = 200
"""The number of scenes in a row without an accepted item after which the run gives up."""

_ROUNDS = 3
"""The number of times that items of which the adversary is sure are replaced."""

_SURPLUS = 2
"""For a task, the number of candidates requested from a scene per item that it may give."""

_CANDIDATES = 6
"""The maximum number of candidates requested from a scene for one task."""

Progress = Callable[[str, int, int, str], None]


class UnfilledError(GeoengineError):
    """Too many scenes in a row gave no accepted item, so the run was given up."""


@dataclass(frozen=True, slots=True)
class Split:
    """A split on disk.

    Attributes
    ----------
    path : Path
    manifest : dict
    is_new : bool
        Whether `generate` has just made it; False if it was there already.
    """

    path: Path
    manifest: dict[str, Any]
    is_new: bool

    @property
    def leaks(self) -> list[str]:
        """A line of text for each blind baseline whose accuracy is outside the bounds of chance."""
        return [
            f"{task}: {name} gets {guess['accuracy']}, outside {' to '.join(guess['bounds'])}"
            for task, guesses in self.manifest["baselines"].items()
            for name, guess in guesses.items()
            if not guess["passes"]
        ]

    @property
    def guessable(self) -> list[str]:
        """A line of text for each guesser of the adversary that beats chance significantly."""
        return successes(self.manifest["attacks"])

    def items(self) -> Iterator[dict[str, Any]]:
        """Yield the items as they are in the file, as plain data."""
        with (self.path / "items.jsonl").open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def generate(
    plan: Plan,
    out: Path,
    *,
    workers: int = 1,
    force: bool = False,
    listen: Progress | None = None,
) -> Split:
    """Make a split and write it.

    The bytes depend on the plan alone. If the split is there already, it is returned as it is;
    if an earlier run of the same plan was interrupted, it is resumed.

    Parameters
    ----------
    plan : Plan
    out : Path
        The folder to be made.
    workers : int
        The number of processes.
    force : bool
        Whether to replace a split at `out`, and to discard an unfinished one of another plan.
    listen : callable, optional
        Called with the progress: ``"items"``, ``"problems"`` or ``"attacks"``, the number done,
        the total, and the most frequent reason for rejecting candidates (empty if there is none).

    Returns
    -------
    Split

    Raises
    ------
    UsageError
        When the folder cannot be used or written, `workers` is less than 1, or the plan needs
        scikit-learn, which is not installed.
    UnfilledError
        When many scenes in a row give no further item; what was found is kept for a resumption.
    UnfinishedError
        When the files or records of a problem cannot be made.
    WorkerLostError
        When a worker process was killed.

    Examples
    --------
    >>> from geoengine.split import make_plan
    >>> plan = make_plan(1, seed=1, tasks=make_plan(2).tasks[1:])
    >>> split = generate(plan, getfixture("tmp_path") / "demo")
    >>> len(list(split.items()))
    1
    """
    if workers < 1:
        raise UsageError(f"expected 1 worker or more, found {workers}")
    with write_errors_reported(out):
        return _generate(plan, Folder(out, plan), workers, force, listen or _no_progress)


def _generate(plan: Plan, folder: Folder, workers: int, force: bool, report: Progress) -> Split:
    manifest = folder.finished(force=force)
    if manifest is not None:
        folder.clear()
        return Split(folder.out, manifest, is_new=False)
    if plan.adversary:
        load_sklearn()
    with folder.locked():
        # Another run may have finished in the meantime.
        if folder.finished(force=force) is not None:
            raise UsageError(f"another run has just written {folder.out}", hint="ask again")
        folder.open(force=force)
        return _make(plan, folder, workers, force, report)


def _make(plan: Plan, folder: Folder, workers: int, force: bool, report: Progress) -> Split:
    with WorkerPool(workers) as pool:
        with Journal(folder.partial / "scenes.jsonl") as journal:
            ledger, attacks = _produce(plan, journal, pool, report)
        records = _finish(ledger, folder, pool, report)
    items = (item.model_dump(mode="json") for item in ledger.items)
    _write_lines(folder.split / "items.jsonl", items)
    _write_lines(folder.split / "problems.jsonl", records)
    manifest = make_manifest(ledger, digests(folder.split), attacks)
    text = json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False)
    (folder.split / "manifest.json").write_text(f"{text}\n", encoding="utf-8")
    # Check again: the destination may have changed in the meantime.
    folder.finished(force=force)
    folder.publish()
    return Split(folder.out, manifest, is_new=True)


def _no_progress(what: str, done: int, total: int, note: str) -> None:
    """Ignore the progress."""


def _produce(
    plan: Plan, journal: Journal, pool: WorkerPool, report: Progress
) -> tuple[Ledger, dict[str, Any] | None]:
    """Fill every quota; return the ledger, and what the adversary found if the plan asks for it.

    Items of which the adversary is sure are replaced, if they are few enough.
    """
    ledger, known = Ledger(plan), iter(journal.lines)
    for batch in range(plan.batches):
        ledger.begin_batch(batch)
        _fill(ledger, known, journal, pool, report)
    if not plan.adversary:
        return ledger, None
    results: Results = {}
    for last in (*repeat(False, _ROUNDS), True):
        attacks = _attack(ledger, results, pool, report)
        guessed = [] if last else guessed_items(ledger.items, attacks)
        if not guessed:
            break
        ledger.remove({item.id for item in guessed})
        _fill(ledger, known, journal, pool, report)
    return ledger, attack_records(ledger.items, attacks)


def _fill(
    ledger: Ledger,
    known: Iterator[dict[str, Any]],
    journal: Journal,
    pool: WorkerPool,
    report: Progress,
) -> None:
    """Process scenes until every quota is full; those of `known` are not processed again."""
    for line in known:
        ledger.enter(SceneOutcome.from_json(line))
        if not ledger.open_tasks:
            return
    total = sum(ledger.plan.quotas.values())
    report("items", ledger.taken, total, ledger.commonest)
    with closing(pool.ordered(produce, _requests(ledger))) as outcomes:
        for outcome in outcomes:
            journal.append(outcome)
            ledger.enter(outcome)
            report("items", ledger.taken, total, ledger.commonest)
            if not ledger.open_tasks:
                return
            if ledger.scenes_without_item >= MOST_EMPTY_SCENES:
                break
    raise UnfilledError(_unfilled_message(ledger))


def _requests(ledger: Ledger) -> Iterator[SceneRequest]:
    """Yield a request for each scene, for candidates of the tasks whose quotas are not full."""
    for index in count(ledger.next_index):
        yield request_of(ledger.plan, index, ledger.open_tasks)


def request_of(plan: Plan, index: int, tasks: Iterable[str]) -> SceneRequest:
    """Return the request for candidates of some tasks from a scene."""
    wanted = [(task, min(_CANDIDATES, _SURPLUS * plan.max_per_scene(task))) for task in tasks]
    return SceneRequest(
        plan.family, plan.seed, index, tuple(wanted), plan.tiers, plan.topics, plan.language,
        plan.evidence, plan.look, plan.code,
    )  # fmt: skip


def _unfilled_message(ledger: Ledger) -> str:
    quotas = ledger.plan.quotas
    taken = {task: sum(item.task == task for item in ledger.items) for task in quotas}
    short = ", ".join(f"{taken[task]} of {quotas[task]} {task}" for task in ledger.open_tasks)
    often = "; ".join(f"{why} ({n}x)" for why, n in ledger.rejections.most_common(3))
    parts = [
        f"the last {MOST_EMPTY_SCENES} of {ledger.tried} scenes gave no further item;"
        f" there are {short}",
        f"mostly because: {often}" if often else "",
        f"the first fault was in {ledger.faults[0]}" if ledger.faults else "",
    ]
    return "\n  ".join(part for part in parts if part)


def _finish(
    ledger: Ledger, folder: Folder, pool: WorkerPool, report: Progress
) -> list[dict[str, Any]]:
    """Write the files of the used problems, and return all their records."""
    jobs = _used_problems(ledger)
    records = []
    with Journal(folder.partial / "problems.jsonl") as journal:
        for line in journal.lines:
            records += line["records"]
        left = iter(jobs[len(journal.lines) :])
        with closing(pool.ordered(finish, left)) as finished:
            done: FinishedProblem
            for number, done in enumerate(finished, start=len(journal.lines) + 1):
                for name, content in done.files.items():
                    place = folder.split / name
                    place.parent.mkdir(exist_ok=True)
                    place.write_bytes(content)
                journal.append({"records": list(done.records)})
                records += done.records
                report("problems", number, len(jobs), "")
    return records


def _attack(ledger: Ledger, known: Results, pool: WorkerPool, report: Progress) -> list[Attack]:
    """Let the adversary attack the items; of tasks with the same items the results are known."""

    def listen(done: int, total: int) -> None:
        report("attacks", done, total, "")

    return attack_items(ledger.items, pool=pool, listen=listen, known=known)


def _used_problems(ledger: Ledger) -> list[UsedProblem]:
    """Return the problems of the accepted items, in the order of their scenes."""
    plan = ledger.plan
    found: dict[tuple[int, int], list[Item]] = {}
    for item in ledger.items:
        found.setdefault((item.meta["index"], item.meta.get("variant", 0)), []).append(item)
    kept = ledger.kept
    return [
        UsedProblem(
            items[0].meta["problem"],
            index,
            tuple(items),
            plan.images,
            plan.videos,
            plan.look,
            # What was kept is about the scene's own problem.
            None if variant else kept[index],
        )
        for (index, variant), items in sorted(found.items())
    ]


def _write_lines(path: Path, records: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as lines:
        for record in records:
            lines.write(json.dumps(record, sort_keys=True, ensure_ascii=False) + "\n")
