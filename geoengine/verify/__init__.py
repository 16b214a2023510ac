"""Independent checking, which shares no code with the deduction."""

from geoengine.verify.configurations import Configurations, find_configurations
from geoengine.verify.equality import same_rule
from geoengine.verify.figure import CounterexampleFigure, counterexample_figure
from geoengine.verify.nearby import nearby_figures
from geoengine.verify.rules import Counterexample, RuleCheck, check_rule

__all__ = [
    "Configurations",
    "Counterexample",
    "CounterexampleFigure",
    "RuleCheck",
    "check_rule",
    "counterexample_figure",
    "find_configurations",
    "nearby_figures",
    "same_rule",
]
