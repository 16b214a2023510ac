"""The judge of the family `drafting`: it carries the reference construction out anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.draft import (
    Binary,
    Call,
    DraftError,
    Expression,
    Name,
    Statement,
    Unary,
    read_draft,
    read_expression,
    walk,
)
from geoengine.verify.budget import Budget
from geoengine.verify.drafting import (
    COMMON,
    TOOLS,
    Figure,
    NameTakenError,
    PrecisionError,
    UnknownNameError,
    carry_out,
    free_names,
    holds,
    many_digits,
    moved_givens,
    names_in,
    placed_anew,
    tool_faults,
    without_code,
)
from geoengine.verify.items.judge_registry import ItemJudge
from geoengine.verify.prover import Prover
from geoengine.verify.verdict import Finding, Level

__all__ = ["JUDGES", "judge_draft"]

Item = Mapping[str, Any]

_FIGURES = 20
"""In how many moved figures the goals are tested."""

_TASKS = ("compass", "transformation", "analytic")
_LANGUAGES = ("en", "zh")
_DRAWN = ("point", "circle", "line")
"""The kinds of objects that a text names when it speaks of them."""

_TOOL_WORDS = {
    "compass_only": {"en": "the compass alone", "zh": "只能用圆规"},
    "compass": {"en": "straightedge and compass", "zh": "直尺和圆规"},
    "full": {"en": "these commands", "zh": "下列命令"},
}
"""How questions say what may be used."""


@dataclass(frozen=True)
class _Case:
    """An item whose commands and conditions were read, and whose figure was made."""

    data: Item
    givens: tuple[Statement, ...]
    steps: tuple[tuple[Statement, ...], ...]
    where: tuple[Expression, ...]
    goals: tuple[Expression, ...]
    made: tuple[Expression, ...]
    figure: Figure

    @property
    def answer(self) -> Item:
        """The answer of the item."""
        answer: Item = self.data["answer"]
        return answer

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All commands."""
        return (*self.givens, *(one for step in self.steps for one in step))

    @property
    def given_names(self) -> set[str]:
        """The names of what is given."""
        return {one.name for one in self.givens if one.name is not None}


def judge_draft(data: Item, budget: Budget, prover: Prover | None = None) -> Sequence[Finding]:
    """Judge a drafting task with its reference construction.

    Every object of every step must exist, the tools must be allowed, and the goals true: in the
    drawn figure and in moved ones, which are drawn from the givens and their conditions alone. The
    texts, the pictures and the certificate must agree with the commands.
    """
    del prover  # The goals are tested with numbers.
    try:
        with many_digits():
            return _judged(data, budget)
    except DraftError as error:
        return [Finding("commands", Level.WRONG, f"a command or condition cannot be read: {error}")]
    except UnknownNameError as error:
        return [Finding("commands", Level.WRONG, f"nothing has the name {error.name}")]
    except NotImplementedError as error:
        text = f"the judge does not know {error}"
        return [Finding("unknown_command", Level.UNDECIDED, text)]
    except PrecisionError as error:
        return [Finding("precision", Level.UNDECIDED, str(error))]


def _judged(data: Item, budget: Budget) -> Sequence[Finding]:
    answer = data["answer"]
    if answer["kind"] != "draft":
        return [Finding("answer", Level.WRONG, "the answer is not a construction")]
    if answer["tools"] not in TOOLS:
        return [Finding("tools", Level.WRONG, f"the tools {answer['tools']!r} are not known")]
    givens, steps, fault = _read_steps(answer)
    if fault:
        return [Finding("commands", Level.WRONG, fault)]
    figure = Figure()
    for number, part in enumerate((givens, *steps)):
        there = f"in step {number}" if number else "among the givens"
        fault = _carrying_fault(part, figure, there)
        if fault:
            return [Finding("steps", Level.WRONG, fault)]
    where, goals, made = (tuple(map(read_expression, answer[key])) for key in _CONDITIONS)
    case = _Case(data, givens, steps, where, goals, made, figure)
    missing = [Finding("wanted", Level.WRONG, text) for text in _wanted_faults(case)]
    if missing:
        return missing
    wrong = [Finding(name, Level.WRONG, text) for name, check in _CHECKS for text in check(case)]
    if any(finding.code == "goals" for finding in wrong):
        return wrong
    rng = random.Random(f"{budget.seed} {data['problem']}")
    moved, count = _moved_faults(case, rng, budget)
    if moved:
        wrong.append(Finding("moved", Level.WRONG, moved))
    if wrong:
        return wrong
    wanted = _FIGURES if answer["free"] else 1
    if count < wanted:
        text = f"{count} moved figures were found, {wanted} were expected"
        return [Finding("figures", Level.UNDECIDED, text)]
    return [Finding("goals", Level.GOOD, _good_text(case, count)), *_unproved(case)]


_CONDITIONS = ("where", "goals", "made")


def _good_text(case: _Case, count: int) -> str:
    goals = f"{len(case.goals)} goal{'s are' if len(case.goals) > 1 else ' is'} true"
    if not case.answer["free"]:
        return f"{goals} in the figure, in which nothing can be moved"
    return f"{goals} in the drawn figure and in {count} moved ones"


def _read_steps(
    answer: Item,
) -> tuple[tuple[Statement, ...], tuple[tuple[Statement, ...], ...], str | None]:
    """Return the givens and the steps, and what is wrong with them as a whole."""
    groups = [answer["givens"], *(step["commands"] for step in answer["steps"])]
    # Read as a whole: a name may stand before brackets only where it was given before.
    whole = read_draft("\n".join(command for group in groups for command in group)).statements
    if len(whole) != sum(map(len, groups)):
        return (), (), "a command is empty, or several stand in one line"
    parts, at = [], 0
    for group in groups:
        parts.append(whole[at : at + len(group)])
        at += len(group)
    if not all(parts[1:]):
        return (), (), "a step has no commands"
    return parts[0], tuple(parts[1:]), None


def _carrying_fault(part: Sequence[Statement], figure: Figure, where: str) -> str | None:
    """Carry out the commands of a step, and say what is wrong with what they make."""
    for statement in part:
        before = set(figure.objects)
        try:
            carry_out([statement], figure)
        except UnknownNameError as error:
            return f"{where}, {statement.name} is made from {error.name}, which does not exist yet"
        except NameTakenError as error:
            return f"{where}, {error}"
        for name in figure.objects.keys() - before:
            if figure.objects[name].shape is None:
                return f"{where}, {name} is undefined"
    return None


def _program_faults(case: _Case) -> Iterator[str]:
    lines = [*case.answer["givens"], *(c for one in case.answer["steps"] for c in one["commands"])]
    if case.data["problem"] != "\n".join(lines):
        yield "the program differs from the givens and the commands of the steps"


def _tool_faults(case: _Case) -> Iterator[str]:
    tools = case.answer["tools"]
    for number, step in enumerate(case.steps, start=1):
        for fault in tool_faults(step, tools, case.figure.objects, case.given_names):
            yield f"in step {number}, {fault}"
    listed = case.data["question"]
    for statement in (one for step in case.steps for one in step):
        for part in walk(statement.value):
            if isinstance(part, Call) and part.name[0].isupper() and part.name not in listed:
                yield f"the question does not allow {part.name}"
    if tools != case.data["meta"]["tools"]:
        yield f"the tools are {tools}, but {case.data['meta']['tools']} in the data of the item"


def _wanted_faults(case: _Case) -> Iterator[str]:
    made = {name for name, at in case.figure.made_by.items() if at >= len(case.givens)}
    told = {name for one in (*case.goals, *case.made) for name in _names(one)}
    if not case.answer["wanted"]:
        yield "nothing is wanted"
    for name, kind in case.answer["wanted"].items():
        if name not in made:
            yield f"{name} is wanted, but no step makes it"
        elif case.figure.objects[name].kind != kind:
            yield f"{name} is wanted as a {kind}, but it is a {case.figure.objects[name].kind}"
        elif name not in told:
            yield f"no goal says anything of {name}, which is wanted"
    known = case.given_names | set(case.answer["wanted"])
    for name in sorted(told - known - {"x", "y"}):
        if name in made:
            yield f"a goal speaks of {name}, which is neither given nor wanted"


def _names(expression: Expression) -> set[str]:
    return {part.text for part in walk(expression) if isinstance(part, Name)}


def _goal_faults(case: _Case) -> Iterator[str]:
    texts = [text for key in _CONDITIONS for text in case.answer[key]]
    conditions = (*case.where, *case.goals, *case.made)
    for text, condition in zip(texts, conditions, strict=True):
        if holds(condition, case.figure.objects) is not True:
            yield f"{text} is not true in the drawn figure"


def _free_faults(case: _Case) -> Iterator[str]:
    free, literal = set(case.answer["free"]), free_names(case.givens)
    for name in sorted(free - literal):
        yield f"{name} is to be moved, but it is not given by numbers"
    if not case.answer["upright"]:
        for name in sorted(literal - free):
            yield f"{name} is given by its coordinates, but it is not moved"


def _step_text_faults(case: _Case) -> Iterator[str]:
    texts = case.data["certificate"]["steps"]
    language = case.data["language"]
    if {len(texts[one]) for one in _LANGUAGES} != {len(case.steps)}:
        yield "there are not as many explanations as steps"
        return
    for number, (step, told) in enumerate(
        zip(case.answer["steps"], texts[language], strict=True), start=1
    ):
        gap = "" if step["method"].endswith("。") else " "
        if f"{step['method']}{gap}{step['principle']}".strip() != told:
            yield f"the explanation of step {number} differs from that of the certificate"
    known = case.given_names | set(case.answer["wanted"])
    at = len(case.givens)
    for number, step_ in enumerate(case.steps, start=1):
        indices = range(at, at + len(step_))
        at += len(step_)
        made = {name for name, index in case.figure.made_by.items() if index in indices}
        known |= made
        yield from _naming_faults(case, number, made, known)


def _naming_faults(case: _Case, number: int, made: set[str], known: set[str]) -> Iterator[str]:
    """Compare the names in the texts of a step with those in its commands."""
    texts = case.data["certificate"]["steps"]
    named = {language: names_in(texts[language][number - 1]) for language in _LANGUAGES}
    for language in _LANGUAGES:
        for name in sorted(named[language] - known - COMMON):
            yield f"step {number} in {language} speaks of {name}, which does not exist yet"
        drawn = {name for name in made if case.figure.objects[name].kind in _DRAWN}
        if drawn and not named[language] & made:
            yield f"step {number} in {language} names nothing that its commands make"
    if named["en"] - COMMON != named["zh"] - COMMON:
        odd = ", ".join(sorted((named["en"] ^ named["zh"]) - COMMON))
        yield f"step {number} names other objects in English than in Chinese: {odd}"


def _question_faults(case: _Case) -> Iterator[str]:
    questions = case.data["certificate"]["questions"]
    if case.data["question"] != questions[case.data["language"]]:
        yield "the question differs from that of the certificate"
    code = "```geogebra\n" + "\n".join(case.answer["givens"]) + "\n```"
    known = case.given_names | set(case.answer["wanted"])
    problems = {}
    for language in _LANGUAGES:
        text = questions[language]
        if code not in text:
            yield f"the question in {language} does not show the givens as they are"
        told = names_in(without_code(text))
        for name in sorted(set(case.answer["wanted"]) - told):
            yield f"the question in {language} does not name {name}, which is wanted"
        problems[language] = names_in(text.partition("\n\n")[0]) - COMMON
        for name in sorted(problems[language] - known):
            yield f"the question in {language} names {name}, which is neither given nor wanted"
        for tools, words in _TOOL_WORDS.items():
            said = words[language] in without_code(text).partition("\n\n")[2]
            if said != (tools == case.answer["tools"]):
                yield f"the question in {language} does not say that the tools are {tools}"
    if problems["en"] != problems["zh"]:
        odd = ", ".join(sorted(problems["en"] ^ problems["zh"]))
        yield f"the questions in English and Chinese name other objects: {odd}"


def _picture_faults(case: _Case) -> Iterator[str]:
    pictures = [medium for medium in case.data["media"] if medium["kind"] == "picture"]
    codes = [medium for medium in case.data["media"] if medium["kind"] == "code"]
    if any(medium.get("shown", True) for medium in codes):
        yield "the construction is shown to the solver"
    if not pictures:
        return  # made with --no-images
    if len(pictures) != len(case.steps) + 1:
        yield f"expected {len(case.steps) + 1} pictures, of the givens and of each step, found" + (
            f" {len(pictures)}"
        )
    if [medium.get("shown", True) for medium in pictures] != [True] + [False] * len(pictures[1:]):
        yield "expected that only the picture of the givens is shown"
    if len({medium["path"] for medium in pictures}) != len(pictures):
        yield "two pictures are the same file"


def _level_faults(case: _Case) -> Iterator[str]:
    level = case.data["certificate"]["level"]
    if level["level"] != case.data["level"]:
        yield f"the level is {case.data['level']}, but {level['level']} in the certificate"
    count = sum(map(len, case.steps))
    if (level["steps"], level["commands"]) != (len(case.steps), count):
        yield f"the construction has {len(case.steps)} steps with {count} commands, not " + (
            f"{level['steps']} with {level['commands']}"
        )


def _proof_faults(case: _Case) -> Iterator[str]:
    """Test what the certificate claims of the proof of each goal."""
    proof = case.data["certificate"]["proof"]
    claims = [(claim["goal"], claim["by"]) for claim in proof["goals"]]
    if [text for text, _ in claims] != list(case.answer["goals"]):
        yield "the certificate does not speak of the goals of the item"
        return
    if proof["doubt"] < _LEAST_DOUBT:
        yield f"a false equation would pass with a chance of 2^-{proof['doubt']}, which is too much"
    for (text, way), goal, claim in zip(claims, case.goals, proof["goals"], strict=True):
        if way not in _PROOFS:
            yield f"the proof of {text} is by {way!r}, which is not known"
        elif way != "none" and _PROOFS[way] not in _possible_proofs(goal):
            says = "no equation" if _PROOFS[way] == "algebra" else "an equation"
            yield f"{text} cannot be proved by {way}: it states {says}"
        if (way == "deduction") != ("theorems" in claim):
            found = "no list of theorems" if way == "deduction" else "a list of theorems"
            yield f"the proof of {text} is by {way}, but has {found}"


_LEAST_DOUBT = 60
_PROOFS = {"deduction": "algebra", "algebra": "algebra", "figures": "figures", "none": ""}
"""By way of proof, the way that suits the goal too: what is derived is proved by algebra as well.

An equation is proved by algebra; what is only an order of numbers is tested in figures.
"""


def _possible_proofs(goal: Expression) -> set[str]:
    match goal:
        case Binary(operator="&&", left=left, right=right):
            ways = [_possible_proofs(left), _possible_proofs(right)]
            return {"algebra"} if {"algebra"} in ways else set.union(*ways)
        case Binary(operator="||", left=left, right=right):
            return _possible_proofs(left) | _possible_proofs(right)
        case Binary(operator="<" | ">" | "<=" | ">=" | "!=") | Unary(operator="!"):
            return {"figures"}
        case Call(name="IsInRegion"):
            return {"figures"}
    return {"algebra"}


def _unproved(case: _Case) -> list[Finding]:
    return [
        Finding("unproved", Level.NOTE, f"{claim['goal']} is true in the figures, but not proved")
        for claim in case.data["certificate"]["proof"]["goals"]
        if claim["by"] == "none"
    ]


_CHECKS: tuple[tuple[str, Callable[[_Case], Iterator[str]]], ...] = (
    ("program", _program_faults),
    ("tools", _tool_faults),
    ("goals", _goal_faults),
    ("free", _free_faults),
    ("texts", _step_text_faults),
    ("question", _question_faults),
    ("pictures", _picture_faults),
    ("level", _level_faults),
    ("proof", _proof_faults),
)
"""The checks of items that make what is wanted, by the code of their findings."""


def _moved_faults(case: _Case, rng: random.Random, budget: Budget) -> tuple[str | None, int]:
    """Test the goals in moved figures; return what fails, and how many figures there were.

    There are fewer where the conditions on the givens rarely hold, or the time runs out. One more
    figure is computed with four times as many digits.
    """
    count = 0
    for figure in _moved(case, rng, _FIGURES if case.answer["free"] else 1):
        if budget.spent:
            break
        count += 1
        fault = _moved_fault(case, figure, rng)
        if fault:
            return fault, count
    with many_digits(1024):
        for figure in _moved(case, rng, 1):
            return _moved_fault(case, figure, rng), count
    return None, count


def _moved(case: _Case, rng: random.Random, count: int) -> Iterator[Figure]:
    answer = case.answer
    return moved_givens(
        case.givens, answer["free"], case.where, upright=answer["upright"], count=count, rng=rng
    )


def _moved_fault(case: _Case, figure: Figure, rng: random.Random) -> str | None:
    """Carry the steps out in a figure of moved givens, and say what fails."""
    steps = [one for step in case.steps for one in step]
    try:
        carry_out(steps, figure, lambda one, objects: placed_anew(one, objects, rng))
    except UnknownNameError as error:
        return f"{error.name} is missing when the givens are moved"
    for name, thing in figure.objects.items():
        if thing.shape is None:
            return f"{name} does not exist when the givens are moved"
    texts = [*case.answer["goals"], *case.answer["made"]]
    for text, condition in zip(texts, (*case.goals, *case.made), strict=True):
        if holds(condition, figure.objects) is not True:
            return f"{text} is true as drawn, but not when the givens are moved"
    return None


JUDGES: dict[str, ItemJudge] = dict.fromkeys(_TASKS, judge_draft)
"""The judges by task; registered as an entry point."""
