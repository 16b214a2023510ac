"""Translations of theorems."""

from __future__ import annotations

from pydantic import Field

from geoengine.catalogue.entry import Text, YamlModel

__all__ = ["Translation"]


class Translation(YamlModel):
    """The name and the statement of a theorem or an engine step in another language.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> load_rules()["isosceles_base_angles"].zh.name
    '等边对等角'
    """

    name: Text = Field(description="The common name in the language.")
    statement: Text = Field(description="The statement, as a sentence in the language.")
