"""Accepting: which candidates become items, decided scene by scene."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from geoengine.items import Choice, Item
from geoengine.split.balance import Balance, Traits
from geoengine.split.baselines import suspects
from geoengine.split.plan import Plan
from geoengine.split.production import Harvest

__all__ = ["Ledger"]

_EXCHANGES = 2000
"""So many exchanges of items of a task are tried when its quota is full."""

_GIVEN_UP = 20
"""As so many tries counts an item that is given up for what further scenes bring."""

_WORST = 3
"""So many items are tried to be exchanged before one is given up."""

_BEST = 25
"""For so many spares each."""

_SPARES = 150
"""Candidates of a task that are kept for when they fit."""

_AGAIN = 10
"""So many items are taken before those that were kept are looked at again."""


@dataclass(eq=False)
class _Candidate:
    """An item that may be taken; `refusal` is what spoke against it when it was last looked at."""

    item: Item
    index: int
    traits: Traits
    refusal: str = ""

    @property
    def subject(self) -> tuple[str, str]:
        """What it asks: its problem, and its goal, or where it has none what is right."""
        goal = self.item.meta.get("goal")
        answer = self.item.answer
        if goal is None:
            goal = answer.right if isinstance(answer, Choice) else self.item.question
        return self.item.problem, str(goal)


class Ledger:
    """The items of a split so far, and why others were not taken.

    Harvests are to be entered in the order of their numbers. What a harvest holds for a task that
    is full counts for nothing, so it does not matter whether it holds it. A candidate that does not
    fit is kept for a while: it may when others have been taken.

    Parameters
    ----------
    plan : Plan

    Attributes
    ----------
    faults : list of str
        Scenes that ended in an exception.
    tried : int
        How many harvests were entered.
    barren : int
        How many of the last harvests gave no item.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._accepted: dict[str, list[_Candidate]] = {task: [] for task in plan.tasks}
        self._spares: dict[str, list[_Candidate]] = {task: [] for task in plan.tasks}
        self._looked: Counter[str] = Counter()
        self._exchanges: Counter[str] = Counter()
        self._rejections: Counter[str] = Counter()
        self.faults: list[str] = []
        self.tried = 0
        self.barren = 0
        self._keys: Counter[tuple[str, int]] = Counter()
        self._of_scene: Counter[tuple[str, int]] = Counter()
        self._balances = {task: Balance(quota) for task, quota in plan.quotas.items()}
        self._asked: dict[str, set[tuple[str, str]]] = {task: set() for task in plan.tasks}
        self._forms: set[bytes] = set()

    @property
    def rejections(self) -> Counter[str]:
        """How often candidates were given up, by reason."""
        found = self._rejections.copy()
        for task, spares in self._spares.items():
            found.update(f"{task}: {spare.refusal}" for spare in spares if spare.refusal)
        return found

    @property
    def commonest(self) -> str:
        """The reason for which most candidates were given up."""
        return next((why for why, _ in self.rejections.most_common(1)), "")

    @property
    def open_tasks(self) -> tuple[str, ...]:
        """The tasks whose quota is not full."""
        quotas = self.plan.quotas
        return tuple(t for t in self.plan.tasks if len(self._accepted[t]) < quotas[t])

    @property
    def taken(self) -> int:
        """How many items there are."""
        return sum(map(len, self._accepted.values()))

    @property
    def items(self) -> list[Item]:
        """The items, named, task by task in the order of acceptance."""
        return [
            self._named(candidate.item, number, candidate.index)
            for accepted in self._accepted.values()
            for number, candidate in enumerate(accepted, start=1)
        ]

    def enter(self, harvest: Harvest) -> None:
        """Take what a scene gave."""
        self.tried += 1
        self.barren += 1
        if harvest.fault:
            where = f"scene {harvest.index} of seed {self.plan.seed}"
            self.faults.append(f"{where}: {harvest.fault}")
            return
        if harvest.failure:
            self._rejections[f"scene: {harvest.failure}"] += 1
            return
        # Equal but for names, scale and mirroring; sixteen bytes of each form are enough.
        form = hashlib.blake2b(harvest.form.encode(), digest_size=16).digest()
        if form in self._forms:
            self._rejections["scene: the problem is there already"] += 1
            return
        self._forms.add(form)
        for task in self.open_tasks:
            for reason, times in harvest.rejections[task].items():
                self._rejections[reason] += times
            own = [_Candidate(i, harvest.index, Traits(i)) for i in harvest.items[task]]
            self._fill(task, own)

    def _fill(self, task: str, own: Sequence[_Candidate]) -> None:
        """Take of a scene's candidates, and at times of those that were left over, what fits."""
        accepted, quota = self._accepted[task], self.plan.quotas[task]
        # The newest first: the oldest were refused most often.
        self._keep(task, [*self._untaken(task, own), *self._spares[task]])
        if len(accepted) >= self._looked[task] + _AGAIN:
            self._look_again(task)
        if len(accepted) == quota:
            self._settle(task)

    def _look_again(self, task: str) -> None:
        self._keep(task, self._untaken(task, self._spares[task]))
        self._looked[task] = len(self._accepted[task])

    def _keep(self, task: str, spares: list[_Candidate]) -> None:
        self._spares[task], dropped = spares[:_SPARES], spares[_SPARES:]
        self._rejections.update(f"{task}: {c.refusal}" for c in dropped if c.refusal)

    def _untaken(self, task: str, candidates: Sequence[_Candidate]) -> list[_Candidate]:
        """Take the candidates that fit, the most welcome first; return the others."""
        left = list(candidates)
        while len(self._accepted[task]) < self.plan.quotas[task]:
            strains = {k: self._strain(task, candidate) for k, candidate in enumerate(left)}
            fitting = {k: strain for k, strain in strains.items() if strain is not None}
            if not fitting:
                break
            self._accept(task, left.pop(min(fitting, key=fitting.__getitem__)))
        return left

    def _strain(self, task: str, candidate: _Candidate) -> float | None:
        """How little an item is welcome; None, and the refusal told, where it cannot be taken."""
        if self._is_closed(task, candidate):
            return None
        if candidate.subject in self._asked[task]:
            candidate.refusal = "it is asked already"
            return None
        strain = self._balances[task].strain(candidate.traits)
        candidate.refusal = "with it the options would tell the key" if strain is None else ""
        return strain

    def _is_closed(self, task: str, candidate: _Candidate) -> bool:
        """Whether its scene has had its share of the task."""
        return self._of_scene[task, candidate.index] == self.plan.max_per_scene(task)

    def _accept(self, task: str, candidate: _Candidate) -> None:
        self._asked[task].add(candidate.subject)
        self._of_scene[task, candidate.index] += 1
        self._balances[task].add(candidate.traits)
        answer = candidate.item.answer
        if isinstance(answer, Choice):
            # Where the key's place has its share already, the key goes where most is left.
            if self._keys[task, answer.key] == self.plan.max_per_key(task):
                places = range(1, len(answer.options) + 1)
                free = min(places, key=lambda place: self._keys[task, place])
                candidate.item = candidate.item.with_key_at(free)
            self._keys[task, candidate.item.choice.key] += 1
        self._accepted[task].append(candidate)
        self.barren = 0

    def _drop(self, task: str, candidate: _Candidate) -> None:
        self._accepted[task].remove(candidate)
        self._asked[task].remove(candidate.subject)
        self._of_scene[task, candidate.index] -= 1
        if isinstance(candidate.item.answer, Choice):
            self._keys[task, candidate.item.choice.key] -= 1

    def _settle(self, task: str) -> None:
        """Exchange items while some blind guess does too well or too badly on all of them.

        How common a text or a theorem is shows only when all items are there, so items cannot all
        be chosen well as they come. Where no exchange brings the guesses nearer to chance, one is
        given up for what further scenes may bring.
        """
        accepted, spares = self._accepted[task], self._spares[task]
        while True:
            off, places, others = suspects(
                [candidate.traits for candidate in accepted],
                [candidate.traits for candidate in spares],
            )
            if not off or self._exchanges[task] >= _EXCHANGES:
                break
            worst = [accepted[place] for place in places[:_WORST]]
            best = [spares[place] for place in others[:_BEST]]
            if not any(self._is_exchanged(task, old, best, off) for old in worst):
                self._exchanges[task] += _GIVEN_UP
                self._rejections[f"{task}: given up, since with it the options told the key"] += 1
                self._drop(task, worst[0])
                break
        self._balances[task] = Balance(self.plan.quotas[task])
        for candidate in accepted:
            self._balances[task].add(candidate.traits)

    def _is_exchanged(
        self, task: str, old: _Candidate, best: Sequence[_Candidate], off: Fraction
    ) -> bool:
        """Whether a spare in the place of an item brings blind guesses nearer to chance.

        Then it is put there.
        """
        self._drop(task, old)
        traits = [candidate.traits for candidate in self._accepted[task]]
        for new in best:
            if self._is_closed(task, new) or new.subject in self._asked[task]:
                continue
            self._exchanges[task] += 1
            if suspects([*traits, new.traits])[0] < off:
                self._spares[task].remove(new)
                self._accept(task, new)
                return True
        self._accept(task, old)
        return False

    def _named(self, item: Item, number: int, index: int) -> Item:
        width = len(str(max(self.plan.quotas.values())))
        names = {"problem": f"p{index:06d}", "id": f"{item.task}-{number:0{max(4, width)}d}"}
        media = [
            medium.model_copy(update={"path": medium.path.format(**names)})
            if medium.is_file
            else medium
            for medium in item.media
            if self.plan.images or not medium.is_file
        ]
        return item.model_copy(
            update={
                "id": names["id"],
                "media": tuple(media),
                "meta": {**item.meta, "index": index, "problem": names["problem"]},
            }
        )
