"""Random programs of every construct, written in the notation of `geoengine.program`."""

from geoengine.program import (
    Array,
    ExecutionError,
    Triple,
    check_program,
    execute,
    read_program,
    with_library,
)

PAIRS = [
    "({real},{real})", "{pair} + {pair}", "{pair} - {pair}", "{small}*{pair}", "{pair}/2",
    "2{name}",
    "-{pair}", "{small}*dir({degrees})", "midpoint({pair}--{pair})", "dir({degrees})",
    "rotate({degrees})*{pair}", "rotate({degrees},{pair})*{pair}", "reflect({pair},{pair})*{pair}",
    "shift({pair})*{pair}", "shift({real},{real})*{pair}", "scale({small})*{pair}",
    "xscale({small})*{pair}", "shift({pair})*rotate({degrees})*{pair}",
    "foot({pair},{pair},{pair})",
    "extension({pair},{pair},{pair},{pair})", "interp({pair},{pair},{small})",
    "({pair})*dir({degrees})", "({pair})*({pair})", "({pair})/({pair})", "({pair})^2",
    "conj({pair})", "unit({pair} - {pair})", "relpoint({pair}--{pair}--{pair}, 0.3)",
    "relpoint(circle({pair}, {small}), 0.2)", "relpoint(arc({pair}, {small}, 20, 80), 0.6)",
    "{small} < {small} ? {pair} : {pair}", "circumcenter({pair},{pair},{pair})",
    "incenter({pair},{pair},{pair})", "orthocenter({pair},{pair},{pair})",
    "centroid({pair},{pair},{pair})", "bisectorpoint({pair},{pair},{pair})",
    "tangents({pair}, {pair}, 0.4)[1]", "expi({small})", "origin", "I*({pair})",
    "intersectionpoints(circle({pair}, 3), {pair}--{pair})[0]",
    "intersectionpoints({pair}--{pair}, circle({pair}, 3))[0]",
    "intersectionpoints(circle({pair}, 3), circle({pair}, 2.5))[1]",
    "intersectionpoints(arc({pair}, 3, 100, -60), {pair}--{pair})[0]",
    "intersectionpoints(arc({pair}, 3, 30, 200), circle({pair}, 2.5))[0]",
    "intersectionpoints(circle({pair}, 2.5), arc({pair}, 3, -30, 150))[0]",
    "intersectionpoint({pair}--{pair}, {pair}--{pair})", "dir({pair}--{pair})",
    "point({pair}--{pair}--{pair}--cycle, 4)", "expi(radians({degrees}))",
]  # fmt: skip

REALS = [
    "{small}", "{int}/3", "{real} + {real}", "{real}*{small}", "sqrt({small})", "sin({small})",
    "Cos({degrees})", "aTan({small})", "atan2({small},{small})", "abs({pair})",
    "length({pair} - {pair})", "dot({pair},{pair})", "cross({pair},{pair})",
    "degrees({pair} - {pair})", "radians({degrees})", "({pair}).x", "ypart({pair})",
    "max({real},{small})", "min({int},{small})", "{small}^2", "2^{small}", "-{real}",
    "arclength({pair}--{pair}--{pair}--cycle)", "arclength(arc({pair}, {small}, 10, 50))",
    "arclength({pair}--{pair})", "hypot({real},{real})", "angle({pair})", "{int} % 4 + 0.5",
    "2pi/{small}", "pi*{small}", "({pair} - {pair}).y",
]  # fmt: skip

INTS = [
    "{digit}",
    "{int} + {digit}",
    "floor({small})",
    "{int} % 4",
    "{digit}*{digit}",
    "ceil({real})",
]

DRAWINGS = [
    "draw({pair}--{pair}--{pair}--cycle, red+linewidth(1));", "draw({pair}--{pair}, dashed);",
    "draw(circle({pair}, {small}), blue);", "draw(arc({pair}, {small}, 10, 100));",
    "fill({pair}--{pair}--{pair}--cycle, lightgray);", "unfill(circle({pair}, {small}));",
    "filldraw(circle({pair}, {small}), gray(0.8), black);", "dot({pair});",
    'label("$A$", {pair}, NE);', 'dot("$B$", {pair}, dir({degrees}));',
    "fill(arc({pair}, 2, 0, 90)--(0,0)--cycle, yellow);",
    "fill(arc((1,1), 2, 30, 90)--(1,1)--cycle);",
    "fill(circle({pair}, 3)^^reverse(circle({pair}, 1)), gray);",
    "draw({pair}--{pair}^^{pair}--{pair});",
    "draw(rightanglemark({pair},{pair},{pair},0.3));",
    "draw(anglemark({pair},{pair},{pair},0.5), red);",
    "draw(incircle({pair},{pair},{pair}));", "draw(shift({pair})*scale({small})*unitcircle);",
    "draw(rotate({degrees})*polygon(5));", "draw(box((0,0), (2,3)));",
    'label("$s$", {pair}--{pair}, N);',
]  # fmt: skip

STATEMENTS = [
    "pair {new} = {pair};", "pair {new} = {pair};", "pair {new} = {pair};", "real {new} = {real};",
    "int {new} = {int};", "pair {new}; {new} = {pair};", "pair[] {new} = {{{pair}, {pair}}};",
    "pair[] {new}; for (int i = 0; i < 4; ++i) {new}.push({small}*dir(90*i + 7));",
    "pair[] {new} = {{(1,0), (0,2)}}; {new}.push({pair}); {new}.cyclic = true; "
    "for (int i = 0; i < 3; ++i) draw({new}[i]--{new}[i+1]);",
    "real {new} = 0; for (int k = 10; k >= 2; k -= 3) {{ {new} += k; if (k == 4) continue; "
    "{new} -= 0.5; }}",
    "real {new} = 1; while ({new} < 20) {{ {new} *= 1.7; if ({new} > 9) break; }}",
    "pair {new} = (1,0); for (int i = 1; i <= 3; ++i) {{ {new} = {new}*dir(20*i); }}",
    "pair {new}(pair u, real t = 0.25) {{ return u + t*({pair}); }} pair {new2} = {new}({pair});",
    "int {new}(int n) {{ if (n < 2) return 1; return n*{new}(n - 1); }} int {new2} = {new}(5);",
    "void {new}(pair u, pair v, int n) {{ if (n == 0) return; pair m = (u + v)/2; draw(u--m); "
    "{new}(m, v, n - 1); }} {new}({pair}, {pair}, 3);",
    "transform {new} = rotate({degrees}, {pair})*scale(2); pair {new2} = {new}*{pair};",
    "transform {new} = reflect({pair},{pair}); pair {new2} = {new}^3*({pair}); "
    "draw({new}*((0,0)--(1,0)--(0,1)--cycle));",
    "path {new} = {pair}--{pair}--{pair}--cycle; draw({new}); real {new2} = arclength({new});",
    "path {new} = circle({pair}, 2); draw({new}, green); "
    "pair {new2} = intersectionpoints({new}, (-6,0.3)--(6,0.5))[0];",
    "real[] {new} = {{1, {real}, 2.5}}; real {new2} = 0; for (real r : {new}) {new2} += r;",
    "if ({small} < 1) {{ dot({pair}); }} else if ({int} > 2) {{ draw({pair}--{pair}); }} "
    "else {{ draw((0,0)--(1,1)); }}",
    "// a remark\npair {new} = {pair};",
]  # fmt: skip


class Maker:
    """Writes random programs, statement by statement, each of which can be executed."""

    def __init__(self, rng):
        self.rng = rng
        self.text = ""
        self.names = {"pair": ["A", "B", "C"], "real": ["r"], "int": ["n"]}
        self.count = 0

    def expression(self, kind, depth=0):
        names = self.names[kind]
        if names and (depth > 1 or self.rng.random() < 0.5):
            return self.rng.choice(names)
        return self.filled(
            self.rng.choice({"pair": PAIRS, "real": REALS, "int": INTS}[kind]), depth
        )

    def filled(self, template, depth=0, **fixed):
        parts = {**fixed}

        # Each place gets an expression of its own.
        found, rest = "", template
        while "{" in rest or "}" in rest:
            at = min(rest.find(sign) for sign in "{}" if sign in rest)
            found, sign, rest = found + rest[:at], rest[at], rest[at + 1 :]
            if rest[:1] == sign:
                found, rest = found + sign, rest[1:]
            else:
                key, _, rest = rest.partition("}")
                found += parts[key] if key in parts else self.part(key, depth + 1)
        return found + rest

    def part(self, key, depth):
        rng = self.rng
        match key:
            case "small":
                return rng.choice(["0.5", "1.25", "2", "3/4", ".8", "sqrt(2)", "1.7"])
            case "digit":
                return str(rng.randint(0, 5))
            case "degrees":
                return str(rng.choice([30, 45, 77, -20, 118, 200, 90]))
            case "name":
                return rng.choice(self.names["pair"])
        text = self.expression(key, depth)
        is_call = text[-1] == ")" and text[0].isalpha() and "?" not in text
        return text if text.isalnum() or is_call else f"({text})"

    def add(self, template):
        self.count += 1
        new, new2 = f"Q{self.count}", f"R{self.count}"
        statement = self.filled(template, new=new, new2=new2)
        text = f"{self.text}{statement}\n"
        if (values := executed(text)) is None:
            return
        self.text = text
        for name in (new, new2):
            kind = {complex: "pair", float: "real", int: "int"}.get(type(values.get(name)))
            if kind:
                self.names[kind].append(name)


def executed(text):
    """The values of a program's names; None if it has none, or they are very large or small."""
    try:
        program = read_program(text)
        check_program(program)
        values = execute(program).values
    except ExecutionError:
        return None
    for value in values.values():
        if isinstance(value, complex | float) and not abs(value) < 30:
            return None
        points = value.items if isinstance(value, Array) else ()
        if not all(abs(item) < 30 for item in points if isinstance(item, complex)):
            return None
    return values


def random_program(rng, length=8):
    """A program as text, from a `random.Random`."""
    maker = Maker(rng)
    maker.text = (
        f"pair A = ({rng.randint(-3, 0)},{rng.randint(-2, 1)}), B = ({rng.randint(2, 4)},0.5);\n"
        f"pair C = {rng.choice(['2', '3.5'])}*dir({rng.randint(50, 130)});\n"
        f"real r = {rng.choice(['0.75', '1.5'])}; int n = {rng.randint(2, 5)};\n"
    )
    for _ in range(length):
        maker.add(rng.choice(STATEMENTS))
        maker.add(rng.choice(DRAWINGS))
    return maker.text


def compared(values):
    """The values that other programs can be asked for, by the expression for each."""
    for name, value in values.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, complex | int | float | Triple):
            yield name, value
        elif isinstance(value, Array) and value.type in ("pair", "real"):
            yield from ((f"{name}[{i}]", item) for i, item in enumerate(value.items))


def complete(text):
    return with_library(read_program(text))
