"""The formal language: predicates, statements about figures, questions, and their notations."""

from geoengine.language.equation import EQUATIONS, parse_equation
from geoengine.language.exact import Surd, SurdSum, format_angle, format_radians, parse_angle
from geoengine.language.names import check_point_name, join_points, point_order
from geoengine.language.notation import Style, read, write
from geoengine.language.predicate import FormTemplate, Kind, Predicate, Table, Value
from geoengine.language.predicates import PREDICATES, SQUARED
from geoengine.language.question import QUESTIONS, Question, parse_question
from geoengine.language.statement import Statement, format_value, parse_statement

__all__ = [
    "EQUATIONS",
    "PREDICATES",
    "QUESTIONS",
    "SQUARED",
    "FormTemplate",
    "Kind",
    "Predicate",
    "Question",
    "Statement",
    "Style",
    "Surd",
    "SurdSum",
    "Table",
    "Value",
    "check_point_name",
    "format_angle",
    "format_radians",
    "format_value",
    "join_points",
    "parse_angle",
    "parse_equation",
    "parse_question",
    "parse_statement",
    "point_order",
    "read",
    "write",
]
