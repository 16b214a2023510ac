"""The family ``solids``: parametrised problems about solids, with views and videos."""

from geoengine.families.solids.figure_model import drawn_bodies, model_of
from geoengine.families.solids.views import view_of

__all__ = ["drawn_bodies", "model_of", "view_of"]
