"""Evaluation: what models answer, scored, and what the scores mean."""

from geoengine.evaluate.account import Account, Question
from geoengine.evaluate.extraction import Extraction, Outcome, extract
from geoengine.evaluate.judge import Judge, JudgeError
from geoengine.evaluate.process import Process, StepVerdict, check_process
from geoengine.evaluate.prompt import prompts_of
from geoengine.evaluate.readers import read_responses
from geoengine.evaluate.report import account_lines, write_report
from geoengine.evaluate.responder import respond, responders
from geoengine.evaluate.response import Batch, Response
from geoengine.evaluate.run import Grade, Run, grade_runs
from geoengine.evaluate.step import read_steps
from geoengine.evaluate.study import Study
from geoengine.evaluate.table import Table, to_markdown
from geoengine.evaluate.tables import all_tables, process_tables
from geoengine.evaluate.value import judge_value

__all__ = [
    "Account",
    "Batch",
    "Extraction",
    "Grade",
    "Judge",
    "JudgeError",
    "Outcome",
    "Process",
    "Question",
    "Response",
    "Run",
    "StepVerdict",
    "Study",
    "Table",
    "account_lines",
    "all_tables",
    "check_process",
    "extract",
    "grade_runs",
    "judge_value",
    "process_tables",
    "prompts_of",
    "read_responses",
    "read_steps",
    "respond",
    "responders",
    "to_markdown",
    "write_report",
]
