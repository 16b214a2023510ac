r"""Boxed answers: what a response puts into ``\boxed{}``."""

from __future__ import annotations

import re

__all__ = ["find_boxes"]


def find_boxes(text: str) -> list[tuple[int, int, str]]:
    r"""The boxes of a text, ``\boxed{}`` and ``\fbox{}``: start, end and content of each.

    Examples
    --------
    >>> find_boxes(r"\boxed{\text{(2)}} or \fbox{3}")
    [(0, 18, '\\text{(2)}'), (22, 30, '3')]
    """
    open_braces: list[tuple[int, int] | None] = []
    found = []
    for token in re.finditer(r"\\(?:boxed|fbox) ?\{|[{}]", text):
        if token[0] == "}":
            opening = open_braces.pop() if open_braces else None
            if opening is not None:
                found.append((opening[0], token.end(), text[opening[1] : token.start()]))
        else:
            open_braces.append(None if token[0] == "{" else (token.start(), token.end()))
    return sorted(found)
