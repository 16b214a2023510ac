"""Files of drafts, opened by GeoGebra itself: make geogebra."""

import base64
import json

import pytest
from browser import launched, needs_browser
from geogebra_engine import needs_geogebra, open_geogebra, plain

from geoengine.draft import carry_out, read_draft, write_draft_file
from geoengine.families.drafting.making import made

pytestmark = [needs_browser, needs_geogebra]

OPEN = """async (file) => {
    const number = (ask) => { try { return Number(ask()); } catch { return null; } };
    await new Promise((done) => ggbApplet.setBase64(file, () => done(null)));
    return JSON.stringify(ggbApplet.getAllObjectNames().map((name) => [
        name, Boolean(ggbApplet.isDefined(name)),
        number(() => ggbApplet.getXcoord(name)), number(() => ggbApplet.getYcoord(name))]));
}"""

SEEDS = (
    "midpoint", "golden_section", "square_root_of_a_length", "hexagon_by_compass",
    "point_of_ellipse", "tiling_of_quadrilateral_by_half_turns", "axially_symmetric_hexagon",
    "rotate_circle",
)  # fmt: skip


@pytest.fixture(scope="module")
def geogebra(driver):
    with launched(driver) as browser:
        yield open_geogebra(browser)


@pytest.mark.slow(seconds=15)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_opens_with_the_same_objects(geogebra, seed):
    draft = read_draft(made(seed, 3, 0).task.program)
    figure = carry_out(draft)
    file = base64.b64encode(write_draft_file(draft, figure)).decode()
    found = {plain(name): rest for name, *rest in json.loads(geogebra.evaluate(OPEN, file))}
    assert found.keys() == figure.objects.keys()
    assert all(is_defined for is_defined, _, _ in found.values())
    for name, place in figure.points().items():
        _, x, y = found[name]
        assert abs(complex(x, y) - place) < 1e-6, name
