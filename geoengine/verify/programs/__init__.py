"""Reading, running and measuring drawing programs, by code of the judge's own."""

from geoengine.verify.programs.code_facts import CodeFacts
from geoengine.verify.programs.evaluated import Evaluated
from geoengine.verify.programs.executing import Execution
from geoengine.verify.programs.expressions import names_of, split_equation
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.leaks import (
    LeakTable,
    Told,
    audit_leaks,
    kind_of_asked,
    told_values,
)
from geoengine.verify.programs.levels import Features, features_of
from geoengine.verify.programs.measuring import CLOSE, Measured, measure_asked
from geoengine.verify.programs.reading import LANGUAGES, read_program
from geoengine.verify.programs.values import read_exact
from geoengine.verify.programs.wordings import names_in, numerals_in, plain_text, values_in

__all__ = [
    "CLOSE",
    "LANGUAGES",
    "CodeFacts",
    "Evaluated",
    "Execution",
    "FaultKind",
    "Features",
    "LeakTable",
    "Measured",
    "ProgramError",
    "Told",
    "audit_leaks",
    "features_of",
    "kind_of_asked",
    "measure_asked",
    "names_in",
    "names_of",
    "numerals_in",
    "plain_text",
    "read_exact",
    "read_program",
    "split_equation",
    "told_values",
    "values_in",
]
