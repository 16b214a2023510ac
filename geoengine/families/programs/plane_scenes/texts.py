"""The question and the derivation of a problem of the engine, in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from geoengine.catalogue import Language, load_engine_steps, load_rules, unoriented
from geoengine.families.programs.plane_scenes.asking import Asked
from geoengine.graph import Proof, ProofStep
from geoengine.language import Statement
from geoengine.solid import print_value, root

__all__ = ["FORMS", "printed", "question", "steps"]

_STYLES: dict[Language, str] = {"en": "plain", "zh": "plain_zh"}

_QUESTIONS: dict[Language, dict[str, tuple[str, ...]]] = {
    "en": {
        "length": ("Find {asked}.", "What is the length of {asked}?", "How long is {asked}?"),
        "area": (
            "Find the area of triangle {asked}.", "What is the area of triangle {asked}?",
            "What area does triangle {asked} have?",
        ),
        "angle": (
            "Find ∠{asked}, in degrees.", "How many degrees is ∠{asked}?",
            "What is ∠{asked}, in degrees?",
        ),
        "ratio": (
            "Find {asked}.", "What is {asked}?", "What is the value of {asked}?",
        ),
    },
    "zh": {
        "length": ("求{asked}。", "{asked}的长是多少？", "{asked}有多长？"),
        "area": ("求三角形{asked}的面积。", "三角形{asked}的面积是多少？",
                 "三角形{asked}的面积等于多少？"),
        "angle": ("求∠{asked}的度数。", "∠{asked}是多少度？", "∠{asked}等于多少度？"),
        "ratio": ("求{asked}。", "{asked}是多少？", "{asked}的值是多少？"),
    },
}  # fmt: skip

_GIVEN: dict[Language, tuple[str, ...]] = {
    "en": (
        "In the figure, {given}. ",
        "The code draws a figure in which {given}. ",
        "Suppose that {given} in the figure of the code. ",
    ),
    "zh": ("图中{given}。", "代码所画的图形中，{given}。", "设代码所画图形中{given}。"),
}

FORMS = 3
"""How many forms each question has, and each statement of what is given."""

_CODE: dict[Language, tuple[str, str]] = {
    "en": ("The code says: {premises}.", "The code says, with {given}: {premises}."),
    "zh": ("由代码知：{premises}。", "取{given}，由代码知：{premises}。"),
}
_SINCE: dict[Language, str] = {
    "en": "Since {antecedents}: {conclusion} ({theorem}).",
    "zh": "由{antecedents}得{conclusion}（{theorem}）。",
}
_RIGHT: dict[Language, str] = {
    "en": "The sides {first} and {second} of the triangle are perpendicular, so its area is"
    " {one} · {other} / 2 = {value}.",
    "zh": "三角形的两边{first}与{second}互相垂直，所以面积为{one} · {other} / 2 = {value}。",
}
_HERON: dict[Language, str] = {
    "en": "The sides of the triangle are {sides}, so by Heron's formula its area is {value}.",
    "zh": "三角形的三边为{sides}，由海伦公式，面积为{value}。",
}
_COSINES: dict[Language, str] = {
    "en": "The sides of the triangle are {sides}, so by the law of cosines {angle} = {value}.",
    "zh": "三角形的三边为{sides}，由余弦定理，{angle} = {value}。",
}
_LISTED: dict[Language, str] = {"en": ", ", "zh": "、"}
_COMMA: dict[Language, str] = {"en": "; ", "zh": "，"}
_NAMES = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9]*)+(?![A-Za-z])")


def printed(asked: Asked) -> str:
    """Return the value as it is printed."""
    if asked.kind == "angle":
        return f"{asked.value}°"
    return print_value(root(asked.value.square))  # type: ignore[union-attr]


def question(
    asked: Asked, given: Statement | None, forms: Sequence[int], language: Language
) -> str:
    """Return the question, with names of points in brackets.

    Parameters
    ----------
    asked : Asked
    given : Statement or None
        The length that is given.
    forms : (int, int)
        Which wordings of what is given and asked.
    language : {"en", "zh"}
    """
    named = f"[{''.join(asked.points)}]"
    if asked.kind == "ratio":
        a, b, c, d = asked.points
        named = f"[{a}{b}] / [{c}{d}]"
    text = _QUESTIONS[language][asked.kind][forms[1]].format(asked=named)
    if given is None:
        return text
    known = f"[{''.join(given.points)}] = {given.value}"
    return _GIVEN[language][forms[0]].format(given=known) + text


def steps(asked: Asked, given: Statement | None, language: Language) -> tuple[str, ...]:
    """Return the derivation, with names of points in brackets."""
    points = frozenset(point for proof in asked.proofs for point in proof.points)
    premises = [premise for premise in asked.premises if premise != given]
    found = []
    if premises:
        listed = _COMMA[language].join(_written(asked, one, points, language) for one in premises)
        known = "" if given is None else _written(asked, given, points, language)
        form = _CODE[language][given is not None]
        found.append(form.format(given=known, premises=listed))
    found += [_step(asked, step, points, language) for step in asked.steps]
    if asked.lengths:
        found.append(_last(asked, language))
    return tuple(found)


def _step(asked: Asked, step: ProofStep, points: Collection[str], language: Language) -> str:
    antecedents = [_written(asked, one, points, language) for one in step.derivation.antecedents]
    rule = step.derivation.rule
    return _SINCE[language].format(
        antecedents=_COMMA[language].join(antecedents),
        conclusion=_written(asked, step.conclusion, points, language),
        theorem=_theorem(rule, language),
    )


def _theorem(rule: str, language: Language) -> str:
    if (step := load_engine_steps().get(rule)) is not None:
        return step.translated(language).name
    rules = load_rules()
    return unoriented(rules[rule], rules, language).name


def _last(asked: Asked, language: Language) -> str:
    """Return the step from the sides of a triangle to its area, or to an angle."""
    a, b, c = asked.points
    value, sides = printed(asked), [str(length) for length in asked.lengths]
    if len(sides) == 2:
        return _RIGHT[language].format(
            first=f"[{a}{b}]", second=f"[{a}{c}]", one=sides[0], other=sides[1], value=value
        )
    listed = _LISTED[language].join(sides)
    form = (_COSINES if asked.kind == "angle" else _HERON)[language]
    return form.format(sides=listed, angle=f"∠[{a}{b}{c}]", value=value)


def _written(
    asked: Asked, statement: Statement, points: Collection[str], language: Language
) -> str:
    proof = next((one for one in asked.proofs if statement in one.ordinary), asked.proofs[0])
    return _bracketed(_plain(proof, statement, language), points)


def _plain(proof: Proof, statement: Statement, language: Language) -> str:
    return proof.write(statement, _STYLES[language])  # type: ignore[arg-type]


def _bracketed(text: str, points: Collection[str]) -> str:
    def mark(match: re.Match[str]) -> str:
        names = re.findall(r"[A-Z][0-9]*", match[0])
        return f"[{match[0]}]" if set(names) <= set(points) else match[0]

    return _NAMES.sub(mark, text)
