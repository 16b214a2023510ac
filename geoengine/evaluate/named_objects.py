"""Named objects: the points that a response names, compared with the expected ones."""

from __future__ import annotations

import re

from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.boxed_answers import find_boxes
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.items import Named

__all__ = ["judge_named"]

_POINTS = re.compile(r"(?<![A-Za-z])((?:[A-Z][0-9']{0,3}[, ]{0,2}){1,8})(?![a-z])")


def judge_named(response: str, answer: Named) -> tuple[str, str]:
    r"""Compare the object named at the end of a response with the expected one.

    A box counts before the last line; the points may come in any order.

    Returns
    -------
    str
        ``right``, ``wrong``, ``refused``, ``unreadable`` or ``empty``.
    str
        The points that were named, as written; empty if there are none.

    Examples
    --------
    >>> plane = Named(object="plane", points=("P", "B", "C"))
    >>> judge_named(r"Hence it is \boxed{\text{plane } CPB}.", plane)
    ('right', 'CPB')
    >>> judge_named("It is perpendicular to plane PAB.", plane)
    ('wrong', 'PAB')
    """
    shown = visible(response)[0]
    if not shown.strip():
        return "empty", ""
    texts = [plain(content) for _, _, content in reversed(find_boxes(shown))]
    texts += [line for line in reversed(plain(shown).splitlines()) if line.strip()][:1]
    for text in texts:
        found = _POINTS.findall(text)
        if found:
            claimed = found[-1].strip(" ,")
            points = re.findall(r"[A-Z][0-9']{0,3}", claimed)
            return ("right" if answer.is_named_by(points) else "wrong"), claimed
    return ("refused" if REFUSAL.search(plain(shown)) else "unreadable"), ""
