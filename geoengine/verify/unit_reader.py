"""Reading problems, proofs, items and records; their kind is detected from the content."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from geoengine.catalogue import read_yaml
from geoengine.errors import (
    DegenerateStatementError,
    InputError,
    ProblemError,
    StatementError,
    UsageError,
)
from geoengine.language import QUESTIONS, parse_question, parse_statement
from geoengine.scene import load_problem, load_problems
from geoengine.split_files import ITEMS, PROBLEMS, SplitFiles
from geoengine.verify.problems.quantity import Quantity, QuantityKind
from geoengine.verify.proofs.proof_record import is_proof, read_proof
from geoengine.verify.source_file import decoded, parse_json, read_content
from geoengine.verify.units import (
    ItemUnit,
    ProblemGoal,
    ProblemUnit,
    ProofUnit,
    RecordUnit,
    Unit,
)

__all__ = ["read_text", "read_units"]

_MOST_PREMISES = 2000
_LONGEST = 20_000
_LONGEST_MESSAGE = 400

_KEYS = (
    "name", "points", "construction", "premises", "goal", "find", "answer", "proof",
)  # fmt: skip
_KEY_LINE = re.compile(rf"^\s*-?\s*\"?({'|'.join(_KEYS)})\"?\s*:(\s|$)", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(#.*)?$")
_ASKED: dict[str, QuantityKind] = {"lcompute": "length", "rcompute": "ratio", "acompute": "angle"}


def read_units(path: str | os.PathLike[str]) -> list[Unit]:
    r"""Read the problems, proofs, items or records of a file.

    Parameters
    ----------
    path : str or path
        JGEX text; a problem, a proof or items in JSON, JSON lines or YAML; or
        the folder of a split, with its items and the records of its problems.

    Raises
    ------
    InputError
        Stating what was expected, and where.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "right.yaml"
    >>> _ = file.write_text("premises: [perp A B A C, lconst A B 3]\nfind: length B C\n")
    >>> unit = read_units(file)[0]
    >>> unit.points, str(unit.goals[0].target)
    (('A', 'B', 'C'), 'BC')
    """
    path = Path(path)
    source = os.fspath(path)
    if path.is_dir():
        return _of_split(path)
    content = read_content(path, source)
    text = decoded(content, source)
    try:
        return _units(text, content, path, source)
    except RecursionError:
        raise ProblemError("expected plain data, found too deep a nesting", source=source) from None
    except InputError as error:
        located = error.at(source=source)
        located.message = _shortened(located.message)
        located.hint = located.hint and _shortened(located.hint)
        raise located from None


def read_text(text: str) -> list[Unit]:
    """Read one problem in JGEX text.

    Parameters
    ----------
    text : str

    Raises
    ------
    ProblemError
        With line and column.

    Examples
    --------
    >>> (unit,) = read_text("a b = segment; m = midpoint a b ? cong m a m b")
    >>> unit.name, unit.points
    ('problem', ('a', 'b', 'm'))
    """
    return [_of_jgex(text, "problem")]


def _of_split(path: Path) -> list[Unit]:
    """Return the items of a split, and the records of its problems where it has any."""
    if not (path / ITEMS).is_file():
        raise UsageError(
            f"expected a split, found the folder {path} without {ITEMS}",
            hint="name a split, or files of problems, proofs or items",
        )
    files = SplitFiles(path)
    try:
        _ = files.manifest
    except InputError:
        # That it is missing or broken is found when the files are judged.
        pass
    else:
        files.require_layout()
    found: list[Unit] = [
        ItemUnit(_name(record, f"items {line}"), record)
        for line, record in files.lines(ITEMS, compared=False)
    ]
    if not found:
        raise ProblemError("expected items, found none", source=path / ITEMS)
    if (path / PROBLEMS).exists():
        found += [
            RecordUnit(_name(record, f"problems {line}"), record)
            for line, record in files.lines(PROBLEMS, compared=False)
        ]
    return found


def _name(data: Mapping[str, Any], name: str) -> str:
    found = data.get("id")
    return found if isinstance(found, str) and found else name


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]}…"


def _units(text: str, content: bytes, path: Path, source: str) -> list[Unit]:
    name = path.stem
    if text.lstrip()[:1] in {"{", "["}:
        return _of_data(parse_json(text), name)
    if _KEY_LINE.search(text) and "?" not in text.split("\n", 1)[0]:
        return _of_data(read_yaml(content, source).data, name)
    lines = [line for line in text.split("\n") if not _COMMENT.match(line)]
    if len(lines) == 1:
        return [_of_jgex(lines[0], name)]
    return [_of_problem_lines(path, lines, k) for k in range(0, len(lines), 2)]


def _of_problem_lines(path: Path, lines: list[str], k: int) -> ProblemUnit:
    if len(lines) % 2:
        load_problems(path)  # Raises an error that states what is wrong with the file.
    return _of_jgex(lines[k + 1], lines[k].strip())


def _of_data(data: Any, name: str) -> list[Unit]:
    if isinstance(data, list):
        if not data:
            raise ProblemError("expected a problem, a proof or items, found an empty list")
        return [
            unit
            for k, entry in enumerate(data, start=1)
            for unit in _of_entry(entry, f"{name} {k}")
        ]
    return _of_entry(data, name)


def _of_entry(data: Any, name: str) -> list[Unit]:
    if not isinstance(data, Mapping):
        raise ProblemError(
            f"expected a problem, a proof or an item, found {type(data).__name__}",
            hint="a problem has the keys construction or premises, and goal",
        )
    if is_proof(data):
        return [ProofUnit(name, read_proof(data))]
    if "answer" in data and "task" in data and "family" in data:
        return [ItemUnit(_name(data, name), data)]
    if {"formal_problem", "formal_goal", "formal_premises"} <= data.keys():
        return [RecordUnit(_name(data, name), data)]
    if "formal_problem" in data:
        return [_of_record(data, name)]
    if data.keys() & {"construction", "premises"}:
        return [_of_mapping(data, name)]
    raise ProblemError(
        "expected a problem, a proof or an item, found a mapping with the keys"
        f" {', '.join(sorted(map(str, data))[:6]) or '(none)'}",
        hint="a problem has the keys construction or premises, and goal",
    )


def _of_record(data: Mapping[str, Any], name: str) -> ProblemUnit:
    """A problem that was exported, with its solution."""
    text, proof = _as_text(data, "formal_problem"), data.get("formal_solution")
    unit = _of_jgex(text or "", _name(data, name))
    answer = data.get("answer")
    return ProblemUnit(
        unit.name, unit.problem, unit.points, unit.given, unit.goals,
        answer if isinstance(answer, str) else None,
        read_proof(proof) if proof is not None else None,
    )  # fmt: skip


def _of_jgex(text: str, name: str) -> ProblemUnit:
    """A problem in JGEX text; a degenerate goal is a finding, not an error."""
    construction, mark, asked = text.partition("?")
    try:
        problem = load_problem(text, name=name)
    except ProblemError as error:
        goals = [part.strip() for part in asked.split(";")]
        if not mark or not any(_is_degenerate(goal) for goal in goals):
            raise
        problem = load_problem(construction, name=name)
        try:
            return _unit(problem, tuple(_goal(goal) for goal in goals), name)
        except StatementError:
            raise error from None
    targets: list[ProblemGoal] = [ProblemGoal(goal) for goal in problem.goals]
    targets += [ProblemGoal(_quantity(str(question))) for question in problem.questions]
    return _unit(problem, tuple(targets), name)


def _unit(problem: Any, goals: tuple[ProblemGoal, ...], name: str) -> ProblemUnit:
    return ProblemUnit(name, problem, problem.points, problem.premises, goals)


def _is_degenerate(text: str) -> bool:
    try:
        parse_statement(text)
    except DegenerateStatementError:
        return True
    except StatementError:
        return False
    return False


def _of_mapping(data: Mapping[str, Any], name: str) -> ProblemUnit:
    unknown = [str(key) for key in data if key not in _KEYS]
    if unknown:
        raise ProblemError(
            f"unknown key {unknown[0]!r} in a problem", hint=f"the keys are: {', '.join(_KEYS)}"
        )
    name = _as_text(data, "name") or name
    construction = _as_text(data, "construction")
    problem = None
    if construction is not None:
        if "?" in construction:
            raise ProblemError("expected the construction alone, found '?'", hint="write: goal: …")
        problem = load_problem(construction, name=name)
    given = list(problem.premises) if problem else []
    for k, text in enumerate(_as_list(data, "premises"), start=1):
        try:
            given.append(parse_statement(text))
        except StatementError as error:
            raise type(error)(f"premise {k}: {error.message}", hint=error.hint) from None
    asked = [_as_text(data, key) for key in ("goal", "find")]
    goals = tuple(_goal(text) for text in asked if text is not None)
    points = tuple(
        dict.fromkeys(
            [
                *(problem.points if problem else ()),
                *_as_list(data, "points"),
                *(point for statement in given for point in statement.points),
            ]
        )
    )
    if not points:
        raise ProblemError("expected a construction or premises, found none that mentions points")
    for goal in goals:
        strange = [] if goal.target is None else [p for p in goal.target.points if p not in points]
        if strange:
            raise ProblemError(f"the goal mentions {strange[0]}, which occurs in no premise")
    proof = read_proof(data["proof"]) if data.get("proof") is not None else None
    answer = data.get("answer")
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        answer = str(answer)
    if answer is not None and not isinstance(answer, str):
        raise ProblemError("expected the answer as text")
    return ProblemUnit(name, problem, points, tuple(dict.fromkeys(given)), goals, answer, proof)


def _goal(text: str) -> ProblemGoal:
    """A goal: a statement to prove, or a quantity to find."""
    word = (text.split() or [""])[0]
    try:
        if word in QUESTIONS or word not in _statement_words():
            return ProblemGoal(_quantity(text))
        return ProblemGoal(parse_statement(text))
    except DegenerateStatementError as error:
        return ProblemGoal(None, error.message)
    except StatementError as error:
        raise type(error)(f"the goal: {error.message}", hint=error.hint) from None


def _statement_words() -> set[str]:
    from geoengine.language import ALIASES, PREDICATES, SQUARED

    return {*PREDICATES, *ALIASES, *SQUARED}


def _quantity(text: str) -> Quantity:
    word = (text.split() or [""])[0]
    if word in _ASKED:
        question = parse_question(text)
        return Quantity(_ASKED[word], question.points)
    return Quantity.parse(text)


def _as_text(data: Mapping[str, Any], key: str) -> str | None:
    found = data.get(key)
    if found is None:
        return None
    if not isinstance(found, str) or len(found) > _LONGEST:
        raise ProblemError(f"expected {key} as a text of at most {_LONGEST:,} characters")
    return found


def _as_list(data: Mapping[str, Any], key: str) -> list[str]:
    found = data.get(key, [])
    if isinstance(found, str):
        found = [part for part in re.split(r"[;\n]", found) if part.strip()]
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ProblemError(f"expected {key} as a list of texts")
    if len(found) > _MOST_PREMISES:
        raise ProblemError(f"expected at most {_MOST_PREMISES:,} {key}, found {len(found):,}")
    return found
