"""Templates of published wordings, kept as data, and matching of text with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from geoengine.catalogue import read_yaml

__all__ = [
    "TemplateMatch",
    "WordingTemplate",
    "form_of",
    "load",
    "load_templates",
    "match_template",
]

_POINT = r"[A-Za-z][0-9']*"
_HOLES = re.compile(
    r"<(?P<list>\*)?(?P<name>[a-z]\w*)(?::(?P<kind>\w+))?>|(?P<any>\.\.\.)|(?P<space>\s+)"
)
_SIGNS = "=⟂∥∦:,≅≡≠/"
_SYMBOLS = re.compile(rf"\s*([{_SIGNS}])\s*")
_LONGEST = 1500
"""The longest text that is matched; no published sentence has half as many characters."""


@dataclass(frozen=True, slots=True)
class TemplateMatch:
    """What fills the placeholders of a template.

    Attributes
    ----------
    points : dict
        Points by the letters of the template.
    lists : dict
        Lists of points by the letters of the template.
    numbers : dict
        Numbers as printed, by letter.
    kinds : dict
        The kind of each number: ``length``, ``ratio`` or ``angle``.
    """

    points: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    numbers: dict[str, str]
    kinds: dict[str, str]


@dataclass(frozen=True, slots=True)
class WordingTemplate:
    """A wording with placeholders, and the entry that defines it.

    Parameters
    ----------
    wording : str
        ``<a>`` is a point, ``<*p>`` a list of points, ``<v:length>`` a number, ``...`` any text.
    entry : dict
        The entry as it stands in the file.
    whole : bool
        Whether the template must match a whole text; otherwise it matches the end of one.
    """

    wording: str
    entry: dict[str, Any]
    whole: bool

    def fit(self, text: str) -> TemplateMatch | None:
        """Match a text; None if it does not fit, or is longer than any published sentence.

        Examples
        --------
        >>> phrase = WordingTemplate("<a><b> = <v:length>", {}, True)
        >>> phrase.fit("AB=12/1").numbers
        {'v': '12/1'}
        >>> phrase.fit("AB = CD") is None
        True
        """
        pattern, kinds = _compiled(self.wording)
        if len(text) > _LONGEST:
            return None
        search = pattern.fullmatch if self.whole else _compiled_end(self.wording).search
        match = search(_tidy(text))
        if match is None:
            return None
        fit = TemplateMatch({}, {}, {}, {})
        for name, found in match.groupdict().items():
            if kinds[name] == "list":
                fit.lists[name] = tuple(re.findall(_POINT, found))
            elif kinds[name] == "point":
                fit.points[name] = found
            else:
                fit.numbers[name], fit.kinds[name] = found, kinds[name]
        needs = self.entry.get("needs")
        if needs is not None:
            more = re.search(_compiled(needs)[0].pattern, _tidy(text))
            if more is None:
                return None
            fit.points.update(more.groupdict())
        return fit


def _tidy(text: str) -> str:
    """Normalize a text: single blanks, none around signs, no period or semicolon at the end."""
    return _SYMBOLS.sub(r"\1", " ".join(text.split()).rstrip(" .;"))


@lru_cache(maxsize=512)
def _compiled(wording: str) -> tuple[re.Pattern[str], dict[str, str]]:
    parts: list[str] = []
    kinds: dict[str, str] = {}
    wording = _tidy_template(wording)
    at = 0
    for hole in _HOLES.finditer(wording):
        parts.append(re.escape(wording[at : hole.start()]))
        at = hole.end()
        name = hole["name"]
        if hole["any"]:
            parts.append(".*?")
        elif hole["space"]:
            parts.append(" ")
        elif name in kinds:
            parts.append(f"(?P={name})")
        elif hole["list"]:
            kinds[name] = "list"
            parts.append(f"(?P<{name}>{_POINT}(?:,{_POINT})+)")
        else:
            kinds[name] = hole["kind"] or "point"
            parts.append(f"(?P<{name}>{_POINT if kinds[name] == 'point' else _NUMBER})")
    parts.append(re.escape(wording[at:]))
    return re.compile("".join(parts), re.DOTALL), kinds


_NUMBER = r"(?:\?|FRACTION|-?[0-9√.][0-9√./π]*(?:pi|PI|°)?(?:/[0-9]+)?)"


def _tidy_template(wording: str) -> str:
    """Normalize a template like a text, except for its placeholders."""
    pieces = re.split(r"(<[^<>]*>)", " ".join(wording.split()))
    kept = [p if p.startswith("<") else p.replace(" ", "\x00") for p in pieces]
    joined = "".join(kept)
    joined = re.sub(rf"\x00*([{_SIGNS}])\x00*(?![^<]*>)", r"\1", joined)
    return joined.replace("\x00", " ").rstrip(" ;")


@lru_cache(maxsize=512)
def _compiled_end(wording: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|\b|\s){_compiled(wording)[0].pattern}$", re.DOTALL)


@lru_cache(maxsize=8)
def load(name: str) -> tuple[dict[str, Any], ...]:
    """The entries of one of this package's YAML files.

    Examples
    --------
    >>> [entry["form"] for entry in load("tasks.yaml")][:2]
    ['lengths', 'relations']
    """
    content = files("geoengine.audit.geobench").joinpath(name).read_bytes()
    return tuple(read_yaml(content, name).data)


@cache
def form_of(task: str) -> str:
    """What the options of a task are: lengths, relations, premises, subgoals, theorems, steps."""
    return next(str(entry["form"]) for entry in load("tasks.yaml") if entry["name"] == task)


@lru_cache(maxsize=8)
def load_templates(name: str, *, whole: bool) -> tuple[WordingTemplate, ...]:
    """The templates of a file, the longest first, so that the most specific is tried first."""
    found = [WordingTemplate(entry["says"], entry, whole) for entry in load(name)]
    return tuple(sorted(found, key=lambda phrase: -len(phrase.wording)))


def match_template(
    known: Iterable[WordingTemplate], text: str
) -> tuple[WordingTemplate, TemplateMatch] | None:
    """The first template that matches a text, with the match; None if none does."""
    for phrase in known:
        fit = phrase.fit(text)
        if fit is not None:
            return phrase, fit
    return None
