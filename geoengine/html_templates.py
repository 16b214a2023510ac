"""HTML from Jinja templates, which are files in the folder `templates` of a package."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["fill_template"]


def fill_template(package: str, name: str, /, **values: object) -> str:
    """Fill in a template, and return the HTML.

    Values are escaped, except where the template says ``safe``: there they are HTML, styles or
    scripts of our own.

    Parameters
    ----------
    package : str
        The package whose folder ``templates`` has the file.
    name : str
        The file.
    **values : object
        The variables of the template. None may be missing.

    Raises
    ------
    jinja2.UndefinedError
        If the template uses a variable that is not given.

    Examples
    --------
    >>> print(fill_template("geoengine.evaluate", "note.html", note="less than: <"))
    <p class="note">less than: &lt;</p>
    """
    return _environment(package).get_template(name).render(values)


@cache
def _environment(package: str) -> Environment:
    # Loading Jinja takes longer than a command that writes no page should spend on it.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    # By default Jinja sorts the keys of JSON objects; the records of pages keep their order.
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return environment
