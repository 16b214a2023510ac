"""The family ``programs``: figures to be seen in the code that draws them."""

from geoengine.families.programs.instance import Instance, make_instance
from geoengine.families.programs.instance_errors import InstanceError
from geoengine.families.programs.picture import render_program
from geoengine.families.programs.seed import Seed, load_seeds

__all__ = [
    "Instance",
    "InstanceError",
    "Seed",
    "load_seeds",
    "make_instance",
    "render_program",
]
