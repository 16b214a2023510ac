"""Programs that exported formats bring along, as files with the suffix ``.txt``."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["read_program"]


def read_program(name: str) -> str:
    """The text of a program.

    Examples
    --------
    >>> "compute_score" in read_program("verl_reward.py")
    True
    """
    return files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
