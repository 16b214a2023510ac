"""Problem records, and ways to spoil them, each of which the judge must report."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
from mutations import off_both_ways

from geoengine.errors import StatementError
from geoengine.families.reasoning.finishing import finish
from geoengine.items import Choice, Item, UsedProblem
from geoengine.language import parse_statement, write
from geoengine.scene import load_problem
from geoengine.scene import place as placed

PROBLEMS = (
    (
        "A B C = r_triangle_of A B C 3 4; D = foot D A B C; E = midpoint E B C",
        ("lconst A E 5/2", "lconst A D 12/5", "simtri A B D C A D"),
    ),
    (
        "A B C = triangle A B C; D = foot D A B C; E = foot E B A C; F = foot F C A B;"
        " O = circumcenter O A B C; M = midpoint M B C",
        ("cong E M F M", "perp A O E F"),
    ),
    (
        "A B C = iso_triangle A B C; M = midpoint M B C; N = midpoint N A C; P = midpoint P A B",
        ("cong B N C P", "perp A M N P"),
    ),
)


class NothingToSpoilError(Exception):
    """A record that cannot be spoilt in a certain way."""


@cache
def small_records() -> tuple[str, ...]:
    """Return the records of a few problems as JSON; tests must not change them."""
    found = []
    for number, (text, goals) in enumerate(PROBLEMS):
        job = used_problem(f"p{number:06}", number, text, 1, goals)
        found += [json.dumps(record) for record in finish(job).records]
    return tuple(found)


def used_problem(name, number, text, seed, goals):
    """A problem of a split, with an item for each goal."""
    answer = Choice(options=("a", "b"), key=1)
    items = [
        Item.make(
            family="reasoning", task="demo", level=1, scene="test", problem=text, question="?",
            answer=answer, meta={"seed": seed, "tier": 1, **({"goal": goal} if goal else {})},
        )
        for goal in (goals or [""])
    ]  # fmt: skip
    return UsedProblem(name, number, tuple(items), images=False)


def spoilt_records(record: dict, rng: np.random.Generator) -> Iterator[tuple[str, dict]]:
    """Yield the record, spoilt in one way after another."""
    for how, (spoil, _) in WAYS.items():
        spoilt = copy.deepcopy(record)
        try:
            spoil(spoilt, rng)
        except NothingToSpoilError:
            continue
        yield how, spoilt


def _answer_changed(record, rng):
    record["answer"] = "5" if record["answer"] != "5" else "6"


def _answer_approximate(record, rng):
    goal = parse_statement(record["formal_goal"])
    if record["answer"] is None or "√" not in record["answer"]:
        raise NothingToSpoilError
    record["answer"] = f"{float(goal.value):.12f}"


def _step_removed(record, rng):
    """Change the number of steps in all places; the proof still lacks a step."""
    steps = record["formal_solution"]["steps"]
    if len(steps) < 2:
        raise NothingToSpoilError
    place = int(rng.integers(len(steps)))
    del steps[place], record["solution"][place]
    record["steps"] -= 1
    record["rules"] = list(dict.fromkeys(step["rule"] for step in steps))


def _antecedent_exchanged(record, rng):
    steps = record["formal_solution"]["steps"]
    place = int(rng.integers(len(steps)))
    sources, end = steps[place]["antecedents"], steps[place]["conclusion"]
    others = [k for k in range(len(record["formal_solution"]["statements"])) if k not in sources]
    others = [k for k in others if k != end]
    if not others:
        raise NothingToSpoilError
    sources[int(rng.integers(len(sources)))] = int(rng.choice(others))


def _coefficient_changed(record, rng):
    sums = [step for step in record["formal_solution"]["steps"] if step.get("coefficients")]
    if not sums:
        raise NothingToSpoilError
    row = sums[int(rng.integers(len(sums)))]["coefficients"][0]
    row[int(rng.integers(len(row)))] = "7"


def _needed_premise_dropped(record, rng):
    if not record["minimal_premises"]:
        raise NothingToSpoilError
    record["minimal_premises"].pop(int(rng.integers(len(record["minimal_premises"]))))


def _spare_premise_added(record, rng):
    solution = record["formal_solution"]
    used = solution["statements"][: solution["premises"]]
    spare = [premise for premise in used if premise not in record["minimal_premises"]]
    if not spare:
        raise NothingToSpoilError
    record["minimal_premises"].append(str(rng.choice(spare)))


def _unused_premise_added(record, rng):
    solution = record["formal_solution"]
    used = solution["statements"][: solution["premises"]]
    unused = [premise for premise in record["formal_premises"] if premise not in used]
    if not unused:
        raise NothingToSpoilError
    record["minimal_premises"].append(str(rng.choice(unused)))


def _measured(record, rng):
    if not record["measurements"]:
        raise NothingToSpoilError
    return record["measurements"][int(rng.integers(len(record["measurements"])))]


def _revalued(measurement, value):
    kind = re.match(r"(\w+(?: [A-Za-z][A-Za-z0-9_']*)+) ", measurement["goal"])[1]
    measurement["goal"], measurement["answer"] = f"{kind} {value}", value


def _measurement_changed(record, rng):
    measurement = _measured(record, rng)
    _revalued(measurement, re.sub(r"\d", lambda d: str(int(d[0]) % 9 + 1), measurement["answer"]))


def _measurement_with_another_count(record, rng):
    _measured(record, rng)["steps"] += 1


def _measurement_asked_for_otherwise(record, rng):
    """Replace the answer by that of another problem, or of the other quantity."""
    measurement = _measured(record, rng)
    field = str(rng.choice(["problem", "problem_zh"]))
    words = {"area": "perimeter", "perimeter": "area", "面积": "周长", "周长": "面积"}
    told = r"\b(area|perimeter)\b|面积|周长"
    other = re.sub(told, lambda found: words[found[0]], measurement[field])
    assert other != measurement[field]
    measurement[field] = other


def _measurement_off_by_a_little(record, rng):
    """Change the thirteenth digit, beyond what a figure of floats can decide."""
    measurement = _measured(record, rng)
    if not re.fullmatch(r"\d+(/\d+)?", measurement["answer"]):
        raise NothingToSpoilError
    _revalued(measurement, str(Fraction(measurement["answer"]) + Fraction(1, 10**13)))


def _length_without_a_step(record, rng):
    measurement = _measured(record, rng)
    proof = measurement["lengths"][int(rng.integers(len(measurement["lengths"])))]
    del proof["steps"][int(rng.integers(len(proof["steps"])))]


def _length_missing(record, rng):
    measurement = _measured(record, rng)
    measurement["lengths"].pop(int(rng.integers(len(measurement["lengths"]))))


def _other_solution_the_same(record, rng):
    if not record["other_solutions"]:
        raise NothingToSpoilError
    names = ("formal_solution", "solution", "steps", "rules")
    record["other_solutions"][0] = {name: copy.deepcopy(record[name]) for name in names}


def _other_solution_spoilt(record, rng):
    if not record["other_solutions"]:
        raise NothingToSpoilError
    _antecedent_exchanged(record["other_solutions"][0], rng)


def _goal_exchanged(record, rng):
    """Replace the claim by that of an earlier step, which is true too."""
    steps = record["formal_solution"]["steps"]
    if len(steps) < 2:
        raise NothingToSpoilError
    statements = record["formal_solution"]["statements"]
    goal = statements[steps[int(rng.integers(len(steps) - 1))]["conclusion"]]
    record["formal_goal"], record["goal"] = goal, write(parse_statement(goal))
    record["formal_problem"] = record["formal_problem"].partition("?")[0] + f"? {goal}"


def _goal_false(record, rng):
    goal = parse_statement(record["formal_goal"])
    points = dict(zip(goal.points, np.roll(goal.points, 1), strict=True))
    try:
        other = goal.renamed({a: str(b) for a, b in points.items()})
    except StatementError:
        raise NothingToSpoilError from None
    if off_both_ways(other, placed(load_problem(record["formal_problem"]))) < 1e-2:
        raise NothingToSpoilError
    record["formal_goal"], record["goal"] = str(other), write(other)
    record["formal_problem"] = record["formal_problem"].partition("?")[0] + f"? {other}"


def _count_off(record, rng):
    field = str(rng.choice(["steps", "premises_used"]))
    record[field] += int(rng.choice([-1, 1]))


def _premises_miscounted(record, rng):
    record["premises_given"] += int(rng.choice([-1, 1]))


def _rule_missing(record, rng):
    record["rules"].pop(int(rng.integers(len(record["rules"]))))


def _printed_steps_exchanged(record, rng):
    lines = record["solution"]
    if len(lines) < 2:
        raise NothingToSpoilError
    place = int(rng.integers(len(lines) - 1))
    lines[place], lines[place + 1] = lines[place + 1], lines[place]


def _premise_missing(record, rng):
    record["formal_premises"].pop(int(rng.integers(len(record["formal_premises"]))))


def _detour_left_elsewhere(record, rng):
    if record["detour"] is None:
        raise NothingToSpoilError
    record["detour"]["left_at"] += int(rng.choice([-1, 1]))


def _detour_false(record, rng):
    """Change it both formally and in print."""
    if record["detour"] is None:
        raise NothingToSpoilError
    detour = record["detour"]
    place = int(rng.integers(len(detour["formal_steps"])))
    claim = parse_statement(detour["formal_steps"][place])
    points = dict(zip(claim.points, rng.permutation(claim.points), strict=True))
    try:
        other = claim.renamed({a: str(b) for a, b in points.items()})
    except StatementError:
        raise NothingToSpoilError from None
    if off_both_ways(other, placed(load_problem(record["formal_problem"]))) < 1e-2:
        raise NothingToSpoilError
    detour["formal_steps"][place] = str(other)
    line = detour["steps"][place]
    detour["steps"][place] = line.replace(f"⇒ {write(claim)} (", f"⇒ {write(other)} (")


def _number_in_words_changed(record, rng):
    numbers = list(re.finditer(r"(?<![\w√/])\d+(?![\w√/])", record["problem"]))
    if not numbers:
        raise NothingToSpoilError
    at = numbers[int(rng.integers(len(numbers)))]
    text = record["problem"]
    record["problem"] = f"{text[: at.start()]}{int(at[0]) + 1}{text[at.end() :]}"


def _other_question(record, rng):
    field = str(rng.choice(["problem", "problem_zh"]))
    goal = parse_statement(record["formal_goal"])
    places = [m.start() for m in re.finditer(r"[A-Z]", record[field]) if m[0] in goal.points]
    at = places[-1]
    other = next(p for p in "QRSTUVW" if p not in goal.points)
    record[field] = record[field][:at] + other + record[field][at + 1 :]


WAYS = {
    "the answer changed": (_answer_changed, "value"),
    "an approximate answer": (_answer_approximate, "value"),
    "a step removed": (_step_removed, "solutions"),
    "an antecedent exchanged": (_antecedent_exchanged, "solutions"),
    "a coefficient changed": (_coefficient_changed, "solutions"),
    "a needed premise dropped": (_needed_premise_dropped, "minimal_premises"),
    "a spare premise called needed": (_spare_premise_added, "minimal_premises"),
    "an unused premise called needed": (_unused_premise_added, "minimal_premises"),
    "another measured value": (_measurement_changed, "measurements"),
    "a measured value off by a little": (_measurement_off_by_a_little, "measurements"),
    "another count of steps of a measurement": (_measurement_with_another_count, "measurements"),
    "another measurement asked for": (_measurement_asked_for_otherwise, "measurements"),
    "a step of a length removed": (_length_without_a_step, "measurements"),
    "a length without a proof": (_length_missing, "measurements"),
    "another solution equal to the first": (_other_solution_the_same, "solutions"),
    "another solution spoilt": (_other_solution_spoilt, "solutions"),
    "the goal exchanged": (_goal_exchanged, "solutions"),
    "a false goal": (_goal_false, "goal"),
    "a count off by one": (_count_off, "solutions"),
    "premises miscounted": (_premises_miscounted, "goal"),
    "a rule not named": (_rule_missing, "solutions"),
    "printed steps exchanged": (_printed_steps_exchanged, "solutions"),
    "a premise not listed": (_premise_missing, "goal"),
    "a detour said to be left elsewhere": (_detour_left_elsewhere, "detour"),
    "a detour that claims another thing": (_detour_false, "detour"),
    "another number in words": (_number_in_words_changed, "wording"),
    "another question in words": (_other_question, "wording"),
}
"""Functions that spoil a record in place, with the code of the finding that must report it."""
