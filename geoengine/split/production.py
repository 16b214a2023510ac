"""Production of candidates from one scene, determined by the request alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from geoengine.catalogue import Language
from geoengine.errors import CatalogueError
from geoengine.items import (
    ANY_LOOK,
    Evidence,
    Item,
    Look,
    Material,
    UnusableSceneError,
    load_family,
    stream,
)

__all__ = ["SceneOutcome", "SceneRequest", "produce"]


@dataclass(frozen=True, slots=True)
class SceneRequest:
    """A request for candidates from one scene.

    Attributes
    ----------
    family : str
        The name of the family.
    seed : int
        The seed of the split.
    index : int
        The number of the scene in the split, from 0.
    wanted : tuple of (str, int)
        For each task, its name and the number `most` that its builder receives; see `TaskSpec`.
    tiers : tuple of int
        The tiers allowed, as in `Plan`; empty for all.
    topics : tuple of str
        The topics allowed for the scene; empty for all.
    language : {"en", "zh"}
        The language of the items.
    evidence : {"text", "figure", "both"} or None
        Whether the text or the picture states the premises, as in `Plan`. None if the family does
        not offer the choice.
    look : Look
        How pictures look, as in `Plan`.
    code : tuple of (str, int)
        The languages of code with their weights, as in `Plan`.
    """

    family: str
    seed: int
    index: int
    wanted: tuple[tuple[str, int], ...]
    tiers: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    language: Language = "en"
    evidence: Evidence | None = None
    look: Look = ANY_LOOK
    code: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SceneOutcome:
    """The candidates from one scene, or the reason why there are none.

    Attributes
    ----------
    index : int
        The number of the scene in the split, from 0.
    scene : str
        The name of the scene; empty if there is no problem.
    problem : str
        The problem in the formal language of its family; empty if there is none.
    form : str
        The form of the problem (see `Material`); only one problem of each form is used.
    items : dict of str to list of Item
        Candidates by task.
    rejections : dict of str to dict of str to int
        How often candidates of each task were rejected, by reason.
    failure : str
        Why the scene could not be used; empty if it could.
    fault : str
        The unexpected exception that ended the work on the scene; empty if there was none.
    kept : object
        What the family kept for the end of the work on the problem; see `Material`.
    """

    index: int
    scene: str = ""
    problem: str = ""
    form: str = ""
    items: dict[str, list[Item]] = field(default_factory=dict)
    rejections: dict[str, dict[str, int]] = field(default_factory=dict)
    failure: str = ""
    fault: str = ""
    kept: Any = None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SceneOutcome:
        """Read the record that a journal kept of an outcome."""
        items = {
            task: [Item.model_validate(item) for item in items]
            for task, items in data["items"].items()
        }
        return cls(**{**data, "items": items})


def produce(request: SceneRequest) -> SceneOutcome:
    """Make candidates from one scene.

    Each task has its own stream of random numbers, so its candidates do not depend on the other
    tasks requested. An unexpected exception is not raised, but is the `fault` of the outcome.

    Raises
    ------
    CatalogueError
        When a YAML file of the family is invalid.

    Examples
    --------
    >>> task = load_family("reasoning").names[1]
    >>> outcome = produce(SceneRequest("reasoning", seed=1, index=0, wanted=((task, 1),)))
    >>> [item.task == task for item in outcome.items[task]]
    [True]
    """
    try:
        return _produce(request)
    except CatalogueError:
        # Every scene would fail in the same way.
        raise
    except Exception as error:
        # A bug in one scene must not end a long run; the manifest reports it.
        return SceneOutcome(request.index, fault=f"{type(error).__name__}: {error}")


def _produce(request: SceneRequest) -> SceneOutcome:
    family = load_family(request.family)
    prepare: Callable[..., Material] = family.prepare
    choices: dict[str, Any] = {}
    if family.offers_evidence:
        choices["evidence"] = request.evidence
    if family.check_look is not None:
        choices["look"] = request.look
    if family.code_languages:
        choices["code"] = dict(request.code)
    try:
        material = prepare(
            request.seed, request.index,
            tiers=request.tiers, topics=request.topics, language=request.language,
            **choices,
        )  # fmt: skip
    except UnusableSceneError as error:
        return SceneOutcome(request.index, failure=str(error))
    items: dict[str, list[Item]] = {}
    rejections: dict[str, dict[str, int]] = {}
    for task, most in request.wanted:
        before = Counter(material.rejections)
        rng = stream(request.seed, request.index, task)
        built = family.task(task).build(material.context, rng, most)
        items[task] = [i for i in built if not request.tiers or i.meta.get("tier") in request.tiers]
        rejections[task] = dict(material.rejections - before)
    return SceneOutcome(
        request.index, material.scene, material.problem, material.form, items, rejections,
        kept=material.kept,
    )  # fmt: skip
