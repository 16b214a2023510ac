"""The formal language: predicates, statements about figures, questions, and their notations."""

from geoengine.language.angle_reversal import reversed_angle
from geoengine.language.coordinates import as_complex, as_real
from geoengine.language.equation import EQUATIONS, parse_equation
from geoengine.language.exact import Surd, SurdSum, format_angle, format_radians, parse_angle
from geoengine.language.measures import (
    CONDITION_MARGIN,
    RELATION_TOLERANCE,
    Complex,
    Real,
    flatness,
)
from geoengine.language.names import (
    check_point_name,
    join_latex,
    join_points,
    point_order,
    polygon_order,
    split_points,
)
from geoengine.language.notation import Style, read, write
from geoengine.language.predicate import FormTemplate, Kind, Predicate, Table, Value
from geoengine.language.predicate_table import ALIASES, PREDICATES, SQUARED
from geoengine.language.question import QUESTIONS, Question, parse_question
from geoengine.language.statement import (
    Statement,
    format_value,
    parse_statement,
    statement_or_none,
)
from geoengine.language.written_number import NUMBER_DIGITS, WrittenNumber, read_number

__all__ = [
    "ALIASES",
    "CONDITION_MARGIN",
    "EQUATIONS",
    "NUMBER_DIGITS",
    "PREDICATES",
    "QUESTIONS",
    "RELATION_TOLERANCE",
    "SQUARED",
    "Complex",
    "FormTemplate",
    "Kind",
    "Predicate",
    "Question",
    "Real",
    "Statement",
    "Style",
    "Surd",
    "SurdSum",
    "Table",
    "Value",
    "WrittenNumber",
    "as_complex",
    "as_real",
    "check_point_name",
    "flatness",
    "format_angle",
    "format_radians",
    "format_value",
    "join_latex",
    "join_points",
    "parse_angle",
    "parse_equation",
    "parse_question",
    "parse_statement",
    "point_order",
    "polygon_order",
    "read",
    "read_number",
    "reversed_angle",
    "split_points",
    "statement_or_none",
    "write",
]
