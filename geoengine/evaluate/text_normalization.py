"""Normalizing digits, brackets, LaTeX and emphasis, so that equal answers are equal texts."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["comparable", "plain", "visible"]

_INVISIBLE = dict.fromkeys(
    [
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        0xFEFF,
        0xAD,
        0xFE0F,
        0x20E3,
    ]
)
_SUPERSCRIPTS = {ord(sign): f"^{k}" for k, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
"""Exponents; normalizing would make them digits of the number before them."""

_OPENING = re.compile(
    r"<(?:think|thinking|thought|reasoning|reflection)>|◁think▷|\[think\]"
    r"|<\|begin_of_thought\|>|<\|channel\|>\s?analysis",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"</(?:think|thinking|thought|reasoning|reflection)>|◁/think▷|\[/think\]"
    r"|<\|end_of_thought\|>|<\|channel\|>\s?final(?:<\|message\|>)?",
    re.IGNORECASE,
)
_WRAPPER = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|mathsf|operatorname|textrm|mbox)\b")
_DELIMITERS = re.compile(
    r"\\[()\[\],;:!]|\$|\\left\b|\\right\b|\\displaystyle\b|\\quad\b|`|__"
    # Stars, unless they multiply.
    r"|\*++(?![\w(√.\\{])|(?<![\w)}.°*])\*++"
)
_SIGNS = {
    r"\angle": "∠", r"\triangle": "△", r"\parallel": "∥", r"\perp": "⟂", r"\sim": "~",
    r"\cong": "≅", r"\cdot": "·", r"\times": "×", r"\neq": "≠", r"\ne": "≠", r"\circ": "°",
    r"\degree": "°", r"\pi": "π", r"\implies": "⇒", r"\Rightarrow": "⇒", r"\therefore": "∴",
    r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\odot": "⊙",
}  # fmt: skip
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_FRACTION = re.compile(r"\\frac\s?\{([^{}]{1,40})\}\s?\{([^{}]{1,40})\}")
_ROOT = re.compile(r"\\sqrt\s?\{([^{}]{1,40})\}|\\sqrt\s?(\d)")
_TIGHT = re.compile(r" ?([=:;,~≅∥⟂≠()\[\]+/·]) ?")


def plain(text: str) -> str:
    r"""Return a text with ASCII digits and brackets, without LaTeX delimiters and emphasis.

    Examples
    --------
    >>> plain("**（２）**"), plain(r"\(\text{(2)}\)"), plain("②")
    ('(2)', '{(2)}', '2')
    >>> plain("√(4 + π²)")
    '√(4 + π^2)'
    """
    text = unicodedata.normalize("NFKC", text.translate(_INVISIBLE | _SUPERSCRIPTS))
    if not text.isascii():
        text = "".join(
            str(unicodedata.decimal(c)) if not c.isascii() and c.isdecimal() else c for c in text
        )
    return _DELIMITERS.sub("", _WRAPPER.sub("", text))


def comparable(text: str) -> str:
    r"""Return a text in the normal form for comparing it with options.

    Examples
    --------
    >>> comparable(r"$\angle ABC = \frac{1}{2}$") == comparable("∠ABC=1/2")
    True
    >>> comparable(r"AB = 4\sqrt{2}"), comparable("AB  ⊥ CD")
    ('AB=4√2', 'AB⟂CD')
    """
    text = _COMMAND.sub(lambda found: _SIGNS.get(found[0], found[0]), plain(text))
    text = _FRACTION.sub(r"\1/\2", text)
    text = _ROOT.sub(lambda found: f"√{found[1] or found[2]}", text)
    text = text.replace("⊥", "⟂").replace("∽", "~").replace("^°", "°").replace("^{°}", "°")
    text = text.replace("∠ ", "∠").replace("△ ", "△")
    return _TIGHT.sub(lambda found: found[1], " ".join(text.split()))


def visible(text: str) -> tuple[str, bool]:
    """Remove the thinking from a response.

    Returns
    -------
    str
        The rest of the response.
    bool
        Whether thinking begins and does not end, so that an answer may be missing.

    Examples
    --------
    >>> visible("<think>Perhaps (1)?</think>(2)")
    ('(2)', False)
    >>> visible("<think>Perhaps (1)")
    ('', True)
    """
    closings = list(_CLOSING.finditer(text))
    last = closings[-1].end() if closings else 0
    # Opening tags before the last closing tag belong to finished thinking.
    opening = next(_OPENING.finditer(text), None)
    before = text[: opening.start()] if opening and closings else ""
    rest = text[last:]
    unclosed = next(_OPENING.finditer(rest), None)
    if unclosed:
        rest = rest[: unclosed.start()]
    return f"{before} {rest}".strip(), unclosed is not None
