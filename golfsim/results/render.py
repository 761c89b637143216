"""Tables as text: for a terminal, CSV, JSON, Markdown, LaTeX; and as files, also Parquet."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import stat
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from golfsim.errors import GolfsimError, OptionError
from golfsim.results.fitting import fitted
from golfsim.results.sheet import PLAIN_STYLE, Column, Sheet, Style, with_columns
from golfsim.text import printable

GAP = "  "
SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown", ".tex": "latex", ".parquet": "parquet"}
"""The formats that endings of names of files ask for."""
PLAIN_SUFFIX = ".txt"
WRAP = 8
"""Headings of up to so many characters stay on one line in a terminal."""

LATEX_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"$<$",
        ">": r"$>$",
        "≥": r"$\geq$",
        "|": r"\textbar{}",
    }
)

MARKDOWN_SPECIAL = re.compile(r"[\\|`*]|<(?=[A-Za-z/!?])")
"""What Markdown, and HTML within it, would take for more than letters."""

FORMULA = r"^[=+\-@\t\r\n]"
"""How a cell begins that spreadsheets take for a formula."""


def render(
    frame: pl.DataFrame,
    format: str = "table",  # noqa: A002
    style: Style = PLAIN_STYLE,
    columns: Sequence[str] | None = None,
    width: int | None = None,
    more: str = "",
) -> str:
    """A table as text that ends with a newline.

    table, markdown and latex (a booktabs tabular) show the style's headings and cells; csv and json (a list of
    objects) have the frame's own column names and full precision, a null empty or null unless the style has a word
    for it.

    Args:
        columns: which of the frame to show, in this order; by default all.
        width: letters that a line of a table in the format `table` may have; by default any number. See
            `golfsim.results.fitting`; `more` says there how to see the columns that are left out.

    Raises:
        OptionError: for an unknown format, and for parquet, which is no text.
    """
    _check_format(format)
    if format == "parquet":
        raise OptionError("format parquet is no text: name a file for it with -o FILE")
    if format in MACHINE:
        return MACHINE[format](frame if columns is None else frame.select(columns), style)
    sheet = style.sheet(frame)
    if columns is not None:
        sheet = with_columns(sheet, frame, columns)
    sheet = _printable(sheet)
    if format == "table" and width is not None:
        sheet = fitted(sheet, width, _width, GAP, style.importance, more)
    return HUMAN[format](sheet)


def write(
    frame: pl.DataFrame,
    path: str | os.PathLike[str],
    format: str,  # noqa: A002
    style: Style = PLAIN_STYLE,
    columns: Sequence[str] | None = None,
) -> None:
    """Write a table, or some of its columns, to a file in any format.

    The file is there whole or, after an error, as it was.

    Raises:
        OptionError: for an unknown format, or a folder in place of a file.
        GolfsimError: if the file cannot be written, or is read-only.
    """
    write_bytes(path, as_bytes(frame, format, style, columns))


def as_bytes(
    frame: pl.DataFrame,
    format: str,  # noqa: A002
    style: Style = PLAIN_STYLE,
    columns: Sequence[str] | None = None,
) -> bytes:
    """What `write` writes."""
    if format == "parquet":
        buffer = io.BytesIO()
        (frame if columns is None else frame.select(columns)).write_parquet(buffer)
        return buffer.getvalue()
    return render(frame, format, style, columns).encode(errors="backslashreplace")


def format_of(path: str | os.PathLike[str], plain: str = "table") -> str:
    """The format that the ending of a file's name asks for; `plain` for .txt.

    Raises:
        OptionError: for any other ending, and for none.
    """
    ending = Path(path).suffix.lower()
    if ending == PLAIN_SUFFIX:
        return plain
    if ending not in SUFFIXES:
        known = ", ".join([PLAIN_SUFFIX, *SUFFIXES])
        raise OptionError(f"{path}: expected a name that ends in one of {known}, or --format as well")
    return SUFFIXES[ending]


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, which is there whole or, after an error, as it was.

    A link stays, and what it points to is written; a file that is there keeps its mode. What is no regular file, as
    a pipe or a device, is written to as it is.

    Raises:
        OptionError: for a folder.
        GolfsimError: if the file cannot be written, or is read-only.
    """
    target, there = check_target(path)
    try:
        if there is None or stat.S_ISREG(there.st_mode):
            _replace(target, data, there)
        else:
            target.write_bytes(data)
    except OSError as error:
        raise GolfsimError(f"{path}: cannot be written: {error.strerror or error}") from None


def check_target(path: str | os.PathLike[str]) -> tuple[Path, os.stat_result | None]:
    """Where `write_bytes` will write, and what is there; raises as it does, as far as can be told before."""
    try:
        target = Path(path).resolve() if os.path.islink(path) else Path(path)
        there = target.stat() if target.exists() else None
        if there is None and not target.parent.is_dir():
            raise GolfsimError(f"{path}: no folder {target.parent}: expected one that is there")
        # The superuser may write what is read-only all the same.
        writable = there is None or (there.st_mode & 0o222 and os.access(target, os.W_OK))
    except (OSError, ValueError, RuntimeError) as error:
        # Names that are too long or hold a null, and links that go round in circles.
        why = getattr(error, "strerror", None) or str(error)
        raise GolfsimError(f"{path}: cannot be written: {why}") from None
    if there is not None and stat.S_ISDIR(there.st_mode):
        raise OptionError(f"{path}: is a folder: expected the name of a file to write")
    if not writable:
        raise GolfsimError(f"{path}: is read-only: expected a file that may be written")
    return target, there


def _replace(target: Path, data: bytes, there: os.stat_result | None) -> None:
    # Its own name, as that of the target may be as long as names can be.
    temporary = target.with_name(f".golfsim-{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if there is not None:
            with contextlib.suppress(OSError):
                os.chown(temporary, there.st_uid, there.st_gid)
            temporary.chmod(stat.S_IMODE(there.st_mode))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _check_format(name: str) -> None:
    if name not in FORMATS:
        raise OptionError(f"unknown format {name!r}: expected one of {', '.join(FORMATS)}")


def _csv(frame: pl.DataFrame, style: Style) -> str:
    worded = [pl.col(name).cast(pl.String).fill_null(word) for name, word in _words(frame, style).items()]
    return frame.with_columns(worded).with_columns(_no_formula(pl.selectors.string())).write_csv()


def _no_formula(text: pl.Expr) -> pl.Expr:
    """Texts, of which none is run by a spreadsheet: a quote before it is what they take for plain text."""
    return pl.when(text.str.contains(FORMULA)).then(pl.lit("'") + text).otherwise(text).name.keep()


def _printable(sheet: Sheet) -> Sheet:
    """A sheet of which no cell ends its line or is more than letters to a terminal, whatever things are called."""
    columns = [
        replace(
            column,
            heading=printable(column.heading),
            cells=[printable(cell) for cell in column.cells],
            said=printable(column.said),
        )
        for column in sheet.columns
    ]
    return Sheet(columns, [printable(note) for note in sheet.notes], printable(sheet.caption))


def _json(frame: pl.DataFrame, style: Style) -> str:
    words = _words(frame, style)
    records = [
        {name: words.get(name) if value is None else value for name, value in row.items()} for row in frame.to_dicts()
    ]
    return json.dumps(records, indent=2, ensure_ascii=False) + "\n"


def _words(frame: pl.DataFrame, style: Style) -> dict[str, str]:
    return {name: word for name, word in style.null_words.items() if name in frame.columns}


def _table(sheet: Sheet) -> str:
    heads = [_wrapped(column) for column in sheet.columns]
    height = max(map(len, heads), default=0)
    padded = [
        _pad([""] * (height - len(head)) + head + column.cells, column.right)
        for head, column in zip(heads, sheet.columns, strict=True)
    ]
    padded = [[*cells[:height], "-" * len(cells[0]), *cells[height:]] for cells in padded]
    lines = [GAP.join(row).rstrip() for row in zip(*padded, strict=True)]
    above = [sheet.caption, ""] if sheet.caption else []
    return _lines([*above, *lines, *(["", *sheet.notes] if sheet.notes else [])])


def _width(column: Column) -> int:
    """Letters that a column takes in a terminal."""
    return len(_pad(_wrapped(column) + column.cells, column.right)[0])


def _wrapped(column: Column) -> list[str]:
    """The heading on several lines, unless it is as narrow as its cells: a terminal has few columns."""
    words = column.heading.split()
    width = max(WRAP, *map(len, words), *map(len, column.cells))
    return textwrap.wrap(column.heading, width) or [""]


def _markdown(sheet: Sheet) -> str:
    padded = [
        _pad([_markdown_cell(cell) for cell in [column.heading, *column.cells]], column.right)
        for column in sheet.columns
    ]
    rules = [
        "-" * (len(cells[0]) - 1) + (":" if column.right else "-")
        for cells, column in zip(padded, sheet.columns, strict=True)
    ]
    padded = [[cells[0], rule, *cells[1:]] for cells, rule in zip(padded, rules, strict=True)]
    lines = [f"| {' | '.join(row)} |" for row in zip(*padded, strict=True)]
    return _lines(lines + [text for note in sheet.notes for text in ("", note)])


def _markdown_cell(text: str) -> str:
    return MARKDOWN_SPECIAL.sub(lambda match: f"\\{match[0]}", text)


def _latex(sheet: Sheet) -> str:
    places = "".join("r" if column.right else "l" for column in sheet.columns)
    heads = [column.heading for column in sheet.columns]
    rows = zip(*(column.cells for column in sheet.columns), strict=True)
    notes = [
        rf"\multicolumn{{{len(heads)}}}{{l}}{{\footnotesize {note.translate(LATEX_ESCAPES)}}} \\"
        for note in sheet.notes
    ]
    return _lines(
        [
            r"% needs \usepackage{booktabs}",
            rf"\begin{{tabular}}{{{places}}}",
            r"\toprule",
            _latex_row(heads),
            r"\midrule",
            *(_latex_row(row) for row in rows),
            r"\bottomrule",
            *notes,
            r"\end{tabular}",
        ]
    )


def _latex_row(cells: list[str] | tuple[str, ...]) -> str:
    # A bracket that follows \\ or opens a row would be read as its optional argument; braces prevent it.
    text = [
        f"{{{cell}}}" if cell.startswith("[") else cell for cell in (cell.translate(LATEX_ESCAPES) for cell in cells)
    ]
    return " & ".join(text) + r" \\"


def _pad(cells: list[str], right: bool) -> list[str]:
    width = max(3, *(len(cell) for cell in cells))
    return [cell.rjust(width) if right else cell.ljust(width) for cell in cells]


def _lines(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


MACHINE: dict[str, Callable[[pl.DataFrame, Style], str]] = {"csv": _csv, "json": _json}
HUMAN: dict[str, Callable[[Sheet], str]] = {"table": _table, "markdown": _markdown, "latex": _latex}
FORMATS = ("table", "csv", "json", "markdown", "latex", "parquet")
"""Every format there is, the default first."""
