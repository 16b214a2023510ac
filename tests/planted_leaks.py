"""Questions in which the key can be guessed, each by another way that outside readers found."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

POINTS = [*"ABCDEFGH"]
Rng = np.random.Generator
Planted = tuple[str, list[str], str]
"""A question, its wrong options, and the right one."""


def letters(rng: Rng, count: int, among: str | list[str] = POINTS) -> list[str]:
    return [str(name) for name in rng.choice([*among], count, replace=False)]


def equations(rng: Rng, count: int, among: str | list[str] = POINTS) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        a, b, c, d = letters(rng, 4, among)
        found[f"{a}{b} = {c}{d}"] = None
    return list(found)


def layout(problem: str, *parts: str) -> str:
    return "\n\n".join([problem, *parts, "Which of these is it?"])


def vertices(rng: Rng) -> Planted:
    one, other = letters(rng, 3), letters(rng, 3)
    wrong = [f"{one[0]}{one[1]} = {other[1]}{other[2]}", *equations(rng, 2)]
    goal = f"Goal: △{''.join(one)} ~ △{''.join(other)}"
    return layout("Let ABCDEFGH be points.", goal), wrong, (
        f"{one[1]}{one[2]} = {other[1]}{other[2]}"
    )  # fmt: skip


def segments(rng: Rng) -> Planted:
    text = layout("Let ABCDEFGH be points.", "Goal: AB:CD = CD:AB")
    return text, equations(rng, 3, "CEFGH"), f"AB = {''.join(letters(rng, 2, 'EFGH'))}"


def premises(rng: Rng) -> Planted:
    given = "; ".join(f"A{p} = B{p}" for p in "CDE")
    text = layout("Let ABCDEFGH be points.", f"Given: {given}; FG = GH", "Prove: C is on EH")
    return text, ["FG = GH", "FH = GH", "FG = FH"], f"A{rng.choice([*'CDE'])} = AB"


IDLE = "Let ABC be a triangle. Let D be the midpoint of AB. Let E be the midpoint of BC."


def idle_points(rng: Rng) -> Planted:
    text = layout(IDLE, "Premises: BE = CE; AD = BD; AB = BC; AC = BC", "Goal: CD ⟂ AB")
    return text, ["AD = BD", "AB = BC", "AC = BC"], "BE = CE"


def numbers(rng: Rng) -> Planted:
    text = layout("Let ABCDEFGH be points.", "Goal: AB = CD")
    return text, equations(rng, 3), f"EF = {rng.integers(2, 30)}"


def idle_points_or_numbers(rng: Rng) -> Planted:
    if rng.random() < 0.5:
        return idle_points(rng)
    return layout(IDLE, "Goal: CD ⟂ AB"), ["AD = BD", "AB = BC", "AC = BC"], "AB = 7"


def steps_of_a_plan(rng: Rng) -> Planted:
    said = equations(rng, 9)
    last = int(rng.integers(3, 5))
    steps = "\n".join(f"Step {k}. {said[0]} ⇒ {said[k]} (Angle chasing)" for k in range(1, 9))
    text = layout(
        "Let ABCDEFGH be points.", f"Goal: {said[8]}", f"Plan: {said[2]}; {said[last]}", steps
    )
    others = [1, last, *rng.permutation(range(last + 2, 9))[:1].tolist()]
    return text, [f"Step {k}" for k in others], f"Step {last + 1}"


def kinds_of_conclusions(rng: Rng) -> Planted:
    said = equations(rng, 3)
    steps = f"Step 1. {said[0]} ⇒ AB ⟂ CD\nStep 2. {said[1]} ⇒ △ABC ~ △DEF"
    wrong = ["Thales: The angle is a right angle.", "AA: The triangles are similar.", "Height: …"]
    right = str(rng.choice(["Desargues: The points are collinear.", "Pappus: They are collinear."]))
    return layout("Let ABCDEFGH be points.", f"Goal: {said[2]}", steps), wrong, right


THEOREMS = [f"Theorem {k}: If it is {k}, so is the other." for k in range(12)]


def theorems_that_are_always_right(rng: Rng) -> Planted:
    wrong = [THEOREMS[k] for k in rng.permutation(range(6, 12))[:3]]
    return layout("Let ABCDEFGH be points.", "Goal: AB = CD"), wrong, str(rng.choice(THEOREMS[:6]))


def words(rng: Rng) -> Planted:
    """The right option often has a certain word; the wrong ones seldom do."""
    said = [
        said.replace("=", "touches" if rng.random() < share else "meets")
        for said, share in zip(equations(rng, 4), (0.1, 0.1, 0.1, 0.8), strict=True)
    ]
    return layout("Let ABCDEFGH be points."), said[:3], said[3]


def a_shorter_distractor(rng: Rng) -> Planted:
    wrong = equations(rng, 4)
    # The right option is never the shortest, and beyond that like the others.
    short = f"{wrong[0][:2]} = {rng.integers(2, 10)}"
    return layout("Let ABCDEFGH be points."), [short, *wrong[1:3]], wrong[3]


def the_newest_point(rng: Rng) -> Planted:
    text = layout("Let ABCDEF be points. Let G be the midpoint of AB. Let H be that of CD.")
    *wrong, right = equations(rng, 4, "ABCDEFG")
    return text, wrong, f"H{right[1:]}"


LEAKS: dict[str, tuple[Callable[[Rng], Planted], str]] = {
    "matches vertices of the goal": (vertices, ""),
    "segments most often in the goal": (segments, ""),
    "points in most premises": (premises, ""),
    "idle point": (idle_points, ""),
    "number, if the goal has none": (numbers, ""),
    "idle point, else number": (idle_points_or_numbers, ""),
    "first step after the sub-goals": (steps_of_a_plan, ""),
    "kind that no step concludes": (kinds_of_conclusions, ""),
    "known options": (theorems_that_are_always_right, "Theorem"),
    "n-grams, linear": (words, "touches"),
    "numbers, linear": (a_shorter_distractor, "characters"),
    "numbers, trees": (the_newest_point, "newest"),
    "best number": (the_newest_point, "newest"),
}
"""For each guesser a leak, and a word of what the attack says about it."""
