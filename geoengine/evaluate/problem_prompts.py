"""Prompts that ask to solve or prove problems in steps that can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from geoengine.catalogue import Language
from geoengine.evaluate.runs import questions_of
from geoengine.formats import Source

__all__ = ["prompts_of"]

_STEPS: dict[Language, str] = {
    "en": "Write numbered steps, one per line: the statements that the step uses, the sign ⇒, its"
    " conclusion, and the theorem in parentheses. Use the notation of the problem, for example:\n"
    "Step 1. AC ⟂ BC and M is the midpoint of AB ⇒ AM = CM (median to the hypotenuse)",
    "zh": "请写出带编号的步骤，每行一步：先写这一步的依据，再写符号 ⇒ 和推出的结论，最后在括号内"
    "写出所用的定理。请使用题目中的记号，例如：\n"
    "第1步：AC ⊥ BC，M是AB的中点 ⇒ AM = CM（直角三角形斜边上的中线等于斜边的一半）",
}
_SOLVE: dict[Language, str] = {
    "en": "End with the exact value, not a decimal number, inside \\boxed{}.",
    "zh": "最后在 \\boxed{} 内写出精确值，不要写成小数。",
}


def prompts_of(source: Source) -> Iterator[dict[str, Any]]:
    """The prompts for a model: for each question its id, task, picture, video, and prompts.

    Items come with their two prompts; problems with one, which asks for steps.
    """
    items = {item.id: item for item in source.items}
    records = {record["id"]: record for record in source.asked}
    for question in questions_of(source):
        item = items.get(question.id)
        if item is not None:
            yield {
                "id": item.id,
                "task": item.task,
                "image": item.image,
                "video": next(iter(item.videos), None),
                "prompt": item.prompts.answer_only,
                "prompt_cot": item.prompts.chain_of_thought,
            }
            continue
        record = records[question.id]
        steps = _STEPS[source.language]
        parts = [part for part in (record["problem"], record["notation"], steps) if part]
        if record["answer"] is not None:
            parts.append(_SOLVE[source.language])
        prompt = "\n\n".join(parts)
        yield {
            "id": record["id"],
            "task": question.task,
            "image": record["image"],
            "video": None,
            "prompt": prompt,
            "prompt_cot": prompt,
        }
