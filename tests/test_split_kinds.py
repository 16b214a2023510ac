"""No kind of item has more than its share of a task, unless scenes offer too few others."""

import math
from collections import Counter

import numpy as np
import pytest
from test_split_balance import item_of

from geoengine.items import load_family
from geoengine.split import make_plan
from geoengine.split.kinds import _FORM_PATIENCE, _PATIENCE, KindQuotas
from geoengine.split.ledger import Ledger
from geoengine.split.production import SceneOutcome

TASK = "theorem_selection"
NAMES = ["ceva", "menelaus", "pappus", "simson", "miquel", "thales", "euler"]


def candidate(rng, kind, number):
    theorems = list(rng.permutation(NAMES)[:4])
    key = int(rng.integers(1, 5))
    item = item_of([f"{name} {number}" for name in theorems], key, theorems)
    meta = {**item.meta, "kinds": {"goal": kind}, "goal": f"goal {number}"}
    return item.model_copy(update={"meta": meta, "problem": f"problem {number}"})


def filled(draw_kind, *, scenes, quota=20):
    ledger = Ledger(make_plan(quota, tasks=[TASK]))
    rng = np.random.default_rng(5)
    for index in range(scenes):
        items = [candidate(rng, draw_kind(rng), 10 * index + k) for k in range(5)]
        rejections = {TASK: {}}
        ledger.enter(
            SceneOutcome(
                index, scene="made", form=str(index), items={TASK: items}, rejections=rejections
            )
        )
        if not ledger.open_tasks:
            break
    return ledger


def test_no_kind_has_more_than_its_share():
    def mostly_similar(rng):
        return "similar" if rng.random() < 0.7 else ["cong", "para", "perp"][rng.integers(3)]

    ledger = filled(mostly_similar, scenes=200)
    kinds = Counter(item.meta["kinds"]["goal"] for item in ledger.items)
    share = load_family("reasoning").spread["goal similar"]
    assert kinds.total() == 20
    assert kinds["similar"] == max(kinds.values()) == math.ceil(20 * share)
    assert ledger.rejections[f"{TASK}: enough items are of its kind"] > 0


def test_a_task_with_items_of_one_kind_is_filled_all_the_same():
    ledger = filled(lambda rng: "similar", scenes=200)
    assert len(ledger.items) == 20


def test_an_item_counts_for_each_of_its_kinds():
    def with_(*constructions):
        item = candidate(np.random.default_rng(1), "similar", 1)
        kinds = {"construction": list(constructions)}
        return item.model_copy(update={"meta": {**item.meta, "kinds": kinds}})

    quotas = KindQuotas(2, {"construction": 0.5})
    quotas.add(with_("midpoint", "foot"))
    assert not quotas.allow(with_("foot", "mirror"))
    assert not quotas.allow(with_("midpoint"))
    assert quotas.allow(with_("mirror"))
    assert quotas.allow(with_())
    quotas.remove(with_("midpoint", "foot"))
    assert quotas.allow(with_("foot", "mirror"))


@pytest.mark.parametrize(("aspect", "patience"), [("goal", _PATIENCE), ("form", _FORM_PATIENCE)])
def test_quotas_are_lifted_once_patience_is_exhausted(aspect, patience):
    item = candidate(np.random.default_rng(1), "similar", 1)
    item = item.model_copy(update={"meta": {**item.meta, "kinds": {aspect: "similar"}}})
    quotas = KindQuotas(10, {aspect: 0.2})
    for _ in range(2):
        assert quotas.allow(item)
        quotas.add(item)
    assert not quotas.allow(item)
    quotas.remove(item)
    assert quotas.allow(item)
    quotas.add(item)
    for _ in range(patience):
        quotas.wait()
    assert not quotas.allow(item)
    quotas.wait()
    assert quotas.allow(item)
    quotas.add(item)
    assert not quotas.allow(item), "they are lifted for one item"


def test_a_single_kind_may_have_a_smaller_share_which_few_items_do_not_reach():
    def of_form(form):
        item = candidate(np.random.default_rng(1), "similar", 1)
        return item.model_copy(update={"meta": {**item.meta, "kinds": {"form": form}}})

    shares = {"form": 0.2, "form rare": 0.05}
    assert not KindQuotas(19, shares).allow(of_form("rare"))
    quotas = KindQuotas(20, shares)
    assert quotas.allow(of_form("rare"))
    quotas.add(of_form("rare"))
    assert not quotas.allow(of_form("rare"))
    assert quotas.allow(of_form("other"))
