"""Problems as commands of GeoGebra."""

from xml.etree import ElementTree

import pytest
from geogebra_evaluator import worst
from random_scenes import random_problem

from geoengine.catalogue import load_constructions
from geoengine.scene import (
    example_problem,
    geogebra_commands,
    geogebra_xml,
    load_problem,
    place,
    write_geogebra,
)

CONSTRUCTIONS = load_constructions()
WITHOUT = {"2l1c", "trisect", "eqangle2", "eqratio"}
"""The constructions whose points are given by their coordinates."""


def check(problem, diagram):
    commands = geogebra_commands(problem)
    made = [name for command in commands for name in command.makes if name[0] != "_"]
    assert sorted(made) == sorted(problem.points)
    for draw in diagram.xy:
        figure = dict(zip(diagram.points, (complex(x, y) for x, y in draw), strict=True))
        size = max(abs(z - figure[problem.points[0]]) for z in figure.values())
        for point, off in worst(commands, figure).items():
            assert off < 1e-6 * size, f"{point} of {problem}\n" + "\n".join(map(str, commands))
    return commands


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_commands_of_a_construction_place_its_points(name):
    problem = example_problem(CONSTRUCTIONS[name])
    for seed in range(3):
        commands = check(problem, place(problem, seed=seed))
    ways = CONSTRUCTIONS[name].locations
    free = sum(ways[letter][0].signature.kind == "free" for letter in CONSTRUCTIONS[name].places)
    by_coordinates = [
        command for command in commands
        if command.name == "Point" and not command.takes
        and set(command.makes) <= set(problem.steps[-1].points)
    ]  # fmt: skip
    if name in WITHOUT:
        assert len(by_coordinates) == len(CONSTRUCTIONS[name].places)
    elif not CONSTRUCTIONS[name].geogebra:
        assert len(by_coordinates) == free


def test_files_place_points_by_their_commands():
    """No point that has a command is given by its coordinates instead."""
    for seed in range(30):
        problem = random_problem(seed)
        if problem is None:
            continue
        xml = ElementTree.fromstring(geogebra_xml(problem, place(problem, seed=seed)))
        outputs = {label for one in xml.iter("output") for label in one.attrib.values()}
        made = {
            name for command in geogebra_commands(problem) for name in command.makes
            if name in problem.points and (command.name != "Point" or command.takes)
        }  # fmt: skip
        assert outputs.issuperset(made), f"{made - outputs} of {problem}"


def test_equal_figures_have_equal_files_and_names_as_given():
    problem = load_problem("a b c = triangle; m_a_b' = midpoint a b")
    diagram = place(problem)
    assert write_geogebra(problem, diagram) == write_geogebra(problem, diagram)
    xml = ElementTree.fromstring(geogebra_xml(problem, diagram))
    assert [one.get("val") for one in xml.iter("caption")] == ["a", "b", "c", "m_a_b'"]


def test_the_commands_of_random_problems_place_their_points():
    drawn = 0
    for seed in range(30):
        problem = random_problem(seed)
        if problem is None:
            continue
        check(problem, place(problem, seed=seed))
        drawn += 1
    assert drawn > 20
