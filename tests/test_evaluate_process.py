"""Process scoring: our own proofs are accepted, and a corrupted step is named."""

import json
import random
from collections import Counter
from itertools import cycle, islice

import pytest
from strategies import derive

from geoengine.catalogue import load_rules
from geoengine.evaluate import StepVerdict, check_process, read_steps
from geoengine.families.reasoning import make_context, problem_record
from geoengine.language import Statement, parse_statement, write
from geoengine.scene import load_problem, place
from geoengine.split import generate, make_plan

RECORD = {
    "id": "p-1",
    "formal_problem": "A B C = triangle; M = midpoint B C; N = midpoint A C ? para A B M N",
    "formal_premises": ["coll B C M", "cong B M C M", "coll A C N", "cong A N C N"],
    "formal_goal": "para A B M N",
    "problem": "Let ABC be a triangle. Let M and N be the midpoints of BC and AC. Prove AB ∥ MN.",
    "seed": 3,
}


def verdicts(text, record=RECORD, judge=None):
    return [step.verdict.value for step in check_process(text, record, judge).steps]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Step 1. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC (def)", ["valid"]),
        ("1) BM = CM; B, C, M are collinear => M is the midpoint of BC", ["valid"]),
        ("**Step 1.** $BM = CM$ and B, C, M are collinear → M is the midpoint of BC.", ["valid"]),
        ("1. BM = CM ⇒ M is the midpoint of BC", ["unfounded"]),
        ("1. BM = CM ⇒ AM ⟂ BC", ["false"]),
        ("1. AB = AC ⇒ AM ⟂ BC", ["false"]),
        ("1. AB ∥ MN ⇒ AB:MN = 2", ["unsupported"]),
        ("1. M is the midpoint of BC and N is the midpoint of AC ⇒ AB ∥ MN", ["valid"]),
        ("1. AB ∥ MN", ["valid"]),
        ("1. AB ∥ MN, by the midpoint theorem", ["valid"]),
        ("1. The midline is parallel ⇒ AB ∥ MN", ["unparsed"]),
        ("1. M is nice ⇒ it is well\n2. AB ∥ MN ⇒ AB:MN = 2", ["unparsed", "open"]),
        ("1. BM = CM ⇒ BM = ZM", ["unparsed"]),
        ("1. BM = CM ⇒ CM = BM", ["valid"]),
        ("no steps at all", []),
        ("<think>1. BM = CM ⇒ AM ⟂ BC</think>", []),
    ],
)
def test_steps_are_judged(text, wanted):
    assert verdicts(text) == wanted


def test_the_goal_has_to_be_reached_by_valid_steps():
    good = "1. BM = CM; B, C, M are collinear; AN = CN; A, C, N are collinear ⇒ AB ∥ MN"
    assert check_process(good, RECORD).sound
    found = check_process("1. BM = CM and AN = CN ⇒ AB ∥ MN", RECORD)
    assert found.reached
    assert not found.sound
    assert found.first_wrong.verdict is StepVerdict.UNFOUNDED
    assert not check_process("1. BM = CM ⇒ CM = BM", RECORD).reached


def test_a_problem_without_a_figure_leaves_steps_open():
    record = {**RECORD, "formal_problem": "A B C = nonsense"}
    assert verdicts("1. BM = CM ⇒ CM = BM", record) == ["open"]


def test_long_and_odd_texts_are_read():
    read_steps("1. " + "A, " * 5000)
    read_steps("\n".join(f"{k}. " + "AB = CD and " * 60 for k in range(300)))
    assert read_steps("1.5 is a number") == []


def test_a_judge_decides_what_stays_open():
    class Agreeing:
        def follows(self, problem, known, step):
            assert "BM = CM" in known
            return True

    found = check_process("1. The midline is parallel ⇒ AB ∥ MN", RECORD, Agreeing())
    assert found.steps[0].judged
    assert found.sound


def rendered(steps):
    return "\n".join(
        f"Step {k}. {' and '.join(map(write, antecedents))} ⇒ {write(conclusion)} (some theorem)"
        for k, (antecedents, conclusion) in enumerate(steps, start=1)
    )


def off(statement, diagram):
    """Return the largest residual of a statement over the draws."""
    z = diagram.xy[..., 0] + 1j * diagram.xy[..., 1]
    own = z[:, [diagram.index[p] for p in statement.points]]
    value = () if statement.value is None else (float(statement.value),)
    return float(statement.definition.measure(own, *value).max())


def falsified(statement, diagram, rng):
    """Return the statement with one point replaced, so that it is clearly false."""
    for _ in range(60):
        points = list(statement.points)
        points[rng.randrange(len(points))] = rng.choice(diagram.points)
        try:
            other = Statement(statement.predicate, tuple(points), statement.value)
        except ValueError:
            continue
        if not statement.is_condition and off(other, diagram) > 0.02:
            return other
    return None


def revalued(statement):
    """Return the statement with another value."""
    if statement.predicate == "lconst":
        return parse_statement(f"lconst {' '.join(statement.points)} 97/3")
    if statement.predicate == "rconst":
        return parse_statement(f"rconst {' '.join(statement.points)} 97/3")
    return None


def derivable(statement, cited, diagram):
    """Return whether the prover, which process scoring does not use, derives it from others.

    A step that it derives is not wrong, whatever the original proof did there.
    """
    rules = list(load_rules().values())
    return derive(diagram.points, diagram.xy, cited, rules).rank(statement) is not None


KINDS = ("false", "later", "value", "ahead")


def corrupted(record, kind, rng):
    """Return a proof with one wrong step, and that step's number; None if there is no place."""
    proof = record["formal_solution"]
    said = [parse_statement(text) for text in proof["statements"]]
    steps = [([said[k] for k in s["antecedents"]], said[s["conclusion"]]) for s in proof["steps"]]
    diagram = place(load_problem(record["formal_problem"]), seed=record["seed"], draws=4)
    for at in rng.sample(range(len(steps)), len(steps)):
        antecedents, conclusion = steps[at]
        later = [c for _, c in steps[at + 1 :] if not c.is_condition and c != conclusion]
        if kind == "false":
            other = falsified(conclusion, diagram, rng)
        elif kind == "value":
            other = revalued(conclusion)
        else:
            other = rng.choice(later) if later else None
        if other is None or other.is_condition or conclusion.is_condition:
            continue
        if kind == "ahead":
            # It cites a later step.
            changed = ([*antecedents[1:], other], conclusion)
            known = [*said[: proof["premises"]], *(c for _, c in steps[:at])]
            cited = [one for one in known if set(one.points) <= set(other.points)]
        else:
            changed = (antecedents, other)
            cited = antecedents
        if kind in {"later", "ahead"} and (other in cited or derivable(other, cited, diagram)):
            continue
        return rendered([*steps[:at], changed, *steps[at + 1 :]]), at + 1
    return None


def named_rightly(records, wanted, seed):
    """Corrupt as many proofs in each way; count those in which that step is named, list others."""
    rng = random.Random(seed)
    right, wrong = Counter(), []
    for kind in KINDS:
        tried = 0
        for record in islice(cycle(records), 20 * wanted):
            made = corrupted(record, kind, rng)
            if made is None:
                continue
            text, at = made
            first = check_process(text, record).first_wrong
            if first is not None and first.number == at:
                right[kind] += 1
            else:
                wrong.append((record["id"], kind, at, first))
            tried += 1
            if tried == wanted // len(KINDS):
                break
    return right, wrong


def read_records(path):
    lines = (path / "problems.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def records(one_of_each):
    """The records of a split, and one of a problem about numbers."""
    text = "A B C = r_triangle_of A B C 8 15; D = foot D A B C; M = midpoint M B C"
    context = make_context(load_problem(text), scene="altitude", seed=0, tier=1)
    measured = problem_record(context, parse_statement("lconst A D 120/17"))
    return [*read_records(one_of_each.path), {**measured, "id": "altitude"}]


def test_our_own_proofs_are_sound(records):
    assert len(records) >= 4
    for record in records:
        found = check_process("\n".join(record["solution"]), record)
        assert found.sound, (record["id"], [s for s in found.steps if s.verdict.value != "valid"])


def test_the_corrupted_step_is_named(records):
    right, wrong = named_rightly(records, 12, seed=1)
    assert right.total() + len(wrong) == 12
    assert right.total() >= 11, wrong
    assert right.keys() == set(KINDS)


@pytest.mark.slow(seconds=30)
def test_of_a_hundred_corrupted_proofs_the_step_is_named_in_95(tmp_path):
    plan = make_plan(80, seed=11, tasks=["premise_filtering", "faulty_branch"], images=False)
    many = read_records(generate(plan, tmp_path / "split").path)
    assert len(many) >= 55
    unsound = [r["id"] for r in many if not check_process("\n".join(r["solution"]), r).sound]
    assert len(unsound) <= len(many) // 50, unsound
    right, wrong = named_rightly(many, 100, seed=2)
    assert right.total() + len(wrong) == 100
    assert right.total() >= 95, wrong
