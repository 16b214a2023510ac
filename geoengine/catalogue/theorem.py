"""Theorems: the name and statement that rules and engine steps have in each language."""

from __future__ import annotations

from pydantic import Field

from geoengine.catalogue.entry import Slug, Text, YamlModel
from geoengine.catalogue.phrases import Language
from geoengine.catalogue.translation import Translation
from geoengine.errors import CatalogueError

__all__ = ["Theorem"]


class Theorem(YamlModel):
    """A name and a statement, in English and perhaps in Chinese."""

    id: Slug = Field(description="Unique key, in lower case with underscores.")
    name: Text = Field(description="The common name.")
    published: Text | None = Field(
        default=None, description="The name in GeoBench, where it differs in more than capitals."
    )
    statement: Text = Field(description="The statement, as a sentence.")
    zh: Translation | None = Field(default=None, description="Name and statement in Chinese.")

    @property
    def key(self) -> str:
        """The id."""
        return self.id

    def translated(self, language: Language) -> Translation:
        """Return the name and the statement in a language.

        Raises
        ------
        CatalogueError
            If there is no Chinese translation.

        Examples
        --------
        >>> from geoengine.catalogue import load_rules
        >>> load_rules()["isosceles_base_angles"].translated("zh").statement
        '等腰三角形的两个底角相等。'
        """
        if language == "en":
            return Translation(name=self.name, statement=self.statement)
        if self.zh is None:
            raise CatalogueError(
                f"expected a Chinese translation of {self.id}, found none",
                hint="write: zh: {name, statement}",
            )
        return self.zh
