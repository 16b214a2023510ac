"""Sentence frames: what each language puts around the wordings of constructions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from geoengine.catalogue.phrases import Language
from geoengine.language import Style

__all__ = ["FRAMES", "NAME", "RUN", "Frames"]

NAME = r"[A-Za-z][A-Za-z0-9_']*"
"""A point's name, as a regular expression."""

RUN = rf"{NAME}(?:-{NAME})*"
"""Names side by side."""


@dataclass(frozen=True, slots=True)
class Frames:
    """The sentences of one language; ``{point}`` and the like are filled in.

    Attributes
    ----------
    named, on, such : str
        A point that is something, lies on something, satisfies something.
    on_such : str
        A point that lies on something and satisfies something.
    lines : str
        The intersection of two lines.
    crossing, other : str
        A point where two curves meet, and the one that is not a point known before.
    several, respectively, all_on : str
        Several points at once.
    it_is, it_is_on : str
        That a point is something, or lies on something, as a condition.
    also, also_on, also_where : str
        What a point satisfies that is placed by two curves already.
    line, pair, two : str
        A line by two points, two of them, and any two curves.
    directed : str
        What says, after an equality of angles, that they are directed.
    comma, last, such_last : str
        What joins points, the last of them, and the last of several conditions.
    articles : tuple of (str, str)
        Of a point that is one of several, and of the only one.
    space, stop : str
        Between sentences, and at the end of each.
    prove, find : str
        What is asked.
    value : str
        What a sentence that asks calls a quantity in signs.
    opening : str
        The points that a sentence begins with, as a regular expression.
    style : Style
        How statements are written.
    listed : str
        What joins statements of which each may hold commas of its own.
    """

    named: str
    on: str
    such: str
    on_such: str
    lines: str
    crossing: str
    other: str
    several: str
    respectively: str
    all_on: str
    it_is: str
    it_is_on: str
    also: str
    also_on: str
    also_where: str
    line: str
    pair: str
    two: str
    directed: str
    comma: str
    last: str
    such_last: str
    articles: tuple[str, str]
    space: str
    stop: str
    prove: str
    find: str
    value: str
    opening: str
    style: Style
    listed: str

    def joined(self, texts: Iterable[str]) -> str:
        """Join names, or phrases.

        Examples
        --------
        >>> FRAMES["en"].joined("ABC"), FRAMES["zh"].joined("ABC")
        ('A, B and C', 'A、B、C')
        """
        return _join(texts, self.comma, self.last)

    def conditions(self, texts: Sequence[str]) -> str:
        """Join conditions, which say but once how their angles are meant."""
        directed = all(text.endswith(self.directed) for text in texts)
        if directed:
            texts = [text.removesuffix(self.directed) for text in texts]
        return _join(texts, self.comma, self.such_last) + (self.directed if directed else "")

    def both(self, first: str, second: str) -> str:
        """Join two curves, named together where both are lines by two points.

        Examples
        --------
        >>> FRAMES["en"].both("line AB", "line CD"), FRAMES["zh"].both("直线AB", "直线CD")
        ('lines AB and CD', '直线AB与CD')
        """
        told = [re.fullmatch(self.line.format(points=f"({RUN})"), one) for one in (first, second)]
        if told[0] and told[1]:
            return self.pair.format(first=told[0][1], second=told[1][1])
        return self.two.format(first=first, second=second)

    def unpaired(self, text: str) -> str:
        """Give each of two lines that are named together its own noun."""
        pair = self.pair.format(first=f"({RUN})", second=f"({RUN})")
        line = self.line.format(points=r"\1"), self.line.format(points=r"\2")
        return re.sub(pair, self.two.format(first=line[0], second=line[1]), text)


def _join(texts: Iterable[str], comma: str, last: str) -> str:
    *texts, end = texts
    return f"{comma.join(texts)}{last}{end}" if texts else end


FRAMES: dict[Language, Frames] = {
    "en": Frames(
        named="Let {point} be {what}.",
        on="Let {point} be a point on {what}.",
        such="Let {point} be {article} point such that {what}.",
        on_such="Let {point} be a point on {what} such that {where}.",
        lines="Let {point} be the intersection of {both}{also}.",
        crossing="Let {point} be a point where {first} meets {second}{also}.",
        other="Let {point} be the point other than {known} where {first} meets {second}{also}.",
        several="Let {points} be {what}.",
        respectively="Let {points} be {what}, respectively.",
        all_on="Let {points} be points on {what}.",
        it_is="it is {what}",
        it_is_on="it lies on {what}",
        also=" that also {what}",
        also_on="lies on {what}",
        also_where="satisfies {what}",
        line="line {points}",
        pair="lines {first} and {second}",
        two="{first} and {second}",
        directed=" as directed angles",
        comma=", ",
        last=" and ",
        such_last=" and ",
        articles=("a", "the"),
        space=" ",
        stop=".",
        prove="Prove that {what}.",
        find="Find {what}.",
        value="{quantity}",
        opening=rf"Let ({NAME}(?:(?:, | and ){NAME})*) be\b",
        style="plain",
        listed="; ",
    ),
    "zh": Frames(
        named="设{point}为{what}。",
        on="设{point}为{what}上一点。",
        such="设点{point}满足{what}。",
        on_such="设{point}为{what}上一点，且满足{where}。",
        lines="设{point}为{both}的交点{also}。",
        crossing="设{point}为{first}与{second}的一个交点{also}。",
        other="设{point}为{first}与{second}的异于{known}的交点{also}。",
        several="设{points}为{what}。",
        respectively="设{points}分别为{what}。",
        all_on="设{points}为{what}上的点。",
        it_is="该点为{what}",
        it_is_on="该点在{what}上",
        also="，且该点{what}",
        also_on="在{what}上",
        also_where="满足{what}",
        line="直线{points}",
        pair="直线{first}与{second}",
        two="{first}与{second}",
        directed="（有向角）",
        comma="、",
        last="、",
        such_last="且",
        articles=("", ""),
        space="",
        stop="。",
        prove="求证：{what}。",
        find="求{what}。",
        value="{quantity}的值",
        opening=rf"设点?({NAME}(?:、{NAME})*)(?:分别为|为|满足)",
        style="plain_zh",
        listed="；",
    ),
}
"""English and Chinese."""
