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
    """Read predictions, which have no ids: questions are identified by their prompts.

    The chat template surrounds the prompt, so ours has to be contained in it; the tokenizer may
    have changed white space, and characters to compatible ones. If two items have the same prompt
    (about two pictures), the order of the split decides. The expected answer beside the prediction,
    apart from additions by the template, has to be that of the item.

    Raises
    ------
    InputError
        For a prompt that belongs to no item, or a different expected answer.
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
            # A further response to the same prompt is a duplicate, which is reported as such.
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
