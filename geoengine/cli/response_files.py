"""Response files as arguments of commands: ``FILE``, ``NAME=FILE``, ``NAME@VARIANT=FILE``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.evaluate import Response
    from geoengine.formats import Source

__all__ = ["read_response_files"]

_NAMED = re.compile(r"([^=]*?)(?:@([^=@#]+))?(?:#([^=@#]+))?=(.+)", re.DOTALL)


def read_response_files(named: Iterable[str], source: Source) -> Iterator[Response]:
    """Yield all responses, with model, variant and run as named on the command line.

    What is not named there is as in the file; a model named nowhere is named after its file.
    """
    from geoengine.evaluate import read_responses

    for text in named:
        match = None if Path(text).exists() else _NAMED.fullmatch(text)
        name, variant, run, file = match.groups() if match else ("", "", "", text)
        if match and not (name or variant or run):
            raise UsageError(
                f"expected NAME=FILE, found {text!r}", hint="write for example: mine=answers.jsonl"
            )
        path = Path(file)
        for response in read_responses(path, source).responses:
            yield replace(
                response,
                model=name or response.model or path.stem,
                variant=variant or response.variant,
                run=run or response.run,
            )
