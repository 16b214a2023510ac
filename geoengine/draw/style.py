"""Styles: colors and line widths of pictures, read from YAML."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from geoengine.catalogue import Entry, EntryError, load_files
from geoengine.errors import UsageError
from geoengine.spelling import did_you_mean

__all__ = ["Style", "find_style", "load_styles"]

_FOLDER = Path(__file__).with_name("styles")


def _read_colour(text: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise EntryError(f"expected a colour such as #1f5fc4, found {text!r}")
    return text


Colour = Annotated[str, AfterValidator(_read_colour)]
Width = Annotated[float, Field(gt=0, le=20)]


class Style(Entry):
    """The style of a picture; the defaults are those of `textbook`.

    Examples
    --------
    >>> Style(name="blue", title="Blue ink", ink="#0000aa").circle
    '#1a1a1a'
    """

    paper: Colour = Field(default="#ffffff", description="Background.")
    ink: Colour = Field(default="#1a1a1a", description="Segments and dots.")
    circle: Colour = Field(default="#1a1a1a", description="Circles.")
    aid: Colour = Field(default="#6b6b6b", description="Auxiliary lines and dimension lines.")
    mark: Colour = Field(default="#1a1a1a", description="Squares, ticks, arrows and arcs.")
    name_colour: Colour = Field(default="#000000", description="Names of points.")
    value: Colour = Field(default="#000000", description="Lengths and angles.")
    accent: Colour = Field(default="#c62828", description="Highlighted points.")
    line_width: Width = Field(
        default=2.4, description="Width of segments, in pixels of a picture 1024 wide."
    )
    circle_width: Width = Field(default=2.0, description="Width of circles.")
    aid_width: Width = Field(default=1.4, description="Width of auxiliary and dimension lines.")
    mark_width: Width = Field(default=1.7, description="Width of marks.")
    label_size: float = Field(
        default=1.0, ge=0.5, le=2, description="Size of labels, as a multiple of the default."
    )

    def label_colour(self, kind: str, *, accented: bool = False) -> str:
        """Return the color of a label: of a name, which may be highlighted, or of a value.

        Examples
        --------
        >>> Style(name="blue", title="Blue values", value="#0000aa").label_colour("length")
        '#0000aa'
        """
        if kind != "name":
            return self.value
        return self.accent if accented else self.name_colour


@cache
def load_styles() -> dict[str, Style]:
    """Return the styles that come with geoengine, by name.

    Examples
    --------
    >>> sorted(load_styles())
    ['dark', 'geobench', 'textbook']
    """
    return load_files(sorted(_FOLDER.glob("*.yaml")), Style)


def find_style(name: str | Style) -> Style:
    """Return a style by name, or from a YAML file with one style.

    Raises
    ------
    UsageError
        If there is no style of this name, or the file has several.
    CatalogueError
        If the file is invalid, with line and column.

    Examples
    --------
    >>> find_style("dark").paper
    '#16181d'
    """
    if isinstance(name, Style):
        return name
    styles = load_styles()
    if name in styles:
        return styles[name]
    if name.endswith((".yaml", ".yml")):
        found = list(load_files([name], Style).values())
        if len(found) != 1:
            raise UsageError(f"expected one style in {name}, found {len(found)}")
        return found[0]
    raise UsageError(
        f"expected a style or a YAML file with one, found {name!r}",
        hint=did_you_mean(name, styles, f"the styles are: {', '.join(styles)}"),
    )
