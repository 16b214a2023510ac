"""Colours of both languages, by name."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ASYMPTOTE_COLOURS", "Colour", "colour_word"]


@dataclass(frozen=True)
class Colour:
    """A colour as a program names it.

    Attributes
    ----------
    name : str
        Such as ``red``, ``gray(0.8)`` or ``#ffcc00``.
    white : bool
        Whether it is the colour of the paper.
    """

    name: str
    white: bool = False

    def __post_init__(self) -> None:
        if self.name in {"white", "w"}:
            object.__setattr__(self, "white", True)


def colour_word(colour: Colour) -> str:
    """The basic word in the name of a colour: ``red`` for ``palered`` or ``tab:red``.

    Examples
    --------
    >>> colour_word(Colour("lightgrey")), colour_word(Colour("gray(0.7)"))
    ('gray', 'gray')
    """
    name = colour.name.lower().replace("grey", "gray")
    for word in _WORDS:
        if word in name:
            return word
    return {"r": "red", "g": "green", "b": "blue", "y": "yellow", "k": "black"}.get(name, name)


_WORDS = (
    "olive", "gray", "red", "green", "blue", "cyan", "magenta", "yellow", "orange", "purple",
    "pink", "brown", "black", "salmon", "fuchsia", "chartreuse",
)  # fmt: skip

_SHADES = {
    "pale": "red green blue cyan magenta yellow gray grey",
    "light": "red green blue cyan magenta yellow gray grey olive",
    "medium": "red green blue cyan magenta yellow gray grey",
    "heavy": "red green blue cyan magenta gray grey",
    "deep": "red green blue cyan magenta yellow gray grey",
    "dark": "red green blue cyan magenta olive gray grey brown",
}

_PLAIN = """
black white gray grey red green blue cyan magenta yellow orange fuchsia chartreuse springgreen
purple royalblue salmon brown olive pink Cyan Magenta Yellow Black
"""

ASYMPTOTE_COLOURS = frozenset(
    [*_PLAIN.split(), *(s + name for s, names in _SHADES.items() for name in names.split())]
)
"""The colours that stock Asymptote has names for."""
