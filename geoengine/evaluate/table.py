"""Tables, and writing them as Markdown, CSV, LaTeX and HTML."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from geoengine.html_templates import fill_template

__all__ = [
    "RUN",
    "Cell",
    "Column",
    "Table",
    "shown",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_markdown_page",
    "to_text",
]

CellKind = Literal["text", "count", "percent", "points", "number", "p"]
Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes
    ----------
    name : str
    kind : str
        ``percent``: a share from 0 to 1, shown as 54.17%; ``points``: a difference of shares,
        shown as +29.53%; ``p``: a p-value; ``number``: any number, shown to three decimals.
    """

    name: str
    kind: CellKind = "text"


RUN = (Column("model"), Column("variant"), Column("run"))
"""The columns that identify a run."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes
    ----------
    name : str
        The name of the table's files, without the ending.
    title, note : str
    columns : sequence of Column
    rows : sequence of sequence of Cell
        A cell is None where there is no value.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


def shown(cell: Cell, kind: CellKind) -> str:
    """Format a cell for reading.

    Examples
    --------
    >>> shown(0.54167, "percent"), shown(-0.0059, "points"), shown(0.00001, "p"), shown(None, "p")
    ('54.17%', '-0.59%', '<0.001', '–')
    """
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    if kind == "percent":
        return f"{100 * cell:.2f}%"
    if kind == "points":
        return f"{100 * cell:+.2f}%"
    if kind == "p":
        return "<0.001" if cell < 0.001 else f"{cell:.3f}"
    return f"{cell:.3f}" if kind == "number" else str(cell)


def to_csv(table: Table) -> str:
    """Write a table with all its digits, shares as fractions of one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.rows:
        writer.writerow(["" if cell is None else cell for cell in row])
    return text.getvalue()


def to_markdown(table: Table) -> str:
    r"""Write a table for Markdown.

    Examples
    --------
    >>> print(to_markdown(Table("t", "T", [Column("model"), Column("acc", "percent")],
    ...     [["a|b", 0.5]])))
    | model | acc |
    | --- | ---: |
    | a\|b | 50.00% |
    """
    head = "| " + " | ".join(_markdown(column.name) for column in table.columns) + " |"
    rule = "| " + " | ".join("---" if c.kind == "text" else "---:" for c in table.columns) + " |"
    rows = ["| " + " | ".join(map(_markdown, row)) + " |" for row in _shown(table)]
    return "\n".join([head, rule, *rows])


def to_markdown_page(
    title: str, head: Sequence[str], account: Sequence[str], tables: Sequence[Table]
) -> str:
    """Write a report for Markdown.

    Parameters
    ----------
    title : str
    head : sequence of str
        Lines under the title.
    account : sequence of str
        Irregularities in the data; listed if there are any.
    tables : sequence of Table
        A section each.

    Examples
    --------
    >>> table = Table("t", "Sizes", [Column("n", "count")], [[3]])
    >>> print(to_markdown_page("A report", ["Of three."], [], [table]), end="")
    # A report
    <BLANKLINE>
    Of three.
    <BLANKLINE>
    ## Sizes
    <BLANKLINE>
    | n |
    | ---: |
    | 3 |
    """
    parts = [f"# {to_text(title)}", *map(to_text, head)]
    if account:
        parts += [
            "## Notes on the responses and data",
            "\n".join(f"- {to_text(line)}" for line in account),
        ]
    for table in tables:
        parts += [f"## {to_text(table.title)}", to_markdown(table)]
        parts += [to_text(table.note)] if table.note else []
    return "\n\n".join(parts) + "\n"


def to_text(line: str) -> str:
    r"""Write a line of text for Markdown.

    Examples
    --------
    >>> to_text("2 * 3 < `x`")
    '2 \\* 3 &lt; \\`x\\`'
    """
    return html.escape(line, quote=False).replace("`", "\\`").replace("*", "\\*")


def to_latex(table: Table) -> str:
    r"""Write a table for LaTeX with ``booktabs``.

    Examples
    --------
    >>> print(to_latex(Table("t", "A & B", [Column("model"), Column("acc", "percent")],
    ...     [["a_b", 0.5]])))
    \begin{table}
      \centering
      \caption{A \& B}
      \label{tab:t}
      \begin{tabular}{lr}
        \toprule
        model & acc \\
        \midrule
        a\_b & 50.00\% \\
        \bottomrule
      \end{tabular}
    \end{table}
    """
    align = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    rows = [[column.name for column in table.columns], *_shown(table)]
    head, *body = ["    " + " & ".join(map(_latex, row)) + r" \\" for row in rows]
    lines = [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{_latex(table.title)}}}",
        rf"  \label{{tab:{table.name}}}",
        rf"  \begin{{tabular}}{{{align}}}",
        r"    \toprule",
        head,
        r"    \midrule",
        *body,
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def to_html(table: Table) -> str:
    """Write a table for a page.

    Examples
    --------
    >>> print(to_html(Table("t", "T", [Column("<b>")], [["&"]])))
    <table>
    <thead>
    <tr><th>&lt;b&gt;</th></tr>
    </thead>
    <tbody>
    <tr><td>&amp;</td></tr>
    </tbody>
    </table>
    """
    return fill_template(
        "geoengine.evaluate", "table.html", columns=table.columns, rows=_shown(table)
    )


def _shown(table: Table) -> list[list[str]]:
    kinds = [column.kind for column in table.columns]
    return [
        [shown(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in table.rows
    ]


def _markdown(text: str) -> str:
    escaped = re.sub(r"([\\`*_\[\]<>|#$])", r"\\\1", " ".join(text.split()))
    return escaped.replace("&", "&amp;")


_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "–": "--", "±": r"$\pm$", "Δ": r"$\Delta$", "ρ": r"$\rho$", "<": r"$<$", ">": r"$>$",
}  # fmt: skip


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in " ".join(text.split()))
