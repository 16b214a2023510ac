"""LLaMA-Factory: ``generated_predictions.jsonl``, with ``prompt``, ``predict`` and ``label``."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

from geoengine.errors import InputError
from geoengine.evaluate.readers.expected import Expected
from geoengine.evaluate.readers.lines import json_lines, text_of
from geoengine.evaluate.response import Response
from geoengine.formats import Source

__all__ = ["read_llamafactory"]


def read_llamafactory(path: Path, source: Source) -> Iterator[Response]:
    """Read predictions, which carry no ids: a question is known by its prompt.

    The chat template stands around the prompt, so that ours has to be within it; the tokenizer may
    have changed its white space, and signs to compatible ones. Where two items have one prompt
    (about two pictures), the order of the split decides. The expected answer that stands beside the
    prediction, with whatever the template adds to it, has to be that of the item.

    Raises
    ------
    InputError
        For a prompt that is of no item, or an expected answer that is another.
    """
    expected = Expected(source)
    known = [
        (_bare(prompt), variant, item.id)
        for variant, prompts in (
            ("", [(item, item.prompts.answer_only) for item in source.items]),
            ("cot", [(item, item.prompts.chain_of_thought) for item in source.items]),
        )
        for item, prompt in prompts
    ]
    place, used = 0, set[int]()
    for line, record in json_lines(path):
        prompt = text_of(record, "prompt", path, line)
        asked = _bare(prompt)
        order = [*range(place, len(known)), *range(place)]
        found = next((k for k in order if k not in used and known[k][0] in asked), None)
        if found is None:
            # A prompt that is there once more is a duplicate, which is told as such.
            found = next((k for k in order if known[k][0] in asked), None)
        if found is None:
            raise InputError(
                f"expected the prompt of an item of {source.name}, found {prompt.strip()[-60:]!r}",
                source=path,
                line=line,
                hint="is it of this split, and was the prompt cut short (cutoff_len)?",
            )
        _, variant, identity = known[found]
        expected.check(identity, record.get("label"), path, line)
        used.add(found)
        place = found + 1
        text = text_of(record, "predict", path, line)
        yield Response(identity, text, f"{path.name}:{line}", variant=variant)


def _bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())
