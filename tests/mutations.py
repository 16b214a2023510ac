"""Sound problems, proofs and items, and ways to spoil them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from geoengine.errors import GeoengineError, StatementError
from geoengine.graph import NotDerivedError, deduce, proof_to_json, trace
from geoengine.items import Item, make_prompts
from geoengine.language import Statement, Surd, parse_statement, write
from geoengine.scene import Diagram, load_problem, place
from geoengine.verify import read_proof
from geoengine.verify.units import ProblemGoal, ProblemUnit

CORPUS = (
    "A B C = triangle A B C; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E",
    "A B C = r_triangle_of A B C 3 4; D = foot D A B C ? lconst A D 12/5",
    "A B C = triangle A B C; M = midpoint M A B; N = midpoint N A C ? para M N B C",
    "A B C = iso_triangle A B C; M = midpoint M B C ? perp A M B C",
    "A B C = triangle A B C; H = orthocenter H A B C ? perp C H A B",
    "A B C = triangle A B C; O = circle O A B C; D = on_circle D O A ? eqangle D A D B C A C B",
    "A B C D = rectangle_of A B C D 6 8; M = midpoint M A C ? lconst B M 5",
    "A B C = triangle A B C; D = parallelogram A B C D; M = midpoint M A C ? midp M B D",
    "A B C = r_triangle A B C; D = foot D A B C ? simtri A B D C A D",
    "A B C = triangle A B C; D = foot D A B C; E = foot E B A C ? cyclic A B D E",
    "A B C D = isquare A B C D ? perp A C B D",
    "A B C = eq_triangle_of A B C 6; M = midpoint M B C ? aconst M A M B 90o",
    "A B C D = trapezoid A B C D; M = midpoint M A D; N = midpoint N B C ? para M N A B",
    "A B C = r_triangle_of A B C 6 8; M = midpoint M B C ? lconst A M 5",
)


def off_both_ways(statement: Statement, diagram: Diagram) -> float:
    """Return the smallest residual of a statement over the draws and their mirror images."""
    mirrored = diagram.xy * [1, -1]
    return min(float(statement.measured(xy, diagram.index).min()) for xy in (diagram.xy, mirrored))


def sound_problems(texts=CORPUS) -> list[tuple[ProblemUnit, dict]]:
    """Return problems with their proofs as JSON; problems without a proof are omitted."""
    found = []
    for number, text in enumerate(texts):
        problem = load_problem(text, name=f"problem {number}")
        graph = deduce(problem)
        try:
            record = json.loads(json.dumps(proof_to_json(trace(graph, problem.goal))))
        except NotDerivedError:
            continue
        if not record["steps"]:
            continue
        unit = ProblemUnit(
            problem.name, problem, problem.points, problem.premises, (ProblemGoal(problem.goal),)
        )
        found.append((unit, record))
    return found


def revalued(statement: Statement, factor: Fraction) -> Statement:
    """Return the statement with its value multiplied, angles modulo 180°."""
    value = statement.value
    fresh = value * Surd.of(factor) if isinstance(value, Surd) else value * factor % 1
    return Statement(statement.predicate, statement.points, fresh)


def spoilt_goal(unit: ProblemUnit, rng: np.random.Generator) -> ProblemUnit | None:
    """Return the goal with points swapped or another value, so that it is false in the figure."""
    goal = unit.goals[0].target
    diagram = place(unit.problem, seed=17)
    for _ in range(40):
        points, value = list(goal.points), goal.value
        if value is not None and rng.random() < 0.6:
            factor = Fraction(int(rng.integers(1, 9)), int(rng.integers(1, 9)))
            value = revalued(goal, factor).value
        else:
            i, j = rng.choice(len(points), 2, replace=False)
            points[i], points[j] = points[j], points[i]
        if value == 0:
            continue
        try:
            other = Statement(goal.predicate, tuple(points), value)
        except StatementError:
            continue
        if other != goal and off_both_ways(other, diagram) > 1e-2:
            return ProblemUnit(
                unit.name, unit.problem, unit.points, unit.given, (ProblemGoal(other),)
            )
    return None


def without_a_premise(
    unit: ProblemUnit, record: dict, rng: np.random.Generator
) -> ProblemUnit | None:
    """Return the premises without one that the goal needs."""
    proof = read_proof(record)
    graph = deduce(unit.problem)
    for k in rng.permutation(len(proof.premises)):
        rest = [s for s in unit.given if s != proof.premises[k]]
        if not graph.rederive(premises=rest).derived(unit.goals[0].target):
            points = tuple(p for p in unit.points if any(p in s.points for s in rest))
            if set(unit.goals[0].target.points) <= set(points):
                return ProblemUnit(unit.name, None, points, tuple(rest), unit.goals)
    return None


def wrong_constant_given(unit: ProblemUnit, rng: np.random.Generator) -> ProblemUnit | None:
    """Return the problem with another number, so that the goal is false in its figure."""
    text, goal = str(unit.problem), unit.goals[0].target
    numbers = list(re.finditer(r"(?<=\s)[1-9]\d*(?=[\s;?]|$)", text.split("?")[0]))
    for k in rng.permutation(len(numbers)):
        number = numbers[k]
        other = int(number.group()) + int(rng.integers(1, 4))
        changed = f"{text[: number.start()]}{other}{text[number.end() :]}"
        try:
            problem = load_problem(changed, name=unit.name)
            diagram = place(problem, seed=17)
        except GeoengineError:
            continue
        if off_both_ways(goal, diagram) > 1e-2:
            return ProblemUnit(unit.name, problem, problem.points, problem.premises, unit.goals)
    return None


def spoilt_proofs(record: dict, rng: np.random.Generator) -> Iterator[tuple[str, dict]]:
    """Yield the proof, spoilt in one way after another."""
    steps = record["steps"]
    place = int(rng.integers(len(steps)))

    spoilt = copy.deepcopy(record)
    sources = spoilt["steps"][place]["antecedents"]
    sources.pop(int(rng.integers(len(sources))))
    yield "a source of a step removed", spoilt

    spoilt = copy.deepcopy(record)
    spoilt["steps"][place]["rule"] = "theorem_of_nobody"
    yield "an unknown rule", spoilt

    spoilt = copy.deepcopy(record)
    spoilt["steps"][place]["antecedents"][0] = spoilt["steps"][place]["conclusion"]
    yield "a step that rests on itself", spoilt

    if len(steps) > 1:
        spoilt = copy.deepcopy(record)
        spoilt["steps"].reverse()
        yield "the steps in reverse", spoilt
        spoilt = copy.deepcopy(record)
        del spoilt["steps"][int(rng.integers(len(steps)))]
        yield "a step removed", spoilt

    spoilt = copy.deepcopy(record)
    spoilt["premises"] -= 1
    yield "a premise that is not given", spoilt

    sums = [k for k, step in enumerate(steps) if step.get("coefficients")]
    if sums:
        spoilt = copy.deepcopy(record)
        row = spoilt["steps"][sums[int(rng.integers(len(sums)))]]["coefficients"][0]
        row[int(rng.integers(len(row)))] = "7"
        yield "another coefficient", spoilt

    for k, statement in enumerate(map(parse_statement, record["statements"])):
        # A right angle has no explicit value to change.
        if k >= record["premises"] or statement.value is None or not statement.value:
            continue
        spoilt = copy.deepcopy(record)
        spoilt["statements"][k] = str(revalued(statement, Fraction(3, 2)))
        yield "another constant in a premise", spoilt

    conclusion = parse_statement(record["statements"][steps[place]["conclusion"]])
    points = dict(zip(conclusion.points, rng.permutation(conclusion.points), strict=True))
    try:
        other = conclusion.renamed({a: str(b) for a, b in points.items()})
    except StatementError:
        other = conclusion
    if other != conclusion and str(other) not in record["statements"]:
        spoilt = copy.deepcopy(record)
        spoilt["statements"][steps[place]["conclusion"]] = str(other)
        yield "points of a conclusion exchanged", spoilt


def reprompted(item: dict) -> dict:
    """The item with prompts that say what it says, so that they are not what is found wrong."""
    read = Item.model_validate(item)
    prompts = make_prompts(read.question, read.answer, read.language, read.media)
    return {**item, "prompts": prompts.model_dump()}


def key_moved(item: dict, rng: np.random.Generator) -> dict:
    """Mark another option as correct, in all places."""
    spoilt = copy.deepcopy(item)
    right = item["answer"]["key"]
    key = int(rng.choice([k for k in (1, 2, 3, 4) if k != right]))
    spoilt["answer"]["key"] = key
    for entry in spoilt["certificate"]["options"]:
        entry["correct"] = entry["option"] == key
    return spoilt


def option_made_true(item: dict, rng: np.random.Generator) -> dict | None:
    """Replace a distractor of a perception item by a premise."""
    if not item["task"].endswith("perception"):
        return None
    premises = [s for s in load_problem(item["problem"]).premises if not s.is_condition]
    fresh = [s for s in premises if write(s) not in item["answer"]["options"]]
    if not fresh:
        return None
    chosen = fresh[int(rng.integers(len(fresh)))]
    place = int(rng.choice([k for k in range(4) if k != item["answer"]["key"] - 1]))
    spoilt = copy.deepcopy(item)
    spoilt["answer"]["options"][place] = write(chosen)
    spoilt["certificate"]["options"][place]["statement"] = str(chosen)
    return reprompted(spoilt)


def options_contradicting(item: dict, rng: np.random.Generator) -> dict:
    """Swap two options without their certificates."""
    spoilt = copy.deepcopy(item)
    i, j = rng.choice(4, 2, replace=False)
    options = spoilt["answer"]["options"]
    options[i], options[j] = options[j], options[i]
    return reprompted(spoilt)


def counterexample_moved(item: dict, rng: np.random.Generator) -> dict | None:
    """Move a point of a stored counterexample, so that a kept premise fails."""
    if item["task"] != "premise_filtering":
        return None
    place = int(rng.choice([k for k in range(4) if k != item["answer"]["key"] - 1]))
    spoilt = copy.deepcopy(item)
    entry = spoilt["certificate"]["options"][place]
    figure = entry["counterexample"]["points"]
    kept = [s for s in load_problem(item["problem"]).premises if not s.is_condition]
    kept.remove(parse_statement(entry["statement"]))
    chosen = str(rng.choice(kept[int(rng.integers(len(kept)))].points))
    figure[chosen] = [str(float(x) + 0.001 * float(rng.normal())) for x in figure[chosen]]
    index = {name: row for row, name in enumerate(figure)}
    xy = np.array([[[float(x) for x in figure[name]] for name in figure]])
    off = [s.measured(xy, index)[0] for s in kept]
    return spoilt if max(off) > 1e-6 else None


def plan_left_elsewhere(item: dict, rng: np.random.Generator) -> dict | None:
    """Claim that the plan is left at another step."""
    if item["meta"].get("form") != "directional":
        return None
    spoilt = copy.deepcopy(item)
    spoilt["certificate"]["left_at"] += int(rng.choice([-1, 1]))
    return spoilt
