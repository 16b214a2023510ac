"""Reports on items that show code: beside a published benchmark, and blind guesses by the code."""

import pytest
from code_items import code_split

from geoengine.items import Published, Value, functions_called, literals
from geoengine.report.code_tables import (
    code_guess_table,
    code_table,
    function_table,
    source_table,
)
from geoengine.report.collection import Collection
from geoengine.report.leak_table import leak_table
from geoengine.report.open_item import OpenItem, open_items

TABLES = (code_table, function_table, source_table, code_guess_table)
PUBLISHED = Published(
    name="Theirs",
    counts={"asked": {"area": 3, "other": 1}},
    functions={("draw",): 9, ("fill", "filldraw"): 5},
    programs=10,
    language="asymptote",
    lengths={"lines": 12},
)


def rows_of(table):
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    with code_split(tmp_path_factory.mktemp("report") / "drawn") as source:
        items = tuple(open_items(source))
    found = [Collection("one", (), open_items=items, published=PUBLISHED)]
    made = (table_of(found) for table_of in TABLES)
    return {table.name: rows_of(table) for table in made}


def test_a_split_stands_beside_the_published_distribution(tables):
    rows = {(row["aspect"], row["value"]): row for row in tables["code"]}
    area = rows["asked", "area"]
    assert (area["count"], area["share"]) == (1, pytest.approx(1 / 6))
    assert (area["Theirs"], area["its share"]) == (3, 0.75)
    # A ratio and a number are neither of those that are told apart.
    assert rows["asked", "other"]["count"] == 2
    assert [rows["level", str(level)]["count"] for level in (1, 2, 3)] == [2, 2, 2]
    kinds = {value: row["count"] for (aspect, value), row in rows.items() if aspect == "answer"}
    assert kinds == {"whole": 3, "fraction": 1, "with a root": 1, "with π": 1}
    assert rows["code", "python"]["count"] == 2
    assert rows["length of code, median", "lines"]["count"] == 4
    assert rows["length of code, median", "lines"]["Theirs"] == 12


def test_functions_are_counted_by_program(tables):
    rows = {(row["language"], row["function"]): row for row in tables["functions"]}
    assert rows["asymptote", "draw"]["share"] == 1
    assert rows["asymptote", "draw"]["its share"] == 0.9
    missing = rows["asymptote", "fill, filldraw"]
    assert (missing["programs"], missing["its share"]) == (0, 0.5)
    assert rows["python", "plot"]["programs"] == 2
    assert rows["python", "cos"]["Theirs"] is None
    assert ("asymptote", "plot") not in rows


def test_sources_are_counted_by_level(tables):
    rows = {row["source"]: row for row in tables["sources"]}
    assert rows["plane"] == {"source": "plane", "level 1": 2, "level 2": 1, "level 3": 0, "all": 3}
    assert rows["solid"]["level 3"] == 1


def test_guesses_by_the_code_are_counted(tables):
    rows = {row["type or task"]: row for row in tables["code_guesses"]}
    # The 7 of an item is the distance of its two points; the 70 of another is in dir(70).
    assert rows["local"]["some distance"] == 0.5
    assert rows["global"]["some literal"] == 0.5
    assert 0 < rows["global"]["a literal"] < 0.5
    assert rows["primitive"]["some literal"] == 0
    assert rows["all"]["commonest"] == pytest.approx(1 / 6)


def item(answer, code, quantity="length", points=()):
    value = Value(exact=answer, quantity=quantity)
    return OpenItem("t", 1, answer, "?", value, {}, code, "asymptote", "plane", points)


def test_a_random_literal_or_distance_is_right_by_its_share():
    items = [
        item("5", "pair A=(3,4), B=(5,1);", points=((0, 0), (3, 4), (3, 0))),
        item("60°", 'dot(dir(60)); label("$99$", (0,0));', "angle"),
        item("99", 'dot(dir(60)); label("$99$", (0,0)); // 99', "angle"),
    ]
    (row,) = rows_of(code_guess_table([Collection("one", (), open_items=tuple(items))]))
    assert row["a literal"] == pytest.approx((1 / 4 + 1 / 2 + 0) / 3)
    assert row["some literal"] == pytest.approx(2 / 3)
    # Only the first item tells its points: two of them are 5 apart, of three distances.
    assert (row["a distance"], row["some distance"]) == (pytest.approx(1 / 3), 1)


def test_answers_that_the_code_tells_stand_beside_chance():
    items = [
        item("5", "pair A=(1,1), B=(4,5); draw(A--B);"),
        item("7", "pair A=(1,1), B=(4,5); draw(A--B);"),
        item("5", "pair A=(1,1), B=(3,3); draw(A--B);"),
        item("35°", "draw(dir(70)--dir(105));", "angle"),
        item("1", "pair A=(1,", "angle"),
    ]
    found = rows_of(leak_table([Collection("one", (), open_items=tuple(items))]))
    by_kind = {row["asked"]: (row["items"], row["told"], row["by chance"]) for row in found}
    # The 5 is the distance in the first two codes; the second has it if it gets another's answer.
    assert by_kind["length"] == (3, 1, 1.5)
    assert by_kind["angle"] == (1, 1, 0)
    assert by_kind["all"] == (4, 2, 1.5)


def test_comments_and_texts_are_not_code():
    code = 'size(5cm); /* draw(7) */ label("dot(8)", A); // fill(9)\nreal x = 1.5e2 # 3;'
    assert functions_called(code, "asymptote") == {"size", "label"}
    assert literals(code, "asymptote") == (5.0, 150.0, 3.0)
    python = "# draw(7)\nax.text(0, 1, 'dot(8)')\nfor k in range(9 // 2): np.cos(k)"
    assert functions_called(python, "python") == {"text", "range", "cos"}
    assert literals(python, "python") == (0.0, 1.0, 9.0, 2.0)
