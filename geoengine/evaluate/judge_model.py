"""Asks a language model, over OpenAI's protocol, about responses that patterns cannot read."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from geoengine.errors import GeoengineError, UsageError
from geoengine.items import Item

__all__ = ["Judge", "JudgeError"]

_LONGEST = 12_000

_OPTION = """Below are a question's options and somebody's response to it. Which option does the \
response choose as its final answer? Do not answer the question yourself. Reply with the number of \
the option alone, or with 0 if the response chooses none, or several.

{options}

<response>
{response}
</response>"""

_STEP = """Below are a geometry problem, what is established so far, and the next step of a proof. \
Does the step follow from what is given and established, in the figure that is described? Reply \
with yes, no or unclear, and nothing else.

Problem: {problem}

Established:
{known}

Step: {step}"""


class JudgeError(GeoengineError, RuntimeError):
    """The judge could not be asked."""


class Judge:
    """Asks a language model to judge responses, over OpenAI's protocol.

    Parameters
    ----------
    url : str
        The address of the endpoint, such as ``http://localhost:8000/v1``.
    model : str
        The model's name at the endpoint.
    key : str, optional
        By default the environment's ``OPENAI_API_KEY``; local endpoints need none.
    timeout : float
        Seconds for each question.

    Raises
    ------
    UsageError
        When the package ``openai`` is not installed.
    """

    def __init__(
        self, url: str, model: str, *, key: str | None = None, timeout: float = 60.0
    ) -> None:
        try:
            from openai import OpenAI
        except ImportError as error:
            raise UsageError(
                "asking a judge needs the openai client", hint="pip install 'geoengine[judge]'"
            ) from error
        self._model = model
        self._client = OpenAI(
            base_url=url, api_key=key or os.environ.get("OPENAI_API_KEY") or "none", timeout=timeout
        )
        self._url = url

    def option(self, item: Item, response: str) -> int | None:
        """The number, from 1, of the option that a response chooses; None if not exactly one.

        Raises
        ------
        JudgeError
            When the endpoint does not answer.
        """
        listed = "\n".join(
            f"({k}) {option}" for k, option in enumerate(item.choice.options, start=1)
        )
        reply = self._ask(_OPTION.format(options=listed, response=response[-_LONGEST:]))
        found = re.fullmatch(r"\D{0,3}([1-9])\D{0,3}", reply)
        return int(found[1]) if found and int(found[1]) <= len(item.choice.options) else None

    def follows(self, problem: Mapping[str, Any], known: Sequence[str], step: str) -> bool | None:
        """Whether a step of a proof follows; None if the model does not say yes or no.

        Raises
        ------
        JudgeError
            When the endpoint does not answer.
        """
        listed = "\n".join(f"- {statement}" for statement in known) or "- (nothing yet)"
        asked = _STEP.format(problem=problem["problem"], known=listed, step=step[:2000])
        reply = self._ask(asked).strip(" .*\"'").lower()
        return {"yes": True, "no": False}.get(reply)

    def _ask(self, question: str) -> str:
        from openai import OpenAIError

        try:
            answer = self._client.chat.completions.create(
                model=self._model,
                messages=[{"role": "user", "content": question}],
                temperature=0,
            )
        except OpenAIError as error:
            raise JudgeError(f"the judge at {self._url} does not answer: {error}") from error
        choices = answer.choices
        return (choices[0].message.content or "").strip() if choices else ""
