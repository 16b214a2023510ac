"""The judge: its verdicts on planted faults, answers, proofs and splits."""

from __future__ import annotations

import doctest
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_process import judge_in_process
from mutations import CORPUS, sound_problems
from public import problem_file
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.cli.prover import DeducingProver
from geoengine.graph import NotDerivedError, deduce, proof_to_json, trace
from geoengine.language import parse_statement
from geoengine.scene import load_problem, load_problems, place
from geoengine.split import generate, make_plan
from geoengine.verify import (
    Budget,
    FormalProblem,
    Level,
    Setting,
    find_figures,
    judge_answer,
    judge_problem,
    judge_unit,
    prove_by_algebra,
    read_proof,
    read_units,
    replay,
)
from geoengine.verify.figures.precise import DIGITS, sharpen
from geoengine.verify.problems.conflict import find_conflict
from geoengine.verify.proofs.linear import contradiction
from geoengine.verify.split_summary import judge_collection, relabelled
from geoengine.verify.units import ItemUnit, ProblemGoal

PLANTED = Path(__file__).parent / "verify"
VERDICTS = {
    "answer_approximate.yaml": "answer_approximation",
    "answer_exact.yaml": "answer_right",
    "answer_fraction.yaml": "answer_wrong",
    "answer_third_decimal.yaml": "answer_wrong",
    "by_algebra.yaml": "goal_proved",
    "circular_proof.json": "proof_wrong",
    "degenerate_goal.txt": "goal_degenerate",
    "false_goal.txt": "goal_false",
    "impossible_triangle.yaml": "inconsistent",
    "inconsistent.yaml": "inconsistent",
    "one_configuration.yaml": "goal_depends",
    "proved.txt": "goal_proved",
    "redundant.yaml": "redundant",
    "right_proof.json": "proof_right",
    "trivial_goal.yaml": "goal_premise",
    "underdetermined.yaml": "underdetermined",
    "unknown_rule.json": "proof_wrong",
}


def judged(path, **options):
    (unit,) = read_units(path)
    return judge_unit(unit, Budget(**options), DeducingProver())


def said(*texts):
    return tuple(parse_statement(text) for text in texts)


def test_every_planted_file_has_its_verdict():
    assert sorted(VERDICTS) == sorted(p.name for p in PLANTED.iterdir() if p.suffix != ".expected")


@pytest.mark.parametrize("name", sorted(VERDICTS))
def test_a_planted_file_gets_the_right_verdict(name):
    report = judged(PLANTED / name)
    codes = [finding.code for finding in report.findings]
    assert VERDICTS[name] in codes
    good = VERDICTS[name] in {"answer_right", "goal_proved", "proof_right", "redundant"}
    assert report.good == good
    json.dumps(report.record())


def test_the_command_tells_what_it_found(tmp_path):
    files = sorted(str(p) for p in PLANTED.iterdir() if p.suffix != ".expected")
    result = CliRunner().invoke(app, ["verify", "--workers", "1", "-o", str(tmp_path), *files])
    told = result.stdout.replace(str(tmp_path), "OUT")
    assert told == (PLANTED / "planted.expected").read_text(encoding="utf-8")
    assert result.exit_code == 1
    assert (tmp_path / "false_goal-goal_false.png").read_bytes().startswith(b"\x89PNG")


def test_the_exit_code_tells_good_from_unreadable(tmp_path, monkeypatch):
    judge_in_process(monkeypatch)
    broken = tmp_path / "broken.yaml"
    broken.write_text("premises: [perp A B A]\ngoal: perp A B A C\n")
    good = str(PLANTED / "right_proof.json")
    result = CliRunner().invoke(app, ["verify", "--workers", "1", "--json", good])
    assert result.exit_code == 0
    assert json.loads(result.stdout)[0]["verdict"] == "good"
    result = CliRunner().invoke(app, ["verify", "--workers", "1", good, str(broken)])
    assert result.exit_code == 2
    assert "premise 1: expected 4 points after perp, found 3" in result.stderr


def test_what_can_be_read_is_judged_beside_what_cannot(tmp_path, monkeypatch):
    judge_in_process(monkeypatch)
    file = tmp_path / "odd.txt"
    file.write_text("odd\na b = segmnt\nheights\na b c = triangle; d = foot a b c ? perp a d b c\n")
    lost = str(tmp_path / "lost.txt")
    arguments = ["verify", "--workers", "1", "--no-prove"]
    result = CliRunner().invoke(app, [*arguments, str(file), lost])
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "1 judged: 1 wrong; 2 could not be read"
    records = json.loads(CliRunner().invoke(app, [*arguments, "--json", str(file), lost]).stdout)
    assert [record.get("verdict") for record in records] == ["wrong", None, None]
    assert records[1:] == [
        {
            "path": str(file),
            "kind": "unreadable",
            "name": "odd",
            "error": {
                "place": f"{file}:2:7",
                "message": "unknown construction 'segmnt'",
                "hint": "did you mean segment?",
            },
        },
        {
            "path": lost,
            "kind": "unreadable",
            "name": "",
            "error": {
                "place": "",
                "message": f"cannot read {lost}: No such file or directory",
                "hint": None,
            },
        },
    ]


@pytest.mark.parametrize(
    ("text", "value", "degrees", "status"),
    [
        (r"4\sqrt2", "sqrt(32)", False, "right"),
        (r"$4\sqrt{2}$", "sqrt(32)", False, "right"),
        ("√32", "sqrt(32)", False, "right"),
        ("5.657", "sqrt(32)", False, "approximation"),
        ("≈ 5.66", "sqrt(32)", False, "approximation"),
        ("5.658", "sqrt(32)", False, "wrong"),
        ("130/23", "sqrt(32)", False, "wrong"),
        (r"\frac{5}{2}", "5/2", False, "right"),
        ("2.5", "5/2", False, "right"),
        ("2.50", "5/2", False, "right"),
        ("1 + sqrt(3)", "1 + sqrt(3)", False, "right"),
        (r"\sqrt{5+2\sqrt{6}}", "sqrt(2) + sqrt(3)", False, "right"),
        ("60°", "60", True, "right"),
        (r"60^\circ", "60", True, "right"),
        (r"\frac{\pi}{3}", "60", True, "right"),
        ("120", "60", True, "wrong"),
        ("a lot", "5/2", False, "unreadable"),
        ("9^9^9^9^9", "5/2", False, "unreadable"),
        ("9**999999999", "5/2", False, "unreadable"),
        ("", "5/2", False, "unreadable"),
        ("\\infty", "5/2", False, "unreadable"),
    ],
)
def test_answers_are_read_and_compared_exactly(text, value, degrees, status):
    import sympy
    from mpmath import mp

    with mp.workdps(DIGITS):
        number = mp.mpf(str(sympy.N(sympy.sympify(value), DIGITS)))
    assert judge_answer(text, number, degrees=degrees).status == status


@given(st.integers(1, 400), st.integers(1, 60), st.integers(1, 200))
@settings(max_examples=30, deadline=None)
def test_a_value_is_told_exactly_and_read_back(p, q, root):
    from mpmath import mp

    from geoengine.verify.problems.claimed_answer import exact_text

    with mp.workdps(DIGITS):
        number = mp.mpf(p) / q * mp.sqrt(root)
    assert judge_answer(exact_text(number), number).status == "right"
    with mp.workdps(DIGITS):
        off = number * (1 + mp.mpf(10) ** -9)
    assert judge_answer(exact_text(number), off).status == "wrong"


def test_figures_are_found_from_statements_alone_and_hold_to_fifty_digits():
    assert len(CORPUS) == 14
    for text in CORPUS:
        problem = load_problem(text)
        found = find_figures(problem.premises, problem.points, count=4, timeout=20)
        assert len(found) == 4
        for statement in problem.premises:
            assert statement.holds(found.xy, found.index).all()
        relations = [s for s in problem.premises if not s.is_condition]
        sharp = sharpen(relations, found.points, found.xy[0])
        assert sharp is not None
        off = max(abs(float(c) - x) for n, p in sharp.items()
                  for c, x in zip(p, found.xy[0][found.index[n]], strict=True))  # fmt: skip
        assert off < 1e-8


def test_a_search_for_figures_ends_in_its_time():
    names = ["A", "B", "C", *(f"P{k}" for k in range(30))]
    text = "; ".join(
        f"{d} = {'foot' if k % 2 else 'circumcenter'} {d} {a} {b} {c}"
        for k, (a, b, c, d) in enumerate(zip(names, names[1:], names[2:], names[3:], strict=False))
    )
    problem = load_problem(f"A B C = triangle A B C; {text}")
    started = time.process_time()
    found = find_figures(problem.premises, problem.points, timeout=0.5, most_starts=10**9)
    assert found.exhausted
    assert time.process_time() - started < 2


def test_a_search_that_time_ended_tells_nothing_of_a_conflict(monkeypatch):
    """Two degenerate triangles with a circumcentre: each alone is a contradiction."""
    given = said("circle O A B C", "coll A B C", "circle P D E F", "coll D E F")
    found = find_conflict(given, Budget())
    assert (len(found.statements), found.minimal) == (2, True)
    monkeypatch.setattr("geoengine.verify.problems.conflict._SECONDS", 0.0)
    found = find_conflict(given, Budget())
    assert (set(found.statements), found.minimal) == (set(given), False)


def test_a_conflict_is_minimal():
    given = said("cong A B A C", "lconst A B 3", "lconst A C 4", "midp M B C", "perp A M B C")
    verdict = judge_problem(FormalProblem(tuple("ABCM"), given))
    assert verdict.consistent is False
    assert set(verdict.conflict.statements) == set(given[:3])
    assert verdict.conflict.evidence == "exact"


@given(st.permutations(list("ABCDEF")))
@settings(max_examples=20, deadline=None)
def test_what_holds_in_a_figure_is_no_contradiction(names):
    a, b, c, d, e, f = names
    text = f"{a} {b} {c} = r_triangle_of 3 4; {d} = foot {a} {b} {c}; {e} = midpoint {b} {c};"
    problem = load_problem(f"{text} {f} = circle {a} {b} {d}")
    assert contradiction(problem.premises) is None


def test_what_is_too_large_or_too_slow_stays_undecided():
    report = judged(PLANTED / "proved.txt", max_points=4)
    assert report.level is Level.UNDECIDED
    assert "--max-points" in report.findings[0].text
    assert judged(PLANTED / "proved.txt", seconds=1e-6).level is Level.UNDECIDED


def test_redundant_premises_are_told_with_their_reasons():
    given = said("perp A B A C", "midp M B C", "cong M A M B", "lconst A D 3")
    question = FormalProblem(tuple("ABCMD"), given, parse_statement("cong M A M C"))
    verdict = judge_problem(question)
    reasons = {str(one.premise): one.reason for one in verdict.redundant}
    assert reasons == {
        "cong A M B M": "implied",
        "lconst A D 3": "not needed",
        "perp A B A C": "implied",
    }


def test_algebra_proves_what_is_true_and_nothing_that_is_false():
    given = said("perp C A C B", "midp M A B")
    xy = np.array([[-1, 0], [1, 0], [0.6, 0.8], [0, 0]])
    true, false = said("cong M A M C", "cong A C B C")
    assert prove_by_algebra(given, true, "ABCM", xy, 5) is not None
    assert prove_by_algebra(given, false, "ABCM", xy, 5) is None


def test_proofs_are_replayed_with_and_without_their_problem():
    proofs = sound_problems()
    assert len(proofs) >= 12
    for unit, record in proofs:
        proof = read_proof(record)
        diagram = place(unit.problem, seed=0)
        setting = Setting(diagram.points, diagram.xy)
        for found in (replay(proof, given=unit.given, settings=[setting]), replay(proof)):
            assert found.bad is None, (unit.name, found.bad)
            assert found.steps == len(proof.steps)
            assert found.unneeded == ()
            assert found.unanswered == 0


@pytest.mark.parametrize(("length", "code"), [("6√3", None), ("6√2", "sum"), ("√12", "sum")])
def test_stewart_is_checked_where_the_parts_of_the_line_are_given(length, code):
    """B is between C and E: the whole line is the sum of its parts, 12 and 6."""
    statements = ["lconst A B 6", "lconst A C 6√3", "lconst B C 12", "lconst B E 6", "coll B C E"]
    step = {"rule": "stewart_theorem", "antecedents": [4, 0, 1, 3, 2], "conclusion": 5,
            "conditions": ["between B C E"]}  # fmt: skip
    record = {"schema": "geoengine/1/proof", "goal": f"lconst A E {length}", "premises": 5,
              "statements": [*statements, f"lconst A E {length}"], "steps": [step]}  # fmt: skip
    bad = replay(read_proof(record)).bad
    assert (bad and bad.code) == code


def test_a_proof_alone_is_judged_in_a_figure_with_its_order_of_points():
    # Its premises also hold in figures where a bisector is the one outside the triangle.
    path = Path(__file__).parent / "data" / "proof_by_order_of_points.json"
    found = replay(read_proof(json.loads(path.read_text())))
    assert found.bad is None
    assert "between D A G" in map(str, found.conditions)


def test_a_proof_of_something_else_is_refused():
    unit, record = sound_problems()[0]
    proof, other = read_proof(record), parse_statement("cong A B A C")
    assert replay(proof, given=unit.given, goal=proof.goal).bad is None
    assert replay(proof, given=unit.given, goal=other).bad.code == "goal"

    def someone(*_):
        return record

    report = judge_unit(replace(unit, goals=(ProblemGoal(other),)), Budget(seconds=5), someone)
    assert report.level is Level.WRONG
    assert "goal_proved" not in [finding.code for finding in report.findings]


def test_steps_that_nothing_needs_are_told():
    _, record = sound_problems()[0]
    spare = read_proof(record)
    longer = replace(spare, goal=spare.steps[0].conclusion)
    assert replay(longer).unneeded == tuple(step.number for step in spare.steps[1:])


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    """Two items."""
    plan = make_plan(2, seed=4, tasks=["structural_perception", "faulty_branch"], images=False)
    return generate(plan, tmp_path_factory.mktemp("split") / "two").path


def test_items_of_our_own_have_one_right_option(split):
    units = [unit for unit in read_units(split) if isinstance(unit, ItemUnit)]
    assert len(units) == 2
    prover = DeducingProver()
    reports = [judge_unit(unit, Budget(), prover) for unit in units]
    assert [report.findings[0].code for report in reports] == ["one_right"] * 2
    whole = judge_collection("two", list(zip(units, reports, strict=True)))
    assert whole is not None
    assert whole.facts["items"] == 2
    assert all(row == {"good": 1} for row in whole.facts["tasks"].values())


def test_an_item_in_other_letters_is_there_twice(split):
    (unit, *_) = read_units(split)
    fresh = str.maketrans(ascii_uppercase, ascii_uppercase[13:] + ascii_uppercase[:13])
    data = json.loads(json.dumps(unit.data))
    data["problem"] = " ".join(
        word.translate(fresh) if word[0].isupper() else word for word in data["problem"].split()
    )
    answer = data["answer"]
    answer["options"] = [option.translate(fresh) for option in reversed(answer["options"])]
    data["meta"]["goal"] = str(data["meta"].get("goal", "")).translate(fresh)
    if not unit.data["meta"].get("goal"):
        del data["meta"]["goal"]
    assert relabelled(unit.data) == relabelled(data)
    pair = [(unit, judge_unit(unit, Budget()))] * 2
    whole = judge_collection("two", [pair[0], (ItemUnit("other", data), pair[1][1])])
    assert [f.code for f in whole.findings if f.level is Level.WRONG] == ["duplicates"]


@pytest.mark.parametrize("step", ["Step {}. {}", "第{}步：{}"])
def test_options_that_are_numbers_of_steps_say_what_the_steps_say(step):
    """Two items about one figure may offer steps of the same numbers."""

    def item(*claims):
        lines = [step.format(k, claim) for k, claim in enumerate(claims, 1)]
        options = [re.split("[.：]", line)[0] for line in lines]
        return {
            "task": "faulty_branch",
            "problem": "A B = segment A B; C = midpoint C A B",
            "question": "\n".join(("Which is wrong?", *lines)),
            "answer": {"options": options},
        }

    one = item("AC = BC", "AB = 2 AC")
    assert relabelled(one) == relabelled(item("AB = 2 AC", "AC = BC"))
    assert relabelled(one) != relabelled(item("AC = BC", "AB = 2 BC"))


@pytest.mark.slow(seconds=60)
def test_public_problems_no_goal_false_and_every_proof_replayed():
    proved = replayed = steps = 0
    for name in ("imo.txt", "jgex_ag_231.txt"):
        for problem in load_problems(problem_file(name)):
            graph = deduce(problem)
            xy = graph.diagram.xy[:, [graph.diagram.index[p] for p in problem.points]]
            question = FormalProblem(problem.points, problem.premises, problem.goal, known=xy)
            verdict = judge_problem(question, Budget(seconds=30))
            assert verdict.consistent
            assert verdict.goal.status == "true", problem.name
            try:
                record = json.loads(json.dumps(proof_to_json(trace(graph, problem.goal))))
            except NotDerivedError:
                continue
            proved += 1
            proof = read_proof(record)
            found = replay(proof, given=problem.premises, settings=[Setting(problem.points, xy)])
            replayed += found.bad is None
            steps += found.steps
    print(f"{replayed} of {proved} proofs replayed, {steps} steps")
    assert replayed == proved >= 238


def test_the_page_shows_what_the_command_says(tmp_path, monkeypatch):
    page = (Path(__file__).parent.parent / "docs" / "verify.md").read_text(encoding="utf-8")
    text = page.split(":caption: isosceles.yaml\n")[1].split("```")[0]
    shown = page.split("$ geoengine verify isosceles.yaml\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    Path("isosceles.yaml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["verify", "isosceles.yaml"])
    assert result.stdout == shown
    code = page.split("```pycon\n")[1].split("```")[0]
    test = doctest.DocTestParser().get_doctest(code, {}, "verify.md", "verify.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0
