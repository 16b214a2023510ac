"""Sentence templates of each language, into which the wordings of constructions are put."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from geoengine.catalogue import Language
from geoengine.language import Style

__all__ = ["NAME", "RUN", "SENTENCE_TEMPLATES", "SentenceTemplates"]

NAME = r"[A-Za-z][A-Za-z0-9_']*"
"""A regular expression for a point's name."""

RUN = rf"{NAME}(?:-{NAME})*"
"""A regular expression for names written side by side, as in ``ABC`` or ``A1-B-C``."""


@dataclass(frozen=True, slots=True)
class SentenceTemplates:
    """The sentence templates of one language, with placeholders such as ``{point}``.

    Attributes
    ----------
    named, on, such : str
        A point defined by a name ("the foot of ..."), by a curve, or by a condition.
    on_such : str
        A point defined by a curve and a condition.
    lines : str
        The intersection of two lines.
    crossing, other : str
        An intersection of two curves; the intersection other than a known point.
    several, respectively, all_on : str
        Several points in one sentence.
    it_is, it_is_on : str
        A definition by a name or by a curve, written as a condition.
    also, also_on, also_where : str
        Further conditions on a point that two curves already determine.
    line, pair, two : str
        A line through two points, two such lines, and two curves of any kind.
    directed : str
        The words after an equality of angles that say they are directed.
    comma, last, such_last : str
        Separators: in a list, before its last element, and before the last of several conditions.
    articles : tuple of (str, str)
        The article of a point that is one of several, and of a unique one.
    space, stop : str
        The separator of sentences, and the full stop.
    prove, find : str
        A goal and a question.
    value : str
        A quantity within a question.
    opening : str
        A regular expression for the points that a sentence begins with.
    style : Style
        How statements are written.
    listed : str
        The separator of statements that may contain commas themselves.
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
        """Join names or phrases.

        Examples
        --------
        >>> SENTENCE_TEMPLATES["en"].joined("ABC"), SENTENCE_TEMPLATES["zh"].joined("ABC")
        ('A, B and C', 'A、B、C')
        """
        return _join(texts, self.comma, self.last)

    def conditions(self, texts: Sequence[str]) -> str:
        """Join conditions; if all say that their angles are directed, the end says it once."""
        directed = all(text.endswith(self.directed) for text in texts)
        if directed:
            texts = [text.removesuffix(self.directed) for text in texts]
        return _join(texts, self.comma, self.such_last) + (self.directed if directed else "")

    def both(self, first: str, second: str) -> str:
        """Join two curves; two lines that are named by points share the noun.

        Examples
        --------
        >>> SENTENCE_TEMPLATES["en"].both("line AB", "line CD")
        'lines AB and CD'
        >>> SENTENCE_TEMPLATES["zh"].both("直线AB", "直线CD")
        '直线AB与CD'
        """
        lines = [re.fullmatch(self.line.format(points=f"({RUN})"), one) for one in (first, second)]
        if lines[0] and lines[1]:
            return self.pair.format(first=lines[0][1], second=lines[1][1])
        return self.two.format(first=first, second=second)

    def unpaired(self, text: str) -> str:
        """Rewrite "lines AB and CD" as "line AB and line CD"."""
        pair = self.pair.format(first=f"({RUN})", second=f"({RUN})")
        line = self.line.format(points=r"\1"), self.line.format(points=r"\2")
        return re.sub(pair, self.two.format(first=line[0], second=line[1]), text)


def _join(texts: Iterable[str], comma: str, last: str) -> str:
    *texts, end = texts
    return f"{comma.join(texts)}{last}{end}" if texts else end


SENTENCE_TEMPLATES: dict[Language, SentenceTemplates] = {
    "en": SentenceTemplates(
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
    "zh": SentenceTemplates(
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
"""The sentence templates of each language."""
