"""Validation errors of pydantic as catalogue errors, with the place in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from geoengine.catalogue.document import Document, Path
from geoengine.catalogue.entry import EntryError
from geoengine.errors import CatalogueError, InputError
from geoengine.spelling import did_you_mean

__all__ = ["catalogue_error", "describe_value", "locate", "validation_message"]

_EXPECTED = {
    "string_type": "text",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_too_short": "some text",
}

_BOUNDED = {
    "too_short": "a list of {min_length} or more",
    "less_than_equal": "a number of at most {le}",
    "greater_than_equal": "a number of at least {ge}",
    "string_too_long": "at most {max_length} characters",
}

_CONSEQUENCES = {"missing", "too_short"}
"""Errors that may follow from another one: a misspelled key is missing under its right name."""


def catalogue_error(
    error: ValidationError, document: Document, path: Path, model: type[BaseModel]
) -> CatalogueError:
    """Turn the first validation error into one with its place in the file.

    Errors are ordered by their places in the file, but those that may be mere consequences of
    others (`_CONSEQUENCES`) come last.

    Parameters
    ----------
    error : pydantic.ValidationError
    document : Document
        The file, with the place of every value.
    path : tuple of str or int
        The path of the validated value in the document.
    model : type of pydantic.BaseModel
        The model that it was validated against.
    """
    found = [
        (details["type"] in _CONSEQUENCES, _translate(details, document, path, model))
        for details in error.errors()
    ]
    first = min(found, key=lambda pair: (pair[0], pair[1].line or 0, pair[1].column or 0))
    return first[1]


def _translate(
    details: ErrorDetails, document: Document, path: Path, model: type[BaseModel]
) -> CatalogueError:
    at = (*path, *details["loc"])
    kind, value = details["type"], details["input"]
    if kind == "extra_forbidden":
        known = _fields(model, details["loc"][:-1])
        listed = f"the keys are: {', '.join(known)}" if known else None
        word = str(at[-1])
        hint = did_you_mean(word, known, listed)
        return document.error(at, f"unknown key {word!r}", key=True, hint=hint)
    if kind == "missing":
        return document.error(at[:-1], f"expected the key {at[-1]!r}, found none")
    cause = details.get("ctx", {}).get("error")
    if isinstance(cause, EntryError):
        return locate(cause, document, at)
    if isinstance(cause, InputError):
        return document.error(at, cause.message, hint=cause.hint)
    expected = _EXPECTED.get(kind)
    if expected is None and kind == "string_pattern_mismatch":
        expected = "a name in lower case, such as angle_bisector"
    elif kind in _BOUNDED:
        expected = _BOUNDED[kind].format(**details.get("ctx", {}))
    if expected is None:
        expected = details["msg"].removeprefix("Input should be ")
        expected = expected.replace("'", "").removeprefix("Value error, ")
    hint = f"write: [{value}]" if expected == "a list" and isinstance(value, str) else None
    return document.error(at, f"expected {expected}, found {describe_value(value)}", hint=hint)


def locate(error: EntryError, document: Document, path: Path) -> CatalogueError:
    """Return an error with its place in a document.

    Parameters
    ----------
    error : EntryError
        A mistake in the value at `path`; its line and column count within the text that is there.
    document : Document
    path : tuple of str or int
    """
    at = (*path, *error.within)
    line, column = document.text_place(at, error.line, error.column)
    return document.error_at(error.message, line, column, error.hint)


def validation_message(error: ValidationError) -> str:
    """Return the first validation error in a line: the field, and what is wrong with it.

    Examples
    --------
    >>> class Counted(BaseModel):
    ...     count: int
    >>> try:
    ...     Counted.model_validate({"count": "many"})
    ... except ValidationError as error:
    ...     print(validation_message(error))
    count: Input should be a valid integer, unable to parse string as an integer
    """
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}: {message}" if where else message


def describe_value(value: Any) -> str:
    """Describe a value in a few words.

    Examples
    --------
    >>> describe_value(["a", "b"]), describe_value(None), describe_value("cong A B")
    ('a list', 'nothing', "'cong A B'")
    """
    if value is None or value in ([], {}, ()):
        return "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _fields(model: type[BaseModel], path: Path) -> list[str]:
    """List the fields of the model that validates the value at `path`; none if unclear."""
    for step in path:
        if isinstance(step, int):
            continue
        inner = model.model_fields.get(step)
        if inner is None:
            return []
        found = _models_in(inner.annotation)
        if len(found) != 1:
            return []
        model = found[0]
    return list(model.model_fields)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    """List the models that an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]
