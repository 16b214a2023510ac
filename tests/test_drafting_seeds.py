"""Seeds of drafting: reading them, and what their constructions reach in moved figures."""

import collections
import textwrap

import pytest

from geoengine.catalogue import load_each
from geoengine.draft import DraftError, carry_out, check_tools, read_draft
from geoengine.families.drafting import Seed, load_seeds, make_task
from geoengine.families.drafting.figures import faults, other_givens
from geoengine.items import stream

SEEDS = load_seeds()
WAYS = [(name, way) for name, seed in SEEDS.items() for way, _, _ in seed.ways()]


def check(name, way, count, parameters=None):
    seed = SEEDS[name]
    task = make_task(seed, stream(1, name), parameters, way=way)
    drawn = carry_out(read_draft("\n".join(task.givens)))
    assert not faults(drawn, task.where)
    for givens in (task.givens, *other_givens(task, stream(2, name), count)):
        figure = carry_out(read_draft("\n".join((*givens, *task.commands))))
        assert not faults(figure, (*task.goals, *task.where_made)), givens
        missed = [one.name for one in figure.objects.values() if not one.is_defined]
        assert not missed, givens
        assert {name: figure.objects[name].kind for name in seed.wanted} == seed.wanted


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_a_construction_reaches_its_goal(name, way):
    check(name, way, 2)


@pytest.mark.parametrize("name", [name for name, seed in SEEDS.items() if seed.parameters])
def test_a_construction_reaches_its_goal_for_all_parameters(name):
    for parameters in SEEDS[name].space.choices:
        check(name, "steps", 1, parameters)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "way"), WAYS)
def test_a_construction_reaches_its_goal_in_many_figures(name, way):
    check(name, way, 20)


@pytest.mark.parametrize("name", SEEDS)
def test_expanded_steps_use_only_allowed_commands(name):
    seed = SEEDS[name]
    for way, tools, _ in seed.ways():
        task = make_task(seed, stream(1, name), way=way)
        points = [one for one in seed.given_names if one[0].isupper()]
        for step in task.steps:
            statements = read_draft("\n".join(step.commands)).statements
            check_tools(statements, tools, points)
            points += [one.name for one in statements if one.name]


def test_seeds_are_spread_over_categories_and_levels():
    categories = collections.Counter(seed.category for seed in SEEDS.values())
    levels = collections.Counter(seed.level for seed in SEEDS.values())
    assert categories.keys() == {"compass", "transformation", "analytic"}
    assert levels.keys() == {1, 2, 3}
    assert len(SEEDS) >= 250


GOOD = """
- id: doubled
  category: compass
  level: 1
  tags: [basic]
  tools: compass
  givens: |
    A = @(0, 0)
    B = @(3, 1)
  wanted: {C: point}
  goal: ["C == B + (B - A)"]
  en: {problem: "Extend AB to C."}
  zh: {problem: "延长AB到C。"}
  steps:
    - commands: "c = Circle(B, A)"
      en: {method: "Draw c about B.", principle: "Its radius is AB."}
      zh: {method: "以B为圆心作圆c。", principle: "半径为AB。"}
    - commands: "C = Intersect(Line(A, B), c, 2)"
      en: {method: "Mark C.", principle: "BC = AB."}
      zh: {method: "取C。", principle: "BC = AB。"}
"""


def error_in(tmp_path, text):
    path = tmp_path / "seeds.yaml"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    _, errors = load_each(path, Seed)
    return "\n".join(str(error).replace(str(path), "seeds.yaml") for error in errors)


def test_a_good_seed_has_no_error(tmp_path):
    assert error_in(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Circle(B, A)", "Circle(B, D)", "seeds.yaml:15:32: unknown name 'D'"),
        ("c = Circle(B, A)", "C = Midpoint(A, B)",
         "expected a command of straightedge and compass, found Midpoint"),
        ("C == B + (B - A)", "D == B", "seeds.yaml:11:10: unknown name 'D'"),
        ("{C: point}", "{A: point}", "expected a new name, found 'A', which is given"),
        ("{C: point}", "{D: point}", "unknown name 'C'"),
        ("{C: point}", "{C: pont}", "unknown kind 'pont'\n  hint: did you mean point?"),
        ("以B为圆心作圆c", "以B为圆心作圆d", "unknown name 'd' in the text"),
        ("Draw c about B.", "Draw c about D.", "unknown name 'D' in the text"),
        ("@(3, 1)", "@(n, 1)", "unknown parameter 'n'"),
        ("@(3, 1)", "@(3, 1", "expected ) that closes @(, found none"),
        ("tools: compass", "tools: ruler", "Input should be|expected"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_place(tmp_path, old, new, message):
    found = error_in(tmp_path, GOOD.replace(old, new))
    assert found.startswith("seeds.yaml:")
    assert any(part in found for part in message.split("|")), found


@pytest.mark.parametrize(
    ("tools", "command"),
    [
        ("compass", "l = Line(A, g)"),
        ("compass", "C = (1, 2)"),
        ("compass", "C = Midpoint(A, B)"),
        ("compass", "c = Circle(A, 2 Distance(A, B))"),
        ("compass", "c = Circle(A, B, D)"),
        ("compass", "p = Polygon(A, B, 5)"),
        ("compass", "l = Line(A, Reflect(B, A))"),
        ("compass_only", "l = Line(A, B)"),
        ("compass_only", "C = Intersect(Line(A, B), c, 1)"),
    ],
)
def test_commands_beyond_the_tools_are_refused(tools, command):
    with pytest.raises(DraftError, match="expected"):
        check_tools(read_draft(command).statements, tools, ["A", "B", "D"])
