"""Who may import whom: the table in docs/architecture.md, checked on every import there is."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGE = ROOT / "geoengine"


def shared_modules():
    """The modules beside the packages, which everything may import."""
    return {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}


def allowed():
    """The table of the page: by package, the packages that it may import."""
    section = PAGE.read_text(encoding="utf-8").split("## Who may import whom")[1]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|$", section.split("\n## ")[0], re.MULTILINE)
    table = {name: set(re.findall(r"`(\w+)`", cell)) for name, cell in rows}
    table["cli"] = set(table)
    return table


@cache
def parsed(code):
    """The tree of some code, of which several tests look at all of the package."""
    return ast.parse(code)


def imported(tree):
    """Yield the modules of this project that code imports, wherever it does."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), level=0):
                if module == "geoengine":
                    yield from (f"geoengine.{alias.name}" for alias in node.names)
                elif module.startswith("geoengine."):
                    yield module
            case ast.ImportFrom(level=level) if level:
                yield "geoengine.relative_imports_are_not_used"
            case ast.Import():
                yield from (a.name for a in node.names if a.name.startswith("geoengine."))
            case ast.Call(func=function, args=[first, *_]):
                name = getattr(function, "attr", getattr(function, "id", ""))
                if name in {"import_module", "__import__", "find_spec", "files"}:
                    yield from named_in_call(first)


def named_in_call(node):
    """The module that a call of importlib names; one it computes counts as any."""
    match node:
        case ast.Constant(value=str(value)):
            if value.startswith("geoengine."):
                yield value
        case ast.Name(id="__name__" | "__package__"):
            pass
        case _:
            yield "geoengine.computed"


def violations(package, code):
    """The packages that code of a package imports and may not."""
    free = shared_modules() | {package, "__version__"}
    names = {module.split(".")[1] for module in imported(parsed(code))}
    return names - free - allowed()[package]


def sources():
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        if len(inside) > 1 and not {"vendor", "assets"} & set(inside):
            yield inside[0], path


def test_the_table_speaks_of_every_package():
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert allowed().keys() == packages
    assert all(names <= packages for names in allowed().values())


# The names of commands, and those of the kernel's modules, are modules of the package itself.
COMPUTED = {"cli/commands.py", "kernel/__init__.py"}


def test_every_import_is_allowed():
    checked = 0
    for package, path in sources():
        found = violations(package, path.read_text(encoding="utf-8"))
        if path.relative_to(PACKAGE).as_posix() in COMPUTED:
            found -= {"computed"}
        assert not found, f"{path.relative_to(ROOT)} imports {', '.join(sorted(found))}"
        checked += 1
    assert checked >= 360


def test_no_package_imports_in_a_circle():
    table = {name: names for name, names in allowed().items() if name != "cli"}
    while table:
        ends = {name for name, names in table.items() if not names & table.keys()}
        assert ends, f"a circle among {', '.join(sorted(table))}"
        table = {name: names for name, names in table.items() if name not in ends}


@pytest.mark.parametrize(
    ("package", "code", "name"),
    [
        ("verify", "from geoengine.deduction import deduce", "deduction"),
        ("verify", "from geoengine import graph", "graph"),
        ("verify", "def late():\n    from geoengine.families.reasoning import goals", "families"),
        ("verify", "import geoengine.items.item as item", "items"),
        (
            "families",
            "import importlib\ndef late():\n    importlib.import_module('geoengine.verify.proofs')",
            "verify",
        ),
        ("families", "__import__('geoengine.verify')", "verify"),
        ("families", "from importlib import import_module as f\nimport_module(name)", "computed"),
        (
            "split",
            "if True:\n    from geoengine.families.reasoning.family import FAMILY",
            "families",
        ),
        ("language", "from geoengine.scene import Problem", "scene"),
        ("draw", "from ..verify import replay", "relative_imports_are_not_used"),
    ],
)
def test_planted_violations_are_found(package, code, name):
    assert name in violations(package, code)


@pytest.mark.parametrize(
    ("package", "code"),
    [
        (
            "verify",
            "from geoengine.language import Statement\nfrom geoengine.errors import InputError",
        ),
        ("families", "from geoengine.families.reasoning.goal_choice import Goal"),
        ("cli", "from geoengine.verify import replay"),
        ("split", "import geoengine\nprint(geoengine.__version__)"),
    ],
)
def test_what_the_table_allows_passes(package, code):
    assert not violations(package, code)


def test_the_tests_that_the_page_names_are_there():
    named = set(re.findall(r"\btest_\w+\.py", PAGE.read_text(encoding="utf-8")))
    assert named
    assert named <= {path.name for path in (ROOT / "tests").glob("test_*.py")}


def test_no_task_is_named_outside_its_family():
    tasks = {path.stem for path in (ROOT / "tasks" / "reasoning").glob("*.yaml")}
    assert tasks
    pattern = re.compile(r"(?<![A-Za-z_])(?:" + "|".join(tasks) + r")(?![A-Za-z_])")
    generic = [path for package, path in sources() if package != "families"]
    assert len(generic) >= 330
    named = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in generic
        for name in pattern.findall(path.read_text(encoding="utf-8"))
    ]
    assert named == []


# How many options an item has is decided in its family. Elsewhere it is read from the item.
FOUR_OPTIONS = re.compile(
    r"\[[01]-[34]\]|\(1\) (?:to|-|–) \(4\)"
    r"|\b(?:four|4)(?: \w+)? (?:options|choices)\b|\bthree(?: \w+)? distractors\b",
    re.IGNORECASE,
)
BY_THEMSELVES = {"4", "0.25"}
AS_A_WHOLE = {
    "1 / 4", "Fraction(1, 4)", "range(4)", "range(1, 5)", "[1, 2, 3, 4]", "(1, 2, 3, 4)",
    "{1, 2, 3, 4}", "[0, 1, 2, 3]", "(0, 1, 2, 3)", "{0, 1, 2, 3}",
}  # fmt: skip


def heads(tree):
    """Yield the parts of every statement, without the statements inside it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            inside = [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt)]
            yield [part for one in inside for part in ast.walk(one)]


def options_counted(code):
    """What in code holds for four options only; examples in docstrings may show such items."""
    found = []
    for parts in heads(parsed(code)):
        names = " ".join(getattr(part, "id", getattr(part, "attr", "")) for part in parts).lower()
        suspected = BY_THEMSELVES if re.search("option|distractor|chance", names) else set()
        if re.search("option|distractor|chance|guess|answer|number|key", names):
            suspected = suspected | AS_A_WHOLE
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                text = part.value.partition("Examples\n")[0]
                found += [match[0] for match in FOUR_OPTIONS.finditer(text)]
            elif suspected and isinstance(part, ast.expr):
                found += {ast.unparse(part)} & suspected
    return found


def test_no_number_of_options_is_assumed_outside_the_families():
    checked, counted = 0, []
    for package, path in sources():
        if package != "families":
            found = options_counted(path.read_text(encoding="utf-8"))
            counted += [f"{path.relative_to(ROOT)}: {text}" for text in found]
            checked += 1
    assert counted == []
    assert checked > 250


@pytest.mark.parametrize(
    "code",
    [
        "CHANCE = Fraction(1, 4)",
        "chance = 0.25",
        "if numbers != [1, 2, 3, 4]:\n    pass",
        "if len(item.options) != 4:\n    pass",
        "for number in range(1, 5):\n    pass",
        "def f():\n    return {key: 1 / 4 for key in found}",
        "OPTION = re.compile(r'\\(([1-4])\\)')",
        "def f():\n    'Take one of the four options.'",
        "text = f'expected options (1) to (4), found {found}'",
    ],
)
def test_planted_numbers_of_options_are_found(code):
    assert options_counted(code)


def test_other_fours_are_no_numbers_of_options():
    code = """
sides = [4, 0.25, 1 / 4, *range(4)]
if len(numbers) != 4:
    pass
def f(numbers):
    'Number them.\\n\\n    Examples\\n    --------\\n    >>> f("one of four options")'
"""
    assert options_counted(code) == []


HTML = re.compile(
    r"<(?:html|head|body|div|p|span|table|t[rdh]|[ou]l|li|h[1-6]|style|script|details)\b"
)


def test_html_stands_in_templates():
    checked, written = 0, []
    for _, path in sources():
        for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = HTML.findall(node.value.partition("Examples\n")[0])
                written += [f"{path.relative_to(ROOT)}: {tag}" for tag in found]
                checked += 1
    assert written == []
    assert checked > 5000
