"""What a file says is expected: it has to be what the split expects."""

from __future__ import annotations

from pathlib import Path

from geoengine.errors import InputError
from geoengine.formats import Source
from geoengine.items import Item

__all__ = ["Expected"]


class Expected:
    """The answers that a split expects.

    Ids count the items of a split, so that responses to another one may have the same; the answers
    that programs write beside the responses tell them apart.

    Parameters
    ----------
    source : Source
    """

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._items = {item.id: item for item in source.items}

    def check(self, identity: str, answer: object, path: Path, line: int | None = None) -> None:
        """Compare what a file says is expected, such as ``(2)`` or ``B``.

        Parameters
        ----------
        identity : str
            Of the item; what is of no item of the split is left to the account.
        answer : object
            What stands in the file; None and empty where nothing does. Templates of chats may put
            marks around it.

        Raises
        ------
        InputError
            Where it is another.
        """
        item = self._items.get(identity)
        said = str(answer or "").strip()
        if item is None or not said or _agrees(said, item):
            return
        raise InputError(
            f"expected the answer {item.answer.expected} to {identity}, found {said[:40]!r}",
            source=path,
            line=line,
            hint=f"is it of {self._name}? Another split has the same ids for other questions",
        )


def _agrees(said: str, item: Item) -> bool:
    return said == "ABCD"[item.choice.key - 1] or item.answer.expected in said
