"""The judge's own reader of Asymptote: tokens, syntax, execution, stock functions."""

from geoengine.verify.programs.asymptote.facts import asymptote_facts
from geoengine.verify.programs.asymptote.running import run_asymptote

__all__ = ["asymptote_facts", "run_asymptote"]
