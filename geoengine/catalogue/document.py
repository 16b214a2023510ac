"""YAML documents as plain data, with the place of every key and value.

Data and places are built from the events of the parser; the compiled parser is used where it is
installed. Only plain data is accepted: tags, anchors and aliases are errors, and depth and size are
bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from geoengine.errors import CatalogueError

__all__ = ["Document", "Path", "read_yaml"]

Path = tuple[str | int, ...]
"""The keys and list positions from the top of a document to a value."""

_LARGEST = 1_000_000
"""The maximum size of a file, in bytes."""

_DEEPEST = 16
"""The maximum number of nested lists and mappings."""

_LONGEST = 400
"""The maximum number of characters of a message or hint."""

_UNPRINTABLE = r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Characters that YAML does not allow.

The pattern is compiled only when a file is read, since that takes as long as importing this module.
"""

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(
    r"[-+]?(?:\.[0-9]{1,18}|[0-9]{1,18}(?:\.[0-9]{0,18})?)(?:[eE][-+]?[0-9]{1,2})?"
)
_WORDS: dict[str, bool | None] = {
    word: value
    for value, words in {
        None: ("", "~", "null", "Null", "NULL"),
        True: ("true", "True", "TRUE"),
        False: ("false", "False", "FALSE"),
    }.items()
    for word in words
}


@dataclass(slots=True)
class Document:
    """The data of a YAML text, with places.

    Attributes
    ----------
    source : str
        The name of the file, for error messages.
    data : object
        Lists, dicts with text keys, text, numbers, booleans and None; None for an empty file.
    values, keys : dict
        Line and column, both from 1, of each value and of each key.
    styles : dict
        How texts that are not plain are written: ``|``, ``>``, a single or a double quote.
    """

    source: str
    data: Any = None
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)
    styles: dict[Path, str] = field(default_factory=dict)

    def place(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Return line and column of a value (or key), or of the nearest value around it."""
        if key and path in self.keys:
            return self.keys[path]
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, (1, 1))

    def text_place(
        self, path: Path, line: int | None = None, column: int | None = None
    ) -> tuple[int, int]:
        """Return the place of a line and column, both from 1, in a text of the document.

        Without them, and in texts whose lines YAML joins, it is the place where the text begins.
        """
        start = self.place(path)
        style = self.styles.get(path, "")
        if style == "|" and line is not None:
            # Blocks are indented by two more than their key.
            indent = self.place(path, key=True)[1] + 1
            return start[0] + line, indent + (column or 1)
        if column is not None and style != ">" and line in (None, 1):
            return start[0], start[1] + column - 1 + len(style)
        return start

    def error(
        self, path: Path, message: str, *, key: bool = False, hint: str | None = None
    ) -> CatalogueError:
        """Make an error about the value (or key) at a path."""
        line, column = self.place(path, key=key)
        return self.error_at(message, line, column, hint)

    def error_at(
        self, message: str, line: int | None, column: int | None, hint: str | None = None
    ) -> CatalogueError:
        """Make an error at a line and column, with message and hint cut to a readable length."""
        return CatalogueError(
            _shorten(message), source=self.source, line=line, column=column,
            hint=hint and _shorten(hint),
        )  # fmt: skip


def read_yaml(content: bytes, source: str) -> Document:
    r"""Read one YAML 1.2 document.

    Parameters
    ----------
    content : bytes
        The content of the file, in UTF-8.
    source : str
        The name of the file, for error messages.

    Raises
    ------
    CatalogueError
        When the document is too large, not YAML or not plain data; with line and column where they
        are known.

    Examples
    --------
    >>> document = read_yaml(b"- name: kite\n  sides: [3, 5]\n", "kites.yaml")
    >>> document.data, document.place((0, "sides", 1))
    ([{'name': 'kite', 'sides': [3, 5]}], (2, 14))
    """
    text = _decode(content, source)
    reader = _Reader(Document(source), text)
    reader.read()
    return reader.document


def _decode(content: bytes, source: str) -> str:
    if len(content) > _LARGEST:
        raise CatalogueError(
            f"expected a file of at most {_LARGEST:,} bytes, found {len(content):,}",
            source=source,
            hint="split it into several files",
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _line_and_column(content[: error.start].decode("utf-8", "replace"))
        raise CatalogueError(
            f"expected text in UTF-8, found the byte 0x{content[error.start]:02x}",
            source=source, line=line, column=column, hint="save the file as UTF-8",
        ) from None  # fmt: skip
    if match := re.search(_UNPRINTABLE, text):
        line, column = _line_and_column(text[: match.start()])
        raise CatalogueError(
            f"expected printable text, found the character U+{ord(match[0]):04X}",
            source=source, line=line, column=column, hint="remove it",
        )  # fmt: skip
    return text


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


def _line_and_column(before: str) -> tuple[int, int]:
    return before.count("\n") + 1, len(before) - before.rfind("\n")


class _Reader:
    """Build a document from the events of the parser."""

    def __init__(self, document: Document, text: str) -> None:
        self.document = document
        self._text = text
        self._events: Iterator[Any] = iter(())

    def read(self) -> None:
        from ruamel.yaml import main
        from ruamel.yaml.error import MarkedYAMLError

        compiled = getattr(main, "CParser", None)
        # On corrupt text the parsers raise undocumented exceptions such as IndexError.
        if compiled is not None:
            try:
                self._build(_compiled_events(compiled(self._text)))
            except CatalogueError:
                raise
            except Exception:
                # Parse again in pure Python, so that messages are the same in every installation.
                self.document = Document(self.document.source)
            else:
                return
        try:
            self._build(main.YAML(typ="safe", pure=True).parse(self._text))
        except MarkedYAMLError as error:
            raise self._broken(error) from None
        except CatalogueError:
            raise
        except Exception as error:
            raise self.document.error(
                next(reversed(self.document.values), ()),
                "this is not YAML: the text after this place cannot be read",
            ) from error

    def _broken(self, error: Any) -> CatalogueError:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(error.problem or error.context).split())
        hint = None
        if "\\t" in problem or "tab" in problem:
            hint = "indent with spaces, not with tabs"
        elif "block end" in problem and self._line(mark.line).lstrip(" -").startswith(("[", "{")):
            hint = "put quotes around text that begins with a bracket or brace"
        elif "mapping values" in problem:
            hint = "put quotes around text that contains ': '"
        elif error.context and error.context_mark and error.context_mark.line != mark.line:
            hint = f"see line {error.context_mark.line + 1}: {error.context}"
        elif "flow sequence" in str(error.context):
            hint = "in a list in brackets, put quotes around text with commas or brackets"
        return self._error(f"this is not YAML: {problem}", mark, hint)

    def _line(self, number: int) -> str:
        lines = self._text.splitlines()
        return lines[number] if number < len(lines) else ""

    def _build(self, events: Iterator[Any]) -> None:
        from ruamel.yaml.events import DocumentStartEvent, StreamEndEvent

        self._events = events
        next(events)
        event = next(events)
        if isinstance(event, StreamEndEvent):
            return
        self.document.data = self._value(next(events), ())
        next(events)
        event = next(events)
        if isinstance(event, DocumentStartEvent):
            raise self._error(
                "expected one document, found a second one", event.start_mark, "remove the '---'"
            )

    def _value(self, event: Any, path: Path) -> Any:
        mark = event.start_mark
        if getattr(event, "anchor", None) is not None:
            raise self._error(
                "expected plain data, found an anchor or alias", mark, "write the value out in full"
            )
        if len(path) > _DEEPEST:
            raise self._error(f"expected at most {_DEEPEST} levels, found more", mark)
        if event.tag is not None:
            raise self._error(f"expected plain data, found the tag {event.tag}", mark, "remove it")
        self.document.values[path] = (mark.line + 1, mark.column + 1)
        kind = type(event).__name__
        if kind == "ScalarEvent":
            if event.style:
                self.document.styles[path] = event.style
            return _scalar(event.value) if event.implicit[0] else event.value
        if kind == "SequenceStartEvent":
            items: list[Any] = []
            while type(event := next(self._events)).__name__ != "SequenceEndEvent":
                items.append(self._value(event, (*path, len(items))))
            return items
        return self._mapping(path)

    def _mapping(self, path: Path) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        while type(event := next(self._events)).__name__ != "MappingEndEvent":
            mark = event.start_mark
            if type(event).__name__ != "ScalarEvent" or not event.value:
                raise self._error("expected a word as key, found something else", mark)
            key = event.value
            if key in mapping:
                first = self.document.keys[(*path, key)][0]
                raise self._error(
                    f"expected each key once, found {key!r} again",
                    mark,
                    f"it is on line {first} too",
                )
            if event.anchor is not None or event.tag is not None:
                raise self._error("expected a plain key, found an anchor or a tag", mark)
            self.document.keys[(*path, key)] = (mark.line + 1, mark.column + 1)
            mapping[key] = self._value(next(self._events), (*path, key))
        return mapping

    def _error(self, message: str, mark: Any = None, hint: str | None = None) -> CatalogueError:
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (None, None)
        return self.document.error_at(message, line, column, hint)


def _compiled_events(parser: Any) -> Iterator[Any]:
    while parser.check_event():
        yield parser.get_event()


def _scalar(text: str) -> str | int | float | bool | None:
    """Read an unquoted scalar by YAML 1.2's core schema, but not octal, hex, infinity or NaN."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
