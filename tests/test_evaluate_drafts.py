"""Scoring of drafts: any right construction passes, and the reason of a refusal is right."""

import collections
import itertools
import re
from pathlib import Path

import pytest
from draft_answers import alternatives, answer_of, in_block, spoilt, ways

from geoengine.draft import carry_out, read_draft
from geoengine.evaluate import REASONS, judge_draft
from geoengine.evaluate.drafts import claimed_commands
from geoengine.evaluate.drafts.movement import moved_places
from geoengine.evaluate.score_statistics import pass_at
from geoengine.families.drafting import load_seeds
from geoengine.items import Draft, DraftStep

SEEDS = list(load_seeds())
GUIDE = Path(__file__).parents[1] / "docs" / "evaluate.md"
DATA = Path(__file__).parent / "data"
ISOSCELES = Draft(
    givens=("A = (0, 0)", "B = (4, 2)"),
    free=("A", "B"),
    wanted={"C": "point"},
    goals=("Distance(A, C) == Distance(B, C)",),
    made=("!AreCollinear(A, B, C)",),
    steps=(DraftStep(method="Turn AB by 60°.", commands=("C = Rotate(B, 60°, A)",)),),
)


def check_alternatives(names):
    kinds, wrong = collections.Counter(), []
    for name in names:
        for kind, answer, response in alternatives(name):
            found = judge_draft(response, answer)
            kinds[kind] += 1
            if not found.right:
                wrong.append((name, kind, found.outcome, found.reason, response))
    assert not wrong
    return kinds


def check_spoilt(names):
    kinds, wrong = collections.Counter(), []
    for name in names:
        for response, answer, outcomes in spoilt(name):
            found = judge_draft(response, answer)
            kinds[found.outcome] += 1
            if found.outcome not in outcomes or not found.reason:
                wrong.append((name, outcomes, found.outcome, found.reason, response))
    assert not wrong
    return kinds


def test_right_constructions_pass_whatever_the_method():
    assert len(check_alternatives(SEEDS[::40])) >= 3


def test_spoilt_constructions_are_refused_with_the_reason():
    assert check_spoilt(SEEDS[::40]).keys() >= {"given", "syntax", "unknown", "missing"}


@pytest.mark.slow(seconds=65)
def test_hundreds_of_right_constructions_pass():
    kinds = check_alternatives(SEEDS)
    assert sum(kinds.values()) >= 200, kinds


@pytest.mark.slow(seconds=35)
def test_hundreds_of_spoilt_constructions_are_refused_with_the_reason():
    kinds = check_spoilt(SEEDS)
    assert sum(kinds.values()) >= 400, kinds


def written(name):
    """Read constructions of a file: the words of the first line, and the commands."""
    for part in (DATA / name).read_text("utf-8").strip().split("\n\n"):
        head, *commands = part.split("\n")
        yield head.split()[1:], commands


def test_constructions_by_other_ways_than_the_reference_pass():
    for (name, *way), commands in written("drafts_by_other_ways.txt"):
        found = judge_draft(in_block(commands), answer_of(name, *way))
        assert found.right, (name, found.reason)


def test_constructions_that_reach_only_a_part_are_refused():
    for (name, outcome), commands in written("drafts_that_miss.txt"):
        answer = answer_of(name).model_copy(update={"tools": "full"})
        found = judge_draft(in_block(commands), answer)
        assert (name, found.outcome) == (name, outcome), found.reason


def test_all_figures_can_be_moved():
    for name in SEEDS:
        for way in ways(name):
            answer = answer_of(name, way)
            givens = read_draft("\n".join(answer.givens))
            moved = list(moved_places(answer, givens, carry_out(givens), 8))
            assert len(moved) == 8, name


def test_what_commands_of_the_givens_make_is_not_given():
    answer = answer_of("tangent_to_parabola")
    assert any("PerpendicularBisector(F, H)" in given for given in answer.givens)
    found = judge_draft("t = PerpendicularBisector(F, H)", answer)
    assert found.right
    assert found.aligned == 1 / 4


def test_the_guide_has_an_example_of_each_reason():
    section = (
        GUIDE.read_text(encoding="utf-8").partition("## Drafts")[2].partition("## The tables")[0]
    )
    rows = re.findall(r"^\| `(\w+)` \| (.*?)\s*\| (.*) \|$", section, re.MULTILINE)
    assert [row[0] for row in rows] == [name for name in REASONS if name != "right"]
    for outcome, response, reason in rows:
        command = re.match("`(.*?)`", response)
        tools = "compass" if outcome == "forbidden" else "full"
        answer = ISOSCELES.model_copy(update={"tools": tools})
        found = judge_draft(command[1] if command else response, answer)
        assert (found.outcome, found.reason.split(" (figure")[0]) == (outcome, reason)
        assert not found.right


RIGHT = "C = Rotate(B, 60°, A)"
RESPONSES = {
    "a block": f"```geogebra\n{RIGHT}\n```",
    "a block that does not end": f"Here:\n```\n{RIGHT}\n",
    "a block after thinking": f"<think>C = (9, 9)</think>\n~~~\n{RIGHT}\n~~~",
    "the last of two blocks": f"```\nC = (9, 9)\n```\nNo, rather:\n```\n{RIGHT}\n```",
    "a block for each step": "1.\n```\nc = Circle[A, B]\n```\n2.\n```\nd = Circle[B, A]\n"
    "C = Intersect[c, d, 1]\n```",
    "prose within a block": "```\nStep 1: turn B about A by 60 degrees\n// the apex\n# done\n"
    f"{RIGHT} // apex\n```",
    "numbered lines": "```\n1. c = Circle(A, B)\n2) d = Circle(B, A);\n"
    "(3) C = Intersect(c, d, 2)\n```",
    "several commands in a line": "```\nc = Circle(A, B); d = Circle(B, A);"
    "C = Intersect(c, d, 1)\n```",
    "brackets over several lines": "```\nC = Rotate(\n  B,\n  60°,\n  A\n)\n```",
    "givens repeated": f"```\nA = (0, 0)\nB = (4.0, 2)\n{RIGHT}\n```",
    "givens repeated as points": f"```\nA = Point(0, 0)\nB=(8/2,2)\n{RIGHT}\n```",
    "looks": f'```\n{RIGHT}\nSetColor(C, "red")\nShowLabel(C, true)\nSetPointSize(Q, 5)\n```',
    "bare": f"The apex of the equilateral triangle:\n\n{RIGHT}\n\nThen AB = BC.",
    "bare in a list": f"- **{RIGHT}**",
    "bare in Chinese": "作等边三角形：C = Rotate（B，60°，A）。这样AC = BC。",
    "bare in a sentence": "Then draw c = Circle(A, B) about A, r = 5.\n"
    "And `d = Circle(B, A)`; last C = Intersect(c, d, 1).",
    "LaTeX": r"\[C = \operatorname{Rotate}\left(B, 60^{\circ}, A\right)\]",
    "LaTeX in a line": r"Take $C = \text{Rotate}(B, 60^\circ, A)$ as the apex.",
    "subscripts": "```\nc₁ = Circle(A, B)\nd_{2} = Circle(B, A)\nC = Intersect(c_1, d_2, 1)\n```",
    "full-width signs": "```\nＣ ＝ Rotate（B，６０°，A）；\n```",
    "remarks": "```\nC = Rotate(B, 60°, A)  -- the apex\nM = Midpoint(A, B) （AB的中点）\n```",
    "windows": f"```\r\nA = (0, 0)\r\n{RIGHT}\r\n```\r\n",
}


@pytest.mark.parametrize("form", RESPONSES)
def test_commands_are_found_in_any_form(form):
    found = judge_draft(RESPONSES[form], ISOSCELES)
    assert found.right, (found.reason, found.commands)


def test_blocks_that_depend_on_others_are_not_taken_alone():
    text = "```\nd = Circle(A, B)\n```\n```\nC = Intersect(d, Line(A, B), 1)\n```"
    assert len(claimed_commands(text, ["C"], ["A", "B"])) == 2
    assert claimed_commands(text, ["C"], ["A", "B", "d"]) == ("C = Intersect(d, Line(A, B), 1)",)


def test_alignment_is_the_share_of_the_reference_in_order():
    steps = ("c = Circle(A, B)", "d = Circle(B, A)", "C = Intersect(c, d, 1)")
    answer = ISOSCELES.model_copy(update={"steps": (DraftStep(method="", commands=steps),)})
    assert judge_draft("\n".join(steps), answer).aligned == 1
    assert judge_draft("C = Intersect(Circle(A, B), Circle(B, A), 1)", answer).aligned == 1
    # The circles change places: the longest sequence in order has one of them, and the point.
    other_order = "e = Circle(B, A)\nf = Circle(A, B)\nC = Intersect(f, e, 1)"
    assert judge_draft(other_order, answer).aligned == pytest.approx(2 / 3)
    assert judge_draft(RIGHT, answer).aligned == pytest.approx(1 / 3)
    # Equal in the figure as given only.
    assert judge_draft("C = (2 - sqrt(3), 1 + 2 sqrt(3))", answer).aligned == 0
    assert judge_draft("C = Midpiont(A, B)", answer).aligned is None


@pytest.mark.parametrize(("samples", "right"), [(5, 0), (5, 2), (7, 3), (4, 4)])
def test_pass_at_k_is_the_share_of_sets_with_a_right_sample(samples, right):
    outcomes = [True] * right + [False] * (samples - right)
    for k in range(1, samples + 1):
        sets = list(itertools.combinations(outcomes, k))
        assert pass_at(k, samples, right) == pytest.approx(sum(map(any, sets)) / len(sets))
