"""Explanations: the certificates of the family's items, told in words and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from geoengine.errors import GeoengineError
from geoengine.families.reasoning.theorems import name_of, quoted
from geoengine.items import Explanation, Item, OtherFigure, Remark, escaped, labelled
from geoengine.scene import describe, load_problem

__all__ = ["explain"]

_Entry = Mapping[str, Any]

_DESIGNS = {
    "grid": "The options are two segments, each with the same two numbers.",
    "all_different": "The options are different segments with different numbers.",
    "one_segment": "The options are one segment with different numbers.",
}

_KINDS = {
    "coll": "points on one line",
    "para": "parallel lines",
    "npara": "lines that are not parallel",
    "perp": "perpendicular lines",
    "nperp": "lines that are not perpendicular",
    "cong": "equal lengths",
    "eqangle": "equal angles",
    "eqratio": "equal ratios",
    "midp": "midpoints",
    "cyclic": "points on one circle",
    "circle": "centers of circles",
    "simtri": "similar triangles",
    "simtrir": "similar triangles of opposite orientations",
    "contri": "congruent triangles",
    "contrir": "congruent triangles of opposite orientations",
}

_MARKS = {
    "ticks": "ticks on equal segments",
    "arcs": "arcs in equal angles",
    "arrows": "arrowheads on parallel lines",
    "right_angles": "squares in right angles",
    "lengths": "lengths",
    "angles": "sizes of angles",
    "lines": "lines through the points drawn on them",
}

_TOLD = frozenset(
    {
        "options",
        "design",
        "read_from",
        "kinds",
        "premises",
        "rule",
        "antecedents",
        "evidence",
        "claims",
        "plan",
    }
    | {"plan_premises", "left_at", "outside", "rank", "replaced", "proof"}
)
"""The entries of a certificate that are told in words; others appear with their labels."""

_TOLD_OF_OPTIONS = frozenset(
    {"option", "correct", "statement", "statements", "verdict", "residual", "evidence", "step"}
    | {"on_plan", "counterexample", "goal_derived_without_it", "in_proof", "false", "suffices"}
    | {"rule", "steps", "concludes_a_step", "instances", "letters", "conclusion"}
)


def explain(item: Item) -> Explanation:
    """Tell the certificate of an item in words and figures.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=1, scene="demo", problem="A B = segment A B",
    ...     question="Which holds?", answer=Choice(options=("AB = 3", "AB = 4"), key=1),
    ...     certificate={"options": [
    ...         {"option": 1, "correct": True, "statement": "lconst A B 3", "evidence": "premise"},
    ...         {"option": 2, "correct": False, "statement": "lconst A B 4", "evidence": "measured",
    ...          "verdict": "false", "residual": "0.29"},
    ...     ]},
    ... )
    >>> for remarks in explain(item).options:
    ...     print([remark.text for remark in remarks])
    ['{} is given.']
    ['{} is false in this figure and every other that was measured: off by 0.29 or more.']
    """
    certificate = item.certificate
    claims = tuple(certificate.get("claims", ()))
    return Explanation(
        (
            *(remark for tell in _OF_ITEMS for remark in tell(certificate, item)),
            *labelled(_others(certificate, _TOLD)),
        ),
        tuple(
            (
                *(remark for tell in _OF_OPTIONS for remark in tell(entry, item)),
                *labelled(_others(entry, _TOLD_OF_OPTIONS)),
            )
            for entry in certificate.get("options", ())
        ),
        claims,
    )


def _others(entry: _Entry, told: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in told}


# What is said of the item as a whole.


def _kinds_offered(certificate: _Entry, item: Item) -> list[Remark]:
    found = []
    if "design" in certificate:
        design = certificate["design"]
        found.append(Remark(_DESIGNS.get(design, f"The design of the options: {design}.")))
    if "read_from" in certificate:
        marks = tuple(certificate["read_from"])
        found.append(Remark("The right length is read from labels and marks: {*}.", marks))
    if "kinds" in certificate:
        names = [_KINDS.get(kind, kind) for kind in certificate["kinds"]]
        found.append(Remark(f"The options are about {_and(names)}."))
    return found


def _last_step(certificate: _Entry, item: Item) -> list[Remark]:
    if "rule" not in certificate:
        return []
    goal, uses = item.meta.get("goal"), certificate.get("antecedents", ())
    theorem = quoted(certificate["rule"])
    if goal is None:
        return [Remark(f"The last step is by {escaped(theorem)}, from {{*}}.", tuple(uses))]
    return [
        Remark(f"The goal {{}} follows by {escaped(theorem)}, from {{*}}.", (goal, *uses)),
    ]


def _fault(certificate: _Entry, item: Item) -> list[Remark]:
    """Which claim was replaced, and what its step really shows."""
    if "replaced" not in certificate:
        return []
    wrong = _entry_of_key(certificate)
    number = wrong.get("step")
    cited, theorem = _cited(certificate.get("proof", {}), number)
    by = f", by {escaped(theorem)}" if theorem else ""
    words = f"Step {number} does not follow from what it cites: what does follow is {{}}{by}."
    found = [Remark(words, (certificate["replaced"],))]
    if cited:
        found.append(Remark(f"What step {number} cites: {{*}}.", tuple(cited)))
    if "rank" in certificate:
        found.append(_rank(certificate["rank"], "the false one"))
    return found


def _rank(rank: int, of: str) -> Remark:
    count = {0: "None", 1: "One"}.get(rank, str(rank))
    return Remark(
        f"{count} of the other steps offered {'come' if rank > 1 else 'comes'} before {of}."
    )


def _plan(certificate: _Entry, item: Item) -> list[Remark]:
    if "left_at" not in certificate:
        return []
    outside = _and(certificate.get("outside", ()))
    found = [
        Remark(
            f"Step {certificate['left_at']} is the first that leaves the plan: it is about"
            f" {outside}, and the plan can be carried out without {outside}."
        ),
        Remark("The plan, in order: {*}.", tuple(certificate.get("plan", ()))),
        Remark("It is proved from these premises alone: {*}.", tuple(certificate["plan_premises"])),
    ]
    if "rank" in certificate:
        found.append(_rank(certificate["rank"], "that one"))
    return found


def _premises(certificate: _Entry, item: Item) -> list[Remark]:
    premises = tuple(certificate.get("premises", ()))
    return [Remark("All that is given: {*}.", premises)] if premises else []


def _marked(certificate: _Entry, item: Item) -> list[Remark]:
    """What only the picture tells, and a figure that shows that it matters."""
    evidence = certificate.get("evidence")
    if not isinstance(evidence, Mapping):
        return []
    found = [Remark("Only marks in the picture tell that {*}.", tuple(evidence["marked"]))]
    kinds = [word for kind, word in _MARKS.items() if evidence.get("marks", {}).get(kind)]
    if kinds:
        found.append(Remark(f"The picture has {_and(kinds)}."))
    found.append(Remark(f"The text alone says: {escaped(_described(evidence['told'], item))}"))
    cited = evidence.get("cited")
    if cited:
        found += [
            Remark(f"Where step {number} says [figure], it cites {{*}}.", tuple(statements))
            for number, statements in sorted(cited.items(), key=lambda pair: int(pair[0]))
        ]
    if "second_figure" in evidence:
        false, true = tuple(evidence.get("false", ())), tuple(evidence.get("true", ()))
        found.append(
            Remark(
                "Without the marks the answer could be different: here everything the text states"
                f" holds, {'but not' if false else 'and so does'} {{*}}.",
                false or true,
                figure=OtherFigure(_coordinates(evidence["second_figure"]), false, true),
            )
        )
    return found


def _described(told: str, item: Item) -> str:
    try:
        return describe(load_problem(told), language=item.language)
    except GeoengineError:
        return told


# What is said of an option.


def _truth(entry: _Entry, item: Item) -> list[Remark]:
    """Whether the statement of an option is true, and on what grounds."""
    if "counterexample" in entry or "statement" not in entry:
        return []
    one = (entry["statement"],)
    where = f"Step {entry['step']} claims {{}}. It " if "step" in entry else "{} "
    if entry.get("verdict") == "false" or entry.get("evidence") == "denies":
        off = entry.get("residual", "0")
        error = f": off by {off} or more" if float(off) else ""
        return [
            Remark(
                f"{where}is false in this figure and every other that was measured{error}.",
                one, measured=one,
            )
        ]  # fmt: skip
    grounds = {
        "premise": "is given.",
        "derived": "follows from the premises.",
        "measured": "holds in this figure, and in every other that was measured.",
        "follows": "follows from what the step cites, though that rests on the false step.",
    }.get(entry.get("evidence", ""), f"is supported by: {entry.get('evidence')}.")
    if entry.get("evidence") == "follows" and not _is_after_fault(entry, item):
        grounds = "follows from what the step cites."
    found = [Remark(f"{where}{grounds}", one)]
    if "on_plan" in entry:
        words = "It is a step of the plan." if entry["on_plan"] else "The plan has no use for it."
        found.append(Remark(words))
    return found


def _is_after_fault(entry: _Entry, item: Item) -> bool:
    """Whether a step rests on the false step, as far as the record of the steps tells."""
    proof = item.certificate.get("proof", {})
    wrong = _entry_of_key(item.certificate).get("step")
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


def _left_out(entry: _Entry, item: Item) -> list[Remark]:
    """Whether the goal needs a premise."""
    if "counterexample" not in entry:
        return []
    premise, goal = entry["statement"], item.meta.get("goal", "")
    used = "uses it" if entry.get("in_proof") else "does not use it"
    in_proof = [Remark(f"The proof of the goal that the split records {used}.")]
    found = entry["counterexample"]
    if found is None:
        return [
            Remark("With {} left out, the goal {} can still be derived.", (premise, goal)),
            *in_proof,
        ]
    return [
        Remark(
            "With {} left out, the goal {} fails: here every other premise holds, and the goal is"
            f" off by {found['goal_residual']}.",
            (premise, goal),
            figure=OtherFigure(_coordinates(found["points"]), fails=(premise, goal)),
        ),
        *(
            [Remark("The goal cannot be derived without it either.")]
            if not entry.get("goal_derived_without_it")
            else []
        ),
        *in_proof,
    ]


def _list(entry: _Entry, item: Item) -> list[Remark]:
    """Whether a list of statements suffices for the goal."""
    if "statements" not in entry:
        return []
    if entry.get("suffices"):
        return [
            Remark("All of these hold: {*}.", tuple(entry["statements"])),
            Remark("With the premises, they give the goal in one step."),
        ]
    found = [Remark("The list says: {*}.", tuple(entry["statements"]))]
    if "false" in entry:
        off = entry.get("residual")
        error = f": off by {off} or more" if off else ""
        words = f"{{}} is false in this figure and every other that was measured{error}."
        one = (entry["false"],)
        found.append(Remark(words, one, measured=one))
    else:
        found.append(Remark("With the premises, they do not give the goal in one step."))
    return found


def _theorem(entry: _Entry, item: Item) -> list[Remark]:
    """Whether a theorem is used."""
    if "rule" not in entry:
        return []
    name = f"“{escaped(name_of(entry['rule']))}”"
    if entry.get("steps"):
        steps = _and([f"step {number}" for number in entry["steps"]])
        return [Remark(f"{name} is used in {steps}.")]
    if "letters" in entry:
        letters = _and(
            [f"{point} for {letter}" for letter, point in sorted(entry["letters"].items())]
        )
        words = f"{name} is used in a proof of the goal: with {letters} it gives {{}}."
        return [Remark(words, (entry["conclusion"],))]
    if entry.get("instances") == 0:
        return [Remark(f"{name} applies to no points of the figure.")]
    return [Remark(f"No step concludes what {name} would.")]


_OF_ITEMS: tuple[Callable[[_Entry, Item], list[Remark]], ...] = (
    _fault, _plan, _last_step, _kinds_offered, _premises, _marked
)  # fmt: skip
_OF_OPTIONS: tuple[Callable[[_Entry, Item], list[Remark]], ...] = (
    _truth, _left_out, _list, _theorem
)  # fmt: skip


def _entry_of_key(certificate: _Entry) -> _Entry:
    entries: list[_Entry] = certificate.get("options", [])
    return next((entry for entry in entries if entry.get("correct")), {})


def _cited(proof: _Entry, number: int | None) -> tuple[list[str], str]:
    """What a step of a recorded attempt cites, and the theorem it uses; nothing if unknown."""
    steps = proof.get("steps", [])
    if number is None or not 1 <= number <= len(steps):
        return [], ""
    step = steps[number - 1]
    return [proof["statements"][k] for k in step["antecedents"]], quoted(step["rule"])


def _coordinates(points: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    return {name: (float(x), float(y)) for name, (x, y) in points.items()}


def _and(words: Any) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else str(last)
