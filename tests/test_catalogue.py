"""Reading the catalogue."""

import os
import re

import pytest
from ruamel.yaml import YAML
from ruamel.yaml import main as ruamel
from tasks_of import TASKS

from geoengine.catalogue import (
    Construction,
    EngineStep,
    Entry,
    EntryError,
    Pattern,
    Prompt,
    QuestionWording,
    Rule,
    Scene,
    Task,
    data_folder,
    load_constructions,
    load_engine_steps,
    load_entries,
    load_file,
    load_prompts,
    load_rules,
    load_scenes,
    load_tasks,
)
from geoengine.catalogue.document import read_yaml
from geoengine.catalogue.loader import load_files
from geoengine.catalogue.phrases import LANGUAGES
from geoengine.deduction import ENGINE_STEPS
from geoengine.errors import CatalogueError, InputError, StatementError
from geoengine.families.reasoning.item_assembly import task_entry
from geoengine.language import PREDICATES, Statement

TABLES_10_AND_11 = [
    "Definition of circle",
    "Arc determines internal angles",
    "Congruent angles are in a circle",
    "Same arc same chord",
    "Base of half triangle",
    "Thales Theorem I",
    "Bisector theorem I",
    "Bisector theorem II",
    "Isosceles triangle equal angles",
    "Equal base angles imply isosceles",
    "Arc determines inscribed angles (tangent)",
    "Same arc giving tangent",
    "Central angle vs inscribed angle I",
    "Central angle vs inscribed angle II",
    "Hypotenuse is diameter",
    "Diameter is hypotenuse",
    "Cyclic trapezoid",
    "Bisector Construction",
    "Bisector is perpendicular",
    "Cyclic kite",
    "Diagonals of parallelogram I",
    "Diagonals of parallelogram II",
    "Thales theorem II",
    "Overlapping parallels",
    "Midpoint is an eqratio",
    "AA Similarity of triangles (Direct)",
    "AA Similarity of triangles (Reverse)",
    "Thales theorem IV",
    "Recognize center of cyclic (circle)",
    "Midpoint splits in two",
    "Properties of similar triangles (Direct)",
    "Properties of similar triangles (Reverse)",
    "Definition of midpoint",
    "Properties of midpoint (cong)",
    "Properties of midpoint (coll)",
    "Pythagoras theorem",
    "Same chord same arc I",
    "Same chord same arc II",
    "SSS Similarity (Direct)",
    "SSS Similarity (Reverse)",
    "SAS Similarity (Direct)",
    "SAS Similarity (Reverse)",
    "Ratio Chasing",
    "Numerical Check",
    "Angle Chasing",
    "Pythagoras Verification",
]
"""The theorems of GeoBench, under its names."""

RULE = """\
- id: {id}
  name: Isosceles triangle equal angles
  statement: The angles at the base of an isosceles triangle are equal.
  given: [cong O A O B]
  where: [ncoll O A B]
  then: [eqangle O A A B A B O B]
  source: Elements I.5
"""


def rule(given, then, where=()):
    return Rule(
        id="r", name="R", statement="S.", given=given, where=where, then=then, source="here"
    )


def written(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# Documents


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("010", 10),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2001-01-01", "2001-01-01"),
        (".inf", ".inf"),
        ("-3", -3),
        ("2.5", 2.5),
        ("'2'", "2"),
        ("~", None),
        ("True", True),
    ],
)
def test_scalars_are_yaml_1_2_without_surprises(text, value):
    assert read_yaml(f"- {text}\n".encode(), "x").data == [value]


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert read_yaml("\ufeff- a\n".encode(), "x").data == ["a"]


def test_a_large_file_is_refused(tmp_path):
    path = written(tmp_path, "large.yaml", "- " + "x" * 1_000_001)
    with pytest.raises(CatalogueError, match=r"at most 1,000,000 bytes, found 1,000,003"):
        load_file(path, Entry)


@pytest.mark.skipif(ruamel.CParser is None, reason="the compiled parser is not installed")
def test_both_parsers_see_the_same(monkeypatch):
    files = sorted(data_folder("rules").glob("*.yaml"))
    assert len(files) >= 10
    quick = [read_yaml(file.read_bytes(), file.name) for file in files]
    monkeypatch.setattr(ruamel, "CParser", None)
    assert quick == [read_yaml(file.read_bytes(), file.name) for file in files]


# Files


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CatalogueError, match=r"none\.yaml: expected a YAML file: no such file"):
        load_file(tmp_path / "none.yaml", Rule)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(CatalogueError, match="expected a YAML file: is a directory"):
        load_file(tmp_path, Rule)


def test_two_files_must_not_share_a_name(tmp_path):
    first = written(tmp_path, "a.yaml", RULE.format(id="same"))
    other = RULE.format(id="same").replace("statement: ", "statement: Another. ", 1)
    second = written(tmp_path, "b.yaml", "\n" + other)
    with pytest.raises(CatalogueError) as caught:
        load_files([first, second], Rule)
    assert str(caught.value) == (
        f"{second}:2:3: expected each name once, found 'same' again\n"
        f"  hint: it is at {first}:1:3 too"
    )


def test_a_rule_may_be_named_again_as_it_is(tmp_path):
    """Its author has put it into the catalogue, and names it by --rules all the same."""
    first, second = (written(tmp_path, n, RULE.format(id="same")) for n in ("a.yaml", "b.yaml"))
    assert list(load_files([second], Rule, onto=load_files([first], Rule))) == ["same"]


def test_the_users_rules_come_after_ours(tmp_path):
    written(tmp_path, "mine.yaml", RULE.format(id="mine"))
    for given in (tmp_path, tmp_path / "mine.yaml", [os.fspath(tmp_path)]):
        rules = load_rules(given)
        assert list(rules) == [*load_rules(), "mine"]


def test_a_user_cannot_take_the_id_of_our_rule(tmp_path):
    path = written(tmp_path, "mine.yaml", RULE.format(id=next(iter(load_rules()))))
    with pytest.raises(CatalogueError, match="expected each name once"):
        load_rules(path)


def test_the_catalogue_cannot_be_spoilt_by_its_readers():
    rule = next(iter(load_rules()))
    with pytest.raises(TypeError, match="does not support item deletion"):
        del load_entries("rules", Rule)[rule]
    assert rule in load_rules()


# The catalogue of geoengine


@pytest.mark.parametrize(
    ("load", "model"),
    [
        (load_constructions, Construction),
        (load_engine_steps, EngineStep),
        (load_rules, Rule),
        (load_scenes, Scene),
        (lambda: load_tasks("reasoning"), Task),
        (load_prompts, Prompt),
    ],
)
def test_what_is_shown_can_be_read_back(load, model, tmp_path):
    entries = load()
    assert entries
    path = tmp_path / "again.yaml"
    shown = [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries.values()]
    YAML().dump(shown, path)
    again = load_file(path, model)
    assert again == list(entries.values())
    assert all(entry.place.startswith(f"{path}:") for entry in again)


def test_the_theorems_of_geobench_are_there():
    assert len(set(TABLES_10_AND_11)) == 46
    entries = [*load_rules().values(), *load_engine_steps().values()]
    names = [(entry.published or entry.name).lower() for entry in entries]
    assert all(names.count(name.lower()) == 1 for name in TABLES_10_AND_11)
    renamed = [entry for entry in entries if entry.published]
    assert len(renamed) >= 30
    assert {entry.published for entry in renamed} <= set(TABLES_10_AND_11)
    assert all(entry.published.lower() != entry.name.lower() for entry in renamed)
    assert all(entry.place and entry.statement and entry.source for entry in entries)


def test_each_theorem_is_told_in_words_of_its_own():
    entries = [*load_rules().values(), *load_engine_steps().values()]
    assert len(entries) >= 114
    for told in ([e.name for e in entries], [e.statement for e in entries]):
        assert sorted(set(told)) == sorted(told)
    for entry in entries:
        # Capitals at the beginning, in names of people and in abbreviations such as SAS only.
        later = re.findall(r"(?<= )[A-Z][a-z]+(?!'s)\b", entry.name)
        assert set(later) <= {"Stewart"}, entry.name
        assert entry.statement.endswith("."), entry.statement
        assert entry.statement == " ".join(entry.statement.split())
        assert entry.statement.count(". ") <= 1, entry.statement


def test_every_table_of_the_deducer_has_a_step_that_is_left_when_nothing_is_spoken_of():
    assert set(ENGINE_STEPS) == {"direction", "length", "square", "line"}
    for table, step in ENGINE_STEPS.items():
        entry = load_engine_steps()[step]
        assert (entry.table, entry.speaks_of) == (table, ())


def test_no_rule_may_take_the_id_of_a_step_of_the_engine(tmp_path):
    assert not set(load_rules()) & set(load_engine_steps())
    path = written(tmp_path, "mine.yaml", RULE.format(id="common_line"))
    with pytest.raises(CatalogueError, match=r"mine\.yaml:1:3: expected an unused rule id"):
        load_rules(path)


def test_every_task_has_an_entry_and_every_entry_is_of_a_task():
    assert load_tasks("reasoning").keys() == set(TASKS)


def test_a_task_without_an_entry_is_refused():
    with pytest.raises(
        InputError, match=r"wordings of the task toises in tasks/reasoning/toises\."
    ):
        task_entry("toises")


def test_each_form_of_a_task_has_a_wording():
    for task in load_tasks("reasoning").values():
        assert task.forms
        assert all(task.wordings(form, lang) for form in task.forms for lang in LANGUAGES)


# Patterns


@pytest.mark.parametrize("name", PREDICATES)
def test_a_pattern_keeps_its_order_and_reads_back(name):
    predicate = PREDICATES[name]
    constant = {"angle": ["40°"], "surd": ["3/2"], None: []}[predicate.constant]
    letters = [chr(ord("A") + place) for place in reversed(range(predicate.arity))]
    text = " ".join([name, *letters, *constant])
    pattern = Pattern.parse(text)
    assert str(pattern) == text
    assert pattern.letters == tuple(letters)
    assert pattern.is_condition == pattern.statement().is_condition


def test_a_pattern_becomes_a_statement_about_points():
    pattern = Pattern.parse("rconst A B C D 2")
    points = {"A": "Z", "B": "Y", "C": "X", "D": "W"}
    assert pattern.statement(points) == Statement("rconst", tuple("ZYXW"), pattern.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a statement, found nothing"),
        ("eqangle6 O A A B A B O B", "expected a predicate, found 'eqangle6'"),
        ("aconst A B C D", "expected 4 points and a constant"),
        ("aconst A B C D 90", "expected the simplest spelling"),
        ("rconst A B C D 1", "expected the simplest spelling"),
        ("npara A B A C", "expected the simplest spelling"),
        ("eqangle A B C D A B E F", "expected the simplest spelling"),
        ("cong A' B C D", 'expected a letter, perhaps with a number, found "A\'"'),
    ],
)
def test_bad_patterns_say_why(text, message):
    with pytest.raises(StatementError, match=message.replace("(", r"\(")):
        Pattern.parse(text)


# Rules


def test_variables_come_in_the_order_of_the_given():
    assert rule(["midp M A B", "midp N A C"], ["para M N B C"]).variables == tuple("MABNC")


@pytest.mark.parametrize(
    ("given", "then"),
    [
        (["midp M A B"], ["coll M A B"]),
        (["circle O A B C"], ["cong O A O B"]),
        (["circle O A B C D"], ["cyclic A B C D"]),
        (["cong A B B C", "cong A B A C"], ["aconst B A B C 60°"]),
    ],
)
def test_points_may_be_used_once_where_the_statement_needs_them(given, then):
    assert rule(given, then)


@pytest.mark.parametrize(
    "given",
    [
        ["cong A B C D", "para A B E F", "perp C D E M"],
        ["coll A B C D"],
        ["circle O A B C D", "cong O A A B"],
        ["circle O A B C", "cyclic A B C D"],
    ],
)
def test_points_that_constrain_nothing_are_unused(given):
    with pytest.raises(ValueError, match="unused point"):
        rule(given, ["cong A B B A".replace("B A", "A C") if "C" in str(given) else "perp A B A E"])


def test_entries_do_not_change():
    made = rule(["cong O A O B"], ["eqangle O A A B A B O B"])
    with pytest.raises(ValueError, match="frozen"):
        made.name = "other"
    assert hash(made) == hash(made.model_copy())
    assert made.place == ""


# Scenes and tasks


def test_numbers_that_go_together():
    scene = Scene(
        name="s",
        title="S",
        topic="triangles",
        tier=2,
        construction="{a} {b} {n}",
        numbers={"a b": [[3, 4], [5, "4√2"]], "n": {"min": 1, "max": 3}},
    )
    assert [numbers.choices for numbers in scene.numbers] == [
        ((3, 4), (5, "4√2")),
        ((1,), (2,), (3,)),
    ]
    assert scene.filled({"a": 3, "b": "4√2", "n": 1}) == "3 4√2 1"


def test_a_prompt_speaks_of_its_options():
    prompt = load_prompts()["choice"]
    assert "five numbered options" in prompt.introduce(5)
    assert "other four" in prompt.introduce(5)
    assert "五个带编号的选项" in prompt.introduce(5, "zh")
    assert "其余四个" in prompt.introduce(5, "zh")
    for language in LANGUAGES:
        assert r"\boxed{(2)}" in prompt.words(language).chain_of_thought


def test_both_wordings_of_a_question_have_the_same_placeholders():
    with pytest.raises(ValueError, match=r"\{goal\}, \{problem\}, found \{goal\}"):
        QuestionWording(en="{problem} Why {goal}?", zh="为什么{goal}？")


def test_a_fault_leads_to_its_place():
    error = EntryError("m", within=("numbers", 0), hint="h")
    assert (error.within, error.hint) == (("numbers", 0), "h")
    with pytest.raises(ValueError, match="unknown placeholder"):
        Task(
            name="t",
            title="T",
            level=1,
            prompt="multiple_choice",
            questions=[{"en": "{x}", "zh": "{x}"}],
        )
