"""Signatures of functions, and which of them a call means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from geoengine.program.type_names import element_of

__all__ = ["Overload", "Slot", "choose", "conversion_cost", "parse_signature"]

_COSTS = {
    ("int", "real"): 1,
    ("real", "pair"): 2,
    ("int", "pair"): 3,
    ("pair", "path"): 2,
    ("triple", "path3"): 2,
    ("path", "path[]"): 2,
    ("path3", "path3[]"): 2,
    ("pair", "path[]"): 4,
    ("pair[]", "path[]"): 4,
    ("triple", "path3[]"): 4,
}


def conversion_cost(found: str, wanted: str) -> int | None:
    """Return how far a type is from another; None if it does not convert.

    Examples
    --------
    >>> conversion_cost("pair", "pair"), conversion_cost("int", "pair")
    (0, 3)
    >>> conversion_cost("pair", "int") is None
    True
    """
    if found == wanted:
        return 0
    cost = _COSTS.get((found, wanted))
    if cost is None and found.endswith("[]") and wanted.endswith("[]"):
        inner = conversion_cost(element_of(found), element_of(wanted))
        return None if inner is None else inner + 1
    return cost


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter of a signature."""

    type: str
    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Overload:
    """One of the signatures of a function."""

    result: str
    name: str
    slots: tuple[Slot, ...]

    def __str__(self) -> str:
        slots = (f"{s.type} {s.name}{' = …' if s.optional else ''}" for s in self.slots)
        return f"{self.result} {self.name}({', '.join(slots)})"

    def match(
        self, arguments: Sequence[tuple[str, str | None]]
    ) -> tuple[int, dict[int, int]] | None:
        """Match arguments, given by type and name, with the parameters.

        Returns
        -------
        (int, dict of int to int), or None
            How far the types are from those wanted, and the argument of each parameter that has
            one, by position; None if they do not match.
        """
        cost, taken, next_slot = 0, dict[int, int](), 0
        for position, (found, name) in enumerate(arguments):
            if name is not None:
                slots = [i for i, slot in enumerate(self.slots) if slot.name == name]
            else:
                slots = []
                for i in range(next_slot, len(self.slots)):
                    if conversion_cost(found, self.slots[i].type) is not None:
                        slots = [i]
                    if slots or not self.slots[i].optional:
                        break
            if not slots or slots[0] in taken:
                return None
            step = conversion_cost(found, self.slots[slots[0]].type)
            if step is None:
                return None
            cost += step
            taken[slots[0]] = position
            if name is None:
                next_slot = slots[0] + 1
        if any(not slot.optional and i not in taken for i, slot in enumerate(self.slots)):
            return None
        return cost, taken


def parse_signature(text: str) -> Overload:
    """Read a signature; a parameter followed by ``?`` is optional.

    Examples
    --------
    >>> print(parse_signature("void dot(pair z, pen p?)"))
    void dot(pair z, pen p = …)
    """
    found = re.fullmatch(r"(\S+) (\w+)\((.*)\)", text)
    assert found is not None
    slots = []
    for part in filter(None, found[3].split(", ")):
        kind, name = part.split(" ")
        slots.append(Slot(kind, name.rstrip("?"), name.endswith("?")))
    return Overload(found[1], found[2], tuple(slots))


def choose(
    overloads: Iterable[Overload], arguments: Sequence[tuple[str, str | None]]
) -> tuple[Overload, Mapping[int, int]] | None:
    """Return the overload that fits a call best, and which argument each parameter gets."""
    best: tuple[int, Overload, dict[int, int]] | None = None
    for overload in overloads:
        if (found := overload.match(arguments)) and (best is None or found[0] < best[0]):
            best = (found[0], overload, found[1])
    return best and (best[1], best[2])
