"""Drafts: constructions carried out step by step, in a subset of GeoGebra's commands.

`read_draft` reads one, `carry_out` makes its figure, `print_draft` writes it.
"""

from geoengine.draft.description import describe_value, why_undefined
from geoengine.draft.draft import Draft, Statement
from geoengine.draft.errors import DraftError, DraftLimitError
from geoengine.draft.executor import carry_out
from geoengine.draft.expressions import (
    Binary,
    Boolean,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Number,
    Text,
    Unary,
    parts,
    walk,
)
from geoengine.draft.figure import Figure, FigureObject, Look, View
from geoengine.draft.geogebra_file import write_draft_file
from geoengine.draft.goals import GoalCheck, check_goal, moved_figures
from geoengine.draft.incidences import Incidences
from geoengine.draft.limits import Limits
from geoengine.draft.place import Place
from geoengine.draft.printer import print_draft, print_expression, print_name, print_statement
from geoengine.draft.reader import read_draft, read_expression
from geoengine.draft.relations import are_equal
from geoengine.draft.renaming import new_name, renamed, with_names, with_parts
from geoengine.draft.shapes import Arc, Circle, Conic, Line, Polygon, Ray, Segment, Shape, Value
from geoengine.draft.tools import TOOLS, Tools, check_tools
from geoengine.draft.truth import holds
from geoengine.draft.vocabulary import (
    COMMANDS,
    CONSTANTS,
    FUNCTIONS,
    KINDS,
    STYLES,
    VARIABLES,
    Kind,
    Signature,
)

__all__ = [
    "COMMANDS",
    "CONSTANTS",
    "FUNCTIONS",
    "KINDS",
    "STYLES",
    "TOOLS",
    "VARIABLES",
    "Arc",
    "Binary",
    "Boolean",
    "Call",
    "Circle",
    "Conic",
    "Coordinates",
    "Draft",
    "DraftError",
    "DraftLimitError",
    "Equation",
    "Expression",
    "Figure",
    "FigureObject",
    "GoalCheck",
    "Incidences",
    "Items",
    "Kind",
    "Limits",
    "Line",
    "Look",
    "Name",
    "Number",
    "Place",
    "Polygon",
    "Ray",
    "Segment",
    "Shape",
    "Signature",
    "Statement",
    "Text",
    "Tools",
    "Unary",
    "Value",
    "View",
    "are_equal",
    "carry_out",
    "check_goal",
    "check_tools",
    "describe_value",
    "holds",
    "moved_figures",
    "new_name",
    "parts",
    "print_draft",
    "print_expression",
    "print_name",
    "print_statement",
    "read_draft",
    "read_expression",
    "renamed",
    "walk",
    "why_undefined",
    "with_names",
    "with_parts",
    "write_draft_file",
]
