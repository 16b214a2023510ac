"""Functions of Python's builtins, of math and of numpy that programs may call."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.python_code.values import Known, Module, plain, sized

__all__ = ["BUILTINS", "CMATH", "MATH", "METHODS", "NUMPY", "iterated"]

_KEYWORDS = {"axis", "num", "endpoint", "dtype", "decimals", "ord", "keepdims", "indexing", "key"}
_TYPES = {"float": float, "int": int, "complex": complex, "bool": bool}


def iterated(value: Any) -> list[Any]:
    """The elements of a value that can be iterated over."""
    if isinstance(value, np.ndarray):
        return [plain(part) for part in value]
    if isinstance(value, list | tuple | str | dict | set | range):
        sized(len(value))
        return list(value)
    raise ProgramError(FaultKind.TYPE, f"{type(value).__name__} cannot be iterated over")


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of numpy whose arguments and result are bounded."""

    def found(*values: Any, **named: Any) -> Any:
        if set(named) - _KEYWORDS:
            raise ProgramError(FaultKind.UNSUPPORTED, f"the arguments {sorted(named)}")
        if "dtype" in named:
            kind = named["dtype"]
            named["dtype"] = _TYPES.get(kind.name if isinstance(kind, Known) else str(kind), float)
        with np.errstate(all="ignore"):
            return plain(function(*(_arrays(value) for value in values), **named))

    return found


def _arrays(value: Any) -> Any:
    """Lists within bounds; functions of the program cannot be handed on."""
    if isinstance(value, list | tuple):
        sized(len(value))
        return type(value)(_arrays(part) for part in value)
    if isinstance(value, int | float | complex | np.ndarray | str | range) or value is None:
        return value
    raise ProgramError(FaultKind.TYPE, f"{type(value).__name__} is no number or array")


def _linspace(start: Any, stop: Any, num: Any = 50, **named: Any) -> Any:
    sized(int(num))
    return np.linspace(start, stop, int(num), **named)


def _arange(*ends: Any, **named: Any) -> Any:
    low, high, step = (0, *ends, 1) if len(ends) == 1 else (*ends, 1)[:3]
    sized(int(abs(high - low) / abs(step)) + 1)
    return np.arange(*ends, **named)


def _filled(function: Callable[..., Any]) -> Callable[..., Any]:
    def found(shape: Any, *rest: Any, **named: Any) -> Any:
        sized(math.prod(shape) if isinstance(shape, list | tuple) else int(shape))
        return function(shape, *rest, **named)

    return found


def _bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of several arrays whose result can be as large as their product."""

    def found(*values: Any, **named: Any) -> Any:
        sized(math.prod(max(1, np.size(value)) for value in values))
        return function(*values, **named)

    return found


def _cross(a: Any, b: Any) -> Any:
    u, v = np.asarray(a), np.asarray(b)
    if u.shape[-1] == 2 and v.shape[-1] == 2:
        return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    return np.cross(u, v)


def _names(module: Any, names: str) -> dict[str, Callable[..., Any]]:
    return {name: getattr(module, name) for name in names.split()}


_ELEMENTWISE = """
sqrt sin cos tan arcsin arccos arctan arctan2 hypot exp log abs absolute deg2rad rad2deg radians
degrees real imag conj conjugate angle round sign floor ceil isclose maximum minimum power square
mod array asarray vstack hstack column_stack row_stack stack concatenate append roll flip mean sum
min max amin amax prod cumsum diff norm transpose ravel allclose all any isnan array_equal
"""


def _known(functions: dict[str, Callable[..., Any]]) -> dict[str, Any]:
    return {name: Known(name, _checked(function)) for name, function in functions.items()}


_LINALG = Module("numpy.linalg", _known(_names(np.linalg, "norm solve det inv")))
_SIMPLE = " ".join(name for name in _ELEMENTWISE.split() if hasattr(np, name))

NUMPY = Module(
    "numpy",
    {
        **_known(_names(np, _SIMPLE.replace("row_stack", "vstack"))),
        **_known(
            {
                "linspace": _linspace, "arange": _arange, "zeros": _filled(np.zeros),
                "ones": _filled(np.ones), "full": _filled(np.full), "eye": _bounded(np.eye),
                "dot": _bounded(np.dot), "outer": _bounded(np.outer), "cross": _cross,
                "meshgrid": _bounded(lambda *a, **k: list(np.meshgrid(*a, **k))),
                "matmul": _bounded(np.matmul), "row_stack": np.vstack,
            }
        ),
        "pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan, "newaxis": None,
        "linalg": _LINALG, "float64": Known("float", float), "ndarray": Known("ndarray", list),
    },
)  # fmt: skip

_OF_MATH = """
sqrt sin cos tan asin acos atan atan2 hypot exp log log2 log10 radians degrees floor ceil fabs
fmod isclose copysign dist gcd cbrt
"""

MATH = Module(
    "math",
    {
        **_known(_names(math, _OF_MATH)),
        "pi": math.pi, "e": math.e, "tau": math.tau, "inf": math.inf,
    },
)  # fmt: skip

CMATH = Module(
    "cmath",
    {
        **_known(_names(cmath, "exp sqrt phase rect polar cos sin")),
        "pi": math.pi, "e": math.e, "tau": math.tau,
    },
)  # fmt: skip


def _range(*ends: Any) -> range:
    found = range(*ends)
    sized(len(found))
    return found


def _zip(*parts: Any, strict: bool = False) -> list[Any]:
    del strict
    return list(zip(*map(iterated, parts), strict=False))


def _extreme(pick: Callable[..., Any]) -> Callable[..., Any]:
    def found(*values: Any) -> Any:
        return pick(iterated(values[0]) if len(values) == 1 else values)

    return found


def _round(value: Any, digits: Any = None) -> Any:
    return round(value, digits) if digits is not None else round(value)


def _sum(values: Any, start: Any = 0) -> Any:
    total = start
    for value in iterated(values):
        total = total + value
    return plain(total)


def _pow(base: Any, exponent: Any) -> Any:
    whole = isinstance(base, int) and isinstance(exponent, int)
    if whole and abs(exponent) * max(1, base.bit_length()) > 4000:
        raise ProgramError(FaultKind.VALUE, "a power is too large")
    return base**exponent


def _int(value: Any = 0) -> int:
    if isinstance(value, str) and len(value) > 100:
        raise ProgramError(FaultKind.LIMIT, "a long numeral")
    return int(value)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
        "abs": lambda x: plain(abs(x)), "len": len, "range": _range, "zip": _zip,
        "enumerate": lambda v, start=0: list(enumerate(iterated(v), start)),
        "sum": _sum, "min": _extreme(min), "max": _extreme(max), "round": _round,
        "list": lambda v=(): iterated(v), "tuple": lambda v=(): tuple(iterated(v)),
        "set": lambda v=(): set(iterated(v)), "dict": lambda *a, **k: dict(*a, **k),
        "reversed": lambda v: iterated(v)[::-1], "sorted": lambda v: sorted(iterated(v)),
        "int": _int, "float": float, "complex": complex, "bool": bool,
        "str": lambda v="": str(v)[:1000], "print": lambda *_, **__: None, "pow": _pow,
        "all": lambda v: all(iterated(v)), "any": lambda v: any(iterated(v)),
        "divmod": divmod,
    }  # fmt: skip

BUILTINS: dict[str, Any] = {name: Known(name, f) for name, f in _FUNCTIONS.items()}
"""Builtins; `map` and `filter` are known to the runner, as they call functions of programs."""


def _extend(target: list[Any], more: Any) -> None:
    target.extend(iterated(more))
    sized(len(target))


def _append(target: list[Any], value: Any) -> None:
    target.append(value)
    sized(len(target))


def _insert(target: list[Any], index: int, value: Any) -> None:
    target.insert(index, value)
    sized(len(target))


def _join(text: str, parts: Any) -> str:
    found: Sequence[str] = [str(part) for part in iterated(parts)]
    sized(sum(map(len, found)))
    return text.join(found)


METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    list: {
        "append": _append, "extend": _extend, "insert": _insert, "pop": list.pop,
        "reverse": list.reverse, "index": list.index, "count": list.count, "copy": list.copy,
        "sort": lambda v: v.sort(), "clear": list.clear,
    },
    tuple: {"index": tuple.index, "count": tuple.count},
    str: {
        "join": _join, "upper": str.upper, "lower": str.lower, "strip": str.strip,
        "split": str.split, "startswith": str.startswith, "endswith": str.endswith,
    },
    dict: {
        "items": lambda v: list(v.items()), "keys": lambda v: list(v), "get": dict.get,
        "values": lambda v: list(v.values()), "update": dict.update, "pop": dict.pop,
    },
    complex: {"conjugate": complex.conjugate},
    np.ndarray: {
        name: _checked(getattr(np.ndarray, name))
        for name in (
            "sum", "mean", "min", "max", "copy", "tolist", "conj", "conjugate", "flatten", "ravel",
            "transpose", "round", "prod", "astype", "reshape",
        )
    }
    | {"dot": _checked(_bounded(np.dot))},
}  # fmt: skip
