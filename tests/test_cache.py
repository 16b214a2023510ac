"""The cache between runs: results are found again, and unusable ones are made anew."""

import os
import pickle
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import partial

import pytest

from geoengine import cache
from geoengine.cache import cache_folder, cached_result
from geoengine.catalogue import (
    Pattern,
    data_folder,
    fingerprint,
    load_constructions,
    load_engine_steps,
    load_ideas,
    load_rules,
    load_scenes,
    load_scores,
    load_tasks,
    load_tiers,
    loader,
)
from geoengine.deduction import symmetries
from geoengine.deduction.symmetries import rule_symmetries
from geoengine.errors import CatalogueError

LOADERS = (
    load_constructions,
    load_engine_steps,
    load_ideas,
    load_rules,
    load_scenes,
    load_scores,
    partial(load_tasks, "reasoning"),
    load_tiers,
)
POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GEOENGINE_CACHE", str(tmp_path / "cache"))
    loader._entries.cache_clear()
    yield cache_folder()
    loader._entries.cache_clear()


class Maker:
    """Makes a value, and counts how often."""

    def __init__(self, value="dear"):
        self.value, self.count = value, 0

    def __call__(self):
        self.count += 1
        return self.value


def files(folder):
    return sorted(folder.iterdir())


# Found again


@pytest.mark.parametrize("value", ["dear", None, {"a": (1, 2.5, [None])}, Fraction(2, 3)])
def test_what_was_made_is_found(value):
    make = Maker(value)
    assert [cached_result("thing", [b"x"], make, [Fraction]) for _ in range(3)] == [value] * 3
    assert make.count == 1


def test_each_source_counts_and_so_does_where_it_ends():
    keys = ([b"a", b"b"], [b"ab"], [b"b", b"a"], [b"a"], [b"a", b"b", b""])
    for number, sources in enumerate(keys):
        assert cached_result("thing", sources, Maker(number), ()) == number
    for number, sources in enumerate(keys):
        assert cached_result("thing", sources, Maker("again"), ()) == number


def test_another_version_of_python_makes_its_own(monkeypatch):
    cached_result("thing", [b"x"], Maker("old"), ())
    monkeypatch.setattr(sys, "version", "4.0")
    assert cached_result("thing", [b"x"], Maker("new"), ()) == "new"


def test_what_fails_is_not_kept(folder):
    def fail():
        raise CatalogueError("bad")

    for _ in range(2):
        with pytest.raises(CatalogueError, match="bad"):
            cached_result("thing", [b"x"], fail, ())
    assert not folder.exists()


def test_only_the_newest_files_stay(folder, monkeypatch):
    monkeypatch.setattr(cache, "_MOST", 3)
    for number in range(5):
        cached_result("thing", [bytes([number])], Maker(number), ())
        os.utime(max(folder.iterdir(), key=lambda file: file.stat().st_mtime), (number, number))
    assert len(files(folder)) == 3
    assert cached_result("thing", [bytes([4])], Maker("again"), ()) == 4


# Unusable entries


def forged(key, value):
    """A well-formed file with the given content."""
    payload = pickle.dumps(value)
    return cache._FORMAT + cache._digest([payload], key) + payload


class Mischief:
    def __reduce__(self):
        return os.mkdir, (os.environ["GEOENGINE_CACHE"] + "-was-obeyed",)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content, key: b"",
        lambda content, key: content[: len(content) // 2],
        lambda content, key: content[:-1],
        lambda content, key: content + b"x",
        lambda content, key: os.urandom(500),
        lambda content, key: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
        lambda content, key: b"geoengine 0\n" + content[len(cache._FORMAT) :],
        lambda content, key: forged(b"another key", ("wrong",)),
        lambda content, key: forged(key, "wrong"),
        lambda content, key: forged(key, ("wrong", "wrong")),
        lambda content, key: forged(key, (Mischief(),)),
        lambda content, key: forged(key, (Fraction(1, 2),)),
    ],
    ids=[
        "empty", "half", "short", "long", "noise", "one bit", "another format", "another result",
        "no tuple", "two results", "a function", "a class that is not expected",
    ],
)  # fmt: skip
def test_a_damaged_file_is_replaced(damage, folder, tmp_path):
    cached_result("thing", [b"x"], Maker("right"), ())
    (file,) = files(folder)
    whole = file.read_bytes()
    file.write_bytes(damage(whole, cache._digest([sys.version.encode(), b"x"])))
    assert cached_result("thing", [b"x"], Maker("right"), ()) == "right"
    assert file.read_bytes() == whole
    assert files(folder) == [file]
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]


def test_a_file_that_is_forged_as_in_these_tests_would_be_believed(folder):
    cached_result("thing", [b"x"], Maker("right"), ())
    (file,) = files(folder)
    file.write_bytes(forged(cache._digest([sys.version.encode(), b"x"]), ("forged",)))
    assert cached_result("thing", [b"x"], Maker("right"), ()) == "forged"


def test_a_folder_in_place_of_the_file(folder):
    cached_result("thing", [b"x"], Maker(), ())
    (file,) = files(folder)
    file.unlink()
    file.mkdir()
    assert cached_result("thing", [b"x"], Maker(), ()) == "dear"
    assert files(folder) == [file]


@pytest.mark.parametrize("place", ["a file", "a file/inside", "/dev/null/cache"])
def test_it_works_without_a_folder(place, tmp_path, monkeypatch):
    (tmp_path / "a file").write_text("no folder")
    monkeypatch.setenv("GEOENGINE_CACHE", str(tmp_path / place))
    make = Maker()
    assert [cached_result("thing", [b"x"], make, ()) for _ in range(2)] == ["dear"] * 2
    assert make.count == 2
    assert (tmp_path / "a file").read_text() == "no folder"


def test_it_works_where_nothing_can_be_written(folder, monkeypatch):
    # The tests may be run by somebody who may write everywhere.
    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    assert cached_result("thing", [b"x"], Maker(), ()) == "dear"
    assert files(folder) == []


def test_a_full_disk_leaves_no_half_file(folder, monkeypatch):
    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert cached_result("thing", [b"x"], Maker(), ()) == "dear"
    assert files(folder) == []


def test_it_can_be_turned_off(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEOENGINE_CACHE", "off")
    make = Maker()
    assert [cached_result("thing", [b"x"], make, ()) for _ in range(2)] == ["dear"] * 2
    assert make.count == 2
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_the_users_own_folder_is_taken(tmp_path, monkeypatch):
    monkeypatch.delenv("GEOENGINE_CACHE")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, **_: tmp_path / name)
    assert cache_folder().parent == tmp_path / "geoengine"
    # Where there is no home, the library returns the path with its tilde.
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, **_: cache.Path("~", name))
    assert cache_folder() is None


# Other users


@POSIX
def test_nobody_else_can_look_into_it(folder):
    cached_result("thing", [b"x"], Maker(), ())
    (file,) = files(folder)
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


@POSIX
@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_can_change_is_left_alone(mode, folder):
    cached_result("thing", [b"x"], Maker("old"), ())
    (file,) = files(folder)
    whole = file.read_bytes()
    folder.chmod(mode)
    assert cached_result("thing", [b"x"], Maker("new"), ()) == "new"
    assert cached_result("thing", [b"y"], Maker("new"), ()) == "new"
    assert (files(folder), file.read_bytes()) == ([file], whole)


@POSIX
def test_a_file_that_others_can_change_is_replaced(folder):
    cached_result("thing", [b"x"], Maker("old"), ())
    (file,) = files(folder)
    file.chmod(0o666)
    assert cached_result("thing", [b"x"], Maker("new"), ()) == "new"
    assert file.stat().st_mode & 0o777 == 0o600


@POSIX
def test_users_of_one_folder_do_not_believe_each_other(folder, monkeypatch):
    cached_result("thing", [b"x"], Maker("mine"), ())
    somebody_else = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody_else)
    theirs = cache_folder()
    assert theirs.parent == folder.parent
    assert theirs != folder
    # Somebody made a folder under another user's name, with a result in it.
    shutil.copytree(folder, theirs)
    assert cached_result("thing", [b"x"], Maker("theirs"), ()) == "theirs"
    assert cached_result("thing", [b"y"], Maker("theirs"), ()) == "theirs"
    assert len(files(theirs)) == 1


# At the same time


RACE = """
import random, sys
from geoengine.cache import cache_folder, cached_result
random.seed(sys.argv[1])
for _ in range(150):
    number = random.randrange(4)
    value = list(range(number, number + 20_000))
    assert cached_result("race", [bytes([number])], lambda: value, ()) == value
    if random.random() < 0.3:
        for file in cache_folder().glob("race-*"):
            file.unlink(missing_ok=True)
"""


def test_processes_do_not_disturb_each_other(folder):
    running = [
        subprocess.Popen([sys.executable, "-c", RACE, str(seed)], stderr=subprocess.PIPE, text=True)
        for seed in range(3)
    ]
    assert [(process.communicate()[1], process.returncode) for process in running] == [("", 0)] * 3
    assert not list(folder.glob("new-*"))


# The catalogue


def described(entries):
    return [
        (key, entry.place, entry, entry.model_dump(), entry.model_fields_set)
        for key, entry in entries.items()
    ]


@pytest.mark.parametrize("load", LOADERS)
def test_entries_from_the_cache_are_those_of_the_files(load, folder, monkeypatch):
    fresh = described(load())
    assert fresh
    loader._entries.cache_clear()
    monkeypatch.setattr(loader, "read_yaml", None)
    assert described(load()) == fresh


@pytest.fixture
def own_rules(tmp_path, monkeypatch):
    """A copy of the rules that tests may change."""
    copy = tmp_path / "rules"
    shutil.copytree(data_folder("rules"), copy)
    monkeypatch.setattr(loader, "data_folder", lambda kind: copy.parent / kind)

    def load():
        loader._entries.cache_clear()
        return load_rules()

    load()
    return copy, load


def test_a_changed_file_is_read_again(own_rules):
    copy, load = own_rules
    (file, *_) = sorted(copy.glob("*.yaml"))
    name = next(iter(load().values())).name
    file.write_text(file.read_text(encoding="utf-8").replace(name, "Changed"), encoding="utf-8")
    assert next(iter(load().values())).name == "Changed"


def test_a_file_more_or_less_is_noticed(own_rules):
    copy, load = own_rules
    count = len(load())
    (file, *_) = sorted(copy.glob("*.yaml"))
    elsewhere = copy.parent / file.name
    file.rename(elsewhere)
    fewer = load()
    assert len(fewer) < count
    # The same files under other names: each entry has the path it was read from.
    elsewhere.rename(copy / "another_name.yaml")
    assert len(load()) == count
    assert any("another_name.yaml:" in rule.place for rule in load().values())


def test_a_bad_file_is_told_of_every_time(own_rules, folder):
    copy, load = own_rules
    (file, *_) = sorted(copy.glob("*.yaml"))
    good = file.read_text(encoding="utf-8")
    before = files(folder)
    file.write_text(good + "- id: broken\n  nmae: A name\n", encoding="utf-8")
    line = good.count("\n") + 2
    for _ in range(2):
        with pytest.raises(CatalogueError) as caught:
            load()
        assert str(caught.value) == (
            f"{file}:{line}:3: unknown key 'nmae'\n  hint: did you mean name?"
        )
    assert files(folder) == before
    file.write_text(good, encoding="utf-8")
    assert load()


def test_changed_code_reads_the_files_again(own_rules, monkeypatch):
    _, load = own_rules
    seen = []
    monkeypatch.setattr(
        loader,
        "read_yaml",
        lambda content, source, read=loader.read_yaml: seen.append(source) or read(content, source),
    )
    load()
    assert not seen
    monkeypatch.setattr(
        fingerprint,
        "code_in",
        lambda folder, code=fingerprint.code_in: (*code(folder), b"# more"),
    )
    load()
    assert seen


@pytest.mark.parametrize("name", ["__version__", "VERSION"])
def test_another_version_reads_the_files_again(name, own_rules, folder, monkeypatch):
    _, load = own_rules
    before = files(folder)
    home = fingerprint.geoengine if name == "__version__" else fingerprint
    monkeypatch.setattr(home, name, "9.9.9")
    load()
    assert len(files(folder)) == len(before) + 1


# Symmetries of rules


@pytest.fixture
def clean_symmetries():
    symmetries._cached.cache_clear()
    yield
    symmetries._cached.cache_clear()


def test_symmetries_from_the_cache_are_those_that_are_found(clean_symmetries, monkeypatch):
    rules = load_rules().values()
    expected = [symmetries.find_symmetries(rule) for rule in rules]
    assert any(len(orders) > 2 for orders in expected)
    for _ in range(2):
        symmetries._cached.cache_clear()
        found = [[tuple(row) for row in rule_symmetries(rule).tolist()] for rule in rules]
        assert found == expected
        # The second time, nothing is left to find.
        monkeypatch.setattr(symmetries, "find_symmetries", None)


def test_symmetries_of_a_rule_of_the_users_are_found(clean_symmetries):
    rule = load_rules()["isosceles_base_angles"]
    changed = rule.model_copy(update={"then": (Pattern.parse("perp O A O B"),)})
    other = rule.model_copy(update={"then": (Pattern.parse("perp O A A B"),)})
    assert rule_symmetries(changed).tolist() == [[0, 1, 2], [0, 2, 1]]
    assert rule_symmetries(other).tolist() == [[0, 1, 2]]
