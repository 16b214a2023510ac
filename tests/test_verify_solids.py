"""The judge of items about solids: sound items are accepted, spoilt ones refused."""

from __future__ import annotations

import ast
import copy
import math
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import geoengine.verify.solids
from geoengine.draw.solids import View
from geoengine.errors import InputError
from geoengine.families.solids import model_of, view_of
from geoengine.families.solids.building import Scene, build, item_about
from geoengine.families.solids.views import read_view, write_view
from geoengine.items import Look, stream
from geoengine.solid import load_seeds, make_instance
from geoengine.verify.budget import Budget
from geoengine.verify.items.solids import JUDGES, judge_solid, pictured
from geoengine.verify.solids import measure, read_figure
from geoengine.verify.solids.statements import groups_of
from geoengine.verify.solids.vocabulary import FUNCTIONS
from geoengine.verify.verdict import Level, worst_level


@cache
def _items(count: int) -> list[dict[str, Any]]:
    """Items of all tasks, in both languages; they must not be changed."""
    found = []
    for index in range(count):
        task = list(JUDGES)[index % len(JUDGES)]
        scene = Scene(5, index, (), "zh" if index % 2 else "en", Counter())
        found += [item.model_dump(mode="json") for item in build(task, scene, stream(index), 1)]
    return found


Change = Callable[[dict[str, Any], Random], bool]


def _answer_changed(data: dict[str, Any], rng: Random) -> bool:
    answer = data["answer"]
    if answer["kind"] == "value":
        answer["exact"] = f"{rng.randint(101, 199)}{answer['exact'].lstrip('-')}"
        return True
    return _alias_wrong(data, rng)


def _alias_wrong(data: dict[str, Any], rng: Random) -> bool:
    answer = data["answer"]
    if answer["kind"] != "named" or answer["object"] not in ("plane", "line"):
        return False
    others = set(_points(data)) - set(answer["points"]) - {p for a in answer["aliases"] for p in a}
    if not others:
        return False
    answer["aliases"].append([*answer["points"][1:], rng.choice(sorted(others))])
    return True


def _points(data: dict[str, Any]) -> list[str]:
    return re.findall(r"^([A-Z]\d*) = \(", data["problem"], re.MULTILINE)


def _coordinate_moved(data: dict[str, Any], rng: Random) -> bool:
    """Move a point that the last line names, in another direction than those of the figure."""
    *lines, ask = data["problem"].split("\n")
    named = [n for n in _points(data) if re.search(rf"\b{n}\b", ask)]
    if not named or data["meta"]["type"] == "counting" or data["answer"]["kind"] == "named":
        return False
    chosen = rng.choice(named)
    k = next(i for i, line in enumerate(lines) if line.startswith(f"{chosen} = ("))
    x, y, z = lines[k].removeprefix(f"{chosen} = (").removesuffix(")").split(", ")
    lines[k] = f"{chosen} = (23/17 + {x}, 29/13 + {y}, 31/11 + {z})"
    data["problem"] = "\n".join([*lines, ask])
    return True


def _question_number(data: dict[str, Any], rng: Random) -> bool:
    """Change a number of the question, in one language."""
    return _number_changed(data["certificate"]["questions"], data, "question", rng)


def _number_changed(texts: dict[str, str], data: dict[str, Any], field: str, rng: Random) -> bool:
    language = data["language"]
    places = list(re.finditer(r"(?<![A-Z\d])\d+", texts[language]))
    if not places:
        return False
    m = rng.choice(places)
    text = texts[language]
    texts[language] = f"{text[: m.start()]}{int(m[0]) + 101}{text[m.end() :]}"
    data[field] = texts[language]
    return True


def _letters_swapped(data: dict[str, Any], rng: Random) -> bool:
    """Exchange two letters of the question, in one language."""
    del rng
    language = data["language"]
    text = data["certificate"]["questions"][language]
    groups = re.findall(r"(?<![A-Za-z])(?:[A-Z]\d*){2}(?![A-Za-z\d])", text)
    names = sorted({name for group in groups for name in re.findall(r"[A-Z]\d*", group)})
    if len(names) < 2:
        return False
    a, b = names[0], names[-1]
    swapped = re.sub(r"(?<![a-z])[A-Z]\d*(?![a-z])", lambda m: {a: b, b: a}.get(m[0], m[0]), text)
    data["question"] = data["certificate"]["questions"][language] = swapped
    return groups_of(swapped) != groups_of(text)


def _ask_changed(data: dict[str, Any], rng: Random) -> bool:
    del rng
    if data["answer"]["kind"] != "value":
        return False
    *lines, ask = data["problem"].split("\n")
    data["problem"] = "\n".join([*lines, f"ask 1 + 2 * ({ask.removeprefix('ask ')})"])
    return True


def _chain_number(data: dict[str, Any], rng: Random) -> bool:
    """Change a number of the chain, in one language."""
    chain = data["certificate"]["chains"][data["language"]]
    steps = [k for k, step in enumerate(chain) if re.search(r"(?<![A-Z\d])\d+(?!\d|°)", step)]
    if not steps:
        return False
    k = rng.choice(steps)
    m = rng.choice(list(re.finditer(r"(?<![A-Z\d])\d+(?!\d|°)", chain[k])))
    chain[k] = f"{chain[k][: m.start()]}{int(m[0]) + 101}{chain[k][m.end() :]}"
    return True


def _view_changed(data: dict[str, Any], rng: Random) -> bool:
    data["certificate"]["view"]["elevation"] += rng.choice([-40, 40])
    return True


CHANGES: tuple[Change, ...] = (
    _answer_changed,
    _alias_wrong,
    _coordinate_moved,
    _question_number,
    _letters_swapped,
    _ask_changed,
    _chain_number,
    _view_changed,
)


def _spoilt(items: list[dict[str, Any]], rounds: int) -> tuple[int, list[str]]:
    """Spoil items, and return how many, and which are not refused."""
    count, missed = 0, []
    for number in range(rounds):
        for data in items:
            for change in CHANGES:
                spoilt = copy.deepcopy(data)
                if not change(spoilt, Random(f"{number} {data['question']}")):
                    continue
                count += 1
                if _level(spoilt) is not Level.WRONG:
                    missed.append(f"{data['scene']}: {change.__name__}")
    return count, missed


def _level(data: dict[str, Any]) -> Level:
    try:
        return worst_level(finding.level for finding in judge_solid(data, Budget()))
    except InputError:
        # The frame of the judge tells that the item cannot be read.
        return Level.WRONG


def test_sound_items_are_accepted() -> None:
    items = _items(24)
    assert len(items) >= 12
    for data in items:
        assert _level(data) is not Level.WRONG, data["problem"]


def test_spoilt_items_are_refused() -> None:
    count, missed = _spoilt(_items(24)[::2], rounds=1)
    assert count > 30
    assert len(missed) <= count / 100, missed


@pytest.mark.slow
def test_a_thousand_spoilt_items_are_refused() -> None:
    count, missed = _spoilt(_items(240), rounds=1)
    print(f"{count} spoilt items, {len(missed)} not refused: {missed}")
    assert count >= 1000
    assert len(missed) <= count / 100, missed


@pytest.mark.slow
def test_a_thousand_sound_items_are_accepted() -> None:
    items = _items(1600)
    assert len(items) >= 1000
    for data in items:
        assert _level(data) is not Level.WRONG, data["problem"]


def test_an_unknown_function_stays_undecided() -> None:
    data = copy.deepcopy(_items(24)[5])
    *lines, _ = data["problem"].split("\n")
    data["problem"] = "\n".join([*lines, "ask wingspan(1)"])
    findings = judge_solid(data, Budget())
    assert [f.level for f in findings if f.code == "answer"] == [Level.UNDECIDED]


def test_shortest_ways_on_surfaces() -> None:
    cuboid = [np.array(p, dtype=float) for p in product((0, 1), (0, 2), (0, 3))]
    corner, opposite = cuboid[0], cuboid[-1]
    body = FUNCTIONS["hull"](*cuboid)
    assert FUNCTIONS["shortest_path"](body, corner, opposite) == pytest.approx(18**0.5)
    edge = FUNCTIONS["segment"](cuboid[4], cuboid[5])
    assert FUNCTIONS["unfolded_distance"](corner, opposite, edge) == pytest.approx(18**0.5)
    hat = FUNCTIONS["cone"](np.array([0, 0, 8**0.5]), np.zeros(3), 1)
    P = np.array([1.0, 0, 0])
    assert FUNCTIONS["shortest_path"](hat, P, P, 1) == pytest.approx(27**0.5)


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        ("locus_length(dist(P, A) == 1)", math.pi / 2),
        ("locus_area(dist(P, A) <= 1)", math.pi / 4),
        ("minimum(dist(P, point(3, 1, 2)))", 5**0.5),
        ("maximum(dist(P, A)) ** 2", 8),
    ],
)
def test_moving_points(ask: str, expected: float) -> None:
    lines = ["free s in [0, 1]", "free t in [0, 2]", "A = (0, 0, 0)", "P = point(2 * s, t, 0)"]
    figure = read_figure("\n".join([*lines, f"ask {ask}"]))
    assert measure(figure, Budget()) == pytest.approx(expected, rel=1e-8)


def test_a_round_body_may_move() -> None:
    lines = ["free t in [0, 1]", "O = (0, 0, 0)", "P = point(0, 0, t)"]
    lines += ["body c = cylinder(O, P, 1 - t)", "ask maximum(volume(c))"]
    figure = read_figure("\n".join(lines))
    assert measure(figure, Budget()) == pytest.approx(math.pi * 4 / 27, rel=1e-8)


def test_the_judge_shares_no_code_with_the_kernel() -> None:
    folder = Path(geoengine.verify.solids.__file__).parent
    modules = [*folder.glob("*.py"), folder.parent / "items" / "solids.py"]
    assert len(modules) > 5
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.startswith(("geoengine.solid.", "geoengine.families"))
                assert node.module != "geoengine.solid"


@pytest.mark.parametrize("text", ["AB = 5", "2√", "(1 + 2", "1/0", ""])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        geoengine.verify.solids.read_number(text)


@pytest.mark.parametrize("projection", ["orthographic", "perspective"])
def test_the_judge_sees_points_where_the_picture_has_them(projection: str) -> None:
    look = Look(projection=projection)
    for number, seed in enumerate(list(load_seeds().values())[::40]):
        instance = make_instance(seed, number)
        model = model_of(instance)
        view = view_of(instance, model, stream(number), look)
        recorded = write_view(view, model)
        assert read_view(recorded) == View(view.azimuth, view.elevation, view.distance)
        figure = read_figure(instance.record)
        shared = [name for name in figure.points if name in model.points]
        if len(shared) < 3:
            continue
        angles = (math.radians(recorded[key]) for key in ("azimuth", "elevation"))
        places = np.array([figure.points[name] for name in shared])
        flat = pictured(places, *angles, recorded.get("eye"))
        assert flat is not None
        drawn = view.camera(model).project([model.points[name] for name in shared])[:, :2]
        (wide, seen), (wide_drawn, drawn) = ((np.ptp(p, axis=0).max(), p) for p in (flat, drawn))
        assert np.allclose((seen - seen[0]) / wide, (drawn - drawn[0]) / wide_drawn, atol=1e-4)


def test_an_eye_among_the_points_is_refused() -> None:
    data = next(d for d in copy.deepcopy(_items(24)) if len(_points(d)) > 3)
    data["certificate"]["view"]["eye"] = [0.0, 0.0, 0.0]
    assert _level(data) is Level.WRONG


def test_corners_of_a_sheet_that_meet_are_one_point() -> None:
    seed = load_seeds()["folding_kite_corners_meet"]
    for number in range(4):
        scene = Scene(1, number, (), "en", Counter())
        item = item_about("folding_2", make_instance(seed, number), scene, stream(number))
        data = item.model_dump(mode="json")
        assert [f.code for f in judge_solid(data, Budget())] == ["answer"]


@pytest.mark.parametrize("line", ["m = line(A, A)", "k = sqrt(-1)", "k = 1 / dist(A, A)"])
def test_a_figure_with_a_thing_that_does_not_exist_is_wrong(line: str) -> None:
    data = next(d for d in copy.deepcopy(_items(24)) if len(_points(d)) > 3)
    line = line.replace("A", _points(data)[0])
    *lines, ask = data["problem"].split("\n")
    data["problem"] = "\n".join([*lines, line, ask])
    (finding,) = judge_solid(data, Budget())
    assert finding.code == "figure"
    assert "has no value" in finding.text


def test_what_nothing_asks_about_is_not_measured_but_has_to_exist() -> None:
    lines = ["free t in [0, 1]", "A = (0, 0, 0)", "P = point(t, 0, 0)", "ask maximum(dist(A, P))"]
    # A line through P and a point where P is only once.
    somewhere = read_figure("\n".join([*lines, "m = line(P, point(1, 0, 0))"]))
    assert somewhere.faults == []
    assert measure(somewhere, Budget()) == pytest.approx(1)
    nowhere = read_figure("\n".join([*lines, "m = line(P, P)"]))
    assert nowhere.faults == ["m has no value in 20 positions of the figure"]
