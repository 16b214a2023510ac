"""Steps read from descriptions, compared with those described.

Two points side by side are written in alphabetical order, so they may come back in another order
than they had: a step is the same if it has the same constructions, with the same premises.
"""

from geoengine.scene.assembly import premises_of


def meaning(step):
    """What a step places, and how, whatever the order of two points side by side."""
    calls = {(c.construction, frozenset(premises_of(c)), c.numbers) for c in step.calls}
    return frozenset(step.points), calls
