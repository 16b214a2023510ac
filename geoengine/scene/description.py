"""Descriptions of problems in words: each construction as a sentence, in English or Chinese."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from geoengine.catalogue import (
    PLACEHOLDER,
    Construction,
    Language,
    Wording,
    load_constructions,
    placeholder_letters,
)
from geoengine.errors import ProblemError
from geoengine.language import (
    Statement,
    Surd,
    format_value,
    join_points,
    point_order,
    polygon_order,
)
from geoengine.scene.assembly import premises_of
from geoengine.scene.incidence import Incidence
from geoengine.scene.problem import Call, ConstructionStep, Problem
from geoengine.scene.sentence_templates import SENTENCE_TEMPLATES, SentenceTemplates

__all__ = ["DescriptionWriter", "describe", "describe_steps"]


def describe(problem: Problem, *, language: Language = "en") -> str:
    """Describe how a figure is constructed.

    Parameters
    ----------
    problem : Problem
    language : {"en", "zh"}
        English or Chinese.

    Returns
    -------
    str
        Sentences that introduce each point once, before it is used.

    Raises
    ------
    ProblemError
        If a construction has no wording in that language.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> text = "A B C = triangle; D = foot A B C; M = midpoint A B; N = midpoint A C"
    >>> problem = load_problem(f"{text}; E = on_line A D, on_line M N")
    >>> print(describe(problem))
    Let ABC be a triangle. Let D be the foot of the perpendicular from A to line BC. Let M and N be
    the midpoints of AB and AC, respectively. Let E be the intersection of lines AD and MN.
    >>> print(describe(problem, language="zh"))
    设ABC为三角形。设D为从A向直线BC所作垂线的垂足。设M、N分别为AB、AC的中点。设E为直线AD与MN的交点。
    """
    return _text(problem.steps, language)


@lru_cache(maxsize=64)
def _text(steps: tuple[ConstructionStep, ...], language: Language) -> str:
    writer = DescriptionWriter(language)
    sentences = []
    for run in _runs(steps):
        sentences += writer.write(run)
    return writer.templates.space.join(sentences)


def describe_steps(problem: Problem, *, language: Language = "en") -> list[str]:
    """Describe each construction step in a sentence of its own.

    Parameters
    ----------
    problem : Problem
    language : {"en", "zh"}

    Returns
    -------
    list of str
        One sentence for each step.

    Raises
    ------
    ProblemError
        If a construction has no wording in that language.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> text = "O A = segment; B = on_circle O A; C = on_line A B, eqdistance A O B"
    >>> for sentence in describe_steps(load_problem(text)):
    ...     print(sentence)
    Let AO be a segment.
    Let B be a point on the circle with center O through A.
    Let C be a point on line AB such that AC = BO.
    """
    writer = DescriptionWriter(language)
    return [sentence for step in problem.steps for sentence in writer.write([step])]


def describe_parts(problem: Problem) -> list[tuple[str, tuple[Statement, ...]]]:
    """Return the sentences of `describe`, in English, each with the premises that it states.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = triangle; M = midpoint A B; N = midpoint B C")
    >>> for sentence, premises in describe_parts(problem):
    ...     print(sentence, [str(premise) for premise in premises[:2]])
    Let ABC be a triangle. []
    Let M and N be the midpoints of AB and BC, respectively. ['coll A B M', 'cong A M B M']
    """
    writer = DescriptionWriter("en")
    parts = []
    for run in _runs(problem.steps):
        sentences = writer.write(run)
        of_each = [run] if len(sentences) == 1 else [[step] for step in run]
        for sentence, steps in zip(sentences, of_each, strict=True):
            calls = [call for step in steps for call in step.calls]
            parts.append((sentence, tuple(p for call in calls for p in premises_of(call))))
    return parts


def _runs(steps: Sequence[ConstructionStep]) -> Iterator[list[ConstructionStep]]:
    """Group consecutive steps that place one point each by the same single construction."""

    def kind(step: ConstructionStep) -> tuple[str, int]:
        alone = len(step.calls) == 1 and len(step.points) == 1
        return (step.calls[0].construction, -1) if alone else ("", id(step))

    return (list(run) for _, run in itertools.groupby(steps, kind))


@dataclass(frozen=True, slots=True)
class _Part:
    """One construction of a step, with the wording filled in with its points."""

    call: Call
    construction: Construction
    wording: Wording
    templates: SentenceTemplates

    @property
    def names(self) -> dict[str, str]:
        return dict(zip(self.construction.letters, self.call.arguments, strict=True))

    @property
    def is_line(self) -> bool:
        """Whether it restricts its point to a line."""
        locations = self.construction.locations[self.construction.places[0]]
        return len(locations) == 1 and locations[0].signature.kind == "line"

    @property
    def sentence(self) -> str | None:
        return self._fill(self.wording.sentence)

    @property
    def named(self) -> str | None:
        return self._fill(self.wording.named)

    @property
    def locus(self) -> str | None:
        return self._fill(self.wording.locus)

    @property
    def where(self) -> str:
        """The condition on the point, made from a noun phrase if there is no wording for it."""
        if condition := self._fill(self.wording.where):
            return condition
        if name := self.named:
            return self.templates.it_is.format(what=name)
        return self.templates.it_is_on.format(what=self.locus)

    def on(self, known: Incidence) -> set[str]:
        """Return the points known to lie on its curve."""
        (location,) = self.construction.locations[self.construction.places[0]]
        return known.on(location, self.names)

    def value(self, placeholder: str) -> str:
        """Return the text that replaces a placeholder."""
        numbers: Mapping[str, Fraction | Surd] = dict(
            zip(self.construction.numbers, self.call.numbers, strict=True)
        )
        if placeholder in numbers:
            return format_value(numbers[placeholder])
        names = [self.names[letter] for letter in placeholder_letters(placeholder)]
        if "," in placeholder:
            names = polygon_order(names)
        elif len(names) == 2:
            # A segment is called AB throughout a text, never BA, as in statements.
            names.sort(key=point_order)
        return join_points(names)

    def _fill(self, text: str | None) -> str | None:
        return None if text is None else PLACEHOLDER.sub(lambda match: self.value(match[1]), text)


class DescriptionWriter:
    """Writes steps in order, keeping track of the points known to lie on lines and circles.

    Parameters
    ----------
    language : {"en", "zh"}

    Examples
    --------
    >>> writer = DescriptionWriter("en")
    >>> calls = [Call("midpoint", ("M", "A", "B")), Call("midpoint", ("N", "A", "C"))]
    >>> writer.write([ConstructionStep(call.arguments[:1], (call,)) for call in calls])
    ['Let M and N be the midpoints of AB and AC, respectively.']
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.templates = SENTENCE_TEMPLATES[language]
        self._known = Incidence()

    def write(self, steps: Sequence[ConstructionStep]) -> list[str]:
        """Write some steps, in one sentence if there is a wording for that, and record them."""
        if (sentence := self.joint_sentence(steps)) is not None:
            self.learn(steps)
            return [sentence]
        found = []
        for step in steps:
            found.append(self.sentence(step))
            self.learn([step])
        return found

    def sentence(self, step: ConstructionStep) -> str:
        """Write one step, without recording it."""
        return self._sentence(step.points[0], [self._part(call) for call in step.calls])

    def joint_sentence(self, steps: Sequence[ConstructionStep]) -> str | None:
        """Write one sentence for several steps that each place a point by the same construction.

        None if there are fewer than two steps, if one uses the point of another, or if no wording
        fits.
        """
        if len(steps) < 2:
            return None
        parts = [self._part(step.calls[0]) for step in steps]
        points = self.templates.joined(step.points[0] for step in steps)
        placed = {step.points[0] for step in steps}
        if any(placed & set(part.call.arguments[1:]) for part in parts):
            return None
        locus = {part.locus for part in parts}
        if len(locus) == 1 and None not in locus and not parts[0].wording.sentence:
            return self.templates.all_on.format(points=points, what=locus.pop())
        for text in parts[0].wording.several:
            what = self._listed(text, parts)
            if what is not None:
                template = self.templates.respectively if "*}" in text else self.templates.several
                return template.format(points=points, what=what)
        return None

    def learn(self, steps: Iterable[ConstructionStep]) -> None:
        """Record the incidences that steps make true."""
        for call in (call for step in steps for call in step.calls):
            self._known.learn(premises_of(call))

    def _part(self, call: Call) -> _Part:
        construction = load_constructions()[call.construction]
        wording: Wording | None = getattr(construction.says, self.language)
        if wording is None:
            raise ProblemError(
                f"expected a wording of {call.construction} in the language {self.language!r},"
                " found none",
                hint=f"add {self.language}: under says: in its definition ({construction.place})",
            )
        return _Part(call, construction, wording, self.templates)

    def _listed(self, text: str, parts: Sequence[_Part]) -> str | None:
        """Fill in a wording for several points.

        None unless the values of each starred placeholder differ, and those of each other agree.
        """
        filled: dict[str, str] = {}
        for placeholder, star in PLACEHOLDER.findall(text):
            values = [part.value(placeholder) for part in parts]
            if len(set(values)) != (len(values) if star else 1):
                return None
            filled[placeholder] = self.templates.joined(values) if star else values[0]
        return PLACEHOLDER.sub(lambda match: filled[match[1]], text)

    def _sentence(self, point: str, parts: Sequence[_Part]) -> str:
        templates = self.templates
        if len(parts) == 1:
            part = parts[0]
            if part.sentence:
                return part.sentence
            if part.named:
                return templates.named.format(point=point, what=part.named)
            if part.locus:
                return templates.on.format(point=point, what=part.locus)
            return templates.such.format(
                point=point, article=templates.articles[0], what=part.where
            )
        curves = [part for part in parts if part.locus]
        others = [part for part in parts if not part.locus]
        wheres = templates.conditions([part.where for part in others]) if others else ""
        if not curves:
            article = templates.articles[all(part.is_line for part in others)]
            return templates.such.format(point=point, article=article, what=wheres)
        if len(curves) == 1:
            return templates.on_such.format(point=point, what=curves[0].locus, where=wheres)
        rest = [templates.also_on.format(what=curve.locus) for curve in curves[2:]]
        if others:
            rest.append(templates.also_where.format(what=wheres))
        also = templates.also.format(what=templates.joined(rest)) if rest else ""
        return self._meeting(point, curves[0], curves[1], also)

    def _meeting(self, point: str, first: _Part, second: _Part, also: str) -> str:
        """Write an intersection; the one known common point of the curves is excluded by name."""
        templates = self.templates
        if first.is_line and second.is_line:
            both = templates.both(str(first.locus), str(second.locus))
            return templates.lines.format(point=point, both=both, also=also)
        if second.is_line:
            first, second = second, first
        common = sorted(first.on(self._known) & second.on(self._known))
        template = templates.other if len(common) == 1 else templates.crossing
        return template.format(
            point=point, known="".join(common[:1]), first=first.locus, second=second.locus,
            also=also,
        )  # fmt: skip
