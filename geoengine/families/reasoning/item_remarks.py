"""What a certificate says of an item as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from geoengine.catalogue import Language
from geoengine.errors import GeoengineError
from geoengine.families.reasoning.certificate_entries import Entry, coordinates, entry_of_key
from geoengine.families.reasoning.certificate_words import (
    DESIGNS,
    KINDS,
    MARKS,
    SENTENCES,
    in_language,
    sentence,
)
from geoengine.families.reasoning.theorems import quoted
from geoengine.items import Item, OtherFigure, Remark
from geoengine.scene import SENTENCE_TEMPLATES, describe, load_problem

__all__ = ["ITEM_ENTRIES", "item_remarks"]

ITEM_ENTRIES = frozenset(
    {"options", "design", "read_from", "kinds", "premises", "rule", "antecedents", "evidence"}
    | {"without", "conclusion"}
    | {"claims", "plan", "plan_premises", "left_at", "outside", "rank", "replaced", "proof"}
)
"""The entries of a certificate that `item_remarks` tells, or that have no need to be told."""


def item_remarks(item: Item) -> list[Remark]:
    """Tell what the certificate of an item says of the item as a whole, in its language.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo", problem="A B = segment A B",
    ...     question="哪个成立？", answer=Choice(options=("AB = 3", "AB = 4"), key=1),
    ...     certificate={"kinds": ["cong", "midp"]}, language="zh",
    ... )
    >>> [remark.text for remark in item_remarks(item)]
    ['选项涉及相等的长度、中点。']
    """
    return [remark for tell in _TELLERS for remark in tell(item.certificate, item)]


def _fault(certificate: Entry, item: Item) -> list[Remark]:
    """Which claim was replaced, and what its step really shows."""
    if "replaced" not in certificate:
        return []
    language, number = item.language, entry_of_key(certificate).get("step")
    cited, rule = _cited(certificate.get("proof", {}), number)
    theorem = quoted(rule, language) if rule else ""
    name = "fault_by" if theorem else "fault"
    text = sentence(SENTENCES[name], language, number=number, theorem=theorem)
    found = [Remark(text, (certificate["replaced"],))]
    if cited:
        found.append(Remark(sentence(SENTENCES["cites"], language, number=number), tuple(cited)))
    if "rank" in certificate:
        found.append(_rank(certificate["rank"], "fault", language))
    return found


def _cited(proof: Entry, number: int | None) -> tuple[list[str], str]:
    """What a step of a recorded attempt cites, and the rule it uses; nothing if unknown."""
    steps = proof.get("steps", [])
    if number is None or not 1 <= number <= len(steps):
        return [], ""
    step = steps[number - 1]
    return [proof["statements"][k] for k in step["antecedents"]], step["rule"]


def _rank(rank: int, of: str, language: Language) -> Remark:
    count = {0: "none", 1: "one"}.get(rank, "some")
    return Remark(sentence(SENTENCES[f"{count}_before_{of}"], language, count=rank))


def _plan(certificate: Entry, item: Item) -> list[Remark]:
    if "left_at" not in certificate:
        return []
    language = item.language
    outside = _joined(certificate.get("outside", ()), language)
    left = sentence(SENTENCES["left_plan"], language, number=certificate["left_at"], points=outside)
    found = [
        Remark(left),
        Remark(in_language(SENTENCES["plan"], language), tuple(certificate.get("plan", ()))),
        Remark(
            in_language(SENTENCES["plan_premises"], language), tuple(certificate["plan_premises"])
        ),
    ]
    if "rank" in certificate:
        found.append(_rank(certificate["rank"], "leaving", language))
    return found


def _last_step(certificate: Entry, item: Item) -> list[Remark]:
    if "rule" not in certificate:
        return []
    goal, uses = item.meta.get("goal"), certificate.get("antecedents", ())
    theorem = quoted(certificate["rule"], item.language)
    name, goals = ("last_step", ()) if goal is None else ("goal_follows", (goal,))
    return [Remark(sentence(SENTENCES[name], item.language, theorem=theorem), (*goals, *uses))]


def _kinds_offered(certificate: Entry, item: Item) -> list[Remark]:
    language = item.language
    found = []
    if "design" in certificate:
        design = certificate["design"]
        texts = DESIGNS.get(design, SENTENCES["design"])
        found.append(Remark(sentence(texts, language, design=design)))
    if "read_from" in certificate:
        text = in_language(SENTENCES["read_from"], language)
        found.append(Remark(text, tuple(certificate["read_from"])))
    if "kinds" in certificate:
        names = [
            in_language(KINDS[kind], language) if kind in KINDS else kind
            for kind in certificate["kinds"]
        ]
        kinds = _joined(names, language)
        found.append(Remark(sentence(SENTENCES["kinds"], language, kinds=kinds)))
    return found


def _premises(certificate: Entry, item: Item) -> list[Remark]:
    premises = tuple(certificate.get("premises", ()))
    return [Remark(in_language(SENTENCES["premises"], item.language), premises)] if premises else []


def _marked(certificate: Entry, item: Item) -> list[Remark]:
    """What only the picture tells, and a figure that shows that it matters."""
    evidence, language = certificate.get("evidence"), item.language
    if not isinstance(evidence, Mapping):
        return []
    found = [Remark(in_language(SENTENCES["marked"], language), tuple(evidence["marked"]))]
    kinds = [
        in_language(texts, language)
        for kind, texts in MARKS.items()
        if evidence.get("marks", {}).get(kind)
    ]
    if kinds:
        marks = _joined(kinds, language)
        found.append(Remark(sentence(SENTENCES["picture_has"], language, marks=marks)))
    told = _described(evidence["told"], language)
    found.append(Remark(sentence(SENTENCES["text_says"], language, text=told)))
    cited = evidence.get("cited") or {}
    found += [
        Remark(sentence(SENTENCES["cites_figure"], language, number=number), tuple(statements))
        for number, statements in sorted(cited.items(), key=lambda pair: int(pair[0]))
    ]
    if "second_figure" in evidence:
        false, true = tuple(evidence.get("false", ())), tuple(evidence.get("true", ()))
        found.append(
            Remark(
                in_language(SENTENCES["marks_deny" if false else "marks_allow"], language),
                false or true,
                figure=OtherFigure(coordinates(evidence["second_figure"]), false, true),
            )
        )
    return found


def _described(told: str, language: Language) -> str:
    try:
        return describe(load_problem(told), language=language)
    except GeoengineError:
        return told


def _without(certificate: Entry, item: Item) -> list[Remark]:
    """That the goal is not derived without a further point."""
    if "without" not in certificate:
        return []
    text = in_language(SENTENCES["without_points"], item.language)
    return [Remark(text, (item.meta.get("goal", ""),))]


def _joined(words: list[str] | tuple[str, ...], language: Language) -> str:
    return SENTENCE_TEMPLATES[language].joined(words)


_TELLERS: tuple[Callable[[Entry, Item], list[Remark]], ...] = (
    _fault, _plan, _last_step, _kinds_offered, _premises, _marked, _without
)  # fmt: skip
