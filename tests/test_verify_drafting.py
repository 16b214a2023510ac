"""The judge of drafting tasks: sound items are accepted, spoilt ones refused with the reason."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any

import pytest

from geoengine.draft import DraftError, carry_out, holds, read_draft
from geoengine.families.drafting import load_seeds
from geoengine.families.drafting.building import Scene, item_about
from geoengine.families.drafting.making import made
from geoengine.families.drafting.task import TaskError
from geoengine.verify.budget import Budget
from geoengine.verify.items.drafting import judge_draft
from geoengine.verify.items.item_judge import judge_item
from geoengine.verify.verdict import Level

Item = dict[str, Any]

SEEDS = list(load_seeds())
FEW = SEEDS[::50]


@cache
def _text_of(seed: str) -> str | None:
    try:
        one = made(seed, 1, 0)
    except TaskError:
        return None
    if one is None:
        return None
    return item_about(one, 0, Scene(1, 0, (), "en", Counter())).model_dump_json()


def item(seed: str) -> Item | None:
    text = _text_of(seed)
    return None if text is None else json.loads(text)


def reasons(data: Item) -> dict[str, Level]:
    return {finding.code: finding.level for finding in judge_draft(data, Budget())}


def check_sound(seeds: Iterable[str]) -> None:
    for data in filter(None, map(item, seeds)):
        found = judge_draft(data, Budget())
        assert [finding.level for finding in found] == [Level.GOOD], (data["scene"], found)


def test_sound_items_are_accepted() -> None:
    check_sound(FEW)


@pytest.mark.slow(seconds=50)
def test_all_sound_items_are_accepted() -> None:
    check_sound(SEEDS)


def test_prompts_are_judged_with_the_rest() -> None:
    data = item("midpoint")
    assert data is not None
    assert judge_item(data, "one", Budget()).good
    data["prompts"]["answer_only"] += " Be quick."
    assert not judge_item(data, "one", Budget()).good


def _refreshed(data: Item) -> Item:
    """Make the program and the counts agree with the commands, so that only one thing is wrong."""
    answer, level = data["answer"], data["certificate"]["level"]
    commands = [command for step in answer["steps"] for command in step["commands"]]
    data["problem"] = "\n".join([*answer["givens"], *commands])
    level["steps"], level["commands"] = len(answer["steps"]), len(commands)
    return data


def _figure(data: Item, places: dict[str, complex] | None = None) -> Any:
    return carry_out(read_draft(data["problem"]), places=places)


def _other_point(data: Item, rng: Random) -> Item | None:
    """Take the other intersection somewhere, where the maker's interpreter sees a goal fail."""
    steps = data["answer"]["steps"]
    places = [
        (step, at)
        for step in steps
        for at, command in enumerate(step["commands"])
        if re.search(r"Intersect\(.*, [12]\)$", command)
    ]
    rng.shuffle(places)
    for step, at in places:
        before = step["commands"][at]
        index = "2" if before.endswith("1)") else "1"
        step["commands"][at] = f"{before[:-2]}{index})"
        figure = _figure(_refreshed(data))
        if any(holds(figure, goal) is not True for goal in data["answer"]["goals"]):
            return data
        step["commands"][at] = before
    return None


def _only_as_drawn(data: Item, _: Random) -> Item | None:
    """Place what is wanted where it is in the drawn figure: right as long as nothing is moved."""
    answer = data["answer"]
    figure = _figure(data)
    if not answer["free"] or set(answer["wanted"].values()) - {"point", "line", "segment"}:
        return None
    commands = []
    for name, kind in answer["wanted"].items():
        shape = figure.objects[name].shape
        if kind == "point":
            ends = [shape]
        elif kind == "segment":
            ends = [shape.start, shape.end]
        else:
            ends = [shape.point, shape.point + shape.direction]
        shown = [f"({end.real!r}, {end.imag!r})" for end in ends]
        text = f"{kind.capitalize()}({', '.join(shown)})" if len(shown) > 1 else shown[0]
        if "e" in text.replace("Segment", "").replace("Line", ""):
            return None
        commands.append(f"{name} = {text}")
    answer["steps"] = [{**answer["steps"][-1], "commands": commands}]
    answer["tools"] = "full"
    for before, after in (
        ("straightedge and compass", "these commands"),
        ("直尺和圆规", "下列命令"),
    ):
        for key in ("en", "zh"):
            questions = data["certificate"]["questions"]
            questions[key] = questions[key].replace(before, after)
    data["question"] = data["certificate"]["questions"]["en"]
    made_names = {name for one in answer["steps"] for name in _made(one["commands"])}
    return _refreshed(data) if set(answer["wanted"]) <= made_names else None


def _made(commands: Iterable[str]) -> list[str]:
    return [command.partition(" ")[0].rstrip(":") for command in commands]


def _forbidden_tool(data: Item, rng: Random) -> Item | None:
    answer = data["answer"]
    points = list(_figure(data).points())[:2]
    if answer["tools"] == "full" or len(points) < 2:
        return None
    first, second = points
    more = rng.choice(
        [f"Midpoint({first}, {second})", f"PerpendicularBisector({first}, {second})",
         f"Circle({first}, 2)", f"Rotate({first}, 90°, {second})", f"{first} + (1, 0)",
         f"Line({first}, (3, 7))", f"Polygon({first}, {second}, 4)"]
    )  # fmt: skip
    answer["steps"][-1]["commands"].append(f"zz = {more}")
    return _refreshed(data)


def _undefined_object(data: Item, _: Random) -> Item | None:
    places = _figure(data).points()
    names = list(places)
    pairs = [
        (one, two, three)
        for one, two, three in itertools.permutations(names[:5], 3)
        if places[one] != places[two] and abs(places[one] - places[two]) * 1.01
        < abs(places[one] - places[three])
    ]  # fmt: skip
    if not pairs:
        return None
    one, two, three = pairs[0]
    more = f"Intersect(Circle({one}, {two}), Circle({one}, {three}), 1)"
    data["answer"]["steps"][-1]["commands"].append(f"ZZ = {more}")
    return _refreshed(data)


def _used_too_early(data: Item, _: Random) -> Item | None:
    steps = data["answer"]["steps"]
    names = _made(steps[-1]["commands"])
    text = " ".join(steps[-1]["commands"][1:])
    if not re.search(rf"\b{re.escape(names[0])}\b", text):
        return None
    steps[-1]["commands"].append(steps[-1]["commands"].pop(0))
    return _refreshed(data)


def _named_twice(data: Item, _: Random) -> Item | None:
    commands = data["answer"]["steps"][-1]["commands"]
    commands.append(commands[-1])
    return _refreshed(data)


def _wanted_missing(data: Item, _: Random) -> Item | None:
    """Give what is wanted another name in the commands."""
    answer = data["answer"]
    name = list(answer["wanted"])[-1]
    for step in answer["steps"]:
        step["commands"] = [
            re.sub(rf"(?<![A-Za-z_']){re.escape(name)}(?![A-Za-z0-9_'])", f"{name}_9", command)
            for command in step["commands"]
        ]
    return _refreshed(data)


def _other_kind(data: Item, _: Random) -> Item | None:
    answer = data["answer"]
    name, kind = next(iter(answer["wanted"].items()))
    answer["wanted"][name] = "ray" if kind != "ray" else "segment"
    return data


def _false_goal(data: Item, rng: Random) -> Item | None:
    goals = data["answer"]["goals"]
    at = rng.randrange(len(goals))
    goals[at] = f"!({goals[at]})"
    return data


def _false_condition(data: Item, _: Random) -> Item | None:
    where = data["answer"]["where"]
    if not where:
        return None
    where[0] = f"!({where[0]})"
    return data


def _unknown_command(data: Item, rng: Random) -> Item | None:
    step = rng.choice(data["answer"]["steps"])
    step["commands"][0] = step["commands"][0].replace("(", "ly(", 1)
    return _refreshed(data) if "ly(" in step["commands"][0] else None


def _other_name_in_text(data: Item, rng: Random) -> Item | None:
    """Speak of an object that does not exist, in a language or in both."""
    texts = data["certificate"]["steps"]
    at = rng.randrange(len(texts["en"]))
    for key in rng.choice([["en"], ["zh"], ["en", "zh"]]):
        texts[key][at] += " Z_8 ∥ Z_9。" if key == "zh" else " Z_8 is beside Z_9."
    step = data["answer"]["steps"][at]
    step["principle"] = texts["en"][at].removeprefix(step["method"]).strip()
    return data


def _silent_text(data: Item, rng: Random) -> Item | None:
    """Leave a text that names nothing of what the commands make."""
    texts = data["certificate"]["steps"]
    figure = _figure(data)
    steps = [
        at
        for at, step in enumerate(data["answer"]["steps"])
        if any(
            figure.objects[name].kind in ("point", "circle", "line")
            for name in _made(step["commands"])
            if name in figure.objects
        )
    ]
    if not steps:
        return None
    at = rng.choice(steps)
    texts["zh"][at], texts["en"][at] = "接着作图。就是这样。", "Go on drawing. That is all."
    step = data["answer"]["steps"][at]
    step["method"], step["principle"] = "Go on drawing.", "That is all."
    return data


def _text_missing(data: Item, _: Random) -> Item | None:
    data["certificate"]["steps"]["zh"].pop()
    return data


def _picture_missing(data: Item, rng: Random) -> Item | None:
    pictures = [medium for medium in data["media"] if medium["kind"] == "picture"]
    data["media"].remove(rng.choice(pictures))
    return data


def _solution_shown(data: Item, rng: Random) -> Item | None:
    rng.choice(data["media"][1:])["shown"] = True
    return data


def _other_givens_told(data: Item, _: Random) -> Item | None:
    questions = data["certificate"]["questions"]
    given = data["answer"]["givens"][0]
    questions["zh"] = questions["zh"].replace(given, given.replace("(", "(1"))
    return data if given.replace("(", "(1") in questions["zh"] else None


def _other_question(data: Item, _: Random) -> Item | None:
    data["question"] += " Hurry up."
    return data


def _other_level(data: Item, rng: Random) -> Item | None:
    if rng.random() < 0.5:
        data["level"] = data["level"] % 3 + 1
    else:
        data["certificate"]["level"]["commands"] += 1
    return data


def _wrong_claim(data: Item, rng: Random) -> Item | None:
    """Claim a proof of another goal, by another way, or one that may well be wrong."""
    proof = data["certificate"]["proof"]
    claim = proof["goals"][0]
    other = {"deduction": "figures", "algebra": "deduction", "figures": "algebra"}[claim["by"]]
    if "||" in claim["goal"]:
        return None
    changes = [{"by": other}, {"by": "sight"}, {"goal": f"!({claim['goal']})"}]
    if "theorems" not in claim:
        changes.append({"theorems": ["r01"]})
    if rng.random() < 0.8:
        claim.update(rng.choice(changes))
    else:
        proof["doubt"] = 9
    return data


def _held_still(data: Item, _: Random) -> Item | None:
    """Leave a given point where it is, so that what is right as drawn only may pass."""
    answer = data["answer"]
    if not answer["free"] or answer["upright"]:
        return None
    answer["free"].pop()
    return data


def _other_program(data: Item, _: Random) -> Item | None:
    data["problem"] += "\nZZ = (1, 2)"
    return data


SPOILING: dict[Callable[[Item, Random], Item | None], set[str]] = {
    _other_point: {"goals", "steps", "moved"},
    _only_as_drawn: {"goals", "moved"},
    _forbidden_tool: {"tools"},
    _undefined_object: {"steps"},
    _used_too_early: {"steps", "commands"},
    _named_twice: {"steps"},
    _wanted_missing: {"wanted"},
    _other_kind: {"wanted"},
    _false_goal: {"goals"},
    _false_condition: {"goals"},
    _unknown_command: {"commands"},
    _other_name_in_text: {"texts"},
    _silent_text: {"texts"},
    _text_missing: {"texts"},
    _picture_missing: {"pictures"},
    _solution_shown: {"pictures"},
    _other_givens_told: {"question"},
    _other_question: {"question"},
    _other_level: {"level"},
    _wrong_claim: {"proof"},
    _held_still: {"free"},
    _other_program: {"program"},
}
"""The ways to spoil an item, and the codes of the findings that may refuse it."""


def check_spoilt(seeds: Iterable[str]) -> Counter[str]:
    done: Counter[str] = Counter()
    for seed in seeds:
        original = item(seed)
        if original is None:
            continue
        for spoil, expected in SPOILING.items():
            try:
                data = spoil(copy.deepcopy(original), Random(f"{seed} {spoil.__name__}"))
            except DraftError:
                continue
            if data is None:
                continue
            found = reasons(data)
            assert set(found.values()) == {Level.WRONG}, (seed, spoil.__name__, found)
            assert found.keys() & expected, (seed, spoil.__name__, found)
            done[spoil.__name__] += 1
    return done


def test_spoilt_items_are_refused_with_the_reason() -> None:
    done = check_spoilt(FEW)
    assert done.keys() == {spoil.__name__ for spoil in SPOILING}


@pytest.mark.slow(seconds=12)
def test_hundreds_of_spoilt_items_are_refused_with_the_reason() -> None:
    done = check_spoilt(SEEDS[5::9])
    assert sum(done.values()) >= 500
    assert min(done.values()) >= 5


def test_what_is_right_only_as_drawn_is_told_in_words() -> None:
    data = item("midpoint")
    assert data is not None
    answer, figure = data["answer"], _figure(data)
    (wanted,) = answer["wanted"]
    place = figure.point(wanted)
    # The givens are multiples of 0.5, so that these decimals are exact.
    answer["steps"][-1]["commands"][-1] = f"{wanted} = ({place.real:.4f}, {place.imag:.4f})"
    (found,) = (one for one in judge_draft(_refreshed(data), Budget()) if one.code == "moved")
    assert found.text.endswith("is true as drawn, but not when the givens are moved")
    assert found.text.startswith(answer["goals"][0])


def test_an_unknown_command_leaves_an_item_undecided() -> None:
    data = item("midpoint")
    assert data is not None
    first, second, *_ = _figure(data).points()
    data["answer"]["steps"][-1]["commands"].append(f"zz = Semicircle({first}, {second})")
    assert reasons(_refreshed(data)) == {"unknown_command": Level.UNDECIDED}
