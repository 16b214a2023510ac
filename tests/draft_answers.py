"""Answers of kind `draft` made of the seeds, and constructions that are right or spoilt."""

import re

import pytest

from geoengine.draft import (
    Call,
    Name,
    carry_out,
    parts,
    print_statement,
    read_draft,
    walk,
)
from geoengine.families.drafting import load_seeds, make_task
from geoengine.items import Draft, DraftStep, stream

WORDS = frozenset(["xAxis", "yAxis", "pi", "π", "x", "y"])


def answer_of(name, way="steps"):
    """The answer of the task of a seed."""
    task = make_task(load_seeds()[name], stream(1, name), way=way)
    return Draft(
        givens=task.givens,
        free=task.free,
        upright=task.seed.upright,
        where=task.where,
        wanted=dict(task.seed.wanted),
        goals=task.goals,
        made=task.where_made,
        tools=task.tools,
        steps=tuple(
            DraftStep(method=step.methods["en"], commands=step.commands) for step in task.steps
        ),
    )


def in_block(lines):
    """A response that gives commands in a block."""
    return "\n".join(["The construction:", "```geogebra", *lines, "```", "This is it."])


def commands_of(answer):
    return answer.expected.splitlines()


def renamed(answer):
    """The construction with other names of helping objects; None if there are none."""
    statements = read_draft(answer.program).statements
    kept = {*carry_out(read_draft("\n".join(answer.givens))).objects, *answer.wanted}
    own = [one.name for one in statements if one.name is not None and one.name not in kept]
    names = {
        name: f"{name[0]}_{{9{k}}}".replace("{", "").replace("}", "") for k, name in enumerate(own)
    }
    made = carry_out(read_draft(answer.program))
    if not own or any(name not in made.objects for name in own):
        return None
    return [rewritten(one, names) for one in statements[len(answer.givens) :]]


def rewritten(statement, names):
    """A command with other names of objects."""
    text = print_statement(statement)
    return re.sub(
        r"(?<![\w'])([^\W\d]\w*'*)(?!\w|\()", lambda found: names.get(found[1], found[1]), text
    )


def swapped(answer):
    """The construction with commands in another order, as far as they do not need one another."""
    statements = list(read_draft(answer.expected).statements)
    changed = False
    for k in range(len(statements) - 1):
        one, other = statements[k], statements[k + 1]
        used = {part.text for part in walk(other.value) if isinstance(part, Name)}
        stems = {name.split("_")[0] for name in used} | used
        if one.name and other.name and one.name not in stems and "Polygon" not in str(one):
            statements[k], statements[k + 1] = other, one
            changed = True
    return [print_statement(one) for one in statements] if changed else None


EQUIVALENT = {
    "Circle": lambda a, b: f"Circle({a}, Distance({a}, {b}))",
    "Midpoint": lambda a, b: f"Dilate({a}, 1/2, {b})",
    "PerpendicularBisector": lambda a, b: (
        f"PerpendicularLine(Midpoint({a}, {b}), Vector({a}, {b}))"
    ),
    "Segment": lambda a, b: f"Segment({b}, {a})",
}
"""Other ways to make the same, of two points with names, with the same order of intersections."""


def by_other_commands(answer):
    """The construction with other commands for circles, midpoints and bisectors."""
    figure = carry_out(read_draft(answer.program))
    found, changed = [], False
    for statement in read_draft(answer.expected).statements:
        value = statement.value
        text = print_statement(statement)
        points = isinstance(value, Call) and [
            part.text
            for part in parts(value)
            if isinstance(part, Name) and figure.point(part.text) is not None
        ]
        if points and len(points) == len(parts(value)) == 2 and value.name in EQUIVALENT:
            allowed = answer.tools == "full" or value.name in ("Circle", "Segment")
            is_used = any(
                statement.name and f"{statement.name}," in line.partition("=")[2]
                for line in commands_of(answer)
            )
            if allowed and not (value.name == "Segment" and is_used):
                text = f"{statement.name} = {EQUIVALENT[value.name](*points)}"
                changed = True
        found.append(text)
    # A radius does not say through which point a circle goes, which decides the order of
    # intersections: then the numbers would be others.
    return found if changed and is_like(answer, found) else None


def is_like(answer, lines):
    """Whether commands make the points that the reference makes, too, where it does."""
    made = carry_out(read_draft("\n".join((*answer.givens, *lines)))).points()
    reference = carry_out(read_draft(answer.program))
    return all(
        made[name] == pytest.approx(place)
        for name, place in reference.points().items()
        if not reference.objects[name].is_companion
    )


def ways(name):
    """The keys of the reference constructions of a seed."""
    return [key for key, _, _ in load_seeds()[name].ways()]


def alternatives(name):
    """Yield what kind of alternative, an answer and a right response to it."""
    answer = answer_of(name)
    for kind, made in (
        ("other names", renamed(answer)),
        ("other order", swapped(answer)),
        ("other commands", by_other_commands(answer)),
    ):
        if made is not None:
            yield kind, answer, in_block(made)
    if len(ways(name)) > 1:
        plain, full = answer, answer_of(name, "steps_full")
        yield "compass where all is allowed", full, in_block(commands_of(plain))
        free = plain.model_copy(update={"tools": "full"})
        yield "all commands for a compass task", free, in_block(commands_of(full))
    elif answer.tools != "full":
        free = answer.model_copy(update={"tools": "full", "steps": answer.steps})
        yield "compass where all is allowed", free, in_block(commands_of(answer))


def numbers_of(one):
    """An object by numbers only, as it lies in the figure; None for other kinds."""
    shape = one.shape

    def at(place):
        return f"({place.real!r}, {place.imag!r})".replace("e", "E")

    match one.kind:
        case "point":
            return at(shape)
        case "line":
            return f"Line({at(shape.point)}, {at(shape.point + shape.direction)})"
        case "circle":
            return f"Circle({at(shape.center)}, {shape.radius!r})"
        case "segment":
            return f"Segment({at(shape.start)}, {at(shape.end)})"
        case "polygon":
            return f"Polygon({', '.join(map(at, shape.vertices))})"
    return None


def moves(answer, name):
    """Whether an object moves with the givens."""
    draft = read_draft(answer.program)
    figure = carry_out(draft)
    places = {one: figure.objects[one].shape * (1.1 + 0.2j) + 0.3 for one in answer.free}
    moved = carry_out(draft, places=places, like=figure)
    return figure.objects[name].shape != moved.objects[name].shape


def spoilt(name):
    """Yield a response that is wrong, an answer, and the outcomes that say why."""
    answer = answer_of(name)
    free = answer.model_copy(update={"tools": "full"})
    lines = commands_of(answer)
    figure = carry_out(read_draft(answer.program))
    target, kind = next(iter(answer.wanted.items()))
    defining = next(
        (k for k, line in enumerate(lines) if re.match(rf"{re.escape(target)}\s*[=:]", line)), None
    )
    if defining is None:
        return
    value = lines[defining].partition("=" if f"{target} =" in lines[defining] else ":")[2].strip()

    def with_target(*new):
        return in_block([*lines[:defining], *new, *lines[defining + 1 :]])

    if answer.free:
        moved = f"{answer.free[0]} = (17.25, -4)"
        yield with_target(moved, lines[defining]), answer, {"given"}
    yield with_target(lines[defining], lines[defining]), answer, {"named_twice"}
    yield with_target(f"{target} = Midpiont(Q, R)"), answer, {"syntax"}
    used = next(
        (
            part.text
            for line in lines
            for part in walk(read_draft(line).statements[0].value)
            if isinstance(part, Name) and part.text not in WORDS
        ),
        "no object",
    )
    broken = re.sub(rf"(?<![\w']){re.escape(used)}(?![\w'(])", "Z_{77}", value)
    if broken != value:
        yield with_target(f"{target} = {broken}"), answer, {"unknown"}
    yield (
        in_block(
            [re.sub(rf"(?<![\w']){re.escape(target)}(?![\w'])", "Z_{78}", one) for one in lines]
        ),
        answer,
        # An object without a name may be given the one that is wanted.
        {"missing", "kind"},
    )
    if answer.tools != "full":
        extra = "Z_{79} = (1, 2)"
        yield with_target(extra, lines[defining]), answer, {"forbidden"}
        yield (
            with_target(
                f"Z_{{79}} = Rotate({answer.free[0]}, 60°, {answer.free[1]})", lines[defining]
            ),
            answer,
            {"forbidden"},
        )
    if kind == "point":
        away = "Intersect(Circle((900, 900), 1), Circle((950, 900), 1), 1)"
        yield with_target(f"{target} = {away}"), free, {"undefined"}
        # One point wrong: a little beside its place.
        beside = [f"Z_{{80}} = {value}", f"{target} = Translate(Z_{{80}}, Vector((0.37, 0.23)))"]
        yield with_target(*beside), free, {"goal", "condition"}
        yield with_target(f"{target} = Circle((0, 0), 2)"), free, {"kind", "arguments"}
    if kind in ("line", "circle"):
        yield with_target(f"{target} = Segment((1, 2), (3, 5))"), free, {"kind", "arguments"}
    numbers = numbers_of(figure.objects[target])
    if numbers is not None and moves(answer, target):
        new = [*lines[:defining], f"{target} = {numbers}", *lines[defining + 1 :]]
        late = {"only_as_given", "lost"} if is_like(answer, new) else {"goal"}
        yield in_block(new), free, late
