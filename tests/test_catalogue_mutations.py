"""Damaged YAML gives a `CatalogueError` or an entry, never anything else."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from geoengine.catalogue import Construction, Rule, Scene, Task, load_file
from geoengine.errors import CatalogueError

WHOLE = {
    Construction: """\
- name: foot
  title: Foot of a perpendicular
  places: x
  takes: a b c
  numbers: {t: angle}
  needs: [ncoll a b c]
  locate: {x: "tline a b c & line b c"}
  premises: [perp x a b c, 'aconst x a b c t']
  setting: a b c = triangle
  draws: {segments: [x a, b c], circles: [a through b c], dashed: [x b]}
  says:
    en:
      named: "the foot of the perpendicular from {a} to line {b c}"
      several: ["the feet of the perpendiculars from {a*} to line {b c}"]
    zh: {named: "从{a}向直线{b c}所作垂线的垂足"}
  source: Euclid, Elements, I.12
""",
    Rule: """\
- id: isosceles_base_angles
  name: "Isosceles: equal angles"
  statement: >-
    The angles at the base
    of an isosceles triangle are equal.
  given: [cong O A O B]
  where:
    - ncoll O A B   # a real triangle
  then: [eqangle O A A B A B O B, 'aconst A O A B 60']
  source: Elements I.5
""",
    Scene: """\
- name: right_triangle
  title: A right triangle
  topic: triangles
  tier: 1
  construction: |
    a b = segment_of a b {p}
    c = on_tline b b a, eqdistance b b c {q}
    d = on_aline a c {r}
  numbers:
    p q: [[3, 4], [5, "4√2"]]
    r: {min: 2, max: 9}
""",
    Task: """\
- name: premise_filtering
  title: Irrelevant premise filtering
  level: 2
  criterion: spare_premise
  questions:
    - en: "{problem} Which premise is not needed for {goal}?"
      zh: "{problem}目标{goal}不需要哪个条件？"
    - form: other
      en: Which one can go?
      zh: 哪一个可以去掉？
""",
}

PIECES = st.one_of(
    st.sampled_from(
        ["{", "}", "[", "]", "|", ">", "'", '"', "#", "~", "{p}", "{}", "{9}", "%YAML"]
    ),
    st.sampled_from(["null", "true", ".inf", "1e99", "-1", "0.5", "cong"]),
    st.sampled_from(["&a ", "*a", "!!int ", "! ", "<<: ", "? ", ": ", "- ", "---\n", "...\n"]),
    st.sampled_from(["\t", "\n", "\r", "   ", "\x85", "\u2028", "\ufeff", "9" * 30, "x" * 5000]),
    st.sampled_from(['"\\UFFFFFFFF"', "A A", "para A B A C", "rconst A B C D 1/0"]),
    st.text(max_size=4),
)
EDITS = st.tuples(st.integers(0, 1000), st.integers(0, 12), PIECES)


def damaged(text, edits):
    """Replace stretches of the text."""
    for where, length, piece in edits:
        at = where * len(text) // 1000
        text = text[:at] + piece + text[at + length :]
    return text


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("mutations") / "entry.yaml"


@pytest.mark.parametrize("model", WHOLE)
def test_the_undamaged_text_is_read(model, file):
    file.write_text(WHOLE[model], encoding="utf-8")
    assert len(load_file(file, model)) == 1


@pytest.mark.parametrize(("model", "read"), list(zip(WHOLE, (4, 19, 16, 17), strict=True)))
def test_damaged_text_gives_a_catalogue_error(model, read, file):
    outcomes = Counter()

    @given(edits=st.lists(EDITS, min_size=1, max_size=4))
    @settings(max_examples=200)
    def damage(edits):
        text = damaged(WHOLE[model], edits)
        file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        outcomes[complain_or_read(file, model)] += 1

    damage()
    assert outcomes["read"] >= read, outcomes
    assert outcomes["refused"] >= 112, outcomes


@given(content=st.binary(max_size=60))
@example(content=b"\xff\xfe- \x00")
@example(content=b'- "\\UFFFFFFFF"')
@example(content=b"- ? [a]\n  : b")
def test_bytes_give_a_catalogue_error(file, content):
    file.write_bytes(content)
    complain_or_read(file, Rule)


def complain_or_read(file, model):
    """Read a file; return what came of it."""
    error = None
    try:
        entries = load_file(file, model)
    except CatalogueError as caught:
        error = caught
    if error is None:
        assert all(isinstance(entry, model) for entry in entries)
        return "read"
    assert error.place.startswith(f"{file}:")
    assert len(str(error)) < 2000
    return "refused"
