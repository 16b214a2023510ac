"""Extraction: which option a response chooses, or why it chooses none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.option_evidence import Evidence
from geoengine.evaluate.option_phrases import compile_option_phrases
from geoengine.evaluate.text_normalization import comparable, plain, visible

__all__ = ["Extraction", "Outcome", "extract"]

_LONGEST = 12_000
"""How many characters at the end of a response are searched for an answer."""


class Outcome(StrEnum):
    """The kinds of outcome of a response."""

    ANSWERED = "answered"
    SEVERAL = "several"
    REFUSED = "refused"
    DENIED = "denied"
    UNFINISHED = "unfinished"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Extraction:
    """The option found in a response, if any.

    Attributes
    ----------
    outcome : Outcome
        ``answered``: one option; ``several``: more than one, with none preferred; ``refused``: it
        states that it cannot answer; ``denied``: it states that no option is right;
        ``unfinished``: it ends while thinking; ``empty``; ``unreadable``: none of these.
    option : int or None
        The number of the option, from 1, if one is chosen.
    by : str
        The evidence that decided: ``box``; ``whole``: the response is nothing but an answer;
        ``cue``: "the answer is …"; ``verdict``: "(2) is correct"; ``line``: the last line;
        ``text``: an option's text; ``mention``: the only number mentioned. Empty if none did.
    """

    outcome: Outcome
    option: int | None = None
    by: str = ""


def extract(response: str, options: Sequence[str]) -> Extraction:
    r"""Find the option that a response chooses.

    The strongest evidence decides: the last box, a response that is an answer and nothing else, the
    last "the answer is …", "(2) is correct", then the last line, an option's text, and at the end a
    number that is the only one mentioned. A negated mention ("not (2)") is not an answer. All
    patterns take time in proportion to the length of the text.

    Parameters
    ----------
    response : str
    options : sequence of str
        The texts of the options, in order.

    Examples
    --------
    >>> options = ["AB = 6", "AB = 7", "CD = 6", "CD = 8"]
    >>> for response in ("(2)", r"So \boxed{(3)}.", "Answer: B", "It must be that CD = 8."):
    ...     print(extract(response, options).option)
    2
    3
    2
    4
    >>> extract("The answer is not (2).", options).outcome.value
    'unreadable'
    >>> extract("(1) or (3)", options).outcome.value
    'several'
    """
    shown, unfinished = visible(response)
    if not shown.strip():
        return Extraction(Outcome.UNFINISHED if unfinished else Outcome.EMPTY)
    text = plain(shown)[-_LONGEST:]
    phrases = compile_option_phrases(len(options))
    evidence = Evidence(text, tuple(comparable(option) for option in options), phrases)
    for by, found in evidence.explicit(shown[-_LONGEST:]):
        if found:
            return _extraction(found, by)
    if phrases.denial.search(text) or phrases.denial.search(shown[-_LONGEST:]):
        return Extraction(Outcome.DENIED)
    if unfinished:
        return Extraction(Outcome.UNFINISHED)
    if REFUSAL.search(text):
        return Extraction(Outcome.REFUSED)
    for by, found in evidence.implicit():
        if found:
            return _extraction(found, by)
    return Extraction(Outcome.UNREADABLE)


def _extraction(found: Sequence[int], by: str) -> Extraction:
    chosen = set(found)
    if len(chosen) == 1:
        return Extraction(Outcome.ANSWERED, chosen.pop(), by)
    return Extraction(Outcome.SEVERAL, None, by)
