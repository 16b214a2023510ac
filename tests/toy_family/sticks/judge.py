"""What judges the items of the family: it reads the question, and shares no code with the maker."""

import re

from geoengine.verify import Finding, Level


def judge_total(data, budget, prover):
    """Add the lengths that the question tells."""
    lengths = map(int, re.findall(r"[A-D]{2} = (\d+)", data["question"]))
    return [verdict(str(sum(lengths)), data["answer"]["exact"])]


def judge_longest(data, budget, prover):
    """Look for the largest length that the question tells."""
    told = re.findall(r"([A-D]{2}) = (\d+)", data["question"])
    longest = max(told, key=lambda pair: int(pair[1]))[0]
    return [verdict(longest, data["answer"]["options"][data["answer"]["key"] - 1])]


def verdict(right, claimed):
    """Compare what is right with what the item claims."""
    if right == claimed:
        return Finding("answer", Level.GOOD, f"the answer {claimed} is right")
    return Finding("answer", Level.WRONG, f"the answer is {right}, not {claimed}")


JUDGES = {"total": judge_total, "longest": judge_longest}
