"""Takes pictures of pages of ``geoengine inspect``, in several sizes, in light and dark.

After a change to the pages, look at the pictures that it puts into ``docs/images/pages``::

    python docs/page_pictures.py            # all of them; takes some minutes
    python docs/page_pictures.py item       # those whose names contain a word

It needs Chromium, and what ``make assets`` builds.
"""

from __future__ import annotations

import io
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.inspect.gallery import Card, gallery_index
from geoengine.inspect.page import SHARED, linked_page, shared_files
from geoengine.items import Choice, Item, load_family

OUT = Path(__file__).parent / "images" / "pages"
THEOREMS = Path(__file__).parents[1] / "tests" / "data" / "theorems.jgex"
SIZES = ((1400, 1000), (1920, 1080), (400, 850))
THEMES = ("light", "dark")
QUALITY = 60
MANY = 10_000

HEXAGON = (
    "O A = segment O A; B = eq_triangle B O A; C = eq_triangle C O B; D = eq_triangle D O C;"
    " E = eq_triangle E O D; F = eq_triangle F O E; M = midpoint M A B; N = midpoint N B C"
    " ? cong M N M O"
)
"""More than five thousand statements follow."""

CIRCLES = (
    "A B C = triangle; O = circumcenter A B C;"
    " D = between_bound B C; E = between_bound C A; F = between_bound A B;"
    " P = circumcenter A E F; Q = circumcenter B F D; R = circumcenter C D E;"
    " X = intersection_cc P O A; Y = intersection_cc Q O B; Z = intersection_cc R O C;"
    " K = midpoint B C; L = midpoint C A; M = midpoint A B;"
    " U = mirror D K; V = mirror E L; W = mirror F M ? simtri X Y Z U V W"
)
"""The last problem about geometry of the shortlist for the IMO of 2006; its proof has 125 steps."""


@dataclass(frozen=True)
class Picture:
    """A picture of a page.

    Attributes
    ----------
    name : str
    page : Path
        The file; a fragment is the address of what is selected.
    fragment : str
    prepare : callable
        What is done on the page before the picture is taken.
    """

    name: str
    page: Path
    fragment: str = ""
    prepare: Callable[[Page], None] = lambda page: None


def run(*words: object) -> None:
    """Run a command of geoengine."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exit_code:
        raise SystemExit(f"geoengine {' '.join(map(str, words))}\n{done.output}")


def pictures(folder: Path) -> Iterator[Picture]:
    """Make all pages in a folder, and yield what is to be taken of them."""
    for name, steps in (("radical_axis", 6), ("midpoints_in_a_rectangle", 28)):
        page = folder / f"{name}.html"
        run("inspect", THEOREMS, "--name", name, "--alternatives", 2, "-o", page)
        yield Picture(f"proof-{steps}-steps", page, "step-3")
        yield Picture(f"graph-{steps}-steps", page, prepare=graph_of(steps))
    circles = folder / "circles.html"
    run("inspect", CIRCLES, "--alternatives", 1, "-o", circles)
    yield Picture("proof-125-steps", circles, "step-83")
    yield Picture("graph-125-steps", circles, prepare=graph_of(125))
    closure = folder / "closure.html"
    run("inspect", HEXAGON, "-o", closure)
    yield Picture("closure", closure, prepare=everything)
    split, pages = folder / "split", folder / "pages"
    run("generate", split, "--count", 24, "--seed", 1)
    run("inspect", split, "-o", pages)
    yield Picture("gallery-24", pages / "index.html")
    yield Picture("comparison", pages / "index.html", prepare=compare_two)
    for task in load_family("reasoning").names:
        page = pages / "items" / f"{first_of(task, split):06d}.html"
        yield Picture(f"item-{task}", page)
        yield Picture(f"item-{task}-opened", page, prepare=open_item)
    solids, turned = folder / "solids", folder / "turned"
    run("generate", solids, "--family", "solids", "--tasks", "area_3,folding_2", "--count", 4,
        "--seed", 3)  # fmt: skip
    run("inspect", solids, "-o", turned)
    yield Picture("solid-cut", turned / "items" / "000001.html", prepare=cut_solid)
    yield Picture("solid-moved", turned / "items" / "000004.html", prepare=move_solid)
    yield Picture("gallery-10000", large_index(folder / "large"))


def graph_of(steps: int) -> Callable[[Page], None]:
    """Show the graph of the proof with so many steps."""

    def show(page: Page) -> None:
        page.click("#tab-Graph")
        page.wait_for_selector(".stage .node")
        lengths = page.evaluate("geoengine.data.proofs.map((proof) => proof.steps.length)")
        if len(lengths) > 1:
            page.select_option("select[aria-label='Which proof']", index=lengths.index(steps))
        scroll_to_graph(page)

    return show


def everything(page: Page) -> None:
    """Show the whole graph."""
    page.click("#tab-Graph")
    page.check("input[value=all]")
    page.wait_for_selector(".legend:has-text('edges are drawn')")
    scroll_to_graph(page)


def scroll_to_graph(page: Page) -> None:
    """On a phone, where the panels are below each other, bring the graph into view."""
    page.locator(".stage").evaluate("box => box.scrollIntoView({ block: 'end' })")


def compare_two(page: Page) -> None:
    """Compare the first two items."""
    for box in page.locator("[aria-label^='Compare ']").all()[:2]:
        box.check()
    page.click("text=Compare")


def open_item(page: Page) -> None:
    """Open the answer, the certificate and the solution."""
    for name in ("answer", "certificate", "solution"):
        page.click(f"button:text-is('Show the {name}')")


def cut_solid(page: Page) -> None:
    """Turn a solid, and cut it parallel to what is shaded in it."""
    page.evaluate("solid.view.turn(20, -4)")
    page.select_option("[aria-label='Cutting plane']", "area-0")
    page.fill("[aria-label='Where the plane is']", "66")
    page.locator(".panel-solid").scroll_into_view_if_needed()


def move_solid(page: Page) -> None:
    """Move the points of a solid."""
    page.fill(".motion input", "32")
    page.locator(".panel-solid").scroll_into_view_if_needed()


def first_of(task: str, split: Path) -> int:
    """Return the number of the first item of a task, from 1."""
    lines = (split / "items.jsonl").read_text(encoding="utf-8").splitlines()
    tasks = [Item.model_validate_json(line).task for line in lines]
    return tasks.index(task) + 1


def large_index(folder: Path) -> Path:
    """Write the index of a made-up split of `MANY` items without pictures."""
    rng, family = random.Random(5), load_family("reasoning")
    cards = [
        Card(
            Item.make(
                id=f"item-{k:05d}",
                family=family.name,
                task=rng.choice(family.names),
                level=1,
                scene=f"scene {rng.randrange(60)}",
                problem=f"problem {k}",
                question=f"Let ABC be a triangle with AB = {k}. Which statement is true?",
                answer=Choice(options=("AB = CD", "AB ∥ CD", "AB ⟂ CD"), key=1 + k % 3),
                meta={"tier": rng.randint(1, 4), "worth": rng.randint(0, 9)},
            )
        )
        for k in range(MANY)
    ]
    (folder / SHARED).mkdir(parents=True)
    for name, text in shared_files().items():
        (folder / SHARED / name).write_text(text, encoding="utf-8")
    index = folder / "index.html"
    data = gallery_index(cards, ("made up",), family, ())
    index.write_text(linked_page(data, gallery=True), encoding="utf-8")
    return index


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise SystemExit("expected Chromium on the path, found none")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def take(browser: Browser, picture: Picture) -> None:
    """Take a picture in every size and theme."""
    for width, height in SIZES:
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,
                has_touch=width < 500,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(f"{picture.page.resolve().as_uri()}#{picture.fragment}")
            page.wait_for_selector("html[data-ready]")
            picture.prepare(page)
            page.wait_for_timeout(300)
            image = Image.open(io.BytesIO(page.screenshot()))
            image.save(OUT / f"{picture.name}-{width}-{theme}.webp", quality=QUALITY, method=6)
            context.close()


def main(words: list[str]) -> None:
    """Take the pictures whose names contain one of the words, or all."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for picture in pictures(Path(folder)):
            if not words or any(word in picture.name for word in words):
                take(browser, picture)
                print(picture.name)


if __name__ == "__main__":
    main(sys.argv[1:])
