"""Public data that is not part of the project: its location, or the reason to skip a test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PROBLEMS = Path(__file__).parent.parent / ".cache" / "problems"
"""Where ``make problems`` puts the public problem files."""

OTHER_NAMES = {"imo.txt": "imo_34.txt"}
"""The names that problem files have in other collections."""

UNSET = "GEOENGINE_DATA names no folder with this public data"


def problem_file(name: str) -> Path:
    """Path of a public problem file; the test that asks for a missing one is skipped."""
    if (PROBLEMS / name).is_file():
        return PROBLEMS / name
    for own in (name, OTHER_NAMES.get(name, name)):
        if (file := _data() / "jgex" / own).is_file():
            return file
    if PROBLEMS.is_dir():
        pytest.skip(UNSET)
    pytest.skip("public problem files are missing: make problems, or set GEOENGINE_DATA")


def data_path(name: str) -> Path:
    """Path of a file or folder below GEOENGINE_DATA; a test that needs a missing one is skipped."""
    path = _data() / name
    if not path.exists():
        pytest.skip(UNSET)
    return path


def _data() -> Path:
    return Path(os.environ.get("GEOENGINE_DATA") or os.devnull)
