"""The judge's own reader of Python programs that draw with matplotlib."""

from geoengine.verify.programs.python_code.facts import python_facts
from geoengine.verify.programs.python_code.running import run_python

__all__ = ["python_facts", "run_python"]
