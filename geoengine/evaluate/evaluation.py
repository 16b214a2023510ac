"""The evaluation of all runs on one split, with the queries of tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from geoengine.evaluate.runs import SOLVING, Grade, Run
from geoengine.evaluate.score_statistics import Interval, difference_interval, mean_interval
from geoengine.formats import Source
from geoengine.items import BATCH, Item, Named, Value, is_shown_code

__all__ = ["Evaluation"]

_LENGTHS = ((3, "1 to 3 steps"), (6, "4 to 6 steps"), (10, "7 to 10 steps"))


@dataclass(frozen=True)
class Evaluation:
    """The runs on a split.

    Parameters
    ----------
    source : Source
    runs : tuple of Run
    seed, resamples : int
        The seed of the bootstrap, and its number of resamples.
    """

    source: Source
    runs: tuple[Run, ...]
    seed: int = 0
    resamples: int = 2000

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        """The tasks that some run answered, in the order of the family, and last `SOLVING`."""
        found = {grade.task for run in self.runs for grade in run.grades.values()}
        return tuple(task for task in (*self.source.family.names, SOLVING) if task in found)

    @cached_property
    def items(self) -> dict[str, Item]:
        """The items by id."""
        return {item.id: item for item in self.source.items}

    @cached_property
    def problems(self) -> dict[str, dict[str, Any]]:
        """The problem records that are asked, by id."""
        return {record["id"]: record for record in self.source.asked}

    @cached_property
    def levels(self) -> dict[str, int]:
        """The level of each task."""
        return {task.name: task.level for task in self.source.family.tasks}

    @cached_property
    def short(self) -> dict[str, str]:
        """The short names of types and tasks in tables."""
        family = self.source.family
        types = {type_.name: type_.short for type_ in family.types}
        return types | {task.name: task.short for task in family.tasks} | {SOLVING: "Solving"}

    @cached_property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """What runs are compared in: the tasks of each type; where there are no types, each task.

        Only tasks that some run answered are there. Problems to solve are a part of their own.
        """
        found: dict[str, list[str]] = {}
        types = {task.name: task.type for task in self.source.family.tasks}
        for task in self.tasks:
            type_ = types.get(task)
            found.setdefault(type_.name if type_ else task, []).append(task)
        return {part: tuple(tasks) for part, tasks in found.items()}

    def of_part(self, run: Run, part: str) -> list[Grade]:
        """The grades of a run in one of the `parts`, in the order of the split."""
        tasks = self.parts[part]
        return [grade for grade in run.grades.values() if grade.task in tasks]

    @cached_property
    def has_types(self) -> bool:
        """Whether the tasks of the family have types."""
        return bool(self.source.family.types)

    @cached_property
    def batches(self) -> int:
        """The number of batches of the split."""
        return 1 + max((self.batch(identity) for identity in self.items), default=0)

    def batch(self, identity: str) -> int:
        """The batch of an item, from 0; problems are in the first."""
        item = self.items.get(identity)
        return 0 if item is None else int(item.meta.get("batch", 0))

    def place(self, identity: str) -> tuple[str, int]:
        """The task and the place of an item in its batch: equal for instances of one seed."""
        item = self.items[identity]
        return item.task, int(item.meta.get("index", 0)) % BATCH

    def chance(self, task: str) -> float:
        """The probability that a random option of a task is right; 0 if it has no options."""
        specs = {spec.name: spec for spec in self.source.family.tasks}
        return specs[task].chance if task in specs else 0.0

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Each pair of a model and a variant that ran."""
        return tuple(dict.fromkeys((run.model, run.variant) for run in self.runs))

    def repeats_of(self, model: str, variant: str) -> list[Run]:
        """The runs of a model in a variant."""
        return [run for run in self.runs if (run.model, run.variant) == (model, variant)]

    def shares(self, model: str, variant: str, task: str) -> list[float]:
        """The accuracy in a task, from 0 to 1, of each run that answered it."""
        runs = self.repeats_of(model, variant)
        return [share(grades) for run in runs if (grades := run.of_task(task))]

    def accuracy(self, model: str, variant: str, task: str) -> float | None:
        """The accuracy in a task, as the mean of the runs; None if none answered it."""
        shares = self.shares(model, variant, task)
        return sum(shares) / len(shares) if shares else None

    def group(self, identity: str) -> str:
        """The problem or seed that a question is about; the bootstrap resamples whole groups.

        Some families ask about a seed several times, with other numbers.
        """
        if identity in self.items:
            if self.source.family.offers_batches or self.source.family.has_seeds:
                return self.items[identity].scene
            return str(self.items[identity].meta.get("problem", identity))
        return identity.rpartition("-")[0]

    def interval(self, grades: Sequence[Grade]) -> Interval:
        """The 95 % bootstrap interval of the accuracy of some grades."""
        return mean_interval(
            [float(grade.right) for grade in grades],
            [self.group(grade.id) for grade in grades],
            seed=self.seed,
            resamples=self.resamples,
        )

    def difference(self, one: Sequence[Grade], other: Sequence[Grade]) -> Interval:
        """The 95 % bootstrap interval of the accuracy of `one` minus that of `other`.

        Both are grades of the same questions, in the same order.
        """
        return difference_interval(
            [grade.right for grade in one],
            [grade.right for grade in other],
            [self.group(grade.id) for grade in one],
            seed=self.seed,
            resamples=self.resamples,
        )

    def facets(self) -> dict[str, Callable[[str], str]]:
        """The facets by which questions are broken down, each a function of the id.

        What is the same for all questions of the split is left out.
        """
        known: dict[str, Callable[[str], str]] = {
            "tier": lambda identity: f"tier {self._about(identity).get('tier', '?')}",
            "topic": self._topic,
            "length": self._length,
            "form": self._form,
            "answer": self._answer,
            "code": self._code,
            "source": self._source,
            "batch": lambda identity: f"batch {1 + self.batch(identity)}",
        }
        asked = [*self.items, *self.problems]
        return {name: of for name, of in known.items() if len(set(map(of, asked))) > 1}

    def _answer(self, identity: str) -> str:
        """What is asked for, if it is not an option."""
        item = self.items.get(identity)
        match item and item.answer:
            case Value(quantity=quantity):
                return f"value: {quantity}"
            case Named(object=kind):
                return f"named: {kind}"
        return "option or problem"

    @property
    def shows_code(self) -> bool:
        """Whether some item shows code."""
        return any(item.code for item in self.items.values())

    def _code(self, identity: str) -> str:
        """The languages of the code that an item shows."""
        item = self.items.get(identity)
        shown = filter(is_shown_code, item.media) if item else ()
        return ", ".join(dict.fromkeys(medium.language for medium in shown)) or "no code"

    def _source(self, identity: str) -> str:
        """What kind of thing a question was made from, if its family tells it."""
        return str(self._about(identity).get("source") or "one source")

    def _about(self, identity: str) -> Mapping[str, Any]:
        return self.items[identity].meta if identity in self.items else self.problems[identity]

    def _topic(self, identity: str) -> str:
        item = self.items.get(identity)
        name = item.scene if item else self.problems[identity]["scene"]
        return self.source.family.scenes().get(name, "other")

    def _length(self, identity: str) -> str:
        about = self._about(identity)
        steps = about.get("proof_steps", about.get("steps"))
        if not isinstance(steps, int):
            return "no proof"
        return next((name for most, name in _LENGTHS if steps <= most), "11 steps and more")

    def _form(self, identity: str) -> str:
        item = self.items.get(identity)
        return SOLVING if item is None else f"{item.task}: {item.meta.get('form', 'plain')}"


def share(grades: Iterable[Grade]) -> float:
    """The share of the grades that are right; there must be at least one grade."""
    listed = list(grades)
    return sum(grade.right for grade in listed) / len(listed)
