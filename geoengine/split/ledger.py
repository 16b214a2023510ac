"""The ledger: which candidates are accepted as items, decided scene by scene."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import chain, compress
from typing import Any

from geoengine.adversary import FEWEST_QUESTIONS
from geoengine.items import BATCH, Choice, Item, Medium
from geoengine.split.avoided import read_avoided
from geoengine.split.balance import Balance, Traits
from geoengine.split.baselines import imbalance
from geoengine.split.candidate import Candidate
from geoengine.split.contrast import ContrastSum
from geoengine.split.kinds import KindQuotas
from geoengine.split.near_duplicates import Content, NearDuplicates
from geoengine.split.plan import Plan
from geoengine.split.production import SceneOutcome
from geoengine.split.thinning import Thinning

__all__ = ["Ledger"]

_MOST_EXCHANGES = 2000
"""The maximum number of exchanges tried for a task when its quota is full."""

_DROP_COST = 20
"""The number of exchanges that dropping an item counts as."""

_MOST_REPLACED = 3
"""The number of items for which replacements are tried before one item is dropped."""

_MOST_REPLACEMENTS = 25
"""The number of spares tried in place of each of these items."""

_MOST_SPARES = 150
"""The maximum number of spares of a task."""

_CONTRAST_WEIGHT = 1.0
"""The weight of the sum of contrasts beside the excess of ranks and tokens."""

_RECONSIDER_EVERY = 10
"""The number of items of a task to be accepted before its spares are considered again."""

_EXPECTED = "learned guesses would find the key too often"

_STALLED = 5
"""The number of scenes without an item of a task after which two are sought in place of one."""

_MOST_TRADED = 20
"""The maximum number of accepted items that are tried for such a trade."""


def problem_id(index: int, variant: int) -> str:
    """Return the id of a problem: the number of its scene, and its own in that if not the first.

    Examples
    --------
    >>> problem_id(12, 0), problem_id(12, 3)
    ('p000012', 'p000012v3')
    """
    return f"p{index:06d}" + (f"v{variant}" if variant else "")


class Ledger:
    """The accepted items of a split, and the reasons for rejecting others.

    The outcomes of scenes have to be entered in the order of their numbers. Candidates for a task
    whose quota is full are ignored, so the result does not depend on whether they were made. A
    candidate that does not fit is kept as a spare, since it may fit later.

    Parameters
    ----------
    plan : Plan

    Attributes
    ----------
    faults : list of str
        For each scene that ended in an exception, its number, the seed and the exception.
    tried : int
        The number of scenes entered.
    batch : int
        The batch that is being made, from 0.
    next_index : int
        The number of the scene to be entered next.
    scenes_without_item : int
        The number of scenes entered since an item was last accepted.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._accepted: dict[str, list[Candidate]] = {task: [] for task in plan.tasks}
        self._spares: dict[str, list[Candidate]] = {task: [] for task in plan.tasks}
        self._reconsidered_at: Counter[str] = Counter()
        self._exchanges: Counter[str] = Counter()
        self._stalled: Counter[str] = Counter()
        self._rejections: Counter[str] = Counter()
        self.faults: list[str] = []
        self.tried = 0
        self.batch = 0
        self.next_index = 0
        self.scenes_without_item = 0
        self._keys: Counter[tuple[str, int]] = Counter()
        self._of_scene: Counter[tuple[str, int]] = Counter()
        # The plan computes these anew each time.
        self._quota_of_batch = plan.batch_quotas
        self._most_of_scene = {task: plan.max_per_scene(task) for task in plan.tasks}
        self._most_of_key = {
            task: plan.max_per_key(task) for task in plan.tasks if plan.source.task(task).options
        }
        spread = plan.source.spread
        self._kinds = {task: KindQuotas(quota, spread) for task, quota in plan.quotas.items()}
        self._balances = {task: Balance(quota) for task, quota in plan.quotas.items()}
        self._contrasts = {task: ContrastSum() for task in plan.tasks}
        self._thinnings = {
            task: Thinning()
            for task, quota in plan.quotas.items()
            if plan.adversary and plan.source.task(task).options and quota >= FEWEST_QUESTIONS
        }
        self._asked: dict[str, set[tuple[str, str]]] = {task: set() for task in plan.tasks}
        self._near = NearDuplicates()
        for question, code in read_avoided(plan.avoid):
            self._near.add(Content.of("", "", question, (), None, code))
        self._forms: set[bytes] = set()

    @property
    def rejections(self) -> Counter[str]:
        """How often scenes and candidates were rejected, by reason.

        A spare counts once, with the reason for which it was last refused.
        """
        found = self._rejections.copy()
        for task, spares in self._spares.items():
            found.update(f"{task}: {spare.refusal}" for spare in spares if spare.refusal)
        return found

    @property
    def commonest(self) -> str:
        """The commonest reason for a rejection; empty if there was none."""
        return next((why for why, _ in self.rejections.most_common(1)), "")

    @property
    def open_tasks(self) -> tuple[str, ...]:
        """The tasks whose quota is not full, in this batch or an earlier one."""
        return tuple(t for t in self.plan.tasks if len(self._accepted[t]) < self._due(t))

    @property
    def taken(self) -> int:
        """The number of items accepted at present, over all tasks."""
        return sum(map(len, self._accepted.values()))

    @property
    def items(self) -> list[Item]:
        """The accepted items with their ids, task by task, in the order of acceptance."""
        return [
            self._named(candidate.item, number, candidate.index)
            for accepted in self._accepted.values()
            for number, candidate in enumerate(accepted, start=1)
        ]

    @property
    def kept(self) -> dict[int, Any]:
        """What the family kept of the scenes of accepted items, by the numbers of the scenes."""
        accepted = chain.from_iterable(self._accepted.values())
        return {candidate.index: candidate.kept for candidate in accepted}

    def begin_batch(self, batch: int) -> None:
        """Go on to a batch, from 0, when the quotas of those before are full."""
        self.batch = batch
        self.next_index = batch * BATCH

    def _due(self, task: str) -> int:
        """The number of items of a task in this batch and those before."""
        return (self.batch + 1) * self._quota_of_batch[task]

    def enter(self, outcome: SceneOutcome) -> None:
        """Enter the candidates of a scene."""
        self.tried += 1
        self.next_index = outcome.index + 1
        self.scenes_without_item += 1
        if outcome.fault:
            where = f"scene {outcome.index} of seed {self.plan.seed}"
            self.faults.append(f"{where}: {outcome.fault}")
            return
        if outcome.failure:
            self._rejections[f"scene: {outcome.failure}"] += 1
            return
        # Forms are long; sixteen bytes of a digest tell them apart.
        form = hashlib.blake2b(outcome.form.encode(), digest_size=16).digest()
        if form in self._forms:
            self._rejections["scene: an equivalent problem occurred before"] += 1
            return
        self._forms.add(form)
        for task in self.open_tasks:
            self._kinds[task].wait()
            for reason, times in outcome.rejections[task].items():
                self._rejections[reason] += times
            own = [
                Candidate(item, outcome.index, Traits(item), outcome.kept)
                for item in outcome.items[task]
            ]
            before = len(self._accepted[task])
            self._fill(task, self._admitted(task, own))
            thinning = self._thinnings.get(task)
            if thinning and thinning.learn([candidate.text for candidate in own]):
                self._thin(task)
            if len(self._accepted[task]) > before:
                self._stalled[task] = 0
            else:
                self._stalled[task] += 1
                if self._stalled[task] % _STALLED == 0:
                    self._trade(task)

    def _admitted(self, task: str, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates whose keys learned guessers do not expect too much."""
        thinning = self._thinnings.get(task)
        if thinning is None:
            return list(candidates)
        admits = thinning.admitted([candidate.text for candidate in candidates])
        admitted = list(compress(candidates, admits))
        self._rejections[f"{task}: {_EXPECTED}"] += len(candidates) - len(admitted)
        return admitted

    def _thin(self, task: str) -> None:
        """Judge all candidates anew, when more was learnt."""
        self._spares[task] = self._admitted(task, self._spares[task])
        kept = {*self._admitted(task, self._accepted[task])}
        for candidate in [one for one in self._accepted[task] if one not in kept]:
            self._drop(task, candidate)
        self._reconsidered_at[task] = 0

    def _fill(self, task: str, own: Sequence[Candidate]) -> None:
        """Accept candidates of a scene that fit and, from time to time, spares that fit.

        A task whose quota is full then is rebalanced.
        """
        accepted = self._accepted[task]
        # Newest first: the oldest have been refused most often.
        self._keep(task, [*self._accept_fitting(task, own), *self._spares[task]])
        due = len(accepted) >= self._reconsidered_at[task] + _RECONSIDER_EVERY
        if due or self._kinds[task].are_lifted:
            # A spare may have been refused for its kind.
            self._reconsider(task)
        self._rebalance(task)

    def remove(self, ids: Collection[str]) -> None:
        """Remove accepted items by their ids, so that others have to take their places."""
        for task, accepted in self._accepted.items():
            removed = [
                candidate
                for number, candidate in enumerate(accepted, start=1)
                if self._id(task, number) in ids
            ]
            for candidate in removed:
                self._drop(task, candidate)
                self._rejections[f"{task}: removed, since learned guesses found the key"] += 1
            if removed:
                self._reconsidered_at[task] = 0
                self.scenes_without_item = 0

    def _reconsider(self, task: str) -> None:
        self._keep(task, self._accept_fitting(task, self._spares[task]))
        self._reconsidered_at[task] = len(self._accepted[task])

    def _keep(self, task: str, spares: Sequence[Candidate]) -> None:
        # Last those that only fit if an item is dropped, or they would crowd out the others.
        ranked = sorted(spares, key=lambda spare: self._is_barred(task, spare))
        self._spares[task], dropped = ranked[:_MOST_SPARES], ranked[_MOST_SPARES:]
        self._rejections.update(f"{task}: {c.refusal}" for c in dropped if c.refusal)

    def _accept_fitting(self, task: str, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Accept the cheapest candidate again and again while one fits; return those left."""
        left = list(candidates)
        while len(self._accepted[task]) < self._due(task):
            costs = {k: self._cost(task, candidate) for k, candidate in enumerate(left)}
            fitting = {k: cost for k, cost in costs.items() if cost is not None}
            if not fitting:
                break
            self._accept(task, left.pop(min(fitting, key=fitting.__getitem__)))
        return left

    def _cost(self, task: str, candidate: Candidate) -> float | None:
        """Return the cost of accepting an item, or None if it cannot be accepted.

        Sets the candidate's refusal, unless its scene has given enough items already.
        """
        if self._is_closed(task, candidate):
            return None
        if candidate.subject in self._asked[task]:
            candidate.refusal = "an accepted item asks the same question"
            return None
        if self._near.occurs(candidate.content):
            candidate.refusal = "an accepted item is nearly the same"
            return None
        if not self._kinds[task].allow(candidate.item):
            candidate.refusal = "enough items are of its kind"
            return None
        cost = self._balances[task].cost(candidate.traits)
        if cost is None:
            candidate.refusal = "a feature of the options would predict the key"
            return None
        candidate.refusal = ""
        return cost + _CONTRAST_WEIGHT * self._contrasts[task].cost(candidate.contrast)

    def _is_closed(self, task: str, candidate: Candidate) -> bool:
        """Whether a candidate's scene has given as many items of the task as it may."""
        return self._of_scene[task, candidate.index] == self._most_of_scene[task]

    def _is_barred(self, task: str, candidate: Candidate) -> bool:
        """Whether a candidate's question is asked already, or its scene has given enough items."""
        return candidate.subject in self._asked[task] or self._is_closed(task, candidate)

    def _accept(self, task: str, candidate: Candidate) -> None:
        self._asked[task].add(candidate.subject)
        self._near.add(candidate.content)
        self._kinds[task].add(candidate.item)
        self._of_scene[task, candidate.index] += 1
        self._balances[task].add(candidate.traits)
        self._contrasts[task].add(candidate.contrast)
        answer = candidate.item.answer
        if isinstance(answer, Choice):
            # If the quota of the key's position is full, move the key to the rarest position.
            if self._keys[task, answer.key] == self._most_of_key[task]:
                places = range(1, len(answer.options) + 1)
                free = min(places, key=lambda place: self._keys[task, place])
                candidate.item = candidate.item.with_key_at(free)
            self._keys[task, candidate.item.choice.key] += 1
        self._accepted[task].append(candidate)
        self.scenes_without_item = 0

    def _drop(self, task: str, candidate: Candidate) -> None:
        self._accepted[task].remove(candidate)
        self._asked[task].remove(candidate.subject)
        self._near.remove(candidate.content)
        self._kinds[task].remove(candidate.item)
        self._of_scene[task, candidate.index] -= 1
        self._balances[task].remove(candidate.traits)
        self._contrasts[task].remove(candidate.contrast)
        if isinstance(candidate.item.answer, Choice):
            self._keys[task, candidate.item.choice.key] -= 1

    def _rebalance(self, task: str) -> None:
        """Replace items of a full task by spares while some blind guess at all is out of bounds.

        The frequency of a text or a theorem is known only when the quota is full, so checking each
        item when it is accepted is not enough. If no replacement brings the guesses nearer to
        chance, an item is dropped, and its place is filled from further scenes.
        """
        accepted, spares = self._accepted[task], self._spares[task]
        while len(accepted) == self._due(task):
            off, places, others = imbalance(
                [candidate.traits for candidate in accepted],
                [candidate.traits for candidate in spares],
            )
            if not off or self._exchanges[task] >= _MOST_EXCHANGES:
                break
            worst = [accepted[place] for place in places[:_MOST_REPLACED]]
            best = [spares[place] for place in others[:_MOST_REPLACEMENTS]]
            if not any(self._exchange(task, old, best, off) for old in worst):
                self._exchanges[task] += _DROP_COST
                self._rejections[f"{task}: dropped, since a feature predicted the key"] += 1
                self._drop(task, worst[0])
                break

    def _trade(self, task: str) -> None:
        """Replace one item by two spares, where one can be found that bars both.

        In a small split, the items accepted may leave no balanced choice for the last ones. If none
        can be found, ranks of frequent texts are counted anew; in the full task they are checked.
        """
        accepted, spares, kinds = self._accepted[task], self._spares[task], self._kinds[task]
        waited, waited_for_kinds = self.scenes_without_item, kinds.waited
        free = {one for one in spares if not self._repeats(task, one)}
        tried = 0
        for old in [*accepted]:
            if tried == _MOST_TRADED:
                break
            # An item bars spares of its own scene, or those that it leaves out of balance.
            own = [one for one in spares if one in free or one.index == old.index]
            if len(own) <= 1:
                continue
            tried += 1
            kept = {*accepted} - {old}
            self._drop(task, old)
            self._accept_fitting(task, own)
            new = [candidate for candidate in accepted if candidate not in kept]
            if len(new) > 1:
                self._keep(task, [*(one for one in spares if one not in new), old])
                self._stalled[task] = 0
                self._rebalance(task)
                return
            for candidate in new:
                self._drop(task, candidate)
            self._accept(task, old)
            kinds.waited = waited_for_kinds
        self.scenes_without_item = waited
        # Without any exchange, ranks that no longer count may be what bars all further items.
        self._balances[task].forget_frequencies()
        self._reconsider(task)
        self._rebalance(task)

    def _repeats(self, task: str, candidate: Candidate) -> bool:
        """Whether an accepted item is much the same, or its scene has given enough items."""
        return self._is_barred(task, candidate) or self._near.occurs(candidate.content)

    def _exchange(
        self, task: str, old: Candidate, best: Sequence[Candidate], off: Fraction
    ) -> bool:
        """Replace an item by a spare if that brings blind guesses nearer to chance.

        Return whether it was replaced.
        """
        self._drop(task, old)
        traits = [candidate.traits for candidate in self._accepted[task]]
        for new in best:
            if self._repeats(task, new) or not self._kinds[task].allow(new.item):
                continue
            self._exchanges[task] += 1
            if imbalance([*traits, new.traits])[0] < off:
                self._spares[task].remove(new)
                self._accept(task, new)
                return True
        self._accept(task, old)
        return False

    def _is_made(self, medium: Medium) -> bool:
        return self.plan.videos if medium.kind == "video" else self.plan.images

    def _id(self, task: str, number: int) -> str:
        width = len(str(max(self.plan.quotas.values())))
        return f"{task}-{number:0{max(4, width)}d}"

    def _named(self, item: Item, number: int, index: int) -> Item:
        names = {
            "problem": problem_id(index, item.meta.get("variant", 0)),
            "id": self._id(item.task, number),
        }
        media = [
            medium.model_copy(update={"path": medium.path.format(**names)})
            if medium.is_file
            else medium
            for medium in item.media
            if not medium.is_file or self._is_made(medium)
        ]
        return item.model_copy(
            update={
                "id": names["id"],
                "media": tuple(media),
                "meta": {**item.meta, "index": index, "problem": names["problem"]},
            }
        )
