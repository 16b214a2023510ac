"""Writes the tables of the documents from the catalogue, so that they say what it says.

Sphinx runs `write_reference` before each build; the pages go to ``docs/reference``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from string import ascii_uppercase
from typing import TypeVar

from geoengine.catalogue import Rule, Scene, load_constructions, load_rules, load_scenes
from geoengine.catalogue.construction import Construction, StatementTemplate
from geoengine.language import PREDICATES, Kind, Predicate, Statement, Surd, format_value, write
from geoengine.solid import (
    TYPES,
    Likeness,
    Seed,
    described_functions,
    load_seeds,
    load_solid_constructions,
    most_alike,
)

E = TypeVar("E", Construction, Rule, Scene)

_STAND_IN = 7919
"""A prime that no entry mentions: it stands for a number in statements that hold one."""

_PAIRS = 20

_ORDERED = {"midp": "M A B", "circle": "O A B C", "between": "B A C"}


def write_reference(folder: Path) -> None:
    """Write all the pages; those that are right already are left alone."""
    folder.mkdir(exist_ok=True)
    pages = {
        "predicates": predicates_page(),
        "constructions": constructions_page(),
        "rules": rules_page(),
        "scenes": scenes_page(),
        "solids": solids_page(),
        "seeds": seeds_page(),
    }
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines]


def predicates_page() -> str:
    """Relations and conditions: arguments, print, meaning."""
    page = [
        "# Predicates",
        "",
        "Arguments are separated by blanks. Two spellings of one fact are one statement:",
        "`cong D C B A` is read as `cong A B C D`. What the tables call *printed* is how proofs",
        "and questions write it.",
    ]
    for kind, title, intro in (
        (
            Kind.RELATION,
            "Relations",
            "Relations can be given, derived and asked for. `coll`, `cyclic` and `circle` take any"
            " number of further points.",
        ),
        (
            Kind.CONDITION,
            "Conditions",
            "A condition is decided by the diagram alone: it must hold in every draw. As a goal it"
            " is answered without a proof; in a rule it goes under `where`.",
        ),
    ):
        rows = [_predicate_row(p) for p in PREDICATES.values() if p.kind is kind]
        page += ["", f"## {title}", "", intro, ""]
        page += table(("written", "printed", "meaning"), rows)
    return "\n".join([*page, ""])


def _predicate_row(predicate: Predicate) -> tuple[str, str, str]:
    letters = (_ORDERED.get(predicate.name) or " ".join(ascii_uppercase[: predicate.arity])).split()
    value = {"angle": Fraction(1, 3), "surd": Surd.of(5, 2), None: None}[predicate.constant]
    statement = Statement(predicate.name, tuple(letters), value)
    assert statement.points == tuple(letters), predicate.name
    number = {"angle": "60o", "surd": "5/2", None: ""}[predicate.constant]
    words = " ".join([predicate.name, *letters, number]).strip()
    return f"`{words}`", write(statement), write(statement, "english")


def constructions_page() -> str:
    """Constructions by file: how they are written, and what they make true."""
    page = [
        "# Constructions",
        "",
        "The points before `=` are placed, from those that are named after them. Numbers come",
        "last: an angle (`60o`), a length or a ratio (`5/2`, `4√2`). Points that are placed can",
        "be left out after the name: `m = midpoint a b`. [The gallery](../gallery/index.md) shows",
        "each of them drawn.",
    ]
    constructions = load_constructions()
    for title, entries in _by_file(constructions).items():
        rows = [
            (_usage(one), one.title, "; ".join(_plainly(t, one) for t in one.conclusions) or "—")
            for one in entries
        ]
        page += ["", f"## {title}", ""]
        page += table(("written", "what it is", "what it makes true"), rows)
    return "\n".join([*page, ""])


def _usage(construction: Construction) -> str:
    left = " ".join(construction.places)
    right = " ".join([construction.name, *construction.letters, *construction.numbers])
    return f"`{left} = {right}`"


def _plainly(template: StatementTemplate, construction: Construction) -> str:
    """Write what a construction makes true, letters for its points and numbers."""
    points = {letter: letter for letter in construction.letters}
    numbers: dict[str, Fraction | Surd] = {
        name: Fraction(1, _STAND_IN) if kind == "angle" else Surd.of(_STAND_IN)
        for name, kind in construction.numbers.items()
    }
    text = write(template.fill(points, numbers))
    for name, value in numbers.items():
        if template.value == name:
            turned = -value % 1 if isinstance(value, Fraction) else Surd(1 / value.square)
            minus = f"180° − {name}" if isinstance(value, Fraction) else f"1/{name}"
            text = text.replace(format_value(turned), minus).replace(format_value(value), name)
    return text


def rules_page() -> str:
    """Rules by file: what they say, and how they are written."""
    rules = load_rules()
    page = [
        "# Rules",
        "",
        f"The {len(rules)} rules of the catalogue. `geoengine rules show ID` prints one as it is",
        "written, with its source.",
    ]
    for title, entries in _by_file(rules).items():
        rows = [
            (f"{rule.name}<br>`{rule.id}`", rule.statement, _formally(rule)) for rule in entries
        ]
        page += ["", f"## {title}", ""]
        page += table(("rule", "what it says", "given, where, then"), rows)
    return "\n".join([*page, ""])


def _formally(rule: Rule) -> str:
    parts = [", ".join(f"`{pattern}`" for pattern in rule.given)]
    if rule.where:
        parts.append("where " + ", ".join(f"`{pattern}`" for pattern in rule.where))
    parts.append("⇒ " + ", ".join(f"`{pattern}`" for pattern in rule.then))
    return "<br>".join(parts)


def scenes_page() -> str:
    """Scenes by file: what they show, and their construction."""
    scenes = load_scenes()
    page = [
        "# Scenes",
        "",
        f"The {len(scenes)} base scenes from which splits are generated; numbers in braces are",
        "drawn anew for each problem. `geoengine scenes show NAME` prints what they may be.",
    ]
    for title, entries in _by_file(scenes).items():
        rows = [
            (f"`{one.name}`", str(one.tier), one.title, f"`{one.construction}`") for one in entries
        ]
        page += ["", f"## {title}", ""]
        page += table(("scene", "tier", "what it shows", "construction"), rows)
    return "\n".join([*page, ""])


def solids_page() -> str:
    """What seeds about solids are written with: the constructions, and the functions."""
    constructions = load_solid_constructions().values()
    page = [
        "# Solids",
        "",
        "What [seeds](../tutorials/solid.md) are written with. Arguments are exact numbers; the",
        "points of a construction may have other names, in the same order. [The gallery of",
        "solids](../gallery/solids/index.md) shows each of them drawn.",
        "",
        "## Constructions",
        "",
        *table(
            ("construction", "what it is", "中文"),
            [(f"`{one.usage}`", one.title, one.zh) for one in constructions],
        ),
    ]
    for group, rows in described_functions().items():
        page += ["", f"## {group}", ""]
        page += table(
            ("function", "what it gives"),
            [(f"`{call}`", meaning.replace("*", "\\*")) for call, meaning in rows],
        )
    return "\n".join([*page, ""])


def seeds_page() -> str:
    """The seeds about solids: how many there are of each type and level, and which are alike."""
    seeds = list(load_seeds().values())
    page = [
        "# Seeds",
        "",
        f"The {len(seeds)} seeds of problems about solids, and which of them are most alike. The",
        "pictures are on [another page](../solids.md#pictures); `geoengine solids list` prints ids",
        "and titles.",
        "",
        "## How many",
        "",
        *table(("type", "level 1", "level 2", "level 3", "all"), _cells(seeds)),
        "",
        "## The closest pairs",
        "",
        f"The {_PAIRS} pairs of seeds that have most in common; `geoengine solids similar` prints",
        "more. [Solids](../solids.md#how-different-the-seeds-are) describes the measure. In the",
        "last column stands = if the formulas of the answers are the same up to the names of their",
        "parameters.",
        "",
        *_alike(most_alike(seeds, _PAIRS)),
        "",
        "## The closest pairs with the same formula",
        "",
        *_alike(most_alike(seeds, _PAIRS, same_formula=True)),
    ]
    return "\n".join([*page, ""])


def _cells(seeds: Sequence[Seed]) -> list[tuple[str, ...]]:
    rows = []
    for kind in (*TYPES, "all"):
        counts = [
            sum(kind in (seed.type, "all") and seed.level == level for seed in seeds)
            for level in (1, 2, 3)
        ]
        rows.append((kind, *map(str, counts), str(sum(counts))))
    return rows


def _alike(pairs: Iterable[Likeness]) -> list[str]:
    head = ("mean", "figure", "ask", "question", "chain", "seeds", "")
    rows = []
    for pair in pairs:
        shares = (pair.mean, pair.figure, pair.ask, pair.question, pair.chain)
        both = "<br>".join(f"`{one.id}`: {one.title}" for one in (pair.first, pair.second))
        rows.append((*(f"{share:.2f}" for share in shares), both, "=" * pair.same_formula))
    return table(head, rows)


def _by_file(entries: Mapping[str, E]) -> dict[str, list[E]]:
    """Group entries by the file in which they are, the file's name made a title."""
    found: dict[str, list[E]] = {}
    for entry in entries.values():
        file = entry.place.rsplit(":", 2)[0]
        title = Path(file).stem.replace("_", " ").capitalize()
        found.setdefault(title, []).append(entry)
    return found
