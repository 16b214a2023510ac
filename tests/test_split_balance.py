"""Keys cannot be guessed from options: the selection of items, and the measurement of guesses."""

import json
from fractions import Fraction
from operator import le

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.families.reasoning.option_features import features
from geoengine.items import UNIT, Choice, Item, Value, rank_chances
from geoengine.split import chance_bounds, generate, make_plan
from geoengine.split.balance import Balance, Traits
from geoengine.split.baselines import blind_baselines, imbalance
from geoengine.split.candidate import Candidate
from geoengine.split.ledger import Ledger
from geoengine.split.production import SceneOutcome

NAMES = ["ceva", "menelaus", "pappus", "simson", "miquel", "thales", "euler"]


def made(rng, lean):
    """Return an item whose key is biased towards long texts, other letters and rare theorems."""
    key = int(rng.integers(1, 5))
    theorems = list(rng.permutation(NAMES)[:4])
    if rng.random() < lean:
        theorems[key - 1] = "pascal"
    lengths = [
        int(rng.integers(1, 9)) + 4 * (rng.random() < lean) * (k == key) for k in range(1, 5)
    ]
    letters = [chr(65 + int(rng.integers(20))) for _ in range(4)]
    options = [f"{letters[k]}{'x' * lengths[k]} {k}" for k in range(4)]
    return item_of(options, key, theorems)


def item_of(options, key, theorems, form=""):
    evidence = [{"rule": name} for name in theorems]
    return Item.make(
        family="reasoning",
        task="theorem_selection",
        level=3,
        scene="made",
        problem="",
        question="?",
        answer=Choice(options=tuple(options), key=key),
        certificate={"options": evidence},
        meta={"features": features(options, evidence=evidence), "form": form},
    )


def ledger_of(seed, lean, quota, tried):
    ledger = Ledger(make_plan(quota, tasks=["theorem_selection"]))
    rng = np.random.default_rng(seed)
    for index in range(tried):
        items = [
            made(rng, lean).model_copy(update={"problem": f"{index} {number}"})
            for number in range(3)
        ]
        outcome = SceneOutcome(
            index,
            "made",
            form=str(index),
            items={"theorem_selection": items},
            rejections={"theorem_selection": {}},
        )
        ledger.enter(outcome)
        if not ledger.open_tasks:
            break
    return ledger


@settings(max_examples=6)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.3, 0.6]), st.sampled_from([8, 60, 170]))
def test_what_is_taken_tells_nothing_however_candidates_lean(seed, lean, quota):
    ledger = ledger_of(seed, lean, quota, tried=3000)
    assert ledger.taken == quota
    baselines = list(blind_baselines(ledger.items))
    assert len(baselines) == 18
    assert [baseline for baseline in baselines if not baseline.passes] == []
    ids = [item.id for item in ledger.items]
    assert len(set(ids)) == quota


class Barred(Ledger):
    """A ledger in which the item of scene 0 bars all others."""

    def _cost(self, task, candidate):
        if any(other.index == 0 for other in self._accepted[task]):
            candidate.refusal = "the first item bars it"
            return None
        return super()._cost(task, candidate)


@pytest.mark.parametrize("bars", [True, False])
def test_an_item_that_bars_all_others_is_traded(bars):
    rng, task = np.random.default_rng(8), "theorem_selection"
    ledger = (Barred if bars else Ledger)(make_plan(8, tasks=[task]))
    for index in range(200):
        item = made(rng, 0.0).model_copy(update={"problem": str(index)})
        ledger.enter(
            SceneOutcome(
                index, "made", form=str(index), items={task: [item]}, rejections={task: {}}
            )
        )
        if not ledger.open_tasks:
            break
    assert ledger.taken == 8
    assert ("0" in {item.problem for item in ledger.items}) != bars


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_what_is_given_up_is_what_tells_most(seed):
    """No spare can be accepted: each asks the same as one of the items that tell least."""
    rng, task = np.random.default_rng(seed), "theorem_selection"
    found = [made(rng, 1.0).model_copy(update={"problem": str(n)}) for n in range(40)]
    ledger = Ledger(make_plan(40, tasks=[task]))
    for number, item in enumerate(found):
        ledger._accept(task, Candidate(item, number, Traits(item)))
    off, places, _ = imbalance([Traits(item) for item in found])
    assert off > 0
    spares = [found[place] for place in places[-10:]]
    ledger._spares[task] = [Candidate(item, 100, Traits(item)) for item in spares]
    ledger._rebalance(task)
    left = {item.problem for item in ledger.items}
    assert {item.problem for item in found} - left == {found[places[0]].problem}


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_the_spare_that_is_tried_first_helps(seed):
    """Exchanging a revealing key for an ordinary one has the estimated effect."""
    rng = np.random.default_rng(seed)
    items = [Traits(made(rng, 0.8)) for _ in range(60)]
    spares = [Traits(made(rng, lean)) for lean in (1.0, 0.0) * 10]
    off, places, order = imbalance(items, spares)
    worst = [traits for place, traits in enumerate(items) if place != places[0]]
    tried = [imbalance([*worst, spares[place]])[0] for place in order]
    assert min(tried[:5]) < off
    assert sum(tried[:5]) <= sum(tried[-5:])


def test_without_balance_the_same_candidates_are_caught():
    rng = np.random.default_rng(1)
    found = {b.name: b for b in blind_baselines(made(rng, 0.6) for _ in range(120))}
    for name in ("highest_length", "learnt_kind"):
        assert not found[name].passes
        assert found[name].hits / found[name].items > Fraction(2, 5)


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.integers(1, 4))
def test_the_chances_of_the_ranks_are_those_of_random_tie_breaking(marks, key):
    rng = np.random.default_rng(0)
    counts = np.zeros(4)
    for _ in range(400):
        order = np.argsort(np.array(marks) + rng.random(4) * 0.5, kind="stable")
        counts[list(order).index(key - 1)] += 1
    told = rank_chances(marks, key)
    assert sum(told) == UNIT
    assert np.allclose(counts / 400, np.array(told) / UNIT, atol=0.13)


def test_a_baseline_counts_what_it_says():
    """Computed by hand for four items, in three of which the longest option is the key."""
    rows = [(["a 1", "b 1", "c 1", "dd 1"], key) for key in (4, 4, 4, 1)]
    items = [item_of(options, key, "pqrs") for options, key in rows]
    found = {b.name: b for b in blind_baselines(items)}
    assert found["highest_length"].hits == 3
    assert found["lowest_length"].hits == Fraction(1, 3)
    assert (found["highest_length"].least, found["highest_length"].most) == (0, 3)


def test_recorded_guesses_at_open_answers_are_baselines():
    """Three of sixty items have their answer among the numbers of their code; two are allowed."""
    items = [
        Item.make(
            family="f", task="t", level=1, scene=f"s{k}", problem="", question="?",
            answer=Value(exact=str(k)), meta={"guesses": {"literal": [k < 3, 4]}},
        )
        for k in range(60)
    ]  # fmt: skip
    found = {b.name: b for b in blind_baselines(items)}
    assert (found["literal"].hits, found["literal"].passes) == (Fraction(3, 4), True)
    assert (found["some_literal"].hits, found["some_literal"].most) == (3, 2)
    assert not found["some_literal"].passes


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    plan = make_plan(4, seed=3, tasks=["theorem_selection", "structural_perception"], images=False)
    return generate(plan, tmp_path_factory.mktemp("balance") / "split")


def test_the_manifest_has_the_baselines_of_the_items(split):
    items = [Item.model_validate(item) for item in split.items()]
    found = split.manifest["baselines"]
    baselines = list(blind_baselines(items))
    # Both tasks have guesses; which of them apply depends on the items.
    assert len(baselines) == sum(map(len, found.values())) > 30
    for baseline in baselines:
        assert found[baseline.task][baseline.name] == baseline.record()
    assert json.loads((split.path / "manifest.json").read_text())["baselines"] == found


def test_a_split_that_leaks_is_told_and_ends_with_one(tmp_path, monkeypatch):
    monkeypatch.setattr("geoengine.split.baselines.chance_bounds", lambda count, chance: (1, 1))
    monkeypatch.setattr("geoengine.split.ledger._MOST_EXCHANGES", 0)
    run = CliRunner().invoke(
        app,
        [
            *("generate", str(tmp_path / "leaking"), "--count", "2", "--no-images"),
            *("--tasks", "structural_perception", "--workers", "1"),
        ],
    )
    assert run.exit_code == 1
    assert "blind guesses outside the bounds" in run.stderr
    assert "structural_perception: lowest_length gets" in run.stderr
    assert (tmp_path / "leaking" / "items.jsonl").is_file()


@given(st.integers(1, 400), st.integers(1, 8))
def test_the_bounds_of_chance_are_those_of_the_binomial_distribution(count, options):
    assert chance_bounds(count, 1 / options) == binom.interval(0.95, count, 1 / options)


def test_the_mix_of_geobench_is_that_of_its_table():
    assert list(make_plan(1021, mix="geobench").quotas.values()) == [168, 135, 200, 200, 171, 147]
    assert sum(make_plan(100, mix="geobench").quotas.values()) == 100


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_no_theorem_is_the_key_of_one_form_and_wrong_in_another(seed):
    rng, balance = np.random.default_rng(seed), Balance(200)
    accepted = dict.fromkeys("ab", 0)
    for number in range(400):
        form, key = "ab"[number % 2], int(rng.integers(1, 5))
        theorems = list(rng.permutation(NAMES)[:4])
        # One theorem tells the key of either form, but of both together it tells nothing.
        theorems[key - 1 if form == "a" else (key + number // 2 % 3) % 4] = "pascal"
        traits = Traits(item_of([f"{name} {number}" for name in theorems], key, theorems, form))
        if balance.cost(traits) is not None:
            balance.add(traits)
            accepted[form] += 1
    # It is the key of all items of one form and of none of the other, so there are few of each.
    assert all(0 < count < 15 for count in accepted.values())


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_what_is_added_and_removed_again_costs_nothing_later(seed):
    rng = np.random.default_rng(seed)
    kept, passing, asked = ([Traits(made(rng, 0.3)) for _ in range(count)] for count in (8, 5, 20))
    plain, changed = Balance(40), Balance(40)
    for traits in kept:
        plain.add(traits)
        changed.add(traits)
    for traits in passing:
        changed.add(traits)
    for traits in passing[::-1]:
        changed.remove(traits)
    costs = [[balance.cost(traits) for traits in asked] for balance in (plain, changed)]
    assert [cost is None for cost in costs[0]] == [cost is None for cost in costs[1]]
    known = [pair for pair in zip(*costs, strict=True) if None not in pair]
    assert known
    assert all(one == pytest.approx(other, abs=1e-9) for one, other in known)


def test_frequencies_that_drifted_bar_no_item_once_they_are_forgotten():
    barred = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        kept, asked = ([Traits(made(rng, 0.3)) for _ in range(count)] for count in (12, 30))
        balance = Balance(40)
        for traits in kept:
            balance.add(traits)
        # What is put back has the ranks of the moment.
        for number in rng.integers(len(kept), size=500):
            balance.remove(kept[number])
            balance.add(kept[number])
        before = [balance.cost(traits) is not None for traits in asked]
        balance.forget_frequencies()
        after = [balance.cost(traits) is not None for traits in asked]
        assert all(map(le, before, after))
        barred += sum(after) - sum(before)
        for traits in kept:
            balance.remove(traits)
        unused = Balance(40)
        assert list(map(balance.cost, asked)) == pytest.approx(list(map(unused.cost, asked)))
    assert barred >= 10
