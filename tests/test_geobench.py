"""Published GeoBench files: read, and audited."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from public import data_path
from typer.testing import CliRunner

from geoengine.audit import geobench
from geoengine.audit.geobench.scenes import scenes_of
from geoengine.audit.geobench.sharegpt import read_items
from geoengine.audit.geobench.shortcuts import blind_scores
from geoengine.audit.geobench.templates import load
from geoengine.audit.geobench.text_reader import sentences
from geoengine.cli.app import app
from geoengine.cli.prover import DeducingProver
from geoengine.errors import InputError
from geoengine.language import parse_statement
from geoengine.verify.budget import Budget
from geoengine.verify.verdict import Level

# Small scenes of our own, in the wording of the format, each sentence starting with its verb.
SIDE = (
    "From nowhere, adds point A with random coordinates. "
    "From A, builds B with an integer distance 4 from A to B. "
)
SQUARE = SIDE + "From AB, builds C, D, the other two vertices of a square with side AB. "
APEX = SIDE + "From AB, builds C, the vertex of an isosceles triangle with base AB. "
MIDDLE = APEX + "From AB, builds M, the midpoint of A and B. "
DIAGONALS = SQUARE + "From four, build point E on the intersection of lines AC and BD. "
EITHER = (
    SQUARE
    + "From A, builds E with an integer distance 2 from A to E. "
    + "From B, builds E with an integer distance 2√5 from B to E. "
)
"""E is between A and D, or beyond A: the text does not say which."""

MIDLINE = (
    "From nowhere, creates three points A, B, and C, with random coordinates. "
    "From AB, builds M, the midpoint of A and B. From AC, builds N, the midpoint of A and C. "
    "From A, builds D with an integer distance 4 from A to D. "
)
HALVES = "AM = BM; A, B, M are collinear; AN = CN; A, C, N are collinear; AD = 4"
NEVER = "Line AC is perpendicular to line BD."


def asking(question: str, *options: str, announced: int | None = 4) -> str:
    listed = "\n".join(f"({k}) {text}" for k, text in enumerate(options, 1))
    if announced is not None:
        question += f"\nPlease verify the contents of options (1) to ({announced}) in sequence."
    return f"<image>{question}\nThe options are as follows:\n{listed}\n\nWhen outputting, be brief."


def seeing(kind: str, *options: str) -> str:
    return asking(f"What {kind} information is in the picture?", *options)


def filtering(construction: str, premises: str, goal: str, *options: str) -> str:
    return asking(
        f"A figure is given as follows: {construction}Based on this construction, given the"
        f" following premises: {premises}. Based on these premise, derive the conclusion: {goal}"
        " Which of the following premises are not necessary here?",
        *options,
    )


def decomposing(construction: str, goal: str, *options: str) -> str:
    return asking(
        f"A figure is given as follows: {construction}Based on this construction, to arrive at the"
        f" conclusion: {goal} Which of the following premises are necessary here?",
        *options,
    )


def selecting(construction: str, goal: str, *options: str) -> str:
    return asking(f"{construction}Solve that: {goal} Which rule was not used?", *options)


def localising(construction: str, goal: str, steps: str, *options: str) -> str:
    return asking(
        f"Here's the problem: {construction}Based on this construction, solve that: {goal}\nThese"
        f" are my reasoning steps: {steps}\nIt seems I've reached a dead end. Tell me at which step"
        " I started to go wrong.",
        *options,
    )


def item(prompt: str, key: int | str = 1, scene: str = "7", name: str = "7_1") -> dict[str, Any]:
    answer = f"({key})" if isinstance(key, int) else key
    return {
        "messages": [
            {"role": "user", "content": prompt},
            {"role": "assistant", "content": answer},
        ],
        "images": [f"pictures/{scene}.png"],
        "problem_id": name,
    }


def audited(*prompts: dict[str, Any]) -> geobench.Audit:
    return geobench.audit(list(prompts), "mine.json")


RULES = (
    "Bisector theorem I: about bisectors.",
    "Cyclic kite: about kites.",
    "Thales theorem II: about parallels.",
    "SSS Similarity (Direct): about triangles.",
)
PLAIN = selecting(SQUARE, NEVER, *RULES)
STEP = "001. AB = BC , BC = CD (Ratio Chasing)=> AB = CD\n"
STEPS = STEP + "002. AB = BC , AB = CD (Ratio Chasing)=> BC = CD\n"
BRANCH = ("Step001", "Step002", "Step001", "Step002")
PARTS = ("AB = 4/1", "AC = BC", "AM = BM", "A, B, M are collinear")
ISOSCELES = "; ".join(PARTS)


def plainly(goal: str, construction: str = SQUARE) -> dict[str, Any]:
    return item(selecting(construction, goal, *RULES))


def with_scene(prompt: str, construction: str = SQUARE, key: int = 1) -> list[dict[str, Any]]:
    return [item(prompt, key), item(selecting(construction, NEVER, *RULES), name="7_2")]


def from_isosceles(goal: str, key: int = 1) -> dict[str, Any]:
    return item(filtering(MIDDLE, ISOSCELES, goal, *PARTS), key)


NUMBERS = ("BA=4", "BA=5", "BA=6", "BQ=4")
SEEN = (
    "A, B, C are not collinear",
    "A, C, D are collinear",
    "A, B, D are collinear",
    "B, C, D are collinear",
)

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "several_right": with_scene(seeing("numerical", "BA=4", "BA=5", "CB=4", "BQ=4")),
    "key_wrong": with_scene(seeing("numerical", "BA=5", "BA=4", "BA=6", "BQ=4")),
    "key_missing": with_scene(seeing("numerical", *NUMBERS), key=7),
    "options_count": with_scene(seeing("numerical", "BA=4", "BA=5", "BA=6")),
    "repeated_options": with_scene(seeing("numerical", "BA=4", "BA=5", "AB=5", "BQ=4")),
    "option_degenerate": with_scene(
        seeing("structural", *SEEN[:3], "ABC are not sameclock to ABC")
    ),
    "option_zero_length": with_scene(seeing("numerical", "BA=4", "BB=4", "BA=6", "BQ=4")),
    "option_placeholder": [
        item(decomposing(SQUARE, NEVER, "AB = ?", "AB = CD", "AC = BD", "AB = BC"))
    ],
    "option_absent_points": [
        item(decomposing(SQUARE, NEVER, "AB = BC", "AB = TD", "AC = BD", "AD = CD"))
    ],
    "subset_of_key": [
        item(decomposing(SQUARE, NEVER, "AB = BC; CD = DA", "AD = CD", "AC = BD", "AB = CD"))
    ],
    "superset_of_key": [
        item(decomposing(SQUARE, NEVER, "AB = BC", "BA = BC; AC = BD", "AC = BD", "AB = CD"))
    ],
    "distractor_sufficient": [
        item(decomposing(SQUARE, NEVER, "AC = BD", "AB = BC; BC = CD; CD = AD", "AB∥CD", "AD∥BC"))
    ],
    "key_depends": with_scene(seeing("structural", "ABD are sameclock to ABE", *SEEN[1:]), EITHER),
    "false_distractor_part": [
        item(decomposing(SQUARE, NEVER, "AB = BC", "AB = AC", "AC = BD", "AD = CD"))
    ],
    "repeated_part": [
        item(decomposing(SQUARE, NEVER, "AB = BC", "AC = BD; BD = CA", "AB = CD", "AD = CD"))
    ],
    "distractor_implied": [
        item(
            filtering(
                DIAGONALS,
                "AB = BC; BC = CD; AB∥CD; AB ⟂ BC; AD ⟂ CD; A, C, E are collinear",
                NEVER,
                "A, C, E are collinear",
                "AD ⟂ CD",
                "AB = BC",
                "BC = CD",
            )
        )
    ],
    "distractor_not_needed": [from_isosceles("Line AB is perpendicular to line CM.", key=2)],
    "necessity_open": [from_isosceles("Line AB and line CM are parallel.")],
    "goal_degenerate": [plainly("Angle ABA equals angle CDC")],
    "goal_placeholder": [
        plainly("From a point A, builds C with an integer distance FRACTION from A to C.")
    ],
    "goal_zero_length": [
        plainly("From seven points A to D, builds D, a point such that AA/BC = AB/CD.")
    ],
    "goal_identity": [plainly("Line AB and line BA are parallel.")],
    "goal_misprinted": [
        plainly(
            "Triangles ABC and CBA are similar under orientation-preserving transformations taking"
            " A to C, B to B and C to A."
        )
    ],
    "goal_false": [plainly("Line AB is equal to line AC.")],
    "goal_depends": [plainly("Line DE is equal to line AE.", EITHER)],
    "goal_premise": [from_isosceles("Line AC is equal to line BC.")],
    "missing_sentences": [plainly("Line AC is perpendicular to line BX.")],
    "lost_number": [
        plainly(
            NEVER,
            SQUARE + "Given three, builds F, a point such that the angle from line AB to line CF"
            " taken counterclockwise is 2PI. ",
        )
    ],
    "degenerate_construction": [
        plainly(NEVER, DIAGONALS + "From A, builds F on the line parallel to CE through A. ")
    ],
    "premise_false": [
        item(
            filtering(
                MIDDLE,
                f"{ISOSCELES}; AB = AM",
                "Line AB is perpendicular to line CM.",
                "AB = 4/1",
                "AC = BC",
                "AM = BM",
                "A, B, M are collinear",
            )
        )
    ],
    "congruence_sign": [
        item(decomposing(DIAGONALS, NEVER, "▲ABC ≅ ▲AEB", "AB = CD", "AC = BD", "AD = CD"))
    ],
    "inexact": [
        item(
            localising(
                SQUARE,
                NEVER,
                STEP + "002. AB = 4/1 , AB ⟂ BC , AB = BC (Chasing)=> AC = 17/3\n",
                *BRANCH,
            )
        )
    ],
    "key_step_valid": [item(localising(SQUARE, NEVER, STEPS, *BRANCH))],
    "no_wrong_step": [item(localising(SQUARE, NEVER, STEPS, *BRANCH))],
    "step_false": [
        item(localising(SQUARE, NEVER, STEP + "002. AB = BC (Ratio Chasing)=> AB = AC\n", *BRANCH))
    ],
    "step_depends": [
        item(localising(EITHER, NEVER, STEP + "002. AB = BC (x)=> AE = DE\n", *BRANCH))
    ],
    "step_gap": [
        item(localising(SQUARE, NEVER, STEP + "002. AB = CD (Ratio Chasing)=> AB = BC\n", *BRANCH))
    ],
    "step_degenerate": [
        item(
            localising(
                SQUARE, NEVER, STEP + "002. ABC are sameclock to ABC (x)=> AB = BC\n", *BRANCH
            )
        )
    ],
    "step_absent": [item(localising(SQUARE, NEVER, STEPS, "Step001", "Step002", "Step009", "x"))],
    "unnumbered_step": [
        item(localising(SQUARE, NEVER, "AB = BC (Ratio Chasing)=> BC = AB\n" + STEPS, *BRANCH))
    ],
    "unnamed_rule": [
        item(localising(SQUARE, NEVER, STEP + "002. AB = BC ()=> CB = BA\n", *BRANCH))
    ],
    "hidden_solution": [item(PLAIN)],
    "twin_options": [
        item(selecting(SQUARE, NEVER, "SSS Similarity (Reverse): about mirrors.", *RULES[1:]))
    ],
    "engine_jargon": [
        item(selecting(SQUARE, NEVER, "Old rule: replaces the original r38.", *RULES[1:]))
    ],
    "label_in_scene": with_scene(seeing("numerical", "BA=4", "BA=5", "BA=6", "BD=4")),
    "orientation_option": with_scene(
        seeing("structural", *SEEN[:3], "ABC are not sameclock to ACD")
    ),
    "asks_for_premises": [item(decomposing(SQUARE, NEVER, "AB = BC", "AB = CD", "AC = BD", "x"))],
    "fraction_of_one": [from_isosceles("Line AB is perpendicular to line CM.")],
    "unreadable": [plainly("The square is beautiful.")],
    "scene_unknown": [item(seeing("numerical", *NUMBERS))],
    "no_figure": [plainly(NEVER, SIDE + "From A, conjures up C. ")],
    "crowded_scene": [item(PLAIN, name=f"7_{k}") for k in range(7)],
    "twice": [item(PLAIN, name="7_1"), item(PLAIN, name="7_2")],
    "blind": [item(PLAIN, name=f"7_{k}") for k in range(3)],
}


def codes(audit: geobench.Audit) -> set[str]:
    every = [finding for one in audit.items for finding in one.findings]
    return {finding.code for finding in (*every, *audit.overall)}


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_planted_defect_is_found(code: str) -> None:
    assert code in codes(audited(*EXAMPLES[code]))


def test_every_kind_of_finding_has_an_example() -> None:
    told = {entry["name"] for entry in load("classes.yaml")}
    assert told - set(EXAMPLES) == {"out_of_time", "distractor_not_in_proof"}


GOOD = {
    "numerical": with_scene(seeing("numerical", *NUMBERS)),
    "structural": with_scene(seeing("structural", *SEEN)),
    "filtering": [
        item(
            filtering(
                MIDLINE, HALVES, "Line BC and line MN are parallel.",
                "AD = 4", "AM = BM", "AN = CN", "A, B, M are collinear",
            )
        )
    ],
    "decomposing": [
        item(decomposing(SQUARE, NEVER, "AB = BC; AB∥CD", "AC = BD; AB∥CD", "AB = CD", "AD∥BC"))
    ],
    "selecting": [item(PLAIN)],
    "localising": [
        item(
            localising(
                SQUARE, NEVER, STEPS + "003. AB = BC (Ratio Chasing)=> AB = AC\n",
                "Step001", "Step002", "Step003", "x",
            ),
            key=3,
        )
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("options", "announced", "accused"),
    [(3, 3, False), (4, 5, True), (5, 4, True), (5, None, False), (1, None, True)],
)
def test_options_are_counted_against_what_the_prompt_announces(
    options: int, announced: int | None, accused: bool
) -> None:
    listed = [f"BA={4 + k}" for k in range(options)]
    prompt = asking("What numerical information is there?", *listed, announced=announced)
    assert ("options_count" in codes(audited(*with_scene(prompt)))) == accused


def test_chance_goes_by_the_options_of_each_item() -> None:
    question = "What numerical information is there?"
    pair = asking(question, "BA=4", "BA=5", announced=2)
    four = asking(question, "BA=4", "BA=5", "BA=6", "BA=7")
    (finding,) = [
        finding
        for finding in blind_scores(read_items([item(pair), item(pair), item(four)], "file"))
        if finding.code == "blind"
    ]
    # No option shares more with the others than another does.
    assert finding.evidence["right"] == 1.25
    assert "by chance 41.7 %" in finding.text
    assert finding.evidence["by_chance"] == pytest.approx(1 - 1 / 2 * 1 / 2 * 3 / 4)


@pytest.mark.parametrize("task", GOOD)
def test_a_sound_item_is_not_accused(task: str) -> None:
    items = audited(*GOOD[task]).items
    assert len(items) == len(GOOD[task])
    found = [
        finding
        for one in items
        for finding in one.findings
        if finding.level is Level.WRONG and finding.code != "step_absent"
    ]
    assert not found, [finding.text for finding in found]


@pytest.mark.parametrize("key", range(1, 5))
@pytest.mark.parametrize("moved", range(1, 5))
@given(side=st.integers(1, 30))
@settings(max_examples=2, deadline=None)
def test_a_moved_key_is_caught(key: int, moved: int, side: int) -> None:
    wrong = iter([f"BA={side + 1}", f"BA={side + 3}", f"BQ={side}"])
    options = [f"BA={side}" if k == key else next(wrong) for k in range(1, 5)]
    construction = SQUARE.replace("distance 4", f"distance {side}")
    found = codes(audited(*with_scene(seeing("numerical", *options), construction, moved)))
    assert ("key_wrong" in found) == (key != moved)
    assert ("several_right" in found) == (key != moved)


def test_a_counterexample_satisfies_what_it_must() -> None:
    """In the figure for a needed key all other premises hold, but not the goal."""
    prompt = GOOD["filtering"][0]["messages"][0]["content"]
    found = [f for f in audited(item(prompt, key=2)).items[0].findings if f.code == "key_wrong"]
    assert len(found) == 1
    picture = found[0].picture
    assert picture is not None
    index = {name: k for k, name in enumerate(picture.points)}
    xy = np.asarray(picture.xy)[None]
    for text in ("coll A B M", "coll A C N", "cong A N C N", "lconst A D 4"):
        assert parse_statement(text).holds(xy, index).all()
    for text in ("cong A M B M", "para B C M N"):
        assert not parse_statement(text).holds(xy, index).any()


def test_the_figure_of_a_scene_comes_from_another_item() -> None:
    told = audited(*with_scene(seeing("numerical", "BA=5", "BA=4", "BA=6", "BQ=4")))
    alone = audited(item(seeing("numerical", "BA=5", "BA=4", "BA=6", "BQ=4")))
    assert "key_wrong" in codes(told)
    assert "key_wrong" not in codes(alone)


SPARED = item(
    selecting(
        MIDDLE, "Line AB is perpendicular to line CM.",
        "Thales theorem II: about parallels.", "Bisector theorem I: about bisectors.",
        "Isosceles triangle equal angles: about isosceles triangles.", "Cyclic kite: about kites.",
    ),
    key=4,
)  # fmt: skip


def test_a_proof_without_the_theorems_is_replayed() -> None:
    found = geobench.audit([SPARED], "mine.json", prover=DeducingProver())
    spared = [f for f in found.items[0].findings if f.code == "distractor_not_in_proof"]
    assert len(spared) == 1
    withheld = {"intercept_converse", "bisector_from_ratio", "isosceles_base_angles"}
    assert spared[0].evidence["options"] == [1, 2, 3]
    assert not withheld & set(spared[0].evidence["rules"])
    assert "distractor_not_in_proof" not in codes(audited(SPARED))


class LyingProver(DeducingProver):
    """Proofs that omit an antecedent of a step, or cite what they must not use."""

    def __init__(self, lie: Callable[[dict[str, Any], Sequence[str]], None]) -> None:
        super().__init__()
        self.lie = lie
        self.lied = 0

    def __call__(self, *args: Any, without: Sequence[str] = (), **rest: Any) -> Any:
        record = super().__call__(*args, without=without, **rest)
        if record is not None:
            self.lie(record, without)
            self.lied += 1
        return record


def no_sources(record: dict[str, Any], _: Sequence[str]) -> None:
    record["steps"][-1]["antecedents"] = []


def forbidden_rule(record: dict[str, Any], without: Sequence[str]) -> None:
    record["steps"][0]["rule"] = without[0]


def other_goal(record: dict[str, Any], _: Sequence[str]) -> None:
    record["goal"] = record["statements"][0]


@pytest.mark.parametrize("lie", [no_sources, forbidden_rule, other_goal])
def test_a_false_proof_is_not_believed(
    lie: Callable[[dict[str, Any], Sequence[str]], None],
) -> None:
    prover = LyingProver(lie)
    found = geobench.audit([SPARED], "mine.json", prover=prover)
    assert prover.lied
    assert "distractor_not_in_proof" not in codes(found)


def test_equal_files_give_equal_audits() -> None:
    items = [one for name in ("distractor_implied", "inexact") for one in EXAMPLES[name]]
    first, second = (json.dumps(audited(*items).record(), sort_keys=True) for _ in range(2))
    assert first == second


def test_the_report_names_what_is_wrong() -> None:
    text = audited(*EXAMPLES["inexact"]).text()
    assert "AC = 17/3 is printed as an equality; the length is 4√2" in text
    assert "Faulty branch localisation: 1 items, 1 with a defect" in text


def test_an_audit_ends_in_its_time() -> None:
    late = geobench.audit(GOOD["filtering"], "mine.json", Budget(seconds=0.0))
    assert codes(late) == {"out_of_time"}
    assert late.level is Level.UNDECIDED


def test_the_level_of_an_audit_is_that_of_its_worst_finding() -> None:
    assert audited(*GOOD["filtering"]).level in {Level.GOOD, Level.NOTE}
    assert audited(*EXAMPLES["inexact"]).level is Level.WRONG
    index = geobench.audit({"x": {"file_name": "x.json"}}, "index.json")
    assert index.level is Level.GOOD


# Reading


SAID = {
    "AB∥CD": "para A B C D",
    "AB = 13/1": "lconst A B 13",
    "BA=15": "lconst A B 15",
    "D, F, G, H are not collinear": "ncoll D F G H",
    "∠(AB,AC) = ∠(BC,AB)": "eqangle A B A C B C A B",
    "▲ABC ≅ ▲FEB": "simtri A B C F E B",
    "E is to the same side of A->C as G is to B->C": "sameside E A C G B C",
    "Pythagorean Theorem's premises on D, A, C are satisfied": "perp D A D C",
    "AB:AF = CG:BG": "eqratio A B A F C G B G",
    "Angle BAC equals angle EDF.": "eqangle A B A C D E D F",
    "X is a point on the circle through A, B, and C.": "cyclic X A B C",
    "A is the circumcenter of the circle BCD": "circle A B C D",
    "ABEF are cyclic": "cyclic A B E F",
    "AB ∦ CD": "npara A B C D",
    "AB ⟂̸ CD": "nperp A B C D",
    "▲ABC ≡ ▲FEB": "contri A B C F E B",
}


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_statements_are_read(text: str, said: str) -> None:
    assert geobench.read_statement(text).statement == parse_statement(said)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Angle FDF equals angle IDI", "degenerate"),
        ("Angle ABC equals angle DDE", "degenerate"),
        ("Line CF and line CF are parallel.", "identity"),
        ("AB:AC = AB:AC", "identity"),
        ("BB=8", "zero_length"),
        ("CZ = ?", "placeholder"),
        ("From a point I, builds D with an integer distance FRACTION from I to D.", "placeholder"),
        ("B is bigger than C", "unreadable"),
        ("", "unreadable"),
    ],
)
def test_what_is_lost_is_said(text: str, fault: str) -> None:
    reading = geobench.read_statement(text)
    assert (reading.statement, reading.fault) == (None, fault)
    assert reading.why


def test_every_sentence_of_the_format_places_a_point() -> None:
    """Each wording, filled with letters, is parsed as its own construction."""
    assert len(load("sentences.yaml")) >= 73
    for entry in load("sentences.yaml"):
        text = entry.get("needs", "") + " " + entry["says"].replace("...", "and so on")
        names: dict[str, str] = {}
        for hole in st_holes(text):
            name, _, kind = hole.strip("<>").partition(":")
            letter = names.setdefault(name, name.upper())
            text = text.replace(hole, {"": letter, "angle": "30°"}.get(kind, "2"))
        made = geobench.read_sentence(f"From {text}.")
        assert not made.lost, (text, made.lost)
        assert made.placed
        word = (entry.get("call") or entry["gives"][0]).split()[0]
        spelled = made.clause or str(made.gives[0])
        assert spelled.split()[0] == word, text


def st_holes(text: str) -> list[str]:
    return [f"<{piece.split('>')[0]}>" for piece in text.split("<")[1:]]


# The published sample


@cache
def published() -> geobench.Audit:
    return geobench.audit_files(sorted(data_path("geobench").glob("*.json")))


def test_the_sample_is_read_or_reported() -> None:
    files = [
        (path.name, json.loads(path.read_text()))
        for path in sorted(data_path("geobench").glob("*.json"))
    ]
    assert all(geobench.is_geobench(data) for _, data in files)
    items = [one for name, data in files for one in read_items(data, name)]
    assert len(items) == 120
    lost = [made.text for one in items for made in one.construction if made.lost]
    assert len(lost) == 1
    assert "2PI" in lost[0]
    readings = [reading for one in items for reading in every_reading(one)]
    assert len(readings) >= 2015
    assert not [reading.text for reading in readings if reading.fault == "unreadable"]
    assert not [line for one in items for line in one.unread]
    assert all(one.key_option is not None and len(one.options) == 4 for one in items)
    assert all(one.announced == 4 for one in items)
    assert all(len(scene.xy) for scene in scenes_of(items).values())


def every_reading(one: geobench.Item) -> list[geobench.Reading]:
    steps = [r for step in one.steps for r in (*step.sources, step.conclusion)]
    options = [part for option in one.options for part in option.parts]
    return [*one.premises, *([one.goal] if one.goal else []), *steps, *options]


def test_listed_premises_are_those_of_the_constructions() -> None:
    """The sentences and the premise lists give the same statements."""
    data = json.loads(data_path("geobench/premise_filtering.dev20.json").read_text())
    items = read_items(data, "premise_filtering")
    scenes = scenes_of(items)
    unlisted, compared = {}, 0
    for one in items:
        scene = scenes[one.scene]
        listed = {r.statement for r in one.premises if r.statement is not None}
        # The lists have more triples of a line; they follow from those of the sentences.
        more = listed - set(scene.given)
        assert all(s.predicate == "coll" for s in more), one.name
        assert all(s.holds(scene.xy, scene.index).all() for s in more), one.name
        compared += len(listed)
        unlisted[one.name] = {str(s) for s in scene.given} - {str(s) for s in listed}
    assert (len(items), compared) == (20, 420)
    # For an isosceles triangle with equal base angles the list has the angles only.
    assert {name: less for name, less in unlisted.items() if less} == {
        "1592_1275": {"cong C H D H"}
    }


SAMPLE = {
    "faulty_branch": {
        "key_step_valid": 20, "unnumbered_step": 20, "no_wrong_step": 18, "inexact": 4,
        "goal_degenerate": 2, "goal_misprinted": 2, "lost_number": 1, "step_gap": 1,
    },
    "numerical_perception": {"option_zero_length": 2, "label_in_scene": 6, "scene_unknown": 2},
    "premise_filtering": {
        "several_right": 14, "distractor_implied": 12, "distractor_not_needed": 5,
        "goal_degenerate": 3, "goal_placeholder": 2, "goal_identity": 1, "goal_misprinted": 1,
    },
    "structural_perception": {"option_degenerate": 1, "scene_unknown": 3},
    "subgoal_decomposition": {
        "subset_of_key": 5, "option_absent_points": 9, "option_placeholder": 4,
        "goal_degenerate": 7, "option_degenerate": 2, "congruence_sign": 8,
    },
    "theorem_selection": {
        "hidden_solution": 20, "missing_sentences": 15, "goal_degenerate": 8,
        "goal_misprinted": 7, "goal_zero_length": 2, "twin_options": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("task", SAMPLE)
def test_defects_of_the_sample(task: str) -> None:
    counts = published().counts()[task]
    assert {code: counts.get(code, 0) for code in SAMPLE[task]} == SAMPLE[task]


def test_no_key_of_the_sample_is_wrong() -> None:
    """Items checked by hand: their keys are confirmed."""
    assert "key_wrong" not in codes(published())


@pytest.mark.slow(seconds=3)
def test_proofs_of_the_sample_do_without_the_theorems_that_are_offered() -> None:
    names = ("theorem_selection.dev20.json", "faulty_branch.dev20.json")
    files = [(name, json.loads(data_path(f"geobench/{name}").read_text())) for name in names]
    counts = geobench.audit_together(files, prover=DeducingProver()).counts()
    assert counts["theorem_selection"]["distractor_not_in_proof"] == 20


# Arbitrary input


WRECKS: list[Callable[[Any, st.DataObject], Any]] = [
    lambda data, draw: data[: draw.draw(st.integers(0, len(data)))],
    lambda data, draw: [{**one, "messages": draw.draw(junk)} for one in data],
    lambda data, draw: [{**one, "images": draw.draw(junk)} for one in data],
    lambda data, draw: [{**one, "problem_id": draw.draw(junk)} for one in data],
    lambda data, draw: [cut(one, draw) for one in data],
    lambda data, draw: [spliced(one, draw) for one in data],
    lambda data, draw: draw.draw(junk),
]

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def cut(one: dict[str, Any], draw: st.DataObject) -> dict[str, Any]:
    text = one["messages"][0]["content"]
    first, last = sorted(draw.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    return replaced(one, text[:first] + text[last:])


def spliced(one: dict[str, Any], draw: st.DataObject) -> dict[str, Any]:
    text = one["messages"][0]["content"]
    at = draw.draw(st.integers(0, len(text)))
    more = draw.draw(
        st.sampled_from([" , ", ";", "(", ")=>", "∠(", "A", "\n(3) ", "9" * 400, "√", "From ", "?"])
    )
    return replaced(one, text[:at] + more * draw.draw(st.integers(1, 3)) + text[at:])


def replaced(one: dict[str, Any], prompt: str) -> dict[str, Any]:
    one = copy.deepcopy(one)
    one["messages"][0]["content"] = prompt
    return one


SOURCES = [*GOOD.values(), *EXAMPLES.values()]


def test_wrecked_files_end_in_a_message() -> None:
    outcomes: Counter[str] = Counter()

    @given(source=st.sampled_from(SOURCES), wreck=st.sampled_from(WRECKS), data=st.data())
    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def wrecked(
        source: list[dict[str, Any]],
        wreck: Callable[[Any, st.DataObject], Any],
        data: st.DataObject,
    ) -> None:
        mutated = wreck(source, data)
        geobench.is_geobench(mutated)
        try:
            found = geobench.audit(mutated, "wreck.json", Budget(seconds=20))
        except InputError as error:
            message, outcome = str(error), "refused"
        else:
            message = f"wreck.json {json.dumps(found.record())} {found.text(notes=True)}"
            outcome = "audited" if found.items else "empty"
        assert "wreck.json" in message
        outcomes[outcome] += 1

    wrecked()
    assert outcomes["audited"] >= 21, outcomes
    assert outcomes["refused"] >= 11, outcomes


def test_any_text_is_read_or_reported() -> None:
    seen: Counter[str] = Counter()
    written = [
        *SAID,
        *(sentence for text in (MIDDLE, EITHER, MIDLINE) for sentence in sentences(text)),
    ]
    spoilt = st.builds(
        lambda text, at, more: text[:at] + more + text[at:],
        st.sampled_from(written), st.integers(0, 60), st.text(max_size=1),
    )  # fmt: skip

    @given(st.text(max_size=200) | spoilt)
    @settings(max_examples=200)
    def told(text: str) -> None:
        reading = geobench.read_statement(text)
        assert (reading.statement is None) == bool(reading.fault)
        seen["statements"] += reading.statement is not None
        for sentence in sentences(text):
            made = geobench.read_sentence(sentence)
            assert made.placed or made.lost
            seen["placed" if made.placed else "lost"] += 1

    told()
    assert min(seen["statements"], seen["placed"]) >= 18, seen
    assert seen["lost"] >= 105, seen


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[1, 2", "this is not JSON"),
        (b"\xff\xfe[]", "expected text in UTF-8"),
        (b"[" * 100_000, "expected plain data, found too deep a nesting"),
        (b'{"a": 1}', "expected a list of items in ShareGPT form, found an object"),
        (b'[{"prompt": "x"}]', "item 1: expected an object with a list `messages`"),
        (b'[{"messages": []}]', "item 1: expected a message of the role `user`"),
    ],
)
def test_messages_tell_what_was_expected(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "items.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        geobench.audit_files([path])
    assert message in str(caught.value)
    assert "items.json" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*none\.json: "):
        geobench.audit_files([tmp_path / "none.json"])


def test_an_audit_imports_nothing_of_the_prover(tmp_path: Path) -> None:
    path = tmp_path / "items.json"
    path.write_text(json.dumps([*GOOD["filtering"], *GOOD["localising"]]), encoding="utf-8")
    code = (
        "import sys; from geoengine.audit import geobench\n"
        f"assert len(geobench.audit_files([{str(path)!r}]).items) == 2\n"
        "bad = ('geoengine.deduction', 'geoengine.graph')\n"
        "print([m for m in sys.modules if m.startswith(bad)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_command_audits_published_files(tmp_path: Path) -> None:
    asked, told = with_scene(seeing("numerical", "BA=5", "BA=4", "BA=6", "BQ=4"))
    (tmp_path / "a.json").write_text(json.dumps([asked]), encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps([told]), encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("a.json", "b.json")]
    done = CliRunner().invoke(app, ["verify", "--no-prove", "--workers=1", *paths])
    assert done.exit_code == 1
    assert "2 items in 2 files" in done.stdout
    assert "the key (1) BA=5 is false: AB = 4" in done.stdout
    assert CliRunner().invoke(app, ["audit", "--workers=1", *paths]).exit_code == done.exit_code
    done = CliRunner().invoke(app, ["verify", "--no-prove", "--workers=1", "--json", *paths])
    found = [f for one in json.loads(done.stdout) for f in one["findings"]]
    wrong = next(f for f in found if f["code"] == "key_wrong")
    assert wrong["evidence"]["measured"] == "AB = 4"
    assert set(wrong["figure"]) == set("ABCD")
