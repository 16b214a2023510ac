"""The audit of GeoGramBench files: what compiles, what leaks, what is written twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.audit.geogrambench.compiling import Compiled, compile_programs
from geoengine.audit.geogrambench.near_duplicates import near_duplicates
from geoengine.audit.geogrambench.published_program import PublishedProgram, read_programs
from geoengine.verify import Finding, Level, Report
from geoengine.verify.programs import (
    LANGUAGES,
    Evaluated,
    LeakTable,
    ProgramError,
    Told,
    audit_leaks,
    features_of,
    told_values,
)
from geoengine.verify.programs.asymptote import run_asymptote

__all__ = ["ProgramAudit", "audit_programs"]

_LEVEL_NAMES = {1: "primitive", 2: "local", 3: "global"}


@dataclass(frozen=True)
class ProgramAudit:
    """The audit of a file.

    Attributes
    ----------
    items : tuple of PublishedProgram
    findings : tuple of tuples of Finding
        By item.
    compiled : tuple of Compiled
    leaks : LeakTable
    levels : Counter
        How many items have a label and a level of ours.
    duplicates : tuple of (str, str, float)
        The names of items that share passages, and the share.
    """

    items: tuple[PublishedProgram, ...]
    findings: tuple[tuple[Finding, ...], ...]
    compiled: tuple[Compiled, ...]
    leaks: LeakTable
    levels: Counter[tuple[int, int]]
    duplicates: tuple[tuple[str, str, float], ...]

    def reports(self, name: str) -> list[Report]:
        """A report for each item, and one of the whole."""
        own = [
            Report("item", f"{name}#{item.name}", findings, {"task": item.language})
            for item, findings in zip(self.items, self.findings, strict=True)
        ]
        overall = [
            Finding("near_duplicates", Level.NOTE, f"{len(self.duplicates)} pairs share passages")
        ]
        facts = {"items": len(self.items), "leaks": self.leaks.found}
        return [*own, Report("benchmark", name, overall, facts, self.text(name))]

    def text(self, name: str) -> str:
        """The tables of the audit."""
        count = len(self.items)
        ran = Counter(one.ran for one in self.compiled)
        lines = [f"{name}: {count} programs, {_by_language(self.items)}", ""]
        lines.append(f"compile: {ran[True]} of {count}")
        reasons = Counter(one.reason for one in self.compiled if one.ran is False)
        lines += [f"  {number:4}  {reason}" for reason, number in reasons.most_common()]
        if ran[None]:
            lines.append(f"  {ran[None]:4}  not tried: asy is not installed")
        lines += ["", "the code tells the answer (beside it, as many as by chance):"]
        for kind, items, found, expected in self.leaks.rows:
            lines.append(f"  {kind:8} {found:3} of {items:3}   chance {expected:.1f}")
        lines.append(
            f"  {'all':8} {self.leaks.found:3} of {sum(r[1] for r in self.leaks.rows):3}"
            f"   chance {self.leaks.expected:.1f}"
        )
        malformed = [item.name for item in self.items if item.value is None]
        lines += ["", f"answers that are no numbers: {len(malformed)}  {' '.join(malformed)}"]
        lines += ["", f"pairs that share half of their 8-word passages: {len(self.duplicates)}"]
        lines += [f"  {one} and {other}: {share:.0%}" for one, other, share in self.duplicates]
        return "\n".join([*lines, "", *self._level_lines()])

    def _level_lines(self) -> list[str]:
        total = sum(self.levels.values())
        agree = sum(n for (label, own), n in self.levels.items() if label == own)
        lines = [f"levels: {agree} of {total} labels agree with ours"]
        for label, name in _LEVEL_NAMES.items():
            row = "  ".join(f"{self.levels[label, own]:4}" for own in _LEVEL_NAMES)
            lines.append(f"  labelled {name:9}  {row}")
        return lines


def _by_language(items: Sequence[PublishedProgram]) -> str:
    counts = Counter(item.language for item in items)
    return ", ".join(f"{number} in {language}" for language, number in counts.most_common())


def audit_programs(files: Iterable[tuple[str, Any]]) -> ProgramAudit:
    """Audit files in the form of GeoGramBench.

    Parameters
    ----------
    files : iterable of (str, object)
        Names, and parsed JSON.
    """
    items = [item for source, data in files for item in read_programs(data, source)]
    stock = [LANGUAGES[item.language].run(item.code) for item in items]
    compiled = compile_programs(items, stock)
    findings: list[list[Finding]] = [[] for _ in items]
    levels: Counter[tuple[int, int]] = Counter()
    leaks: list[tuple[str, float, Told]] = []
    for item, own, run, result in zip(items, findings, stock, compiled, strict=True):
        own += _compile_findings(result)
        own += _answer_findings(item)
        read = _read_further(item, run)
        if read is None:
            continue
        told, level = read
        if item.value is not None:
            leaks.append((item.kind, item.value, told))
            own += _leak_findings(item, item.value, told)
        if item.level is not None:
            levels[item.level, level] += 1
    texts = [f"{item.problem} {item.code}" for item in items]
    pairs = [(items[a].name, items[b].name, share) for a, b, share in near_duplicates(texts)]
    return ProgramAudit(
        tuple(items), tuple(map(tuple, findings)), tuple(compiled), audit_leaks(leaks), levels,
        tuple(pairs),
    )  # fmt: skip


def _compile_findings(result: Compiled) -> list[Finding]:
    if result.ran is None:
        text = "it was not compiled: asy is not installed"
        return [Finding("not_compiled", Level.NOTE, text)]
    if result.ran:
        return [Finding("compiled", Level.GOOD, "the program compiles and runs")]
    text = f"the program does not compile ({result.reason}): {result.message}"
    return [Finding("not_compiling", Level.WRONG, text, {"reason": result.reason})]


def _answer_findings(item: PublishedProgram) -> list[Finding]:
    if item.value is not None:
        return []
    return [Finding("answer_malformed", Level.WRONG, f"the answer {item.answer} is no number")]


def _read_further(item: PublishedProgram, run: Evaluated) -> tuple[Told, int] | None:
    """What the code tells, and our level; with the functions of the packages."""
    if item.language == "asymptote":
        run = run_asymptote(item.code, ("olympiad", "cse5"))
    try:
        facts = LANGUAGES[item.language].facts(item.code)
    except ProgramError:
        return None
    level = features_of(run, facts, None).level
    return told_values(item.kind, facts, run), level


def _leak_findings(item: PublishedProgram, value: float, told: Told) -> list[Finding]:
    found = told.find(value)
    if not found:
        return []
    text = f"the code tells the answer {item.answer}: {found[0]}"
    return [Finding("leak", Level.WRONG, text, {"told": found[:5]})]
