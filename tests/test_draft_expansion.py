"""Commands carried out with straightedge and compass, and with the compass alone."""

import cmath
import random

import pytest
from typer.testing import CliRunner

from geoengine.catalogue import load_constructions, load_file
from geoengine.cli.app import app
from geoengine.draft import TOOLS, are_equal, carry_out, check_tools, print_draft, read_draft
from geoengine.errors import CatalogueError
from geoengine.expansion import Expansion, NoWayError, construction_draft, expand_draft

POINTS = "A = (0, 0)\nB = (4, 1)\nC = (1, 3)\nD = (5, 5)\n"
COMMANDS = [
    "X = Midpoint(A, B)", "x_1 = PerpendicularBisector(A, B)",
    "x_1 = PerpendicularLine(C, Line(A, B))", "x_1 = PerpendicularLine(A, Line(A, B))",
    "x_1 = PerpendicularLine(B, Segment(A, B))", "x_1 = Line(C, Line(A, B))",
    "x_1 = AngleBisector(A, B, C)", "X = ClosestPoint(Line(A, B), C)",
    "X = Reflect(C, Line(A, B))", "X = Reflect(C, A)", "X = Reflect(D, Circle(A, C))",
    "X = Reflect(B, Circle(D, A))", "X = Translate(C, Vector(A, B))",
    "X = Translate(B, Vector(A, B))", "x_1 = Ray(C, Vector(A, B))", "X = Dilate(A, 2, B)",
    "X = Dilate(A, 1/2, B)", "X = Dilate(A, 3, B)", "X = Dilate(A, -1, B)",
    "X = Rotate(C, 180°, A)", "X = Rotate(C, 60°, A)", "X = Rotate(C, -60°, A)",
    "X = Rotate(C, 120°, A)", "X = Rotate(C, -120°, A)", "X = Rotate(C, 90°, A)",
    "X = Rotate(C, -90°, A)", "X = Rotate(C, 45°, A)", "X = Rotate(C, 30°, A)",
    "X = Rotate(C, 72°, A)", "X = Rotate(C, 36°, A)",
    "X = Rotate(D, Angle(A, B, C), A)", "X = Rotate(D, Angle(C, B, A), B)",
    "X = Center(Circle(A, B, C))",
    "x_1 = Circle(A, B, C)", "x_1 = Incircle(A, B, C)", "X = Centroid(Polygon(A, B, C))",
    "X = Intersect(Line(A, D), Line(B, C))", "X = Intersect(Line(A, B), Circle(A, C), 2)",
    "X = Intersect(Circle(C, D), Line(A, B), 2)", "X = Intersect(Segment(A, D), Circle(A, C))",
    "x_1 = Polygon(A, B, 3)", "x_1 = Polygon(A, B, 4)", "x_1 = Polygon(A, B, 6)",
    "X = Intersect(PerpendicularBisector(A, B), AngleBisector(A, B, C))",
    "X = Intersect(Circle(A, B), Circle(C, D))",
]  # fmt: skip
"""Commands with which whatever is made has a name that begins with X or x."""


def figures(draft, count):
    """The figure of a draft, and some with its free points moved a little."""
    drawn = carry_out(draft)
    yield drawn
    free = {one.name: one.shape for one in drawn.objects.values() if one.is_free}
    for seed in range(count):
        draw = random.Random(f"moved {seed}")
        turn = cmath.rect(draw.uniform(0.5, 2), draw.uniform(0, 7))
        places = {
            name: turn * (place + cmath.rect(0.1, draw.uniform(0, 7)))
            for name, place in free.items()
            if isinstance(place, complex)
        }
        yield carry_out(draft, places=places, like=drawn)


def check(draft, tools):
    """Expand a draft, and compare what both make."""
    expanded = expand_draft(draft, tools)
    given = sum(one.is_free for one in carry_out(draft).objects.values())
    points = [one.name for one in carry_out(expanded).objects.values() if one.kind == "point"]
    check_tools(expanded.statements[given:], tools, points)
    assert read_draft(print_draft(expanded)) == expanded
    compared = set()
    for one, other in zip(figures(draft, 4), figures(expanded, 4), strict=True):
        sides = {name for name, own in one.objects.items() if own.is_companion and own.corners}
        for name in (one.objects.keys() & other.objects.keys()) - sides:
            assert are_equal(one.objects[name].shape, other.objects[name].shape), name
            compared.add(name)
    return expanded, compared


@pytest.mark.parametrize("tools", ["compass", "compass_only"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_carried_out_with_fewer_tools(command, tools):
    draft = read_draft(POINTS + command)
    expanded, compared = check(draft, tools)
    wanted = {name for name in carry_out(draft).objects if name[0] in "Xx"}
    kinds = {carry_out(draft).objects[name].kind for name in wanted}
    if tools == "compass" or kinds & {"point", "circle"}:
        assert wanted <= compared
    else:
        # Lines and polygons are known by their points.
        assert len(expanded.statements) > 4 or "Ray" not in command


def test_with_all_tools_each_command_has_a_line():
    draft = read_draft(f"{POINTS}X = Intersect(Line(A, D), PerpendicularLine(B, Line(A, C)))")
    expanded = expand_draft(draft, "full")
    assert [one.name for one in expanded.statements[4:]] == ["l", "l_1", "l_2", "X"]


@pytest.mark.parametrize(
    "command",
    [
        "X = Rotate(A, 20°, B)",
        "E = Ellipse(A, B, C)",
        "X = A + (1, 2)",
        "t = Tangent(D, Circle(A, C))",
    ],
)
def test_commands_for_which_no_way_is_known_are_named(command):
    with pytest.raises(NoWayError, match=r"line 5.*expected a command|line 5.*no way is known"):
        expand_draft(read_draft(POINTS + command), "compass")


@pytest.mark.parametrize("tools", ["full", "compass", "compass_only"])
@pytest.mark.parametrize(
    "name",
    ["midpoint", "foot", "circumcenter", "incenter", "orthocenter", "parallelogram", "square"],
)
def test_constructions_of_the_catalogue_expand(name, tools):
    draft = construction_draft(name)
    _, compared = check(draft, tools) if tools != "full" else (None, set("X"))
    assert compared


@pytest.mark.slow(seconds=60)
def test_constructions_of_the_catalogue_expand_or_say_why_not():
    """All with straightedge and compass, and a sixth with the compass alone."""
    found = dict.fromkeys(TOOLS, 0)
    names = list(load_constructions())
    for number, name in enumerate(names):
        draft = construction_draft(name)
        for tools in TOOLS:
            if tools == "compass_only" and number % 6 != 1:
                continue
            try:
                expanded = expand_draft(draft, tools)
            except NoWayError:
                continue
            figure, made = carry_out(draft), carry_out(expanded).points()
            for point, place in figure.points().items():
                if not figure.objects[point].is_companion:
                    assert made[point] == pytest.approx(place), (name, tools, point)
            found[tools] += 1
    assert found["full"] == len(names)
    assert found["compass"] >= 180
    assert found["compass_only"] >= 25


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('- command: "Midpoint(A, B)"\n', "expected a command with a name"),
        ('- command: "M = Midpiont(A, B)"\n', "found 'Midpiont'"),
        ('- command: "M = Midpoint(A, B)"\n  compass: ["N = A"]\n', "expected M to be made last"),
    ],
)
def test_mistakes_in_expansions_are_named(tmp_path, text, message):
    path = tmp_path / "tools.yaml"
    path.write_text(text)
    with pytest.raises(CatalogueError, match=message):
        load_file(path, Expansion)


def run(*arguments, text=None):
    return CliRunner().invoke(app, ["draft", "expand", *arguments], input=text)


def test_the_command_writes_a_draft(tmp_path):
    file = tmp_path / "draft.txt"
    file.write_text(f"{POINTS}X = Midpoint(A, B)\n")
    done = run(str(file), "--tools", "compass_only")
    assert done.exit_code == 0
    assert carry_out(read_draft(done.output)).point("X") == pytest.approx(2 + 0.5j)
    assert "Line" not in done.output
    assert "X = Intersect" in run("--construction", "foot").output
    done = run("-", text=f"{POINTS}X = Rotate(A, 20°, B)\n")
    assert done.exit_code == 1
    assert "-:line 5, column 1: no way is known" in done.output or "line 5" in done.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected either a file or --construction"),
        (("--construction", "midpiont"), "midpoint"),
        (("--construction", "foot", "--tools", "knife"), "knife"),
    ],
)
def test_mistakes_of_the_user_are_explained(arguments, message):
    done = run(*arguments)
    assert done.exit_code != 0
    assert message in str(done.exception) + done.output
