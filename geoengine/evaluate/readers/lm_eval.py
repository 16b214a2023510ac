"""lm-evaluation-harness: ``samples_<task>_<date>.jsonl``, as ``--log_samples`` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from geoengine.errors import InputError
from geoengine.evaluate.readers.expected import Expected
from geoengine.evaluate.readers.lines import json_lines
from geoengine.evaluate.response import Response
from geoengine.formats import Source

__all__ = ["read_lm_eval"]


def read_lm_eval(path: Path, source: Source) -> Iterator[Response]:
    """Read what lm-evaluation-harness logged for a task exported by ``geoengine export``.

    The model is the name of the folder; the variant follows from the task's name. Several
    responses to one question are several runs. Where a response is logged once for each filter,
    only the first entry is read.

    Raises
    ------
    InputError
        When an entry has no id or no response, or expects another answer than the split.
    """
    tasks = "|".join(map(re.escape, source.tasks))
    found = re.match(
        rf"samples_{source.prefix}_(?:{tasks})((?:_text)?(?:_cot)?)(?:_\d|\.|$)", path.name
    )
    variant = found[1].lstrip("_") if found else ""
    expected = Expected(source)
    seen: set[Any] = set()
    for line, record in json_lines(path):
        doc = record.get("doc")
        identity = doc.get("id") if isinstance(doc, dict) else None
        if not isinstance(identity, str) or not identity:
            raise InputError(
                "expected an id in 'doc', found none",
                source=path,
                line=line,
                hint="run the tasks that geoengine export writes, with --log_samples",
            )
        key = (record.get("doc_id"), identity)
        if record.get("filter") is not None and key in seen:
            continue
        seen.add(key)
        expected.check(identity, record.get("target"), path, line)
        texts = list(_texts(record.get("resps")))
        if not texts:
            raise InputError(f"expected responses in 'resps' of {identity}", source=path, line=line)
        for number, text in enumerate(texts, start=1):
            run = str(number) if len(texts) > 1 else ""
            where = f"{path.name}:{line}"
            yield Response(identity, text, where, run, path.resolve().parent.name, variant)


def _texts(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, list):
        for one in found:
            yield from _texts(one)
