"""The compiled kernel: it is used where it can be, and gives the same results as numpy."""

import json
import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_scenes import random_problem

from geoengine import kernel
from geoengine.catalogue import load_rules
from geoengine.deduction import Limits, certificate, lay_groundwork, orbits
from geoengine.deduction.agenda import WIDTH, Forms
from geoengine.deduction.angle_classes import _classed
from geoengine.deduction.certificate import EquationSystem
from geoengine.deduction.compiled_rule import compile_rules
from geoengine.deduction.constants import LATTICE
from geoengine.deduction.divided_angles import keys_of
from geoengine.deduction.exact_values import proportions
from geoengine.deduction.frame import Frame, classify
from geoengine.deduction.halves import find_halves, join_halves
from geoengine.deduction.instances import Grounding, Instances
from geoengine.deduction.known_facts import statement_codes
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.random_source import RandomSource
from geoengine.deduction.residues import PRIME
from geoengine.deduction.sines import equal_differences
from geoengine.deduction.spanning_forest import SpanningForest, useful_edges
from geoengine.deduction.table_equations import _in_order, _OtherEquations
from geoengine.deduction.table_transfers import _in_one, equal_in_one
from geoengine.deduction.true_relations import BISECTOR, LISTED, Relations
from geoengine.errors import PlacementError
from geoengine.graph import deduce
from geoengine.language import PREDICATES
from geoengine.scene import load_problem, place

FOLDER = Path(kernel.__file__).parent
COMPILER = (sysconfig.get_config_var("CC") or "").partition(" ")[0]
needs_kernel = pytest.mark.skipif(
    kernel.why_missing() is not None, reason=f"the kernel is {kernel.why_missing()}"
)


@pytest.mark.program(COMPILER)
def test_the_kernel_is_used_where_there_is_a_compiler(monkeypatch):
    monkeypatch.delenv("GEOENGINE_COMPILED", raising=False)
    assert kernel.why_missing.__wrapped__() is None


def test_the_version_says_whether_the_kernel_is_used():
    answer = subprocess.run(
        [sys.executable, "-m", "geoengine", "--version"],
        env={"GEOENGINE_COMPILED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.endswith("\nkernel: switched off by GEOENGINE_COMPILED=0\n")


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A copy of the kernel's sources, which stands for the real ones."""
    for path in FOLDER.iterdir():
        if path.suffix in {".pyx", ".pxd"}:
            shutil.copy(path, tmp_path)
    monkeypatch.delenv("GEOENGINE_COMPILED", raising=False)
    monkeypatch.setattr(kernel, "_FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["later.pyx", "classes.pyx", "classes.pxd"])
def test_a_kernel_of_other_sources_is_not_used(copied, name):
    missing = kernel.why_missing.__wrapped__
    assert missing() == "not compiled"
    (copied / "built.json").write_text(json.dumps(kernel.describe_build(copied)))
    assert missing() is None
    with (copied / name).open("a") as file:
        file.write("# another loop\n")
    assert missing().startswith("compiled from other sources")


@needs_kernel
@given(
    st.integers(0, 2**32),
    st.integers(0, 300),
    st.integers(1, 8),
    st.sampled_from([3, 40, 10_000]),
    st.sampled_from([1, 6]),
    st.booleans(),
)
def test_classes_are_the_same(seed, rows, columns, different, power, grouped):
    random = np.random.default_rng(seed)
    features = random.integers(0, different, size=(rows, columns)) / different
    # Powers crowd near zero.
    features = features**power + 1e-9 * random.random((rows, columns))
    within = random.integers(-1, 3, size=rows) if grouped else None
    labels = classify(features, within)
    with kernel.in_numpy():
        assert classify(features, within).tolist() == labels.tolist()


def both(work):
    """The result of some work with the kernel, and without."""
    ours = work()
    with kernel.in_numpy():
        return ours, work()


def everything(problem, diagram):
    """The instances of all rules, the rounds in which they fired, and what follows."""
    graph = deduce(problem, diagram=diagram)
    work, closure = graph.deduction.groundwork, graph.deduction.closure
    return (
        [(one.compiled.rule.id, one.rows.tolist(), one.truncated) for one in work.groundings],
        [fired.tolist() for fired in closure.fired],
        [str(statement) for statement in graph.deduction.ranked()],
        graph.deduction.lengths,
        graph.stop_reason,
    )


def placed(seeds):
    """Random problems, as far as there are any that can be placed, with their figures."""
    for seed in seeds:
        problem = random_problem(seed)
        try:
            if problem is not None:
                yield problem, place(problem, seed=seed)
        except PlacementError:
            continue


def compared(seeds):
    """Compare figures of random problems; return the numbers of figures and of instances."""
    figures = instances = 0
    for problem, diagram in placed(seeds):
        ours, theirs = both(lambda: everything(problem, diagram))  # noqa: B023
        assert ours == theirs, str(problem)
        figures += 1
        instances += sum(len(rows) for _, rows, _ in ours[0])
    return figures, instances


@needs_kernel
def test_all_that_follows_is_the_same():
    figures, instances = compared(range(24))
    assert figures >= 16
    assert instances >= 4000


@needs_kernel
@pytest.mark.parametrize("loose", [False, True])
def test_all_true_relations_are_the_same(loose):
    listed = 0
    for problem, diagram in placed(range(12)):

        def lists():
            relations = Relations(Frame(diagram.xy, loose))  # noqa: B023
            three, six = {"coll", "midp"}, {"simtri", "simtrir", "contri", "contrir"}
            kinds = {name: 3 if name in three else 6 if name in six else 4 for name in LISTED}
            rows = [
                relations.listed(name, count).tolist()
                for name, count in [*kinds.items(), ("circle", 5)]
            ]
            frame = relations.frame
            classes = [frame.direction, frame.length, frame.right_angle_to, frame.line]
            return [*rows, relations.matching(*BISECTOR).tolist(), *map(np.ndarray.tolist, classes)]

        ours, theirs = both(lists)
        assert ours == theirs, str(problem)
        listed += sum(map(len, ours))
    assert listed >= 1000


@needs_kernel
@pytest.mark.slow(seconds=275, each=True)
@pytest.mark.parametrize("first", range(1000, 11_000, 2500))
def test_all_that_follows_is_the_same_in_many_figures(first):
    figures, _ = compared(range(first, first + 2500))
    assert figures >= 1750


def listed(xy, limits=None):
    """The instances of all rules in a figure, and whether a limit cut them, by rule."""
    rules = list(load_rules().values())
    work = lay_groundwork(xy, rules, limits or Limits())
    return {one.compiled.rule.id: (one.rows.tolist(), one.truncated) for one in work.groundings}


@needs_kernel
@pytest.mark.parametrize("limits", [{"instances": 40}, {"instances": 7}, {"relations": 30}])
def test_limits_cut_the_same_instances(limits):
    diagram = place(random_problem(8), seed=8)
    ours, theirs = both(lambda: listed(diagram.xy, Limits(**limits)))
    assert ours == theirs
    assert any(truncated for _, truncated in ours.values())


@needs_kernel
@pytest.mark.parametrize(
    ("instances", "cut"), [(40, True), (71, True), (72, False), (400, False), (2_000_000, False)]
)
def test_limits_cut_the_same_where_relations_have_unequally_many_extensions(instances, cut):
    # Lines through a common point: a spelling that begins with it goes on in more ways.
    clauses = "a = free; " + "; ".join(f"b{k} = free; c{k} = on_line a b{k}" for k in range(12))
    diagram = place(load_problem(clauses))
    ours, theirs = both(lambda: listed(diagram.xy, Limits(instances=instances)))
    assert ours == theirs
    assert [ours[rule][1] for rule in ("menelaus", "ceva")] == [cut] * 2


@needs_kernel
def test_joins_that_begin_with_exchanged_relations_once_list_the_same_instances(monkeypatch):
    # Pappus's, Menelaus's and Ceva's theorems, with many points on each side of a triangle.
    clauses = "a b c = triangle; " + "; ".join(
        f"{name}{k} = on_line {side}"
        for name, side in (("d", "a b"), ("e", "b c"))
        for k in range(4)
    )
    clauses += (
        "; x = intersection_ll d0 e1 d1 e0; y = intersection_ll d0 e2 d2 e0"
        "; z = intersection_ll d1 e2 d2 e1; f0 = intersection_ll d0 e0 a c"
        "; f1 = intersection_ll d1 e1 a c; p = intersection_ll c d3 a e3"
        "; f2 = intersection_ll b p a c"
    )
    xy = place(load_problem(clauses)).xy
    begun = [
        rule.rule.id
        for rule in compile_rules(tuple(load_rules().values()))
        if rule.start.patterns and rule.start.step(0).exchanges is not None
    ]
    assert {"menelaus", "ceva", "pappus"} <= set(begun)
    ours, theirs = both(lambda: listed(xy))
    assert ours == theirs
    assert all(ours[rule][0] for rule in ("menelaus", "ceva", "pappus"))
    # The same as joins that begin with all relations.
    monkeypatch.setattr(orbits, "_MANY", 10**9)
    assert listed(xy) == ours


@needs_kernel
def test_few_relations_may_be_joined_once_too(monkeypatch):
    instances = 0
    for problem, diagram in placed(range(24)):
        found = []
        for many in (1, 10**9):
            monkeypatch.setattr(orbits, "_MANY", many)
            found.append(listed(diagram.xy))
        assert found[0] == found[1], str(problem)
        instances += sum(len(rows) for rows, _ in found[0].values())
    assert instances >= 4000


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 40), st.integers(1, 12))
def test_sums_are_the_same(seed, count, quantities):
    random = np.random.default_rng(seed)
    # Variable 0 and those after the quantities do not count.
    variables = random.integers(0, quantities + 3, size=(count + 8, 6))
    coefficients = random.integers(-2, 3, size=(count + 8, 6))
    coefficients[:, 1:3] *= 10**10
    limit = int(random.integers(0, count + 1))

    def found():
        system = EquationSystem(variables[:count], coefficients[:count], quantities)
        rows = zip(variables.tolist(), coefficients.tolist(), strict=True)
        own = [system.sums.of(*row, limit)[0] for row in rows]
        return system.sums, own

    compiled, sums = found()
    with kernel.in_numpy():
        twin, same = found()
    assert type(compiled) is not type(twin)
    assert sums == same


@needs_kernel
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 25), st.integers(1, 9), st.sampled_from([1, 3, 10**6])
)
def test_sums_said_to_be_exact_are_so(seed, count, quantities, size):
    random = np.random.default_rng(seed)
    variables = random.integers(0, quantities + 2, size=(count, 4))
    coefficients = random.integers(-2, 3, size=(count, 4)) * random.choice([1, size], size=4)
    dense = np.zeros((count, quantities + 2), dtype=object)
    for k in range(count):
        np.add.at(dense[k], variables[k], coefficients[k])
    dense[:, 0] = dense[:, -1] = 0
    sums = EquationSystem(variables, coefficients, quantities).sums
    target = random.integers(-3, 4, size=count) @ dense
    found, exact = sums.of(range(quantities + 2), target.tolist(), count)
    total = sum((certificate._fraction(residue) * dense[k] for k, residue in found), 0 * target)
    assert exact <= (total.tolist() == target.tolist())
    # Fractions of few small equations are small, so they are recognized.
    assert exact or size > 1 or count > 3


@needs_kernel
def test_halves_and_classes_of_angles_are_the_same():
    rules = compile_rules(tuple(load_rules().values()))
    divided = [halves for halves in map(find_halves, rules) if halves is not None]
    joined = shared = 0
    for _, diagram in placed(range(12)):
        frame = Frame(diagram.xy)
        for halves, limit in product(divided, (20, 10**6)):
            ours, theirs = both(lambda: join_halves(frame, halves, limit))  # noqa: B023
            assert ours[0].tolist() == theirs[0].tolist()
            assert ours[1] == theirs[1]
            joined += len(ours[0])
        table = LinearTable(frame.pairs, RandomSource.seeded(1), LATTICE)
        drawn = frame.direction[1:]
        for k in range(1, frame.pairs):
            # Some of the directions that are equal in the figure are known to be so.
            same = 1 + np.flatnonzero(drawn[:k] == drawn[k])
            if k % 3 and len(same):
                table.add(np.array([same[0], k + 1]), np.array([1, -1]))
        table.update_solutions()
        ours, theirs = both(lambda: [one.tolist() for one in _classed(frame, table)])  # noqa: B023
        assert ours == theirs
        shared += len(ours[1]) - len(ours[2])
    assert joined >= 1000
    assert shared >= 100


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 30), st.integers(0, 30))
def test_equations_are_put_in_the_same_order(seed, others, concluded):
    random = np.random.default_rng(seed)
    own = _OtherEquations()
    own.rounds = random.integers(0, 5, size=others).tolist()
    for size in random.integers(1, 7, size=others).tolist():
        form = random.integers(1, 20, size=size), random.integers(-2, 3, size=size)
        own.equations.append((form[0].tolist(), form[1].tolist()))
    owners, positions = random.integers(0, 10, size=(2, concluded))
    forms = random.integers(1, 20, size=(2, concluded, WIDTH))
    fired = random.integers(0, 4, size=10)

    def ordered():
        found = _in_order(own, Forms(*forms, owners, positions), fired, 12)
        return [one.tolist() for one in found]

    ours, theirs = both(ordered)
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 8))
def test_instances_are_gathered_in_the_same_way(seed, count):
    random = np.random.default_rng(seed)
    rules = compile_rules(tuple(load_rules().values()))
    by_rule = tuple(
        Grounding(rule, random.integers(0, 9, size=(random.integers(0, 4), rule.letters)), False)
        for rule in (rules[k] for k in sorted(random.choice(len(rules), count, replace=False)))
    )

    def gathered():
        found = Instances(by_rule)
        arrays = found.counts, found.starts, found.used, found.rows
        return [(one.tolist(), one.shape) for one in arrays]

    ours, theirs = both(gathered)
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 12), st.sampled_from(sorted(PREDICATES)))
def test_codes_of_statements_are_the_same(seed, count, predicate):
    random = np.random.default_rng(seed)
    rows = random.integers(0, 9, size=(count, PREDICATES[predicate].arity))
    ours, theirs = both(lambda: statement_codes(predicate, rows, 9).tolist())
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(1, 40))
def test_equal_lengths_to_be_transferred_are_the_same(seed, count):
    random = np.random.default_rng(seed)
    lengths = np.concatenate([[-1], random.integers(0, 4, size=count)])
    # Tables may have constants after the quantities.
    values = [random.integers(0, 3, size=(count + 1 + more, 2)) for more in (0, 2)]
    ours, theirs = both(lambda: equal_in_one(lengths, *values))
    assert ours == theirs
    settled = random.random((2, count + 1)) < 0.5
    tables = [
        SimpleNamespace(random_solutions=solutions, determined=lambda own=own: own)
        for solutions, own in zip(values, settled, strict=True)
    ]
    ours, theirs = both(lambda: _in_one(lengths, *tables))
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_proportions_are_the_same(seed, count):
    values = np.random.default_rng(seed).integers(0, PRIME, size=(count, 2))
    values[::5, 1] = 0
    ours, theirs = both(lambda: proportions(values).tolist())
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 30), st.integers(0, 3))
def test_spanning_forests_are_the_same(seed, count, nodes, rooted):
    random = np.random.default_rng(seed)
    # No edge joins a node to itself.
    starts = random.integers(0, nodes, size=count)
    ends = np.stack([starts, nodes + random.integers(0, nodes, size=count)], axis=1)
    wanted = random.random(2 * nodes) < 0.3
    roots = random.choice(2 * nodes, size=min(rooted, 2 * nodes), replace=False).tolist()

    def spanned():
        edges = useful_edges(ends, wanted)
        forest = SpanningForest(ends, edges, roots, 2 * nodes)
        attributes = (forest.component, forest.parent, forest.nodes, forest.edges)
        return [edges.tolist(), *(one.tolist() for one in attributes)]

    ours, theirs = both(spanned)
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 40), st.sampled_from([3, 20, PRIME]))
def test_repeated_differences_are_the_same(seed, count, size):
    values = np.random.default_rng(seed).integers(0, size, size=(count, 2))
    ours, theirs = both(lambda: list(equal_differences(-values % PRIME)))
    assert ours == theirs


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 200), st.sampled_from([2, 4, PRIME]))
def test_repeated_parts_of_angles_are_the_same(seed, count, size):
    random = np.random.default_rng(seed)
    first, second, legs, nodes = random.integers(0, 9, size=(4, max(count, 9)))
    line, component = random.integers(0, 5, size=(2, 9))
    potentials, free_part = random.integers(0, size, size=(2, 9, 2))
    given_ = (first, second, legs, nodes, line, potentials, component, free_part)
    kept, every = (
        list(zip(chosen.tolist(), *keys.tolist(), strict=True))
        for chosen, keys in (kernel.compiled("repeats").divided_angles(*given_), keys_of(*given_))
    )
    often = Counter(row[1:] for row in every)
    # The kernel may keep others, but no repeated one is left out.
    assert kept == [row for row in every if row in kept]
    assert {row for row in every if often[row[1:]] > 1} <= set(kept)


@needs_kernel
@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(2, 12), st.booleans())
def test_tables_are_the_same(seed, count, quantities, turns):
    random = np.random.default_rng(seed)
    variables = random.integers(0, quantities + 4, size=(count, 5))
    coefficients = random.integers(-2, 3, size=(count, 5)) * random.choice([1, 10**9], size=5)

    def solved():
        table = LinearTable(quantities, RandomSource.seeded(1), LATTICE if turns else None)
        table.define({quantities + k: {k % 2: k} for k in (1, 2, 3)})
        states, rounds = [], []
        for number, part in enumerate(np.array_split(np.arange(count), 3)):
            if number == 1:
                pairs = zip(variables[part].tolist(), coefficients[part].tolist(), strict=True)
                added = table.add_forms([*pairs])
            else:
                added = table.add_all(variables[part], coefficients[part])
            table.update_solutions()
            chosen = np.flatnonzero(np.arange(count) % 3)
            implied = table.vanish_at(chosen, variables, coefficients)
            turned, apart = variables[:, :2].T[::-1].T, np.array([1, -1])
            alike = np.stack([table.vanishes(turned, apart, k) for k in (0, quantities + 1)])
            states.append(
                (added, table.rank, implied.tolist(), alike.tolist(), table.determined().tolist())
            )
            states.append((table.random_solutions.tolist(), table.free_part.tolist()))
            states.append(table.fresh(chosen, variables, coefficients).tolist())
            rounds.append(table.random_solutions[: quantities + 1].copy())
            inner = np.where(variables > quantities, 0, variables)
            constant = (table.random_solutions[-1] * coefficients[0, 0]).tolist()
            for form in range(count):
                own = np.stack(rounds), inner[form].tolist(), coefficients[form].tolist()
                states.append(
                    [table.last_vanishing(*own, with_it) for with_it in ([0, 0], constant)]
                )
        return states

    ours, theirs = both(solved)
    assert ours == theirs
