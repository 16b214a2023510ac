"""Reads splits and published files as collections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from geoengine.catalogue import load_constructions, validation_message
from geoengine.errors import InputError, UsageError
from geoengine.formats import Source
from geoengine.items import Choice, Item, task_names
from geoengine.report.collection import (
    Collection,
    CountedItem,
    CountedSolution,
    Manifest,
    count_tokens,
)
from geoengine.report.drafted_item import drafted_items
from geoengine.report.open_item import open_items

if TYPE_CHECKING:
    from geoengine.audit.geobench import Reading

__all__ = ["read_collections"]

_REPAIR_HINT = (
    "the file was damaged or edited; geoengine generate --force generates the split again"
)
_EXPECTED_HINT = "name the folder that geoengine generate wrote, or a GeoBench JSON file"
_MOST = 8
"""The maximum number of collections in a report."""


def read_collections(paths: Sequence[Path]) -> list[Collection]:
    """Read the collections to be put side by side, each under a unique name.

    Parameters
    ----------
    paths : sequence of Path
        Folders of splits, published GeoBench files, or folders of such files, at most eight; a
        folder of files is one collection.

    Raises
    ------
    UsageError
        For too many paths, or a path at which there is no finished split and no GeoBench item.
    InputError
        When a file cannot be read or has other contents; the message has the place.
    """
    if len(paths) > _MOST:
        raise UsageError(
            f"expected at most {_MOST} splits side by side, found {len(paths)}",
            hint="a folder of GeoBench files counts as one",
        )
    found = [_published(path) if _is_published(path) else _split(path) for path in paths]
    return [replace(one, name=name) for one, name in zip(found, _names(paths), strict=True)]


def _names(paths: Sequence[Path]) -> list[str]:
    """Return the shortest end of each path that no other path has; equal paths are numbered."""
    parts = [path.resolve().parts for path in paths]
    names: list[str] = []
    for own in parts:
        others = [other for other in parts if other != own]
        length = next(
            (n for n in range(1, len(own)) if all(o[-n:] != own[-n:] for o in others)), len(own)
        )
        name = "/".join(own[-length:])
        same = sum(other == name or other.startswith(f"{name} (") for other in names)
        names.append(f"{name} ({same + 1})" if same else name)
    return names


def _is_published(path: Path) -> bool:
    if path.is_dir():
        known = path.suffix == ".partial" or (path / "manifest.json").exists()
        return not known and bool(_files(path))
    if not path.exists():
        unfinished = path.with_name(f"{path.name}.partial").is_dir()
        if unfinished or path.suffix != ".json":
            return False
        raise UsageError(
            f"expected a split or a GeoBench file but there is no {path}",
            hint=_EXPECTED_HINT,
        )
    return True


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if path.is_file())


def _published(path: Path) -> Collection:
    """Read published files: one, or all of a folder together."""
    from geoengine.audit.geobench import is_geobench, is_index, read_items, theorems_named
    from geoengine.verify import read_json

    questions: list[CountedItem] = []
    for file in _files(path) if path.is_dir() else [path]:
        try:
            data = read_json(file)
        except InputError as error:
            error.hint = error.hint or _EXPECTED_HINT
            raise
        if not is_geobench(data):
            raise InputError(
                "expected a split, or a GeoBench file in ShareGPT form, found other JSON",
                source=file,
                hint=_EXPECTED_HINT,
            )
        if is_index(data):
            continue
        questions += [
            CountedItem(
                item.task, None, tuple(option.text for option in item.options),
                item.key, count_tokens(_asked(item.prompt)), item.scene,
                points=len(item.introduced) or None, premises=len(item.premises) or None,
                question=_asked(item.prompt), problem=item.scene, goal=_goal(item.goal),
                theorems=theorems_named(item),
                constructions=_constructions("; ".join(s.clause for s in item.construction)),
            )
            for item in read_items(data, str(file))
        ]  # fmt: skip
    if not questions:
        raise UsageError(
            f"expected GeoBench items, found none in {path}",
            hint="name a GeoBench JSON file, or a folder of them",
        )
    return Collection("", tuple(_ordered(questions)))


def _goal(printed: Reading | None) -> str | None:
    """Return the predicate of a published goal, or that of what may have been meant."""
    if printed is None:
        return None
    if printed.statement is not None:
        return printed.statement.predicate
    return printed.open[0].partition(" ")[0] if printed.open else None


def _asked(prompt: str) -> str:
    """Return a published prompt up to the sentence that announces the options."""
    return prompt.removeprefix("<image>").partition("\nThe following will present")[0]


def _ordered(questions: Iterable[CountedItem]) -> list[CountedItem]:
    return sorted(questions, key=lambda question: task_names().index(question.task))


def _split(path: Path) -> Collection:
    source = Source(path)
    manifest = _checked(Manifest, source.manifest, path / "manifest.json")
    topics = source.family.scenes()
    questions = []
    for number, item in enumerate(source.items, start=1):
        where = path / "items.jsonl"
        if item.task not in source.family.names:
            raise InputError(
                f"task: expected one of {', '.join(source.family.names)}, found {item.task!r}",
                source=where, line=number, hint=_REPAIR_HINT,
            )  # fmt: skip
        sizes = _checked(_Sizes, item.meta, where, number)
        choice = item.answer if isinstance(item.answer, Choice) else None
        options, key = (choice.options, choice.key) if choice else ((), None)
        questions.append(
            CountedItem(
                item.task, sizes.form, options, key, count_tokens(item.question),
                item.scene, topics.get(item.scene, "other"), sizes.tier,
                sizes.points, sizes.premises, item.question, item.problem,
                sizes.goal.partition(" ")[0] if sizes.goal else None,
                _theorems(item, where, number), _constructions(item.problem), sizes.evidence,
                sizes.worth,
            )
        )  # fmt: skip
    solutions = [
        _solution(_checked(_Record, record, path / "problems.jsonl", number))
        for number, record in enumerate(source.problems, start=1)
    ]
    return Collection(
        "", tuple(_ordered(questions)), tuple(solutions), manifest,
        tuple(_notices(manifest)), len(source.pictures), open_items=tuple(open_items(source)),
        drafted_items=tuple(drafted_items(source)),
        published=source.family.published,
    )  # fmt: skip


def _theorems(item: Item, where: Path, number: int) -> tuple[str, ...]:
    """Return the theorem that each option names, by its certificate; none if none does."""
    entries = _checked(_Certificate, item.certificate, where, number).options
    named = tuple(entry.rule for entry in entries)
    return named if any(named) else ()


def _constructions(problem: str) -> tuple[str, ...]:
    """Return the known constructions in a problem, or in clauses without the points they place.

    Examples
    --------
    >>> _constructions("A B C = triangle A B C; D = on_line D A B, on_circle D A C")
    ('triangle', 'on_line', 'on_circle')
    >>> _constructions("free A; square A B C D")
    ('free', 'square')
    """
    known = _known_constructions()
    calls = [
        call.split()[:1]
        for clause in problem.split(";")
        for call in clause.rpartition("=")[2].split(",")
    ]
    return tuple(known[name] for call in calls for name in call if name in known)


@cache
def _known_constructions() -> dict[str, str]:
    """Return the names of the constructions, by their names and aliases."""
    constructions = load_constructions()
    aliases = {alias: one.name for one in constructions.values() for alias in one.aliases}
    return aliases | {name: name for name in constructions}


def _notices(manifest: Manifest) -> Iterable[str]:
    """Yield the irregularities that a reader of the report should know."""
    if manifest.faults:
        yield f"{len(manifest.faults)} scenes ended in an error of geoengine's own"


Model = TypeVar("Model", bound=BaseModel)


class _Sizes(BaseModel):
    form: str = "plain"
    tier: int | None = None
    points: int | None = None
    premises: int | None = None
    goal: str | None = None
    evidence: str | None = None
    worth: int | None = None


class _CertifiedOption(BaseModel):
    rule: str = ""


class _Certificate(BaseModel):
    options: list[_CertifiedOption] = []


class _RecordedStep(BaseModel):
    rule: str


class _Proof(BaseModel):
    steps: list[_RecordedStep]


class _Measurement(BaseModel):
    answer: str


class _Record(BaseModel):
    formal_goal: str
    answer: str | None
    solution: list[str]
    formal_solution: _Proof
    premises_given: int
    premises_used: int
    measurements: list[_Measurement] = []


def _solution(record: _Record) -> CountedSolution:
    rules = tuple(step.rule for step in record.formal_solution.steps)
    return CountedSolution(
        record.formal_goal.partition(" ")[0], record.answer, len(rules), rules,
        record.premises_given, record.premises_used, count_tokens("\n".join(record.solution)),
        tuple(measured.answer for measured in record.measurements),
    )  # fmt: skip


def _checked(model: type[Model], data: Any, source: Path, line: int | None = None) -> Model:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(
            validation_message(error), source=source, line=line, hint=_REPAIR_HINT
        ) from error
