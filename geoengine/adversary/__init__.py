"""The adversary: guessers that read questions and options, and do no geometry."""

from geoengine.adversary.attacks import FEWEST_QUESTIONS, LEVEL, Attack, attack, can_be_attacked
from geoengine.adversary.folds import FEWEST_SCENES
from geoengine.adversary.guessers import load_sklearn
from geoengine.adversary.option_numbers import number_table
from geoengine.adversary.option_tokens import tokens_of
from geoengine.adversary.question_text import QuestionText

__all__ = [
    "FEWEST_QUESTIONS",
    "FEWEST_SCENES",
    "LEVEL",
    "Attack",
    "QuestionText",
    "attack",
    "can_be_attacked",
    "load_sklearn",
    "number_table",
    "tokens_of",
]
