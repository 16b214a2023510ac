"""Places of rules in figures: points that satisfy all that a rule supposes."""

import numpy as np

from geoengine.language import as_complex
from geoengine.verify.proofs.instances import _complete


def place_of(rule, points, xy, most=4_000_000):
    """Find points for the letters of a rule, by the judge's search without a given conclusion."""
    start = [], np.zeros((1, 0), dtype=np.int64)
    supposed = [*rule.given, *rule.where]
    found = _complete(rule, points, as_complex(xy), supposed, rule.then, start, most)
    return next(found, None)
