"""``geoengine inspect``: look at problems, proofs, items and splits in a browser."""

from __future__ import annotations

import json
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Stoppable
from geoengine.cli.output import refuse_standard_output
from geoengine.cli.problem_argument import read_problem_argument
from geoengine.cli.response_files import read_response_files
from geoengine.errors import InputError, ProblemError, UsageError

if TYPE_CHECKING:
    from geoengine.formats import Source
    from geoengine.inspect import ModelResponses
    from geoengine.items import Item

__all__ = ["inspect"]


def inspect(
    path: Annotated[
        list[str] | None,
        typer.Argument(
            help="A problem in JGEX text, in quotes; a file of problems; a proof, a search, a"
            " graph or an item as JSON; or the folder of a split, or of two that are compared.",
            metavar="PATH",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="The page to be written; for a whole split, the folder of pages.",
            metavar="OUT",
        ),
    ] = None,
    name: options.Name = None,
    item: Annotated[
        str | None,
        typer.Option("--item", help="Which item of the split, by its id.", metavar="ID"),
    ] = None,
    responses: Annotated[
        list[str] | None,
        typer.Option(
            "--responses",
            help="For a split: responses of a model, given as for geoengine evaluate; repeatable.",
            metavar="[NAME=]FILE",
        ),
    ] = None,
    rules_file: options.RulesFile = None,
    count: Annotated[
        int,
        typer.Option(
            "--alternatives", min=1, help="The maximum number of different proofs.", metavar="N"
        ),
    ] = 3,
    aux: options.Aux = False,
    seed: options.Seed = 0,
    opened: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Write a page with the figure, the reasoning graph and the proofs, to be opened in a browser.

    The page is one file that loads no other. For a whole split a folder is written; open its
    index.html. Of two splits it shows what both have and what only one has.
    Exits with 0 when it was written, 1 when no figure was found or pages of a split are missing,
    2 on bad input.
    """
    if out is None:
        raise UsageError("expected -o FILE, found none", hint="write: -o page.html")
    refuse_standard_output(out, "a page or a folder")
    words = path or []
    splits = [Path(word) for word in words] if all(map(isdir, words)) else []
    if splits and item is None:
        written, failed = _write_splits(splits, out, responses or [])
    else:
        if responses:
            raise UsageError(
                "expected --responses with a whole split",
                hint="give the folder of a split" if item is None else "leave out --item",
            )
        split = splits[0] if len(splits) == 1 else None
        from geoengine.cli.progress import working
        from geoengine.inspect import built_file

        # Missing programs are reported before the work is done.
        built_file("page.js")
        with working("Deriving"):
            data = _item_of(split, item) if split is not None else _read(words, name, item)
            if data is None:
                data = _derived(words, name, aux, rules_file, seed, count)
        written, failed = _write_page(data, out), []
    typer.echo(f"Written to {written}")
    if opened:
        typer.launch(written.resolve().as_uri())
    if failed:
        typer.echo(f"{len(failed)} items have no page:", err=True)
        for line in failed:
            typer.echo(f"  {line}", err=True)
        raise typer.Exit(1)


def _derived(
    words: list[str], name: str | None, aux: bool, rules_file: Path | None, seed: int, count: int
) -> dict[str, Any]:
    from geoengine.catalogue import load_rules
    from geoengine.inspect import problem_record

    asked = read_problem_argument(words, name, aux=aux, command="inspect")
    rules = list(load_rules(rules_file).values())
    return problem_record(asked, seed=seed, rules=rules, count=count)


def _read(words: list[str], name: str | None, item: str | None) -> dict[str, Any] | None:
    """Read a JSON file and return the data of its page; None if the words name no JSON file."""
    if item is not None:
        raise UsageError(
            f"expected --item with the folder of a split, found it with {' '.join(words)!r}",
            hint=f"write: geoengine inspect SPLIT --item {item} -o page.html",
        )
    if len(words) != 1 or not words[0].endswith(".json"):
        return None
    path = Path(words[0])
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    if not isinstance(data, dict):
        raise UsageError(f"expected an object in {path}, found {type(data).__name__}")
    schema = str(data.get("schema", ""))

    from geoengine.inspect import (
        extended_proof_record,
        item_record,
        problem_record,
        proof_record,
    )
    from geoengine.scene import load_problem
    from geoengine.verify import read_proof

    try:
        if schema.endswith("/proof") and data.get("added"):
            problem = load_problem(str(data.get("problem", "")), name=path.stem)
            added = "; ".join(map(str, data["added"]))
            proof, search = read_proof(data), data.get("search")
            return extended_proof_record(proof, problem, added, search=search)
        if schema.endswith("/proof"):
            return proof_record(read_proof(data), title=path.stem)
        if schema.endswith("/graph"):
            return problem_record(load_problem(str(data.get("problem", "")), name=path.stem))
        if schema.endswith("/search"):
            problem = load_problem(str(data.get("problem", "")), name=path.stem)
            return problem_record(problem, search=data.get("search"))
        if "answer" in data and "family" in data:
            return item_record(_item(data))
    except InputError as error:
        raise error.at(source=path) from None
    raise UsageError(
        f"expected a proof, a search, a graph or an item in {path}, found an object with"
        f" {', '.join(sorted(map(str, data))[:5]) or 'nothing'}",
        hint="geoengine prove --format json writes a proof",
    )


def _item(data: dict[str, Any]) -> Item:
    from pydantic import ValidationError

    from geoengine.catalogue import validation_message
    from geoengine.items import Item

    try:
        return Item.model_validate(data)
    except ValidationError as error:
        raise ProblemError(validation_message(error)) from None


def _source(split: Path) -> Source:
    from geoengine.formats import Source

    return Source(split)


def _item_of(split: Path, name: str | None) -> dict[str, Any]:
    import base64
    import mimetypes

    from geoengine.cli.listing import find_entry
    from geoengine.inspect import item_record

    source = _source(split)
    found = find_entry(name or "", {item.id: item for item in source.items}, "item")
    files = {}
    for path in (*found.pictures, *found.videos):
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        files[path] = f"data:{kind};base64,{base64.b64encode(source.picture(path)).decode()}"
    return item_record(found, files=files, split=source.name)


def _write_page(data: dict[str, Any], out: Path) -> Path:
    from geoengine.inspect import standalone_page

    text = standalone_page(data)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error
    return out


def _write_splits(splits: list[Path], out: Path, responses: list[str]) -> tuple[Path, list[str]]:
    from geoengine.cli.progress import with_progress
    from geoengine.inspect import write_gallery
    from geoengine.split import write_errors_reported

    if len(splits) > 2:
        raise UsageError(
            f"expected one split, or two that are compared, found {len(splits)}",
            hint="geoengine report compares any number",
        )
    failed: list[str] = []
    with write_errors_reported(out), Stoppable() as run:
        source, *others = map(_source, splits)
        runs = _graded(responses, source)
        failed = write_gallery(
            source,
            out,
            other=others[0] if others else None,
            runs=runs,
            watched=lambda items: with_progress(items, "Writing pages"),
        )
    run.end(f"{out} has no index; the same command writes all pages again")
    return out / "index.html", failed


def _graded(named: list[str], source: Source) -> list[ModelResponses]:
    """Read and grade the responses to the items of a split."""
    if not named:
        return []
    from geoengine.cli.progress import working
    from geoengine.evaluate import grade_runs
    from geoengine.inspect import GradedResponse, ModelResponses

    asked = {item.id for item in source.items}
    graded = []
    with working("Scoring"):
        runs = grade_runs(read_response_files(named, source), source)
    for run in runs:
        texts = {
            name: found.text for name, found in run.account.responses.items() if not found.failed
        }
        found = {
            grade.id: GradedResponse(grade.right, grade.chosen, texts.get(grade.id))
            for grade in run.grades.values()
            if grade.id in asked
        }
        graded.append(ModelResponses(run.name, found))
    return graded
