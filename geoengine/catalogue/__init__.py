"""The catalogue: rules, constructions, scenes and tasks, read from YAML and validated.

Examples
--------
>>> from geoengine.catalogue import load_rules
>>> load_rules()["isosceles_base_angles"].name
'Base angles of an isosceles triangle'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from geoengine.catalogue.construction import Construction, StatementTemplate
from geoengine.catalogue.document import read_yaml
from geoengine.catalogue.engine_step import EngineStep
from geoengine.catalogue.entry import Entry, EntryError, Slug, Text, Within, YamlModel
from geoengine.catalogue.folders import data_folder
from geoengine.catalogue.geogebra import (
    GEOGEBRA_SIGNATURES,
    GeogebraExpression,
    GeogebraKind,
    GeogebraNumber,
    GeogebraOperation,
    parse_geogebra,
)
from geoengine.catalogue.geogebra_words import GEOGEBRA_ANGLES, GEOGEBRA_OBJECTS, GEOGEBRA_PATHS
from geoengine.catalogue.idea import Idea
from geoengine.catalogue.loader import (
    load_each,
    load_entries,
    load_file,
    load_files,
    load_mapping,
    yaml_files,
)
from geoengine.catalogue.mirrored import check_mirrors, orientations, unoriented
from geoengine.catalogue.numbers import Numbers
from geoengine.catalogue.pattern import Pattern
from geoengine.catalogue.phrases import (
    LANGUAGES,
    PLACEHOLDER,
    Language,
    Wording,
    placeholder_letters,
)
from geoengine.catalogue.placeholders import fill
from geoengine.catalogue.rule import Rule
from geoengine.catalogue.scene import Scene
from geoengine.catalogue.score import Score
from geoengine.catalogue.task import Prompt, PromptWords, QuestionWording, Task, Worth
from geoengine.catalogue.theorem import Theorem
from geoengine.catalogue.tier import Tier
from geoengine.catalogue.translation import Translation
from geoengine.catalogue.validation_errors import locate, validation_message
from geoengine.catalogue.vocabulary import Location

__all__ = [
    "GEOGEBRA_ANGLES",
    "GEOGEBRA_OBJECTS",
    "GEOGEBRA_PATHS",
    "GEOGEBRA_SIGNATURES",
    "LANGUAGES",
    "PLACEHOLDER",
    "Construction",
    "EngineStep",
    "Entry",
    "EntryError",
    "GeogebraExpression",
    "GeogebraKind",
    "GeogebraNumber",
    "GeogebraOperation",
    "Idea",
    "Language",
    "Location",
    "Numbers",
    "Pattern",
    "Prompt",
    "PromptWords",
    "QuestionWording",
    "Rule",
    "Scene",
    "Score",
    "Slug",
    "StatementTemplate",
    "Task",
    "Text",
    "Theorem",
    "Tier",
    "Translation",
    "Within",
    "Wording",
    "Worth",
    "YamlModel",
    "check_mirrors",
    "check_rule_ids",
    "data_folder",
    "fill",
    "load_constructions",
    "load_each",
    "load_engine_steps",
    "load_entries",
    "load_file",
    "load_files",
    "load_ideas",
    "load_mapping",
    "load_prompts",
    "load_rules",
    "load_scenes",
    "load_scores",
    "load_tasks",
    "load_tiers",
    "locate",
    "orientations",
    "parse_geogebra",
    "placeholder_letters",
    "read_yaml",
    "unoriented",
    "validation_message",
    "yaml_files",
]

PathLike = str | os.PathLike[str]


def load_rules(path: PathLike | Iterable[PathLike] | None = None) -> Mapping[str, Rule]:
    """Load the rules that come with geoengine, and those of the user.

    Parameters
    ----------
    path : path or iterable of path, optional
        The user's rule files, or folders of them, loaded after the rules of geoengine.

    Returns
    -------
    mapping of str to Rule
        The rules by id.

    Raises
    ------
    CatalogueError
        When a file is invalid, the id of a rule is that of another rule or of an engine step, or a
        rule mirrors one that is missing.

    Examples
    --------
    >>> rule = load_rules()["isosceles_base_angles"]
    >>> print(rule.given[0])
    cong O A O B
    """
    rules = load_entries("rules", Rule)
    if path is None:
        return rules
    paths = [path] if isinstance(path, str | os.PathLike) else path
    found = load_files(yaml_files(paths), Rule, onto=rules)
    check_rule_ids(found.values())
    check_mirrors(found, found.values())
    return found


def check_rule_ids(rules: Iterable[Rule]) -> None:
    """Reject a rule with the id of an engine step.

    Raises
    ------
    CatalogueError
        For the first such rule, with its place.
    """
    steps = load_engine_steps()
    for rule in rules:
        if rule.id in steps:
            raise rule.error(
                f"expected an unused rule id, found {rule.id!r}, which is an engine step",
                hint="choose another id",
            )


def load_engine_steps() -> Mapping[str, EngineStep]:
    """Load the engine steps, by id.

    Examples
    --------
    >>> [step.name for step in load_engine_steps().values() if step.table == "square"]
    ['Pythagorean theorem', 'Squares of lengths']
    """
    return load_entries("rules/engine", EngineStep)


def load_constructions() -> Mapping[str, Construction]:
    """Load the constructions, by name."""
    return load_entries("constructions", Construction)


def load_scenes() -> Mapping[str, Scene]:
    """Load the scenes, by name."""
    return load_entries("scenes", Scene)


def load_tasks(family: str) -> Mapping[str, Task]:
    """Load how the tasks of a family are worded, by name of the task."""
    return load_entries(f"tasks/{family}", Task)


def load_prompts() -> Mapping[str, Prompt]:
    """Load the prompts, by kind of answer; named relations and rounded values have their own.

    Examples
    --------
    >>> sorted(load_prompts())
    ['choice', 'draft', 'named', 'relation', 'rounded', 'value']
    """
    return load_entries("tasks/prompts", Prompt)


def load_ideas() -> Mapping[str, Idea]:
    """Load the ideas by which the sampler extends figures, by name."""
    return load_entries("scenes/ideas", Idea)


def load_scores() -> Mapping[str, Score]:
    """Load the scores of goals, by name."""
    return load_entries("scenes/scores", Score)


def load_tiers() -> dict[int, Tier]:
    """Load the difficulty tiers, by number.

    Examples
    --------
    >>> sorted(load_tiers())
    [1, 2, 3, 4, 5]
    """
    return {tier.tier: tier for tier in load_entries("scenes/tiers", Tier).values()}
