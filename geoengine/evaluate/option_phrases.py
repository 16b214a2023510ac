"""Phrases with which responses name an option, for a given number of options.

No pattern has nested repetitions, so each takes time linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

__all__ = ["OptionPhrases", "compile_option_phrases"]

_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_CHINESE = "一二三四五六七八"
_LETTERS = "abcdefgh"

_ENDS = r"(?![\w√°^/=~∥⟂≅∠△'′]| ?[=+×·>∥⟂≅~]| ?<(?!/)|[.,:]\d|\\)"
_NOUN = r"(?:options?|choices?|answers?|numbers?|no\.|#|选项|选择|statement|premise)"


@dataclass(frozen=True, slots=True)
class OptionPhrases:
    """Patterns that find options in a response to a question with a fixed number of options.

    Attributes
    ----------
    numbers : mapping of str to int
        The option, from 1, that each digit, letter or number word stands for; all in lower case.
    marker : pattern
        Matches an option given as a digit or a letter, such as "(2)" or "option B".
    named : pattern
        Matches an option given in words, such as "the second option".
    mention : pattern
        Matches any option that the text mentions, whether or not as the answer.
    cue : pattern
        Matches words that introduce an answer, such as "the answer is".
    denial : pattern
        Matches a claim that no option is right.
    """

    numbers: Mapping[str, int]
    marker: re.Pattern[str]
    named: re.Pattern[str]
    mention: re.Pattern[str]
    cue: re.Pattern[str]
    denial: re.Pattern[str]

    def number(self, match: re.Match[str]) -> int:
        """The number of the option that a match of `marker`, `named` or `mention` names."""
        word = next(group for group in match.groups() if group)
        return self.numbers[word.lower()]


@cache
def compile_option_phrases(count: int) -> OptionPhrases:
    """Compile the patterns for questions with `count` options, from 2 to 8.

    Examples
    --------
    >>> three = compile_option_phrases(3)
    >>> three.number(three.marker.match("(C)")), three.marker.match("(D)")
    (3, None)
    """
    cardinals, ordinals = "|".join(_CARDINALS[:count]), "|".join(_ORDINALS[:count])
    chinese = _CHINESE[:count]
    lower, upper = f"a-{_LETTERS[count - 1]}", f"A-{_LETTERS[count - 1].upper()}"
    digits = f"1-{count}"
    bracketed = rf"[(\[{{<] ?([{digits}{upper}{lower}]) ?[)\]}}>]"
    bare = (
        rf"([{digits}]|[{upper}{lower}](?! (?:is|lies|are) (?:the|on|an?|not|collinear|between)\b))"
        rf"{_ENDS}"
    )
    return OptionPhrases(
        numbers={
            word.lower(): k
            for words in (_CARDINALS, _ORDINALS, _LETTERS, _CHINESE, "12345678")
            for k, word in enumerate(words[:count], start=1)
        },
        marker=re.compile(
            rf"(?:the )?(?:{_NOUN} ?:? ?)?(?:{bracketed}|第 ?([{digits}]) ?(?:个|項|项)|{bare})",
            re.IGNORECASE,
        ),
        named=re.compile(
            rf"(?:the )?{_NOUN} ?(?:({cardinals})\b|(?:第 ?)?([{chinese}])(?:个|項|项)?)"
            rf"|(?:the )?({ordinals}) (?:option|choice|one|answer|statement|premise)\b"
            rf"|选项 ?([{chinese}])|第 ?([{chinese}]) ?(?:个|項|项)",
            re.IGNORECASE,
        ),
        mention=re.compile(
            rf"(?<![A-Za-z0-9_\\])\( ?([{digits}]) ?\)(?! ?[=^])"
            rf"|\b(?:option|choice|选项) ?\(?([{digits}{upper}])\b\)?"
            rf"|\bthe ({ordinals}) (?:option|choice)\b|第 ?([{chinese}{digits}]) ?(?:个|項|项)",
            re.IGNORECASE,
        ),
        cue=re.compile(
            r"(?:\banswer(?:s|ed)?\b"
            r"|\bcorrect (?:option|choice|statement|premise|one|step|serial number|number)s?\b"
            r"|\b(?:my|final|best|right) (?:choice|option|pick|selection|response)\b"
            r"|\bserial number\b|\bchosen option\b|\bconclusion\b)"
            r"[^.?!\n:=]{0,48}?(?:\bis\b|\bare\b|\bbe\b|\bas\b|\bwas\b|[:=]|→|->|⇒|\n)"
            r"|\banswer\b|<answer>"
            r"|\b(?:choose|select|pick|go with|going with|chose|choosing|selecting|picking|opt for"
            r"|vote for)\b|(?:正确)?答案|正确(?:的)?选项"
            rf"|故选|应选|因此选|所以选|选择|我选|应该选|选(?=[ :(]?[{digits}{upper}(])",
            re.IGNORECASE,
        ),
        denial=re.compile(
            r"\bnone of (?:the|them|these|those)\b"
            r"|\bno (?:correct|valid|right) (?:option|answer)\b|\bno option (?:is|holds|fits)\b"
            rf"|\ball (?:{_CARDINALS[count - 1]} )?(?:options )?(?:are|is)"
            r" (?:wrong|false|incorrect)\b"
            r"|(?:没有|无)(?:一个)?(?:正确|对的)|都不(?:对|正确|是)|均不"
            r"|\b(?:answer is|boxed\{) ?none\b",
            re.IGNORECASE,
        ),
    )
