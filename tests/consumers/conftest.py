import os
from pathlib import Path

import pytest

from geoengine.formats import Source, export
from geoengine.split import generate, make_plan

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")


@pytest.fixture(scope="session")
def source(tmp_path_factory) -> Source:
    """Return a split with items of each task, and pictures."""
    made = Source(generate(make_plan(12, seed=3), tmp_path_factory.mktemp("split") / "mine").path)
    assert len(made.items) == 12
    assert all(made.of_task(task) for task in made.tasks)
    return made


@pytest.fixture(scope="session")
def exported(source, tmp_path_factory) -> Path:
    """Return the folder with that split in each format."""
    out = tmp_path_factory.mktemp("formats")
    export(source, out)
    return out
