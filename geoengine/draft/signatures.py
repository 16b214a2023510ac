"""Which way of calling a command is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geoengine.draft.errors import DraftError
from geoengine.draft.expressions import Call
from geoengine.draft.shapes import Value
from geoengine.draft.vocabulary import KINDS, Signature

__all__ = ["signature_of"]


def signature_of(
    call: Call, arguments: Sequence[Value], table: Mapping[str, tuple[Signature, ...]]
) -> Signature:
    """Return the first signature of a command that its arguments fit.

    Raises
    ------
    DraftError
        If none fits.
    """
    for signature in table[call.name]:
        if _fits(signature, arguments):
            return signature
    ways = [signature.shown(call.name) for signature in table[call.name]]
    expected = f"{', '.join(ways[:-1])} or {ways[-1]}" if len(ways) > 1 else ways[0]
    found = f"{call.name}({', '.join(argument.kind for argument in arguments)})"
    raise DraftError.found_at(call.place, f"expected {expected}, found {found}")


def _fits(signature: Signature, arguments: Sequence[Value]) -> bool:
    takes = signature.takes
    if signature.repeats and len(arguments) > len(takes):
        takes = (*takes, *takes[-1:] * (len(arguments) - len(takes)))
    return len(takes) == len(arguments) and all(
        argument.kind in KINDS[word] for word, argument in zip(takes, arguments, strict=True)
    )
