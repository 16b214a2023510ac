"""Phrases with which responses affirm, deny and refuse, for any number of options.

No pattern has nested repetitions, so each takes time linear in the length of the text.
"""

from __future__ import annotations

import re

__all__ = [
    "AND",
    "CLAUSE",
    "GAP",
    "NOT",
    "REFUSAL",
    "VERDICT",
    "WRONG_AFTER",
]

AND = re.compile(
    r" ?(?:,|;|/|&|\||、|和|或|及|与|\band\b|\bor\b)+ ?(?:also |either )?", re.IGNORECASE
)
"""What stands between several answers."""


_FILLER = (
    r"(?:(?:therefore|thus|then|clearly|simply|definitely|indeed|probably|likely|most|certainly|"
    r"actually|still|now|finally|final|either|both|given by|as follows|the|correct|right|in|is)"
    r"\b[ :,]*|(?:应该|应当|应|就|选(?!项)|择|是|为)[ :,]*|[\"'“”‘’: >#~{-]|\\boxed){0,8}"
)
GAP = re.compile(_FILLER, re.IGNORECASE)
"""What may stand between a cue and its answer."""

VERDICT = re.compile(
    r" ?[是为]?(?:正确|答案|对的)| ?(?:is|must be|would be|should be|has to be) ?"
    r"(?:clearly |indeed |therefore |thus |definitely |the ){0,4}(?:only )?(?:one )?(?:that is )?"
    r"(?:correct|right|my answer|our answer|answer|correct answer)\b",
    re.IGNORECASE,
)
"""What follows an option that is called right."""

NOT = re.compile(
    r"\b(?:not|never|neither|nor|cannot|except|eliminate[ds]?|excludes?|excluded|"
    r"exclude|reject(?:ed|s)?|rules? out|ruled out|rather than|instead of|other than|unlike|"
    r"no longer)\b|n['’]t\b|不是|并非|不选|不能选|不应选|排除|而非",
    re.IGNORECASE,
)
"""Negations before an option."""

WRONG_AFTER = re.compile(
    r" ?(?:[A-Za-z0-9=∠△ ]{0,24} )?(?:is|are|was|must be|would be)? ?"
    r"(?:not|n['’]t|wrong|incorrect|false|ruled out|eliminated|excluded|rejected|invalid"
    r"|impossible|fails?|错误|不对|不正确|不是|不成立|排除)\b",
    re.IGNORECASE,
)
"""Negations after an option."""

CLAUSE = re.compile(
    r"[.!?。;\n]|, ?(?!(?:or|nor|and|not)\b)(?=[a-z])|\bbut\b|\bso\b|而是|所以|因此", re.IGNORECASE
)
"""Where the scope of a negation ends."""

REFUSAL = re.compile(
    r"\b(?:i|we) (?:am|'m|’m|are)? ?(?:sorry|unable|not able)"
    r"|\bi (?:apologi[sz]e|must decline|refuse)|\b(?:i|we|it)(?: simply| really)? "
    r"(?:cannot|can ?not|can['’]t|could not|couldn['’]t|won['’]t"
    r"|do not have|don['’]t have|don['’]t know|do not know)\b"
    r"|\b(?:cannot|can['’]t|impossible to|unable to|not possible to|insufficient information to) "
    r"(?:be )?(?:determined?|answer(?:ed)?|decide|tell|see|view|assist|help|provide|solve)"
    r"|\b(?:no|without the|without an?|missing) (?:image|picture|figure) "
    r"(?:was|is|has been|provided)"
    r"|\bnot enough information\b|\bas an ai\b|对不起|抱歉|无法|不能确定|不知道|看不到",
    re.IGNORECASE,
)
"""Refusals to answer."""
