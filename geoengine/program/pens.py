"""Pens: colors, widths and dashes."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLOURS", "DASHES", "Colour", "Pen"]

Colour = tuple[float, float, float]

COLOURS: dict[str, Colour] = {
    "black": (0, 0, 0),
    "blue": (0, 0, 1),
    "brown": (0.5, 0, 0),
    "chartreuse": (0.5, 1, 0),
    "cyan": (0, 1, 1),
    "darkblue": (0, 0, 0.25),
    "darkbrown": (0.25, 0, 0),
    "darkcyan": (0, 0.25, 0.25),
    "darkgray": (0.05, 0.05, 0.05),
    "darkgreen": (0, 0.25, 0),
    "darkgrey": (0.05, 0.05, 0.05),
    "darkmagenta": (0.25, 0, 0.25),
    "darkolive": (0.25, 0.25, 0),
    "darkred": (0.25, 0, 0),
    "deepblue": (0, 0, 0.5),
    "deepcyan": (0, 0.5, 0.5),
    "deepgreen": (0, 0.5, 0),
    "deepmagenta": (0.5, 0, 0.5),
    "deepred": (0.5, 0, 0),
    "fuchsia": (1, 0, 0.5),
    "gray": (0.5, 0.5, 0.5),
    "green": (0, 1, 0),
    "grey": (0.5, 0.5, 0.5),
    "heavyblue": (0, 0, 0.75),
    "heavycyan": (0, 0.75, 0.75),
    "heavygreen": (0, 0.75, 0),
    "heavymagenta": (0.75, 0, 0.75),
    "heavyred": (0.75, 0, 0),
    "lightblue": (0.5, 0.5, 1),
    "lightcyan": (0.5, 1, 1),
    "lightgray": (0.9, 0.9, 0.9),
    "lightgreen": (0.5, 1, 0.5),
    "lightgrey": (0.9, 0.9, 0.9),
    "lightmagenta": (1, 0.5, 1),
    "lightolive": (0.75, 0.75, 0),
    "lightred": (1, 0.5, 0.5),
    "lightyellow": (1, 1, 0.5),
    "magenta": (1, 0, 1),
    "mediumblue": (0.25, 0.25, 1),
    "mediumcyan": (0.25, 1, 1),
    "mediumgray": (0.75, 0.75, 0.75),
    "mediumgreen": (0.25, 1, 0.25),
    "mediummagenta": (1, 0.25, 1),
    "mediumred": (1, 0.25, 0.25),
    "olive": (0.5, 0.5, 0),
    "orange": (1, 0.5, 0),
    "paleblue": (0.75, 0.75, 1),
    "palecyan": (0.75, 1, 1),
    "palegray": (0.95, 0.95, 0.95),
    "palegreen": (0.75, 1, 0.75),
    "palemagenta": (1, 0.75, 1),
    "palered": (1, 0.75, 0.75),
    "paleyellow": (1, 1, 0.75),
    "pink": (1, 0.75, 1),
    "purple": (0.5, 0, 1),
    "red": (1, 0, 0),
    "royalblue": (0, 0.5, 1),
    "salmon": (1, 0.5, 0.5),
    "springgreen": (0, 1, 0.5),
    "white": (1, 1, 1),
    "yellow": (1, 1, 0),
}
"""Asymptote's names of colors: red, green and blue from 0 to 1."""

DASHES = {
    "solid": "solid",
    "dashed": "dashed",
    "dotted": "dotted",
    "Dotted": "dotted",
    "longdashed": "dashed",
    "dashdotted": "dashdot",
    "longdashdotted": "dashdot",
}
"""Asymptote's kinds of lines, with matplotlib's names for them."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How something is drawn; None is what the default says.

    Attributes
    ----------
    colour : (float, float, float) or None
        Red, green and blue from 0 to 1.
    width : float or None
        Of lines, in points.
    dash : str or None
        One of `DASHES`.
    size : float or None
        Of letters, in points.
    opacity : float or None
        From 0 to 1.
    evenodd : bool
        Whether what an even number of loops surround stays empty.
    """

    colour: Colour | None = None
    width: float | None = None
    dash: str | None = None
    size: float | None = None
    opacity: float | None = None
    evenodd: bool = False

    def __add__(self, other: Pen) -> Pen:
        """Return a pen with what the other one says, and else what this one says."""

        def either(name: str) -> object:
            found = getattr(other, name)
            return getattr(self, name) if found is None else found

        names = ("colour", "width", "dash", "size", "opacity")
        mixed = {name: either(name) for name in names}
        return Pen(**mixed, evenodd=self.evenodd or other.evenodd)  # type: ignore[arg-type]
