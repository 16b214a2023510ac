"""Media of items: pictures, videos, code."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["Medium", "code_block", "is_shown_code"]


class Medium(BaseModel):
    """Something that a question shows besides its text.

    Examples
    --------
    >>> Medium(kind="picture", path="images/p000001.png").is_file
    True
    >>> Medium(kind="code", language="asymptote", text="draw((0,0)--(1,0));").is_file
    False
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["picture", "video", "code"]
    path: str = Field(
        default="",
        description="Path within the split; {problem} and {id} are filled in on acceptance.",
    )
    text: str = Field(default="", description="The code, if it has no file.")
    language: str = Field(default="", description="The language of code, such as asymptote.")
    shown: bool = Field(default=True, description="Whether the solver gets it.")

    @property
    def is_file(self) -> bool:
        """Whether it has a file of its own, rather than a text."""
        return bool(self.path)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if bool(self.path) == bool(self.text):
            raise ValueError("expected either the path of a file or a text")
        if self.kind == "code" and not self.language:
            raise ValueError("expected the language of the code")
        return self


def is_shown_code(medium: Medium) -> bool:
    """Whether a medium is code whose text is a part of the prompt."""
    return medium.kind == "code" and medium.shown and not medium.is_file


def code_block(medium: Medium) -> str:
    """Return code as a block of Markdown, the form it has in prompts.

    Examples
    --------
    >>> print(code_block(Medium(kind="code", language="asymptote", text="dot((0,0));")))
    ```asymptote
    dot((0,0));
    ```
    """
    return f"```{medium.language}\n{medium.text.rstrip()}\n```"
