"""``geoengine prove``: prove one problem, or every problem of a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from geoengine.cli import options
from geoengine.cli.attempt import attempt, exact_value
from geoengine.cli.batch import prove_all, write_lines
from geoengine.cli.choice import choose
from geoengine.cli.interrupts import Interrupted
from geoengine.cli.problem_argument import read_problem_argument
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.auxiliary import SearchBudget, SearchResult
    from geoengine.graph import Proof, ReasoningGraph
    from geoengine.language import Question, Statement
    from geoengine.scene import Problem

__all__ = ["prove"]

Form = Literal["text", "markdown", "latex", "json"]
FORMATS: tuple[Form, ...] = ("text", "markdown", "latex", "json")


def prove(
    problem: options.Problem = None,
    name: options.Name = None,
    all_file: Annotated[
        Path | None,
        typer.Option("--all", help="Prove every problem of this file.", metavar="FILE"),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option(
            "--json", help="Write one line of JSON per problem to this file.", metavar="FILE"
        ),
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
            "--alternatives", min=1, help="The maximum number of different proofs.", metavar="N"
        ),
    ] = 1,
    aux: options.Aux = False,
    searching: Annotated[
        bool, typer.Option("--search", help="Add points to the figure if a goal is not derived.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.1, help="How long to search for points.", metavar="SECONDS"
        ),
    ] = 60.0,
    most_points: Annotated[
        int,
        typer.Option(
            "--most-points", min=1, help="The maximum number of points added.", metavar="N"
        ),
    ] = 8,
    workers: options.Workers = None,
    seed: options.Seed = 0,
) -> None:
    """Prove a problem and print the proof.

    If there is none, say why. Exits with 0 when all goals were proved and all questions answered,
    1 when some were not, 2 on bad input. With --all, problems that cannot be read are skipped, and
    the exit code is 2. --seconds, --most-points and --workers apply to --search.
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
    budget = _budget(seconds, most_points, seed, workers) if searching else None
    if all_file is not None:
        if name is not None:
            raise UsageError(
                "expected --name with one file of problems, found it beside --all",
                hint=f"write: geoengine prove {all_file} --name {name}",
            )
        prove_all(all_file, rules, seed, json_file, aux=aux, budget=budget)
        return
    chosen = read_problem_argument(problem or [], name, aux=aux)
    if not (chosen.goals or chosen.questions):
        raise UsageError("expected a goal after '?', found none", hint="write: ... ? cong A B C D")
    if budget is None:
        with working("Deriving"):
            tried = attempt(chosen, rules, seed, short=True)
    else:
        tried = attempt(chosen, rules, seed, short=True, budget=budget)
    graph, proofs = tried.graph, tried.proofs
    for goal, proof in zip(chosen.goals, proofs, strict=False):
        if proof is None:
            typer.echo(_why_not(graph, goal, chosen_form, tried.search))
        else:
            typer.echo(_all_written(graph, proof, count, chosen_form, sums, tried.search))
    for question, proof in zip(chosen.questions, proofs[len(chosen.goals) :], strict=True):
        if proof is not None:
            typer.echo(_all_written(graph, proof, count, chosen_form, sums))
        typer.echo(_answered(graph, question, chosen_form))
    if json_file is not None:
        write_lines(json_file, [tried.record()])
    if not tried.proved:
        if tried.search is not None:
            _tell_stop(tried.search)
        elif searching:
            typer.echo(
                "Nothing was searched for: points are added to derive goals, not values.", err=True
            )
        if not aux:
            _mention_auxiliary(problem or [], name, chosen)
        raise typer.Exit(1)


def _budget(seconds: float, most_points: int, seed: int, workers: int | None) -> SearchBudget:
    from geoengine.auxiliary import SearchBudget

    return SearchBudget(
        seconds=seconds, most_points=most_points, seed=seed, workers=workers or options.cores()
    )


def _tell_stop(found: SearchResult) -> None:
    """Print why a search for auxiliary points ended, or raise `Interrupted`."""
    progress = found.progress
    attempts = "1 attempt" if progress.attempts == 1 else f"{progress.attempts:,} attempts"
    if found.stop.value == "interrupted":
        raise Interrupted(
            f"the search was stopped after {attempts}; a new run starts from the beginning"
        )
    typer.echo(
        f"No auxiliary points were found ({found.stop.value}): {attempts} with"
        f" {progress.points_tried:,} points in {found.seconds:.0f} s.",
        err=True,
    )


def _mention_auxiliary(words: Sequence[str], name: str | None, shown: Problem) -> None:
    """Print which auxiliary points (after ``|``) were left out, if there are any."""
    others = read_problem_argument(words, name, aux=True).points[len(shown.points) :]
    if others:
        typer.echo(
            f"The auxiliary points {', '.join(others)}, placed after '|', were left out;"
            " --aux uses them.",
            err=True,
        )


def _all_written(
    graph: ReasoningGraph,
    proof: Proof,
    count: int,
    form: Form,
    sums: bool,
    found: SearchResult | None = None,
) -> str:
    from geoengine.graph import alternatives

    proofs = [proof]
    if count > 1:
        others = alternatives(graph, proof.goal, count=count, short=True)[1:]
        # They are of the same figure, with the same auxiliary points.
        proofs += [replace(one, problem=proof.problem, added=proof.added) for one in others]
    return "\n\n".join(_written(one, form, sums, found) for one in proofs)


def _written(proof: Proof, form: Form, sums: bool, found: SearchResult | None) -> str:
    from geoengine.graph import proof_to_json, write_proof

    if form == "json":
        record = proof_to_json(proof)
        if proof.added and found is not None:
            record["search"] = found.record()
        return json.dumps(record, ensure_ascii=False, indent=1)
    return write_proof(proof, form, sums=sums)


def _why_not(graph: ReasoningGraph, goal: Statement, form: Form, found: SearchResult | None) -> str:
    from geoengine.graph import diagnose

    diagnosis = diagnose(graph, goal)
    if form != "json":
        return str(diagnosis)
    record = diagnosis.record() if found is None else found.record_without_proof(diagnosis)
    return json.dumps(record, ensure_ascii=False, indent=1)


def _answered(graph: ReasoningGraph, question: Question, form: Form) -> str:
    """Return a line with the answer to a question, or one that says there is none."""
    answer = exact_value(graph, question)
    if form == "json":
        return json.dumps({"question": str(question), "answer": answer}, ensure_ascii=False)
    if answer is None:
        return f"Not determined: no exact value of {question.quantity} was derived."
    return f"Answer: {question.quantity} = {answer}"
