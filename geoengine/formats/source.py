"""Splits on disk, in the form in which the writers of other formats read them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from geoengine.catalogue import Language, validation_message
from geoengine.errors import InputError, UsageError
from geoengine.items import KINDS, Family, Item, Kind, load_family
from geoengine.split_files import ITEMS, PROBLEMS, REPAIR_HINT, SplitFiles

__all__ = ["Source"]

_OF_SCENE = ("scene", "index", "image", "language")


@dataclass(frozen=True)
class Source:
    """A finished split.

    Parameters
    ----------
    path : Path
        The folder that ``geoengine generate`` wrote.
    kinds : frozenset of str
        The kinds of answer to keep; items of other kinds are left out. All by default.

    Raises
    ------
    UsageError
        When the folder holds no finished split.
    InputError
        By the attributes that read a file, if that file was changed after the split was made, or a
        line of it cannot be read; the message then has file and line.

    Examples
    --------
    >>> from geoengine.split import generate, make_plan
    >>> made = generate(make_plan(2, images=False), getfixture("tmp_path") / "two")
    >>> source = Source(made.path)
    >>> source.name, len(source.tasks), len(source.items)
    ('two', 2, 2)
    """

    path: Path
    kinds: frozenset[Kind] = frozenset(KINDS)

    def __post_init__(self) -> None:
        self._files.require()

    @cached_property
    def _files(self) -> SplitFiles:
        return SplitFiles(self.path)

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.path.resolve().name

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest: how the split was made, and how its items are spread."""
        return self._files.manifest

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items whose answers are of these kinds, in the order of the file."""
        _ = self.family
        items = []
        for number, record in self._files.lines(ITEMS):
            try:
                items.append(Item.model_validate(record))
            except ValidationError as error:
                raise InputError(
                    validation_message(error),
                    source=self.path / ITEMS, line=number, hint=REPAIR_HINT,
                ) from error  # fmt: skip
        return tuple(item for item in items if item.answer.kind in self.kinds)

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        """The names of the tasks that have items, in the order of the family."""
        present = {item.task for item in self.items}
        return tuple(task for task in self.family.names if task in present)

    @property
    def language(self) -> Language:
        """The language of its items; ``en`` if there are none."""
        return self.items[0].language if self.items else "en"

    @cached_property
    def family(self) -> Family:
        """The family that made the split.

        Raises
        ------
        UsageError
            When no such family is installed, or the split is of an older layout.
        """
        self._files.require_layout()
        return load_family(str(self.manifest.get("family")))

    @property
    def prefix(self) -> str:
        """The beginning of the names of its tasks in other programs; it differs by language.

        Examples
        --------
        >>> from geoengine.split import generate, make_plan
        >>> plan = make_plan(1, images=False, language="zh")
        >>> Source(generate(plan, getfixture("tmp_path") / "one").path).prefix
        'geoengine_zh'
        """
        name = self.family.prefix or f"geoengine_{self.family.name}"
        return name if self.language == "en" else f"{name}_{self.language}"

    def of_kinds(self, kinds: frozenset[Kind]) -> Source:
        """Return the same split without the items whose answers are of other kinds.

        Examples
        --------
        >>> from geoengine.split import generate, make_plan
        >>> plan = make_plan(2, images=False)
        >>> source = Source(generate(plan, getfixture("tmp_path") / "two").path)
        >>> source.of_kinds(frozenset({"value"})).tasks
        ()
        """
        kept = kinds & self.kinds
        if all(item.answer.kind in kept for item in self.items):
            return self
        return replace(self, kinds=kept)

    def of_task(self, task: str) -> tuple[Item, ...]:
        """Return the items of a task, by its name."""
        return tuple(item for item in self.items if item.task == task)

    @cached_property
    def problems(self) -> tuple[dict[str, Any], ...]:
        """The records of the problems, with their solutions, whatever the kinds; may be empty."""
        return tuple(record for _, record in self._files.lines(PROBLEMS))

    @cached_property
    def asked(self) -> tuple[dict[str, Any], ...]:
        """The records of the problems, then one for each further question about their figures.

        The further questions ask for areas and perimeters. Each record has an id, the problem in
        words, the formal goal, the answer if that is a value, and the scene, the picture and the
        difficulty.
        """
        measured = [
            {
                **{name: record[name] for name in _OF_SCENE},
                **measurement,
                "formal_goal": measurement["goal"],
                "notation": "",
            }
            for record in self.problems
            for measurement in record["measurements"]
        ]
        return (*self.problems, *measured)

    @cached_property
    def pictures(self) -> tuple[str, ...]:
        """The paths, within the split, of the pictures of items and problems, each once."""
        used = [name for item in self.items for name in item.pictures]
        used += [record["image"] for record in self.problems if record.get("image") is not None]
        return tuple(dict.fromkeys(used))

    @cached_property
    def media(self) -> tuple[str, ...]:
        """The paths in `pictures`, and those of the videos of items, each once."""
        return (*self.pictures, *dict.fromkeys(name for i in self.items for name in i.videos))

    def kinds_in(self, task: str) -> tuple[Kind, ...]:
        """Return the kinds of answer of the items of a task, the commonest first."""
        return tuple(
            kind for kind, _ in Counter(i.answer.kind for i in self.of_task(task)).most_common()
        )

    def kind(self, task: str) -> Kind:
        """Return the kind of answer of the items of a task.

        Raises
        ------
        UsageError
            When they have several; a program that scores a task in one way cannot run it.
        """
        kind, *others = self.kinds_in(task)
        if others:
            raise UsageError(
                f"expected items with one kind of answer in {task},"
                f" found {', '.join((kind, *others))}"
            )
        return kind

    def options(self, task: str) -> int:
        """Return the number of options of a task's items; 0 for open answers."""
        return self.family.task(task).options

    def picture(self, name: str) -> bytes:
        """Return the bytes of a picture or video, given by its path within the split.

        Raises
        ------
        InputError
            When it is missing, was changed after the split was made, or lies outside the split.
        """
        return self._files.content(name)
