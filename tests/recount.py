"""Recomputes the numbers of a report from its responses and the split, without sharing code.

Also a script: ``python tests/recount.py SPLIT REPORT``.
"""

import csv
import json
import math
import statistics
import sys
from collections import Counter, defaultdict
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
from scipy import stats

from geoengine.catalogue import load_scenes

LEVELS = {
    "numerical_perception": 1,
    "structural_perception": 1,
    "subgoal_decomposition": 2,
    "premise_filtering": 2,
    "theorem_selection": 3,
    "faulty_branch": 4,
}
SHORT = dict(zip(LEVELS, ("N.P.", "S.P.", "S.D.", "I.P.F.", "T.S.", "F.B.L."), strict=True))
SHORT["solving"] = "Solving"


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Recount:
    """Each method is named after a table, and yields the keys and numbers of its rows."""

    def __init__(self, split, report):
        self.items = {item["id"]: item for item in lines(split / "items.jsonl")}
        self.problems = {}
        for record in lines(split / "problems.jsonl"):
            self.problems[record["id"]] = record
            for measured in record["measurements"]:
                self.problems[measured["id"]] = {"scene": record["scene"], **measured}
        self.rows = read(report / "responses.csv")
        self.runs = defaultdict(dict)
        for row in self.rows:
            name = (row["model"], row["variant"], row["run"])
            self.runs[name][row["id"]] = row["right"] == "1"
        self.tasks = {row["id"]: row["task"] for row in self.rows}
        self.names = dict.fromkeys(name[:2] for name in self.runs)
        self.rng = np.random.default_rng(123)

    def of(self, name, task):
        return [right for key, right in self.runs[name].items() if self.tasks[key] == task]

    def means(self, model, variant, task):
        found = [self.of(name, task) for name in self.runs if name[:2] == (model, variant)]
        return [statistics.fmean(rights) for rights in found if rights]

    def interval(self, values):
        """Return bootstrap bounds over problems, and their tolerance."""
        groups = defaultdict(list)
        for key, value in values.items():
            item = self.items.get(key)
            groups[item["meta"]["problem"] if item else key.rpartition("-")[0]].append(value)
        sums = np.array([(sum(found), len(found)) for found in groups.values()], dtype=float)
        drawn = sums[self.rng.integers(len(sums), size=(2000, len(sums)))].sum(axis=1)
        means = drawn[:, 0] / drawn[:, 1]
        low, high = np.percentile(means, [2.5, 97.5])
        off = 0.3 * means.std() + 1 / len(values)
        return {"low": (low, off), "high": (high, off)}

    def accuracy(self):
        for name, rights in self.runs.items():
            for task in dict.fromkeys(self.tasks[key] for key in rights):
                own = {key: right for key, right in rights.items() if self.tasks[key] == task}
                n, k = len(own), sum(own.values())
                told = {"questions": n, "right": k, "accuracy": k / n, **self.interval(own)}
                if task != "solving":
                    chance = [math.comb(n, j) * 3 ** (n - j) / 4**n for j in range(n + 1)]
                    p = sum(q for q in chance if q <= chance[k] * (1 + 1e-7))
                    told |= {"level": LEVELS[task], "gain": k / n - 0.25, "p against chance": p}
                yield (*name, task), told

    def by_task(self):
        for model, variant in self.names:
            told = {}
            for task, short in SHORT.items():
                means = self.means(model, variant, task)
                if means:
                    told[f"{short} acc"] = statistics.fmean(means)
                    if task != "solving":
                        told[f"{short} Δ"] = told[f"{short} acc"] - 0.25
            yield (label(model, variant),), told

    def levels(self):
        for model, variant in self.names:
            told = {}
            for level in range(1, 5):
                shares = [
                    statistics.fmean(own)
                    for name, rights in self.runs.items()
                    if name[:2] == (model, variant)
                    and (
                        own := [r for k, r in rights.items() if LEVELS.get(self.tasks[k]) == level]
                    )
                ]
                if shares:
                    told[f"level {level}"] = statistics.fmean(shares)
            means = [self.means(model, variant, task) for task in LEVELS]
            if all(means):
                told["mean of tasks"] = statistics.fmean(map(statistics.fmean, means))
            yield (label(model, variant),), told

    def repeated(self):
        for model, variant in self.names:
            found = {
                short: means
                for task, short in SHORT.items()
                if len(means := self.means(model, variant, task)) > 1
            }
            if found:
                yield (label(model, variant),), found

    def repeats(self):
        for key, found in self.repeated():
            told = {}
            for short, means in found.items():
                student = stats.t(len(means) - 1).ppf(0.975)
                half = student * statistics.stdev(means) / math.sqrt(len(means))
                told[short] = f"{100 * statistics.fmean(means):.2f}±{100 * half:.2f}"
            yield key, told

    def confidence_scores(self):
        for key, found in self.repeated():
            yield (
                key,
                {
                    short: 1 - statistics.stdev(means) / statistics.fmean(means)
                    for short, means in found.items()
                },
            )

    def samples(self):
        for model, variant in self.names:
            samples, groups = defaultdict(list), defaultdict(list)
            for name, rights in self.runs.items():
                for key, right in rights.items() if name[:2] == (model, variant) else ():
                    samples[key].append(right)
            for key in samples:
                groups["all", ""].append(key)
                groups["level", str(LEVELS.get(self.tasks[key], "none"))].append(key)
            for group, keys in groups.items():
                if group == ("all", "") or len(groups) > 2:
                    means = {key: statistics.fmean(samples[key]) for key in keys}
                    told = {
                        "questions": len(keys), "pass@1": statistics.fmean(means.values()),
                        "samples": sum(len(samples[key]) for key in keys) / len(keys),
                        "in some": sum(any(samples[key]) for key in keys) / len(keys),
                        "in all": sum(all(samples[key]) for key in keys) / len(keys),
                    }  # fmt: skip
                    off = defaultdict(float)
                    for key in keys:
                        item = self.items.get(key)
                        about = item["meta"]["problem"] if item else key.rpartition("-")[0]
                        off[about] += means[key] - told["pass@1"]
                    if (count := len(off)) > 1:
                        squares = sum(value * value for value in off.values())
                        told["standard error"] = math.sqrt(count / (count - 1) * squares) / len(
                            keys
                        )
                    yield (label(model, variant), *group), told

    def outcomes(self):
        counts = defaultdict(Counter)
        for row in self.rows:
            counts[row["model"], row["variant"], row["run"]][row["outcome"]] += 1
        seen = {outcome for count in counts.values() for outcome in count}
        for name, count in counts.items():
            yield name, {outcome: count[outcome] for outcome in seen}

    def first(self, model, variant):
        return next(name for name in self.runs if name[:2] == (model, variant))

    def compared(self, one, other, names, task=None):
        """Return the numbers of two runs on the questions that both answered."""
        both = {
            key: (self.runs[one][key], self.runs[other][key])
            for key in self.runs[one]
            if key in self.runs[other] and task in (None, self.tasks[key])
        }
        gained = sum(b and not a for a, b in both.values())
        lost = sum(a and not b for a, b in both.values())
        tail = sum(math.comb(gained + lost, k) for k in range(min(gained, lost) + 1))
        return {
            "questions": len(both),
            names[0]: statistics.fmean(a for a, _ in both.values()),
            names[1]: statistics.fmean(b for _, b in both.values()),
            "difference": (gained - lost) / len(both),
            "p": min(1.0, 2 * tail / 2 ** (gained + lost)),
            **self.interval({key: b - a for key, (a, b) in both.items()}),
        }

    def comparisons(self):
        told = {}
        for one, other in combinations(self.names, 2):
            if one[1] == other[1]:
                pair = (self.first(*one), self.first(*other))
                key = tuple(label(*name[:2]) + f" #{name[2]}" * bool(name[2]) for name in pair)
                told[key] = self.compared(*pair, ("first acc", "second acc"))
        ordered = sorted(numbers["p"] for numbers in told.values())
        for key, numbers in told.items():
            q = [p * len(ordered) / k for k, p in enumerate(ordered, 1) if p >= numbers["p"]]
            yield key, {**numbers, "p adjusted": min(1.0, *q)}

    def variants(self):
        for model in dict.fromkeys(model for model, _ in self.names):
            own = [variant for name, variant in self.names if name == model and variant]
            for pair in combinations(own, 2):
                runs = [self.first(model, variant) for variant in pair]
                for task in SHORT:
                    if set(self.runs[runs[0]]) & set(self.runs[runs[1]]) & self.asked(task):
                        told = self.compared(*runs, ("first acc", "second acc"), task)
                        yield (model, *pair, task), told

    def asked(self, task):
        return {key for key, own in self.tasks.items() if own == task}

    def against_plain(self, variant):
        for model, own in self.names:
            if own == variant and (model, "") in self.names:
                pair = (self.first(model, ""), self.first(model, variant))
                for task in SHORT:
                    if all(self.of(name, task) for name in pair):
                        yield (model, task), self.compared(*pair, ("plain", "variant"), task)

    def correlations(self):
        for variant in dict.fromkeys(variant for _, variant in self.names):
            models = [model for model, own in self.names if own == variant]
            for task in LEVELS:
                pairs = [
                    (statistics.fmean(one), statistics.fmean(solved))
                    for model in models
                    if (one := self.means(model, variant, task))
                    and (solved := self.means(model, variant, "solving"))
                ]
                if len(pairs) > 2:
                    yield (variant, task), correlated(*zip(*pairs, strict=True))

    def breakdown(self):
        topics = {scene.name: scene.topic for scene in load_scenes().values()}
        found, values = {}, defaultdict(set)
        for name, rights in self.runs.items():
            parts = found[name] = defaultdict(dict)
            for key, right in rights.items():
                item = self.items.get(key)
                about = item["meta"] if item else self.problems[key]
                scene = (item or self.problems[key])["scene"]
                steps = about.get("proof_steps", about.get("steps"))
                ends = {3: "1 to 3", 6: "4 to 6", 10: "7 to 10", math.inf: "11"}
                length = "no proof" if steps is None else next(
                    f"{said} steps{' and more' * (said == '11')}"
                    for most, said in ends.items() if steps <= most
                )  # fmt: skip
                parts["tier", f"tier {about['tier']}"][key] = right
                parts["topic", topics.get(scene, "other")][key] = right
                parts["length", length][key] = right
                form = f"{item['task']}: {about.get('form', 'plain')}" if item else "solving"
                parts["form", form][key] = right
            for aspect, value in parts:
                values[aspect].add(value)
        # What is the same for all questions is left out.
        shown = [(n, p, own) for n, parts in found.items() for p, own in parts.items()]
        for name, part, own in shown:
            if len(values[part[0]]) > 1:
                n, k = len(own), sum(own.values())
                told = {"questions": n, "right": k, "accuracy": k / n, **self.interval(own)}
                yield (*name, *part), told

    def distractors(self):
        offered, chosen = Counter(), Counter()
        for row in self.rows:
            if row["outcome"] != "answered" or row["task"] == "solving":
                continue
            certificate = self.items[row["id"]]["certificate"]
            for option in certificate["options"]:
                if not option.get("correct"):
                    for kind in kinds(option, certificate):
                        key = (row["model"], row["variant"], row["run"], row["task"], *kind)
                        offered[key] += 1
                        chosen[key] += str(option["option"]) == row["chosen"]
        for key, count in offered.items():
            alike = [other for other in offered if other[:5] == key[:5]]
            offers = count / sum(offered[other] for other in alike)
            errors = sum(chosen[other] for other in alike)
            told = {"offered": count, "chosen": chosen[key], "share of offers": offers}
            if errors:
                share = chosen[key] / errors
                told |= {"share of errors": share, "attraction": share / offers}
            yield key, told

    def table(self, name):
        if name.startswith("variant_"):
            (variant,) = [v for _, v in self.names if v and name == f"variant_{v}"]
            return dict(self.against_plain(variant))
        return dict({"tasks": self.by_task}.get(name, getattr(self, name, None))())


def label(model, variant):
    return f"{model} ({variant})" if variant else model


def correlated(one, other):
    told = {"models": len(one)}
    if len(set(one)) > 1 and len(set(other)) > 1:
        rho = stats.spearmanr(one, other).statistic
        orders = [stats.spearmanr(order, other).statistic for order in permutations(one)]
        told["ρ"] = rho
        told["p"] = statistics.fmean(abs(found) >= abs(rho) - 1e-9 for found in orders)
        if len(one) > 3 and abs(rho) < 1 - 1e-12:
            width = 1.959963984540054 * math.sqrt((1 + rho * rho / 2) / (len(one) - 3))
            told["low"] = math.tanh(math.atanh(rho) - width)
            told["high"] = math.tanh(math.atanh(rho) + width)
    return told


def kinds(option, certificate):
    default = "rule" if "rule" in option else "none"
    yield "evidence", option.get("evidence", default)
    said = option.get("statements") or [option.get("statement")]
    if any(said):
        yield "predicate", " ".join(sorted({text.split()[0] for text in said if text}))
    if isinstance(certificate.get("design"), str):
        yield "design", certificate["design"]


def mistakes(split, report, tables=()):
    """Describe every number of the given tables (by default all) that differs from its recount."""
    recount = Recount(split, report)
    compared = 0
    for path in sorted((report / "csv").glob("*.csv")):
        if path.stem.startswith("process") or (tables and path.stem not in tables):
            continue
        told = recount.table(path.stem)
        rows = read(path)
        width = len(next(iter(told), ()))
        found = {tuple(row.values())[:width]: dict(list(row.items())[width:]) for row in rows}
        if len(found) != len(rows) or found.keys() != told.keys():
            yield f"{path.stem}: other rows: {sorted(found.keys() ^ told.keys())}"
            continue
        if not rows:
            yield f"{path.stem}: no rows"
        compared += 1
        for key, row in found.items():
            for column in row.keys() | told[key].keys():
                said, wanted = row.get(column, ""), told[key].get(column, "")
                if not agree(said, wanted):
                    yield f"{path.stem}, {key}, {column}: {said!r}, expected {wanted!r}"
    if not compared:
        yield "no table was compared"


def agree(said, wanted):
    if isinstance(wanted, str):
        return said == wanted
    value, off = wanted if isinstance(wanted, tuple) else (wanted, 1e-9 * max(1, abs(wanted)))
    return said != "" and abs(float(said) - value) <= off


if __name__ == "__main__":
    wrong = list(mistakes(*map(Path, sys.argv[1:3])))
    print("\n".join(wrong) or "every number is right")
    sys.exit(bool(wrong))
