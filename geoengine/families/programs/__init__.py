"""The family ``programs``: figures to be seen in the code that draws them."""

from geoengine.families.programs.seed import Seed, load_seeds

__all__ = ["Seed", "load_seeds"]
