"""The commands of a construction that a response gives, in a block, in several, or bare."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from geoengine.draft import (
    COMMANDS,
    STYLES,
    Binary,
    Boolean,
    Call,
    Coordinates,
    DraftError,
    Equation,
    Items,
    Name,
    Number,
    Statement,
    Text,
    read_draft,
)

__all__ = ["claimed_commands"]

_LONGEST = 200_000
"""How many characters at the end of a response are searched for commands."""

_FENCE = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[^\n]*\n(.*?)(?:^[ \t]*(?:`{3,}|~{3,})[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_NAME = r"[^\W\d_][^\W_]*'*(?:_(?:\{\w+\}|\w+)'*)?"
_DEFINES = re.compile(rf"\s*({_NAME})\s*(?::=|[=:](?!=))")
_COMMAND_LIKE = re.compile(
    rf"(?:{_NAME}\s*(?::=|[=:](?!=))\s*\S|[A-Z][A-Za-z]+\s*[\[(]|[{{(\[]?\s*{_NAME}\s*,)"
)
_CALL = re.compile(rf"{_NAME}\s*:?=\s*[A-Z][a-z]\w+\s*(?:\(.*\)|\[.*\])")
_WITHIN = re.compile(rf"{_NAME}\s*:?=\s*[A-Z][A-Za-z]+\s*[\[(]")
_MARKER = re.compile(
    r"^\s*(?:[-+•*]\s+|\(?\d{1,3}\s*[.)、]\s*|\(\d{1,3}\)\s*"
    r"|(?:step|步骤|第)\s*\d+\s*步?\s*[:.、]\s*)",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(r"\s+(?:--|—|–|←|→|⇒|->|=>)\s.*$|\s*\([^()]*[\u4e00-\u9fff][^()]*\)\s*$")
"""What may stand after a command to explain it; the language has comments of its own."""

_CODE = re.compile(r"`([^`\n]+)`|\$([^$\n]+)\$|\\\((.+?)\\\)")
_WORDS = re.compile(r"[A-Za-z]{2,}(?:\s+[A-Za-z]{2,}){3,}|[\u4e00-\u9fff]{4,}")
"""Prose: four words in a row."""

_SIGNS = str.maketrans(
    {
        **{sign: f"^{k}" for k, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
        **{sign: f"_{k}" for k, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
        **dict.fromkeys("′’‘ʹ`", "'"), **dict.fromkeys("“”", '"'),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad"),
        "（": "(", "）": ")", "，": ",", "：": ":", "；": ";", "＝": "=", "【": "[", "】": "]",
        "。": ".", "、": ",",
    }
)  # fmt: skip
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ",
    "lambda": "λ", "mu": "μ", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω",
}  # fmt: skip
_LATEX: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathsf|mathit|operatorname\*?)"
                r"\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\^\s*\{?\s*\\(?:circ|degree)\b\s*\}?"), "°"),
    (re.compile(r"\^\s*\{?\s*\\prime\b\s*\}?"), "'"),
    (re.compile(r"\\(?:circ|degree)\b"), "°"),
    (re.compile(r"\\pi\b"), "pi"),
    (re.compile(r"\\(?:cdot|times)\b"), "*"),
    (re.compile(r"\\in\b"), "∈"),
    (re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"((\1)/(\2))"),
    (re.compile(r"\\sqrt\s*\{([^{}]*)\}"), r"sqrt(\1)"),
    (re.compile(rf"\\({'|'.join(_GREEK)})\b"), lambda found: _GREEK[found[1]]),
    (re.compile(r"\\(?:left|right|displaystyle|quad|qquad|[,;!: ])|\\[()\[\]]|\$"), ""),
    (re.compile(r"\\_"), "_"),
    (re.compile(r"\\(?:begin|end)\{[^{}]*\}|&"), ""),
]  # fmt: skip


def claimed_commands(response: str, wanted: Iterable[str], given: Iterable[str]) -> tuple[str, ...]:
    r"""Return the commands of the construction that a response gives; none if there are none.

    The last block between fences counts that names all that is wanted and uses nothing of other
    blocks; if there is none, all blocks together; without blocks, the lines that are commands.
    Full-width signs, LaTeX, numbering and prose are removed.

    Parameters
    ----------
    response : str
        Without the thinking.
    wanted, given : iterable of str
        The names of what is to be made, and of what is there.

    Examples
    --------
    >>> claimed_commands("```\nc = Circle[A, B]\n```\nthen\n```\nM：Center（c）\n```", "M", "A")
    ('c = Circle[A, B]', 'M:Center(c)')
    >>> claimed_commands(r"1. \(c = \text{Circle}(A, B)\), 以A为圆心", "c", "AB")
    ('c = Circle(A, B)',)
    """
    shown = response[-_LONGEST:].replace("\r\n", "\n")
    blocks = [found for text in _FENCE.findall(shown) if (found := _of_block(text))]
    if not blocks:
        return tuple(_bare(shown))
    names = [_defined(block) for block in blocks]
    asked, there = {name.split("_")[0] for name in wanted}, set(given)
    for number in reversed(range(len(blocks))):
        foreign = set().union(*names[:number], *names[number + 1 :]) - names[number] - there
        used = set(re.findall(_NAME, "\n".join(blocks[number])))
        if asked <= {name.split("_")[0] for name in names[number]} and not foreign & used:
            return blocks[number]
    return tuple(dict.fromkeys(line for block in blocks for line in block))


def _defined(lines: Iterable[str]) -> set[str]:
    found = map(_DEFINES.match, lines)
    return {match[1].replace("{", "").replace("}", "") for match in found if match}


def _of_block(text: str) -> tuple[str, ...]:
    """Return the commands of a block: all its lines but prose."""
    found: list[str] = []
    for line in _logical_lines(text):
        if not line or line.startswith(("#", "//")):
            continue
        after = line.partition(":")[2].strip()
        if _statement(line) is not None:
            found.append(line)
        elif after and _COMMAND_LIKE.match(after) and _statement(after) is not None:
            found.append(after)
        elif _COMMAND_LIKE.match(line) and not _WORDS.search(re.sub(r'"[^"]*"', "", line)):
            # Not a command of the language: the mistake is told where it is read.
            found.append(line)
    return tuple(found)


def _bare(text: str) -> list[str]:
    """Return the lines of a text without blocks that are commands, or the commands within them."""
    found: list[str] = []
    for raw in text.split("\n"):
        pieces = ["".join(groups) for groups in _CODE.findall(raw)]
        own = [line for piece in pieces for line in _logical_lines(piece) if _is_command(line)]
        found += own
        for line in _logical_lines(_CODE.sub(" ", raw) if own else raw):
            options = [line, line.partition(":")[2].strip(), *_named_within(line)]
            found += [option for option in options if _is_command(option)][:1]
    return found


def _named_within(line: str) -> list[str]:
    """Return a command with a name that stands in the middle of a line."""
    match = _WITHIN.search(line)
    if match is None:
        return []
    depth = 0
    for place in range(match.end() - 1, len(line)):
        depth += (line[place] in "([") - (line[place] in ")]")
        if depth == 0:
            return [line[match.start() : place + 1]]
    return []


def _logical_lines(text: str) -> list[str]:
    """Return the lines of a text in plain signs; brackets are closed, and ``;`` parts commands."""
    found: list[str] = []
    open_line, depth = "", 0
    for raw in re.split(r"\n|\\\\(?=\s|$)", text):
        line = _plain(raw) if not open_line else f"{open_line} {_plain(raw)}"
        depth = sum(line.count(sign) for sign in "([{") - sum(line.count(sign) for sign in ")]}")
        if depth > 0 and len(line) < 2_000 and "//" not in line and "#" not in line:
            open_line = line
            continue
        open_line = ""
        found += _parted(line)
    if open_line:
        found += _parted(open_line)
    return found


def _plain(line: str) -> str:
    text = line.strip().strip("`").translate(_SIGNS)
    text = unicodedata.normalize("NFKC", text)
    for pattern, plain in _LATEX:
        text = pattern.sub(plain, text)
    text = _MARKER.sub("", text.replace("**", ""), count=1)
    return _AFTERWARDS.sub("", text).strip()


def _parted(line: str) -> list[str]:
    """Return the commands of a line, between which ``;`` stands outside of brackets."""
    if "//" in line or "#" in line:
        return [line.strip()] if line.strip() else []
    parts, depth, begin = [], 0, 0
    for place, sign in enumerate(line):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == ";" and depth == 0:
            parts.append(line[begin:place])
            begin = place + 1
    stripped = [part.strip().rstrip(";,.").strip() for part in (*parts, line[begin:])]
    return [part for part in stripped if part]


def _statement(line: str) -> Statement | None:
    """Return the statement that a line is, if it can be one: words in a row read as a product."""
    try:
        statements: Sequence[Statement] = read_draft(line).statements
    except DraftError:
        return None
    if len(statements) != 1:
        return None
    makes = isinstance(statements[0].value, Call | Coordinates | Equation | Items)
    return statements[0] if makes or statements[0].name is not None else None


def _is_command(line: str) -> bool:
    """Whether a line of a text is a command, rather than a remark such as ``AB = CD``."""
    if not line:
        return False
    statement = _statement(line)
    if statement is None:
        # A misspelt command: the mistake is told where it is read.
        return _CALL.fullmatch(line) is not None
    match statement.value:
        case Call(name=name):
            makes = {signature.makes for signature in COMMANDS.get(name, ())}
            return name in STYLES or (bool(makes) and makes != {"boolean"})
        case Name() | Text() | Boolean() | Binary(operator="==" | "!=" | "<" | ">" | "<=" | ">="):
            return False
        case Number():
            return statement.name is not None and statement.name[0].islower()
        case Equation():
            return statement.name is not None
    return statement.name is not None
