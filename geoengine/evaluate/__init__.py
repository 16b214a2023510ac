"""Evaluation: reading, scoring and comparing the responses of models."""

from geoengine.evaluate.drafts import REASONS, DraftVerdict, judge_draft
from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.extraction import Extraction, Outcome, extract
from geoengine.evaluate.html_page import Section, to_folded, to_page, to_picture
from geoengine.evaluate.judge_model import Judge, JudgeError
from geoengine.evaluate.picture_scores import PictureScore, has_pictures, score_pictures
from geoengine.evaluate.picture_similarity import (
    NoComparisonError,
    Perception,
    PictureSimilarity,
    compare_pictures,
    find_perception,
)
from geoengine.evaluate.problem_prompts import prompts_of
from geoengine.evaluate.process_scoring import Process, StepVerdict, check_process
from geoengine.evaluate.readers import json_lines, read_responses
from geoengine.evaluate.reasoning_scores import reference_steps, score_reasoning
from geoengine.evaluate.reconciliation import AskedQuestion, Reconciliation
from geoengine.evaluate.report_folder import data_notes, write_report
from geoengine.evaluate.responder import respond, responders
from geoengine.evaluate.response import Batch, Response
from geoengine.evaluate.runs import Grade, Run, grade_runs
from geoengine.evaluate.svg_plot import COLORS, MARKERS, Plot, draw_plot, short_name
from geoengine.evaluate.table import Cell, CellKind, Column, Table, to_markdown, to_markdown_page
from geoengine.evaluate.tables import all_tables, picture_table, process_tables
from geoengine.evaluate.value_scoring import exact_value, judge_value
from geoengine.evaluate.written_steps import read_steps

__all__ = [
    "COLORS",
    "MARKERS",
    "REASONS",
    "AskedQuestion",
    "Batch",
    "Cell",
    "CellKind",
    "Column",
    "DraftVerdict",
    "Evaluation",
    "Extraction",
    "Grade",
    "Judge",
    "JudgeError",
    "NoComparisonError",
    "Outcome",
    "Perception",
    "PictureScore",
    "PictureSimilarity",
    "Plot",
    "Process",
    "Reconciliation",
    "Response",
    "Run",
    "Section",
    "StepVerdict",
    "Table",
    "all_tables",
    "check_process",
    "compare_pictures",
    "data_notes",
    "draw_plot",
    "exact_value",
    "extract",
    "find_perception",
    "grade_runs",
    "has_pictures",
    "json_lines",
    "judge_draft",
    "judge_value",
    "picture_table",
    "process_tables",
    "prompts_of",
    "read_responses",
    "read_steps",
    "reference_steps",
    "respond",
    "responders",
    "score_pictures",
    "score_reasoning",
    "short_name",
    "to_folded",
    "to_markdown",
    "to_markdown_page",
    "to_page",
    "to_picture",
    "write_report",
]
