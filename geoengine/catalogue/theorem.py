"""Theorems: what rules and steps of the engine have in common, told in each language."""

from __future__ import annotations

from pydantic import Field

from geoengine.catalogue.model import Record, Slug, Text
from geoengine.catalogue.phrases import Language
from geoengine.catalogue.translation import Translation
from geoengine.errors import CatalogueError

__all__ = ["Theorem"]


class Theorem(Record):
    """A name and a statement, in English and perhaps in Chinese."""

    id: Slug = Field(description="Unique key, in lower case with underscores.")
    name: Text = Field(description="The name under which a reader knows it.")
    statement: Text = Field(description="What it says, in a sentence.")
    zh: Translation | None = Field(default=None, description="The same in Chinese.")

    @property
    def key(self) -> str:
        """The id."""
        return self.id

    def told(self, language: Language) -> Translation:
        """The name and the statement in a language.

        Raises
        ------
        CatalogueError
            If it is not told in the language.

        Examples
        --------
        >>> from geoengine.catalogue import load_rules
        >>> load_rules()["isosceles_base_angles"].told("zh").statement
        '等腰三角形的两个底角相等。'
        """
        if language == "en":
            return Translation(name=self.name, statement=self.statement)
        if self.zh is None:
            raise CatalogueError(
                f"expected {self.id} in Chinese too, found no zh",
                hint="write: zh: {name, statement}",
            )
        return self.zh
