"""Each package has one public interface, its door: a complete, sorted `__all__`."""

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import geoengine

PACKAGES = ["geoengine"] + [
    f"geoengine.{module.name}"
    for module in pkgutil.iter_modules(geoengine.__path__)
    if module.ispkg
]


def door_order(name):
    """Constants, then classes, then the rest, as the linter sorts them."""
    return (not name.isupper(), not name[0].isupper(), name)


def bound_at_the_door(tree):
    """Yield the names that a package's `__init__` imports from this project or defines."""
    for node in tree.body:
        match node:
            case ast.If():
                yield from bound_at_the_door(node)
            case ast.ImportFrom(module=str(module)) if module.startswith("geoengine"):
                yield from (alias.asname or alias.name for alias in node.names)
            case ast.FunctionDef() | ast.ClassDef():
                yield node.name


def used_at_the_door(tree):
    """Return the names that the code of `__init__` uses itself, which need not be exported."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@pytest.mark.parametrize("name", PACKAGES)
def test_all_is_sorted(name):
    door = importlib.import_module(name)
    assert list(door.__all__) == sorted(set(door.__all__), key=door_order)


@pytest.mark.parametrize("name", PACKAGES)
def test_all_is_complete(name):
    door = importlib.import_module(name)
    tree = ast.parse(Path(door.__file__).read_text(encoding="utf-8"))
    handed_on = set(bound_at_the_door(tree)) - used_at_the_door(tree)
    # Its families are found by their entry points.
    assert handed_on or name == "geoengine.families"
    assert {bound for bound in handed_on if not bound.startswith("_")} <= set(door.__all__)


ALL_PACKAGES = ["geoengine"] + [
    module.name
    for module in pkgutil.walk_packages(geoengine.__path__, "geoengine.")
    if module.ispkg
]


@pytest.mark.parametrize("name", ALL_PACKAGES)
def test_no_exported_name_is_that_of_a_submodule(name):
    """Otherwise what the name means would depend on which module was imported first."""
    door = importlib.import_module(name)
    exported = set(getattr(door, "__all__", ()))
    assert not exported & {module.name for module in pkgutil.iter_modules(door.__path__)}


@pytest.mark.parametrize("name", PACKAGES[1:])
def test_every_public_name_is_there(name):
    door = importlib.import_module(name)
    for attribute in door.__all__:
        assert hasattr(door, attribute), attribute


@pytest.mark.parametrize("attribute", geoengine.__all__)
def test_the_front_door_opens(attribute):
    assert getattr(geoengine, attribute) is not None


def test_the_front_door_names_what_it_does_not_have():
    with pytest.raises(AttributeError, match="has no attribute 'solve'"):
        geoengine.solve  # noqa: B018


FUNCTIONS = [name for name in geoengine.__all__ if inspect.isfunction(getattr(geoengine, name))]
API = Path(__file__).parents[1] / "docs" / "api.md"


def documented():
    """What the page says of each function of the front door: what it returns and raises."""
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*) \|$", API.read_text(), re.MULTILINE)
    return {name: (returned, re.findall(r"`(\w+)`", raised)) for name, returned, raised in rows}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_front_door_has_what_its_functions_return_and_raise(name):
    function = getattr(geoengine, name)
    returned = inspect.signature(function).return_annotation
    section = inspect.getdoc(function).partition("Raises\n------\n")[2].partition("\n\n")[0]
    raised = re.findall(r"^(\w+)$", section, re.MULTILINE)
    assert raised
    assert {returned, *raised} <= set(geoengine.__all__)
    assert documented()[name] == (returned, raised)


def test_the_page_names_all_that_is_at_the_front_door():
    text = API.read_text().partition("##")[0]
    named = set(re.findall(r"`(\w+)`", text))
    assert named == set(geoengine.__all__) - {"__version__"}
    assert set(documented()) == set(FUNCTIONS)


def test_importing_geoengine_loads_nothing_else():
    listing = "import sys, geoengine; print(*sorted(m for m in sys.modules if 'geoengine' in m))"
    loaded = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [name for name in loaded if not name.startswith("_")] == ["geoengine"]


def imports_of_other_packages():
    """Yield the imports from another package, each with whether it names a package, not a module.

    Those that the table of imports forbids are left to the test of that table.
    """
    root = Path(geoengine.__file__).parent
    for path in sorted(root.rglob("*.py")):
        own = path.relative_to(root).parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.ImportFrom(module=str(module)) if module.startswith("geoengine."):
                    package, *inside = module.split(".")[1:]
                    if (own, package) == ("families", "verify") or package == own:
                        continue
                    is_door = (root / package).joinpath(*inside).is_dir()
                    if is_door or inside:
                        yield f"{path.relative_to(root)}: {module}", is_door


def test_packages_import_one_another_through_their_doors():
    found = list(imports_of_other_packages())
    assert len(found) >= 480
    assert [what for what, is_door in found if not is_door] == []
