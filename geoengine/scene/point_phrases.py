"""Points described by a phrase, such as "the midpoint of BC", and the phrases read back."""

from __future__ import annotations

from geoengine.catalogue import Language
from geoengine.errors import ProblemError
from geoengine.scene.description import DescriptionWriter, describe
from geoengine.scene.description_parser import read_steps
from geoengine.scene.problem import ConstructionStep, Problem
from geoengine.scene.sentence_templates import SENTENCE_TEMPLATES

__all__ = ["describe_point", "read_point"]


def describe_point(
    problem: Problem, step: ConstructionStep, *, language: Language = "en"
) -> str | None:
    """Describe a further point of a problem by a phrase.

    Parameters
    ----------
    problem : Problem
    step : ConstructionStep
        The construction of one point. The phrase may contain its name.
    language : {"en", "zh"}

    Returns
    -------
    str or None
        None if the sentence that defines it has another form.

    Examples
    --------
    >>> from geoengine.scene import load_problem, load_steps
    >>> problem = load_problem("A B C = triangle")
    >>> (step,) = load_steps("X = midpoint B C", problem)
    >>> describe_point(problem, step), describe_point(problem, step, language="zh")
    ('the midpoint of BC', 'BC的中点')
    """
    writer = DescriptionWriter(language)
    for earlier in problem.steps:
        writer.write([earlier])
    (sentence,) = writer.write([step])
    start, end = _ends(step.points[0], language)
    if not (sentence.startswith(start) and sentence.endswith(end)):
        return None
    return sentence.removeprefix(start).removesuffix(end)


def read_point(
    problem: Problem, phrase: str, name: str, *, language: Language = "en"
) -> ConstructionStep:
    """Read the phrase of a further point back into its construction.

    Parameters
    ----------
    problem : Problem
        The problem whose text comes before the phrase.
    phrase : str
    name : str
        The name of the point.
    language : {"en", "zh"}

    Raises
    ------
    ProblemError
        If it is not the phrase of one point, or is ambiguous.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> print(read_point(load_problem("A B C = triangle"), "the midpoint of BC", "X"))
    X = midpoint X B C
    """
    start, end = _ends(name, language)
    before = describe(problem, language=language)
    sentence = f"{start}{phrase}{end}"
    text = SENTENCE_TEMPLATES[language].space.join([before, sentence])
    *_, last = read_steps(text, language=language)
    if last.points != (name,):
        raise ProblemError(f"expected a phrase that defines {name}, found {phrase!r}")
    return last


def _ends(name: str, language: Language) -> tuple[str, str]:
    """Return what a sentence has before and after the phrase."""
    before, _, after = SENTENCE_TEMPLATES[language].named.partition("{what}")
    return before.format(point=name), after
