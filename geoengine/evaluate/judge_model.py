"""Asks a language model, over OpenAI's protocol, about responses that patterns cannot read."""

from __future__ import annotations

import base64
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

_REASONING = """Below are a problem in geometry, a reference solution, and somebody's response. \
Judge whether the reasoning of the response leads to its own final answer. Another correct way is \
as good as that of the reference; style does not matter. If in doubt, take the lower score.

Criteria:
S1. The steps are connected and lead to the stated answer, with consistent quantities and units, \
and without a jump to the conclusion.
S2. Nothing essential is used that is neither given nor a known axiom or theorem.
S3. The geometric relations that matter are used explicitly (parallel, perpendicular, similar, \
ratios, angles), instead of only stating a result.

Scores:
1: S1 to S3 hold, and the derivation from what is given to the answer is complete.
0.75: S1 to S3 hold; one small lapse, such as a slip of notation or an obvious step left out.
0.5: S1 holds; some of the key relations are there, but they do not suffice for the answer.
0.25: a few correct facts with little progress towards the answer.
0: contradictions, circular reasoning, wrong relations, or reasoning that does not fit the answer.

Reply with one line and nothing else, such as: S1 yes, S2 yes, S3 no, score 0.75

<problem>
{problem}
</problem>

<reference>
{reference}
</reference>

<response>
{response}
</response>"""

_CONSTRUCTION = """Below are a construction task in plane geometry, a reference construction, and \
somebody's response. Judge the response as a teacher would. Another right construction is as good \
as the reference; style does not matter. If in doubt, take the lower score.

Criteria:
C1. The steps can be carried out in their order with what is allowed, and lead to what is wanted.
C2. The reasons that it gives are true, and explain why the result is as wanted.
{drawing}
Scores:
1: all criteria hold.
0.75: one small lapse, such as a slip of notation or an obvious step left out.
0.5: the main idea is right, but an essential step or reason is wrong or missing.
0.25: a few correct steps with little progress towards what is wanted.
0: nothing of use.

Reply with one line and nothing else, such as: score 0.75

<task>
{problem}
</task>

<reference>
{reference}
</reference>

<response>
{response}
</response>"""

_DRAWING = """C3. The first picture attached is that of the reference, the second that of the \
response: it shows what is wanted, with the relations that are asked for.
"""

_SCORE = re.compile(r"(?<![\d.])(?:0?\.25|0?\.50?|0?\.75|1(?:\.0+)?|0(?:\.0+)?)(?![\d.]*\d)")
_CAPS = {"S1": 0.5, "S2": 0.5, "S3": 0.75}
"""The highest score of reasoning that violates a criterion (DynaSolidGeo, appendix C.2)."""


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

    def reasoning(self, problem: str, reference: Sequence[str], response: str) -> float | None:
        """The process score of a response with a right answer: 0, 0.25, 0.5, 0.75 or 1.

        A criterion that the model finds violated caps the score, whatever score it gives. None if
        its reply has no score.

        Parameters
        ----------
        problem : str
        reference : sequence of str
            The steps of a solution, with the numbers of this problem.
        response : str

        Raises
        ------
        JudgeError
            When the endpoint does not answer.
        """
        asked = _REASONING.format(
            problem=problem, reference="\n".join(reference), response=response[-_LONGEST:]
        )
        return _read_score(self._ask(asked))

    def construction(
        self,
        problem: str,
        reference: Sequence[str],
        response: str,
        pictures: tuple[bytes, bytes] | None = None,
    ) -> float | None:
        """The score of a response that is a construction: 0, 0.25, 0.5, 0.75 or 1.

        None if the model's reply has no score.

        Parameters
        ----------
        problem : str
        reference : sequence of str
            The steps of the reference construction.
        response : str
        pictures : (bytes, bytes), optional
            The last picture of the reference, and that of the response, as PNG.

        Raises
        ------
        JudgeError
            When the endpoint does not answer.
        """
        asked = _CONSTRUCTION.format(
            problem=problem, reference="\n".join(reference), response=response[-_LONGEST:],
            drawing=_DRAWING if pictures else "",
        )  # fmt: skip
        return _read_score(self._ask(asked, pictures or ()))

    def _ask(self, question: str, pictures: Sequence[bytes] = ()) -> str:
        from openai import OpenAIError

        content: Any = question
        if pictures:
            codes = [base64.b64encode(picture).decode("ascii") for picture in pictures]
            urls = [{"url": f"data:image/png;base64,{code}"} for code in codes]
            content = [
                {"type": "text", "text": question},
                *({"type": "image_url", "image_url": url} for url in urls),
            ]
        try:
            answer = self._client.chat.completions.create(
                model=self._model,
                messages=[{"role": "user", "content": content}],
                temperature=0,
            )
        except OpenAIError as error:
            raise JudgeError(f"the judge at {self._url} does not answer: {error}") from error
        choices = answer.choices
        return (choices[0].message.content or "").strip() if choices else ""


def _read_score(reply: str) -> float | None:
    """The score in a reply, capped where criteria are violated; None if there is none.

    Examples
    --------
    >>> _read_score("S1 yes, S2 no, S3 yes, score 0.75"), _read_score("1.00"), _read_score("?")
    (0.5, 1.0, None)
    """
    told = dict(re.findall(r"\b(S[123])\W{1,3}(yes|no)\b", reply, re.IGNORECASE))
    rest = re.sub(r"\bS[123]\b", "", reply)
    scores = _SCORE.findall(rest)
    if not scores:
        return None
    caps = [_CAPS[name.upper()] for name, holds in told.items() if holds.lower() == "no"]
    return min([float(scores[-1]), *caps])
