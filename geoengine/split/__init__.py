"""Splits: planned, produced scene by scene, and published as a complete folder."""

from geoengine.split.attacks import in_processes
from geoengine.split.baselines import chance_bounds
from geoengine.split.config import RunConfig
from geoengine.split.finishing import UnfinishedError
from geoengine.split.folder import plan_of, write_errors_reported
from geoengine.split.generation import Split, UnfilledError, generate
from geoengine.split.near_duplicates import Content, near_pairs
from geoengine.split.plan import DEFAULT_FAMILY, Plan, make_plan
from geoengine.split.pool import candidates
from geoengine.split.thinning import thinned
from geoengine.worker_pool import WorkerLostError

__all__ = [
    "DEFAULT_FAMILY",
    "Content",
    "Plan",
    "RunConfig",
    "Split",
    "UnfilledError",
    "UnfinishedError",
    "WorkerLostError",
    "candidates",
    "chance_bounds",
    "generate",
    "in_processes",
    "make_plan",
    "near_pairs",
    "plan_of",
    "thinned",
    "write_errors_reported",
]
