"""Rules tested in random figures: false, superfluous and duplicate rules are found."""

import json
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from geoengine.catalogue import Rule, load_rules
from geoengine.cli.app import app
from geoengine.errors import InputError
from geoengine.language import PREDICATES, Kind, parse_statement
from geoengine.verify import (
    RuleCounterexample,
    check_rule,
    counterexample_figure,
    find_configurations,
    same_rule,
)

OURS = load_rules()

SAMPLES = {
    "coll": "coll A B C D",
    "para": "para A B C D",
    "perp": "perp A B C D",
    "cong": "cong A B C D",
    "eqangle": "eqangle A B C D E F G H",
    "eqratio": "eqratio A B C D E F G H",
    "eqprod": "eqprod A B C D E F G H I J K L",
    "midp": "midp M A B",
    "cyclic": "cyclic A B C D E",
    "circle": "circle O A B C D",
    "simtri": "simtri A B C P Q R",
    "simtrir": "simtrir A B C P Q R",
    "contri": "contri A B C P Q R",
    "contrir": "contrir A B C P Q R",
    "aconst": "aconst A B C D 50o",
    "lconst": "lconst A B 17",
    "rconst": "rconst A B C D 3/2",
}


def make(given, then, where=(), name="planted"):
    return Rule(
        id=name, name="-", statement="-", given=given, where=where, then=then, source="test"
    )


def said(patterns):
    return [pattern.statement() for pattern in patterns]


def index_of(points):
    return {point: number for number, point in enumerate(points)}


def test_every_relation_can_be_solved_for():
    relations = {name for name, p in PREDICATES.items() if p.kind is Kind.RELATION}
    assert set(SAMPLES) == relations


@pytest.mark.parametrize("text", SAMPLES.values())
def test_what_is_found_satisfies_what_was_asked(text):
    statement = parse_statement(text)
    found = find_configurations([statement], count=30)
    assert found.xy.shape == (30, len(found.points), 2)
    assert statement.holds(found.xy, index_of(found.points)).all()


def test_relations_and_conditions_hold_together():
    rule = OURS["equal_chords_equal_arcs_crossed"]
    found = find_configurations(said(rule.given), said(rule.where), count=40)
    assert len(found.xy) == 40
    for statement in said([*rule.given, *rule.where]):
        assert statement.holds(found.xy, index_of(found.points)).all()


def test_different_letters_may_stand_for_one_point():
    statements = [parse_statement(text) for text in ("cong A B C D", "perp A E C F")]
    found = find_configurations(statements, count=100)
    z = found.xy @ [1, 1j]
    together = (np.abs(z[:, :, None] - z[:, None, :]) == 0).any(axis=0)
    pairs = {"".join(sorted(found.points[k] for k in pair)) for pair in np.argwhere(together)}
    letters = {"AA", "BB", "CC", "DD", "EE", "FF"}
    assert pairs - letters == {"AC", "AD", "AF", "BC", "BD", "BE", "BF", "CE", "DE", "DF", "EF"}


def test_equal_seeds_give_equal_figures():
    statements = [parse_statement("cyclic A B C D"), parse_statement("para A B C D")]
    one, again, other = (find_configurations(statements, seed=s, count=20) for s in (3, 3, 4))
    assert np.array_equal(one.xy, again.xy)
    assert not np.array_equal(one.xy, other.xy)


def test_a_condition_among_the_relations_is_refused():
    with pytest.raises(InputError, match="expected relations, then conditions"):
        find_configurations([parse_statement("ncoll A B C")])


LIES = {
    "the length of a median": (["midp M B C", "perp A B A C"], [], ["rconst A M B C 2/3"]),
    "the length of a midline": (
        ["midp M A B", "midp N A C"], ["ncoll A B C"], ["rconst M N B C 2"],
    ),
    "a right angle at the apex": (["cong O A O B"], ["ncoll O A B"], ["perp O A O B"]),
    "the median bisects the angle": (
        ["midp M B C", "cong A B B M"], ["ncoll A B M"], ["eqangle A B A M A M A C"],
    ),
    "a trapezoid is a parallelogram": (
        ["para A B C D", "cong A D B C"], ["ncoll A B C"], ["para A D B C"],
    ),
    "a side and two angles": (
        ["eqangle A B A C D B D C", "cong A B D C"], ["ncoll A B C"], ["simtrir A B C D C B"],
    ),
    "equal chords, whichever arcs": (
        ["cyclic A B C P", "cyclic A B C Q", "cong A B P Q"], [], ["eqangle C A C B C P C Q"],
    ),
    "concyclic, though on a line": (["eqangle P A P B Q A Q B"], [], ["cyclic A B P Q"]),
    "congruent with the wrong orientation": (
        ["contri A B C P Q R"], [], ["contrir A B C P Q R"],
    ),
    "the bisector theorem for any ratio": (
        ["eqratio D B D C A B A C"], ["ncoll A B C"], ["eqangle A B A D A D A C"],
    ),
    "isosceles, though nothing says which sides": (
        ["eqangle A B A R A R A C", "cong R B R C"], ["ncoll A B C"], ["cyclic A B C R"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "where", "then"), LIES.values(), ids=LIES)
def test_a_planted_lie_is_caught(given, where, then):
    lie = make(given, then, where)
    found = check_rule(lie)
    assert not found.sound
    wrong = found.counterexample
    xy, index = np.array([wrong.xy]), index_of(wrong.points)
    for statement in said([*lie.given, *lie.where]):
        assert statement.holds(xy, index).all()
    assert not parse_statement(wrong.conclusion).holds(xy, index).any()
    assert wrong.residual > 1e-3


def test_the_median_with_the_right_coefficient_is_sound():
    assert check_rule(make(["midp M B C", "perp A B A C"], ["rconst A M B C 1/2"])).sound


SIDE_SIDE_ANGLE = make(
    ["cong A B P Q", "cong A C P R", "eqangle B A B C Q P Q R"],
    ["contri A B C P Q R"],
    ["sameclock A B C P Q R", "acute A C B", "acute P R Q"],
)


def test_a_rule_for_acute_angles_needs_its_conditions():
    found = check_rule(SIDE_SIDE_ANGLE)
    assert found.sound
    assert found.redundant == ()
    for kept in (slice(1), slice(2)):
        where = SIDE_SIDE_ANGLE.where[kept]
        lie = SIDE_SIDE_ANGLE.model_copy(update={"where": where})
        assert check_rule(lie).counterexample is not None


@pytest.mark.parametrize(
    ("given", "where", "then"),
    [
        (["midp M A B", "midp A M B"], [], "cong A B M B"),
        (["rconst A B B C 3", "rconst A B A C 3", "coll A B C"], [], "cong A C B C"),
        (["midp M A B", "cong P A P B"], ["ncoll A B P", "nperp M P A B"], "perp A P P B"),
        (["cong O A O B"], ["acute A O B", "obtuse A O B"], "perp A O O B"),
    ],
)
def test_hypotheses_that_cannot_be_met_are_noticed(given, where, then):
    found = check_rule(make(given, [then], where), configurations=20)
    assert found.never_met
    assert not found.sound
    assert found.found == 0


def test_a_conclusion_that_is_always_empty_is_noticed():
    found = check_rule(make(["coll A B C", "coll A B D"], ["para A B C D"]), configurations=20)
    assert found.never_met


@pytest.mark.parametrize(
    ("where", "redundant"),
    [
        (["diff A B"], ("diff A B",)),
        (["diff A B", "npara O M A B"], ("diff A B", "npara O M A B")),
        (["acute O A B"], ("acute O A B",)),
    ],
)
def test_redundant_conditions_are_noticed(where, redundant):
    found = check_rule(make(["midp M A B", "perp O M A B"], ["cong O A O B"], where))
    assert found.sound
    assert found.redundant == redundant


@pytest.mark.parametrize(
    "name",
    [
        "intercept_converse",
        "equal_angles_concyclic",
        "equal_base_angles",
        "equal_chords_equal_arcs",
        "equal_chords_equal_arcs_crossed",
        "bisector_meets_circumcircle",
        "diagonals_bisect",
        "chords_converse",
        "isosceles_trapezoid",
        "three_circles_one",
    ],
)
def test_conditions_that_are_needed_are_not_called_redundant(name):
    assert check_rule(OURS[name], configurations=100).redundant == ()


def test_conditions_are_called_redundant_only_together():
    # Each follows from the other, so only one of them can be removed.
    conditions = ["ncoll A B C", "sameclock A B C P Q R"]
    given = ["eqangle B A B C Q P Q R", "eqangle C A C B R P R Q"]
    found = check_rule(make(given, ["simtri A B C P Q R"], conditions))
    assert found.redundant == ("ncoll A B C",)


def test_a_rule_equal_to_another_is_noticed():
    renamed = make(
        ["cong U V W V"], ["eqangle U W U V W V W U"], ["ncoll W U V"], name="legs_and_base"
    )
    found = check_rule(renamed, configurations=20, others=OURS.values())
    assert found.equal_to == ("isosceles_base_angles",)


@pytest.mark.parametrize("name", ["three_circles_one", "pascal", "menelaus", "aa_similarity"])
def test_renaming_keeps_a_rule_and_nothing_else_equals_it(name):
    rule = OURS[name]
    letters = dict(zip(rule.variables, "MLKJIHGFEDCBA", strict=False))

    def renamed(patterns):
        return [
            " ".join([p.predicate, *(letters[letter] for letter in p.letters)])
            for p in reversed(patterns)
        ]

    again = make(*map(renamed, (rule.given, rule.then, rule.where)))
    assert same_rule(rule, again)
    assert [other.id for other in OURS.values() if same_rule(again, other)] == [name]


def test_mirrored_rules_differ():
    assert not same_rule(OURS["aa_similarity"], OURS["aa_similarity_reverse"])
    assert not same_rule(OURS["half_of_hypotenuse"], OURS["half_of_hypotenuse_mirrored"])


def test_equal_seeds_give_equal_checks():
    lie = make(["cong O A O B"], ["cong A B O A"])
    assert check_rule(lie, seed=5).counterexample == check_rule(lie, seed=5).counterexample


def test_a_given_length_keeps_its_scale():
    rule = make(["lconst A B 300", "midp M A B"], ["lconst A M 150"])
    assert check_rule(rule, configurations=50).sound
    lie = make(["lconst A B 300", "midp M A B"], ["lconst A M 100"])
    assert check_rule(lie).counterexample is not None


def test_a_figure_joins_letters_at_one_place():
    lie = make(["cong A B C D"], ["perp A B C D"])
    xy = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0))
    figure = counterexample_figure(lie, RuleCounterexample(tuple("ABCD"), xy, "perp A B C D", 1.0))
    assert figure.points == ("A=D", "B", "C")
    assert figure.xy.shape == (1, 3, 2)
    assert figure.segments == (("A=D", "B"), ("A=D", "C"))


@pytest.mark.parametrize("rule", OURS.values(), ids=OURS)
def test_our_rules_are_sound(rule):
    found = check_rule(rule, configurations=8, others=OURS.values())
    assert found.counterexample is None
    assert found.found == 8
    assert found.equal_to == ()


@pytest.mark.slow(seconds=80)
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("rule", OURS.values(), ids=OURS)
def test_our_rules_are_sound_in_many_figures(rule, seed):
    found = check_rule(rule, configurations=600, seed=seed)
    assert found.counterexample is None
    assert found.found >= 540


def test_checking_shares_no_code_with_the_deduction():
    listing = "import sys, geoengine.verify; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "geoengine.verify.proofs.rule_check" in loaded
    ours = {name.split(".")[1] for name in loaded if name.startswith("geoengine.")}
    packages = {"verify", "catalogue", "language", "scene"}
    modules = {"cache", "errors", "garbage", "interrupts", "plugins", "spelling", "split_files"}
    modules.add("worker_process")
    assert ours == packages | modules


PLANTED = """\
- id: median_length
  name: Median of a right triangle
  statement: The median to the hypotenuse is two thirds of it.
  given: [midp M B C, perp A B A C]
  then: [rconst A M B C 2/3]
  source: planted
- id: legs_and_base
  name: Legs and base
  statement: The angles at the base are equal.
  given: [cong U V W V]
  where: [ncoll W U V]
  then: [eqangle U W U V W V W U]
  source: planted
- id: impossible
  name: Impossible
  statement: Two points, each the midpoint of the other and a third.
  given: [midp M A B, midp A M B]
  then: [cong A B M B]
  source: planted
"""


def run(*arguments):
    return CliRunner().invoke(app, ["rules", "check", *map(str, arguments)])


def test_the_command_reports_and_draws(tmp_path):
    file = tmp_path / "planted.yaml"
    file.write_text(PLANTED)
    answer = run(file, "-o", tmp_path / "pictures", "--configurations", 20)
    assert answer.exit_code == 1
    lines = {line.split()[0]: line for line in answer.stdout.splitlines() if line}
    assert "unsound" in lines["median_length"]
    assert "rconst A M B C 2/3 is false" in lines["median_length"]
    assert "sound" in lines["legs_and_base"]
    assert "equal to isosceles_base_angles" in lines["legs_and_base"]
    assert "never met" in lines["impossible"]
    assert "3 rules: 1 sound, 1 unsound, 1 never met" in answer.stdout
    pictures = list((tmp_path / "pictures").iterdir())
    assert [picture.name for picture in pictures] == ["median_length.png"]
    assert pictures[0].read_bytes()[:4] == b"\x89PNG"


def test_the_command_writes_json(tmp_path):
    file = tmp_path / "planted.yaml"
    file.write_text(PLANTED)
    answer = run(file, "--json", "--configurations", 20)
    records = {record["rule"]: record for record in json.loads(answer.stdout)}
    assert records["median_length"]["counterexample"]["conclusion"] == "rconst A M B C 2/3"
    assert [record["sound"] for record in records.values()] == [False, True, False]
    assert records["impossible"]["never_met"]


def test_the_command_exits_0_when_all_is_well(tmp_path):
    file = tmp_path / "fine.yaml"
    file.write_text(PLANTED.split("- id: impossible")[0].split("  source: planted\n", 1)[1])
    assert run(file, "--configurations", 20).exit_code == 0


@pytest.mark.parametrize("text", ["- id: 7\n", "nothing: here\n", "- id: a\n  given: [kong A B]\n"])
def test_a_bad_file_exits_2(tmp_path, text):
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    answer = run(file)
    assert answer.exit_code == 2
    assert str(file) in answer.stderr


def test_a_folder_that_cannot_be_written_exits_2(tmp_path):
    file = tmp_path / "planted.yaml"
    file.write_text(PLANTED)
    answer = run(file, "-o", file, "--configurations", 5)
    assert answer.exit_code == 2
    assert "cannot write" in answer.stderr


def test_constants_count():
    given = ["midp M A B"]
    assert not same_rule(make(given, ["rconst M A A B 1/2"]), make(given, ["rconst M A A B 1/3"]))
