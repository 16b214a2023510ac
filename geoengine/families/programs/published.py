"""How the items of GeoGramBench are distributed, counted in its 500 published problems."""

from geoengine.items import Published

__all__ = ["PUBLISHED"]

PUBLISHED = Published(
    name="GeoGramBench",
    counts={
        "level": {"1": 102, "2": 279, "3": 119},
        "asked": {"area": 227, "angle": 136, "length": 68, "volume": 26, "other": 43},
        "answer": {
            "whole": 274, "with a root": 80, "fraction": 67, "decimal": 57, "with π": 21,
            "other": 1,
        },
        "code": {"asymptote": 438, "python": 61, "other": 1},
    },
    functions={
        ("draw",): 404,
        ("label",): 317,
        ("size",): 188,
        ("dot",): 136,
        ("dir",): 109,
        ("circle", "Circle"): 91,
        ("fill", "filldraw"): 86,
        ("sqrt",): 77,
        ("arc", "Arc"): 37,
        ("midpoint",): 34,
        ("intersectionpoint", "intersectionpoints"): 31,
        ("rightanglemark",): 28,
        ("rotate",): 26,
        ("extension",): 17,
        ("foot",): 14,
    },
    programs=438,
    language="asymptote",
    lengths={"lines": 13, "characters": 351},
    note=(
        "Counted in its 500 problems; functions in the 438 programs in Asymptote; the length of"
        " code in the first 30."
    ),
)  # fmt: skip
