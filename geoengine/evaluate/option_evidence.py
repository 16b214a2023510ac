"""Evidence in a text for an option, from the strongest kind to the weakest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from geoengine.evaluate.answer_phrases import AND, CLAUSE, GAP, NOT, VERDICT, WRONG_AFTER
from geoengine.evaluate.boxed_answers import find_boxes
from geoengine.evaluate.option_phrases import OptionPhrases
from geoengine.evaluate.text_normalization import comparable, plain

__all__ = ["Evidence"]

_MOST_CUES = 100
"""How many phrases such as "the answer is" are considered, from the end."""

_MOST_MENTIONS = 300
"""How many numbers mentioned in passing are considered, from the end."""

_BEFORE = 48
"""Characters before a mention that are searched for a negation."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence in a text for options, by kind; options are numbered from 1.

    Attributes
    ----------
    text : str
        The text, as `plain` returns it.
    options : tuple of str
        The options, as `comparable` returns them.
    phrases : OptionPhrases
        The phrases for this number of options.
    """

    text: str
    options: tuple[str, ...]
    phrases: OptionPhrases

    def explicit(self, shown: str) -> Iterator[tuple[str, list[int]]]:
        """Yield each kind of explicit evidence with the options it is for, the strongest first.

        `shown` is the text with its LaTeX, in which boxes are found.
        """
        yield "box", self._boxed(shown)
        yield "whole", self._whole()
        yield "cue", self._cued()
        yield "verdict", self._judged()

    def implicit(self) -> Iterator[tuple[str, list[int]]]:
        """Yield each kind of weaker evidence with the options it is for, the strongest first."""
        last = next((line for line in reversed(self.text.splitlines()) if line.strip()), "")
        yield "line", self._mentioned(last)
        yield "text", self._quoted(last) or self._quoted(self.text)
        yield "mention", self._mentioned(self.text)

    def _boxed(self, shown: str) -> list[int]:
        readable = []
        for begin, end, content in find_boxes(shown):
            found = self._choice(plain(content).strip(" {}"), alone=True)
            if found:
                readable.append((begin, end, found))
        if not readable:
            return []
        chosen = list(readable[-1][2])
        # Adjacent boxes are one answer.
        for (_, end, found), (begin, _, _) in zip(
            reversed(readable[:-1]), reversed(readable), strict=False
        ):
            between = plain(shown[end:begin]).strip(" .{}")
            if between and not AND.fullmatch(between):
                break
            chosen += found
        return chosen

    def _whole(self) -> list[int]:
        text = self.text.strip(" \n\t.{}\"'“”。!")
        return self._choice(text, alone=True) if len(text) < 400 else []

    def _cued(self) -> list[int]:
        window = 40 + 2 * max(map(len, self.options), default=0)
        for cue in reversed(list(self.phrases.cue.finditer(self.text))[-_MOST_CUES:]):
            begin = cue.end()
            if self._negated_before(cue.start()):
                continue
            gap = GAP.match(self.text, begin)
            starts = [gap.end(), begin] if gap and gap.end() > begin else [begin]
            for start in starts:
                found = self._choice(self.text[start : start + window].lstrip(' :"\n'))
                if found:
                    return found
        return []

    def _judged(self) -> list[int]:
        """Options that the text calls right."""
        return [
            self.phrases.number(marker)
            for marker in self._mentions(self.text)
            if VERDICT.match(self.text, marker.end()) and not self._negated_before(marker.start())
        ]

    def _mentioned(self, text: str) -> list[int]:
        reader = Evidence(text, self.options, self.phrases)
        return [
            self.phrases.number(marker)
            for marker in self._mentions(text)
            if not reader._negated_before(marker.start())
            and not WRONG_AFTER.match(text, marker.end())
        ]

    def _quoted(self, text: str) -> list[int]:
        """Options whose text occurs, not counting those inside a longer option's text."""
        normalized = comparable(text)
        spans = []
        for number, option in enumerate(self.options, start=1):
            at = normalized.find(option) if len(option) > 1 else -1
            while at >= 0:
                end = at + len(option)
                if _bounded(normalized, at, end) and not Evidence(
                    normalized, (), self.phrases
                )._negated_before(at):
                    spans.append((at, end, number))
                    break
                at = normalized.find(option, at + 1)
        return [
            number
            for at, end, number in spans
            if not any(a <= at and end <= e and (a, e) != (at, end) for a, e, _ in spans)
        ]

    def _choice(self, text: str, *, alone: bool = False) -> list[int]:
        """The options that a text begins with; with `alone`, only if nothing follows."""
        marker = self._named(text)
        bracketed = marker is not None and not marker[0][-1].isalnum()
        written = self._written(text, alone=alone)
        if marker is None or (written and not bracketed):
            return written
        found = [self.phrases.number(marker)]
        end = marker.end()
        while True:
            joint = AND.match(text, end)
            if joint is None:
                break
            following = self.phrases.marker.match(text, joint.end()) or self.phrases.named.match(
                text, joint.end()
            )
            if following is None:
                break
            found.append(self.phrases.number(following))
            end = following.end()
        rest = text[end:].strip(" .:,;-)–—\n\"'”}]>|。")
        if len(found) == 1:
            beside = self._written(rest, alone=False)
            if beside:
                return [*found, *beside]
            if WRONG_AFTER.match(text, end):
                return []
        if alone and rest and not rest.startswith(("</", "<|")):
            return []
        return found

    def _written(self, text: str, *, alone: bool) -> list[int]:
        """The longest option that a text begins with, in a list; with `alone`, if nothing follows.

        Empty if there is none.
        """
        normalized = comparable(text[:2000]).strip(" .\"'“”。")
        fitting = [
            (len(option), number)
            for number, option in enumerate(self.options, start=1)
            if normalized.startswith(option.strip(" .\"'“”。"))
            and _bounded(normalized, 0, len(option.rstrip(" .")))
        ]
        if not fitting:
            return []
        longest, number = max(fitting)
        rest = normalized[longest:].strip(" .")
        return [] if alone and rest else [number]

    def _named(self, text: str, at: int = 0) -> re.Match[str] | None:
        """A match of an option named at this position; None if none is."""
        return self.phrases.marker.match(text, at) or self.phrases.named.match(text, at)

    def _mentions(self, text: str) -> list[re.Match[str]]:
        return list(self.phrases.mention.finditer(text))[-_MOST_MENTIONS:]

    def _negated_before(self, at: int) -> bool:
        before = self.text[max(0, at - _BEFORE) : at]
        ends = [stop.end() for stop in CLAUSE.finditer(before)]
        return bool(NOT.search(before[ends[-1] if ends else 0 :]))


def _bounded(text: str, begin: int, end: int) -> bool:
    """Whether a part of a text is a complete word or number."""
    before = text[begin - 1] if begin else " "
    after = text[end] if end < len(text) else " "
    further = text[end + 1] if end + 1 < len(text) else " "
    if text[begin].isalnum() and (before.isalnum() and before.isascii()):
        return False
    if after in "√/°^'" or (after.isalnum() and after.isascii() and text[end - 1].isalnum()):
        return False
    return not (after in ".,:" and further.isdigit() and text[end - 1].isdigit())
