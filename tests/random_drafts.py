"""Random drafts of most commands, with missed intersections and what depends on them.

What is left out is listed in docs/drafting.md, under "What random drafts leave out".
"""

import random
import re

from geoengine.draft import COMMANDS, Call, DraftError, carry_out, read_draft, walk

LEFT_OUT = {"Locus", "Slider"} | {
    name for name, ways in COMMANDS.items() if ways[0].makes == "boolean"
}
"""Locus needs a point on a path, and is undefined in ours. Relations of undefined objects are
undefined in ours and false in the engine."""

UNLIKE = re.compile(r"Polygon|Rotate|Dilate|Reflect|Parabola|Radius|Point\(|^Segment")
"""What is not defined in ours may be in the engine, or have another name: its undefined regular
polygons have vertices at the origin, undefined sides lose their names to later objects, it turns
arcs about undefined points, and rounding makes degenerate parabolas parabolas. The radius of a
semicircle whose ends coincide is 0, and a point of an undefined arc is the origin. An undefined
segment without a name is dropped.
"""

OF_THREE = re.compile(r"\w+\((\w+), (\w+), (\w+)\)")
"""A command that gets three points by their names: where these are on a line, rounding decides."""

NAMES = re.compile(r"\w+")

TRANSLATED_BY = re.compile(r"Translate\(.*, (\S+)\)$")
"""The engine forgets the weight of the homogeneous coordinates of intersections and centroids: what
it translates by such a point is at a wrong place. Only points given by coordinates are used.
"""

EQUATIONS = [
    "y = {n}x + {n}", "{n}x + {n}y = {n}", "x = {n}", "y = {n}", "x^2/{p} + y^2/{p} = 1",
    "x^2 - y^2/{p} = 1", "y = x^2/{p} - {n}", "(x - {n})^2 + (y - {n})^2 = {p}", "{p} = x^2 + y^2",
    "x^2/{p} + x y/9 + y^2 = {p}",
]  # fmt: skip

LISTS = [
    "Sequence(Rotate({point}, k*{d}°, {point}), k, 1, 4)", "{{{point}, {point}, {point}}}",
    "Sequence((k, k^2/2), k, -1, 1, 0.5)", "Sequence(4)", "{{{number}, {number}}}",
    "{{Intersect({line}, {circle})}}", "Sequence(k*{number}, k, 0, 3)",
]  # fmt: skip

THROUGH = ["Circle({o}, {p})", "Line({o}, {p})", "Line({p}, {o})", "Ray({p}, {o})",
           "PerpendicularLine({p}, Line({o}, {p}))", "Circle({o}, {p})"]  # fmt: skip
"""Curves through a point."""

VALUES = {
    "point": ["({n}, {n})", "{point} + {vector}", "{number}*{point}", "({p}; {d}°)",
              "Intersect({line}, {circle}, 1)", "({point} + {point})/2"],
    "vector": ["Vector({point}, {point})", "{vector} + {vector}", "-{vector}"],
    "number": ["{p}", "{number} + {number}", "{number}*{n}", "{number}/{p}", "sqrt({number})",
               "x({point})", "{number}^2", "abs({number} - {p})", "sin({d}°)", "1/{number}",
               "Distance({point}, {point})", "If({number} < {p}, {n}, {p})"],
    "angle": ["{d}°", "Angle({point}, {point}, {point})", "{angle} + {d}°", "2{angle}",
              "-{d}°", "asind({p}/9)"],
    "boolean": ["{number} < {number}", "{point} == {point}", "{number} >= {p} && !({n} > 1)"],
}  # fmt: skip

WORDS = {
    "straight": ("line", "segment", "ray"), "directed": ("line", "segment", "ray", "vector"),
    "conic": ("circle", "circle", "conic"), "curve": ("circle", "circle", "arc", "conic"),
    "round": ("circle", "circle", "arc"), "path": ("line", "segment", "ray", "circle", "arc"),
    "figure": ("point", "point", "segment", "line", "ray", "vector", "circle", "arc", "conic",
               "polygon"),
    "object": ("point", "segment", "circle"), "number": ("number", "number", "angle"),
}  # fmt: skip


class Writer:
    """Writes a random draft, line by line, and keeps the kinds of its objects."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.named = {}
        self.places = ["A", "B", "C"]
        self.count = 0

    def text(self):
        return "\n".join(self.lines) + "\n"

    def literal(self):
        digits = self.rng.choice([0, 1, 2])
        return f"{self.rng.uniform(-9, 9):.{digits}f}"

    def atom(self, form):
        """Fill in numbers and objects."""
        while "{" in form.replace("{{", ""):
            form = form.replace("{n}", self.literal(), 1)
            form = form.replace("{p}", str(self.rng.randint(1, 9)), 1)
            form = form.replace("{d}", str(self.rng.randint(10, 350)), 1)
            for word in ("point", "vector", "number", "angle", "line", "circle"):
                if f"{{{word}}}" in form:
                    form = form.replace(f"{{{word}}}", self.object(word), 1)
        return form.replace("{{", "{").replace("}}", "}")

    def object(self, word):
        """Return the name of an object of a kind, or a literal."""
        kind = self.rng.choice(WORDS.get(word, (word,)))
        found = [name for name, known in self.named.items() if known == kind]
        # Those that are new are used more often.
        if found and self.rng.random() < 0.85:
            return self.rng.choice(found[-8:])
        return self.literal_object(kind)

    def literal_object(self, kind):
        places = [f"({self.literal()}, {self.literal()})" for _ in range(3)]
        a, b, c = places
        return {
            "point": a, "vector": f"Vector({a}, {b})", "line": f"Line({a}, {b})",
            "segment": f"Segment({a}, {b})", "ray": f"Ray({a}, {b})",
            "circle": f"Circle({a}, {self.rng.randint(2, 7)})",
            "arc": f"CircularArc({a}, {b}, {c})",
            "sector": f"CircularSector({a}, {b}, {c})", "conic": f"Ellipse({a}, {b}, {c})",
            "polygon": f"Polygon({a}, {b}, {c})", "number": str(self.rng.randint(1, 9)),
            "angle": f"{self.rng.randint(10, 350)}°", "list": f"{{{a}, {b}, {c}}}",
            "boolean": "1 < 2",
        }[kind]  # fmt: skip

    def call(self):
        """Return a random command."""
        command = self.rng.choice([name for name in COMMANDS if name not in LEFT_OUT])
        if self.rng.random() < 0.25:
            command = "Intersect"
        if command == "Sequence":
            return self.atom(self.rng.choice(LISTS))
        signature = self.rng.choice(COMMANDS[command])
        takes = [*signature.takes]
        if signature.repeats:
            takes += takes[-1:] * self.rng.randint(0, 2)
        if command == "If":
            return self.atom("If({number} < {p}, {point}, {point})")
        if command in ("Element", "First", "Last", "Vertex", "Centroid"):
            return self.part(command, takes)
        arguments: list[str] = []
        for word in takes:
            found = self.argument(command, word)
            while found in arguments and word not in ("number", "angle"):
                found = self.literal_object(self.rng.choice(WORDS.get(word, (word,))))
            arguments.append(found)
        return f"{command}({', '.join(arguments)})"

    def common_point(self):
        """Return the intersection of curves through the same point, which all exist."""
        point, *others = self.rng.sample(self.places, 3)
        curves = [
            self.rng.choice(THROUGH).replace("{p}", point).replace("{o}", other) for other in others
        ]
        if not any("Circle" in curve for curve in curves):
            curves[0] = f"Circle({others[0]}, {point})"
        index = self.rng.choice([", 1", ", 2", ""])
        return f"Intersect({', '.join(curves)}{index})"

    def part(self, command, takes):
        # The engine's centroid of a polygon's image is at times that of another.
        is_centroid = command == "Centroid"
        whole = self.literal_object(takes[0]) if is_centroid else self.object(takes[0])
        number = f", {self.rng.randint(1, 4)}" if len(takes) > 1 else ""
        return f"{command}({whole}{number})"

    def argument(self, command, word):
        if word == "number":
            if command in ("Intersect",):
                return str(self.rng.randint(1, 2))
            if command == "Polygon":
                return str(self.rng.randint(3, 7))
            if command == "Rotate":
                return self.object("angle")
            if command == "Dilate":
                return self.rng.choice(["2", "-0.5", "1/3", "-1"])
            if command in ("Circle", "Segment", "Ellipse", "Hyperbola"):
                return str(self.rng.randint(1, 9))
        return self.object(word)

    def value(self):
        choice = self.rng.random()
        if choice < 0.08:
            return self.common_point()
        if choice < 0.6:
            return self.call()
        if choice < 0.7:
            return self.atom(self.rng.choice(EQUATIONS))
        kind = self.rng.choice(["point", "point", "point", *VALUES])
        return self.atom(self.rng.choice(VALUES[kind]))

    def write(self):
        """Add a line that can be carried out."""
        line = self.value()
        is_equation = " = " in line and not line.startswith("{")
        if self.rng.random() < 0.8:
            self.count += 1
            lower = self.rng.random() < 0.4
            letters = chr(97 + self.count // 26) + chr(97 + self.count % 26)
            name = f"{'k' if lower else 'K'}{letters}"
            line = f"{name}{':' if is_equation else ' ='} {line}"
        try:
            objects = carry_out(read_draft(self.text() + line)).objects
        except DraftError:
            # A polygon of a list of numbers.
            return
        if "{" in line and any(is_one_of_several(objects, name) for name in NAMES.findall(line)):
            return
        if any(are_on_a_line(objects, names) for names in OF_THREE.findall(line)):
            return
        made = [one for one in objects.values() if one.statement == len(self.lines)]
        if not all(one.is_defined for one in made) and UNLIKE.search(line):
            return
        shift = TRANSLATED_BY.search(line)
        by = objects.get(shift[1]) if shift else None
        if by is not None and by.kind == "point" and not by.is_free:
            return
        self.lines.append(line)
        figure = carry_out(read_draft(self.text()))
        self.places = ["A", "B", "C"]
        again = set()
        for name, place in figure.points().items():
            if all(abs(figure.point(other) - place) > 0.1 for other in self.places):
                self.places.append(name)
            elif name not in self.places:
                again.add(name)
        # Commands refuse undefined lines, and do not even give what they make a name. What is made
        # from points that coincide rests on rounding.
        self.named = {
            name: one.kind
            for name, one in objects.items()
            if name not in again
            and (one.is_defined or one.kind not in ("line", "ray", "conic", "circle"))
        }


def is_one_of_several(objects, name):
    """Whether a command made it beside others: the engine puts all of them in lists with one."""
    own = objects.get(name)
    return (
        own is not None
        and sum(one.statement == own.statement and not one.is_companion for one in objects.values())
        > 1
    )


def are_on_a_line(objects, names):
    """Whether three names are those of points on a line."""
    found = [objects[name].shape for name in names if name in objects]
    if len(found) < 3 or not all(isinstance(one, complex) for one in found):
        return False
    one, two, three = found
    across = ((two - one).conjugate() * (three - one)).imag
    return abs(across) <= 1e-9 * max(abs(two - one), abs(three - one)) ** 2


def random_draft(seed, lines=14):
    """Return the text of a random draft; it can be read and carried out."""
    writer = Writer(seed)
    for _ in range(3):
        writer.lines.append(f"({writer.literal()}, {writer.literal()})")
    writer.named = dict.fromkeys("ABC", "point")
    for _ in range(lines):
        writer.write()
    return writer.text()


def commands_of(texts):
    """Return the commands that occur in drafts."""
    return {
        part.name
        for text in texts
        for statement in read_draft(text).statements
        for part in walk(statement.value)
        if isinstance(part, Call)
    }
