"""The adversary: guessers that read questions and options, and do no geometry."""

from geoengine.adversary.attacks import LEVEL, Attack, attack
from geoengine.adversary.folds import FEWEST_SCENES
from geoengine.adversary.guessers import load_sklearn
from geoengine.adversary.key_model import KeyModel
from geoengine.adversary.option_numbers import number_table
from geoengine.adversary.option_tokens import tokens_of
from geoengine.adversary.permuted import Permuted, tell_permuted
from geoengine.adversary.question_text import QuestionText
from geoengine.adversary.questions import FEWEST_QUESTIONS, TaskRun, can_be_attacked

__all__ = [
    "FEWEST_QUESTIONS",
    "FEWEST_SCENES",
    "LEVEL",
    "Attack",
    "KeyModel",
    "Permuted",
    "QuestionText",
    "TaskRun",
    "attack",
    "can_be_attacked",
    "load_sklearn",
    "number_table",
    "tell_permuted",
    "tokens_of",
]
