"""Claims: the numbers that a response gives as its answer, the likeliest place first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from geoengine.errors import StatementError
from geoengine.evaluate.boxed_answers import find_boxes
from geoengine.evaluate.number_words import spell_out
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.language import NUMBER_DIGITS, WrittenNumber, read_number

__all__ = ["Claim", "Place", "claimed_values"]

_LONGEST = 12_000
_MOST_WORDS = 8
_CUE = re.compile(
    r"\b(?:answer|result|value|length|ratio|angle|area)s?\b[^.\n:=]{0,40}?(?:\bis\b|[:=])"
    r"|答案(?:是|为|:)?|<answer>|####",
    re.IGNORECASE,
)
_START = re.compile(
    # A minus sign with a space after it is one only at the beginning.
    r"(?:^[\s{(]*[-+−] *|[-−])?"
    r"(?:\d|\.\d|\\[dtc]?frac|\\sqrt|\bsqrt|\\surd|[√∛∜π]|\\pi|\bpi\b|\("
    r"|\\?(?:arc)?(?:sin|cos|tan)\b|\{ ?[\d\\.-][^{}]*\\over)"
)
_CUT_OFF = re.compile(
    r"[<>≤≥≠]|\\(?:leq?|geq?|neq?|lt|gt|pm|mp)\b|±|\bnot\b|n['’]t\b|不是|[-+*/^_&]$"
)
"""What may not stand before a claim, so that it is no bound, no negation and no half of a sum."""

_APPROXIMATELY = re.compile(
    r"(?:≈|~|\babout|\bapprox(?:imately|\.)?|\broughly|\baround|约(?:等于|为|是)?|大约)[ :{]*$",
    re.IGNORECASE,
)
_LISTED = re.compile(r",(?!\d{3}(?!\d))|;|、|\bor\b|\band\b|\bwhere\b|或|和", re.IGNORECASE)
_SENTENCE = re.compile(r",(?!\d{3}(?!\d))|;|\.(?!\d)|≈|\bor\b|或|。", re.IGNORECASE)
_OR = re.compile(r"or|或", re.IGNORECASE)
_DIGITS = re.compile(r"[\d√π∛∜]|\\(?:pi|sqrt)")
_HAN = re.compile("[\u3400-\u9fff]")
_BETWEEN_BOXES = re.compile(r"[\s$.()\[\]\\]*(?:,|;|、|or|and|或|和)?[\s$()\[\]\\]*", re.IGNORECASE)
_WORDS_IN_BRACES = re.compile(r"\{ *([A-Za-z][A-Za-z .]*?) *\}")
_RADIANS = re.compile(r"(?<![a-z])(?:rad(?:ian)?s?|弧度)$", re.IGNORECASE)
_UNIT = re.compile(
    r"(?:(?<=[\d})\]√πi° ])|^) ?(?:(?:(?:square|cubic|sq\.?|cu\.?) ?)?"
    r"(?:(?:[cmdk]?m|(?:centi|milli|kilo)?met(?:er|re)s?|inch(?:es)?|in|f(?:ee|oo)?t|units?|u"
    r"|deg(?:rees?)?|rad(?:ian)?s?|percent|dollars|sides?|triangles?|squares?|points?)(?![a-zA-Z]))"
    r"|(?:平方|立方)?(?:单位|厘米|毫米|分米|千米|米)|度|弧度|个|条|种|对|块|单位)"
    r"(?: ?\^ ?\{? ?[23] ?\}?|[23]\b)?[ .]*$",
    re.IGNORECASE,
)
_SPOILS = re.compile(r"[\d=+*/^√π\\<>≤≥:%]|(?:^| )[A-Za-z](?: |$)")
"""What may not follow a number in a box; other words may."""


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A number that a response claims.

    Attributes
    ----------
    text : str
        As it was read.
    number : WrittenNumber
    approximate : bool
        Whether the response marks it as approximate.
    """

    text: str
    number: WrittenNumber
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """What stands where a response gives its answer.

    Attributes
    ----------
    text : str
    claims : tuple of Claim
        The numbers claimed there; several if the response does not choose one. None if it is a box
        that cannot be read as a number.
    """

    text: str
    claims: tuple[Claim, ...]


def claimed_values(response: str, *, ratio: bool = False) -> Iterator[Place]:
    r"""Yield the places where a response may give its answer, the likeliest first.

    If there are boxes, the last one is the only place, together with those that a comma, "or" or
    "and" joins to it. Otherwise the places are what follows "the answer is", and the last lines.

    Parameters
    ----------
    response : str
    ratio : bool
        Whether ``2:1`` is a number.

    Examples
    --------
    >>> [place] = claimed_values(r"By Pythagoras, $AF = \boxed{\frac{5\sqrt{2}}{2}}$.")
    >>> [claim.text for claim in place.claims]
    ['\\frac{5\\sqrt{2}}{2}']
    >>> [place] = claimed_values(r"\boxed{3} or \boxed{4}")
    >>> [claim.text for claim in place.claims]
    ['3', '4']
    >>> next(claimed_values("So AF = 5√2/2, about 3.5")).claims[0].text
    '5√2/2'
    """
    shown = visible(response)[0][-_LONGEST:]
    boxes = [box for box in find_boxes(shown) if box[2].strip()]
    # Of boxes within boxes, the inner one.
    boxes = [one for one in boxes if not any(one[0] < o[0] and o[1] <= one[1] for o in boxes)]
    if boxes:
        yield _boxed(shown, boxes, ratio)
        return
    text = _tidy(shown)
    for cue in reversed(list(_CUE.finditer(text))[-20:]):
        told = text[cue.end() : cue.end() + 200].lstrip().split("\n")[0]
        yield from _in_prose(told, ratio)
    lines = [line for line in text.splitlines() if line.strip()]
    for line in reversed(lines[-3:]):
        yield from _in_prose(line, ratio)


def _tidy(text: str) -> str:
    """Write a text plainly, with words and signs that `read_number` knows."""
    # What normalizing would take for emphasis, for a formula or for a list.
    text = re.sub(r"(?<=\S) \* (?=\S)", " · ", text).replace("\\$", "").replace("{,}", ",")
    text = plain(spell_out(re.sub(r"</\w+>", "\n", text))).replace("\\ ", " ")
    text = re.sub(r"\\(?:approx|simeq|thickapprox)(?![a-z])|≒|≃", "≈", text)
    text = re.sub(r"\\(?:colon|mathbin:)|∶", ":", text)
    text = re.sub(r"\^ ?\{ ?o ?\}|\^ ?o\b", "°", text)
    return _WORDS_IN_BRACES.sub(r" \1 ", text).replace("−", "-")


def _boxed(shown: str, boxes: list[tuple[int, int, str]], ratio: bool) -> Place:
    last = len(boxes) - 1
    while last and _BETWEEN_BOXES.fullmatch(shown[boxes[last - 1][1] : boxes[last][0]]):
        last -= 1
    claims: list[Claim] = []
    contents = [_tidy(content) for _, _, content in boxes[last:]]
    text = "; ".join(contents)
    for content in contents:
        parts = [
            part for part in _LISTED.split(content) if re.search(r"[\d√π∛∜]|\\pi|\\sqrt", part)
        ]
        for part in parts:
            claim = _read(part, ratio, whole=True)
            if claim is None:
                return Place(text, ())
            claims.append(claim)
        if not parts:
            return Place(text, ())
    return Place(text, tuple(claims))


def _in_prose(text: str, ratio: bool) -> Iterator[Place]:
    """The place in a sentence: what is after the last equals signs; or else nothing."""
    forms = text.split("=")[-3:]
    for number, part in reversed(list(enumerate(forms))):
        cuts = list(_SENTENCE.finditer(part))
        ends = [cut.start() for cut in cuts] + [len(part)]
        claim = _read(part[: ends[0]], ratio)
        if claim is None and cuts and _APPROXIMATELY.search(part[: cuts[0].end()]):
            claim = _read(part[: ends[1]], ratio)
        if claim is None:
            continue
        claims = [_exact_form(forms[:number], claim, ratio)]
        if cuts and _OR.fullmatch(cuts[0][0]):
            other = _read(part[cuts[0].end() : ends[1]], ratio)
            claims += [other] if other else []
        yield Place(claims[0].text, tuple(claims))


def _exact_form(forms: list[str], claim: Claim, ratio: bool) -> Claim:
    """Of ``5√2/2 = 3.54``, the exact form, if the decimal number is its rounded value."""
    places = claim.number.places
    if places is None or not forms:
        return claim
    before = _read(forms[-1], ratio)
    if before is None or before.number.places is not None:
        return claim
    off = abs(before.number.value - claim.number.value)
    return before if off * 10**places <= 0.5000001 else claim


def _read(text: str, ratio: bool, whole: bool = False) -> Claim | None:
    """Read the claim at the end of a text, which must be all of it if `whole`."""
    if whole:
        exact, sign, _ = text.partition("≈")
        forms = (exact if sign and _START.search(exact) else text).split("=")
        claim = _read_form(forms[-1], ratio, whole)
        return claim and _exact_form(forms[:-1], claim, ratio)
    return _read_form(text, ratio, whole)


def _read_form(text: str, ratio: bool, whole: bool) -> Claim | None:
    text = text.strip()
    if text.startswith("{") and text.endswith("}") and "}" not in text[1:-1]:
        text = text[1:-1].strip()
    begin = _START.search(text)
    if begin is None:
        return None
    before = text[: begin.start()].rstrip(" {")
    if len(before.split()) > _MOST_WORDS or _CUT_OFF.search(before):
        return None
    if begin.start() and re.match(r"[A-Za-z\d_'\\]", text[begin.start() - 1]):
        return None
    approximate = bool(_APPROXIMATELY.search(before))
    body = text[begin.start() :]
    number = _longest(body, ratio, whole)
    return number and replace(number, approximate=approximate)


def _longest(text: str, ratio: bool, whole: bool) -> Claim | None:
    """Read the longest beginning of a text that is a number, perhaps with a unit."""
    words = text.split()
    for count in range(min(len(words), 2 * _MOST_WORDS), 0, -1):
        rest = " ".join(words[count:])
        if whole and _SPOILS.search(_UNIT.sub("", rest)):
            return None
        found = _with_unit(" ".join(words[:count]), ratio)
        if found is not None:
            return found
    return None


def _with_unit(text: str, ratio: bool) -> Claim | None:
    text = text.strip(" .。|<>" if "°" in text or "circ" in text else " .。|<>\"'")
    bare = _UNIT.sub("", text).strip(" .{")
    # A brace that was opened before the number.
    bare = bare.rstrip("} ") if "{" not in bare else bare
    han = _HAN.search(bare)
    bare = bare[: han.start()] if han else bare
    try:
        if ratio and (sides := bare.split(":"))[1:]:
            one, other = (read_number(side) for side in sides)
            number = WrittenNumber(_quotient(one.value, other.value))
        else:
            number = read_number(bare)
    except (StatementError, ValueError, ZeroDivisionError):
        return None
    if _RADIANS.search(text):
        number = replace(number, measure="radians")
    return Claim(bare.strip(), number)


def _quotient(one: Any, other: Any) -> Any:
    from mpmath import mp

    with mp.workdps(NUMBER_DIGITS):
        return one / other
