"""The judge of proofs with a fault: which step is the first to claim something false."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geoengine.errors import InputError
from geoengine.language import Statement, parse_statement, write
from geoengine.verify.figures.setting import Setting
from geoengine.verify.items.item_figures import ItemFigures
from geoengine.verify.items.option_verdicts import OptionVerdict
from geoengine.verify.items.other_steps import check_other_steps
from geoengine.verify.items.picture_evidence import Differences, cited_marks
from geoengine.verify.items.printed_statements import PrintedStep, printed_form_of
from geoengine.verify.proofs.proof_record import read_proof

__all__ = ["differences_of_faults", "judge_faults"]

Item = Mapping[str, Any]


def judge_faults(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the step claims something false, and no earlier step does.

    Apart from the form ``branch``, no later step does either. In the form ``unfinished`` all other
    steps are valid, and none cites an offered one.
    """
    claims = [parse_statement(text) for text in data["certificate"]["claims"]]
    steps = _printed_steps(data)
    printed = {number: conclusion for number, _, conclusion in steps}
    for number, claim in enumerate(claims, start=1):
        if printed.get(number, claim) != claim:
            raise InputError(
                f"step {number} is printed as {write(printed[number])}, not {write(claim)}"
            )
    truths = [figures.truth(claim) for claim in claims]
    form = data["meta"].get("form")
    if form == "directional":
        return _detours(data, figures, steps, truths)
    false = [k for k, truth in enumerate(truths, start=1) if truth.right is False]
    if form == "branch":
        return _false_branch(data, figures, steps, truths, false)
    if form == "unfinished" and false:
        _check_unfinished(data, figures, steps, wrong=false[0])
    verdicts = []
    for number in _offered_steps(data):
        truth = truths[number - 1]
        first = truth.right is False and number == false[0]
        verdicts.append(
            OptionVerdict(
                first if truth.right is not None else None,
                f"step {number}: {truth.why}",
                truth.picture,
            )
        )
    if len(false) > 1:
        return [
            OptionVerdict(v.right if not v.right else None, f"{v.why}; steps {false} are false")
            for v in verdicts
        ]
    return verdicts


def _check_unfinished(
    data: Item, figures: ItemFigures, steps: Sequence[PrintedStep], *, wrong: int
) -> None:
    """Check that all steps but one are valid, and that no step cites an offered one."""
    _resting_on(wrong, data, figures, steps)
    offered = {steps[number - 1][2]: number for number in _offered_steps(data)}
    for number, antecedents, _ in steps:
        for cited in antecedents:
            if cited in offered:
                raise InputError(f"step {number} cites step {offered[cited]}, which is offered")


def _resting_on(
    wrong: int, data: Item, figures: ItemFigures, steps: Sequence[PrintedStep]
) -> set[Statement]:
    """Check all steps but one, and return what rests on that one."""
    return check_other_steps(
        read_proof(data["certificate"].get("proof")),
        steps,
        wrong=wrong,
        given=figures.premises,
        picture=Setting(figures.problem.points, figures.shown[None]),
    )


def _false_branch(
    data: Item,
    figures: ItemFigures,
    steps: Sequence[PrintedStep],
    truths: Sequence[OptionVerdict],
    false: Sequence[int],
) -> list[OptionVerdict]:
    """An option is right if its claim is the first false one, and all other steps are valid."""
    if not false:
        raise InputError("no step claims anything false")
    first = false[0]
    if truths[-1].right is not False:
        raise InputError(f"the last step is not false: {truths[-1].why}")
    doubtful = next((truth for truth in truths[: first - 1] if not truth.right), None)
    if steps[-1][2] not in _resting_on(first, data, figures, steps):
        raise InputError(f"the last step does not rest on step {first}")
    verdicts = []
    for number in _offered_steps(data):
        truth = truths[number - 1]
        if number > first:
            why = f"step {number} comes after step {first}, and is a valid use of its rule"
            verdicts.append(OptionVerdict(False, why))
        elif doubtful is not None:
            verdicts.append(OptionVerdict(None, doubtful.why))
        else:
            why = f"step {number}: {truth.why}"
            verdicts.append(OptionVerdict(number == first, why, truth.picture))
    return verdicts


def _offered_steps(data: Item) -> list[int]:
    """The numbers of the offered steps, as printed and as certified."""
    numbers = []
    for entry, option in zip(
        data["certificate"]["options"], data["answer"]["options"], strict=True
    ):
        if option != printed_form_of(data).option_template.format(number=entry["step"]):
            raise InputError(
                f"an option is {option!r}, but step {entry['step']} in its certificate"
            )
        numbers.append(entry["step"])
    return numbers


def _detours(
    data: Item,
    figures: ItemFigures,
    steps: Sequence[PrintedStep],
    truths: Sequence[OptionVerdict],
) -> list[OptionVerdict]:
    """An option is right if the step is the first to mention points outside the plan."""
    certificate = data["certificate"]
    if not all(truth.right for truth in truths):
        wrong = next(truth for truth in truths if not truth.right)
        raise InputError(f"a step is not true: {wrong.why}")
    outside = set(map(str, certificate["outside"]))
    plan = [parse_statement(text) for text in certificate["plan"]]
    given = [parse_statement(text) for text in certificate["plan_premises"]]
    strange = [s for s in given if s not in figures.premises or outside & set(s.points)]
    if strange:
        raise InputError(
            f"the plan uses {write(strange[0])}, which is no premise about its points only"
        )
    if figures.goal is None or figures.goal not in plan:
        raise InputError("expected the goal in the plan")
    unstated = [s for s in plan if printed_form_of(data).write(s) not in data["question"]]
    if unstated:
        raise InputError(f"the question does not state {write(unstated[0])}, which is in its plan")
    leaving = [
        number
        for number, antecedents, conclusion in steps
        if any(outside & set(s.points) for s in (*antecedents, conclusion))
    ]
    left_at = certificate["left_at"]
    if leaving[:1] != [left_at]:
        first = f"step {leaving[0]}" if leaving else "no step"
        raise InputError(f"{first} leaves the plan, but step {left_at} in its certificate")
    open_goals = [s for s in plan if s not in given and figures.prove(given, s) is None]
    verdicts = []
    for number in _offered_steps(data):
        if open_goals:
            why = f"no proof of {write(open_goals[0])} without {', '.join(outside)} was found"
            verdicts.append(OptionVerdict(None, why))
        elif leaving and number == leaving[0]:
            why = f"step {number} is the first to mention points that the plan does not need"
            verdicts.append(OptionVerdict(True, why))
        else:
            verdicts.append(
                OptionVerdict(False, f"step {number} is not the first to leave the plan")
            )
    return verdicts


def differences_of_faults(data: Item, figures: ItemFigures) -> Differences:
    """The key is not right where its claim is true."""
    certificate = data["certificate"]
    step = certificate["options"][data["answer"]["key"] - 1]["step"]
    return [frozenset({parse_statement(certificate["claims"][step - 1])})]


def _printed_steps(data: Item) -> list[PrintedStep]:
    return printed_form_of(data).parse_steps(data["question"], cited_marks(data))
