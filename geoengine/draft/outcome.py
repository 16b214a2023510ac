"""What expressions make: values, with the maps and the arguments of the commands that made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoengine.draft.arithmetic import number_of
from geoengine.draft.expressions import Call
from geoengine.draft.making import MAKERS, measure
from geoengine.draft.shapes import Value, undefined
from geoengine.draft.transforms import Similarity, dilation, reflection_at, rotation, translation
from geoengine.draft.vocabulary import Kind, Signature

__all__ = ["Outcome", "made_by", "similarity_of"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an expression makes.

    Attributes
    ----------
    values : tuple of Value
        At least one.
    similarity : Similarity or None
        The map that a command carries out.
    signature : Signature or None
        The way in which a command is called.
    arguments : tuple of Value
        Its arguments, where there is a signature.
    """

    values: tuple[Value, ...]
    similarity: Similarity | None = None
    signature: Signature | None = None
    arguments: tuple[Value, ...] = ()


def similarity_of(name: str, arguments: Sequence[Value]) -> Similarity | None:
    """Return the map that a command carries out with these arguments; None if there is none."""
    shapes = [argument.shape for argument in arguments]
    center = shapes[1] if len(shapes) > 1 else 0j
    assert isinstance(center, complex)
    match name:
        case "Translate":
            assert isinstance(shapes[0], complex)
            return translation(shapes[0])
        case "Reflect" if isinstance(shapes[0], complex):
            return dilation(-1, shapes[0])
        case "Reflect":
            return reflection_at(shapes[0])  # type: ignore[arg-type]
    number = number_of(arguments[0])
    assert number is not None
    return rotation(number, center) if name == "Rotate" else dilation(number, center)


def made_by(call: Call, signature: Signature, arguments: Sequence[Value]) -> Outcome:
    """Carry out a command whose result depends on the shapes of its arguments only."""
    is_several = signature.makes in ("points", "lines")
    kind: Kind = signature.makes.removesuffix("s") if is_several else signature.makes  # type: ignore[assignment]
    if not all(argument.is_defined for argument in arguments):
        return Outcome((undefined(kind),))
    shapes = [
        measure(argument.shape) if word == "number" and argument.shape is not None
        else argument.shape
        for word, argument in _paired(signature, arguments)
    ]  # fmt: skip
    try:
        found = MAKERS[signature.shown(call.name)](*shapes)
    except (ZeroDivisionError, OverflowError):
        found = () if is_several else None
    if not is_several:
        return Outcome((Value(kind, found),))
    values = tuple(Value(kind, shape) for shape in found)
    return Outcome(values or (undefined(kind),))


def _paired(signature: Signature, arguments: Sequence[Value]) -> list[tuple[str, Value]]:
    words = (*signature.takes, *signature.takes[-1:] * (len(arguments) - len(signature.takes)))
    return list(zip(words, arguments, strict=True))
