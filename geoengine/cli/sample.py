"""``geoengine sample``: print problems sampled by topic and tier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.choice import choose
from geoengine.cli.draw import write_picture
from geoengine.cli.output import refuse_standard_output
from geoengine.errors import GeoengineError, UsageError

if TYPE_CHECKING:
    from geoengine.families.reasoning import Context, Goal, Measurement
    from geoengine.scene import Sampled

__all__ = ["sample"]

FORMS = ("png", "svg", "pdf")
TIERS = (1, 2, 3, 4)

_GOALS_COMPARED = 24
"""The maximum number of goals of a problem, of which the most interesting is taken."""
_MOST_FAILURES = 60
"""The number of figures in a row without a goal of the tier after which the search ends."""

_SIZE = 512
"""Width and height of a picture in pixels."""


def _topics() -> set[str]:
    from geoengine.catalogue import load_scenes

    return {scene.topic for scene in load_scenes().values()}


def _scenes() -> list[str]:
    from geoengine.catalogue import load_scenes

    return list(load_scenes())


class TooFewError(GeoengineError):
    """Fewer problems were found than asked for; the message says why the search ended."""


def sample(
    topic: Annotated[
        str | None,
        typer.Option(
            "--topic",
            help="Only scenes of this topic.",
            metavar="TOPIC",
            show_default="all",
            autocompletion=options.among(_topics),
        ),
    ] = None,
    scene: Annotated[
        str | None,
        typer.Option(
            "--scene",
            help="Only this scene.",
            metavar="NAME",
            show_default="all",
            autocompletion=options.among(_scenes),
        ),
    ] = None,
    tier: Annotated[
        int | None,
        typer.Option(
            "--tier",
            help="The difficulty of the goals, from 1 to 4.",
            metavar="N",
            show_default="any",
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", min=1, max=1000, help="How many problems.", metavar="N")
    ] = 1,
    show: Annotated[
        bool, typer.Option("--show", help="Show the formal problem, its scene and its proof too.")
    ] = False,
    seed: options.Seed = 0,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            help="The language of the text: English or Chinese.",
            metavar="|".join(options.LANGUAGES),
            autocompletion=options.among(options.LANGUAGES),
        ),
    ] = "en",
    out: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A folder for their pictures.", metavar="OUT"),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="The pictures' format.",
            metavar="|".join(FORMS),
            autocompletion=options.among(FORMS),
        ),
    ] = "png",
) -> None:
    """Sample problems and print them, no two alike.

    Exits with 0 when all are printed, 1 when fewer are found, 2 on bad input.
    """
    from geoengine.catalogue import load_scenes
    from geoengine.cli.listing import find_entry
    from geoengine.cli.progress import with_spinner
    from geoengine.draw import draw
    from geoengine.families.reasoning import Goal, answer_text, problem_text
    from geoengine.scene import sample_series, select_scenes

    if tier not in (None, *TIERS):
        raise UsageError(f"expected a tier from {TIERS[0]} to {TIERS[-1]}, found {tier}")
    chosen_language = choose(language, options.LANGUAGES, "language")
    form = choose(form, FORMS, "format")
    if scene is not None:
        if topic is not None:
            raise UsageError(
                "expected --scene or --topic, found both", hint="a scene is of one topic"
            )
        scenes = [find_entry(scene, load_scenes(), "scene")]
    else:
        # A figure one tier easier or harder may have a goal of the tier.
        tiers = None if tier is None else [max(1, tier - 1), tier, min(4, tier + 1)]
        scenes = select_scenes(topic, tiers)
    if out is not None:
        _make_folder(out)
    found = with_spinner(_chosen(sample_series(scenes, seed=seed), tier, seed), "Sampling")
    for number, (sampled, context, goal) in enumerate(_first(found, count, tier), start=1):
        target = goal.statement if isinstance(goal, Goal) else goal
        typer.echo(f"{number}. {problem_text(sampled.problem, target, chosen_language)}")
        if (answer := answer_text(target)) is not None:
            typer.echo(f"   Answer: {answer}")
        if show:
            typer.echo(f"   Scene: {sampled.scene.name} ({sampled.scene.topic}), tier {goal.tier}")
            typer.echo(f"   Formal: {sampled.problem} ? {target}")
            for line in _solution(goal):
                typer.echo(f"   {line}")
        if out is not None:
            path = out / f"{number:04d}.{form}"
            premises = context.problem.premises
            write_picture(str(path), draw(context.diagram, premises, size=_SIZE, form=form))
            typer.echo(f"   Picture: {path}")
        typer.echo("")


def _make_folder(out: Path) -> None:
    refuse_standard_output(out, "a folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"expected a folder for pictures but {out} cannot be one: {error.strerror}",
            hint="choose another folder",
        ) from error


def _chosen(
    series: Iterator[Sampled], tier: int | None, seed: int
) -> Iterator[tuple[Sampled, Context, Goal | Measurement] | None]:
    """Yield for each sampled problem what `_asked` returns: a question of the tier, or None."""
    for sampled in series:
        # Most figures have no goal of the tier; a rough context finds that out sooner.
        if tier is not None and _asked(sampled, tier, seed, rough=True) is None:
            yield None
        else:
            yield _asked(sampled, tier, seed)


def _asked(
    sampled: Sampled, tier: int | None, seed: int, *, rough: bool = False
) -> tuple[Sampled, Context, Goal | Measurement] | None:
    """Return a sampled problem with its context and a goal or measurement; None if it has none.

    The goal is the most interesting of those compared. With `rough`, it is the first goal that a
    rough context has: that says only whether to look closer.
    """
    from itertools import islice

    import numpy as np

    from geoengine.families.reasoning import goals, make_context, measurements

    context = make_context(
        sampled.problem, scene=sampled.scene.name, seed=seed, tier=sampled.scene.tier, rough=rough
    )
    if context is None:
        return None
    if tier is not None:
        # Goals of other tiers need not be compared.
        context = replace(context, tiers=frozenset([tier]))
    rng = np.random.default_rng([seed, sampled.index, 1])
    stated = list(islice(goals(context, rng), 1 if rough else _GOALS_COMPARED))
    if rough and stated:
        return sampled, context, stated[0]
    valued = [m for m in measurements(context) if tier in (None, m.tier)]
    # One problem in four asks for an area or a perimeter, if there is one.
    if valued and (not stated or rng.random() < 1 / 4):
        return sampled, context, valued[int(rng.integers(len(valued)))]
    if stated:
        return sampled, context, max(stated, key=lambda goal: goal.interest)
    return None


def _first(
    found: Iterator[tuple[Sampled, Context, Goal | Measurement] | None],
    count: int,
    tier: int | None,
) -> Iterator[tuple[Sampled, Context, Goal | Measurement]]:
    given, failures = 0, 0
    for one in found:
        failures += 1
        if one is not None:
            given, failures = given + 1, 0
            yield one
        if given == count:
            return
        if failures == _MOST_FAILURES:
            break
    wanted = "" if tier is None else f" of tier {tier}"
    why = f"{failures} figures in a row gave none" if failures else "no scene gave another one"
    raise TooFewError(
        f"expected {count} problems{wanted}, found {given}: {why}\n"
        "  hint: ask for fewer, for another tier, or for all scenes"
    )


def _solution(goal: Goal | Measurement) -> Iterator[str]:
    """Yield the lines of a goal's proof, or of the proofs of a measurement's lengths."""
    from geoengine.families.reasoning import Goal

    for proof in [goal.proof] if isinstance(goal, Goal) else goal.proofs:
        yield from str(proof).splitlines()
