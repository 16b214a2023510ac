"""Placeholders in texts, such as ``{problem}``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from geoengine.catalogue.entry import EntryError

__all__ = ["check_placeholders", "fill", "placeholders_in"]

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def placeholders_in(text: str) -> tuple[str, ...]:
    r"""Return the placeholders of a text, in order, each once.

    Braces around anything but a lower-case word are plain text.

    Examples
    --------
    >>> placeholders_in(r"In {problem}, show {goal}. Answer as \boxed{(2)}, {goal}.")
    ('problem', 'goal')
    """
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def fill(text: str, values: Mapping[str, object]) -> str:
    r"""Replace the placeholders by values.

    Raises
    ------
    KeyError
        When a placeholder has no value.

    Examples
    --------
    >>> fill(r"a b = segment_of a b {s}", {"s": 5})
    'a b = segment_of a b 5'
    """
    return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), text)


def check_placeholders(
    text: str, known: Collection[str], within: tuple[str | int, ...] = ()
) -> None:
    """Reject unknown placeholders.

    Raises
    ------
    EntryError
        For the first unknown placeholder; the hint lists the known ones.
    """
    for name in placeholders_in(text):
        if name not in known:
            listed = ", ".join(f"{{{word}}}" for word in sorted(known)) or "none"
            raise EntryError(
                f"unknown placeholder {{{name}}}",
                within=within,
                hint=f"the placeholders here are: {listed}",
            )
