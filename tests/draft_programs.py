"""Random programs and responses, most of them wrong in some way: run as a program, it tries them.

``python tests/draft_programs.py COUNT SEED`` reads, carries out and scores so many, and prints the
outcomes, the most processor time of one in seconds, and the memory in megabytes. An exception that
is no `InputError` ends it.
"""

import collections
import contextlib
import json
import random
import resource
import sys
import time

from draft_answers import answer_of, commands_of, in_block

from geoengine.draft import (
    COMMANDS,
    FUNCTIONS,
    KINDS,
    STYLES,
    carry_out,
    describe_value,
    moved_figures,
    read_draft,
    why_undefined,
)
from geoengine.errors import InputError
from geoengine.evaluate import judge_draft
from geoengine.families.drafting import load_seeds

ALL = [*COMMANDS, *STYLES, *FUNCTIONS]
NUMBERS = ["0", "1", "2", "-3", "1E300", "1E-5", "0.5", "60°", "1E9", "-1E9", "1000", "1/0", "7"]
START = """\
A = (0, 0)
B = (4, 1)
C = (1, 3)
c = Circle(A, B)
f = Line(B, C)
k = 3
L = Sequence((j, j^2), j, 1, 9)
t_1 = Polygon(A, B, C)
s = Segment(A, C)
v = Vector(A, B)"""
NAMES = {"point": "ABC", "circle": "c", "line": "f", "number": "k", "list": "L", "segment": "s",
         "vector": "v"}  # fmt: skip
PIECES = ["Sequence(", "Polygon(A, B, 1000)", "L = Sequence(L, j, 1, 500)\n", "```\n", "\\frac{",
          "Intersect(", "^" * 50, "(" * 100, "9" * 400]  # fmt: skip
SIGNS = "()[]{},=:;+-*/^°∈\"'`$\\\n\t_²中ÿ\x00\U0001f600"


def loose(draw, depth=0):
    """An expression of any words and signs."""
    kind = draw.randrange(14 if depth < 4 else 6)

    def some(most):
        return ", ".join(loose(draw, depth + 1) for _ in range(draw.randrange(most)))

    if kind < 3:
        return draw.choice("ABCDEFPQOMcdfgkls")
    if kind < 5:
        return draw.choice(NUMBERS)
    if kind == 5:
        return draw.choice(["x", "{", "(", "A_1", "P_{12}", "j", '"red"', "pi", "xAxis", "true"])
    if kind == 6:
        return f"({loose(draw, depth + 1)}, {loose(draw, depth + 1)})"
    if kind == 7:
        return f"{{{some(4)}}}"
    if kind == 8:
        sign = draw.choice(["+", "-", "*", "/", "^", "==", "<", "&&", "∈", "!=", "||", " "])
        return f"{loose(draw, depth + 1)} {sign} {loose(draw, depth + 1)}"
    if kind == 9:
        return f"Sequence({loose(draw, depth + 1)}, j, 1, {draw.choice(['10', '500', '1E9'])})"
    return f"{draw.choice(ALL)}{draw.choice('([')}{some(5)}{draw.choice(')])')}"


def loose_program(draw):
    """Lines of loose expressions."""
    lines = []
    for _ in range(draw.randrange(1, 14)):
        name = draw.choice(["A", "B", "P", "c", "f", "L", "k", "t"]) + draw.choice(["", "_1", "'"])
        sign = draw.choice([" = ", ": ", " := "])
        lines.append(f"{name if draw.random() < 0.8 else ''}{sign}{loose(draw)}")
    return "\n".join(lines)


def typed_program(draw):
    """Commands that get objects of the kinds that they take; many of these are undefined."""
    lines = START.split("\n")
    names = {kind: list(found) for kind, found in NAMES.items()}

    def of(kind, depth=0):
        pool = [name for one in names for name in names[one] if one in KINDS.get(kind, {kind})]
        if kind == "variable":
            return "j"
        if kind in ("number", "angle") and draw.random() < 0.6:
            return draw.choice([*NUMBERS, "sqrt(-1)"])
        if pool and (depth > 2 or draw.random() < 0.7):
            return draw.choice(pool)
        makers = [
            (command, signature)
            for command, signatures in COMMANDS.items()
            for signature in signatures
            if signature.makes in KINDS.get(kind, {kind})
        ]
        if makers and depth < 3:
            command, signature = draw.choice(makers)
            return f"{command}({', '.join(of(one, depth + 1) for one in signature.takes)})"
        return draw.choice("ABC")

    for number in range(draw.randrange(3, 25)):
        command = draw.choice(list(COMMANDS))
        signature = draw.choice(COMMANDS[command])
        takes = [*signature.takes, *signature.takes[-1:] * (3 if signature.repeats else 0)]
        name = f"N_{number}" if draw.random() < 0.8 else ""
        made = f"{command}({', '.join(map(of, takes))})"
        lines.append(f"{name} = {made}" if name else made)
        kind = signature.makes.removesuffix("s") if signature.makes != "same" else ""
        if name and kind in names:
            names[kind].append(name)
    return "\n".join(lines)


def spoilt_text(draw, text):
    """A text with signs and pieces put in, taken out, or changed for others."""
    signs = list(text)
    for _ in range(draw.randrange(1, 8)):
        place = draw.randrange(len(signs) + 1)
        match draw.randrange(5):
            case 0:
                del signs[place : place + 1]
            case 1:
                signs.insert(place, draw.choice(SIGNS))
            case 2:
                signs[place:place] = signs[max(0, place - draw.randrange(60)) : place]
            case 3:
                signs[place:place] = draw.choice(PIECES)
            case _:
                signs[place:place] = loose(draw)
    return "".join(signs)


def try_program(text):
    """Carry out a program, and describe what it makes."""
    with contextlib.suppress(InputError):
        draft = read_draft(text)
        figure = carry_out(draft)
        for one in figure.objects.values():
            describe_value(one.value)
            if not one.is_defined:
                why_undefined(draft, figure, one.name)
        moved_figures(draft, figure, count=2)


def try_all(count, seed):
    """Try random programs and responses.

    Returns how often which outcome was found, and the most processor time that one took.
    """
    answers = [answer_of(name) for name in list(load_seeds())[seed % 8 :: 8]]
    found, longest = collections.Counter(), 0.0
    for number in range(count):
        start = time.process_time()
        draw = random.Random(f"{seed} {number}")
        answer = draw.choice(answers)
        match number % 4:
            case 0:
                text = typed_program(draw) if draw.random() < 0.75 else loose_program(draw)
                try_program(text)
                text = in_block([text])
            case 1:
                text = spoilt_text(draw, "\n".join(commands_of(answer)))
            case 2:
                text = spoilt_text(draw, in_block([answer.program]))
            case _:
                text = in_block([*answer.givens, loose_program(draw), *commands_of(answer)])
        verdict = judge_draft(text, answer)
        assert verdict.right or verdict.reason
        found[verdict.outcome] += 1
        longest = max(longest, time.process_time() - start)
    return found, longest


if __name__ == "__main__":
    outcomes, longest = try_all(int(sys.argv[1]), int(sys.argv[2]))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"outcomes": outcomes, "seconds": longest, "megabytes": memory}))
