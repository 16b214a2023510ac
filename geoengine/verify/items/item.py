"""Items: every option judged, exactly one right, and the key is that one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geoengine.errors import GeoengineError, InputError
from geoengine.language import Statement, parse_statement, write
from geoengine.scene import Problem
from geoengine.verify.budget import Budget
from geoengine.verify.figures.drawn import Drawn, drawn
from geoengine.verify.figures.setting import Setting
from geoengine.verify.figures.system import Reals
from geoengine.verify.items.printed import print_of
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.proofs.replaying import Replay, replay
from geoengine.verify.verdict import Finding, Level, Picture, Report

if TYPE_CHECKING:
    from geoengine.verify.prover import Prover

__all__ = ["ItemFigures", "OptionVerdict", "judge_item"]

_TRUE = 1e-6
_FALSE = 1e-3
_LONGEST = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class OptionVerdict:
    """What an option is worth.

    Attributes
    ----------
    right : bool or None
        Whether it answers the question; None where that stays open.
    why : str
    picture : Picture or None
    """

    right: bool | None
    why: str
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ItemFigures:
    """The figures by which an item, or the record of a problem, is judged.

    Attributes
    ----------
    drawn : Drawn
        The figures of its problem.
    goal : Statement or None
    budget : Budget
    prover : callable or None
    seed : int or None
        Of the picture; None where it is not told.
    """

    drawn: Drawn
    goal: Statement | None
    budget: Budget
    prover: Prover | None
    seed: int | None = None

    @property
    def problem(self) -> Problem:
        """The problem as it is constructed."""
        return self.drawn.problem

    @property
    def pictured(self) -> Reals:
        """Draws of the picture, which is the first of them; shape (draws, points, 2).

        Those of the first configuration where the picture is not told.
        """
        return self.drawn.picture(self.seed).xy

    @property
    def shown(self) -> Reals:
        """The figure of the picture, shape (points, 2)."""
        return np.asarray(self.pictured[0])

    @property
    def index(self) -> dict[str, int]:
        """The row of each point."""
        return {point: row for row, point in enumerate(self.problem.points)}

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The relations that are given."""
        return self.drawn.premises

    def truth(self, statement: Statement) -> OptionVerdict:
        """Whether a statement holds in all figures, or fails in all."""
        points = self.problem.points
        absent = [point for point in statement.points if point not in points]
        said = write(statement)
        if absent:
            return OptionVerdict(False, f"{said} speaks of {absent[0]}, which is not in the figure")
        xy = self.drawn.xy
        off = statement.measured(xy, self.index)
        holds = off > _TRUE if statement.is_condition else off < _TRUE
        fails = off < -_TRUE if statement.is_condition else off > _FALSE
        if statement.predicate in {"ncoll", "npara", "nperp", "diff"}:
            fails = off < _TRUE
        if holds.all():
            return OptionVerdict(True, f"{said} is true in all {len(off)} figures")
        worst = int(np.where(fails, np.abs(off), -1).argmax())
        picture = Picture(points, xy[worst], (*self.premises, statement))
        if fails.all():
            return OptionVerdict(False, f"{said} is false in all {len(off)} figures", picture)
        if fails.any() and holds.any():
            count = int(fails.sum())
            why = f"{said} is false in {count} of {len(off)} figures, and true in others"
            return OptionVerdict(None, why, picture)
        return OptionVerdict(None, f"{said} is too close to call")

    def prove(
        self,
        premises: Sequence[Statement],
        goal: Statement,
        *,
        without: Sequence[str] = (),
        rounds: int | None = None,
        within: Setting | None = None,
        pictured: bool = False,
    ) -> Replay | None:
        """A proof that was found and replayed; None if there is none.

        It is looked for in the picture, and unless `pictured` alone will do in other
        configurations; it holds where it was found, or, wherever that was, in the figures `within`
        which it has to.
        """
        if self.prover is None:
            return None
        points = self.problem.points
        others = () if pictured else self.drawn.configurations[1:]
        for draws in (self.pictured, *others):
            if self.budget.spent:
                break
            try:
                record = self.prover(points, draws, premises, goal, without, rounds)
                if record is None:
                    continue
                proof = read_proof(record)
            except GeoengineError:
                continue
            setting = within or Setting(points, draws)
            found = replay(
                proof, given=premises, goal=goal, settings=[setting], budget=self.budget,
                ask_z3=False,
            )  # fmt: skip
            if found.bad is None and not {step.rule for step in proof.steps} & set(without):
                return found
        return None

    def refutation(self, premise: Statement, goal: Statement) -> tuple[Picture | None, int]:
        """A figure like the picture in which a goal and just one premise fail; if there is one.

        Returns
        -------
        Picture or None
        int
            How many figures without the premise were looked at.
        """
        rest = [other for other in self.premises if other != premise]
        looked = 0
        for xy in self.drawn.near_without(premise, self.seed):
            off = goal.measured(xy, self.index)
            looked += len(xy)
            if (off > _FALSE).any():
                worst = int(off.argmax())
                return Picture(self.problem.points, xy[worst], (*rest, goal)), looked
        return None, looked


def judge_item(
    data: Mapping[str, Any], name: str, budget: Budget, prover: Prover | None = None
) -> Report:
    """Judge an item by figures of its problem, and by proofs that are looked for and replayed.

    Parameters
    ----------
    data : mapping
        The item, as in a split.
    name : str
    budget : Budget
    prover : callable, optional
        Without one, what needs a proof stays undecided.
    """
    from geoengine.verify.items.reasoning import JUDGES

    task = data.get("task")
    facts = {"task": task if isinstance(task, str) else "?"}
    shape = _shape(data)
    if shape is not None:
        return Report("item", name, [Finding("item_shape", Level.WRONG, shape)], facts)
    judge = JUDGES.get(str(task))
    if judge is None:
        found = Finding("unknown_task", Level.UNDECIDED, f"the task {task!r} is not known")
        return Report("item", name, [found], facts)
    try:
        figures = _figures(data, budget, prover)
        if figures is None:
            finding = Finding("consistent", Level.UNDECIDED, "no figure of the problem was found")
            return Report("item", name, [finding], facts)
        verdicts = judge(data, figures)
    except (InputError, KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        text = f"the item cannot be read: {error}" if str(error) else "the item cannot be read"
        return Report("item", name, [Finding("item_shape", Level.WRONG, text)], facts)
    return Report("item", name, _findings(data, verdicts), facts)


def _shape(data: Mapping[str, Any]) -> str | None:
    """What is wrong with an item before anything is judged."""
    options, key = data.get("options"), data.get("key")
    if not isinstance(options, list) or not all(isinstance(one, str) for one in options):
        return "expected the options as a list of texts"
    if sum(map(len, options)) > _LONGEST or len(str(data.get("problem"))) > _LONGEST:
        return "the item is too long"
    if len(options) != 4:
        return f"expected four options, found {len(options)}"
    if len({" ".join(one.split()) for one in options}) < 4:
        return "two options are equal"
    if not isinstance(key, int) or isinstance(key, bool) or not 1 <= key <= 4:
        return "expected a key from 1 to 4"
    if data.get("answer") != f"({key})":
        return f"the key is {key}, the answer says {str(data.get('answer'))[:20]!r}"
    if not isinstance(data.get("problem"), str) or not isinstance(data.get("question"), str):
        return "expected a problem and a question as text"
    certificate = data.get("certificate")
    if not isinstance(certificate, dict) or not isinstance(certificate.get("options"), list):
        return "expected a certificate of the options"
    entries = certificate["options"]
    if len(entries) != 4 or not all(isinstance(entry, dict) for entry in entries):
        return "expected the certificate to speak of four options"
    marked = [k for k, entry in enumerate(entries, start=1) if entry.get("correct") is True]
    if marked != [key]:
        return f"the key is {key}, the certificate calls {marked} correct"
    return None


def _figures(data: Mapping[str, Any], budget: Budget, prover: Prover | None) -> ItemFigures | None:
    found = drawn(data["problem"], budget)
    if found is None:
        return None
    meta = data.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    text = meta.get("goal")
    goal = parse_statement(text) if isinstance(text, str) else None
    return ItemFigures(found, goal, budget, prover, seed_of(meta))


def seed_of(data: Mapping[str, Any]) -> int | None:
    """The seed of the picture, where it is told."""
    seed = data.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0:
        return seed
    return None


def option_statement(data: Mapping[str, Any], k: int) -> Statement:
    """The statement that an option offers, read from what is printed.

    Raises
    ------
    InputError
        If the certificate says something else.
    """
    printed = print_of(data).one(data["options"][k])
    claimed = data["certificate"]["options"][k].get("statement")
    if claimed is not None and parse_statement(claimed) != printed:
        raise InputError(f"option {k + 1} says {write(printed)}, its certificate {claimed}")
    return printed


def _findings(data: Mapping[str, Any], verdicts: Sequence[OptionVerdict]) -> list[Finding]:
    key = data["key"]
    right = [k for k, verdict in enumerate(verdicts, start=1) if verdict.right]
    open_options = [k for k, verdict in enumerate(verdicts, start=1) if verdict.right is None]
    evidence = {
        "key": key,
        "right": right,
        "open": open_options,
        "options": [verdict.why for verdict in verdicts],
    }
    of_key = verdicts[key - 1]
    found: list[Finding] = []
    if of_key.right is False:
        text = f"the key ({key}) is not right: {of_key.why}"
        found.append(Finding("key_wrong", Level.WRONG, text, evidence, of_key.picture))
    others = [k for k in right if k != key]
    if others:
        listed = ", ".join(f"({k})" for k in others)
        text = f"{listed} {'is' if len(others) == 1 else 'are'} right too:"
        text += f" {verdicts[others[0] - 1].why}"
        found.append(Finding("several_right", Level.WRONG, text, evidence))
    if open_options and not found:
        k = open_options[0]
        text = f"whether ({k}) is right stays open: {verdicts[k - 1].why}"
        found.append(Finding("option_open", Level.UNDECIDED, text, evidence))
    if not found:
        text = f"({key}) is right, the others are not: {of_key.why}"
        found.append(Finding("one_right", Level.GOOD, text, evidence))
    return found
