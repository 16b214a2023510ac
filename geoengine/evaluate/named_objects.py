"""Named objects: what a response names, compared with the expected points or word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.boxed_answers import find_boxes
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.items import Named

__all__ = ["judge_named"]

_NAME = r"[A-Z][0-9']{0,3}"
_POINTS = re.compile(rf"(?<![A-Za-z])((?:{_NAME}[, ]{{0,2}}){{1,8}})(?![a-z])")
_BETWEEN = re.compile(r"(?<=[A-Z0-9']) ?(?:、|\band\b|和|与) ?(?=[A-Z](?![a-z]))")
"""What may stand between the points that name one object."""

_SUBSCRIPT = re.compile(r"_ ?(?:\{ ?(\d) ?\}|(\d))")
_PRIME = re.compile(r"\^ ?\{? ?\\prime ?\}?|′|’")
_NO_NAMES = re.compile(r"\bI\b(?=['’]| [a-z])|\\[a-zA-Z]+")
"""The pronoun, and commands of LaTeX, such as those for the bar above a line."""

_OR = re.compile(r"\W*(?:\bor\b|或者?|还是)\W*(?:(?:the )?[a-z]+|平面|直线|点)?\W*")
"""What stands between two objects of which a response does not choose one."""

_WORDS = {
    "parallel": r"parallel|平行",
    "perpendicular": r"perpendicular|orthogonal|垂直",
    "intersecting": r"intersect(?:s|ing)?|相交",
    "skew": r"skew|异面",
    "oblique": r"oblique|斜交",
    "coincident": r"coincid(?:e|ent|ing)|identical|重合",
}
"""The relations that responses may mention, each in all its forms."""
_RELATION = re.compile("|".join(f"(?P<{name}>{forms})" for name, forms in _WORDS.items()))
_DENIED = re.compile(
    r"(?:\b(?:not|neither|nor|isn't|aren't|non)\b(?: \w+)?[ -]|不)"
    rf"(?:{'|'.join(_WORDS.values())})"
)


def judge_named(response: str, answer: Named) -> tuple[str, str]:
    r"""Compare the object named at the end of a response with the expected one.

    A box counts before the last sentence; the points may come in any order. Of several objects or
    relations in a box each must be right; in a sentence the last one counts, with those from which
    it is parted by "or".

    Returns
    -------
    str
        ``right``, ``wrong``, ``refused``, ``unreadable`` or ``empty``.
    str
        The points or the word, as written; empty if there are none.

    Examples
    --------
    >>> plane = Named(object="plane", points=("P", "B", "C1"))
    >>> judge_named(r"Hence it is \boxed{\text{plane } C_1PB}.", plane)
    ('right', 'C1PB')
    >>> judge_named("It is perpendicular to plane PAB.", plane)
    ('wrong', 'PAB')
    >>> skew = Named(object="relation", points=("skew",), aliases=(("异面",),))
    >>> judge_named("They are neither parallel nor intersecting, so they are skew.", skew)
    ('right', 'skew')
    """
    shown = visible(response)[0]
    if not shown.strip():
        return "empty", ""
    read = _relations if answer.object == "relation" else _points
    boxes = [list(read(plain(box), answer)) for _, _, box in reversed(find_boxes(shown))]
    sentences = [_chosen(text, read(text, answer)) for text in _last_sentences(plain(shown))]
    for claims in (*boxes, *sentences):
        if claims:
            decisive = next((claim for claim in claims if not claim.right), claims[-1])
            return ("right" if decisive.right else "wrong"), decisive.text
    return ("refused" if REFUSAL.search(plain(shown)) else "unreadable"), ""


@dataclass(frozen=True, slots=True)
class _Claim:
    """Something named in a text, where it stands there, and whether it is the expected one."""

    text: str
    begin: int
    end: int
    right: bool


def _last_sentences(text: str) -> list[str]:
    """Return the sentences of the last line, the last one first."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [part for part in reversed(re.split(r"[.。;；]", "".join(lines[-1:]))) if part.strip()]


def _chosen(text: str, claims: Iterable[_Claim]) -> list[_Claim]:
    """Return the last claim, after those from which it is parted by "or"."""
    listed = list(claims)
    text = _tidy(text)
    first = len(listed) - 1
    while first > 0 and _OR.fullmatch(text[listed[first - 1].end : listed[first].begin]):
        first -= 1
    return listed[max(first, 0) :]


def _tidy(text: str) -> str:
    """Return a text without subscripts, braces and commands of LaTeX."""
    text = _SUBSCRIPT.sub(lambda found: found[1] or found[2], _PRIME.sub("'", text))
    text = _NO_NAMES.sub(" ", text).replace("{", "").replace("}", "")
    return _BETWEEN.sub(" ", text)


def _points(text: str, answer: Named) -> Iterator[_Claim]:
    for found in _POINTS.finditer(_tidy(text)):
        points = re.findall(_NAME, found[1])
        yield _Claim(found[1].strip(" ,"), *found.span(), answer.is_named_by(points))


def _relations(text: str, answer: Named) -> Iterator[_Claim]:
    # Of the same length, so that the places remain.
    told = _DENIED.sub(lambda found: " " * len(found[0]), _tidy(text).lower())
    expected = {words[0].lower() for words in (answer.points, *answer.aliases)}
    known = {_form(word) for word in expected}
    for found in _RELATION.finditer(told):
        yield _Claim(found[0], *found.span(), found.lastgroup in known)
    for word in expected:
        # A relation of a family of its own, which the table does not have.
        if _form(word) is None and word in told:
            yield _Claim(word, told.index(word), told.index(word) + len(word), True)


def _form(word: str) -> str | None:
    """The name, in `_WORDS`, of the relation that a word tells; None if it is none of them."""
    found = _RELATION.search(word)
    return found.lastgroup if found else None
