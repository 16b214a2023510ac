"""GeoGebra itself, in a browser: opening it, and carrying out drafts line by line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from browser import until

ENGINE = (
    Path(__file__).parents[1]
    / ".cache/geogebra/package/geogebra-math-apps-bundle/GeoGebra/HTML5/5.0/GeoGebra.html"
)

needs_geogebra = pytest.mark.skipif(
    not ENGINE.is_file(), reason="GeoGebra was not fetched: make oracle"
)

# evalCommand answers true for an intersection with an unknown name and false for SetColor: what
# counts is which objects exist afterwards. The commands are loaded when they are first used.
RUN = """async (programs) => {
    // What has no coordinates or value throws an error that is no Error.
    const number = (ask) => { try { return Number(ask()); } catch { return null; } };
    const look = async (labels, probes) => {
        const names = new Set(ggbApplet.getAllObjectNames());
        for (const made of labels) for (const name of (made ?? "").split(",")) {
            if (name && ggbApplet.exists(name)) names.add(name);
        }
        const objects = [...names].map((name) => ({
            name,
            type: ggbApplet.getObjectType(name),
            isDefined: Boolean(ggbApplet.isDefined(name)),
            x: number(() => ggbApplet.getXcoord(name)),
            y: number(() => ggbApplet.getYcoord(name)),
            value: number(() => ggbApplet.getValue(name)),
            text: ggbApplet.getValueString(name),
            xml: ggbApplet.getXML(name),
        }));
        const probed = {};
        for (const [name, command] of probes) {
            try {
                await ggbApplet.asyncEvalCommandGetLabels(`probe = ${command}`);
                (probed[name] ??= []).push([
                    number(() => ggbApplet.getXcoord("probe")),
                    number(() => ggbApplet.getYcoord("probe"))]);
            } catch (error) { (probed[name] ??= []).push(null); }
            ggbApplet.deleteObject("probe");
        }
        return [[...labels], objects, probed];
    };
    const found = [];
    for (const parts of programs) {
        ggbApplet.newConstruction();
        ggbApplet.setRounding("15");
        const labels = [];
        const views = [];
        for (const [lines, probes] of parts) {
            for (const line of lines) {
                try { labels.push(await ggbApplet.asyncEvalCommandGetLabels(line)); }
                catch (error) { labels.push(null); }
            }
            views.push(await look(labels, probes));
        }
        found.push(views);
    }
    return JSON.stringify(found);
}"""


@dataclass(frozen=True)
class EngineObject:
    """An object as GeoGebra describes it."""

    name: str
    type: str
    is_defined: bool
    x: float
    y: float
    value: float
    text: str
    xml: str

    def numbers(self, tag):
        """Return the attributes of a tag of its XML, as numbers by name."""
        element = re.search(rf"<{tag} ([^>]*)>", self.xml)
        pairs = re.findall(r'(\w+)="([^"]*)"', element[1]) if element else []
        return {key: float(value) for key, value in pairs if re.match(r"[-\d]", value)}


@dataclass(frozen=True)
class EngineRun:
    """What GeoGebra makes of a draft: the names that each line makes, the objects by name.

    `probed` has the places of points that were asked for, by the name of the object.
    """

    labels: list
    objects: dict
    probed: dict


def plain(name):
    """Return a name without the braces around its index."""
    return re.sub(r"[{}]", "", name)


def open_geogebra(browser):
    """Open GeoGebra in a new tab."""
    tab = browser.new_page()
    tab.set_default_timeout(60_000)
    # It asks for its icon.
    tab.route(re.compile("^https?:"), lambda route: route.abort())
    tab.goto(ENGINE.resolve().as_uri(), wait_until="domcontentloaded")
    until(tab, "window.ggbApplet?.evalCommand?.('1 + 1') !== undefined")
    return tab


def run_in_geogebra(tab, programs):
    """Carry out programs part by part, and look at the construction after each part.

    Parameters
    ----------
    programs : list of list of (list of str, list of (str, str))
        For each part, its lines and what to look for after it: names, each with a command that
        makes a point of the object of this name.

    Returns
    -------
    list of list of EngineRun
        What is there after each part, with the names that all lines until then make.
    """
    return [[_run(*view) for view in views] for views in json.loads(tab.evaluate(RUN, programs))]


def _run(labels, objects, probed):
    return EngineRun(
        [None if made is None else _made(made) for made in labels],
        {plain(one["name"]): _object(one) for one in objects},
        {plain(name): places for name, places in probed.items()},
    )


def _made(labels):
    names = [plain(name) for name in labels.split(",") if name not in ("undefined", "null", "")]
    return list(dict.fromkeys(names))


def _object(one):
    numbers = [float(one[key]) if one[key] is not None else float("nan") for key in "xy"]
    value = one["value"]
    return EngineObject(
        plain(one["name"]), one["type"], one["isDefined"], *numbers,
        float("nan") if value is None else float(value), one["text"], one["xml"],
    )  # fmt: skip
