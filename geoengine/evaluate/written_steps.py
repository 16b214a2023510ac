"""Parsing the steps of a proof in a response, as far as possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from geoengine.errors import StatementError
from geoengine.evaluate.text_normalization import visible
from geoengine.language import Statement, Style, read

__all__ = ["WrittenStep", "read_steps"]

_HEAD = re.compile(
    r"[ \t>*#-]{0,12}(?:\*\*)?(?:step ?|第 ?)?(\d{1,3})(?: ?步)?(?:\*\*)? ?[.:)、：](?!\d)", re.I
)
_ARROW = re.compile(r"⇒|⟹|=>|==>|→|->|\\Rightarrow|\\implies|\\therefore|∴")
_CITED = re.compile(r"\[(?:steps? ?|第 ?)?\d+(?: ?, ?\d+)*(?: ?步)?\]", re.IGNORECASE)
_MIRRORED = re.compile(r" ?[(（]反向[)）]")
_JOINT = re.compile(r"(; and |, and |; | and |, |;)")
_REASON = re.compile(r"[,.]? \b(?:by|since|because|using|from) ")
_SIGNS = str.maketrans(
    {
        **{"⊥": "⟂", "∽": "~", "≌": "≅", "‖": "∥"},
        **{"：": ":", "，": ", ", "；": ";", "（": "(", "）": ")"},
    }
)
_STYLES: tuple[Style, ...] = ("plain", "english", "plain_zh", "chinese")
_LONGEST = 2_000
_MOST_STEPS = 200
_MOST_PIECES = 80
_WIDEST = 12
"""The maximum number of comma-separated pieces in one statement."""


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A step of a response.

    Attributes
    ----------
    number : int
        The number as written.
    text : str
    antecedents, conclusions : tuple of Statement
    unread : str
        What could not be parsed; empty if everything was.
    """

    number: int
    text: str
    antecedents: tuple[Statement, ...] = ()
    conclusions: tuple[Statement, ...] = ()
    unread: str = ""


def read_steps(response: str) -> list[WrittenStep]:
    """Read the numbered steps of a response.

    Parameters
    ----------
    response : str
        A step is a line such as ``Step 2. A and B [step 1] ⇒ C (theorem)``; the number may stand
        alone, and the arrow be ``=>``. Other lines are skipped, as are steps after the 200th.

    Examples
    --------
    >>> text = "Step 1. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC (definition)"
    >>> step = read_steps(text)[0]
    >>> [str(one) for one in step.antecedents], [str(one) for one in step.conclusions]
    (['cong B M C M', 'coll B C M'], ['midp M B C'])
    >>> read_steps("1. Clearly, the triangle is nice ⇒ AB = AC")[0].unread
    'Clearly, the triangle is nice'
    >>> step = read_steps("第1步：AM = BM，A、B、M共线 ⇒ M是AB的中点（中点的定义）")[0]
    >>> [str(one) for one in step.antecedents], [str(one) for one in step.conclusions]
    (['cong A M B M', 'coll A B M'], ['midp M A B'])
    """
    steps: list[WrittenStep] = []
    for line in visible(response)[0].splitlines():
        head = _HEAD.match(line)
        if head is not None and len(steps) < _MOST_STEPS:
            steps.append(_step(int(head[1]), line[head.end() :].strip().strip("*").strip()))
    return steps


def _step(number: int, text: str) -> WrittenStep:
    if len(text) > _LONGEST:
        return WrittenStep(number, text, unread=text)
    signs = _MIRRORED.sub(" (mirrored)", text).translate(_SIGNS).replace("$", "")
    cleaned = " ".join(_CITED.sub("", signs).split())
    *reasons, conclusion = _ARROW.split(cleaned)
    concluded = _concluded(conclusion.strip())
    antecedents: list[Statement] = []
    unread = "" if concluded else conclusion.strip()
    for reason in reasons:
        found = _statements(reason.strip(" ,;:"))
        if found is None and reason.strip():
            unread = unread or reason.strip()
        antecedents += found or []
    return WrittenStep(number, text, tuple(antecedents), tuple(concluded or ()), unread)


def _concluded(text: str) -> list[Statement] | None:
    """The conclusions, without the name of a theorem after them; None if they cannot be read."""
    for candidate in _shorter(text):
        found = _statements(candidate.strip(" .,;:"))
        if found:
            return found
    return None


def _shorter(text: str) -> Iterator[str]:
    """The text, and its versions without a final parenthesis or reason."""
    yield text
    rest = text.rstrip(" .")
    for _ in range(2):
        if not rest.endswith(")"):
            break
        depth = 0
        for place in range(len(rest) - 1, -1, -1):
            depth += {")": 1, "(": -1}.get(rest[place], 0)
            if depth == 0:
                break
        rest = rest[:place].rstrip(" .")
        yield rest
    reason = _REASON.search(text)
    if reason:
        yield text[: reason.start()]


def _statements(text: str) -> list[Statement] | None:
    """Statements in a list, which may contain commas; None if some cannot be read.

    Of several readings the one with the longest first statement is chosen.
    """
    if not text:
        return []
    parts = _JOINT.split(text)
    pieces, joints = parts[::2], parts[1::2]
    if len(pieces) > _MOST_PIECES:
        return None
    best: list[list[Statement] | Literal[False]] = [False] * (len(pieces) + 1)
    best[len(pieces)] = []
    for begin in range(len(pieces) - 1, -1, -1):
        for end in range(min(len(pieces), begin + _WIDEST), begin, -1):
            rest = best[end]
            if rest is False:
                continue
            joined = pieces[begin] + "".join(
                joint + piece
                for joint, piece in zip(
                    joints[begin : end - 1], pieces[begin + 1 : end], strict=True
                )
            )
            statement = _statement(joined.strip())
            if statement is not None:
                best[begin] = [statement, *rest]
                break
    return best[0] or None


def _statement(text: str) -> Statement | None:
    for style in _STYLES:
        try:
            return read(text, style)
        except StatementError:
            continue
    return None
