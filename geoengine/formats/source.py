"""Splits on disk, as the writers of other formats read them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from geoengine.catalogue.phrases import Language
from geoengine.errors import InputError, UsageError
from geoengine.families.reasoning import TASKS, Item

__all__ = ["Source"]

_OF_SCENE = ("scene", "index", "image", "language")
_MEND = "the file was damaged or edited; geoengine generate with --force makes the split anew"


@dataclass(frozen=True)
class Source:
    """A finished split.

    Parameters
    ----------
    path : Path
        The folder that ``geoengine generate`` wrote.

    Raises
    ------
    UsageError
        When the folder holds no finished split.
    InputError
        When a line of it cannot be read; the message has file and line.

    Examples
    --------
    >>> from geoengine.split import generate, make_plan
    >>> made = generate(make_plan(2, tasks=["structural_perception"], images=False),
    ...     getfixture("tmp_path") / "two")
    >>> source = Source(made.path)
    >>> source.name, source.tasks, len(source.items)
    ('two', ('structural_perception',), 2)
    """

    path: Path

    def __post_init__(self) -> None:
        if not (self.path / "manifest.json").is_file():
            begun = self.path.with_name(f"{self.path.name}.partial").is_dir()
            raise UsageError(
                f"expected a split but there is no manifest.json in {self.path}"
                if self.path.is_dir()
                else f"expected a split, found no folder {self.path}",
                hint="it is not finished: the geoengine generate that began it goes on with it"
                if begun or self.path.name.endswith(".partial")
                else "make one with: geoengine generate",
            )

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.path.resolve().name

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What the split was made from, and how it is distributed."""
        try:
            found = json.loads((self.path / "manifest.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot read {self.path / 'manifest.json'}: {error}") from error
        if not isinstance(found, dict):
            raise UsageError(f"expected an object in {self.path / 'manifest.json'}")
        return found

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All items, as they stand in the file."""
        items = []
        for number, record in self._lines("items.jsonl"):
            try:
                items.append(Item.model_validate(record))
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"]))
                raise InputError(
                    f"{where}: {first['msg']}",
                    source=self.path / "items.jsonl", line=number, hint=_MEND,
                ) from error  # fmt: skip
        return tuple(items)

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        """The tasks that have items, in the order of their levels."""
        present = {item.task for item in self.items}
        return tuple(task for task in TASKS if task in present)

    @property
    def language(self) -> Language:
        """The language of its items, which is that of the split."""
        return self.items[0].language if self.items else "en"

    @property
    def family(self) -> str:
        """What the tasks of other programs are called by; tasks in Chinese stand beside others.

        Examples
        --------
        >>> from geoengine.split import generate, make_plan
        >>> plan = make_plan(1, tasks=["structural_perception"], images=False, language="zh")
        >>> Source(generate(plan, getfixture("tmp_path") / "one").path).family
        'geoengine_zh'
        """
        return "geoengine" if self.language == "en" else f"geoengine_{self.language}"

    def of_task(self, task: str) -> tuple[Item, ...]:
        """The items of one task."""
        return tuple(item for item in self.items if item.task == task)

    @cached_property
    def problems(self) -> tuple[dict[str, Any], ...]:
        """The records of the problems, with their solutions."""
        return tuple(record for _, record in self._lines("problems.jsonl"))

    @cached_property
    def asked(self) -> tuple[dict[str, Any], ...]:
        """The problems, and those that ask for areas and perimeters in the same figures.

        Each has an id, the problem in words, the formal goal, the answer if it has a value, and
        what is known of its scene and its difficulty.
        """
        measured = [
            {
                **{name: record[name] for name in _OF_SCENE},
                **told,
                "formal_goal": told["goal"],
                "notation": "",
            }
            for record in self.problems
            for told in record["measurements"]
        ]
        return (*self.problems, *measured)

    @cached_property
    def pictures(self) -> tuple[str, ...]:
        """The pictures that items or problems show, as paths in the split, each once."""
        used = [item.image for item in self.items]
        used += [record.get("image") for record in self.problems]
        return tuple(dict.fromkeys(name for name in used if name is not None))

    def picture(self, name: str) -> bytes:
        """The bytes of a picture.

        Raises
        ------
        UsageError
            When it is missing, or lies outside the split.
        """
        path = self.path / name
        if not path.resolve().is_relative_to(self.path.resolve()):
            raise UsageError(f"expected a picture in {self.path}, found {name}")
        try:
            return path.read_bytes()
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}") from error

    def _lines(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        path = self.path / name
        try:
            with path.open("rb") as lines:
                for number, line in enumerate(lines, start=1):
                    try:
                        record = json.loads(line)
                    except (ValueError, RecursionError) as error:
                        raise InputError(
                            f"expected an object in JSON: {getattr(error, 'msg', error)}",
                            source=path, line=number, column=getattr(error, "colno", None),
                            hint=_MEND,
                        ) from error  # fmt: skip
                    if not isinstance(record, dict):
                        raise InputError(
                            f"expected an object in JSON, found {type(record).__name__}",
                            source=path, line=number, hint=_MEND,
                        )  # fmt: skip
                    yield number, record
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}", hint=_MEND) from error
