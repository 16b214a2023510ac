"""Items that leave premises to marks in their picture: what they print, and what shows the need."""

import copy
import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from mutations import reprompted

from geoengine.cli.prover import DeducingProver
from geoengine.draw import (
    MOST_CROWDED,
    Marks,
    Sketch,
    crowding,
    helping_lines,
    incidences,
    marked_statements,
    readable_marks,
)
from geoengine.errors import UsageError
from geoengine.families.reasoning.picture import picture_of
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.weaker_steps import weaker_steps, with_weaker_steps
from geoengine.items import load_family, stream
from geoengine.language import parse_statement, write
from geoengine.scene import SENTENCE_TEMPLATES, describe, load_problem, place
from geoengine.split import make_plan
from geoengine.verify import Budget, judge_unit
from geoengine.verify.units import ItemUnit

SEED = 41
SCENES = {"en": (1, 2, 4, 5, 6, 12), "zh": (1, 4, 5, 6, 12)}
FAMILY = load_family("reasoning")
BEYOND_PERCEPTION = [task for task in FAMILY.tasks if task.level > 1]
IN_WORDS = {"premise_filtering", "auxiliary_construction"}
"""Tasks that state all premises: one is about them, and the other's goal must not follow from more
than they say."""


@cache
def scene(language, index):
    """The context of a scene, and its items that need the picture."""
    context = prepare(SEED, index, language=language, evidence="figure").context
    return context, items_of(context, index)


def items_of(context, index):
    """Items of the tasks whose premises marks may tell."""
    return [
        item
        for task in BEYOND_PERCEPTION
        if task.name not in IN_WORDS
        for item in task.build(context, stream(SEED, index, task.name), 1)
    ]


@pytest.fixture(scope="module", params=SCENES)
def made(request):
    """Contexts with the items that need their pictures."""
    found = [scene(request.param, index) for index in SCENES[request.param]]
    counts = Counter(item.task for _, items in found for item in items)
    assert len(counts) >= 2
    assert counts.total() >= 8
    return found


def read(item):
    evidence = item.certificate["evidence"]
    return load_problem(evidence["told"]), [*map(parse_statement, evidence["marked"])]


def test_text_and_marks_together_tell_the_premises(made):
    for context, items in made:
        for item in items:
            told, marked = read(item)
            relations = [p for p in told.premises if not p.is_condition]
            part = context.problem.part(told.points)
            assert part.points == told.points
            premises = [p for p in part.premises if not p.is_condition]
            assert sorted([*relations, *marked]) == sorted(premises)
            assert marked


def test_marked_premises_occur_nowhere_in_the_text(made):
    for context, items in made:
        style = SENTENCE_TEMPLATES[context.language].style
        for item in items:
            told, marked = read(item)
            assert describe(told, language=context.language) in item.question
            # The description may have "AB = 5" only if a premise says so.
            rest = item.question.replace(describe(told, language=context.language), "")
            for premise in marked:
                text = re.escape(write(premise, style))
                alone = re.compile(rf"(?<![A-Z:·]){text}(?![A-Z0-9:·√/])")
                assert not alone.search("\n".join([rest, *item.choice.options]))


def test_the_second_figure_satisfies_the_text_and_differs(made):
    for context, items in made:
        for item in items:
            told, marked = read(item)
            evidence = item.certificate["evidence"]
            index = {name: row for row, name in enumerate(evidence["second_figure"])}
            xy = np.array([[*map(float, p)] for p in evidence["second_figure"].values()])[None]
            for premise in told.premises:
                residual = premise.measured(xy, index)[0]
                assert residual > 0 if premise.is_condition else residual < 1e-9
            off = [parse_statement(text).measured(xy, index)[0] for text in evidence["false"]]
            on = [parse_statement(text).measured(xy, index)[0] for text in evidence["true"]]
            assert off or on
            assert all(residual > 1e-3 for residual in off)
            assert all(residual < 1e-9 for residual in on)
            # In the picture it is the other way round.
            shown, rows = context.diagram.xy[:1], context.diagram.index
            for text in evidence["false"]:
                assert parse_statement(text).measured(shown, rows)[0] < 1e-7
            for text in evidence["true"]:
                assert parse_statement(text).measured(shown, rows)[0] > 1e-3
            # A point that the text leaves free may come near the place that a mark gives it.
            assert any(premise.measured(xy, index)[0] > 1e-6 for premise in marked)


def test_the_picture_has_the_marks_of_the_certificate(made):
    for context, items in made:
        for item in items:
            part = context.part(item.meta["drawn"])
            sketch = picture_of(part.diagram, part.problem.premises)
            told = marked_statements(sketch.marks) | incidences(sketch)
            _, marked = read(item)
            assert told.issuperset(marked)
            record = item.certificate["evidence"]["marks"]
            assert record["ticks"] == [[list(p) for p in group] for group in sketch.marks.ticks]
            assert [tuple(row[:2]) for row in record["lengths"]] == list(sketch.marks.lengths)


def test_pictures_are_not_crowded(made):
    for context, items in made:
        parts = {context.part(), *(context.part(item.meta["drawn"]) for item in items)}
        for part in parts:
            sketch = picture_of(part.diagram, part.problem.premises)
            assert crowding(sketch) <= MOST_CROWDED or not (sketch.marks.ticks or sketch.marks.arcs)


def test_marks_are_thinned_in_a_set_order():
    """Many marks on short lines: arrows go first, lengths and angles never."""
    places = {"A": (0, 0), "B": (9, 0), "C": (9, 5), "D": (0, 5), "E": (4.5, 0), "F": (4.5, 5)}
    lines = [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A"), ("E", "F")]
    marks = Marks(
        lengths={("A", "B"): "10", ("C", "D"): "10"},
        right_angles=[(("A", "B"), ("B", "C")), (("B", "C"), ("C", "D"))],
        ticks=[[("A", "E"), ("B", "E")], [("C", "F"), ("D", "F")]] * 12,
        arrows=[[("A", "B"), ("C", "D")]],
    )
    sketch = Sketch(places, lines, marks=marks)
    assert crowding(sketch) > MOST_CROWDED
    kept = readable_marks(sketch)
    assert crowding(replace(sketch, marks=kept)) <= MOST_CROWDED
    assert kept.lengths == marks.lengths
    assert kept.arrows == ()
    assert 0 < len(kept.ticks) < len(marks.ticks)
    assert tuple(kept.right_angles) == tuple(marks.right_angles)


def test_helping_lines_tell_no_incidence():
    places = {"A": (0, 0), "B": (4, 0), "C": (2, 0), "D": (1, 3)}
    sketch = Sketch(places, [("A", "D")])
    pairs = [("A", "B"), ("A", "D"), ("B", "D"), ("C", "D"), ("B", "C")]
    assert helping_lines(sketch, pairs, 2) == [("B", "D"), ("C", "D")]


def test_steps_cite_marks_without_saying_what_they_tell(made):
    mark = {"en": "[figure]", "zh": "[见图]"}
    cited = 0
    for _, items in made:
        for item in items:
            steps = item.certificate["evidence"].get("cited", {})
            lines = [line for line in item.question.splitlines() if " ⇒ " in line]
            assert sum(mark[item.language] in line for line in lines) == len(steps)
            cited += len(steps)
    assert cited > 3


def test_a_weaker_step_tells_a_part_of_the_same():
    problem = load_problem(
        "A B C = iso_triangle A B C; D = foot D A B C; M = midpoint M A C;"
        " E = on_line E B M, on_circle E M A; O = circumcenter O A B C"
    )
    found = list(weaker_steps(problem))
    assert len(found) > 10
    for weaker in found:
        told = with_weaker_steps(problem, [weaker])
        assert {*told.premises, *weaker.left_out} == {*problem.premises}
        assert told.points == problem.points
        assert load_problem(str(told)).premises == told.premises
        assert place(told).xy.shape == (3, 7, 2)


def test_equal_seeds_give_equal_items():
    index = next(index for index in SCENES["en"] if scene("en", index)[1])
    again = prepare(SEED, index, evidence="figure").context
    assert items_of(again, index) == scene("en", index)[1]


@pytest.mark.parametrize("images", [True, False])
def test_without_pictures_text_tells_everything(images):
    assert make_plan(6, images=images).evidence == ("both" if images else "text")
    if not images:
        with pytest.raises(UsageError, match="expected the evidence text without pictures"):
            make_plan(6, images=False, evidence="figure")


def test_some_items_need_the_picture_where_both_kinds_are_wanted():
    kinds = Counter()
    for index in SCENES["en"]:
        context = replace(scene("en", index)[0], evidence="both")
        kinds.update(item.meta["evidence"] for item in items_of(context, index))
    # In whole splits it is two in five or more.
    assert kinds["figure"] > 0.3 * kinds.total()
    assert kinds["text"] > 0


def test_what_is_asked_about_premises_is_told_in_words():
    found = [
        item
        for index in SCENES["en"]
        for task in BEYOND_PERCEPTION
        if task.name in IN_WORDS
        for item in task.build(scene("en", index)[0], stream(SEED, index, task.name), 2)
    ]
    assert {item.meta["evidence"] for item in found} == {"text"}


# What spoils an item that needs its picture.


def a_premise_told(item, rng):
    """Print a marked premise."""
    text = write(parse_statement(item["certificate"]["evidence"]["marked"][0]))
    return {**item, "question": f"{item['question']} Moreover {text}."}


def the_whole_problem_described(item, rng):
    told = load_problem(item["certificate"]["evidence"]["told"])
    whole = describe(load_problem(item["problem"]))
    return {**item, "question": item["question"].replace(describe(told), whole)}


def a_point_moved(item, rng):
    figure = item["certificate"]["evidence"]["second_figure"]
    told = load_problem(item["certificate"]["evidence"]["told"])
    held = [p for p in told.premises if not p.is_condition]
    if not held:
        return None
    point = held[int(rng.integers(len(held)))].points[0]
    figure[point] = [str(float(x) + 0.01 * (1 + rng.random())) for x in figure[point]]
    index = {name: row for row, name in enumerate(figure)}
    xy = np.array([[*map(float, p)] for p in figure.values()])[None]
    return item if max(p.measured(xy, index)[0] for p in held) > 1e-6 else None


def the_picture_for_the_second_figure(item, rng):
    """Store the coordinates of the picture, in which the answer is the same."""
    problem = load_problem(item["problem"])
    xy = place(problem, seed=item["meta"]["seed"]).xy[0]
    item["certificate"]["evidence"]["second_figure"] = {
        name: [f"{x:.12f}", f"{y:.12f}"] for name, (x, y) in zip(problem.points, xy, strict=True)
    }
    return item


def a_mark_missing(item, rng):
    evidence = item["certificate"]["evidence"]
    marked = [parse_statement(text).predicate for text in evidence["marked"]]
    kinds = {"cong": "ticks", "perp": "right_angles", "lconst": "lengths", "eqangle": "arcs"}
    chosen = [kinds[predicate] for predicate in marked if predicate in kinds]
    if not chosen or (chosen[0] == "ticks" and evidence["marks"]["lengths"]):
        return None
    evidence["marks"][chosen[0]] = []
    return item


def another_problem_told(item, rng):
    """Claim that the text tells nothing that is marked, though it describes it."""
    item["certificate"]["evidence"]["told"] = item["problem"]
    return item


def a_difference_that_does_not_matter(item, rng):
    evidence = item["certificate"]["evidence"]
    evidence["false"], evidence["true"] = evidence["marked"][:1], []
    return item


def no_picture(item, rng):
    return {**item, "media": []}


def the_certificate_left_out(item, rng):
    del item["certificate"]["evidence"]
    return item


SPOILERS = (
    a_premise_told,
    the_whole_problem_described,
    a_point_moved,
    the_picture_for_the_second_figure,
    a_mark_missing,
    another_problem_told,
    a_difference_that_does_not_matter,
    no_picture,
    the_certificate_left_out,
)


def level(item):
    return judge_unit(ItemUnit("item", item), Budget(seconds=30), DeducingProver()).level.value


@pytest.fixture(scope="module")
def one_of_each():
    """An item of each task and form, as in a file."""
    found = {}
    for index in SCENES["en"]:
        for item in scene("en", index)[1]:
            data = json.loads(item.model_dump_json())
            found.setdefault((item.task, item.meta["form"]), data)
    assert {task for task, _ in found} == {task.name for task in BEYOND_PERCEPTION} - IN_WORDS
    return list(found.values())


def test_sound_items_are_not_refused(one_of_each):
    assert [level(item) for item in one_of_each] == ["good"] * len(one_of_each)


@pytest.mark.parametrize("spoil", SPOILERS, ids=lambda spoil: spoil.__name__)
def test_what_is_spoilt_is_caught(one_of_each, spoil):
    rng = np.random.default_rng(3)
    tried = 0
    for item in one_of_each:
        spoilt = spoil(copy.deepcopy(item), rng)
        if spoilt is not None:
            tried += 1
            assert level(reprompted(spoilt)) == "wrong"
    assert tried
