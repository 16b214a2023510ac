"""The family ``sticks``: its tasks, and how their items are made."""

import io

from geoengine.items import (
    Choice,
    Family,
    FinishedProblem,
    Item,
    Material,
    Medium,
    TaskSpec,
    UnusableSceneError,
    Value,
    pick,
    stream,
)

NAMES = "ABCD"
STICKS = ("AB", "BC", "CD")
PICTURE = Medium(kind="picture", path="images/{problem}.png")


def prepare(seed, index, *, tiers, topics, language):
    """Draw the lengths of three sticks."""
    rng = stream(seed, index, "lengths")
    lengths = [int(length) for length in rng.integers(2, 60, size=3)]
    if len(set(lengths)) < 3:
        raise UnusableSceneError("two sticks are equally long")
    problem = " ".join(f"{name}={length}" for name, length in zip(STICKS, lengths, strict=True))
    form = " ".join(map(str, sorted(lengths)))
    return Material("row", problem, form, {"problem": problem, "language": language})


def build_total(context, rng, most):
    """How long are all sticks together?"""
    total = sum(lengths_of(context["problem"]).values())
    code = "\n".join(
        f"draw(({at},0)--({at + length},0)); // {name}"
        for (name, length), at in zip(
            lengths_of(context["problem"]).items(), starts_of(context["problem"]), strict=True
        )
    )
    question = f"{given(context)} How long is AD?"
    if context["language"] == "zh":
        question = f"{given(context)}AD有多长？"
    return [
        made(
            context,
            "total",
            question,
            Value(exact=str(total), quantity="length"),
            {"sum": total},
            media=(Medium(kind="code", language="asymptote", text=code), PICTURE),
        )
    ][:most]


def build_longest(context, rng, most):
    """Which stick is the longest?"""
    lengths = lengths_of(context["problem"])
    options = pick(rng, STICKS)
    key = 1 + options.index(max(lengths, key=lengths.__getitem__))
    question = f"{given(context)} Which stick is the longest?"
    if context["language"] == "zh":
        question = f"{given(context)}哪根木棒最长？"
    evidence = [
        {"option": n, "correct": n == key, "length": lengths[name]}
        for n, name in enumerate(options, start=1)
    ]
    features = {"marks": {"letter": [ord(name[0]) for name in options]}, "tokens": []}
    answer = Choice(options=tuple(options), key=key)
    found = made(context, "longest", question, answer, {"options": evidence}, media=(PICTURE,))
    return [found.model_copy(update={"meta": {**found.meta, "features": features}})][:most]


def made(context, task, question, answer, certificate, media):
    """An item."""
    return Item.make(
        family="sticks",
        task=task,
        level=1 if task == "longest" else 2,
        language=context["language"],
        scene="row",
        problem=context["problem"],
        question=question,
        answer=answer,
        media=media,
        certificate=certificate,
        meta={"tier": 1, "form": "plain", "points": len(NAMES)},
    )


def given(context):
    """The lengths in words."""
    told = ", ".join(f"{n} = {length}" for n, length in lengths_of(context["problem"]).items())
    if context["language"] == "zh":
        return f"木棒依次首尾相接，{told}。"
    return f"Sticks lie end to end on a line: {told}."


def lengths_of(problem):
    """The length of each stick, by name."""
    pairs = (part.split("=") for part in problem.split())
    return {name: int(length) for name, length in pairs}


def starts_of(problem):
    """Where each stick begins."""
    lengths = list(lengths_of(problem).values())
    return [sum(lengths[:k]) for k in range(len(lengths))]


def finish(job):
    """Draw the sticks."""
    if not job.images:
        return FinishedProblem((), {})
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 1), dpi=50)
    axes = figure.add_subplot()
    problem = job.items[0].problem
    for at, length in zip(starts_of(problem), lengths_of(problem).values(), strict=True):
        axes.plot([at, at + length], [0, 0], marker="o")
    axes.set_axis_off()
    picture = io.BytesIO()
    FigureCanvasAgg(figure).print_png(picture, metadata={"Software": None})
    return FinishedProblem((), {f"images/{job.id}.png": picture.getvalue()})


FAMILY = Family(
    name="sticks",
    title="Sticks laid end to end",
    tasks=(
        TaskSpec(
            name="longest", title="The longest stick", short="L.", level=1,
            kind="choice", options=3, build=build_longest, shares={"published": 1},
        ),
        TaskSpec(
            name="total", title="The total length", short="T.", level=2,
            kind="value", build=build_total, shares={"published": 3},
        ),
    ),
    prepare=prepare,
    finish=finish,
    scenes=lambda: {"row": "lines"},
    version="1.0",
)  # fmt: skip
