"""``geoengine prove``: prove one problem, or every problem of a file."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from geoengine.cli import options
from geoengine.cli.asked import read_asked
from geoengine.cli.choice import choose
from geoengine.cli.interrupts import Stoppable
from geoengine.cli.output import printable
from geoengine.errors import GeoengineError, InputError, UsageError

if TYPE_CHECKING:
    from geoengine.catalogue import Rule
    from geoengine.graph import Proof, ReasoningGraph
    from geoengine.language import Question, Statement
    from geoengine.scene import Problem

__all__ = ["prove"]

Form = Literal["text", "markdown", "latex", "json"]
FORMATS: tuple[Form, ...] = ("text", "markdown", "latex", "json")
PHASES = ("place", "ground", "close", "certify")


def prove(
    problem: options.Problem = None,
    name: options.Name = None,
    all_file: Annotated[
        Path | None,
        typer.Option("--all", help="Prove every problem of this file.", metavar="FILE"),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write one JSON line a problem to this file.", metavar="FILE"),
    ] = None,
    rules_file: options.RulesFile = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="How the proof is written.",
            metavar="|".join(FORMATS),
            autocompletion=options.among(FORMATS),
        ),
    ] = "text",
    sums: Annotated[
        bool, typer.Option("--sums", help="Show the sums behind angle and ratio chasing.")
    ] = False,
    count: Annotated[
        int,
        typer.Option(
            "--alternatives", min=1, help="Print up to so many different proofs.", metavar="N"
        ),
    ] = 1,
    aux: options.Aux = False,
    seed: options.Seed = 0,
) -> None:
    """Prove a problem and print the proof.

    Where there is none, say why. Exits with 0 when everything asked was proved, 1 when something
    was not, 2 on bad input.
    """
    from geoengine.catalogue import load_rules
    from geoengine.cli.progress import working

    chosen_form = choose(form, FORMATS, "format")
    rules = list(load_rules(rules_file).values())
    if (not problem) == (all_file is None):
        raise UsageError(
            "expected one problem or --all FILE",
            hint='write: geoengine prove "a b c = iso_triangle ? eqangle b a b c c b c a"',
        )
    if all_file is not None:
        if name is not None:
            raise UsageError(
                "expected --name with one file of problems, found it beside --all",
                hint=f"write: geoengine prove {all_file} --name {name}",
            )
        _prove_all(_load(all_file, aux), rules, seed, json_file)
        return
    chosen = read_asked(problem or [], name, aux=aux)
    if not (chosen.goals or chosen.questions):
        raise UsageError("expected a goal after '?', found none", hint="write: ... ? cong A B C D")
    with working("Deriving"):
        graph, proofs, seconds = _attempt(chosen, rules, seed, short=True)
    for goal, proof in zip(chosen.goals, proofs, strict=False):
        if proof is None:
            typer.echo(_why_not(graph, goal, chosen_form))
        else:
            typer.echo(_all_written(graph, proof, count, chosen_form, sums))
    for question, proof in zip(chosen.questions, proofs[len(chosen.goals) :], strict=True):
        if proof is not None:
            typer.echo(_all_written(graph, proof, count, chosen_form, sums))
        typer.echo(_answered(graph, question, chosen_form))
    if json_file is not None:
        _write_lines(json_file, [_record(chosen, graph, proofs, seconds)])
    if any(proof is None for proof in proofs):
        raise typer.Exit(1)


def _load(path: Path, aux: bool) -> list[Problem]:
    from geoengine.scene import load_problems

    return load_problems(path, aux=aux)


def _attempt(
    problem: Problem,
    rules: list[Rule],
    seed: int,
    *,
    short: bool = False,
    goals_only: bool = False,
) -> tuple[ReasoningGraph, list[Proof | None], dict[str, float]]:
    from geoengine.graph import (
        NotDerivedError,
        NotDeterminedError,
        compute,
        deduce,
        shorten,
        trace,
    )

    goals: list[Statement | Question] = []
    if goals_only:
        goals = [*problem.goals, *problem.questions]
    graph = deduce(problem, seed=seed, rules=rules, goals=goals)
    started = time.perf_counter()
    proofs: list[Proof | None] = []
    for goal in problem.goals:
        try:
            proof = trace(graph, goal)
            proofs.append(shorten(graph, proof) if short else proof)
        except NotDerivedError:
            proofs.append(None)
    for question in problem.questions:
        try:
            proof = compute(graph, question).proof
            proofs.append(shorten(graph, proof) if short else proof)
        except NotDeterminedError:
            proofs.append(None)
    return graph, proofs, {**graph.seconds, "certify": time.perf_counter() - started}


def _all_written(graph: ReasoningGraph, proof: Proof, count: int, form: Form, sums: bool) -> str:
    from geoengine.graph import alternatives

    proofs = [proof]
    if count > 1:
        proofs += alternatives(graph, proof.goal, count=count)[1:]
    return "\n\n".join(_written(one, form, sums) for one in proofs)


def _written(proof: Proof, form: Form, sums: bool) -> str:
    from geoengine.graph import proof_to_json, write_proof

    if form == "json":
        return json.dumps(proof_to_json(proof), ensure_ascii=False, indent=1)
    return write_proof(proof, form, sums=sums)


def _why_not(graph: ReasoningGraph, goal: Statement, form: Form) -> str:
    from geoengine.graph import diagnose

    diagnosis = diagnose(graph, goal)
    if form == "json":
        return json.dumps(diagnosis.record(), ensure_ascii=False, indent=1)
    return str(diagnosis)


def _value(graph: ReasoningGraph, question: Question) -> str | None:
    from geoengine.graph import NotDeterminedError, compute

    try:
        return str(compute(graph, question))
    except NotDeterminedError:
        return None


def _answered(graph: ReasoningGraph, question: Question, form: Form) -> str:
    """The exact value that was asked for, or that it is not determined."""
    answer = _value(graph, question)
    if form == "json":
        return json.dumps({"question": str(question), "answer": answer}, ensure_ascii=False)
    if answer is None:
        return f"Not determined: no exact value of {question.quantity} was derived."
    return f"Answer: {question.quantity} = {answer}"


def _record(
    problem: Problem,
    graph: ReasoningGraph,
    proofs: list[Proof | None],
    seconds: dict[str, float],
) -> dict[str, Any]:
    from geoengine.graph import diagnose

    return {
        "name": problem.name,
        "proved": all(proof is not None for proof in proofs),
        "stop_reason": graph.stop_reason.value,
        "points": len(problem.points),
        "premises": len(problem.premises),
        "states": graph.deduction.state_count,
        "steps": sum(len(proof.steps) for proof in proofs if proof is not None),
        "unproved": [
            diagnose(graph, goal).record()
            for goal, proof in zip(problem.goals, proofs, strict=False)
            if proof is None
        ],
        "answers": {str(question): _value(graph, question) for question in problem.questions},
        "seconds": {phase: round(seconds[phase], 6) for phase in PHASES},
    }


def _write_lines(path: Path, records: list[dict[str, Any]]) -> None:
    try:
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def _prove_all(
    problems: list[Problem], rules: list[Rule], seed: int, json_file: Path | None
) -> None:
    from geoengine.cli.progress import watched

    asked = [problem for problem in problems if problem.goals or problem.questions]
    if not asked:
        raise UsageError("expected problems with goals, found none")
    records: list[dict[str, Any]] = []
    with Stoppable() as run:
        for problem in watched(asked, "Proving"):
            try:
                records.append(_record(problem, *_attempt(problem, rules, seed, goals_only=True)))
            except InputError:
                raise
            except GeoengineError as error:
                typer.echo(f"{printable(problem.name)}: {error}", err=True)
                records.append(_not_placed(problem))
    if json_file is not None:
        _write_lines(json_file, records)
    _print_table(records)
    kept = "the table tells of these" if json_file is None else f"their results are in {json_file}"
    run.end(f"{len(records)} of {len(asked)} problems were tried; {kept}; a new run begins anew")
    if not all(record["proved"] for record in records):
        raise typer.Exit(1)


def _not_placed(problem: Problem) -> dict[str, Any]:
    """What is recorded of a problem that has no figure."""
    return {
        "name": problem.name,
        "proved": False,
        "stop_reason": "not_placed",
        "points": len(problem.points),
        "premises": len(problem.premises),
        "states": 0,
        "steps": 0,
        "unproved": [{"goal": str(goal), "reason": "not_placed"} for goal in problem.goals],
        "answers": {str(question): None for question in problem.questions},
        "seconds": dict.fromkeys(PHASES, 0.0),
    }


def _print_table(records: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in (
        "problem",
        "proved",
        "points",
        "states",
        "steps",
        *(f"{p} (s)" for p in PHASES),
    ):
        table.add_column(
            heading,
            justify="left" if heading in {"problem", "proved"} else "right",
            no_wrap=True,
        )
    for record in records:
        table.add_row(
            Text(printable(record["name"])),
            "yes" if record["proved"] else "no",
            *(str(record[key]) for key in ("points", "states", "steps")),
            *(f"{record['seconds'][phase]:.3f}" for phase in PHASES),
        )
    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    console.print(table)
    times = ", ".join(
        f"{phase} {sum(record['seconds'][phase] for record in records):.3f} s" for phase in PHASES
    )
    proved = sum(record["proved"] for record in records)
    typer.echo(f"{proved} of {len(records)} problems proved ({times})")
