"""Chinese names and statements of theorems and engine steps: complete, distinct, well typeset."""

import re
from collections import Counter

import pytest

from geoengine.catalogue import load_engine_steps, load_rules

EVERY = [*load_rules().values(), *load_engine_steps().values()]
ENTRIES = [entry for entry in EVERY if entry.zh is not None]
"""Chinese is optional for a rule that somebody adds; what is there has to be right."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")
# In Chinese, options are printed as name, full-width colon, statement; braces would be read as
# placeholders of a wording.
HALF_WIDTH = re.compile(r"""[,;:()"'!?{}\[\]<>~]|\.(?!\d)""")
WORD = re.compile(r"[a-z]{3}")


def test_our_theorems_and_steps_of_the_engine_are_told_in_chinese():
    assert all(step.zh is not None for step in load_engine_steps().values())
    assert len(ENTRIES) >= 114


@pytest.mark.parametrize("field", ["name", "statement"])
def test_no_two_are_told_alike(field):
    told = Counter(getattr(entry.zh, field) for entry in ENTRIES)
    assert [text for text, times in told.items() if times > 1] == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_it_is_set_as_chinese_text(entry):
    assert entry.zh.statement.endswith("。")
    assert "。" not in entry.zh.name
    for text in (entry.zh.name, entry.zh.statement):
        assert CHINESE.search(text)
        assert not HALF_WIDTH.search(text), text
        assert not WORD.search(text), text
        assert text.count("（") == text.count("）"), text
        assert text == text.strip()
        assert "\n" not in text


@pytest.mark.parametrize(("figure", "least"), [(r"\d+°", 3), (r"[A-Z]+", 14)])
def test_they_speak_of_no_points_and_angles_of_their_own(figure, least):
    speaking = 0
    for entry in ENTRIES:
        chinese = re.findall(figure, f"{entry.zh.name} {entry.zh.statement}", re.ASCII)
        english = re.findall(figure, f"{entry.name} {entry.statement}", re.ASCII)
        assert set(chinese) <= set(english), entry.id
        speaking += bool(chinese)
    assert speaking >= least


@pytest.mark.parametrize(
    ("english", "chinese", "least"),
    [
        ("the same orientation", "绕向相同", 9),
        ("opposite orientation", "绕向相反", 9),
        ("(mirrored)", "反向", 10),
        ("counterclockwise", "逆时针", 1),
        (" clockwise", "顺时针", 1),
    ],
)
def test_versions_are_told_apart_as_in_english(english, chinese, least):
    """Theorems that exist for each orientation use the same words for it."""
    ours = {e.id for e in ENTRIES if english in f"{e.name} {e.statement}"}
    theirs = {e.id for e in ENTRIES if chinese in f"{e.zh.name} {e.zh.statement}"}
    assert len(ours) >= least
    assert ours == theirs
