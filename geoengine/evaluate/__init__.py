"""Evaluation: what models answer, scored, and what the scores mean."""

from geoengine.evaluate.account import Account, Question
from geoengine.evaluate.drawing import COLORS, MARKERS, Plot, draw_plot, short_name
from geoengine.evaluate.extraction import Extraction, Outcome, extract
from geoengine.evaluate.judge import Judge, JudgeError
from geoengine.evaluate.page import Section, to_folded, to_page, to_picture
from geoengine.evaluate.process import Process, StepVerdict, check_process
from geoengine.evaluate.prompt import prompts_of
from geoengine.evaluate.readers import read_responses
from geoengine.evaluate.report import account_lines, write_report
from geoengine.evaluate.responder import respond, responders
from geoengine.evaluate.response import Batch, Response
from geoengine.evaluate.run import Grade, Run, grade_runs
from geoengine.evaluate.step import read_steps
from geoengine.evaluate.study import Study
from geoengine.evaluate.table import Cell, CellKind, Column, Table, to_markdown, to_markdown_page
from geoengine.evaluate.tables import all_tables, process_tables
from geoengine.evaluate.value import judge_value

__all__ = [
    "COLORS",
    "MARKERS",
    "Account",
    "Batch",
    "Cell",
    "CellKind",
    "Column",
    "Extraction",
    "Grade",
    "Judge",
    "JudgeError",
    "Outcome",
    "Plot",
    "Process",
    "Question",
    "Response",
    "Run",
    "Section",
    "StepVerdict",
    "Study",
    "Table",
    "account_lines",
    "all_tables",
    "check_process",
    "draw_plot",
    "extract",
    "grade_runs",
    "judge_value",
    "process_tables",
    "prompts_of",
    "read_responses",
    "read_steps",
    "respond",
    "responders",
    "short_name",
    "to_folded",
    "to_markdown",
    "to_markdown_page",
    "to_page",
    "to_picture",
    "write_report",
]
