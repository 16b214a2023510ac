"""The question of an item: the task, what is given, what is to be made, and with what."""

from __future__ import annotations

from collections.abc import Mapping

from geoengine.catalogue import Language
from geoengine.draft import COMMANDS, TOOLS, Tools
from geoengine.families.drafting.task import Task

__all__ = ["question_of"]

_KINDS = {
    "point": ("a point", "点"),
    "line": ("a line", "直线"),
    "segment": ("a segment", "线段"),
    "ray": ("a ray", "射线"),
    "circle": ("a circle", "圆"),
    "arc": ("an arc", "圆弧"),
    "sector": ("a sector", "扇形"),
    "conic": ("a conic", "圆锥曲线"),
    "polygon": ("a polygon", "多边形"),
    "vector": ("a vector", "向量"),
    "number": ("a number", "数"),
    "angle": ("an angle", "角"),
    "list": ("a list", "列表"),
    "locus": ("a locus", "轨迹"),
    "boolean": ("a truth value", "真假值"),
    "text": ("a text", "文本"),
}

_UNUSED = frozenset(name for name in COMMANDS if name.startswith(("Are", "Is")) or name == "Locus")
"""Commands that make nothing of a figure."""

_TOOLS: Mapping[str, Mapping[Tools, str]] = {
    "en": {
        "compass_only": (
            "Allowed is the compass alone: Circle(P, Q) about P through Q, Circle(P, Distance(Q,"
            " R)) about P with the distance of Q and R as radius, Intersect of circles, and"
            " Point(c) for any point of a circle c. No lines, no coordinates, no computed numbers."
        ),
        "compass": (
            "Allowed are straightedge and compass: Line, Ray, Segment and Polygon through points,"
            " Circle(P, Q) about P through Q, Circle(P, Distance(Q, R)) about P with the distance"
            " of Q and R as radius, Intersect, and Point(c) for any point of a line or circle c. No"
            " coordinates, no computed numbers, no other commands."
        ),
        "full": "Allowed are these commands: {commands}; also coordinates, equations, computation.",
    },
    "zh": {
        "compass_only": (
            "只能用圆规：Circle(P, Q)（以P为圆心、过Q的圆）、Circle(P, Distance(Q, R))（以P为圆心、"
            "Q与R的距离为半径的圆）、圆与圆的Intersect，以及Point(c)（圆c上任取一点）。不能作直线，不能写坐标，"
            "不能计算数值。"
        ),
        "compass": (
            "只能用直尺和圆规：过点的Line、Ray、Segment、Polygon，"
            "Circle(P, Q)（以P为圆心、过Q的圆）、"
            "Circle(P, Distance(Q, R))（以P为圆心、Q与R的距离为半径的圆）、"
            "Intersect，以及Point(c)（直线或圆c上任取一点）。不能写坐标，不能计算数值，不能用其他命令。"
        ),
        "full": "可以使用下列命令：{commands}；也可以写坐标、方程和算式。",
    },
}

_ORDER = {
    "en": (
        "Of several intersections, Intersect(c, d, 1) is the first and Intersect(c, d, 2) the"
        " second. The construction must stay right when what is given is moved."
    ),
    "zh": (
        "有多个交点时，Intersect(c, d, 1)是第一个，Intersect(c, d, 2)是第二个。"
        "移动已知对象后，作图必须仍然正确。"
    ),
}


def question_of(task: Task, language: Language) -> str:
    """Return the question of a task: the problem, the givens, what is wanted and what is allowed.

    Examples
    --------
    >>> from geoengine.families.drafting import load_seeds, make_task
    >>> from geoengine.items import stream
    >>> task = make_task(load_seeds()["midpoint"], stream(1))
    >>> print(question_of(task, "en"))  # doctest: +ELLIPSIS
    Construct the midpoint M of the segment AB.
    <BLANKLINE>
    Given:
    ```geogebra
    A = (-3, -1)
    B = (3, 0.5)
    ```
    <BLANKLINE>
    To be made: M (a point).
    ...
    """
    place = 0 if language == "en" else 1
    made = [(name, _KINDS[kind][place]) for name, kind in task.wanted.items()]
    if language == "en":
        head, wanted = "Given:", f"To be made: {', '.join(f'{n} ({k})' for n, k in made)}."
    else:
        head, wanted = "已知：", f"所求：{'，'.join(f'{k}{n}' for n, k in made)}。"
    allowed = _TOOLS[language][task.tools].format(
        commands=("、" if place else ", ").join(sorted(TOOLS["full"] - _UNUSED))
    )
    givens = "\n".join(task.givens)
    return "\n\n".join(
        (
            task.problems[language],
            f"{head}\n```geogebra\n{givens}\n```",
            wanted,
            f"{allowed}{' ' if language == 'en' else ''}{_ORDER[language]}",
        )
    )
