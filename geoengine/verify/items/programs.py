"""The judge of the family `programs`: it reads, runs and measures the printed code anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.errors import InputError
from geoengine.verify.budget import Budget
from geoengine.verify.items.judge_registry import ItemJudge
from geoengine.verify.programs import (
    CLOSE,
    LANGUAGES,
    CodeFacts,
    Evaluated,
    FaultKind,
    Measured,
    ProgramError,
    features_of,
    kind_of_asked,
    measure_asked,
    names_in,
    names_of,
    numerals_in,
    plain_text,
    read_exact,
    read_program,
    split_equation,
    told_values,
    values_in,
)
from geoengine.verify.prover import Prover
from geoengine.verify.verdict import Finding, Level

__all__ = ["JUDGES", "judge_program"]

Item = Mapping[str, Any]

_PLACES = {
    1: {"en": ("one decimal place", "nearest tenth"), "zh": ("一位小数", "十分位")},
    2: {"en": ("two decimal places", "nearest hundredth"), "zh": ("两位小数", "百分位")},
    3: {"en": ("three decimal places", "nearest thousandth"), "zh": ("三位小数", "千分位")},
}
"""How questions say to how many places they want an answer rounded."""

_LEVELS = {"primitive": 1, "local": 2, "global": 3}
_OPEN = {FaultKind.UNSUPPORTED, FaultKind.LIMIT}
"""What the judge's reader cannot do leaves an item undecided; anything else makes it wrong."""


@dataclass(frozen=True)
class _Case:
    """An item whose program was read and run."""

    data: Item
    code: str
    language: str
    run: Evaluated
    facts: CodeFacts
    measured: Measured
    answer: float


def judge_program(data: Item, budget: Budget, prover: Prover | None = None) -> Sequence[Finding]:
    """Judge an item whose figure is given as code.

    The code is run by an interpreter of the judge's own, and by the real tool where that is
    installed; what is asked is measured in the figure, and compared with the answer.
    """
    del prover, budget  # Nothing is proved, and each step has limits of its own.
    try:
        code, language = _code_of(data)
        run, facts = read_program(code, language)
    except ProgramError as fault:
        level = Level.UNDECIDED if fault.kind in _OPEN else Level.WRONG
        return [Finding("program", level, f"the program was not run: {fault}")]
    certificate = data["certificate"]
    answer = read_exact(data["answer"]["exact"])
    try:
        measured = measure_asked(certificate["asked"], certificate["given"], run)
    except ProgramError as fault:
        level = Level.UNDECIDED if fault.kind in _OPEN else Level.WRONG
        return [Finding("answer", level, f"what is asked was not measured: {fault.text}")]
    case = _Case(data, code, language, run, facts, measured, answer)
    wrong = [Finding(name, Level.WRONG, text) for name, check in _CHECKS for text in check(case)]
    if wrong:
        return wrong
    return [Finding("answer", Level.GOOD, _good_text(case)), *_execution_findings(case)]


def _good_text(case: _Case) -> str:
    return f"what is asked, measured in the figure of the code, is {case.data['answer']['exact']}"


def _code_of(data: Item) -> tuple[str, str]:
    shown = [m for m in data["media"] if m["kind"] == "code" and m.get("shown", True)]
    if len(shown) != 1:
        raise InputError(f"expected one program that is shown, found {len(shown)}")
    if any(m.get("shown", True) for m in data["media"] if m["kind"] != "code"):
        raise InputError("expected no picture that is shown beside the program")
    return str(shown[0]["text"]), str(shown[0]["language"])


def _answer_faults(case: _Case) -> Iterator[str]:
    exact, found = case.data["answer"]["exact"], case.measured.value
    if case.data["answer"]["kind"] != "value":
        yield "the answer is not a value"
    if not abs(case.answer - found) <= CLOSE * max(abs(case.answer), 1e-9):
        yield f"the answer is {exact} = {case.answer:.9g}, but {found:.9g} was measured"


def _question_faults(case: _Case) -> Iterator[str]:
    certificate = case.data["certificate"]
    questions = certificate["questions"]
    if case.data["question"] != questions[case.data["language"]]:
        yield "the question differs from that of the certificate"
    if _numerals(questions["en"]) != _numerals(questions["zh"]):
        yield "the questions in English and Chinese have other numbers"
    if names_in(questions["en"]) != names_in(questions["zh"]):
        yield "the questions in English and Chinese name other points"
    for language, text in questions.items():
        stated = values_in(text)
        for equation in certificate["given"]:
            value = read_exact(split_equation(equation)[1])
            if not any(math.isclose(value, one, rel_tol=1e-9) for one in stated):
                yield f"the question in {language} does not state {equation}"


def _numerals(text: str) -> set[str]:
    """The numerals of a question that no language says in words."""
    found = {numeral for numeral in numerals_in(text) if len(numeral) > 1 or numeral in "√π"}
    return found - {"90°", "180°", "360°"}


def _name_faults(case: _Case) -> Iterator[str]:
    known = set(case.run.names) | {name.replace("_", "") for name in case.run.names}
    for text in case.facts.texts:
        known |= names_in(text)
    for name in sorted(names_in(case.data["question"]) - known):
        yield f"the question names {name}, which the program does not have"


def _step_faults(case: _Case) -> Iterator[str]:
    exact = plain_text(case.data["answer"]["exact"]).removesuffix("°")
    for language, steps in case.data["certificate"]["steps"].items():
        last = [plain_text(step) for step in steps[-2:]]
        if not any(exact in step or _states(step, case.answer) for step in last):
            yield f"the steps in {language} do not arrive at the answer {exact}"


def _rounding_faults(case: _Case) -> Iterator[str]:
    """Test a rounded answer, and that the questions say how to round, against what was measured."""
    rounded = case.data["answer"].get("rounded", "")
    places = len(rounded.partition(".")[2])
    for language, text in case.data["certificate"]["questions"].items():
        asked = {n for n, words in _PLACES.items() for word in words[language] if word in text}
        if asked != ({places} if rounded else set()):
            yield f"the question in {language} does not ask for {rounded or 'the exact answer'}"
    if not rounded:
        return
    unit = 10.0**-places
    apart = case.measured.value / unit - math.floor(case.measured.value / unit)
    if abs(apart - 0.5) * unit < 1e-6:
        yield f"the answer {case.measured.value:.9g} is where rounding to {places} places changes"
    elif abs(float(rounded) - case.measured.value) > unit / 2:
        yield f"{rounded} is not the answer {case.measured.value:.9g} rounded to {places} places"
    for language, steps in case.data["certificate"]["steps"].items():
        if rounded not in steps[-1]:
            yield f"the steps in {language} do not arrive at {rounded}"


def _states(text: str, value: float) -> bool:
    return any(math.isclose(value, one, rel_tol=1e-9) for one in values_in(text))


def _level_faults(case: _Case) -> Iterator[str]:
    certificate = case.data["certificate"]
    texts = [certificate["asked"], *certificate["given"]]
    features = features_of(case.run, case.facts, _bearing(texts, case.run))
    claimed = {case.data["level"], certificate["level"]["level"], _LEVELS.get(case.data["task"], 0)}
    if claimed != {features.level}:
        told = ", ".join(map(str, sorted(claimed)))
        yield (
            f"the level is {told}, but the code is of level {features.level}: dimension "
            f"{features.dimension}, size {features.size}, {features.relations} relations"
            + (", a loop" if features.loops else "")
            + (", recursion" if features.recursion else "")
        )


def _bearing(texts: Sequence[str], run: Evaluated) -> list[str] | None:
    """The names on which the answer depends at first hand; None for the whole program."""
    names = [name for text in texts for name in names_of(text)]
    points = {name.partition("[")[0] for name in run.points}
    return names if names and set(names) <= points else None


def _leak_faults(case: _Case) -> Iterator[str]:
    kind = kind_of_asked(case.measured.dimension, case.data["certificate"]["asked"])
    told = told_values(kind, case.facts, case.run).find(case.answer)
    if told:
        yield f"the code tells the answer {case.data['answer']['exact']}: {told[0]}"


_CHECKS: tuple[tuple[str, Callable[[_Case], Iterator[str]]], ...] = (
    ("answer", _answer_faults),
    ("question", _question_faults),
    ("names", _name_faults),
    ("steps", _step_faults),
    ("rounding", _rounding_faults),
    ("level", _level_faults),
    ("leak", _leak_faults),
)
"""The checks, by the code of their findings."""


def _execution_findings(case: _Case) -> list[Finding]:
    """Compare the points with those of the program as the real tool runs it."""
    tool = LANGUAGES[case.language]
    if not tool.is_installed():
        text = f"{case.language} is not installed, so the program was not run by the real tool"
        return [Finding("not_executed", Level.NOTE, text)]
    points = {name: place for name, place in case.run.points.items() if _is_finite(place)}
    names = list(points)[:200]
    execution = tool.execute([(case.code, names)])[0]
    if not execution.ran:
        text = f"the program does not run: {execution.message}"
        return [Finding("executed", Level.WRONG, text)]
    size = max((abs(x) for name in names for x in _coordinates(points[name])), default=1.0)
    for name in names:
        found = execution.points.get(name)
        ours = _coordinates(points[name])
        if found is None or len(found) != len(ours):
            return [Finding("executed", Level.WRONG, f"the executed program has no point {name}")]
        if any(not abs(x - y) <= 1e-9 * max(1.0, size) for x, y in zip(found, ours, strict=True)):
            text = f"{name} is at {found} in the executed program, but {tuple(ours)} was computed"
            return [Finding("executed", Level.WRONG, text)]
    return []


def _coordinates(place: Any) -> list[float]:
    return [place.real, place.imag] if isinstance(place, complex) else list(place)


def _is_finite(place: Any) -> bool:
    return all(map(math.isfinite, _coordinates(place)))


JUDGES: dict[str, ItemJudge] = dict.fromkeys(_LEVELS, judge_program)
"""The judges by task; registered as an entry point."""
