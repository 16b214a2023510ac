"""Two checkers of proofs with bugs of their own: each finds what a bug lets the other pass."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType

import numpy as np
import proof_checker
import pytest
import weighed_defects
from proof_checker import BadStepError, check_proof

from geoengine.catalogue import load_rules
from geoengine.language import parse_statement
from geoengine.scene import Diagram
from geoengine.verify.figures.setting import Setting
from geoengine.verify.proofs import laws, linear, replaying, sine_products, step_check, sums
from geoengine.verify.proofs.proof_record import ProofRecord, StepRecord
from geoengine.verify.proofs.step_check import FaultError, check_step


@dataclass(frozen=True)
class Wrong:
    """A step that does not follow, and a figure in which its conclusion is true all the same."""

    rule: str
    given: str
    conclusion: str
    figure: str
    conditions: str = ""
    coefficients: tuple[int, ...] = ()
    mapping: str = ""

    @property
    def step(self) -> StepRecord:
        return StepRecord(
            1,
            self.rule,
            _statements(self.given),
            parse_statement(self.conclusion),
            _statements(self.conditions),
            dict(pair.split("=") for pair in self.mapping.split()),
            (tuple(map(Fraction, self.coefficients)),) if self.coefficients else (),
            1,
        )

    @property
    def diagram(self) -> Diagram:
        places = dict(word.split("=") for word in self.figure.split())
        xy = [[float(x) for x in place.split(",")] for place in places.values()]
        return Diagram(tuple(places), np.array([xy]))


def _statements(text: str):
    return tuple(map(parse_statement, filter(None, text.split("; "))))


COSINES = Wrong(
    "law_of_cosines", "lconst A B 1; lconst A C √2; aconst A B A C 60", "lconst B C √2",
    "A=0,0 B=1,0 C=1,1.4142135623730951", "acute B A C",
)  # fmt: skip
ACUTE = Wrong(
    "law_of_cosines", "lconst A B 1; lconst A C 1; aconst A B A C 60", "lconst B C √3",
    "A=0,0 B=1,0 C=1,1.7320508075688772", "acute B A C",
)  # fmt: skip
SINES = Wrong(
    "law_of_sines", "aconst B C B A 30; aconst C A C B 45", "rconst A B A C √2/2",
    "A=0.75,0.6614378277661477 B=0,0 C=2,0",
)  # fmt: skip
SIXTY = Wrong(
    "law_of_sines", "perp A B B C; aconst C A C B 60", "rconst A B A C √2/2",
    "A=0,1 B=0,0 C=1,0",
)  # fmt: skip
PRODUCTS = Wrong(
    "sine_chasing", "coll B C D; eqangle A B A D A D A C", "eqratio A B A C D C D B",
    "A=0,1 B=-2,0 C=2,0 D=0,0", "ncoll A B D; ncoll A C D",
)  # fmt: skip
HALF = Wrong(
    "sine_chasing", "coll B C D; perp A D B C; aconst B A B D 60", "rconst A D A B 1/2",
    "A=0,1 B=-1.7320508075688772,0 C=2,0 D=0,0", "ncoll A B D",
)  # fmt: skip
AMBIGUOUS = Wrong(
    "sine_chasing", "cong A B D E; cong B C E F; eqangle A B A C D E D F",
    "eqangle C A C B F D F E", "A=0,0 B=2,1 C=3,0 D=5,0 E=7,1 F=8,0", "ncoll A B C; ncoll D E F",
)  # fmt: skip
STEWART = Wrong(
    "stewart_theorem", "coll B C D; lconst A B 2; lconst A C 2; lconst B C 2; lconst B D 1",
    "lconst A D √5", "A=0,2.23606797749979 B=-1,0 C=1,0 D=0,0", "between D B C",
)  # fmt: skip
INVERTED = Wrong(
    "ratio_chasing", "lconst C D 4; rconst A B C D 1/2", "lconst A B 8",
    "A=0,0 B=8,0 C=1,1 D=1,6", coefficients=(1, 1),
)  # fmt: skip
RIGHT_ANGLE = Wrong(
    "angle_chasing", "perp A B C D; para C D E F", "para A B E F",
    "A=0,0 B=1,0 C=0,1 D=0.3,2 E=2,2 F=4,2", coefficients=(-1, 1),
)  # fmt: skip
SCALE = Wrong(
    "pythagoras_verification", "rconst A B C D 2", "cong A B C D",
    "A=0,0 B=1,0 C=0,2 D=1,2.0", coefficients=(1,),
)  # fmt: skip
LINES = Wrong(
    "common_line", "coll A B C; coll A D E", "coll A B D", "A=0,0 B=1,0 C=2,0 D=3,0 E=5,0"
)
CIRCLES = Wrong(
    "common_circle", "cyclic A B C D; cyclic A B E F", "cyclic A B C E",
    "A=1,0 B=0,1 C=-1,0 D=0,-1 E=0.6,0.8 F=-0.6,0.8",
)  # fmt: skip
HALVES = Wrong(
    "midpoint_halves", "cong M A M B", "rconst M A A B 1/2", "M=0,0 A=-1,0 B=1,0",
    mapping="M=M A=A B=B",
)  # fmt: skip
READ_OFF = Wrong("numerical_check", "", "cong A B A C", "A=0,0 B=1,0 C=0,1")
NO_LINE = Wrong(
    "segment_addition", "lconst A B 1; lconst B C 2", "lconst A C 3", "A=0,0 B=1,0 C=3,0",
    "between B A C", coefficients=(1, 1, -1),
)  # fmt: skip
ANOTHER_RULE = Wrong(
    "midpoint_halves", "midp M A B", "cong M A M B", "M=0,0 A=-1,0 B=1,0", mapping="M=M A=A B=B"
)


def bugged(module: ModuleType, right: str, wrong: str) -> ModuleType:
    """A copy of a module in which one place of the source reads otherwise."""
    source = inspect.getsource(module)
    assert source.count(right) == 1, right
    copy = ModuleType(module.__name__)
    exec(compile(source.replace(right, wrong), "planted", "exec"), copy.__dict__)
    return copy


BUGS = {
    "a factor in the law of cosines": (
        COSINES, laws, "twice * twice != 4 * one", "twice * twice != 2 * one"),
    "acute for obtuse": (ACUTE, laws, 'if twice > 0 else "obtuse"', 'if twice < 0 else "obtuse"'),
    "sines of the wrong corners": (
        SINES, laws, "* sines[other] != squares[opposite[other]] * sines[one]",
        "* sines[one] != squares[opposite[other]] * sines[other]"),
    "a ratio upside down": (
        SINES, laws, "ratios.append((first, second, value.square))",
        "ratios.append((second, first, value.square))"),
    "the sine of 60°": (
        SIXTY, sine_products, "Fraction(1, 3): Fraction(3, 4)", "Fraction(1, 3): Fraction(1, 2)"),
    "a sign in the law of sines": (
        PRODUCTS, sine_products, "(frozenset((p, q)), 1), (lines.sine((v, p), (v, q)), -1)",
        "(frozenset((p, q)), -1), (lines.sine((v, p), (v, q)), -1)"),
    "the sine of 60° in several triangles": (
        HALF, sine_products, "Fraction(1, 3): Fraction(3, 4)", "Fraction(1, 3): Fraction(1, 4)"),
    "a sign in Stewart's theorem": (
        STEWART, laws, "!= cut + first * (1 - first)", "!= cut - first * (1 - first)"),
    "logarithms of denominators": (
        INVERTED, linear, "sign * int(power), 2", "int(power), 2"),
    "a sum of angles off by 90°": (
        RIGHT_ANGLE, sums, "difference * denominator % 1", "difference * denominator * 2 % 1"),
    "a ratio left out of squares": (SCALE, linear, "factor *= scale", "factor *= 1"),
    "lines with one common point": (
        LINES, step_check, '_check_common(2, "coll"', '_check_common(1, "coll"'),
    "circles with two common points": (
        CIRCLES, step_check, '_check_common(3, "cyclic"', '_check_common(2, "cyclic"'),
    "a hypothesis not looked for": (
        HALVES, step_check, "elif wanted and not any(one in antecedents for one in wanted):",
        "elif False:"),
    "a relation read off the figure": (
        READ_OFF, step_check, "if not step.conclusion.is_condition:", "if False:"),
    "an order of points on no line": (
        NO_LINE, sums, "if set(order.points) not in lines:", "if False:"),
}  # fmt: skip
"""Planted in the package's checker: the step that it then accepts, and where it reads otherwise."""


def plant(monkeypatch, module, right, wrong):
    copy = bugged(module, right, wrong)
    if module is laws:
        for law, check in copy.LAWS.items():
            monkeypatch.setitem(laws.LAWS, law, check)
    elif module is sine_products:
        monkeypatch.setattr(laws, "SINE_SQUARES", copy.SINE_SQUARES)
        monkeypatch.setattr(laws, "follows_by_sines", copy.follows_by_sines)
    elif module is linear:
        monkeypatch.setattr(sums, "equations_in", copy.equations_in)
    elif module is sums:
        monkeypatch.setattr(step_check, "check_sum", copy.check_sum)
    else:
        monkeypatch.setattr(step_check, "check_use", copy.check_use)
        for name, check in copy._DIRECT.items():
            monkeypatch.setitem(step_check._DIRECT, name, check)


def accepted_by_the_package(wrong: Wrong) -> bool:
    """Whether the step alone passes: neither a figure nor z3 has a say."""
    try:
        check_step(wrong.step, load_rules(), None, ask_z3=False)
    except FaultError:
        return False
    return True


def accepted_by_the_tests(wrong: Wrong) -> bool:
    one = wrong.step
    proof = ProofRecord(one.conclusion, one.antecedents, (one,))
    try:
        check_proof(proof, proof.premises, load_rules(), wrong.diagram)
    except BadStepError:
        return False
    return True


@pytest.mark.parametrize(("modulus", "accepted"), [(1, False), (2, True)])
def test_lines_with_sines_of_one_value_are_one_line_if_the_figure_decides(modulus, accepted):
    """Lines EA and EB may also be mirror images in EG."""
    given = _statements("cong A E B E; cong B G G X; para A X E G; eqangle A X G X E G B G")
    triangles = _statements("ncoll A E G; ncoll A G X; ncoll B E G")
    concluded = parse_statement("coll A B E")
    step = StepRecord(1, "sine_chasing", given, concluded, triangles, {}, (), modulus)
    assert sine_products.follows_by_sines(step) == accepted
    for k in range(len(given)):
        fewer = replace(step, antecedents=given[:k] + given[k + 1 :])
        assert not sine_products.follows_by_sines(fewer)


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_of_the_package_is_found_by_the_tests_checker(monkeypatch, bug):
    wrong, module, *texts = BUGS[bug]
    assert wrong.diagram.holds(wrong.step.conclusion)
    assert not accepted_by_the_package(wrong)
    plant(monkeypatch, module, *texts)
    assert accepted_by_the_package(wrong)
    assert not accepted_by_the_tests(wrong)


def test_equal_sines_leave_a_choice_between_supplementary_angles():
    assert not accepted_by_the_package(AMBIGUOUS)
    chosen = replace(AMBIGUOUS.step, modulus=2)
    assert check_step(chosen, load_rules(), None) == {"choices": 1}


def test_a_source_that_was_never_shown_is_found_by_the_tests_checker(monkeypatch):
    one = replace(LINES.step, antecedents=_statements("coll A B C; coll B C D"))
    proof = ProofRecord(one.conclusion, one.antecedents[:1], (one,))
    shown = Setting(LINES.diagram.points, LINES.diagram.xy)
    assert replaying.replay(proof, settings=[shown]).bad is not None
    monkeypatch.setattr(replaying, "_check_sources", lambda *_: None)
    assert replaying.replay(proof, settings=[shown]).bad is None
    with pytest.raises(BadStepError, match="not shown before"):
        check_proof(proof, proof.premises, load_rules(), LINES.diagram)


def without_meaning(monkeypatch):
    monkeypatch.setattr(proof_checker, "_check_meaning", lambda *_: None)


def without_right_angles(monkeypatch):
    without_meaning(monkeypatch)
    monkeypatch.setitem(
        weighed_defects.EQUATIONS["direction"], "perp", lambda q, _, n: [q(2, 3) - q(0, 1)]
    )


def without_instances(monkeypatch):
    monkeypatch.setattr(proof_checker, "_check_instance", lambda *_: [])


@pytest.mark.parametrize(
    ("plant_in_tests", "wrong"),
    [
        *(
            (without_meaning, law)
            for law in (COSINES, ACUTE, SINES, SIXTY, PRODUCTS, HALF, STEWART)
        ),
        *((without_meaning, common) for common in (LINES, CIRCLES)),
        (without_right_angles, RIGHT_ANGLE),
        (without_instances, ANOTHER_RULE),
    ],
)
def test_a_bug_of_the_tests_checker_is_found_by_the_package(monkeypatch, plant_in_tests, wrong):
    assert not accepted_by_the_tests(wrong)
    plant_in_tests(monkeypatch)
    assert accepted_by_the_tests(wrong)
    assert not accepted_by_the_package(wrong)
