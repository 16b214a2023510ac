"""Reading published text as statements and constructions, with notes on what it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from geoengine.audit.geobench.templates import TemplateMatch, load_templates, match_template
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import Statement, parse_statement, write

__all__ = ["ConstructionSentence", "Reading", "read_sentence", "read_statement", "sentences"]

_MOST_COMPLETIONS = 2000
_LOST_ANGLE = "2PI"
_BEGINS = re.compile(r"(?<=[.])\s+(?=(?:From|Given) )")


@dataclass(frozen=True, slots=True)
class Reading:
    """A printed statement and its possible readings.

    Attributes
    ----------
    text : str
        The statement as printed.
    statement : Statement or None
        What the text means; None if it is degenerate or cannot be read.
    negative : bool
        Whether the text negates the statement.
    points : tuple of str
        The points that the text names.
    fault : {"", "unreadable", "degenerate", "identity", "zero_length", "placeholder"}
        Why there is no statement; empty if there is one.
    why : str
        The fault in words; empty if there is none.
    open : tuple of str
        What the program that made the text may have meant: formal statements, in which a name
        that ends in a question mark is a point that was not printed.
    written : tuple of Statement
        What the text's signs mean in common usage, if that is different.
    loses : str
        In words, what cannot be told from the wording; empty if nothing is lost.
    number : str
        The number that the text gives, as printed.
    carries : bool
        Whether the text is a summary: a step that cites it may use everything cited by the step
        that concludes it.
    """

    text: str
    statement: Statement | None = None
    negative: bool = False
    points: tuple[str, ...] = ()
    fault: str = ""
    why: str = ""
    open: tuple[str, ...] = ()
    written: tuple[Statement, ...] = ()
    loses: str = ""
    number: str = ""
    carries: bool = False

    @property
    def wording(self) -> str:
        """The statement in our wording, or the original text if it could not be read."""
        if self.statement is None:
            return self.text
        return f"not: {write(self.statement)}" if self.negative else write(self.statement)

    @property
    def key(self) -> object:
        """A key that is equal for equivalent readings."""
        if self.statement is None:
            return " ".join(self.text.split())
        return (str(self.statement), self.negative)

    def meanings(self, names: Sequence[str]) -> Iterator[Statement]:
        """Yield the possible meanings of the text in a figure with these points.

        An entry of `open` is skipped if there are over 2,000 ways to fill in its missing points.
        """
        if self.statement is not None:
            yield self.statement
        for form in self.open:
            words = form.split()
            lost = list(dict.fromkeys(word for word in words if word.endswith("?")))
            if len(names) ** len(lost) > _MOST_COMPLETIONS:
                continue
            for chosen in product(names, repeat=len(lost)):
                filled = dict(zip(lost, chosen, strict=True))
                try:
                    yield parse_statement(" ".join(filled.get(word, word) for word in words))
                except StatementError:
                    continue


@dataclass(frozen=True, slots=True)
class ConstructionSentence:
    """A construction sentence as read.

    Attributes
    ----------
    text : str
    clause : str
        The construction in JGEX text; empty if there is no equivalent.
    placed : tuple of str
        The points that the sentence adds.
    taken : tuple of str
        The points that the sentence uses.
    gives : tuple of Statement
        The statements that the sentence makes true, if it has no clause.
    bare : str
        An alternative clause for figures in which the first is undefined.
    lost : str
        What cannot be read, and why; empty if everything can.
    """

    text: str
    clause: str = ""
    placed: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    gives: tuple[Statement, ...] = ()
    bare: str = ""
    lost: str = ""


@dataclass(slots=True)
class _Form:
    """A formal spelling of an entry, with points and numbers filled in.

    `missing` is the mark that is printed where a number belongs; empty if there is none.
    """

    words: list[str] = field(default_factory=list)
    missing: str = ""


def sentences(text: str) -> list[str]:
    """A construction text, cut into its sentences.

    Examples
    --------
    >>> sentences("From A makes B. It also adds C. Given B, makes D.")
    ['From A makes B. It also adds C.', 'Given B, makes D.']
    """
    return [piece.strip() for piece in _BEGINS.split(text.strip()) if piece.strip()]


def read_statement(text: str) -> Reading:
    """Read a premise, an option, a part of a step, or a goal.

    Parameters
    ----------
    text : str
        The text as published.

    Returns
    -------
    Reading
        With the fault and a reason, if the text is not a statement; nothing is raised.

    Examples
    --------
    >>> print(read_statement("∠(AB,AC) = 1pi/3").statement)
    aconst A B A C 60°
    >>> goal = read_statement("Angle FDF equals angle IDI")
    >>> goal.fault, goal.open
    ('degenerate', ('eqangle p? F D F q? I D I',))
    >>> read_statement("CZ = ?").fault
    'placeholder'
    >>> read_statement("the sky is blue").fault
    'unreadable'
    """
    found = match_template(load_templates("statements.yaml", whole=True), text)
    text = " ".join(text.split()).rstrip(" .")
    if found is None:
        return Reading(text, fault="unreadable", why="it matches no known wording")
    phrase, fit = found
    entry = phrase.entry
    words = entry["means"].split()
    negative = words[0] == "not"
    form = _filled(words[1:] if negative else words, fit)
    points = tuple(
        dict.fromkeys([*fit.points.values(), *(p for ps in fit.lists.values() for p in ps)])
    )
    number = next(iter(fit.numbers.values()), "")
    opens = tuple(" ".join(_filled(other.split(), fit).words) for other in entry.get("from", ()))
    if form.missing:
        return Reading(
            text, points=tuple(fit.points.values()), fault="placeholder", number=number,
            why=f"it has {form.missing} where a number belongs",
        )  # fmt: skip
    fault, why = _repeated(entry.get("distinct", ()), fit)
    statement = None
    try:
        statement = None if fault else parse_statement(" ".join(form.words))
    except DegenerateStatementError as error:
        fault, why = _degenerate_fault(form.words, str(error.message))
    except StatementError as error:
        fault, why = "unreadable", error.message
    written = tuple(_parsed(other, fit) for other in entry.get("written", ()))
    return Reading(
        text, statement, negative, points, fault, why, opens,
        tuple(one for one in written if one is not None), entry.get("loses", ""), number,
        bool(entry.get("carries")),
    )  # fmt: skip


def read_sentence(text: str) -> ConstructionSentence:
    """Read one sentence of a construction.

    Examples
    --------
    >>> read_sentence("From a point A, builds B with an integer distance 15 from A to B.").clause
    'lconst B A 15'
    >>> read_sentence("Given nothing, dreams of a point.").lost
    'it matches no known wording'
    """
    found = match_template(load_templates("sentences.yaml", whole=False), text)
    if found is None:
        return ConstructionSentence(text, lost="it matches no known wording")
    phrase, fit = found
    entry = phrase.entry
    if "call" in entry:
        form = _filled(entry["call"].split(), fit)
        placed = _placed(entry["call"].split(), fit)
        taken = tuple(dict.fromkeys(p for p in fit.points.values() if p not in placed))
        if form.missing:
            return ConstructionSentence(
                text, "", placed, taken, lost=f"it has {form.missing} where a number belongs"
            )
        bare = " ".join(_filled(entry["bare"].split(), fit).words) if "bare" in entry else ""
        return ConstructionSentence(text, " ".join(form.words), placed, taken, bare=bare)
    placed = tuple(fit.points[name] for name in entry["places"].split())
    taken = tuple(dict.fromkeys(p for p in fit.points.values() if p not in placed))
    given: list[Statement] = []
    for spelled in entry["gives"]:
        form = _filled(spelled.split(), fit)
        if form.missing:
            return ConstructionSentence(
                text, "", placed, taken, lost=f"it has {form.missing} where a number belongs"
            )
        try:
            given.append(parse_statement(" ".join(form.words)))
        except StatementError as error:
            return ConstructionSentence(text, "", placed, taken, lost=error.message)
    return ConstructionSentence(text, "", placed, taken, tuple(given))


def _placed(words: Sequence[str], fit: TemplateMatch) -> tuple[str, ...]:
    from geoengine.catalogue import load_constructions

    construction = load_constructions()[words[0]]
    names = dict(zip(construction.order or construction.letters, words[1:], strict=False))
    return tuple(fit.points[names[place]] for place in construction.places)


def _filled(words: Sequence[str], fit: TemplateMatch) -> _Form:
    """Fill in the words of a formal spelling."""
    form = _Form([words[0]])
    for word in words[1:]:
        if word.startswith("*"):
            form.words += fit.lists[word[1:]]
        elif word in fit.numbers:
            number = fit.numbers[word]
            if number in {"?", "FRACTION"} or number.upper() == _LOST_ANGLE:
                form.missing = number
            form.words.append(number)
        else:
            form.words.append(fit.points.get(word, word))
    return form


def _parsed(spelled: str, fit: TemplateMatch) -> Statement | None:
    try:
        return parse_statement(" ".join(_filled(spelled.split(), fit).words))
    except StatementError:
        return None


def _degenerate_fault(words: Sequence[str], message: str) -> tuple[str, str]:
    """The fault of a degenerate statement, as in `Reading.fault`, and the reason in words."""
    name, points = words[0], words[1:]
    pairs = [points[k : k + 2] for k in range(0, len(points) - 1, 2)]
    if name in {"cong", "eqratio", "lconst", "rconst"}:
        zero = [pair for pair in pairs if len(set(pair)) < 2]
        if zero:
            return "zero_length", f"the segment {''.join(zero[0])} has no length"
        return "identity", "both sides are the same"
    if name in {"para", "perp"}:
        zero = [pair for pair in pairs if len(set(pair)) < 2]
        if zero:
            return "degenerate", f"the line {''.join(zero[0])} has one point only"
        return "identity", "both lines are the same"
    if name == "eqangle" and "identity" in message:
        return "identity", "both angles are the same"
    if name == "eqangle" and "reverse" in message:
        why = "an angle and its reverse: it means only that the lines are parallel or perpendicular"
        return "degenerate", why
    if name.startswith(("simtri", "contri", "sameclock")) and "found one" in message:
        return "identity", "both triangles are the same"
    return "degenerate", message


def _repeated(groups: Sequence[str], fit: TemplateMatch) -> tuple[str, str]:
    """The fault and the reason where points that must differ are equal; empty texts if none are."""
    for group in groups:
        named = [fit.points[letter] for letter in group.split()]
        if len(set(named)) < len(named):
            return "degenerate", f"{''.join(named)} names one point twice"
    return "", ""
