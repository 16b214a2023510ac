"""How the items of GGBench are distributed, as its paper counts its 1,411 published items."""

from geoengine.items import Published

__all__ = ["LEVELS", "PICTURES", "PUBLISHED", "TASKS"]

TASKS = {"compass": 798, "transformation": 426, "analytic": 187}
"""The items of each category."""

LEVELS = {1: 298, 2: 816, 3: 297}
"""The items of each level: easy, medium, hard."""

PICTURES = {3: 7, 4: 227, 5: 860, 6: 283, 7: 34}
"""The items with each number of pictures: one of what is given, and one for each step."""

PUBLISHED = Published(
    name="GGBench",
    counts={
        "level": {str(level): count for level, count in LEVELS.items()},
        "pictures": {str(pictures): count for pictures, count in PICTURES.items()},
        "tag": {
            "basic": 1063, "circle": 931, "transformation": 376, "triangle": 280, "theorem": 218,
            "polygon": 107, "measurement": 92, "locus": 30,
        },
    },
    note="As the paper counts its 1,411 items.",
)  # fmt: skip
