"""Checks of the values in a record: that of its goal, and areas and perimeters."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from geoengine.catalogue import Language
from geoengine.language import Surd, as_complex, join_points, write
from geoengine.verify.figures.precise import DIGITS
from geoengine.verify.problems.claimed_answer import exact_text, read_claim
from geoengine.verify.problems.quantity import Quantity
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.proofs.replaying import replay
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord
from geoengine.verify.records.wording_check import asked_in

__all__ = ["judge_measurements", "judge_value"]

_MEASURED = re.compile(r"(area|perimeter)((?: [A-Za-z][A-Za-z0-9_']*){3,}) (.+)")
_ASKED: dict[str, dict[Language, str]] = {
    "area": {"en": "area", "zh": "面积"},
    "perimeter": {"en": "perimeter", "zh": "周长"},
}
_SAME = 1e-9
_AGREE = 40
"""Digits to which a value has to agree with that computed from the lengths."""

Lengths = Mapping[frozenset[str], Fraction]
"""Squares of lengths by the ends of the segment."""


def judge_value(record: JudgedRecord) -> Confirmed:
    """Check that the answer is the goal's exact value, if it has one, and absent otherwise.

    Raises
    ------
    ClaimError
        If it is not.
    """
    answer, value = record.data["answer"], record.goal.value
    if value is None:
        if answer is not None:
            raise ClaimError(f"the goal has no value, but the answer is {str(answer)[:60]!r}")
        return Confirmed("the goal has no value, and there is no answer")
    if not isinstance(answer, str):
        raise ClaimError(f"{write(record.goal)} is asked for, but there is no answer")
    import sympy

    angle = isinstance(value, Fraction)
    claimed = read_claim(answer, degrees=angle).number
    expected = value * 180 if isinstance(value, Fraction) else value.square
    rational = sympy.Rational(expected.numerator, expected.denominator)
    exact = rational if angle else sympy.sqrt(rational)
    if not (claimed - exact).equals(0):
        raise ClaimError(f"the answer {answer[:60]} is not the value in {write(record.goal)}")
    return Confirmed(f"the answer {answer} is right", {"answer": answer})


def judge_measurements(record: JudgedRecord) -> Confirmed:
    """Check that areas and perimeters follow from proved lengths and agree with the picture.

    Raises
    ------
    ClaimError
        If one does not, or is listed twice.
    """
    texts = [_measured(record, entry) for entry in record.data["measurements"]]
    if len(set(texts)) < len(texts):
        raise ClaimError("a measurement is listed twice")
    return Confirmed("; ".join(texts) or "there are no measurements", {"measurements": texts})


def _measured(record: JudgedRecord, entry: Mapping[str, Any]) -> str:
    """Judge a measurement, with a cache for other records of the problem."""
    text = json.dumps(entry, sort_keys=True)
    picture = record.figures.seed

    def judged() -> str | ClaimError:
        try:
            return _judge_measurement(record, entry)
        except ClaimError as error:
            return error

    found = record.drawn.once(("measurement", text, picture), judged)
    if isinstance(found, ClaimError):
        raise found
    return found


def _judge_measurement(record: JudgedRecord, entry: Mapping[str, Any]) -> str:
    read = _MEASURED.fullmatch(entry["goal"])
    if read is None:
        raise ClaimError(f"expected an area or a perimeter, found {str(entry['goal'])[:60]!r}")
    kind, corners, value = read[1], tuple(read[2].split()), read[3]
    quantity = Quantity.parse(f"{kind}{read[2]}")
    if value != entry["answer"]:
        raise ClaimError(f"{quantity} is {value} in the goal, but the answer is {entry['answer']}")
    for language, text in record.texts("problem", entry).items():
        sentence = asked_in(record, text, language)
        if _ASKED[kind][language] not in sentence or join_points(corners) not in sentence:
            raise ClaimError(f"{sentence[:60]!r} does not ask for {quantity}")
    _judge_number(record, quantity, value, _lengths(record, entry, quantity))
    return f"{quantity} = {value}"


def _lengths(record: JudgedRecord, entry: Mapping[str, Any], quantity: Quantity) -> Lengths:
    """The squares of the lengths that it is computed from, each given or proved."""
    premises = [s for s in record.premises if s.predicate == "lconst"]
    proofs = [read_proof(data) for data in entry["lengths"]]
    count = len({step.conclusion for proof in proofs for step in proof.steps})
    if entry["steps"] != count:
        raise ClaimError(
            f"its lengths take {count} steps, but {entry['steps']} according to the record"
        )
    for proof in proofs:
        found = replay(
            proof, given=record.premises, settings=[record.drawn.picture(record.figures.seed)],
            budget=record.figures.budget, ask_z3=False,
        )  # fmt: skip
        if found.bad is not None:
            where = f"step {found.bad.number}" if found.bad.number else "the proof"
            what = f"{where} of the length {write(proof.goal)}"
            raise ClaimError(f"{what} does not follow: {found.bad.missing}")
        if proof.goal.predicate != "lconst":
            raise ClaimError(f"{write(proof.goal)} is not a length")
        premises.append(proof.goal)
    known = {frozenset(s.points): s.value.square for s in premises if isinstance(s.value, Surd)}
    corners = quantity.points
    sides = list(map(frozenset, zip(corners, (*corners[1:], corners[0]), strict=True)))
    missing = [side for side in sides if side not in known]
    diagonals = [frozenset(corners[::2]), frozenset(corners[1::2])] if len(corners) == 4 else []
    if quantity.kind == "area" and diagonals and known.keys().isdisjoint(diagonals):
        # The sides alone do not determine it.
        missing += diagonals
    if missing:
        ends = join_points(sorted(missing[0]))
        raise ClaimError(f"the length {ends} is neither given nor proved")
    return known


def _judge_number(record: JudgedRecord, quantity: Quantity, value: str, lengths: Lengths) -> None:
    """Check that a number follows from the lengths to forty digits, and agrees with the picture."""
    import sympy
    from mpmath import mp

    setting = record.drawn.picture(record.figures.seed)
    z, points = as_complex(setting.xy), setting.points
    with mp.workdps(DIGITS):
        if quantity.kind == "perimeter":
            number = _perimeter(quantity.points, lengths)
        else:
            number = _area(quantity.points, lengths, dict(zip(points, z[0], strict=True)))
        claimed = mp.mpf(str(sympy.N(read_claim(value).number, DIGITS)))
        off = abs(claimed - number) > max(abs(number), 1) * mp.mpf(10) ** -_AGREE
    if off:
        raise ClaimError(f"{quantity} is {exact_text(number)}, not {value}")
    drawn = quantity.measured(z, points)
    if (np.abs(drawn - float(number)) > _SAME * float(number)).any():
        raise ClaimError(f"{quantity} is {drawn[0]:.9g} in the picture, not {value}")


def _perimeter(corners: tuple[str, ...], lengths: Lengths) -> Any:
    """The sum of the sides, as a number of mpmath."""
    return sum(
        _root(lengths[frozenset(side)])
        for side in zip(corners, (*corners[1:], corners[0]), strict=True)
    )


def _area(corners: tuple[str, ...], lengths: Lengths, place: Mapping[str, Any]) -> Any:
    """The area of a triangle or quadrilateral by Heron's formula, as a number of mpmath.

    The signs of the two triangles of a quadrilateral are from their orientation in the picture.
    """
    if len(corners) == 4:
        a, b, c, d = corners
        cut = [(a, b, c), (a, c, d)] if frozenset((a, c)) in lengths else [(a, b, d), (b, c, d)]
    else:
        cut = [(corners[0], corners[1], corners[2])]
    total = 0
    for triangle in cut:
        x, y, z = (lengths[frozenset(side)] for side in combinations(triangle, 2))
        p, q, r = (place[corner] for corner in triangle)
        around = p.conjugate() * q + q.conjugate() * r + r.conjugate() * p
        turn = 1 if around.imag > 0 else -1
        total += turn * _root((x + y + z) ** 2 - 2 * (x * x + y * y + z * z)) / 4
    return abs(total)


def _root(number: Fraction) -> Any:
    from mpmath import mp

    return mp.sqrt(mp.mpf(number.numerator) / number.denominator)
