import importlib
import pickle
import pkgutil
import re

import pytest

import geoengine
from geoengine import errors
from geoengine.errors import (
    CatalogueError,
    DegenerateStatementError,
    GeoengineError,
    InputError,
    PlacementError,
    StatementError,
)


@pytest.mark.parametrize(
    ("fields", "printed"),
    [
        ({}, "expected a rule"),
        ({"source": "a.yaml"}, "a.yaml: expected a rule"),
        ({"source": "a.yaml", "line": 3}, "a.yaml:3: expected a rule"),
        ({"source": "a.yaml", "line": 3, "column": 9}, "a.yaml:3:9: expected a rule"),
        ({"line": 3, "column": 9}, "line 3, column 9: expected a rule"),
        ({"source": "a.yaml", "column": 9}, "a.yaml: expected a rule"),
        ({"line": 3, "hint": "name it"}, "line 3: expected a rule\n  hint: name it"),
    ],
)
def test_an_input_error_prints_what_it_knows(fields, printed):
    assert str(InputError("expected a rule", **fields)) == printed


def test_at_returns_a_copy_of_the_same_class(tmp_path):
    bare = DegenerateStatementError("a segment has length zero", hint="use two points")
    placed = bare.at(source=tmp_path / "kite.yaml", line=4, column=2)

    assert type(placed) is DegenerateStatementError
    assert (placed.message, placed.hint) == (bare.message, bare.hint)
    assert placed.place == f"{tmp_path / 'kite.yaml'}:4:2"
    assert bare.place == ""


def test_at_keeps_what_is_already_known():
    inner = CatalogueError("unknown key", source="median.yaml", line=5, column=7)
    assert inner.at(source="all.yaml", line=1, column=1).place == "median.yaml:5:7"
    assert CatalogueError("unknown key", line=5).at(source="all.yaml", line=1).place == "all.yaml:5"


def test_a_column_inside_a_text_is_counted_on_from_its_start():
    inner = StatementError("unknown predicate", column=5)
    assert inner.at(source="kite.yaml", line=2, column=11).place == "kite.yaml:2:15"
    assert inner.at(source="kite.yaml").at(line=2, column=1).place == "kite.yaml:2:5"


def test_an_error_crosses_between_processes():
    error = StatementError("unknown predicate", source="a.yaml", line=1, column=2, hint="see docs")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is StatementError
    assert str(again) == str(error)


def test_each_error_is_also_the_nearest_builtin():
    for name in errors.__all__:
        kind = getattr(errors, name)
        assert issubclass(kind, GeoengineError)
    assert issubclass(InputError, ValueError)
    assert issubclass(PlacementError, RuntimeError)


def subclasses(kind):
    """Return the subclasses of an exception, at all depths, without those of tests."""
    own = {one for one in kind.__subclasses__() if one.__module__.startswith("geoengine.")}
    return own.union(*map(subclasses, own))


def drawn_tree():
    """Return the exceptions of the drawn tree, each with its parent and its builtin base."""
    found, path = {}, []
    for line in re.findall(r"^    .*Error.*$", errors.__doc__, re.MULTILINE):
        branch, name, rest = re.match(r"    ([│├└─ ]*)(\w+)(.*)", line).groups()
        depth = len(branch) // 4
        path = [*path[:depth], name]
        builtin = re.match(r" +([A-Z]\w+)(?:  |$)", rest)
        found[name] = (path[depth - 1] if depth else None, builtin and builtin[1])
    return found


def test_the_tree_is_complete():
    for module in pkgutil.walk_packages(geoengine.__path__, "geoengine."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    tree = drawn_tree()
    assert len(tree) >= 22
    assert set(tree) == {kind.__name__ for kind in subclasses(GeoengineError)} | {"GeoengineError"}
    for kind in subclasses(GeoengineError):
        parent, builtin = tree[kind.__name__]
        assert parent == kind.__bases__[0].__name__
        assert [builtin] == ([base.__name__ for base in kind.__bases__[1:]] or [None])
