"""Drafts carried out with fewer tools: with straightedge and compass, or the compass alone."""

from geoengine.expansion.examples import construction_draft
from geoengine.expansion.expanding import expand_draft
from geoengine.expansion.expansion import Expansion, load_expansions
from geoengine.expansion.flattening import NoWayError

__all__ = ["Expansion", "NoWayError", "construction_draft", "expand_draft", "load_expansions"]
