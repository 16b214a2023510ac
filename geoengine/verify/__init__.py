"""Independent checking, which shares no code with the deduction."""

from geoengine.verify.configurations import Configurations, find_configurations
from geoengine.verify.equality import same_rule
from geoengine.verify.rules import Counterexample, RuleCheck, check_rule

__all__ = [
    "Configurations",
    "Counterexample",
    "RuleCheck",
    "check_rule",
    "find_configurations",
    "same_rule",
]
