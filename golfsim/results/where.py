"""A small language to choose rows: `won and strokes <= -3 and not (draws > 10 or grade == "easy")`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import polars as pl

from golfsim.errors import OptionError

NUMBER, BOOLEAN = "number", "true or false"
LONGEST = 2000
WORDS = {"true": True, "false": False, "null": None}
OPERATORS: dict[type[ast.cmpop], Callable[[Any, Any], pl.Expr]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
HELP = "comparisons of columns and numbers, true, false, null, joined by and, or, not and parentheses"

Kind = str | tuple[str, ...]
"""What a column holds: NUMBER, BOOLEAN, or words in their order, of which the frame holds the indices."""


@dataclass(frozen=True)
class Others:
    """Whose columns may be named as NAME.column: what they are (strategies), their names, and their columns."""

    what: str
    names: Sequence[str]
    columns: Mapping[str, Kind]


def their(who: str, column: str) -> str:
    """Under what name a frame has the column of another player."""
    return f"{who}.{column}"


@dataclass
class Where:
    """A condition as a polars expression, and what it asks for.

    Attributes:
        names: columns it names; `theirs`: those of others, as (who, column), which are called `their(who, column)`.
        words: what it compares columns of words with.
    """

    expression: pl.Expr
    names: set[str] = field(default_factory=set)
    theirs: set[tuple[str, str]] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Value:
    """One side of a comparison: a column or a constant; kind None is that of null."""

    text: str
    kind: Kind | None
    value: Any


NOBODY = Others("", (), {})


def parse_where(text: str, columns: Mapping[str, Kind], others: Others = NOBODY) -> Where:
    """Read a condition on rows.

    A comparison with a null is unknown, and so is what `and`, `or` and `not` cannot decide without it; only
    `== null` and `!= null` ask for nulls themselves. Rows for which the whole is unknown do not match.

    Args:
        columns: what each column that may be named holds.
        others: whose columns may be named as well, as `greedy.won`, or `"longest-chain".won` where the name is no
            single word. What stands before the colon of a name is enough where only one begins so.

    Raises:
        OptionError: for anything but comparisons (==, !=, <, <=, >, >=, in, not in), columns, numbers, quoted words,
            true, false and null, joined by and, or, not and parentheses; and for comparisons of unlike things.
    """
    where = Where(pl.lit(True))
    reader = _Reader(text, columns, others, where)
    if len(text) > LONGEST:
        reader.fail(f"{len(text)} characters: expected at most {LONGEST}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        reader.fail(f"{error.msg} at character {error.offset}: expected {reader.slip() or HELP}")
    except (ValueError, RecursionError, MemoryError):
        reader.fail(f"cannot be read: expected {HELP}")
    try:
        where.expression = reader.condition(tree.body)
    except RecursionError:
        reader.fail("nested too deeply: expected fewer not, - and parentheses within each other")
    return where


class _Reader:
    def __init__(self, text: str, columns: Mapping[str, Kind], others: Others, where: Where) -> None:
        self._text, self._columns, self._others, self._where = text, columns, others, where

    def fail(self, reason: str) -> NoReturn:
        shown = self._text if len(self._text) <= 80 else self._text[:77] + "..."
        raise OptionError(f"where {shown!r}: {' '.join(reason.split())}")

    def slip(self) -> str:
        """What was meant, where it can be guessed why a text is no condition at all."""
        bare = re.sub(r"""(["']).*?\1""", "", self._text)
        quoted = [name for name in self._others.names if not name.isidentifier() and name in bare]
        if quoted:
            return f'"{quoted[0]}".COLUMN, with the name in quotes'
        if re.search(r"(?<![=<>!])=(?!=)", bare):
            return "== to compare"
        if re.search(r"\b(AND|OR|NOT)\b", bare):
            return "and, or, not in small letters"
        if re.search(r"&&|\|\||!(?!=)", bare):
            return "and, or, not in place of && || !"
        return ""

    def condition(self, node: ast.expr) -> pl.Expr:
        """A part that is true or false."""
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return pl.all_horizontal([self.condition(value) for value in values])
            case ast.BoolOp(values=values):
                return pl.any_horizontal([self.condition(value) for value in values])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ~self.condition(operand)
            case ast.Compare(left=left, ops=ops, comparators=rights):
                sides = [left, *rights]
                return pl.all_horizontal(
                    [self._compare(a, op, b) for a, op, b in zip(sides[:-1], ops, rights, strict=True)]
                )
        value = self._value(node)
        if value.kind != BOOLEAN:
            self.fail(f"{value.text} is not true or false: expected a comparison, as {value.text} == ...")
        return pl.lit(value.value) if isinstance(value.value, bool) else value.value

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> pl.Expr:
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, ast.Tuple | ast.List) or not right.elts:
                self.fail(f"{ast.unparse(right)}: expected several values in parentheses after in")
            among = pl.any_horizontal([self._compare(left, ast.Eq(), value) for value in right.elts])
            return ~among if isinstance(op, ast.NotIn) else among
        if type(op) not in OPERATORS:
            self.fail(f"{ast.unparse(ast.Compare(left, [op], [right]))}: expected {HELP}")
        a, b = self._value(left), self._value(right)
        if None in (a.kind, b.kind):
            return self._null(a, op, b)
        a, b = self._word(a, b), self._word(b, a)
        if a.kind != b.kind:
            self.fail(f"{a.text} and {b.text} cannot be compared: {_said(a)} and {_said(b)}")
        if a.kind == BOOLEAN and not isinstance(op, ast.Eq | ast.NotEq):
            self.fail(f"{a.text} and {b.text} have no order: expected == or !=")
        return OPERATORS[type(op)](_expression(a), _expression(b))

    def _null(self, a: _Value, op: ast.cmpop, b: _Value) -> pl.Expr:
        if not isinstance(op, ast.Eq | ast.NotEq):
            self.fail("null has no order: expected == null or != null")
        null = pl.all_horizontal([_expression(side).is_null() for side in (a, b)])
        return null if isinstance(op, ast.Eq) else ~null

    def _word(self, value: _Value, other: _Value) -> _Value:
        """A quoted word as the index it has in the column it is compared with."""
        if value.kind != "word":
            return value
        if not isinstance(other.kind, tuple):
            self.fail(f"{value.text} and {other.text} cannot be compared: only {self._listed(tuple)} hold words")
        if value.value not in other.kind:
            self.fail(f"{value.text} is no {other.text}: expected one of {', '.join(other.kind)}")
        self._where.words.add(value.value)
        return _Value(value.text, other.kind, other.kind.index(value.value))

    def _value(self, node: ast.expr) -> _Value:
        text = ast.unparse(node)
        found = self._read(node, text)
        if found is None:
            # A name with a hyphen is read as a difference.
            bare = "".join(text.split())
            meant = next((name for name in self._others.names if bare.startswith(f"{name}.")), None)
            named = f'"{meant}".{bare[len(meant) + 1 :]}, with the name in quotes' if meant else HELP
            self.fail(f"{text}: expected {named}")
        return found

    def _read(self, node: ast.expr, text: str) -> _Value | None:
        match node:
            case ast.Name(id=name) if name in self._columns:
                self._where.names.add(name)
                return _column(name, self._columns[name], name)
            case ast.Attribute(value=ast.Name(id=who) | ast.Constant(value=str() as who), attr=column) if (
                self._others.names
            ):
                return self._their(who, column, text)
            case ast.Name(id=name) if name in WORDS:
                return _Value(name, None if WORDS[name] is None else BOOLEAN, WORDS[name])
            case ast.Name(id=name):
                self._unknown(name)
            case ast.Constant(value=bool() | None as value):
                return _Value(text, None if value is None else BOOLEAN, value)
            case ast.Constant(value=int() | float() as value) if abs(value) < 2**64:
                return _Value(text, NUMBER, value)
            case ast.Constant(value=str() as value):
                return _Value(text, "word", value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)) if (
                not isinstance(value, bool) and abs(value) < 2**64
            ):
                return _Value(text, NUMBER, -value)
        return None

    def _their(self, who: str, column: str, text: str) -> _Value:
        """A column of another player, who is named in full or up to a colon."""
        names = self._others.names
        found = [name for name in names if name == who] or [name for name in names if name.partition(":")[0] == who]
        if len(found) != 1:
            several = found or names
            reason = f"several are called {who}" if found else f"unknown {self._others.what} {who!r}"
            self.fail(f"{reason}: expected one of {', '.join(map(_quoted, several))} before the dot")
        if column not in self._others.columns:
            known = ", ".join(self._others.columns)
            self.fail(f"unknown column {column!r} of {found[0]}: expected one of {known}")
        self._where.theirs.add((found[0], column))
        return _column(their(found[0], column), self._others.columns[column], text)

    def _unknown(self, name: str) -> NoReturn:
        """Complain about a name that is no column."""
        words = [column for column, kind in self._columns.items() if isinstance(kind, tuple) and name in kind]
        if words:
            self.fail(f'{name}: expected the word in quotes, as {words[0]} == "{name}"')
        if any(name in (other, other.partition(":")[0]) for other in self._others.names):
            column = next(iter(self._others.columns), "")
            self.fail(f"{name} is a {self._others.what}: expected one of its columns, as {name}.{column}")
        also = f", or one of another {self._others.what}, as NAME.COLUMN" if self._others.names else ""
        self.fail(f"unknown column {name!r}: expected one of {', '.join(self._columns)}{also}")

    def _listed(self, kind: type) -> str:
        return ", ".join(name for name, held in self._columns.items() if isinstance(held, kind)) or "no columns"


def _column(name: str, kind: Kind, text: str) -> _Value:
    column = pl.col(name)
    # Narrow integers would not hold every number they may be compared with.
    return _Value(text, kind, column if kind == BOOLEAN else column.cast(pl.Int128))


def _quoted(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _expression(side: _Value) -> pl.Expr:
    if isinstance(side.value, pl.Expr):
        return side.value
    whole = isinstance(side.value, int) and not isinstance(side.value, bool)
    return pl.lit(side.value, dtype=pl.Int128) if whole else pl.lit(side.value)


def _said(side: _Value) -> str:
    return f"one of {', '.join(side.kind)}" if isinstance(side.kind, tuple) else str(side.kind)
