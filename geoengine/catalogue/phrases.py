"""The languages of the catalogue, and the wordings of constructions in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal, Self, get_args

from pydantic import BeforeValidator, Field, model_validator

from geoengine.catalogue.entry import EntryError, Text, YamlModel

__all__ = ["LANGUAGES", "PLACEHOLDER", "Language", "Phrases", "Wording", "placeholder_letters"]

Language = Literal["en", "zh"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""English and Chinese."""

PLACEHOLDER = re.compile(r"\{([^{}*]*)(\*?)\}")
"""``{a b}`` is two points side by side, ``{t}`` a number, ``{a b*}`` a list of pairs of points.

``{a, b, c}`` is a polygon: its corners side by side, from the one whose name comes first.
"""


def placeholder_letters(placeholder: str) -> tuple[str, ...]:
    """Return the letters of a placeholder, given without its braces.

    Examples
    --------
    >>> placeholder_letters("a b"), placeholder_letters("a, b, c")
    (('a', 'b'), ('a', 'b', 'c'))
    """
    return tuple(placeholder.replace(",", " ").split())


def _one_or_more(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class Wording(YamlModel):
    """The wording of a construction in one language.

    Examples
    --------
    >>> midpoint = Wording(named="the midpoint of {a b}", several="the midpoints of {a b*}")
    >>> list(midpoint)
    [('named', 'the midpoint of {a b}'), ('several', 'the midpoints of {a b*}')]
    """

    sentence: Text | None = Field(
        default=None, description="A complete sentence, with its full stop."
    )
    named: Text | None = Field(
        default=None, description="A noun phrase for the point: the midpoint of {a b}."
    )
    locus: Text | None = Field(
        default=None, description="A noun phrase for the locus of the point: line {a b}."
    )
    where: Text | None = Field(
        default=None, description="A condition that the point satisfies: {x a} = {x b}."
    )
    several: Annotated[tuple[Text, ...], BeforeValidator(_one_or_more)] = Field(
        default=(),
        description=(
            "A noun phrase for several such points: the midpoints of {a b*}. A placeholder with a"
            " star is a list; one without is the same for all points."
        ),
    )

    @model_validator(mode="after")
    def _check_not_empty(self) -> Self:
        if not (self.sentence or self.named or self.locus or self.where):
            raise EntryError("expected one of sentence, named, locus and where, found none")
        return self

    def __iter__(self) -> Iterator[tuple[str, str]]:  # type: ignore[override]
        """Yield each text, after the name of its field."""
        for field in ("sentence", "named", "locus", "where"):
            if text := getattr(self, field):
                yield field, text
        yield from (("several", text) for text in self.several)


class Phrases(YamlModel):
    """The wordings of a construction in each language.

    Examples
    --------
    >>> phrases = Phrases(en={"named": "the midpoint of {a b}"}, zh={"named": "{a b}的中点"})
    >>> phrases.zh.named
    '{a b}的中点'
    """

    en: Wording = Field(description="English.")
    zh: Wording | None = Field(default=None, description="Chinese.")
