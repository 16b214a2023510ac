"""Reading published items from ShareGPT JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from geoengine.audit.geobench.published_item import Option, PrintedStep, PublishedItem
from geoengine.audit.geobench.templates import form_of, load
from geoengine.audit.geobench.text_reader import Reading, read_sentence, read_statement, sentences
from geoengine.errors import InputError

__all__ = ["is_geobench", "is_index", "read_items"]

_MARKER = "The options are as follows:"
_OPTION = re.compile(r"^\s*\((\d{1,2})\)[ \t]*(.*)$", re.MULTILINE)
_ENDS = re.compile(r"\n\s*\n?(?:When outputting|Please )")
_ANNOUNCED = re.compile(r"\boptions \(1\) to \((\d{1,2})\)")
_KEY = re.compile(r"\(?(\d{1,2})\)?")
_STEP = re.compile(r"^(?:(\d{1,4})\.)?\s*(.*?)\s+\(((?:[^()]|\([^()]*\))*)\)\s*=>\s*(.+)$")
_STEP_OPTION = re.compile(r"Step\s*(\d{1,4})")
_LONGEST_PROMPT = 200_000
_LONGEST_STEP = 4000
_MOST_ITEMS = 200_000


def is_index(data: Any) -> bool:
    """Whether parsed JSON is an index of data sets, without items.

    Examples
    --------
    >>> is_index({"geo_1": {"file_name": "geo_1.json", "formatting": "sharegpt"}})
    True
    """
    return (
        isinstance(data, dict)
        and bool(data)
        and all(isinstance(one, dict) and "file_name" in one for one in data.values())
    )


def is_geobench(data: Any) -> bool:
    """Whether parsed JSON is a published GeoBench file, or the index of such files.

    One of the first 50 entries must have the prompt of a known task.

    Examples
    --------
    >>> asked = "What numerical information is there? The options are as follows: ..."
    >>> is_geobench([{"messages": [{"role": "user", "content": asked}]}])
    True
    >>> is_geobench([{"question": "What is 1 + 1?"}])
    False
    """
    if is_index(data):
        return True
    if not isinstance(data, list):
        return False
    return any(_task(_message(one, "user")) for one in data[:50])


def read_items(data: Any, source: str) -> list[PublishedItem]:
    """Read the items of a published file; an index of data sets has no items.

    Parameters
    ----------
    data : object
        Parsed JSON.
    source : str
        The name of the file, for messages.

    Raises
    ------
    InputError
        When the data is not a list of conversations that each ask the question of a known task, or
        is longer than 200,000 items.
    """
    if is_index(data):
        return []
    if not isinstance(data, list):
        raise InputError(
            f"expected a list of items in ShareGPT form, found {_kind(data)}", source=source
        )
    if len(data) > _MOST_ITEMS:
        raise InputError(
            f"expected at most {_MOST_ITEMS:,} items, found {len(data):,}", source=source
        )
    return [_item(one, source, position) for position, one in enumerate(data, 1)]


def _kind(data: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return names.get(type(data), f"a {type(data).__name__}")


def _message(one: Any, role: str) -> str:
    """The text of one side of a conversation; empty if there is none."""
    messages = one.get("messages") if isinstance(one, dict) else None
    if not isinstance(messages, list):
        return ""
    for message in messages:
        if isinstance(message, dict) and message.get("role") == role:
            content = message.get("content")
            return content if isinstance(content, str) else ""
    return ""


def _task(prompt: str) -> str | None:
    """The task that a prompt sets; None if it is not known."""
    if _MARKER not in prompt or len(prompt) > _LONGEST_PROMPT:
        return None
    return next((e["name"] for e in load("tasks.yaml") if re.search(e["asks"], prompt)), None)


def _item(one: Any, source: str, position: int) -> PublishedItem:
    where = f"item {position}"
    if not isinstance(one, dict) or not isinstance(one.get("messages"), list):
        raise InputError(
            f"{where}: expected an object with a list `messages`, found {_kind(one)}"
            + (
                f" with the keys {', '.join(map(str, list(one)[:6]))}"
                if isinstance(one, dict)
                else ""
            ),
            source=source,
        )
    prompt, answer = _message(one, "user"), _message(one, "assistant")
    if not prompt:
        raise InputError(
            f"{where}: expected a message of the role `user` with text, found none", source=source
        )
    task = _task(prompt)
    if task is None:
        names = ", ".join(entry["title"].lower() for entry in load("tasks.yaml"))
        raise InputError(
            f"{where}: expected the prompt of one of the tasks ({names}), found"
            f" {' '.join(prompt.split())[:60]!r}",
            source=source,
        )
    name = one.get("problem_id")
    name = name if isinstance(name, str) and name else f"item {position}"
    body, _, tail = prompt.partition(_MARKER)
    parts = _parts(task, body)
    steps, unread = _steps(parts["steps"])
    key = _KEY.fullmatch(answer.strip())
    announced = _ANNOUNCED.search(body)
    return PublishedItem(
        source, position, name, _scene(one, name), task, prompt,
        tuple(map(read_sentence, sentences(_opening(parts["construction"])))),
        tuple(read_statement(text) for text in _listed(parts["premises"].strip().rstrip("."))),
        read_statement(parts["goal"].strip()) if parts["goal"].strip() else None,
        steps, unread, _options(task, tail),
        int(key[1]) if key else None, answer.strip(), int(announced[1]) if announced else None,
    )  # fmt: skip


def _opening(construction: str) -> str:
    """A construction, from its first sentence on."""
    begins = re.search(r"\b(?:From|Given) ", construction)
    return construction[begins.start() :] if begins else construction


def _scene(one: dict[str, Any], name: str) -> str:
    """The name of an item's picture or, without one, the item's up to the first underscore."""
    images = one.get("images")
    if isinstance(images, list) and images and isinstance(images[0], str):
        stem = re.split(r"[\\/]", images[0])[-1]
        return re.sub(r"\.\w+$", "", stem)
    return name.split("_")[0]


def _parts(task: str, body: str) -> dict[str, str]:
    """The texts of construction, premises, goal and steps in a prompt; empty where absent."""
    entry = next(entry for entry in load("tasks.yaml") if entry["name"] == task)
    parts = dict.fromkeys(("construction", "premises", "goal", "steps"), "")
    if "text" in entry:
        match = re.search(entry["text"].replace(" ", r"\s+"), body, re.DOTALL)
        parts |= {} if match is None else {k: v or "" for k, v in match.groupdict().items()}
    return parts


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _options(task: str, tail: str) -> tuple[Option, ...]:
    ends = _ENDS.search(tail)
    tail = tail[: ends.start()] if ends else tail
    found = []
    for match in _OPTION.finditer(tail):
        text = match[2].strip()
        parts: Iterable[Reading] = ()
        step = None
        if form_of(task) == "steps":
            named = _STEP_OPTION.fullmatch(text)
            step = int(named[1]) if named else None
        elif form_of(task) != "theorems":
            parts = map(read_statement, _listed(text))
        found.append(Option(int(match[1]), text, tuple(parts), step))
    return tuple(found)


def _steps(text: str) -> tuple[tuple[PrintedStep, ...], tuple[str, ...]]:
    steps: list[PrintedStep] = []
    unread: list[str] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        match = _STEP.match(line.strip()) if len(line) < _LONGEST_STEP else None
        if match is None:
            unread.append(line.strip())
            continue
        number = int(match[1]) if match[1] else None
        sources = [part.strip() for part in match[2].split(" , ") if part.strip()]
        steps.append(
            PrintedStep(
                number, tuple(map(read_statement, sources)), match[3].strip(),
                read_statement(match[4].strip()),
            )
        )  # fmt: skip
    return tuple(steps), tuple(unread)
