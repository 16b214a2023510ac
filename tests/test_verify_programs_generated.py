"""The judge of programs, on items that the family makes, and on spoilt and random programs."""

from __future__ import annotations

import copy
import re
from collections import Counter
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from program_items import program_items
from test_verify_programs import MUTATIONS, code_of

from geoengine.families.programs.building import Scene, build
from geoengine.families.programs.measure import read_measure
from geoengine.families.programs.measuring import measure
from geoengine.items import stream
from geoengine.program import execute, read_program
from geoengine.verify.budget import Budget
from geoengine.verify.items import programs as judge
from geoengine.verify.programs import (
    LANGUAGES,
    ProgramError,
    audit_leaks,
    kind_of_asked,
    read_exact,
    split_equation,
    told_values,
)
from geoengine.verify.verdict import Level, worst_level

Item = dict[str, Any]


@cache
def made(count: int, seed: int = 5) -> tuple[Item, ...]:
    """Items of all levels, most in Asymptote."""
    found: list[Item] = []
    for index in range(2 * count):
        level = index % 3 + 1
        task = ("primitive", "local", "global")[level - 1]
        languages = (("asymptote", 4), ("matplotlib", 1))
        scene = Scene(seed, index // 3, (), "zh" if index % 2 else "en", languages, Counter())
        items = build(level, task, scene, stream(seed, index), 1)
        found += [item.model_dump(mode="json") for item in items]
        if len(found) >= count:
            break
    return tuple(found)


@pytest.fixture
def _without_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge without running programs by the real tools, which takes a second each."""
    monkeypatch.setattr(judge, "_execution_findings", lambda case: [])


def verdict(data: Item) -> Level:
    return worst_level(f.level for f in judge.judge_program(data, Budget()))


def refused(items: tuple[Item, ...]) -> list[str]:
    return [
        f"{data['certificate']['seed']}: {finding.text}"
        for data in items
        for finding in judge.judge_program(data, Budget())
        if finding.level in {Level.WRONG, Level.UNDECIDED}
    ]


@pytest.mark.slow(60)
@pytest.mark.usefixtures("_without_tools")
def test_five_hundred_generated_items_are_accepted() -> None:
    assert refused(made(500)) == []


@pytest.mark.slow(120)
def test_generated_items_are_accepted_by_the_real_tools() -> None:
    assert refused(made(60)) == []


def is_still_sound(data: Item) -> bool:
    """Whether the maker finds the claimed answer in a changed figure, too."""
    certificate = data["certificate"]
    try:
        done = execute(read_program(code_of(data)))
        scales = []
        for left, right in map(split_equation, certificate["given"]):
            of = read_measure(left)
            if of.dimension:
                scales.append((read_exact(right) / measure(of, done)) ** (1 / of.dimension))
            elif measure(of, done) != pytest.approx(read_exact(right)):
                return False
        asked = read_measure(certificate["asked"])
        scale = scales[0] if scales else 1.0
        value = measure(asked, done) * scale**asked.dimension
    except (ValueError, ArithmeticError, RuntimeError):
        return False
    return all(s == pytest.approx(scale) for s in scales) and value == pytest.approx(
        read_exact(data["answer"]["exact"]), rel=1e-6
    )


@pytest.mark.slow(120)
@pytest.mark.usefixtures("_without_tools")
def test_five_hundred_spoilt_items_are_refused() -> None:
    caught, missed = Counter(), []
    rng = Random(3)
    for number, item in enumerate(made(500)):
        turn = number % len(MUTATIONS)
        for change in MUTATIONS[turn:] + MUTATIONS[:turn]:
            spoilt = change(copy.deepcopy(item), rng)
            if spoilt is None or (
                change.__name__ == "_coordinate_moved" and is_still_sound(spoilt)
            ):
                continue  # Nothing is spoilt: take the next change.
            if verdict(spoilt) is Level.WRONG:
                caught[change.__name__] += 1
            else:
                missed.append((change.__name__, item["certificate"]["seed"]))
            break
    print(f"refused: {caught}; not refused: {Counter(missed)}")
    assert caught.total() + len(missed) == 500
    assert all(caught[change.__name__] >= 20 for change in MUTATIONS)
    assert len(missed) <= 5


@pytest.mark.slow(60)
def test_the_code_tells_no_answer() -> None:
    rows = []
    for data in made(500):
        language, certificate = data["media"][0]["language"], data["certificate"]
        tool = LANGUAGES[language]
        try:
            run, facts = tool.run(code_of(data)), tool.facts(code_of(data))
        except ProgramError:
            continue  # Refused by another test.
        dimension = {"length": 1, "area": 2, "volume": 3}.get(data["answer"]["quantity"], 0)
        kind = kind_of_asked(dimension, certificate["asked"])
        rows.append((kind, read_exact(certificate["answer"]), told_values(kind, facts, run)))
    table = audit_leaks(rows)
    print(table)
    assert table.found == 0


def fuzzed(rng: Random, code: str) -> str:
    """A program with parts taken out, doubled, exchanged or replaced."""
    tokens = re.findall(r"\w+|\s+|[^\w\s]", code)
    for _ in range(rng.randint(1, 6)):
        at, end = sorted(rng.randrange(len(tokens)) for _ in range(2))
        end = min(end, at + 8)
        new = rng.choice([[], tokens[at:end] * 2, [rng.choice(_ODD)], rng.sample(tokens, 3)])
        tokens[at:end] = new
        tokens = tokens or [" "]
    return "".join(tokens)


_ODD = (
    "1e308", "-1", "0", "(", ")", "[", "]", "{", "}", "--", "cycle", "^", "**", "99999999999999999",
    "while(true)", "while True:\n", "A", "null", "None", "'", '"', "\\", "\x00", "é", "*10**9",
    "range(10**9)", "np.zeros(10**9)", "lambda x: x", "__import__('os')", "open('x','w')",
    "().__class__", "import os\n", "system(\"ls\");", "new pair[10^9]", "f(f)", "%", "@",
)  # fmt: skip


def runs_safely(count: int, seed: int) -> None:
    """Run random programs, which end in a value or in a fault of their own, within the limits."""
    rng = Random(seed)
    sources = [(data["media"][0]["language"], code_of(data)) for data in program_items()]
    for _ in range(count):
        language, code = rng.choice(sources)
        text = fuzzed(rng, code)
        tool = LANGUAGES[language]
        tool.run(text)
        with suppress(ProgramError):
            tool.facts(text)


def test_random_programs_run_safely() -> None:
    runs_safely(300, 1)


@pytest.mark.slow(300)
def test_ten_thousand_random_programs_run_safely() -> None:
    runs_safely(10_000, 2)
