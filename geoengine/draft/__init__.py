"""Drafts: constructions carried out step by step, in a subset of GeoGebra's commands.

`read_draft` reads one, `print_draft` writes it.
"""

from geoengine.draft.draft import Draft, Statement
from geoengine.draft.errors import DraftError, DraftLimitError
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
from geoengine.draft.place import Place
from geoengine.draft.printer import print_draft, print_expression, print_name, print_statement
from geoengine.draft.reader import read_draft, read_expression
from geoengine.draft.vocabulary import COMMANDS, FUNCTIONS, KINDS, STYLES, Kind, Signature

__all__ = [
    "COMMANDS",
    "FUNCTIONS",
    "KINDS",
    "STYLES",
    "Binary",
    "Boolean",
    "Call",
    "Coordinates",
    "Draft",
    "DraftError",
    "DraftLimitError",
    "Equation",
    "Expression",
    "Items",
    "Kind",
    "Name",
    "Number",
    "Place",
    "Signature",
    "Statement",
    "Text",
    "Unary",
    "parts",
    "print_draft",
    "print_expression",
    "print_name",
    "print_statement",
    "read_draft",
    "read_expression",
    "walk",
]
