"""Explanations of the symbols in an item that a reader may not know."""

from __future__ import annotations

import re
from collections.abc import Iterable

from geoengine.catalogue import Language
from geoengine.scene.sentence_templates import SENTENCE_TEMPLATES

__all__ = ["symbol_legend"]

_LEGEND: dict[Language, dict[str, str]] = {
    "en": {
        "∠(": (
            "∠(k,l) is the angle by which line k has to be turned counterclockwise to become"
            " parallel to line l; it is taken between 0° and 180°."
        ),
        "= ∠(": "∠(k,l) = ∠(m,n) says the same as ∠(k,m) = ∠(l,n).",
        "(Angle chasing)": (
            "Angle chasing adds and subtracts equations between directions of lines; that lines are"
            " parallel, or that points are on one line, is such an equation too."
        ),
        "(Ratio chasing)": "Ratio chasing multiplies and divides equations between lengths.",
    },
    "zh": {
        "∠(": (
            "∠(k,l)表示直线k按逆时针方向旋转到首次与直线l平行或重合时所转过的角，取值在0°与180°之间。"
        ),
        "= ∠(": "∠(k,l) = ∠(m,n)与∠(k,m) = ∠(l,n)含义相同。",
        "（导角）": ("“导角”指把关于直线方向的等式相加减，两直线平行、几点共线也是这样的等式。"),
        "（导比）": "“导比”指把关于长度的等式相乘除。",
    },
}
"""For each language, what may need an explanation, and the explanation."""

_TRIANGLES = re.compile(r"△\S+? ?([~≅∽≌]) ?△[A-Z0-9']+( \(mirrored\)|（反向）)?")
"""A statement that two triangles are similar or congruent; a second group if they are mirrored."""

_VERTICES: dict[Language, dict[str, str]] = {
    "en": {
        "~": "Corresponding vertices of similar triangles (~) are named in the same order",
        "≅": "Corresponding vertices of congruent triangles (≅) are named in the same order",
        "~≅": (
            "Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same"
            " order"
        ),
    },
    "zh": {
        "∽": "相似三角形（∽）的对应顶点按相同顺序书写",
        "≌": "全等三角形（≌）的对应顶点按相同顺序书写",
        "∽≌": "相似（∽）或全等（≌）三角形的对应顶点按相同顺序书写",
    },
}
"""What is said of vertices, by the signs between triangles in a text."""

_ORIENTATIONS: dict[Language, dict[frozenset[bool], str]] = {
    "en": {
        frozenset({False}): ", and the triangles have the same orientation.",
        frozenset({True}): "; “(mirrored)” says that the triangles have opposite orientations.",
        frozenset({False, True}): (
            "; “(mirrored)” says that the triangles have opposite orientations, otherwise they have"
            " the same."
        ),
    },
    "zh": {
        frozenset({False}): "，且两个三角形的绕向相同。",
        frozenset({True}): "；“（反向）”表示两个三角形的绕向相反。",
        frozenset({False, True}): "；“（反向）”表示两个三角形的绕向相反，否则绕向相同。",
    },
}
"""What is said of orientations, by whether the pairs of triangles in a text are mirrored."""

_OPENING: dict[Language, str] = {"en": "Notation: ", "zh": "记号："}


def symbol_legend(texts: Iterable[str], language: Language = "en") -> str:
    """Explain the symbols in some texts that a reader may not know; empty if there are none.

    Examples
    --------
    >>> print(symbol_legend(["AB = CD", "∠(AB,AC) = ∠(CA,CB)"]))
    Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become
    parallel to line l; it is taken between 0° and 180°. ∠(k,l) = ∠(m,n) says the same as
    ∠(k,m) = ∠(l,n).
    >>> print(symbol_legend(["△ABC ~ △DEF (mirrored)"]))
    Notation: Corresponding vertices of similar triangles (~) are named in the same order;
    “(mirrored)” says that the triangles have opposite orientations.
    >>> symbol_legend(["AB = CD"])
    ''
    """
    joined = "\n".join(texts)
    found = [text for symbol, text in _LEGEND[language].items() if symbol in joined]
    pairs = _TRIANGLES.findall(joined)
    if pairs:
        signs = "".join(sorted({sign for sign, _ in pairs}))
        turned = frozenset(bool(mirrored) for _, mirrored in pairs)
        found.append(_VERTICES[language][signs] + _ORIENTATIONS[language][turned])
    return _OPENING[language] + SENTENCE_TEMPLATES[language].space.join(found) if found else ""
