"""The judge of items about programs: sound items are accepted, spoilt ones refused."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from program_items import program_items

from geoengine.verify.budget import Budget
from geoengine.verify.items.programs import judge_program
from geoengine.verify.programs import ProgramError, measure_asked, read_program
from geoengine.verify.programs.curves import Arc
from geoengine.verify.programs.expressions import evaluate_quantity
from geoengine.verify.programs.sampled_curves import drawn_curve
from geoengine.verify.verdict import Level, worst_level

Item = dict[str, Any]


def verdict(data: Item) -> Level:
    return worst_level(finding.level for finding in judge_program(data, Budget()))


def code_of(data: Item) -> str:
    return str(data["media"][0]["text"])


def with_code(data: Item, code: str) -> Item:
    data["media"][0]["text"] = code
    return data


@pytest.mark.parametrize(
    "number", [0, 3, *(pytest.param(n, marks=pytest.mark.slow(2)) for n in (1, 2, 4))]
)
def test_sound_items_are_accepted(number: int) -> None:
    found = judge_program(program_items()[number], Budget())
    assert {finding.level for finding in found} <= {Level.GOOD, Level.NOTE}, found


def _answer_changed(data: Item, rng: Random) -> Item:
    data["answer"]["exact"] = f"{rng.randint(101, 199)}/7"
    return data


def _coordinate_moved(data: Item, rng: Random) -> Item | None:
    """Move a point that is placed by numbers; not the first one, which may carry all others."""
    code = code_of(data)
    found = list(re.finditer(r"(?<== \()(-?[\d.]+), ?(-?[\d.]+)(?=\))", code.replace("=(", "= (")))
    if data["media"][0]["language"] == "python" or len(found) < 2:
        return None
    code = code.replace("=(", "= (")
    match = rng.choice(found[1:3])
    moved = ",".join(f"{float(x) + 0.37 + 0.21 * k:g}" for k, x in enumerate(match.groups()))
    return with_code(data, code[: match.start()] + moved + code[match.end() :])


def _leak_planted(data: Item, rng: Random) -> Item:
    """Draw the figure at the scale at which its lengths are what the question says."""
    asked, answer = data["certificate"]["asked"], data["answer"]["exact"]
    run, _ = read_program(code_of(data), data["media"][0]["language"])
    raw = measure_asked(asked, data["certificate"]["given"], run).value
    sign = "#" if data["media"][0]["language"] == "python" else "//"
    line = f"{{}} t = {raw!r}; {sign} {answer}"
    kind = "" if sign == "#" else "real"
    return with_code(data, code_of(data) + line.format(kind).strip() + "\n")


def _syntax_error(data: Item, rng: Random) -> Item:
    code = code_of(data)
    places = [match.start() for match in re.finditer(r"[()]", code)]
    at = rng.choice(places)
    return with_code(data, code[:at] + code[at + 1 :])


def _level_changed(data: Item, rng: Random) -> Item:
    data["level"] = data["level"] % 3 + 1
    data["certificate"]["level"]["level"] = data["level"]
    data["task"] = ("primitive", "local", "global")[data["level"] - 1]
    return data


MUTATIONS: tuple[Callable[[Item, Random], Item | None], ...] = (
    _answer_changed, _coordinate_moved, _leak_planted, _syntax_error, _level_changed,
)  # fmt: skip


@pytest.mark.parametrize("change", MUTATIONS)
def test_spoilt_items_are_refused(change: Callable[[Item, Random], Item | None]) -> None:
    for number, data in enumerate(program_items()):
        spoilt = change(data, Random(number))
        assert spoilt is None or verdict(spoilt) is Level.WRONG, (number, data)


MEASURED = (
    ("pair A=(3,1); dot(A); dot(A, red); pair O=dot(A,(2,0))*(1,0), B=(1,0);", "length(O,B)", 5),
    ("path c=circle((0,0),2); fill(c,red); unfill(circle((1,0),1));",
     "area(shaded)", 3 * math.pi),
    ("fill(circle((0,0),1)^^reverse(circle((0,0),1/2)),gray);", "area(shaded)", 0.75 * math.pi),
    ("fill(unitsquare,red); fill(shift(1,0)*unitsquare,blue);", "area(shaded red)", 1),
    ("fill(unitsquare,red); fill(shift(1,0)*unitsquare,blue);", "perimeter(shaded)", 6),
    ("path p=xscale(2)*unitcircle; fill(p,red);", "area(p)", 2 * math.pi),
    ("pair A=(0,0),B=(1,0); pair C=rotate(60,A)*B;", "angle(A,B,C)", 60),
    ("pair[] P; for(int i=0;i<6;++i) P.push(2*dir(60*i));", "length(P[0],P[2])", 12**0.5),
    ("pair A=intersectionpoint(circle((0,0),5),(3,0)--(3,9)), O=(0,0);", "length(A,O)", 5),
    ("pair f(pair z, int n) {return n==0 ? z : f(z/2+(1,0), n-1);} pair A=f((0,0),3), O=(0,0);",
     "length(A,O)", 1.75),
    ("import three; triple A=(1,0,0),B=(0,1,0),C=(0,0,1),D=(0,0,0);",
     "distance(D,A,B,C)", 3**-0.5),
    ("import three; triple A=(0,0,0),B=(1,0,0),C=(0,1,0),D=(0,1,1);", "dihedral(A,B,C,D)", 45),
    ("import numpy as np\nt = np.radians(np.linspace(0, 90, 181))\n"
     "Q = np.column_stack([np.cos(t), np.sin(t)])\nimport matplotlib.pyplot as plt\n"
     "plt.fill(*np.vstack([[(0, 0)], Q]).T, 'red')", "area(shaded)", math.pi / 4),
    ("import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n"
     "ax.add_patch(plt.Circle((0, 0), 2, color='b'))\n"
     "ax.add_patch(plt.Rectangle((-1, -1), 2, 2, facecolor='white', zorder=3))",
     "area(shaded)", 4 * math.pi - 4),
    ("from matplotlib.patches import Wedge\nw = Wedge((1, 2), 3, 20, 80, width=1)",
     "perimeter(w)", 2 + 5 * math.pi / 3),
    ("def f(z, n):\n    return z if n == 0 else f(z/2 + 1, n - 1)\nA, O = f(0j, 3), 0j",
     "length(A,O)", 1.75),
)  # fmt: skip


@pytest.mark.parametrize(("code", "asked", "value"), MEASURED)
def test_quantities_are_measured(code: str, asked: str, value: float) -> None:
    language = "asymptote" if ";" in code else "python"
    run, _ = read_program(code, language)
    assert evaluate_quantity(asked, run).value == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("pair A=(0,0)\npair B=(1,0);", "2:1: syntax error: expected ';', found 'pair'"),
        ("draw(A--B);", "1:6: unknown name: no variable A"),
        ("int n = 7/2;", "1:1: wrong type: expected int, found real"),
        ("while(true) {}", "limit reached: more than 400000 steps"),
        ("real f(real x) { return f(x); } real y=f(1);", "limit reached"),
        ("pair P=extension((0,0),(1,0),(0,1),(1,1));", "undefined value: the meeting of parallel"),
        ("pair F=foot((0,1),(0,0),(1,0));", "1:12: needs olympiad.asy: foot"),
        ("int n=10^18; int m=n*n;", "undefined value: an integer is too large"),
        ("(" * 300, "limit reached"),
    ],
)
def test_faults_are_told(code: str, text: str) -> None:
    with pytest.raises(ProgramError) as caught:
        read_program(code, "asymptote")
    assert text in str(caught.value)


def test_circles_of_matplotlib_have_a_center_and_a_radius() -> None:
    run, _ = read_program(
        "import matplotlib.pyplot as plt\nimport numpy as np\nfig, ax = plt.subplots()\n"
        "c = plt.Circle(np.array([1, 2]), 3)\nP = np.array(c.center)\nr = 2*c.radius\n",
        "python",
    )
    assert run.names["P"] == 1 + 2j
    assert run.names["r"] == 6


@pytest.mark.parametrize("span", [math.pi / 3, math.pi, -math.pi / 2, 1.7 * math.pi, math.tau])
def test_arcs_are_found_to_the_last_digits(span: float) -> None:
    """Where discs touch, an error of 1e-11 in a center would cost a part of their boundary."""
    points = 2 + 1j + 3 * np.exp(1j * np.linspace(0.3, 0.3 + span, 181))
    (arc,) = drawn_curve(points).pieces
    assert isinstance(arc, Arc)
    assert abs(arc.center - (2 + 1j)) < 1e-12
    assert abs(arc.length - 3 * abs(span)) < 1e-12
