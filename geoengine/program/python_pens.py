"""Pens as matplotlib's options."""

from __future__ import annotations

from matplotlib.colors import CSS4_COLORS

from geoengine.program.expressions import Binary, Call, Conditional, Expression, Name, Scaled
from geoengine.program.pens import COLOURS, DASHES
from geoengine.program.python_expressions import PythonExpressions, python_number

__all__ = ["PenWords", "PythonPens"]

PenWords = dict[str, str]
"""``color``, ``linewidth``, ``linestyle``, ``fontsize``, ``alpha``: the text of each value."""

_STYLES = {"solid": '"-"', "dashed": '"--"', "dotted": '":"', "dashdot": '"-."'}


class PythonPens:
    """Writes pens.

    Parameters
    ----------
    out : PythonExpressions
        Writes the numbers in them.

    Attributes
    ----------
    known : dict of str to PenWords
        What the variables are that hold pens.
    """

    def __init__(self, out: PythonExpressions) -> None:
        self._out = out
        self.known: dict[str, PenWords] = {}
        self.default: PenWords = {}

    def words(self, node: Expression) -> PenWords:
        """Return the options that say the same as a pen.

        Raises
        ------
        PrintingError
            If there are none.
        """
        match node:
            case Name(name=name) if name in self.known:
                return self.known[name]
            case Name(name=name) if name in COLOURS:
                return {"color": colour_text(name)}
            case Name(name=name) if name in DASHES:
                return {"linestyle": _STYLES[DASHES[name]]}
            case Name(name="zerowinding"):
                return {}
            case Binary(operator="+", left=left, right=right):
                return {**self._part(left), **self._part(right)}
            case Binary(operator="*", left=factor, right=pen) | Scaled(factor=factor, operand=pen):
                return self._darker(factor, pen)
            case Conditional(test=test, yes=yes, no=no):
                return self._chosen(test, self.words(yes), self.words(no))
            case Call(function=name, arguments=arguments):
                texts = [self._out.text(argument.value) for argument in arguments]
                match name, texts:
                    case "linewidth", [width]:
                        return {"linewidth": _points(width)}
                    case "fontsize", [size]:
                        return {"fontsize": _points(size)}
                    case "opacity", [share]:
                        return {"alpha": share}
                    case "gray", [level]:
                        if _is_number(level):
                            return {"color": f'"{level}"'}
                        return {"color": f"({level}, {level}, {level})"}
                    case "rgb", parts:
                        return {"color": f"({', '.join(parts)})"}
        raise self._out.cannot(node, "this pen")

    def _part(self, node: Expression) -> PenWords:
        if self._out.scope.of(node) in ("int", "real"):
            return {"linewidth": _points(self._out.text(node))}
        return self.words(node)

    def _chosen(self, test: Expression, yes: PenWords, no: PenWords) -> PenWords:
        if yes.keys() != no.keys():
            raise self._out.cannot(test, "pens that differ in more than their numbers")
        condition = self._out.text(test)
        return {word: f"({yes[word]} if {condition} else {no[word]})" for word in yes}

    def _darker(self, factor: Expression, pen: Expression) -> PenWords:
        words = dict(self.words(pen))
        match pen:
            case Name(name=name) if name in COLOURS:
                by = self._out.tight(factor)
                parts = [f"{part:g}*{by}" for part in COLOURS[name]]
                words["color"] = f"({', '.join(parts)})"
                return words
        raise self._out.cannot(pen, "this pen")


def colour_text(name: str) -> str:
    """Return matplotlib's name for a color of Asymptote, or its red, green and blue.

    The names of both mean nearly the same color; the dark grays of Asymptote are far darker.
    """
    red, green, blue = COLOURS[name]
    if red == green == blue and name not in ("black", "white", "gray", "grey", "lightgray"):
        return f'"{red:g}"'
    if name in CSS4_COLORS:
        return f'"{name}"'
    return f"({red:g}, {green:g}, {blue:g})"


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _points(text: str) -> str:
    """Return a width or a size without the unit of Asymptote's points."""
    number = text.removesuffix("*1")
    return python_number(number) if _is_number(number) else text
