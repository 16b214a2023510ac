"""The judges of the family `reasoning`: what makes an answer right in each task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from geoengine.catalogue import Rule, Task, load_rules, load_tasks, orientations
from geoengine.errors import InputError, StatementError
from geoengine.language import Statement, parse_statement, write
from geoengine.spelling import did_you_mean
from geoengine.verify.budget import Budget
from geoengine.verify.figures.setting import Setting
from geoengine.verify.items.implicit_statements import implicit_statements
from geoengine.verify.items.item_figures import ItemFigures, figures_of
from geoengine.verify.items.judge_registry import ItemJudge
from geoengine.verify.items.names_of_lines import names_same_lines
from geoengine.verify.items.opening_point import judge_opening_points
from geoengine.verify.items.option_verdicts import OptionVerdict, choice_findings
from geoengine.verify.items.other_steps import check_other_steps
from geoengine.verify.items.picture_evidence import (
    Differences,
    check_picture_evidence,
    cited_marks,
)
from geoengine.verify.items.printed_statements import PrintedStep, printed_form_of
from geoengine.verify.items.stored_counterexample import stored_figure
from geoengine.verify.proofs.instances import TooManyError, instance_of
from geoengine.verify.proofs.matching import applies
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.proofs.step_check import FaultError, check_use
from geoengine.verify.prover import Prover
from geoengine.verify.verdict import Finding, Level

__all__ = ["JUDGES", "judge_of"]

Item = Mapping[str, Any]


def _perception(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if its statement holds in every figure."""
    options = [_option_statement(data, k) for k in range(len(data["answer"]["options"]))]
    if data["meta"].get("form") == "marked":
        _check_reading(data, options[data["answer"]["key"] - 1], figures)
    return [figures.truth(option) for option in options]


def _check_reading(data: Item, key: Statement, figures: ItemFigures) -> None:
    """Check that a length that is not given follows from the marks that the certificate names."""
    marks = [parse_statement(text) for text in data["certificate"].get("read_from", ())]
    given = set(figures.premises)
    for mark in marks:
        if mark.value is not None and mark not in given:
            raise InputError(f"{write(mark)} is read off the picture, and is no premise")
        if figures.truth(mark).right is False:
            raise InputError(f"{write(mark)} is read off the picture, and is false")
    if key in given:
        raise InputError(f"{write(key)} is given, and is to be found")
    if figures.prover is not None and figures.prove(marks, key) is None:
        raise InputError(f"{write(key)} was not proved from what is read off the picture")


def _filtering(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the goal does not need the premise."""
    goal = _goal(figures)
    listed = data["certificate"].get("premises")
    if listed is not None and {parse_statement(s) for s in listed} != set(figures.premises):
        raise InputError("the premises in the certificate are not those of the problem")
    verdicts = []
    for k in range(len(data["answer"]["options"])):
        premise = _option_statement(data, k)
        if premise not in figures.premises:
            raise InputError(f"option {k + 1}, {write(premise)}, is no premise of the problem")
        entry = data["certificate"]["options"][k]
        stored = stored_figure(entry, figures.problem, premise, goal, shown=figures.shown)
        verdicts.append(stored or _necessity(premise, goal, figures))
    return verdicts


def _necessity(premise: Statement, goal: Statement, figures: ItemFigures) -> OptionVerdict:
    premise_text = write(premise)
    rest = [other for other in figures.premises if other != premise]
    proof = figures.prove(rest, goal)
    if proof is not None:
        why = (
            f"without {premise_text} the goal is proved in {len(proof.proof.steps)} replayed steps"
        )
        return OptionVerdict(True, why)
    picture, tried = figures.refutation(premise, goal)
    if picture is not None:
        why = (
            f"{premise_text} is needed: in a figure all other premises hold, and the goal does not"
        )
        return OptionVerdict(False, why, picture)
    if not tried:
        return OptionVerdict(
            None, f"no figure arranged like the picture violates only {premise_text}"
        )
    why = f"no figure shows that {premise_text} is needed; {tried} violate only this premise"
    return OptionVerdict(None, why)


def _subgoals(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the goal follows from it and the premises in one step.

    The step may name lines of the goal by other points that premises put on them.
    """
    goal = _goal(figures)
    concluded = parse_statement(data["certificate"].get("conclusion", str(goal)))
    lines = [*figures.premises, *implicit_statements(figures.premises)]
    if not names_same_lines(concluded, goal, lines):
        raise InputError(f"{write(concluded)} in the certificate is another goal")
    sets = [printed_form_of(data).parse_list(option) for option in data["answer"]["options"]]
    for k, states in enumerate(sets):
        claimed = data["certificate"]["options"][k].get("statements", [])
        if {parse_statement(s) for s in claimed} != set(states):
            raise InputError(f"option {k + 1} does not match its certificate")
    key = data["answer"]["key"] - 1
    printed_goal = printed_form_of(data).write(goal) in data["question"]
    verdicts = []
    for k, states in enumerate(sets):
        if k != key and set(states) <= set(sets[key]):
            verdicts.append(OptionVerdict(None, f"({k + 1}) is a subset of the key"))
            continue
        if any(figures.truth(state).right is False for state in states):
            verdicts.append(OptionVerdict(False, "it contains a false statement"))
            continue
        if k != key and not printed_goal:
            why = "it may be true, and the question leaves open which vertices correspond"
            verdicts.append(OptionVerdict(None, why))
            continue
        verdicts.append(_sufficiency(states, concluded, figures))
    return verdicts


def _sufficiency(
    states: Sequence[Statement], goal: Statement, figures: ItemFigures
) -> OptionVerdict:
    if figures.prover is None:
        return OptionVerdict(None, "undecided without a prover")
    known = [*figures.premises, *(s for s in states if s not in figures.premises)]
    known += implicit_statements(known)
    proof = figures.prove(known, goal, rounds=1, picture_only=True)
    if proof is None:
        return OptionVerdict(False, "no single step leads from it to the goal")
    count = len(proof.proof.steps)
    if count == 1:
        return OptionVerdict(True, "the goal follows from it in one replayed step")
    used = set(states) & set(proof.proof.premises)
    if not used:
        return OptionVerdict(False, "the goal follows without it, but not in one step")
    if any(applies(rule, known, goal) is not None for rule in load_rules().values()):
        why = f"a rule seems to give the goal from it, though {count} steps are the shortest proof"
        return OptionVerdict(None, why)
    return OptionVerdict(False, f"the goal follows from it in {count} steps, not in one")


def _theorems(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
    """An option is right if the proof does not use the theorem; or as a reason, if it does."""
    rules = load_rules()
    chosen: list[Rule] = []
    for k, entry in enumerate(data["certificate"]["options"]):
        rule = rules.get(str(entry.get("rule")))
        if rule is None:
            raise InputError(f"the certificate names an unknown rule for option {k + 1}")
        if not printed_form_of(data).offers(rule, data["answer"]["options"][k]):
            raise InputError(f"option {k + 1} does not state its rule {rule.id}")
        chosen.append(rule)
    form, entries = data["meta"].get("form"), data["certificate"]["options"]
    if form == "reason":
        goal = _goal(figures)
        return [
            _gives(rule, entry, goal, figures) for rule, entry in zip(chosen, entries, strict=True)
        ]
    results = printed_form_of(data).parse_results(data["question"])
    return [_judge_unused(rule, figures, results) for rule in chosen]


def _gives(
    rule: Rule, entry: Mapping[str, Any], goal: Statement, figures: ItemFigures
) -> OptionVerdict:
    """Judge an option that is right if the rule gives the goal for some points of the picture."""
    letters = entry.get("letters")
    if letters is not None:
        _check_claimed(rule, letters, entry.get("conclusion"), figures)
        if parse_statement(entry["conclusion"]) != goal:
            raise InputError(f"the claimed use of {rule.name} does not conclude {write(goal)}")
        return OptionVerdict(True, f"{rule.name} gives it, with {_assignment(letters)}")
    points = figures.problem.points
    for one in orientations(rule, load_rules()):
        try:
            found = instance_of(one, points, figures.picture_draws, concluding=goal)
        except TooManyError:
            return OptionVerdict(None, f"{one.name} has too many letters to look for all points")
        if found is not None:
            return OptionVerdict(True, f"{one.name} gives it too, with {_assignment(found)}")
    return OptionVerdict(False, f"{rule.name} gives it for no points of the picture")


def _check_claimed(rule: Rule, letters: object, conclusion: object, figures: ItemFigures) -> None:
    """Check the claimed use of a rule in all figures; raise InputError if it is faulty."""
    points = figures.problem.points
    if not isinstance(letters, dict) or not isinstance(conclusion, str):
        raise InputError(f"expected the letters and the conclusion of {rule.name}")
    strange = [point for point in letters.values() if point not in points]
    if strange:
        raise InputError(
            f"{rule.name} is applied to {strange[0]!r}, which is no point of the figure"
        )
    setting = Setting(points, figures.drawn.xy)
    faults = []
    for one in orientations(rule, load_rules()):
        try:
            check_use(one, letters, parse_statement(conclusion), setting)
        except FaultError as fault:
            faults.append(fault)
        else:
            return
    raise InputError(faults[0].missing)


def _assignment(letters: Mapping[str, str]) -> str:
    return ", ".join(f"{letter} = {point}" for letter, point in letters.items())


def _judge_unused(rule: Rule, figures: ItemFigures, results: Sequence[Statement]) -> OptionVerdict:
    """Judge an option that is right if a theorem leads to no result from premises and others."""
    found = _concluded(rule, figures, results)
    if found:
        return OptionVerdict(False, f"{rule.name} leads to {write(found[0])}")
    return OptionVerdict(True, f"{rule.name} leads to none of the {len(results)} results")


def _concluded(rule: Rule, figures: ItemFigures, results: Sequence[Statement]) -> list[Statement]:
    """The results to which a theorem leads from premises and other results."""
    return [
        result
        for result in results
        if _concludes(rule, [*figures.premises, *(r for r in results if r != result)], result)
    ]


def _concludes(rule: Rule, antecedents: Sequence[Statement], conclusion: Statement) -> bool:
    """Whether a step is by a rule or its mirror image, for which one option stands.

    What the step concludes may be written with its inner terms exchanged.
    """
    either = orientations(rule, load_rules())
    return any(
        applies(one, antecedents, written) is not None
        for written in _with_inner_terms_exchanged(conclusion)
        for one in either
    )


def _with_inner_terms_exchanged(statement: Statement) -> list[Statement]:
    """A statement as it is, and an equality of ratios or angles also as a:c = b:d."""
    found = [statement]
    if statement.predicate in ("eqratio", "eqangle"):
        p = statement.points
        with suppress(StatementError):
            found.append(Statement(statement.predicate, (*p[:2], *p[4:6], *p[2:4], *p[6:])))
    return found


def _branches(data: Item, figures: ItemFigures) -> list[OptionVerdict]:
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


def _goal(figures: ItemFigures) -> Statement:
    if figures.goal is None:
        raise InputError("expected the goal in the item's meta, found none")
    if figures.truth(figures.goal).right is False:
        raise InputError(f"the goal {write(figures.goal)} is false in the figures")
    return figures.goal


def _option_statement(data: Mapping[str, Any], k: int) -> Statement:
    """The statement that an option offers, read from its printed text.

    Raises
    ------
    InputError
        If the certificate has another statement.
    """
    printed = printed_form_of(data).parse(data["answer"]["options"][k])
    claimed = data["certificate"]["options"][k].get("statement")
    if claimed is not None and parse_statement(claimed) != printed:
        raise InputError(f"option {k + 1} is {write(printed)}, but {claimed} in its certificate")
    return printed


def _fails_with_subgoal(data: Item, figures: ItemFigures) -> Differences:
    """The key is not right where a statement in it is false."""
    right = data["answer"]["options"][data["answer"]["key"] - 1]
    return [frozenset({state}) for state in printed_form_of(data).parse_list(right)]


def _fails_with_theorem(data: Item, figures: ItemFigures) -> Differences:
    """A theorem is not used where all that it concludes in a proof is false; nor is a reason."""
    if data["meta"].get("form") == "reason":
        return [frozenset({_goal(figures)})]
    found = []
    for entry in data["certificate"]["options"]:
        if entry["correct"]:
            continue
        rule = load_rules()[entry["rule"]]
        results = printed_form_of(data).parse_results(data["question"])
        found.append(frozenset(_concluded(rule, figures, results)))
    return [statements for statements in found if statements]


def _false_claim(data: Item, figures: ItemFigures) -> Differences:
    """The key is not right where its claim is true."""
    certificate = data["certificate"]
    step = certificate["options"][data["answer"]["key"] - 1]["step"]
    return [frozenset({parse_statement(certificate["claims"][step - 1])})]


def _printed_steps(data: Item) -> list[PrintedStep]:
    return printed_form_of(data).parse_steps(data["question"], cited_marks(data))


class _OptionsJudge:
    """Judges multiple-choice items by a criterion for a right option.

    `false_elsewhere` and `true_elsewhere` list the sets of statements with which the answer of an
    item changes, if all of one set become false, or true.
    """

    def __init__(
        self,
        verdicts: Callable[[Item, ItemFigures], list[OptionVerdict]],
        *,
        false_elsewhere: Callable[[Item, ItemFigures], Differences] | None = None,
        true_elsewhere: Callable[[Item, ItemFigures], Differences] | None = None,
    ) -> None:
        self._verdicts = verdicts
        self._false, self._true = false_elsewhere, true_elsewhere

    def __call__(self, data: Item, budget: Budget, prover: Prover | None) -> Sequence[Finding]:
        figures = figures_of(data, budget, prover)
        if figures is None:
            text = "no figure of the problem was found"
            return [Finding("consistent", Level.UNDECIDED, text)]
        found = choice_findings(data, self._verdicts(data, figures))
        if "evidence" in data["certificate"] or data["meta"].get("evidence", "text") != "text":
            found += check_picture_evidence(
                data,
                figures.problem,
                false=self._false(data, figures) if self._false else (),
                true=self._true(data, figures) if self._true else (),
            )
        return found


_CRITERIA: dict[str, ItemJudge] = {
    "true_statement": _OptionsJudge(_perception),
    "spare_premise": _OptionsJudge(_filtering),
    "direct_antecedents": _OptionsJudge(_subgoals, false_elsewhere=_fails_with_subgoal),
    "unused_theorem": _OptionsJudge(_theorems, false_elsewhere=_fails_with_theorem),
    "opening_point": _OptionsJudge(judge_opening_points),
    "first_fault": _OptionsJudge(_branches, true_elsewhere=_false_claim),
}
"""The judge of an answer, by the criterion that a task names in the catalogue."""


def judge_of(task: Task) -> ItemJudge:
    """Return what judges the items of a task, by the criterion that its entry names.

    Raises
    ------
    CatalogueError
        If there is no such criterion.
    """
    judge = _CRITERIA.get(task.criterion)
    if judge is None:
        otherwise = f"the criteria are: {', '.join(_CRITERIA)}"
        raise task.error(
            f"expected a criterion of geoengine.verify.items.reasoning, found {task.criterion!r}",
            hint=did_you_mean(task.criterion, _CRITERIA, otherwise),
        )
    return judge


JUDGES: dict[str, ItemJudge] = {
    name: judge_of(task) for name, task in load_tasks("reasoning").items()
}
"""The judges by task; registered as an entry point."""
