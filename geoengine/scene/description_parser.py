"""Parser of the sentences that `describe` writes, back into construction steps.

A sentence is searched for the wordings of constructions. Each candidate is written out again and
accepted only if that gives exactly the sentence, so the parser reads only what the writer writes,
and an ambiguous sentence is an error.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from geoengine.catalogue import (
    PLACEHOLDER,
    Construction,
    Language,
    load_constructions,
    placeholder_letters,
)
from geoengine.errors import ProblemError, StatementError
from geoengine.language import Surd, parse_angle, split_points
from geoengine.scene.assembly import premises_of
from geoengine.scene.description import DescriptionWriter
from geoengine.scene.problem import Call, ConstructionStep
from geoengine.scene.sentence_templates import NAME, RUN, SENTENCE_TEMPLATES, SentenceTemplates

__all__ = ["read_steps"]

_VALUE = r"[(\d√][\d√()/]*°?"
_EDGE = r"(?<![\w'-])", r"(?![\w'-])"
_BETWEEN = r"(?:, | and |、)"
_MOST_CALLS = 4


def read_steps(text: str, *, language: Language = "en") -> tuple[ConstructionStep, ...]:
    """Parse a description into construction steps.

    Parameters
    ----------
    text : str
        Sentences as `geoengine.scene.describe` writes them.
    language : {"en", "zh"}

    Returns
    -------
    tuple of ConstructionStep
        The constructions, with the points and numbers of the text.

    Raises
    ------
    ProblemError
        For the first sentence that is not recognized or is ambiguous.

    Examples
    --------
    >>> text = "Let ABC be a triangle. Let D and E be the midpoints of AB and AC, respectively."
    >>> for step in read_steps(text):
    ...     print(step)
    A B C = triangle A B C
    D = midpoint D A B
    E = midpoint E A C
    >>> for step in read_steps("设AB为一条线段。设C为直线AB上一点。", language="zh"):
    ...     print(step)
    A B = segment A B
    C = on_line C A B
    """
    writer = DescriptionWriter(language)
    templates = writer.templates
    steps: list[ConstructionStep] = []
    cut = re.split(rf"(?<={re.escape(templates.stop)}){templates.space}", " ".join(text.split()))
    for sentence in filter(None, cut):
        # Several constructions may say the same in the same words.
        meant: dict[Hashable, tuple[ConstructionStep, ...]] = {}
        for reading in _readings(sentence, writer):
            meant.setdefault(_meaning(reading), reading)
        found = list(meant.values())
        if len(found) != 1:
            what = "an ambiguous one" if found else "another"
            meanings = "; or: ".join("; ".join(map(str, steps)) for steps in found)
            raise ProblemError(
                f"expected a sentence that geoengine writes, found {what}: {sentence!r}",
                hint=f"it could mean: {meanings}"
                if found
                else "see the wordings under: geoengine constructions show NAME",
            )
        writer.learn(found[0])
        steps += found[0]
    return tuple(steps)


def _readings(sentence: str, writer: DescriptionWriter) -> Iterator[tuple[ConstructionStep, ...]]:
    """Yield every sequence of steps that this sentence describes; one may come twice."""
    wordings = _wordings(writer.language)
    for wording in wordings:
        if wording.field == "sentence":
            for _, call in wording.calls(sentence, whole=True):
                step = ConstructionStep(call.arguments[: len(wording.construction.places)], (call,))
                if writer.sentence(step) == sentence:
                    yield (step,)
    opening = re.match(writer.templates.opening, sentence)
    if opening is None:
        return
    points = re.split(_BETWEEN, opening[1])
    if len(points) > 1:
        for template in (
            writer.templates.respectively,
            writer.templates.several,
            writer.templates.all_on,
        ):
            match = re.fullmatch(_template_pattern(template), sentence)
            for wording in wordings:
                for calls in wording.lists(match[1], points) if match else ():
                    steps = tuple(ConstructionStep(call.arguments[:1], (call,)) for call in calls)
                    if writer.joint_sentence(steps) == sentence:
                        yield steps
        return
    # "lines AB and CD" is also searched as "line AB and line CD".
    rest = writer.templates.unpaired(sentence[opening.end() :])
    found = [
        one
        for text in dict.fromkeys([sentence[opening.end() :], rest])
        for wording in wordings
        if wording.field not in {"sentence", "several"}
        for one in wording.calls(text, point=points[0])
    ]
    # A sentence names the calls of a step in order.
    ordered = dict.fromkeys(call for _, call in sorted(found, key=lambda one: one[0]))
    for count in range(1, _MOST_CALLS + 1):
        for some in itertools.combinations(ordered, count):
            step = ConstructionStep((points[0],), some)
            if _combines(some) and writer.sentence(step) == sentence:
                yield (step,)


def _meaning(steps: Sequence[ConstructionStep]) -> Hashable:
    """What steps place, and the premises that they add."""
    return tuple(
        (
            frozenset(step.points),
            frozenset(itertools.chain.from_iterable(map(premises_of, step.calls))),
        )
        for step in steps
    )


@cache
def _template_pattern(template: str) -> str:
    """Return a sentence template as a pattern with one group, for what stands at ``{what}``."""
    return re.escape(template).replace(r"\{points\}", ".+?").replace(r"\{what\}", "(.+)")


def _combines(calls: Sequence[Call]) -> bool:
    known = load_constructions()
    return len(calls) == 1 or all(known[call.construction].combines for call in calls)


@dataclass(frozen=True, slots=True)
class _Wording:
    """One wording of a construction, as a pattern with a group for each placeholder.

    `field` is its field in `Wording`; `slots` are the placeholders, and `starred` says which are
    lists.
    """

    construction: Construction
    field: str
    pattern: re.Pattern[str]
    slots: tuple[str, ...]
    starred: tuple[bool, ...]
    templates: SentenceTemplates

    def calls(
        self, text: str, *, point: str | None = None, whole: bool = False
    ) -> Iterator[tuple[int, Call]]:
        """Yield the calls found in a text, each with its position; they place `point`, if given.

        With `whole`, the wording must match the whole text.
        """
        found = [self.pattern.fullmatch(text)] if whole else self.pattern.finditer(text)
        for match in found:
            if match is not None and (call := self._call(match.groups(), point)) is not None:
                yield match.start(), call

    def lists(self, text: str, points: Sequence[str]) -> Iterator[list[Call]]:
        """Yield lists of calls that place the given points, one call for each."""
        if self.field not in {"several", "locus"} or len(self.construction.places) > 1:
            return
        if match := self.pattern.fullmatch(text):
            columns = [
                re.split(_BETWEEN, group) if star else [group] * len(points)
                for group, star in zip(match.groups(), self.starred, strict=True)
            ]
            if all(len(column) == len(points) for column in columns):
                rows = [[column[row] for column in columns] for row in range(len(points))]
                calls = [self._call(row, point) for row, point in zip(rows, points, strict=True)]
                if None not in calls:
                    yield [call for call in calls if call is not None]

    def _call(self, groups: Sequence[str], point: str | None) -> Call | None:
        numbers: dict[str, Fraction | Surd] = {}
        runs: list[tuple[tuple[str, ...], list[list[str]]]] = []
        if point is not None:
            runs.append((self.construction.places[:1], [[point]]))
        try:
            for slot, text in zip(self.slots, groups, strict=True):
                if slot in self.construction.numbers:
                    is_angle = self.construction.numbers[slot] == "angle"
                    numbers[slot] = parse_angle(text) if is_angle else Surd.parse(text)
                else:
                    letters = placeholder_letters(slot)
                    points = split_points(text, len(letters))
                    runs.append((letters, _orders(points, polygon="," in slot)))
        except StatementError:
            return None
        names = _names(runs, {})
        if names is None or set(names) != set(self.construction.letters):
            return None
        placed = {names[letter] for letter in self.construction.places}
        if any(names[letter] in placed for letter in self.construction.takes):
            return None
        if set(numbers) != set(self.construction.numbers):
            return None
        return Call(
            self.construction.name,
            tuple(names[letter] for letter in self.construction.letters),
            tuple(numbers[letter] for letter in self.construction.numbers),
        )


def _orders(points: list[str], *, polygon: bool) -> list[list[str]]:
    """The orders of letters for which points are written side by side in the given order.

    Two are written in the order of their names, whatever that of the letters; a polygon from any
    of its corners, and either way around.
    """
    if polygon:
        turned = [points[at:] + points[:at] for at in range(len(points))]
        return [*turned, *(one[::-1] for one in turned)]
    return [points, points[::-1]] if len(points) == 2 else [points]


def _names(
    runs: Sequence[tuple[tuple[str, ...], list[list[str]]]], known: dict[str, str]
) -> dict[str, str] | None:
    """Return the point of each letter; None if the runs conflict.

    A run is some letters, and the orders that the points that stand for them may have.
    """
    if not runs:
        return known
    (letters, orders), rest = runs[0], runs[1:]
    for some in orders:
        own = dict(zip(letters, some, strict=True))
        if all(known.get(letter, name) == name for letter, name in own.items()):
            found = _names(rest, known | own)
            if found is not None:
                return found
    return None


@cache
def _wordings(language: Language) -> tuple[_Wording, ...]:
    """Compile the wordings of all constructions."""
    templates = SENTENCE_TEMPLATES[language]
    return tuple(
        _compile(construction, field, text, templates)
        for construction in load_constructions().values()
        for field, text in getattr(construction.says, language) or ()
    )


def _compile(
    construction: Construction, field: str, text: str, templates: SentenceTemplates
) -> _Wording:
    text = text.removesuffix(templates.directed)
    parts, slots, starred, at = [], [], [], 0
    for match in PLACEHOLDER.finditer(text):
        parts.append(re.escape(text[at : match.start()]))
        slot = match[1]
        one = _VALUE if slot in construction.numbers else RUN if " " in slot else NAME
        several = rf"{one}(?:{_BETWEEN}{one})*"
        parts.append(f"{_EDGE[0]}({several if match[2] else one}){_EDGE[1]}")
        slots.append(slot)
        starred.append(bool(match[2]))
        at = match.end()
    parts.append(re.escape(text[at:]))
    pattern = re.compile("".join(parts), re.ASCII)
    return _Wording(construction, field, pattern, tuple(slots), tuple(starred), templates)
