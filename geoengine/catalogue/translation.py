"""Translations: a theorem as it is told in another language."""

from __future__ import annotations

from pydantic import Field

from geoengine.catalogue.model import Record, Text

__all__ = ["Translation"]


class Translation(Record):
    """The name and the statement of a theorem, or of a step of the engine, in another language.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> load_rules()["isosceles_base_angles"].zh.name
    '等腰三角形底角相等'
    """

    name: Text = Field(description="The name under which a reader of the language knows it.")
    statement: Text = Field(description="What it says, in a sentence of the language.")
