"""Multiple-choice items: the verdict on each option, and what follows for the key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.verify.verdict import Finding, Level, Picture

__all__ = ["OptionVerdict", "choice_fault", "choice_findings"]

_LONGEST = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class OptionVerdict:
    """Whether an option answers the question, and why.

    Attributes
    ----------
    right : bool or None
        None where that is undecided.
    why : str
    picture : Picture or None
        A figure that shows this, if there is one.
    """

    right: bool | None
    why: str
    picture: Picture | None = None


def choice_fault(answer: Mapping[str, Any], certificate: Mapping[str, Any]) -> str | None:
    """Describe a fault in the options, the key or the certificate; None if there is none."""
    options, key = answer.get("options"), answer.get("key")
    if not isinstance(options, list) or not all(isinstance(one, str) for one in options):
        return "expected the options as a list of texts"
    if sum(map(len, options)) > _LONGEST:
        return "the item is too long"
    if len(options) < 2:
        return f"expected several options, found {len(options)}"
    if len({" ".join(one.split()) for one in options}) < len(options):
        return "two options are equal"
    if not isinstance(key, int) or isinstance(key, bool) or not 1 <= key <= len(options):
        return f"expected a key from 1 to {len(options)}"
    entries = certificate.get("options")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return "expected a certificate of the options"
    if len(entries) != len(options):
        return f"expected the certificate to have {len(options)} options, found {len(entries)}"
    marked = [k for k, entry in enumerate(entries, start=1) if entry.get("correct") is True]
    if marked != [key]:
        return f"the key is {key}, the certificate calls {marked} correct"
    return None


def choice_findings(data: Mapping[str, Any], verdicts: Sequence[OptionVerdict]) -> list[Finding]:
    """A single good finding if only the key is right, otherwise what is wrong or undecided.

    Parameters
    ----------
    data : mapping
        The item, as in a split.
    verdicts : sequence of OptionVerdict
        One for each option.
    """
    key = data["answer"]["key"]
    right = [k for k, verdict in enumerate(verdicts, start=1) if verdict.right]
    open_options = [k for k, verdict in enumerate(verdicts, start=1) if verdict.right is None]
    evidence = {
        "key": key,
        "right": right,
        "open": open_options,
        "options": [verdict.why for verdict in verdicts],
    }
    of_key = verdicts[key - 1]
    found: list[Finding] = []
    if of_key.right is False:
        text = f"the key ({key}) is not right: {of_key.why}"
        found.append(Finding("key_wrong", Level.WRONG, text, evidence, of_key.picture))
    others = [k for k in right if k != key]
    if others:
        listed = ", ".join(f"({k})" for k in others)
        text = f"{listed} {'is' if len(others) == 1 else 'are'} right too:"
        text += f" {verdicts[others[0] - 1].why}"
        found.append(Finding("several_right", Level.WRONG, text, evidence))
    if open_options and not found:
        k = open_options[0]
        text = f"it is undecided whether ({k}) is right: {verdicts[k - 1].why}"
        found.append(Finding("option_open", Level.UNDECIDED, text, evidence))
    if not found:
        text = f"({key}) is right, the others are not: {of_key.why}"
        found.append(Finding("one_right", Level.GOOD, text, evidence))
    return found
