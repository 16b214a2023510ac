"""Judging an item: its fields, its prompts, and its answer by the judge of its task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geoengine.catalogue import load_prompts
from geoengine.errors import InputError
from geoengine.verify.budget import Budget
from geoengine.verify.items.judge_registry import load_judges
from geoengine.verify.items.option_verdicts import choice_fault
from geoengine.verify.prover import Prover
from geoengine.verify.verdict import Finding, Level, Report

__all__ = ["judge_item"]

_LONGEST = 200_000


def judge_item(
    data: Mapping[str, Any], name: str, budget: Budget, prover: Prover | None = None
) -> Report:
    """Judge an item: its fields, its prompts, and its answer by the judge of its task.

    Parameters
    ----------
    data : mapping
        The item, as in a split.
    name : str
        The name of the report.
    budget : Budget
    prover : callable, optional
        A prover; without one, whatever needs a proof stays undecided.

    Returns
    -------
    Report
        A single undecided finding, ``unknown_task``, if no judge is registered for the task.

    Raises
    ------
    BrokenPluginError
        When the judges of the family cannot be loaded.
    """
    task = data.get("task")
    facts = {"task": task if isinstance(task, str) else "?"}
    fault = _malformed_field(data)
    if fault is not None:
        return Report("item", name, [Finding("item_shape", Level.WRONG, fault)], facts)
    judge = load_judges(data["family"]).get(str(task))
    if judge is None:
        text = f"no judge is registered for the task {task!r} of {data['family']!r}"
        found = Finding("unknown_task", Level.UNDECIDED, text)
        return Report("item", name, [found], facts)
    try:
        findings = [*judge(data, budget, prover), *_prompt_findings(data)]
    except (InputError, KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        text = f"the item cannot be read: {error}" if str(error) else "the item cannot be read"
        findings = [Finding("item_shape", Level.WRONG, text)]
    return Report("item", name, findings, facts)


def _malformed_field(data: Mapping[str, Any]) -> str | None:
    """Describe a missing or malformed field of an item; None if there is none."""
    for name in ("problem", "question", "family"):
        if not isinstance(data.get(name), str):
            return f"expected the {name} as text"
    answer, certificate = data.get("answer"), data.get("certificate")
    if not isinstance(answer, dict) or not isinstance(answer.get("kind"), str):
        return "expected an answer with its kind"
    if not isinstance(certificate, dict):
        return "expected a certificate"
    if len(str(data["problem"])) > _LONGEST:
        return "the item is too long"
    return choice_fault(answer, certificate) if answer["kind"] == "choice" else None


def _prompt_name(answer: Mapping[str, Any]) -> str:
    match answer:
        case {"kind": "named", "object": "relation"}:
            return "relation"
        case {"kind": "value", "rounded": str(rounded)} if rounded:
            return "rounded"
    return str(answer["kind"])


def _prompt_findings(data: Mapping[str, Any]) -> list[Finding]:
    """Compare the prompts with those composed from question, code, options and answer kind.

    Empty if they match.
    """
    language = data.get("language", "en")
    answer = data["answer"]
    prompt = load_prompts()[_prompt_name(answer)]
    parts = [data["question"]]
    parts += [
        f"```{medium['language']}\n{medium['text'].rstrip()}\n```"
        for medium in data.get("media", ())
        if medium["kind"] == "code" and medium.get("shown", True) and medium.get("text")
    ]
    if answer["kind"] == "choice":
        options = answer["options"]
        parts.append(prompt.introduce(len(options), language))
        parts.append("\n".join(f"({n}) {text}" for n, text in enumerate(options, start=1)))
    last = prompt.words(language)
    wrong = [
        variant
        for variant in ("answer_only", "chain_of_thought")
        if data["prompts"][variant] != "\n\n".join([*parts, getattr(last, variant)])
    ]
    if not wrong:
        return []
    text = f"the prompt {wrong[0]} does not match the question, its options and its kind"
    return [Finding("prompt_differs", Level.WRONG, text, {"prompts": wrong})]
