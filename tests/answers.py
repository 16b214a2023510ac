"""Splits for evaluation tests, and responses with known scores."""

import json
import shutil
from dataclasses import replace

from split_digests import vouch_for

from geoengine.evaluate import respond
from geoengine.formats import Source
from geoengine.items import Choice, make_prompts


def small_split(made, folder):
    """A copy of a small split, including problems to solve."""
    path = folder / "small"
    shutil.copytree(made.path, path)
    records = [json.loads(line) for line in (path / "problems.jsonl").read_text().splitlines()]
    if all(record["answer"] is None for record in records):
        with (path / "problems.jsonl").open("a", encoding="utf-8") as file:
            asked = {"id": "p999999-1", "answer": "5√2/2", "formal_goal": "lconst A B 5√2/2"}
            file.write(json.dumps({**records[0], **asked, "measurements": []}) + "\n")
        vouch_for(path, "problems.jsonl")
    return Source(path)


def wide_split(source, folder):
    """Many copies of the small split, with rotated options; several items about each problem."""
    path = folder / "wide"
    shutil.copytree(source.path, path)
    with (path / "items.jsonl").open("w", encoding="utf-8") as file:
        for number in range(20):
            for item in source.items:
                turned = [(k + number) % 4 for k in range(4)]
                options = [{**item.certificate["options"][old], "option": new + 1}
                           for new, old in enumerate(turned)]  # fmt: skip
                answer = Choice(
                    options=tuple(item.choice.options[old] for old in turned),
                    key=turned.index(item.choice.key - 1) + 1,
                )
                marks = item.meta["features"]["marks"].items()
                features = {
                    **item.meta["features"],
                    "marks": {name: [of[old] for old in turned] for name, of in marks},
                }
                copy = item.model_copy(update={
                    "id": f"{item.task}-{number + 1:04}",
                    "answer": answer,
                    "prompts": make_prompts(item.question, answer, item.language, item.media),
                    "certificate": {**item.certificate, "options": options},
                    "meta": {**item.meta, "problem": f"p{number // 3}", "tier": number % 4 + 1,
                             "features": features},
                })  # fmt: skip
                file.write(copy.model_dump_json() + "\n")
    with (path / "problems.jsonl").open("w", encoding="utf-8") as file:
        for number in range(15):
            for record in source.problems:
                copy = {**record, "id": f"p{number}{record['id']}"}
                file.write(json.dumps(copy, ensure_ascii=False) + "\n")
    vouch_for(path, "items.jsonl", "problems.jsonl")
    return Source(path)


def answered(source, model, noise, seed=0, **named):
    return [
        replace(response, model=model, **named)
        for response in respond(source, "oracle", noise=noise, seed=seed)
    ]
