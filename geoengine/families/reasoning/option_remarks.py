"""What a certificate says of an option."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.families.reasoning.certificate_entries import Entry, coordinates, entry_of_key
from geoengine.families.reasoning.certificate_words import (
    GROUNDS,
    SENTENCES,
    in_language,
    sentence,
)
from geoengine.families.reasoning.theorems import offered_name
from geoengine.items import Item, OtherFigure, Remark
from geoengine.scene import SENTENCE_TEMPLATES

__all__ = ["OPTION_ENTRIES", "option_remarks"]

OPTION_ENTRIES = frozenset(
    {"option", "correct", "statement", "statements", "verdict", "residual", "evidence", "step"}
    | {"on_plan", "counterexample", "goal_derived_without_it", "in_proof", "false", "suffices"}
    | {"clause", "goal_derived", "stop"}
    | {"rule", "steps", "concludes_a_step", "instances", "letters", "conclusion"}
)
"""The entries that `option_remarks` tells, or that have no need to be told."""


def option_remarks(entry: Entry, item: Item) -> list[Remark]:
    """Tell what a certificate says of an option, in the language of the item.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo", problem="A B = segment A B",
    ...     question="哪个成立？", answer=Choice(options=("AB = 3", "AB = 4"), key=1),
    ...     language="zh",
    ... )
    >>> [remark.text for remark in option_remarks(
    ...     {"statement": "lconst A B 3", "evidence": "premise"}, item)]
    ['{}是已知条件。']
    """
    return [remark for tell in _TELLERS for remark in tell(entry, item)]


def _truth(entry: Entry, item: Item) -> list[Remark]:
    """Whether the statement of an option is true, and on what grounds."""
    if "counterexample" in entry or "statement" not in entry:
        return []
    language, statement = item.language, entry["statement"]
    subject = "{}"
    if "step" in entry:
        subject = sentence(SENTENCES["claim"], language, number=entry["step"])
    if entry.get("verdict") == "false" or entry.get("evidence") == "denies":
        return [_false(statement, entry, item, subject)]
    evidence = entry.get("evidence", "")
    if evidence == "follows" and _is_after_fault(entry, item):
        evidence = "follows_from_fault"
    grounds = sentence(GROUNDS.get(evidence, GROUNDS["other"]), language, evidence=evidence)
    found = [Remark(_put(subject, grounds, item), (statement,))]
    if "on_plan" in entry:
        name = "on_plan" if entry["on_plan"] else "off_plan"
        found.append(Remark(in_language(SENTENCES[name], language)))
    return found


def _false(statement: str, entry: Entry, item: Item, subject: str = "{}") -> Remark:
    """Say that a statement is false, and by how much if that is known."""
    off = entry.get("residual")
    name = "false_by" if off and float(off) else "false"
    grounds = sentence(GROUNDS[name], item.language, off=off)
    return Remark(_put(subject, grounds, item), (statement,), measured=(statement,))


def _put(subject: str, grounds: str, item: Item) -> str:
    return f"{subject}{SENTENCE_TEMPLATES[item.language].space}{grounds}"


def _is_after_fault(entry: Entry, item: Item) -> bool:
    """Whether a step rests on the false step, as far as the record of the steps tells."""
    proof = item.certificate.get("proof", {})
    wrong = entry_of_key(item.certificate).get("step")
    steps, given = proof.get("steps", []), proof.get("premises", 0)
    wanted, seen = [entry["step"]], set()
    while wanted:
        number = wanted.pop()
        if number == wrong:
            return True
        if number not in seen and 1 <= number <= len(steps):
            seen.add(number)
            wanted += [a - given + 1 for a in steps[number - 1]["antecedents"] if a >= given]
    return False


def _left_out(entry: Entry, item: Item) -> list[Remark]:
    """Whether the goal needs a premise."""
    if "counterexample" not in entry:
        return []
    language = item.language
    both = (entry["statement"], item.meta.get("goal", ""))
    in_proof = Remark(
        in_language(SENTENCES["used" if entry.get("in_proof") else "unused"], language)
    )
    found = entry["counterexample"]
    if found is None:
        return [Remark(in_language(SENTENCES["goal_remains"], language), both), in_proof]
    remarks = [
        Remark(
            sentence(SENTENCES["goal_fails"], language, off=found["goal_residual"]),
            both,
            figure=OtherFigure(coordinates(found["points"]), fails=both),
        )
    ]
    if not entry.get("goal_derived_without_it"):
        remarks.append(Remark(in_language(SENTENCES["underivable"], language)))
    return [*remarks, in_proof]


def _list(entry: Entry, item: Item) -> list[Remark]:
    """Whether a list of statements suffices for the goal."""
    if "statements" not in entry:
        return []
    language, listed = item.language, tuple(entry["statements"])
    if entry.get("suffices"):
        return [
            Remark(in_language(SENTENCES["all_hold"], language), listed),
            Remark(in_language(SENTENCES["one_step"], language)),
        ]
    found = [Remark(in_language(SENTENCES["listed"], language), listed)]
    if "false" in entry:
        return [*found, _false(entry["false"], entry, item)]
    return [*found, Remark(in_language(SENTENCES["not_one_step"], language))]


def _theorem(entry: Entry, item: Item) -> list[Remark]:
    """Whether a theorem is used, or gives the statement in question."""
    if "rule" not in entry:
        return []
    language = item.language
    joined = SENTENCE_TEMPLATES[language].joined
    name, parts = "theorem_unused", dict[str, str]()
    concluded: tuple[str, ...] = ()
    if entry.get("steps"):
        steps = [sentence(SENTENCES["step"], language, number=one) for one in entry["steps"]]
        name, parts = "theorem_used", {"steps": joined(steps)}
    elif "letters" in entry:
        letters = [
            sentence(SENTENCES["letter"], language, letter=letter, point=point)
            for letter, point in sorted(entry["letters"].items())
        ]
        name = "theorem_gives"
        parts = {"letters": joined(letters)}
        concluded = (entry["conclusion"],)
    elif entry.get("instances") == 0:
        name = "theorem_gives_not"
    theorem = offered_name(entry["rule"], language)
    return [Remark(sentence(SENTENCES[name], language, theorem=theorem, **parts), concluded)]


def _point(entry: Entry, item: Item) -> list[Remark]:
    """Whether a point opens the goal."""
    if "clause" not in entry:
        return []
    language, goals = item.language, (item.meta.get("goal", ""),)
    if not entry.get("goal_derived"):
        return [Remark(in_language(SENTENCES["point_in_vain"], language), goals)]
    proof, point = item.certificate.get("proof", {}), entry["clause"].split()[0]
    steps = len(proof.get("steps", ()))
    stated = [text for text in proof.get("statements", ()) if point in text.split()]
    return [
        Remark(sentence(SENTENCES["point_opens"], language, steps=steps), goals),
        Remark(in_language(SENTENCES["proof_cites"], language), tuple(stated)),
    ]


_TELLERS: tuple[Callable[[Entry, Item], list[Remark]], ...] = (
    _truth, _left_out, _list, _theorem, _point
)  # fmt: skip
