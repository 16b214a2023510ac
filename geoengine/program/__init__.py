"""Programs that draw figures: reading, executing and printing them.

A program is written in a subset of Asymptote. `read_program` reads it, `execute` computes the
values of its names and what it draws.
"""

from geoengine.program.asymptote_expressions import asymptote_expression
from geoengine.program.asymptote_printer import print_asymptote
from geoengine.program.binding import bind, number_expression, rename
from geoengine.program.checking import check_program
from geoengine.program.curves import (
    Arc,
    Path,
    Piece,
    Segment,
    Triple,
    in_plane,
)
from geoengine.program.display import (
    Drawn,
    Settings,
)
from geoengine.program.errors import (
    ExecutionError,
    PrintingError,
    ProgramError,
)
from geoengine.program.execution import (
    Execution,
    execute,
)
from geoengine.program.expressions import (
    Argument,
    ArrayOf,
    Binary,
    Boolean,
    Call,
    Conditional,
    Expression,
    Field,
    Index,
    Join,
    MethodCall,
    Name,
    NewArray,
    Number,
    Scaled,
    String,
    Tuple,
    Unary,
)
from geoengine.program.flattening import flattened
from geoengine.program.layout import (
    Layout,
    Printed,
)
from geoengine.program.library import (
    library_functions,
    with_library,
)
from geoengine.program.limits import Limits
from geoengine.program.matplotlib_printer import print_matplotlib
from geoengine.program.pens import (
    COLOURS,
    Pen,
)
from geoengine.program.place import Place
from geoengine.program.plot_style import PlotStyle
from geoengine.program.program import (
    Program,
    bodies,
    walk_statements,
)
from geoengine.program.projection import Projection
from geoengine.program.python_names import is_taken
from geoengine.program.reader import (
    read_expression,
    read_program,
)
from geoengine.program.restyling import restyle
from geoengine.program.statements import (
    Assignment,
    Block,
    Comment,
    Declaration,
    Declared,
    Evaluation,
    For,
    ForEach,
    FunctionDefinition,
    If,
    Import,
    Increment,
    Jump,
    Parameter,
    Return,
    Statement,
    While,
)
from geoengine.program.transforms import Transform
from geoengine.program.true_curves import with_true_curves
from geoengine.program.turning import without_rotations
from geoengine.program.values import (
    Array,
    Value,
)
from geoengine.program.walking import (
    called_functions,
    rebuild,
    walk,
)

__all__ = [
    "COLOURS",
    "Arc",
    "Argument",
    "Array",
    "ArrayOf",
    "Assignment",
    "Binary",
    "Block",
    "Boolean",
    "Call",
    "Comment",
    "Conditional",
    "Declaration",
    "Declared",
    "Drawn",
    "Evaluation",
    "Execution",
    "ExecutionError",
    "Expression",
    "Field",
    "For",
    "ForEach",
    "FunctionDefinition",
    "If",
    "Import",
    "Increment",
    "Index",
    "Join",
    "Jump",
    "Layout",
    "Limits",
    "MethodCall",
    "Name",
    "NewArray",
    "Number",
    "Parameter",
    "Path",
    "Pen",
    "Piece",
    "Place",
    "PlotStyle",
    "Printed",
    "PrintingError",
    "Program",
    "ProgramError",
    "Projection",
    "Return",
    "Scaled",
    "Segment",
    "Settings",
    "Statement",
    "String",
    "Transform",
    "Triple",
    "Tuple",
    "Unary",
    "Value",
    "While",
    "asymptote_expression",
    "bind",
    "bodies",
    "called_functions",
    "check_program",
    "execute",
    "flattened",
    "in_plane",
    "is_taken",
    "library_functions",
    "number_expression",
    "print_asymptote",
    "print_matplotlib",
    "read_expression",
    "read_program",
    "rebuild",
    "rename",
    "restyle",
    "walk",
    "walk_statements",
    "with_library",
    "with_true_curves",
    "without_rotations",
]
