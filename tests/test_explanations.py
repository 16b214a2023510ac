"""Certificates told in words: every field, of every form of every task."""

import re
from pathlib import Path
from string import Formatter

import numpy as np
import pytest
from tasks_of import TASKS

from geoengine.families.reasoning.certificate_words import (
    DESIGNS,
    GROUNDS,
    KINDS,
    MARKS,
    SENTENCES,
)
from geoengine.formats import Source
from geoengine.inspect import item_record
from geoengine.inspect.measured_words import _TEXTS, _WORDS, contrast
from geoengine.items import Item, explain_by_labels, load_family
from geoengine.language import PREDICATES, Kind, parse_statement, write
from geoengine.scene import load_problem, place

DATA = Path(__file__).parent / "data" / "items_of_each_form.jsonl"


def items_of_each_form():
    """Items of all forms, in both languages; with and without premises that only marks state."""
    return [Item.model_validate_json(line) for line in DATA.read_text("utf-8").splitlines()]


def names_in(value):
    """The names of all fields in a certificate, except those of points and letters."""
    if isinstance(value, dict):
        for name, one in value.items():
            if not re.fullmatch(r"[A-Z]\w?|\d+", name):
                yield name
            yield from names_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from names_in(one)


def spoken(record):
    """All words about a certificate, as the page shows them."""
    certificate = record["item"]["certificate"]
    remarks = [*certificate["remarks"], *(r for option in certificate["options"] for r in option)]
    return [
        "".join(part if isinstance(part, str) else part["text"] for part in remark["words"])
        for remark in remarks
    ]


def test_the_items_are_of_each_form():
    items = items_of_each_form()
    assert {item.task for item in items} == set(TASKS)
    forms = {(item.task, item.meta["form"], item.meta.get("evidence")) for item in items}
    assert len(forms) >= 16
    assert {item.language for item in items} == {"en", "zh"}


@pytest.mark.parametrize("item", items_of_each_form(), ids=lambda item: item.id)
def test_every_field_is_told_in_words(item):
    record = item_record(item, problem={})
    told = spoken(record)
    assert len(record["item"]["certificate"]["options"]) == len(item.choice.options)
    assert all(record["item"]["certificate"]["options"])
    raw = {name for name in names_in(item.certificate) if "_" in name} | {"residual", "verdict"}
    labels = {name.replace("_", " ").capitalize() + ":" for name in names_in(item.certificate)}
    for text in told:
        assert text.strip().endswith((".", "。", ")")) or len(text) > 20
        assert not [name for name in raw if name in text], text
        assert not [label for label in labels if text.startswith(label)], text
        assert not re.search(r"[{}\[\]](?!figure)(?<!\[figure\])", text), text
        # A formal statement or the name of a rule would have been left unwritten.
        assert not re.search(r"\b(lconst|eqangle|eqratio|cong|coll|perp|para) [A-Z]", text), text
        assert "_" not in text, text


@pytest.mark.parametrize("item", items_of_each_form(), ids=lambda item: item.id)
def test_each_remark_has_a_place_for_each_statement(item):
    explanation = load_family(item.family).explain(item)
    remarks = [*explanation.remarks, *(r for option in explanation.options for r in option)]
    for remark in remarks:
        places = [name for _, name, _, _ in Formatter().parse(remark.text) if name is not None]
        if "*" in places:
            assert places.count("*") == 1
            assert len(remark.statements) >= len(places)
        else:
            assert len(places) == len(remark.statements), remark


def test_new_items_have_no_field_without_words(one_of_each):
    """A field that a task adds must be told: a label would be its raw name."""
    for item in Source(one_of_each.path).items:
        told = load_family(item.family).explain(item)
        labelled = {remark.text for remark in explain_by_labels(item).remarks}
        assert not labelled & {remark.text for remark in told.remarks}
        for k, remarks in enumerate(told.options):
            raw = {remark.text for remark in explain_by_labels(item).options[k]}
            assert not raw & {remark.text for remark in remarks}


def test_what_is_told_is_in_the_language_of_the_item():
    counts = {"en": 0, "zh": 0}
    for item in items_of_each_form():
        record = item_record(item, problem={})
        assert record["item"]["certificate"]["language"] == item.language
        for text in spoken(record):
            counts[item.language] += 1
            # Names of points and of triangles are Latin, in capitals, in either language.
            if item.language == "zh":
                assert not re.search(r"[a-z]{2}", text), text
                assert re.search(r"[\u4e00-\u9fff]", text), text
                assert text.endswith("。"), text
            else:
                assert not re.search(r"[\u4e00-\u9fff]", text), text
    assert min(counts.values()) > 50


@pytest.mark.parametrize("table", [SENTENCES, GROUNDS, DESIGNS, KINDS, MARKS, _TEXTS])
def test_both_languages_say_the_same(table):
    assert table
    for name, texts in table.items():
        english, chinese = (re.findall(r"\{([^{}]*)\}", text) for text in texts)
        if any(place.isdecimal() for place in chinese):
            assert sorted(chinese) == [str(k) for k in range(len(english))], name
            continue
        assert {*english} == {*chinese}, name
        # What has no name is filled in by its order.
        unnamed = [
            [place for place in places if place in ("", "*")] for places in (english, chinese)
        ]
        assert unnamed[0] == unnamed[1], name


def test_a_field_that_nobody_knows_is_shown_with_its_label():
    item = items_of_each_form()[0]
    certificate = {**item.certificate, "lower_bound": 4}
    certificate["options"] = [{**entry, "is_odd": True} for entry in certificate["options"]]
    changed = item.model_copy(update={"certificate": certificate})
    explanation = load_family(item.family).explain(changed)
    assert explanation.remarks[-1].text == "Lower bound: 4"
    assert [remarks[-1].text for remarks in explanation.options] == ["Is odd: yes"] * 4


def test_what_a_certificate_says_of_the_figure_is_measured():
    problem = load_problem("A B C = triangle_sss A B C 5 6 7; M = midpoint M B C")
    diagram = place(problem)
    xy = dict(zip(diagram.points, diagram.xy[0], strict=True))
    said = {
        "lconst A B 6": r"In the figure AB = 7, not 6\.",
        "lconst A C 5": r"In the figure AC = 6, not 5\.",
        "cong A B A C": r"In the figure AB = 7 and AC = 6\.",
        "rconst A B A C 2": r"In the figure AB:AC = 1\.17, not 2\.",
        "perp A M B C": r"In the figure AM and BC meet at 7\d\.\d°, not at a right angle\.",
        "midp C B M": r"In the figure BC = 5 and CM = 2\.5\.",
        "circle M A B C": r"In the figure BM = 2\.5 and AM = 6\.02\.",
    }
    for text, words in said.items():
        found = contrast(parse_statement(text), xy)
        assert re.fullmatch(words, found or ""), found
    assert contrast(parse_statement("cong A B A Q"), xy) is None


def test_each_point_is_compared_with_the_circle():
    places = {"A": (5, 0), "B": (0, 5), "C": (-5, 0), "D": (3, 4), "E": (3, -4.5)}
    xy = {name: np.array(place, dtype=float) for name, place in places.items()}
    words = "In the figure ∠(AC,BC) = 45° and ∠(AE,BE) = 41.5°."
    assert contrast(parse_statement("cyclic A B C D E"), xy) == words
    assert contrast(parse_statement("cyclic A B C D"), xy) is None


def test_nothing_is_said_where_the_numbers_do_not_differ():
    places = {"A": (0, 0), "B": (3, 0), "C": (0, 3)}
    xy = {name: np.array(place, dtype=float) for name, place in places.items()}
    assert contrast(parse_statement("cong A B A C"), xy) is None


def test_there_are_words_for_all_that_can_be_false():
    rng = np.random.default_rng(3)
    names = "ABCDEFGHIJKL"
    relations = {name for name, known in PREDICATES.items() if known.kind is Kind.RELATION}
    assert relations - _WORDS.keys() <= {"eqprod"}
    value = {"aconst": " 50o", "lconst": " 3", "rconst": " 3/2"}
    for name in sorted(relations & _WORDS.keys()):
        points = " ".join(names[: PREDICATES[name].arity])
        statement = parse_statement(f"{name} {points}{value.get(name, '')}")
        xy = {letter: rng.uniform(-5, 5, 2) for letter in names}
        found = contrast(statement, xy)
        assert found is not None
        assert found.startswith("In the figure ")
        assert found.endswith(".")
        assert "nan" not in found
        two = re.search(r" = (-?[\d.]+)°? and .* = (-?[\d.]+)", found)
        assert two is None or two[1] != two[2]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_lines_of_a_question_lead_to_the_steps_of_the_proof(language):
    item = next(
        item
        for item in items_of_each_form()
        if (item.task, item.meta["form"]) == ("faulty_branch", "directional")
        and item.language == language
    )
    page = item_record(item)
    style = "plain" if language == "en" else "plain_zh"
    lines = page["item"]["lines"]
    assert [line["number"] for line in lines] == [*range(1, len(lines) + 1)]
    linked = [line for line in lines if line["step"] is not None]
    # The steps of a detour are not in the proof.
    assert len(linked) >= len(lines) / 4
    for line in linked:
        step = page["steps"][line["step"]]
        assert step[1] == line["state"]
        conclusion = write(parse_statement(page["states"][line["state"]][0]), style)
        start = f"Step {line['number']}. " if language == "en" else f"第{line['number']}步："
        (printed,) = [text for text in item.question.split("\n") if text.startswith(start)]
        # The name of the theorem comes last.
        assert f"⇒ {conclusion}" in printed
