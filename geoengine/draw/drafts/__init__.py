"""Pictures of drafts, in the manner of GeoGebra, one after each step."""

from geoengine.draw.drafts.picture import DraftPictures
from geoengine.draw.drafts.window import Window, window_of

__all__ = ["DraftPictures", "Window", "window_of"]
