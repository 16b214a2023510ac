"""The expected answers in response files, which have to agree with the split."""

from __future__ import annotations

from pathlib import Path
from string import ascii_uppercase

from geoengine.errors import InputError
from geoengine.formats import Source
from geoengine.items import Choice, Item, Value

__all__ = ["Expected"]


class Expected:
    """The answers that a split expects.

    Ids are numbered within a split, so responses to another split may have the same ids; the
    expected answers that programs write beside the responses reveal the difference.

    Parameters
    ----------
    source : Source
    """

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._items = {item.id: item for item in source.items}

    def check(self, identity: str, answer: object, path: Path, line: int | None = None) -> None:
        """Compare the expected answer in a file, such as ``(2)`` or ``B``, with the split's.

        Parameters
        ----------
        identity : str
            The id of the item; unknown ids are ignored here.
        answer : object
            The answer as in the file; None or empty if missing. Chat templates may put markers
            around it.

        Raises
        ------
        InputError
            If the answers differ.
        """
        item = self._items.get(identity)
        given = str(answer or "").strip()
        if item is None or not given or _agrees(given, item):
            return
        raise InputError(
            f"expected the answer {item.answer.expected} to {identity}, found {given[:40]!r}",
            source=path,
            line=line,
            hint=f"is it of {self._name}? Another split has the same ids for other questions",
        )


def _agrees(given: str, item: Item) -> bool:
    answer = item.answer
    if isinstance(answer, Choice) and given == ascii_uppercase[answer.key - 1]:
        return True
    if isinstance(answer, Value) and given == answer.latex:
        return True
    return answer.expected in given
