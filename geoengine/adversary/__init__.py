"""The adversary: guessers that read questions and options, and do no geometry."""

from geoengine.adversary.attack import LEVEL, Attack, attack
from geoengine.adversary.question_text import QuestionText

__all__ = ["LEVEL", "Attack", "QuestionText", "attack"]
