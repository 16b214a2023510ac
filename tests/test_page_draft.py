"""The construction on the page of a drafting item: followed, and moved as in Python."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from browser import needs_assets, needs_browser, until
from pages import needs_axe, serious_violations

from geoengine.draft import Circle, Line, Polygon, Ray, Segment, carry_out, holds, read_draft
from geoengine.families.drafting import load_seeds
from geoengine.families.drafting.building import Scene, item_about
from geoengine.families.drafting.making import made
from geoengine.families.drafting.task import TaskError
from geoengine.inspect import item_record, standalone_page
from geoengine.inspect.draft_data import construction_record
from geoengine.items import stream

pytestmark = [needs_assets, needs_browser]

SEEDS = list(load_seeds())

CARRIED = """([data, moves]) => {
    let panel;
    try { panel = new draft.constructor(data, { lines: [] }, "en"); }
    catch (error) { return String(error.message); }
    return moves.map((places) => {
        panel.moves.clear();
        for (const [name, to] of places) panel.moves.set(name, to);
        panel.redraw();
        const truths = [...data.where, ...data.goals].map(({ text }) => text);
        return [[...panel.things].map(([name, thing]) => [name, thing.kind, thing.shape]),
            [...panel.box.querySelectorAll(".goals li")].map((goal) => goal.className)];
    });
}"""


@cache
def item_of(seed):
    return item_about(made(seed, 1, 0), 0, Scene(1, 0, (), "en", Counter()))


def show(browser, folder, seed, **options):
    path = folder / f"{seed}.html"
    path.write_text(standalone_page(item_record(item_of(seed), problem={})), encoding="utf-8")
    watched = browser(**options)
    tab = watched.open(path)
    tab.get_by_role("button", name="Show the answer").click()
    until(tab, "window.draft !== undefined")
    return watched, tab


def verdict(tab):
    return tab.locator(".goal-verdict").inner_text()


def dot(tab, name):
    box = tab.locator(f"svg.draft g[data-name='{name}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_steps_are_followed_and_givens_dragged(browser, tmp_path):
    watched, tab = show(browser, tmp_path, "circle_through_three_points")
    free = item_of("circle_through_three_points").answer.free
    assert verdict(tab).endswith("in the figure of the item.")
    assert "fail" not in verdict(tab)
    count = tab.locator("svg.draft .curve").count()
    tab.get_by_role("button", name="Step back").click()
    assert tab.locator("svg.draft .curve").count() < count
    tab.get_by_role("button", name="Next step").click()
    x, y = dot(tab, free[0])
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 20, y - 15, steps=3)
    tab.mouse.up()
    moved = dot(tab, free[0])
    assert abs(moved[0] - x - 20) < 2
    assert abs(moved[1] - y + 15) < 2
    assert verdict(tab).endswith("where the given objects are now.")
    assert "fail" not in verdict(tab)
    tab.get_by_role("button", name="Reset").click()
    assert abs(dot(tab, free[0])[0] - x) < 1
    assert not watched.complaints


def test_goals_fail_where_givens_fall_together(browser, tmp_path):
    _, tab = show(browser, tmp_path, "circle_through_three_points")
    one, other = item_of("circle_through_three_points").answer.free[:2]
    place = tab.evaluate("name => draft.things.get(name).shape", other)
    tab.evaluate("([name, to]) => draft.move(name, to)", [one, place])
    assert "fail" in verdict(tab)
    assert "no longer as the task says" in tab.locator(".warning").inner_text()
    tab.locator(f"svg.draft g[data-name='{one}']").focus()
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Shift+ArrowUp")
    assert tab.evaluate("name => draft.things.get(name).shape[1]", one) > place[1]


@needs_axe
def test_the_page_is_accessible(browser, tmp_path):
    _, tab = show(browser, tmp_path, "circle_through_three_points")
    assert not serious_violations(tab)


def shape_of(value):
    """Return the shape of an object of ours as the page has it."""
    shape = value.shape
    match shape:
        case complex():
            return [shape.real, shape.imag]
        case Line(point=at, direction=along) | Ray(point=at, direction=along):
            return {"at": shape_of_place(at), "along": shape_of_place(along)}
        case Segment(start=start, end=end):
            return {"at": shape_of_place(start), "along": shape_of_place(end - start)}
        case Circle(center=center, radius=radius):
            return {"center": shape_of_place(center), "radius": radius}
        case Polygon(vertices=vertices):
            return [shape_of_place(one) for one in vertices]
        case tuple():
            return [{"kind": one.kind, "shape": shape_of(one)} for one in shape]
    return shape


def shape_of_place(place):
    return [place.real, place.imag] if isinstance(place, complex) else place


def is_close(ours, theirs):
    if isinstance(ours, dict):
        if "along" in ours:
            return is_close(ours["at"], theirs["at"]) and is_direction(ours, theirs)
        return ours.keys() == theirs.keys() and all(
            is_close(ours[key], theirs[key]) for key in ours
        )
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(map(is_close, ours, theirs))
    if isinstance(ours, float | int) and not isinstance(ours, bool):
        return abs(ours - theirs) < 1e-6
    return ours == theirs


def is_direction(ours, theirs):
    one, other = (complex(*each["along"]) for each in (ours, theirs))
    return abs(one / abs(one) - other / abs(other)) < 1e-6


def moved_places(figure, free, rng):
    """Return other places of free points, and other values of free numbers."""
    found = {}
    for name in free:
        shape = figure.objects[name].shape
        found[name] = shape * rng.uniform(0.8, 1.2)
        if isinstance(shape, complex):
            found[name] = shape + complex(*rng.uniform(-0.6, 0.6, size=2))
    return found


def check(tab, seed):
    """Compare a construction on the page with ours; return whether the page carries it out."""
    one = made(seed, 1, 0)
    if one is None:
        return True
    task, answer = one.task, item_about(one, 0, Scene(1, 0, (), "en", Counter())).answer
    draft = read_draft(task.program)
    figure = carry_out(draft)
    figures, places = [figure], [[]]
    for number in range(2):
        moved = moved_places(figure, answer.free, stream(4, seed, number))
        figures.append(carry_out(draft, places=moved, like=figure))
        places.append([[name, shape_of_place(place)] for name, place in moved.items()])
    found = tab.evaluate(CARRIED, [construction_record(answer), places])
    if isinstance(found, str):
        return False
    for figure, (things, truths) in zip(figures, found, strict=True):
        assert [name for name, _, _ in things] == list(figure.objects), seed
        for name, kind, shape in things:
            ours = figure.objects[name]
            assert kind == ours.kind, (seed, name)
            assert is_close(shape_of(ours), shape), (seed, name, ours.shape, shape)
        conditions = (*answer.goals, *answer.made)
        expected = ["holds" if holds(figure, goal) else "fails" for goal in conditions]
        assert truths == expected, (seed, truths)
    return True


def carried(tab, seeds):
    found = {}
    for seed in seeds:
        try:
            found[seed] = check(tab, seed)
        except TaskError:
            continue
    return found


def test_the_page_computes_what_we_do(browser, tmp_path):
    _, tab = show(browser, tmp_path, "circle_through_three_points")
    assert sum(carried(tab, SEEDS[::25]).values()) >= 8


@pytest.mark.slow(seconds=60)
def test_the_page_computes_what_we_do_for_all_seeds(browser, tmp_path):
    _, tab = show(browser, tmp_path, "circle_through_three_points")
    found = carried(tab, SEEDS)
    left_out = [seed for seed, is_carried in found.items() if not is_carried]
    assert len(left_out) <= 15, left_out
