"""The parts of a prompt: the question, code, options, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["prompt_parts"]

_CODE = re.compile(r"```[^\n`]*\n.*?\n```", re.DOTALL)


def prompt_parts(prompt: str, question: str, options: Sequence[str] = ()) -> list[list[str]]:
    r"""Divide a prompt into parts that a page shows in different ways.

    Parameters
    ----------
    prompt : str
        The whole prompt.
    question : str
        The question, with which a prompt of `geoengine.items.make_prompts` begins.
    options : sequence of str
        The options of a choice.

    Returns
    -------
    list of [str, str]
        The kind and the text of each part; the texts joined are the prompt. A part is of the kind
        ``question``, ``code`` (a block in Markdown), ``options`` (a line each) or ``text``. A
        prompt that is not composed as usual has a single part of the kind ``text``.

    Examples
    --------
    >>> prompt_parts("Which?\n\nChoose.\n\n(1) AB\n(2) BC\n\nReply.", "Which?", ["AB", "BC"])
    ... # doctest: +NORMALIZE_WHITESPACE
    [['question', 'Which?'], ['text', '\n\nChoose.\n\n'], ['options', '(1) AB\n(2) BC'],
     ['text', '\n\nReply.']]
    """
    listed = "\n".join(f"({number}) {option}" for number, option in enumerate(options, start=1))
    rest = prompt.removeprefix(question)
    if not question or rest == prompt or listed not in rest:
        return [["text", prompt]]
    before, _, after = rest.partition(listed) if listed else (rest, "", "")
    parts = [["question", question], *_with_code(before)]
    if listed:
        parts += [["options", listed], ["text", after]]
    return [part for part in parts if part[1]]


def _with_code(text: str) -> list[list[str]]:
    """Divide a text into code and what is around it."""
    parts, at = [], 0
    for match in _CODE.finditer(text):
        parts += [["text", text[at : match.start()]], ["code", match[0]]]
        at = match.end()
    return [*parts, ["text", text[at:]]]
