"""The help of commands: a description, usually the docstring, and examples."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, TypedDict

__all__ = ["EXAMPLES", "Help", "help_of"]

EXAMPLES = {
    "": (
        'geoengine prove "a b c = triangle; m = midpoint a b ? cong m a m b"',
        "geoengine generate out/mine --count 60 --seed 7",
        "geoengine inspect out/mine -o out/pages --open",
    ),
    "prove": (
        'geoengine prove "a b c = iso_triangle ? eqangle b a b c c b c a"',
        "geoengine prove problems.txt --name thales --sums",
        "geoengine prove --all problems.txt --json results.jsonl",
        "geoengine prove problems.txt --name thales --format json > proof.json",
        "geoengine prove problems.txt --name thales --rules my_rules.yaml",
        "geoengine prove problems.txt --name tangents --search --seconds 60",
    ),
    "verify": (
        "geoengine verify out/mine",
        'geoengine verify "a b = segment; m = midpoint a b ? midp m a b"',
        "geoengine verify problems.txt --no-prove --timeout 5",
        "geoengine verify proof.json --json > verdicts.json",
    ),
    "audit": (
        "geoengine audit published.json",
        "geoengine audit published.json --json > findings.json",
    ),
    "draw": (
        'geoengine draw "a b c = triangle; h = orthocenter a b c" -o figure.svg',
        "geoengine draw problems.txt --name thales --marks all -o figure.png",
        "geoengine draw problems.txt --name thales -o - --format txt",
    ),
    "sample": (
        "geoengine sample --topic circles --tier 2 --count 3 --show",
        "geoengine sample --scene incircle_touch_points --language zh",
        "geoengine sample --seed 4 -o pictures --format svg",
    ),
    "generate": (
        "geoengine generate out/mine --count 60 --seed 7",
        "geoengine generate out/two --count 6 --topics circles --no-images",
        "geoengine generate out/guessed --count 6 --adversary",
    ),
    "coverage": (
        "geoengine coverage problems.txt",
        "geoengine coverage problems.txt --top 3 --json gaps.json",
    ),
    "report": (
        "geoengine report out/mine -o report.html",
        "geoengine report out/mine out/two -o report.md",
        "geoengine report out/mine --adversary",
        "geoengine report out/mine --adversary --pool 12",
    ),
    "export": (
        "geoengine export out/mine out/formats",
        "geoengine export out/mine out/training --to huggingface,llamafactory",
    ),
    "inspect": (
        'geoengine inspect "a b c = iso_triangle ? cong a b a c" -o page.html',
        "geoengine inspect problems.txt --name thales -o page.html",
        "geoengine inspect proof.json -o page.html",
        "geoengine inspect out/mine -o out/pages",
        "geoengine inspect out/mine --responses answers.jsonl -o out/pages",
    ),
    "review": (
        "geoengine review out/mine ada.jsonl",
        "geoengine review out/mine ada.jsonl bo.jsonl -o merged.jsonl",
    ),
    "prompts": (
        "geoengine prompts out/mine -o prompts.jsonl",
        "geoengine prompts out/mine | head -n 1",
    ),
    "respond": (
        "geoengine respond out/mine oracle --noise 0.2 -o answers.jsonl",
        "geoengine respond out/mine chance --seed 3 -o guesses.jsonl",
        "geoengine respond out/mine list",
    ),
    "evaluate": (
        "geoengine evaluate out/mine answers.jsonl -o report",
        "geoengine evaluate out/mine mine=answers.jsonl blind=guesses.jsonl",
    ),
    "rules": ("geoengine rules list", "geoengine rules show intercept_theorem"),
    "rules list": ("geoengine rules list | grep -i circle",),
    "rules show": ("geoengine rules show intercept_theorem",),
    "rules check": (
        "geoengine rules check my_rules.yaml -o counterexamples",
        "geoengine rules check my_rules.yaml --configurations 1000 --json",
    ),
    "constructions": (
        "geoengine constructions list",
        "geoengine constructions show orthocenter",
    ),
    "constructions list": ("geoengine constructions list | grep -i tangent",),
    "constructions show": (
        "geoengine constructions show orthocenter",
        "geoengine constructions show orthocenter -o orthocenter.svg",
    ),
    "solids": ("geoengine solids list --cells", "geoengine solids show length_cuboid_diagonal"),
    "solids list": (
        "geoengine solids list --type length --level 1",
        "geoengine solids list --cells",
    ),
    "solids functions": ("geoengine solids functions | grep -i angle",),
    "solids constructions": ("geoengine solids constructions | grep pyramid",),
    "solids show": (
        "geoengine solids show length_cuboid_diagonal --seed 4",
        "geoengine solids show length_cuboid_diagonal --language zh",
    ),
    "solids draw": (
        "geoengine solids draw length_cuboid_diagonal -o cuboid.svg",
        "geoengine solids draw length_cuboid_diagonal --view 30,20 -o cuboid.mp4",
    ),
    "solids check": (
        "geoengine solids check my_seeds.yaml",
        "geoengine solids check length_cuboid_diagonal --instances 1000",
    ),
    "solids similar": (
        "geoengine solids similar --count 5",
        "geoengine solids similar my_seeds.yaml",
    ),
    "draft": (
        "geoengine draft run bisector.txt",
        'geoengine draft check bisector.txt --goal "M == Midpoint(A, B)"',
    ),
    "draft run": (
        "geoengine draft run bisector.txt",
        "geoengine draft run bisector.txt --svg bisector.svg --ggb bisector.ggb",
    ),
    "draft check": (
        'geoengine draft check bisector.txt --goal "M == Midpoint(A, B)"',
        'geoengine draft check bisector.txt --tools compass --goal "cong M A M B"',
    ),
    "draft expand": (
        "geoengine draft expand bisector.txt --tools compass_only",
        "geoengine draft expand --construction circumcenter",
    ),
    "scenes": ("geoengine scenes list", "geoengine scenes show incircle_touch_points"),
    "scenes list": ("geoengine scenes list | grep -i semicircle",),
    "scenes show": ("geoengine scenes show incircle_touch_points",),
}
"""The examples at the end of each command's help. The tests run all of them."""


class Help(TypedDict):
    """The arguments with which Typer describes a command."""

    help: str
    epilog: str


def help_of(command: str, described: Callable[..., Any] | str) -> Help:
    """Return the help of a command: its docstring or a text, and its examples.

    Parameters
    ----------
    command : str
        The name of the command, such as ``rules check``; empty for ``geoengine`` itself.
    described : callable or str
        The function of the command, whose docstring is used, or a text.

    Examples
    --------
    >>> help_of("rules show", "Show a rule.")["epilog"].splitlines()
    ['Examples:', '  $ geoengine rules show intercept_theorem']
    """
    text = described if isinstance(described, str) else inspect.getdoc(described) or ""
    # Join the lines of a paragraph: typer wraps them to the width of the terminal.
    paragraphs = (re.sub(r"\s*\n\s*", " ", part) for part in text.split("\n\n"))
    examples = "\n".join(f"  $ {line}" for line in EXAMPLES[command])
    return Help(help="\n\n".join(paragraphs), epilog=f"Examples:\n{examples}")
