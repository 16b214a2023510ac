"""``geoengine prove`` as a user runs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from public import problem_file
from typer.testing import CliRunner

from geoengine.cli.app import app

ORTHOCENTER = "a b c = triangle; h = on_tline h b a c, on_tline h c a b ? perp a h b c"


def run(*arguments: str):
    return CliRunner().invoke(app, ["prove", *arguments])


def test_questions_are_answered_exactly_or_not_at_all(tmp_path):
    asked = "A B C = triangle_sas 3 4 60o; D = on_line B C"
    done = run(f"{asked} ? lcompute B C; acompute A C A B; rcompute A B A C")
    assert done.exit_code == 0
    answers = [line for line in done.stdout.splitlines() if line.startswith("Answer: ")]
    assert answers == [
        "Answer: BC = √13", "Answer: ∠(AC,AB) = 120° = 2π/3", "Answer: AB:AC = 3/4",
    ]  # fmt: skip
    assert "Law of cosines" in done.stdout
    done = run(f"{asked} ? lcompute B D; cong A B A B")
    assert done.exit_code == 2
    file, out = tmp_path / "asked.txt", tmp_path / "out.jsonl"
    file.write_text(f"one\n{asked} ? lcompute B D; lcompute B C\n")
    done = run(str(file), "--json", str(out))
    assert done.exit_code == 1
    assert "Not determined: no exact value of BD was derived." in done.stdout
    assert json.loads(out.read_text())["answers"] == {"lcompute B D": None, "lcompute B C": "√13"}
    done = run("--all", str(file))
    assert done.exit_code == 1
    assert "0 of 1 problems proved" in done.stdout


def test_a_proof_is_printed_and_exits_0():
    done = run(ORTHOCENTER)
    assert done.exit_code == 0, done.output
    assert "Premises used: " in done.stdout
    assert "⇒ AH" not in done.stdout
    assert done.stdout.splitlines()[-1] == "Shown: ah ⟂ bc"


def test_a_false_goal_exits_1_and_says_so():
    done = run("a b c = triangle ? cong a b a c")
    assert done.exit_code == 1
    assert re.fullmatch(
        r"Not proved: ab = ac is not true in the diagram: ab = [\d.]+, ac = [\d.]+\.\n", done.stdout
    )


def test_a_true_goal_out_of_reach_exits_1_and_says_so():
    # Morley's theorem needs more than angle and ratio chasing.
    text = (
        "a b c = triangle; p q = trisect p q b a c; r s = trisect r s a b c;"
        " t u = trisect t u a c b;"
        " x = on_line x a p, on_line x b r; y = on_line y b s, on_line y c u;"
        " z = on_line z c t, on_line z a q ? cong x y y z"
    )
    done = run(text)
    assert done.exit_code == 1
    assert "is true in every draw of the diagram, but was not derived" in done.stdout
    assert re.search(r"Of \d+ true statements \(equal lengths\), \d+ were derived", done.stdout)
    assert "No similar statement" in done.stdout


SQUARES = "A B C = triangle; M = midpoint B C; D = psquare A B; E = nsquare A C ? perp A M D E"


def test_a_point_is_added_where_the_goal_is_not_derived(tmp_path):
    assert run(SQUARES).exit_code == 1
    done = run(SQUARES, "--search", "--workers", "1")
    assert done.exit_code == 0
    assert re.match(r"Auxiliary points: Let X be .*\.\n", done.stdout)
    assert "Shown: AM ⟂ DE" in done.stdout
    proof = run(SQUARES, "--search", "--workers", "1", "--format", "json").stdout
    record = json.loads(proof)
    assert record["problem"].endswith("? perp A M D E")
    assert len(record["added"]) == 1
    file = tmp_path / "proof.json"
    file.write_text(proof)
    judged = CliRunner().invoke(app, ["verify", str(file)])
    assert judged.exit_code == 0
    assert "the points added exist, and assume nothing of the others: X = " in judged.stdout


def test_values_are_not_searched_for():
    done = run("A B C = triangle A B C ? lcompute A B", "--search", "--workers", "1")
    assert done.exit_code == 1
    assert "Not determined: no exact value of AB was derived." in done.stdout
    assert "points are added to derive goals, not values" in done.stderr


def test_further_proofs_say_which_points_they_add():
    done = run(SQUARES, "--search", "--workers", "1", "--alternatives", "2", "--format", "json")
    proofs = [json.loads(text) for text in re.split(r"\n\n(?={)", done.stdout)]
    assert len(proofs) == 2
    assert proofs[0]["added"] == proofs[1]["added"] != []


def test_all_problems_are_searched_if_asked_for(tmp_path):
    file, out = tmp_path / "problems.txt", tmp_path / "out.jsonl"
    file.write_text(f"one\n{SQUARES}\ntwo\n{ORTHOCENTER}\nthree\n{SQUARES} ; cong A M A D\n")
    done = run("--all", str(file), "--json", str(out), "--search", "--workers", "1")
    assert done.exit_code == 1
    assert "2 of 3 problems proved" in done.stdout
    first, second, third = map(json.loads, out.read_text().splitlines())
    assert first["search"]["stop_reason"] == "proved"
    assert len(first["search"]["added"]) == 1
    assert "search" not in second
    assert third["search"]["stop_reason"] == "false_goal"


def test_a_search_without_success_says_why():
    done = run(SQUARES + " ; cong A M A D", "--search", "--seconds", "5", "--workers", "1")
    assert done.exit_code == 1
    assert "No auxiliary points were found (false_goal): 0 attempts" in done.stderr


def test_what_is_known_and_like_the_goal_is_named():
    # No rule states the theorem on the Newton-Gauss line.
    done = run(
        "A B C D = quadrangle; E = on_line A B, on_line C D; F = on_line A D, on_line B C;"
        " L = midpoint A C; M = midpoint B D; N = midpoint E F ? coll L M N"
    )
    assert done.exit_code == 1
    assert "Of 8 true statements (collinear points), 7 were derived." in done.stdout
    (line,) = (line for line in done.stdout.splitlines() if "Similar known statements: " in line)
    assert "A, C, L are collinear" in line


def test_several_goals_are_all_asked_for():
    done = run("a b c = iso_triangle ? eqangle b a b c c b c a; obtuse a b c")
    assert done.exit_code == 1
    assert done.stdout.count("Not proved") == 1


def test_a_side_condition_is_decided_by_the_diagram():
    done = run("a b c = triangle ? ncoll a b c")
    assert done.exit_code == 0
    assert "Decided by the diagram" in done.stdout
    assert "(Numerical check) ⇒ a, b, c are not collinear" in done.stdout


def test_a_file_and_a_name(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text(
        f"first\n{ORTHOCENTER}\nsecond\na b c = iso_triangle ? eqangle b a b c c b c a\n"
    )
    assert run(str(file), "--name", "second").exit_code == 0
    missing = run(str(file), "--name", "secund")
    assert missing.exit_code == 2
    assert "second" in missing.output
    unnamed = run(str(file))
    assert unnamed.exit_code == 2
    assert "--name" in unnamed.output


def test_every_problem_of_a_file(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text(f"first\n{ORTHOCENTER}\nsecond\na b c = triangle ? cong a b a c\n")
    out = tmp_path / "out.jsonl"
    done = run("--all", str(file), "--json", str(out))
    assert done.exit_code == 1
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["proved"] for record in records] == [True, False]
    assert list(records[0]) == [
        "name", "proved", "stop_reason", "points", "premises", "states", "steps", "unproved",
        "answers", "seconds", "error",
    ]  # fmt: skip
    assert records[0]["error"] is None
    assert records[0]["unproved"] == []
    (why,) = records[1]["unproved"]
    assert (why["goal"], why["reason"]) == ("cong a b a c", "false")
    assert why["measured"].startswith("ab = ")
    assert set(records[0]["seconds"]) == {"place", "ground", "close", "certify"}
    assert records[0]["points"] == 4
    assert records[0]["premises"] == 2
    assert "1 of 2 problems proved" in done.stdout


ODD = f"""# one good problem among faulty ones
good
{ORTHOCENTER}
misspelt
a b c = triangel ? cong a b a c
a b c = triangle ? cong a b a c
lonely
flat
a b c = triangle; d = on_line a b, on_line a c, on_line b c ? coll a b d
late
a b = segment; q = on_line p a b ? coll q a b
figure
a b c = triangle
"""


def test_a_batch_goes_on_past_what_cannot_be_read_or_placed(tmp_path):
    file, out = tmp_path / "odd.txt", tmp_path / "out.jsonl"
    file.write_text(ODD)
    done = run("--all", str(file), "--json", str(out))
    assert done.exit_code == 2
    records = {record["name"]: record for record in map(json.loads, out.read_text().splitlines())}
    # A figure alone has no goal.
    assert {name: record["stop_reason"] for name, record in records.items()} == {
        "good": "reached", "misspelt": "not_read", "line 6": "not_read", "lonely": "not_read",
        "flat": "not_placed", "late": "not_read",
    }  # fmt: skip
    assert records["misspelt"]["error"] == {
        "place": f"{file}:5:9",
        "message": "unknown construction 'triangel'",
        "hint": "did you mean triangle?",
    }
    assert records["flat"]["error"]["place"] == f"{file}:9"
    rows = {line.split("  ")[0]: line.split()[-1] for line in done.stdout.splitlines()[1:-1]}
    assert [name for name, last in rows.items() if last == "error"] == list(records)[1:]
    total = done.stdout.splitlines()[-1]
    assert total.startswith("1 of 6 problems proved")
    assert total.endswith("; 4 could not be read; 1 could not be placed")
    for line in (
        f"{file}:5:9: error: misspelt: unknown construction 'triangel'",
        "  hint: did you mean triangle?",
        f"{file}:6:1: error: line 6: expected the name of a problem, found "
        "'a b c = triangle ? cong a b a c'",
        f"{file}:7:1: error: lonely: expected a problem text on the line after the name, "
        "found 'flat'",
        f"{file}:11:28: error: late: expected q where on_line has the point it places, found 'p'",
        "  hint: write: q = on_line q a b",
    ):
        assert line in done.stderr.splitlines()


def test_an_odd_problem_leaves_the_others_of_its_file_usable(tmp_path):
    file = tmp_path / "odd.txt"
    file.write_text(ODD)
    assert run(str(file), "--name", "good").exit_code == 0
    done = run(str(file), "--name", "misspelt")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{file}:5:9: unknown construction 'triangel'")


def test_what_fails_in_one_problem_is_told_and_the_next_is_proved(tmp_path, monkeypatch):
    from geoengine import graph
    from geoengine.deduction.certificate import CertificateError

    whole = graph.deduce

    def deduce(problem, **rest):
        if problem.name == "first":
            raise CertificateError("no certificate")
        return whole(problem, **rest)

    monkeypatch.setattr(graph, "deduce", deduce)
    file, out = tmp_path / "two.txt", tmp_path / "out.jsonl"
    file.write_text(f"first\n{ORTHOCENTER}\nsecond\n{ORTHOCENTER}\n")
    done = run("--all", str(file), "--json", str(out))
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1].endswith("; 1 failed")
    assert done.stderr == f"{file}:2: error: first: no certificate\n"
    reasons = [json.loads(line)["stop_reason"] for line in out.read_text().splitlines()]
    assert reasons == ["failed", "reached"]


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_other_forms_show_the_sums(form):
    done = run("A B C = triangle; D = foot A B C ? perp A D B D", "--format", form, "--sums")
    assert done.exit_code == 0
    assert "[BC]" in done.stdout
    assert "90" in done.stdout


def test_a_proof_as_json():
    record = json.loads(run(ORTHOCENTER, "--format", "json").stdout)
    assert record["goal"] == "perp a h b c"
    assert record["steps"]


def test_other_proofs_use_other_steps():
    done = run("a b c = iso_triangle; m = midpoint b c ? perp a m b c", "--alternatives", "3")
    assert done.exit_code == 0
    proofs = done.stdout.split("\n\n")
    assert 2 <= len(proofs) <= 3
    assert len(set(proofs)) == len(proofs)


def test_names_are_printed_as_they_are_and_obeyed_by_nothing(tmp_path):
    file = tmp_path / "odd.txt"
    file.write_text("[/x] [bold]\x1b[31m\na b c = triangle ? diff a b\n")
    done = run("--all", str(file))
    assert done.exit_code == 0, done.output
    assert "[/x] [bold]" in done.stdout
    assert "\x1b[31m" not in done.stdout


def test_a_rule_may_not_take_the_name_of_an_engine_step(tmp_path):
    rules = tmp_path / "mine.yaml"
    rules.write_text(
        "- id: angle_chasing\n  name: Mine\n  statement: Mine.\n"
        "  given: [midp M A B]\n  then: [cong M A M B]\n  source: me\n"
    )
    done = run(ORTHOCENTER, "--rules", str(rules))
    assert done.exit_code == 2
    assert "angle_chasing" in done.output


def test_a_file_without_problems_is_refused(tmp_path):
    file = tmp_path / "empty.txt"
    file.write_text("")
    assert run("--all", str(file)).exit_code == 2


def test_verbose_says_what_is_done():
    # In a separate process, as logging cannot be reset.
    command = [sys.executable, "-m", "geoengine", "-vv", "prove", ORTHOCENTER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = " ".join(done.stderr.split())
    assert "instances listed" in told
    assert "fired" in told


def test_one_name_for_two_problems_is_refused(tmp_path):
    file = tmp_path / "twice.txt"
    file.write_text(f"one\n{ORTHOCENTER}\none\n{ORTHOCENTER}\n")
    done = run(str(file), "--name", "one")
    assert done.exit_code == 2
    assert f"found 2: {file}:2, {file}:4" in done.stderr
    assert run(str(file)).exit_code == 2


def test_a_name_beside_all_is_refused(tmp_path):
    file = tmp_path / "one.txt"
    file.write_text(f"first\n{ORTHOCENTER}\n")
    done = run("--all", str(file), "--name", "first")
    assert done.exit_code == 2
    assert f"write: geoengine prove {file} --name first" in done.output


def test_why_not_as_json():
    done = run("a b c = triangle ? cong a b a c", "--format", "json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["reason"] == "false"


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("npara a b c d", "ab ∦ cd"),
        ("sameclock a b c a c d", "△abc and △acd have the same orientation"),
        ("obtuse_angle b a d", "∠bad is obtuse"),
    ],
)
def test_conditions_are_read_off_the_figure(condition, text):
    figure = "a@0_0 b@4_0 = segment; c@5_2 = free; d@-1_3 = free"
    done = run(f"{figure} ? {condition}")
    assert done.exit_code == 0, done.output
    assert f"(Numerical check) ⇒ {text}" in done.stdout


def test_nothing_is_written_to_standard_error_without_a_terminal(tmp_path):
    file = tmp_path / "one.txt"
    file.write_text(f"first\n{ORTHOCENTER}\n")
    assert run("--all", str(file)).stderr == ""
    occupied = tmp_path / "occupied"
    occupied.mkdir()
    (occupied / "letter.txt").write_text("mine")
    done = CliRunner().invoke(app, ["generate", str(occupied), "--count", "1"])
    assert done.exit_code == 2
    assert done.stderr.strip() == done.stderr.removesuffix("\n")


def test_an_unknown_form_is_refused():
    done = run(ORTHOCENTER, "--format", "pdf")
    assert done.exit_code == 2
    assert "markdown" in done.output


def test_a_rule_of_ones_own_is_used(tmp_path):
    rules = tmp_path / "mine.yaml"
    rules.write_text(
        "- id: midpoints_parallel\n  name: My rule\n  statement: Mine.\n"
        "  given: [midp M A B, coll M A B, cong M A M B]\n  then: [rconst A B M B 2]\n"
        "  source: me\n"
    )
    done = run("a b = segment; m = midpoint a b ? rconst a b m b 2", "--rules", str(rules))
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (ORTHOCENTER, "--all", "x.txt"),
        ("no such file",),
        ("a b c = triangle",),
        ("? cong a b c d",),
    ],
)
def test_mistakes_exit_2_without_a_traceback(arguments):
    done = run(*arguments)
    assert done.exit_code == 2
    assert "expected" in done.output
    assert "Traceback" not in done.output


def test_a_public_file_by_name():
    done = run(str(problem_file("imo.txt")), "--name", "2004_p5")
    assert done.exit_code == 0


PUBLIC = {
    # name: problems, proved, could not be read, could not be placed
    "testing_minimal_rules": (89, 85, ["r88", "r89", "r90"], []),
    "examples": (74, 70, [], ["breaking_cc_tangent", "breaking_cc_tangent_by_kiss"]),
    "large_examples": (37, 35, [], []),
    "imo": (34, 26, [], []),
    "jgex_ag_231": (231, 226, [], []),
    "imo_sl": (86, 86, [], []),
    "imo_102_requires_aux": (101, 41, [], []),
}
QUICK = {"testing_minimal_rules", "examples"}


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in PUBLIC],
)
def test_public_files_run_to_the_end(name, tmp_path):
    problems, proved, not_read, not_placed = PUBLIC[name]
    file, out = problem_file(f"{name}.txt"), tmp_path / "out.jsonl"
    done = run("--all", str(file), "--json", str(out))
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(records) == problems
    for reason, names in (("not_read", not_read), ("not_placed", not_placed), ("failed", [])):
        assert [record["name"] for record in records if record["stop_reason"] == reason] == names
    assert done.exit_code == (2 if not_read else int(proved < problems))
    assert len(
        re.findall(rf"^{re.escape(str(file))}:\d+(?::\d+)?: error: ", done.stderr, re.M)
    ) == (len(not_read) + len(not_placed))
    assert sum(record["proved"] for record in records) >= proved
