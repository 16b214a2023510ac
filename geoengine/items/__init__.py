"""Items of benchmarks: kinds of answer, prompts, and the registry of families. No geometry."""

from geoengine.items.answer import KINDS, Answer, Choice, Draft, DraftStep, Kind, Named, Value
from geoengine.items.blind_guesses import code_guesses
from geoengine.items.chance import pick, stream, weighted
from geoengine.items.code_reading import code_lines, functions_called, literals
from geoengine.items.explanation import (
    Explanation,
    OtherFigure,
    Remark,
    escaped,
    explain_by_labels,
    explain_by_steps,
    labelled,
)
from geoengine.items.family import (
    BATCH,
    EVIDENCE,
    Evidence,
    Family,
    FinishedProblem,
    ItemText,
    Material,
    TaskSpec,
    TaskType,
    UnusableSceneError,
    UsedProblem,
)
from geoengine.items.item import Item
from geoengine.items.likeness import MOST_SHARED, contained, passages, words_of
from geoengine.items.listing import DrawnStep, Lines, Listing, Shape
from geoengine.items.look import ANY_LOOK, PROJECTIONS, Look
from geoengine.items.media import Medium, is_shown_code
from geoengine.items.prompts import Prompts, make_prompts
from geoengine.items.published import Published
from geoengine.items.ranks import UNIT, rank_chances, rank_names, ranks_and_extremes
from geoengine.items.registry import (
    all_tasks,
    family_names,
    load_family,
    short_names,
    task_names,
)

__all__ = [
    "ANY_LOOK",
    "BATCH",
    "EVIDENCE",
    "KINDS",
    "MOST_SHARED",
    "PROJECTIONS",
    "UNIT",
    "Answer",
    "Choice",
    "Draft",
    "DraftStep",
    "DrawnStep",
    "Evidence",
    "Explanation",
    "Family",
    "FinishedProblem",
    "Item",
    "ItemText",
    "Kind",
    "Lines",
    "Listing",
    "Look",
    "Material",
    "Medium",
    "Named",
    "OtherFigure",
    "Prompts",
    "Published",
    "Remark",
    "Shape",
    "TaskSpec",
    "TaskType",
    "UnusableSceneError",
    "UsedProblem",
    "Value",
    "all_tasks",
    "code_guesses",
    "code_lines",
    "contained",
    "escaped",
    "explain_by_labels",
    "explain_by_steps",
    "family_names",
    "functions_called",
    "is_shown_code",
    "labelled",
    "literals",
    "load_family",
    "make_prompts",
    "passages",
    "pick",
    "rank_chances",
    "rank_names",
    "ranks_and_extremes",
    "short_names",
    "stream",
    "task_names",
    "weighted",
    "words_of",
]
