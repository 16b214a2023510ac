"""Finishing: the pictures of the items of a scene, one after each step, and GeoGebra files."""

from __future__ import annotations

from geoengine.draft import carry_out, read_draft, write_draft_file
from geoengine.draw.drafts import DraftPictures
from geoengine.families.drafting.building import draft_path, picture_path
from geoengine.items import Draft, FinishedProblem, Item, UsedProblem

__all__ = ["finish"]


def finish(job: UsedProblem) -> FinishedProblem:
    """Draw the items of a scene, and write their constructions for GeoGebra."""
    files: dict[str, bytes] = {}
    for item in job.items:
        files |= _files_of(item, images=job.images)
    return FinishedProblem((), files)


def _files_of(item: Item, *, images: bool) -> dict[str, bytes]:
    """Return the files of an item by path: what is given, the figure after each step, the draft."""
    answer = item.answer
    assert isinstance(answer, Draft)
    draft = read_draft(answer.program)
    figure = carry_out(draft)
    pictures = DraftPictures(
        draft, figure, wanted=answer.wanted, has_axes=answer.upright or figure.view.has_axes
    )
    files = {draft_path(item.id): write_draft_file(draft, figure, pictures.window.bounds)}
    if not images:
        return files
    done = len(answer.givens)
    files[picture_path(0, item.id)] = pictures.render(done)
    for number, step in enumerate(answer.steps, start=1):
        fresh = range(done, done + len(step.commands))
        done = fresh.stop
        files[picture_path(number, item.id)] = pictures.render(done, fresh=fresh)
    return files
