"""Scoring of drafts: any right construction passes, and the reason of a refusal is right."""

import collections

import pytest
from draft_answers import alternatives, spoilt

from geoengine.evaluate import judge_draft
from geoengine.families.drafting import load_seeds

SEEDS = list(load_seeds())


def check_alternatives(names):
    kinds, wrong = collections.Counter(), []
    for name in names:
        for kind, answer, response in alternatives(name):
            found = judge_draft(response, answer)
            kinds[kind] += 1
            if not found.right:
                wrong.append((name, kind, found.outcome, found.reason, response))
    assert not wrong
    return kinds


def check_spoilt(names):
    kinds, wrong = collections.Counter(), []
    for name in names:
        for response, answer, outcomes in spoilt(name):
            found = judge_draft(response, answer)
            kinds[found.outcome] += 1
            if found.outcome not in outcomes or not found.reason:
                wrong.append((name, outcomes, found.outcome, found.reason, response))
    assert not wrong
    return kinds


def test_right_constructions_pass_whatever_the_method():
    assert len(check_alternatives(SEEDS[::40])) >= 3


def test_spoilt_constructions_are_refused_with_the_reason():
    assert check_spoilt(SEEDS[::40]).keys() >= {"given", "syntax", "unknown", "missing"}


@pytest.mark.slow(seconds=90)
def test_hundreds_of_right_constructions_pass():
    kinds = check_alternatives(SEEDS)
    assert sum(kinds.values()) >= 200, kinds


@pytest.mark.slow(seconds=90)
def test_hundreds_of_spoilt_constructions_are_refused_with_the_reason():
    kinds = check_spoilt(SEEDS)
    assert sum(kinds.values()) >= 400, kinds
