"""Proofs of the goals of drafting tasks, and of what is spoilt."""

import dataclasses
import json
import random
import re

import numpy as np
import pytest

from geoengine.draft import DraftError, carry_out, holds, read_draft
from geoengine.draft.exact import NotExactError, exact_truths
from geoengine.families.drafting import load_seeds, make_task
from geoengine.families.drafting.deducing import deduce_goals
from geoengine.families.drafting.figures import other_givens
from geoengine.families.drafting.moving import moved_givens
from geoengine.families.drafting.premises import Premises
from geoengine.families.drafting.proving import prove_goals
from geoengine.graph import proof_to_json
from geoengine.items import stream
from geoengine.verify import Setting, read_proof, replay

SEEDS = load_seeds()
WAYS = [(name, way) for name, seed in SEEDS.items() for way, _, _ in seed.ways()]


def check(task):
    proved = prove_goals(task)
    assert proved.is_proved, proved.words
    assert proved.doubt >= 60
    assert json.loads(json.dumps(proved.record())) == proved.record()


@pytest.mark.parametrize(("name", "way"), WAYS[::40])
def test_goals_are_proved(name, way):
    check(make_task(SEEDS[name], stream(1, name), way=way))


@pytest.mark.slow(seconds=40)
@pytest.mark.parametrize(("name", "way"), WAYS)
def test_goals_are_proved_for_all_parameters(name, way):
    seed = SEEDS[name]
    for parameters in seed.space.choices if seed.parameters else [{}]:
        check(make_task(seed, stream(1, name), parameters, way=way))


def replayed(name, way):
    """Replay the deductions of a task by the judge, in figures that the deducer did not see."""
    task = make_task(SEEDS[name], stream(1, name), way=way)
    draft, *drafts = (
        read_draft("\n".join((*givens, *task.commands)))
        for givens in (task.givens, *other_givens(task, stream(8), 10))
    )
    figures = [carry_out(one) for one in drafts]
    proofs = deduce_goals(draft, figures[:4], task.goals)
    given = Premises(draft).statements
    for statement_proofs in proofs.values():
        for proof in statement_proofs:
            names = sorted({point for one in (*given, proof.goal) for point in one.points})
            places = [[figure.point(name) or 0 for name in names] for figure in figures[4:]]
            xy = np.array([[(place.real, place.imag) for place in row] for row in places])
            record = read_proof(json.loads(json.dumps(proof_to_json(proof))))
            found = replay(record, given=given, goal=proof.goal, settings=[Setting(names, xy)])
            assert found.bad is None, (name, proof.goal)
    return len(proofs)


def test_deductions_can_be_replayed():
    assert sum(replayed(name, way) for name, way in WAYS[3::12]) >= 5


@pytest.mark.slow(seconds=20)
def test_all_deductions_can_be_replayed():
    assert sum(replayed(name, way) for name, way in WAYS) >= 80


def spoilt(task, draw):
    """Yield tasks with one word of a command changed: a name, or the number of a point."""
    commands = list(task.commands)
    for _ in range(200):
        at = draw.randrange(len(commands))
        head, sign, body = commands[at].partition("= ")
        spots = [*re.finditer(r"\b([A-Z](?:_\d+)?|[1-2](?=\)))(?=[,)])", body)]
        if not spots:
            continue
        spot = draw.choice(spots)
        known = {name for given in (*task.givens, *commands[:at]) for name in named(given)}
        others = sorted(known - {spot[0]}) if spot[0][0].isalpha() else ["3"]
        others = {"1": ["2"], "2": ["1"]}.get(spot[0], others)
        if not others:
            continue
        changed = head + sign + body[: spot.start()] + draw.choice(others) + body[spot.end() :]
        step = dataclasses.replace(
            task.steps[0], commands=(*commands[:at], changed, *commands[at + 1 :])
        )
        yield dataclasses.replace(task, steps=(step,))


def named(command):
    return re.findall(r"^([A-Z](?:_\d+)?) =", command)


def fails_when_moved(task):
    """Whether some goal is false in the figures, by floats; None if it cannot be carried out."""
    failed = False
    for givens in other_givens(task, stream(3), 3):
        try:
            figure = carry_out(read_draft("\n".join((*givens, *task.commands))))
            values = [holds(figure, goal) for goal in task.goals]
        except DraftError:
            return None
        if not all(one.is_defined for one in figure.objects.values()):
            return None
        failed = failed or not all(values)
    return failed


def spoil(name):
    """Return a spoilt form of a task that can be carried out, or None."""
    task = make_task(SEEDS[name], stream(1, name))
    return next((one for one in spoilt(task, random.Random(name)) if fails_when_moved(one)), None)


def refuted_exactly(task):
    """Whether the exact figure alone shows that a goal is missed, in some placement."""
    rng = stream(5)
    for number in range(4):
        givens = moved_givens(task.seed, task.parameters, rng, digits=6).splitlines()
        try:
            found = exact_truths(
                read_draft("\n".join((*givens, *task.commands))), task.goals, noise=number
            )
        except (NotExactError, DraftError):
            continue
        if any(truth.holds is False for truth in found.truths):
            return True
    return False


def check_spoilt(names):
    tried, refuted = 0, 0
    for name in names:
        task = spoil(name)
        if task is None:
            continue
        tried += 1
        assert not prove_goals(task).is_proved, (name, task.commands)
        refuted += refuted_exactly(task)
    return tried, refuted


def test_spoilt_constructions_are_not_proved():
    tried, refuted = check_spoilt(list(SEEDS)[5::70])
    assert tried >= 3
    assert refuted >= tried - 1


@pytest.mark.slow(seconds=60)
def test_many_spoilt_constructions_are_not_proved():
    tried, refuted = check_spoilt(SEEDS)
    assert tried >= 200
    assert refuted >= 0.8 * tried


def test_what_is_not_proved_says_why():
    task = make_task(SEEDS["midpoint"], stream(1))
    wrong = prove_goals(dataclasses.replace(task, goals=("Distance(A, M) == Distance(A, B)",)))
    assert not wrong.is_proved
    assert [one.by for one in wrong.goals] == ["none"]
    assert wrong.words.endswith("it is false where the givens are moved.")
