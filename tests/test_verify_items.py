"""Items: counterexamples are measured again, plans and applied theorems are checked."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from geoengine.catalogue import load_rules, load_tasks
from geoengine.cli.prover import DeducingProver
from geoengine.errors import CatalogueError, InputError
from geoengine.families.reasoning.theorems import both_orientations, theorem_text
from geoengine.items import Choice, Item
from geoengine.language import parse_statement, write
from geoengine.scene import load_problem, place
from geoengine.verify import Budget, judge_unit
from geoengine.verify.figures.problem_figures import draw_problem
from geoengine.verify.items.printed_statements import PRINTED_FORMS
from geoengine.verify.items.reasoning import judge_of
from geoengine.verify.items.stored_counterexample import stored_figure
from geoengine.verify.units import ItemUnit

PROBLEM = load_problem("A B C = r_triangle A B C; M = midpoint M B C ? cong A M B M")
LEFT_OUT = parse_statement("perp A B A C")
FIGURE = {"A": ["1", "2"], "B": ["0", "0"], "C": ["4", "0"], "M": ["2", "0"]}

STEPS = [
    ("cong M B M C", "midp M B C"),
    ("cong A B A C", "perp A M B C"),
    ("cong N A N C", "midp N A C"),
    ("midp N A C", "para M N A B"),
]
PLAN = ["midp M B C", "perp A M B C"]


def shown(figure):
    return stored_figure({"counterexample": {"points": figure}}, PROBLEM, LEFT_OUT, PROBLEM.goal)


def test_a_stored_figure_shows_that_a_premise_is_needed():
    verdict = shown(FIGURE)
    assert verdict.right is False
    assert verdict.picture.points == PROBLEM.points
    assert stored_figure({"counterexample": None}, PROBLEM, LEFT_OUT, PROBLEM.goal) is None


def test_a_figure_arranged_otherwise_shows_nothing():
    """A proof may read the orientation of a triangle off the picture."""
    turned = {name: [x, f"-{y}"] for name, (x, y) in FIGURE.items()}
    picture = np.array([[1.0, 1.7], [0, 0], [4, 0], [2, 0]])
    told = {"counterexample": {"points": FIGURE}}, {"counterexample": {"points": turned}}
    alike, other = (
        stored_figure(entry, PROBLEM, LEFT_OUT, PROBLEM.goal, shown=picture) for entry in told
    )
    assert alike.right is False
    assert other is None


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"M": ["2.001", "0"]}, "the premise .* does not hold: it is off by"),
        ({"A": ["2", "2"]}, "the goal holds"),
        ({"A": ["0", "0"]}, "two points coincide"),
        ({"A": ["1", "nan"]}, "not two finite numbers"),
        ({"A": ["1"]}, "could not be|setting an array|not two finite numbers"),
    ],
)
def test_a_figure_that_shows_nothing_is_refused(changes, complaint):
    with pytest.raises((InputError, ValueError), match=complaint):
        shown({**FIGURE, **changes})


def test_a_figure_without_a_point_is_refused():
    with pytest.raises(InputError, match="has no point M"):
        shown({name: at for name, at in FIGURE.items() if name != "M"})


def item():
    """An item of our own with a plan; its fourth step is not offered."""
    so = [parse_statement(claim) for _, claim in STEPS]
    because = [parse_statement(text) for text, _ in STEPS]
    lines = [
        f"Step {k}. {write(b)} ⇒ {write(c)}"
        for k, (b, c) in enumerate(zip(because, so, strict=True), start=1)
    ]
    plan = [write(parse_statement(text)) for text in PLAN]
    return item_data({
        "id": "plan",
        "task": "faulty_branch",
        "problem": "A B C = iso_triangle A B C; M = midpoint M B C; N = midpoint N A C",
        "question": "\n".join(["; ".join(plan), *lines]),
        "answer": Choice(options=tuple(f"Step {k}" for k in (1, 2, 3, 4)), key=3),
        "meta": {"form": "directional", "goal": "perp A M B C"},
        "certificate": {
            "options": [{"option": k, "step": k, "correct": k == 3} for k in (1, 2, 3, 4)],
            "plan": PLAN,
            "claims": [claim for _, claim in STEPS],
            "left_at": 3,
            "outside": ["N"],
            "plan_premises": ["cong A B A C", "cong M B M C", "coll M B C"],
        },
    })  # fmt: skip


def item_data(data):
    """An item as it stands in a split, its prompts made from the rest."""
    return Item.make(**{"family": "reasoning", "level": 4, "scene": "made", **data}).model_dump(
        mode="json"
    )


def judged(data):
    return judge_unit(ItemUnit("plan", data), Budget(), DeducingProver())


def test_an_item_with_a_plan_has_one_right_option():
    assert [finding.code for finding in judged(item()).findings] == ["one_right"]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("left_at", 4, "step 3 leaves the plan, but step 4 in its certificate"),
        ("plan", ["perp A M B C", "cong A M B C"], "the question does not state"),
        ("plan", ["midp M B C"], "expected the goal in the plan"),
        ("plan_premises", ["midp N A C"], "which is no premise about its points only"),
        ("plan_premises", ["cong M B M C"], "no proof of"),
        ("claims", ["cong A B B C", *(claim for _, claim in STEPS[1:])], "step 1 is printed as"),
    ],
)
def test_a_plan_that_does_not_hold_is_reported(field, value, message):
    data = copy.deepcopy(item())
    data["certificate"][field] = value
    report = judged(data)
    assert not report.good
    assert message in report.findings[0].text


EQUILATERAL = "A B C = ieq_triangle A B C; M = midpoint M B C"
REASONS = [
    ("midpoint_halves", dict(zip("MAB", "MBC", strict=True)), "rconst M B B C 1/2"),
    # A triangle has the same orientation as itself: a trivial side condition that holds.
    ("aa_similarity", dict(zip("ABCPQR", "ABCBCA", strict=True)), "simtri A B C B C A"),
    ("isosceles_base_angles", dict(zip("OAB", "ABC", strict=True)), "eqangle B A B C C B C A"),
    ("isosceles_base_angles", dict(zip("OAB", "ABC", strict=True)), "eqangle A B B M B M A C"),
]


def reason(used, goal=None, others=("thales_semicircle", "sine_rule", "ceva"), **changes):
    """An item that asks which theorem gives a statement, with changes to the entry of its key."""
    rule, letters, conclusion = used
    key = {"rule": rule, "letters": letters, "conclusion": conclusion, "correct": True}
    entries = [{"rule": other, "instances": 0, "correct": False} for other in others]
    entries.insert(1, key | changes)
    options = [theorem_text(entry["rule"]) for entry in entries]
    return item_data({
        "id": "theorem_selection-0001", "task": "theorem_selection",
        "problem": EQUILATERAL, "question": "Which one gives it?",
        "answer": Choice(options=tuple(options), key=2),
        "certificate": {"options": entries},
        "meta": {"form": "reason", "goal": goal or conclusion},
    })  # fmt: skip


@pytest.mark.parametrize("used", REASONS[:3])
def test_a_reason_is_the_one_right_option(used):
    assert [finding.code for finding in judged(reason(used)).findings] == ["one_right"]


def test_a_reason_concludes_the_statement_as_it_is_asked_for():
    """With lines named by other points it is not the same statement, so another use is needed."""
    text = judged(reason(REASONS[3])).findings[0].text
    assert "does not conclude" in text
    text = judged(reason(REASONS[2], goal=REASONS[3][2])).findings[0].text
    assert "does not conclude" in text


@pytest.mark.parametrize(
    ("other", "with_points"),
    [
        ("inscribed_angles", False),
        ("perpendicular_bisector", False),
        ("congruent_triangles", True),
        ("similar_triangles", True),
    ],
)
def test_another_theorem_that_gives_the_statement_is_found(other, with_points):
    others = ("thales_semicircle", "sine_rule", other)
    report = judged(reason(REASONS[2], others=others))
    assert report.good != with_points
    assert any("gives it too" in finding.text for finding in report.findings) == with_points


@pytest.mark.parametrize("used", REASONS[:3])
def test_letters_that_a_theorem_does_not_fit_are_told(used):
    """Yield letters missing, unknown, or replaced by each other point of the figure."""
    name, letters, _ = used
    rule, unsaid = load_rules()[name], 0
    for letter in letters:
        fewer = {other: point for other, point in letters.items() if other != letter}
        assert "no point is named for" in judged(reason(used, letters=fewer)).findings[0].text
        for point in set("ABCMX") - {letters[letter]}:
            other = letters | {letter: point}
            report = judged(reason(used, letters=other))
            assert [finding.code for finding in report.findings] == ["item_shape"], other
            text = report.findings[0].text
            unsaid += "does not conclude" in text
            assert rule.name in text
    assert unsaid < len(letters) * 4, "some letters must break what the rule asks for"


@pytest.mark.parametrize("used", REASONS[:3])
def test_conclusions_that_a_theorem_does_not_have_are_told(used):
    for so in ("cong A B A C", "rconst M B B C 2/3", "eqangle A B A M A M A C"):
        text = judged(reason(used, conclusion=so)).findings[0].text
        assert "does not conclude" in text
    for changes in ({"conclusion": None}, {"letters": ["A"]}, {"conclusion": 3}):
        text = judged(reason(used, **changes)).findings[0].text
        assert "expected the letters and the conclusion of" in text


PARALLEL = "A B G = triangle; E = on_pline E A B G; F = intersection_ll F A G B E"


@pytest.mark.parametrize("result", ["eqratio A E A F B G F G", "eqratio A E B G A F F G"])
def test_a_theorem_leads_to_a_result_with_inner_terms_exchanged_too(result):
    """The triangles AEF and GBF are similar, so of these options none is unused."""
    rules = ("similar_triangles", "aa_similarity", "thales_semicircle", "ceva")
    results = ("simtri A E F G B F", result)
    printed = "\n".join(f"- {write(parse_statement(one))}" for one in results)
    data = item_data({
        "id": "theorem_selection-0001", "task": "theorem_selection",
        "problem": PARALLEL, "question": f"Results:\n\n{printed}\n\nWhich is not used?",
        "answer": Choice(options=tuple(map(theorem_text, rules)), key=1),
        "certificate": {"options": [{"rule": rule, "correct": rule == rules[0]} for rule in rules]},
        "meta": {"form": "shown", "goal": result},
    })  # fmt: skip
    texts = [finding.text for finding in judged(data).findings]
    assert any("Properties of similar triangles leads to" in text for text in texts), texts


@pytest.mark.parametrize("language", PRINTED_FORMS)
def test_a_theorem_is_recognised_as_an_option_prints_it(language):
    """Each is reported for its own option, and for no other but that of its mirror image."""
    rules = load_rules()
    options = {rule: theorem_text(rule, language) for rule in rules}
    for name, rule in rules.items():
        offered = [
            other for other, text in options.items() if PRINTED_FORMS[language].offers(rule, text)
        ]
        assert offered == list(both_orientations(name))


def test_a_prover_never_uses_what_is_withheld_first_or_later():
    problem = load_problem("A B C = iso_triangle A B C; M = midpoint M B C ? perp A M B C")
    xy = place(problem, seed=3, draws=3).xy
    relations = [s for s in problem.premises if not s.is_condition]
    used: list[str] = []
    for withheld in ((), ("two_equidistant_points",)):
        # In a figure that it has not seen, and in one that it has.
        for prover in (DeducingProver(), once := DeducingProver()):
            if prover is once:
                prover(problem.points, xy, relations, problem.goal)
            record = prover(problem.points, xy, relations, problem.goal, without=withheld)
            rules = {step["rule"] for step in record["steps"]}
            assert rules
            assert not rules & set(withheld)
            used += rules
    assert "two_equidistant_points" in used


def test_a_task_with_an_unknown_criterion_is_refused_where_it_stands():
    task, *_ = load_tasks("reasoning").values()
    wrong = task.model_copy(update={"criterion": "true_statements"})
    with pytest.raises(CatalogueError, match="found 'true_statements'") as caught:
        judge_of(wrong)
    assert caught.value.place == task.place
    assert caught.value.hint == "did you mean true_statement?"


def test_two_lines_are_no_one_line_in_the_figures_of_an_item():
    """In figures found from relations, the two lines through E were one, and E anywhere on it."""
    problem = (
        "A B C = triangle_sss A B C 10 20 14; D = free D; F = midpoint F B C; G = midpoint G C D;"
        " H = midpoint H D A; K = translation K D B F; E = on_bline E A B, on_pline E G H K;"
        " J = intersection_ll J B G C E"
    )
    figures = draw_problem(problem, Budget())
    index = {point: k for k, point in enumerate(figures.problem.points)}
    assert len(figures.xy) > sum(map(len, figures.configurations))
    assert parse_statement("coll A B E").holds(figures.xy, index).all()
