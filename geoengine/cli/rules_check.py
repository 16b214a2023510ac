"""``geoengine rules check``: test rules in random figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Stoppable
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from geoengine.catalogue import Rule
    from geoengine.verify import RuleCheck

__all__ = ["check"]


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="YAML files of rules, or folders; by default the rules of geoengine.",
            metavar="FILE",
        ),
    ] = None,
    configurations: Annotated[
        int,
        typer.Option(
            "--configurations",
            min=1,
            help="In how many figures to test each rule.",
            metavar="N",
        ),
    ] = 200,
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
    out: options.Pictures = None,
) -> None:
    """Test rules in random figures that satisfy their hypotheses and conditions.

    Reports rules that are unsound, with a counterexample; rules for which no figure was found;
    conditions that seem redundant; and rules that equal another. The engine's own steps are not
    rules, and are not tested. Exits with 0 when all rules are sound, 1 when one is unsound or no
    figure was found for it, 2 on bad input.
    """
    from geoengine.catalogue import Rule, load_files, load_rules, yaml_files

    ours = load_rules()
    own, tested = _engine_files(yaml_files(files or []))
    rules = load_files(tested, Rule) if files else ours
    if own and not rules:
        typer.echo(_of_the_engine())
        return
    checks: list[RuleCheck] = []
    with Stoppable() as run:
        # `extend` keeps the results from before an interrupt.
        checks.extend(_check(rules.values(), {**ours, **rules}.values(), configurations, seed))
    pictures = _draw(rules.values(), checks, out) if out is not None else []
    if as_json:
        typer.echo(_as_json(checks))
    else:
        _print_table(checks, configurations)
        if own or not files:
            typer.echo(_of_the_engine())
        for picture in pictures:
            typer.echo(f"Picture: {picture}")
    run.end(f"{len(checks)} of {len(rules)} rules were tested; a new run starts from the beginning")
    if not all(found.sound for found in checks):
        raise typer.Exit(1)


def _engine_files(files: list[Path]) -> tuple[list[Path], list[Path]]:
    """Return the files of the engine's own steps, and the others."""
    from geoengine.catalogue import data_folder

    own = [file for file in files if file.resolve().parent == data_folder("rules/engine")]
    return own, [file for file in files if file not in own]


def _of_the_engine() -> str:
    from geoengine.catalogue import load_engine_steps

    steps = ", ".join(load_engine_steps())
    return f"The engine's own, not tested as rules: {steps}"


def _check(
    rules: Iterable[Rule], others: Iterable[Rule], configurations: int, seed: int
) -> Iterator[RuleCheck]:
    """Check rules one by one, with a progress bar; `others` are searched for equal rules."""
    from geoengine.cli.progress import with_progress
    from geoengine.verify import check_rule

    others = list(others)
    for rule in with_progress(list(rules), "Checking"):
        yield check_rule(rule, configurations=configurations, seed=seed, others=others)


def _draw(rules: Iterable[Rule], checks: list[RuleCheck], folder: Path) -> list[Path]:
    """Write a picture of each counterexample, and return the paths."""
    from geoengine.draw import draw
    from geoengine.verify import counterexample_figure

    written = []
    for rule, found in zip(rules, checks, strict=False):
        if found.counterexample is None:
            continue
        path = folder / f"{rule.id}.png"
        picture = draw(counterexample_figure(rule, found.counterexample))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(picture)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
        written.append(path)
    return written


def _as_json(checks: list[RuleCheck]) -> str:
    from dataclasses import asdict

    records = [
        {**asdict(found), "sound": found.sound, "seconds": round(found.seconds, 3)}
        for found in checks
    ]
    return json.dumps(records, ensure_ascii=False, indent=2)


def _print_table(checks: list[RuleCheck], configurations: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    table.add_column("configurations", justify="right")
    table.add_column("verdict", no_wrap=True)
    table.add_column("notes")
    for found in checks:
        notes = "; ".join(_notes(found, configurations))
        table.add_row(found.rule, str(found.found), _verdict(found), notes)
    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    console.print(table)
    unsound = sum(found.counterexample is not None for found in checks)
    never = sum(found.never_met for found in checks)
    seconds = sum(found.seconds for found in checks)
    typer.echo(
        f"{len(checks)} rules: {len(checks) - unsound - never} sound,"
        f" {unsound} unsound, {never} never met ({seconds:.1f} s)"
    )


def _verdict(found: RuleCheck) -> str:
    if found.counterexample is not None:
        return "unsound"
    return "never met" if found.never_met else "sound"


def _notes(found: RuleCheck, configurations: int) -> list[str]:
    notes = []
    if found.counterexample is not None:
        wrong = found.counterexample
        places = ", ".join(
            f"{letter} ({x:.3f}, {y:.3f})"
            for letter, (x, y) in zip(wrong.points, wrong.xy, strict=True)
        )
        notes.append(f"{wrong.conclusion} is false, by {wrong.residual:.2g}, for {places}")
    elif found.found < configurations:
        notes.append(f"{found.tried} random starts gave no more")
    if found.redundant:
        notes.append(f"seems redundant: {', '.join(found.redundant)}")
    if found.equal_to:
        notes.append(f"equal to {', '.join(found.equal_to)}")
    return notes
