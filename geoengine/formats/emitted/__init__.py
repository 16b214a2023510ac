"""Python programs that exports contain; here they are kept with the suffix ``.txt``."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["read_program"]


def read_program(name: str) -> str:
    """Return the text of a program, by its name without the suffix ``.txt``.

    Examples
    --------
    >>> "compute_score" in read_program("verl_reward.py")
    True
    """
    return files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
