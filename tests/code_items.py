"""A small split of items that show code and ask for values, made by hand."""

import json
from contextlib import contextmanager

import pytest

from geoengine.formats import Source
from geoengine.items import Family, Item, Medium, TaskSpec, Value
from geoengine.split_files import SCHEMA

TITLES = {
    "primitive": "Primitive Recognition",
    "local": "Local Relation Composition",
    "global": "Global Abstract Integration",
}
ASYMPTOTE = """size(150);
pair A=(0,0), B=(5,0), C=2*dir(70);
draw(A--B--C--cycle);
label("$A$", A, SW);"""
MATPLOTLIB = """import numpy as np
import matplotlib.pyplot as plt

fig, ax = plt.subplots()
for k in range(6):
    ax.plot([0, np.cos(k)], [0, np.sin(k)])
plt.show()"""
ASKED = [
    # Task, language, quantity, answer, source, points.
    ("primitive", "asymptote", "length", "5√2/2", "plane", {"A": [0, 0], "B": [3, 4]}),
    ("primitive", "python", "angle", "60°", "plane", {}),
    ("local", "asymptote", "area", "4π - 8", "region", {"A": [0, 0], "B": [1, 1]}),
    ("local", "asymptote", "number", "7", "plane", {"P": [0, 0], "Q": [0, 7]}),
    ("global", "python", "ratio", "2/3", "iterated", {}),
    ("global", "asymptote", "volume", "70", "solid", {"A": [0, 0, 0], "B": [1, 2, 2]}),
]


def code_items():
    return [
        Item.make(
            id=f"{task}-{number:04}", family="drawn", task=task, level=1 + list(TITLES).index(task),
            scene=f"{source}_{number}", problem="", question=f"Question {number}: what is it?",
            answer=Value(exact=answer, quantity=quantity),
            media=[
                Medium(
                    kind="code", language=language,
                    text=ASYMPTOTE if language == "asymptote" else MATPLOTLIB,
                )
            ],
            certificate={"answer": answer}, meta={"source": source, "coordinates": points},
        )
        for number, (task, language, quantity, answer, source, points) in enumerate(ASKED, start=1)
    ]  # fmt: skip


@contextmanager
def code_split(folder):
    """The split, in a folder, of a family that is known within the context."""
    folder.mkdir(parents=True)
    lines = "".join(f"{item.model_dump_json()}\n" for item in code_items())
    (folder / "items.jsonl").write_text(lines, encoding="utf-8")
    (folder / "problems.jsonl").write_text("", encoding="utf-8")
    manifest = {"schema": SCHEMA, "family": "drawn", "engine": "1", "seed": 1, "files": {}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    tasks = tuple(
        TaskSpec(
            name=name, title=title, short="".join(word[0] for word in title.split()[:2]),
            level=level, kind="value", build=lambda context, rng, most: [],
        )
        for level, (name, title) in enumerate(TITLES.items(), start=1)
    )  # fmt: skip
    family = Family(name="drawn", title="Drawn", tasks=tasks, prepare=None, finish=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("geoengine.formats.source.load_family", lambda name: family)
        yield Source(folder)
