"""Published items: construction, premises, goal, steps, options."""

from __future__ import annotations

from dataclasses import dataclass

from geoengine.audit.geobench.text_reader import ConstructionSentence, Reading

__all__ = ["Option", "PrintedStep", "PublishedItem"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an item.

    Attributes
    ----------
    number : int
    text : str
    parts : tuple of Reading
        The statements in the option; empty for an option that is a rule or a step.
    step : int or None
        The number of the step that the option names, if any.
    """

    number: int
    text: str
    parts: tuple[Reading, ...] = ()
    step: int | None = None


@dataclass(frozen=True, slots=True)
class PrintedStep:
    """A step of reasoning.

    Attributes
    ----------
    number : int or None
        None where no number is printed.
    sources : tuple of Reading
        What the step cites.
    rule : str
        The name of the rule as printed; empty if there is none.
    conclusion : Reading
    """

    number: int | None
    sources: tuple[Reading, ...]
    rule: str
    conclusion: Reading

    @property
    def name(self) -> str:
        """The step's name in reports."""
        return "the first step" if self.number is None else f"step {self.number:03d}"


@dataclass(frozen=True, slots=True)
class PublishedItem:
    """A published item.

    Attributes
    ----------
    source : str
        The file.
    position : int
        The place of the item in the file, from 1.
    name : str
        The item's `problem_id`, or its place in the file.
    scene : str
        The name of its picture, which items about one scene share.
    task : str
        One of the names in ``tasks.yaml``.
    prompt : str
    construction : tuple of ConstructionSentence
    premises : tuple of Reading
        The premises as printed; empty where the item lists none.
    goal : Reading or None
    steps : tuple of PrintedStep
    unread : tuple of str
        Lines among the steps that could not be read as steps.
    options : tuple of Option
    key : int or None
        None where the answer names no option.
    answer : str
        The answer as published.
    announced : int or None
        The number of options that the prompt announces; None where it announces none.
    """

    source: str
    position: int
    name: str
    scene: str
    task: str
    prompt: str
    construction: tuple[ConstructionSentence, ...] = ()
    premises: tuple[Reading, ...] = ()
    goal: Reading | None = None
    steps: tuple[PrintedStep, ...] = ()
    unread: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    key: int | None = None
    answer: str = ""
    announced: int | None = None

    @property
    def key_option(self) -> Option | None:
        """The option marked as right; None if the answer names none."""
        return next((one for one in self.options if one.number == self.key), None)

    @property
    def distractors(self) -> tuple[Option, ...]:
        """The options marked as wrong."""
        return tuple(one for one in self.options if one.number != self.key)

    @property
    def introduced(self) -> tuple[str, ...]:
        """The points that its own text introduces, each once."""
        return tuple(dict.fromkeys(p for made in self.construction for p in made.placed))
