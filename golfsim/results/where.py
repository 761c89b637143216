"""A small language to choose rows: `won and strokes <= -3 and not (draws > 10 or grade == "easy")`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
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


@dataclass
class Where:
    """A condition as a polars expression, the columns it names, and the words it compares columns of words with."""

    expression: pl.Expr
    names: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Value:
    """One side of a comparison: a column or a constant; kind None is that of null."""

    text: str
    kind: Kind | None
    value: Any


def parse_where(text: str, columns: Mapping[str, Kind]) -> Where:
    """Read a condition on rows.

    A comparison with a null is unknown, and so is what `and`, `or` and `not` cannot decide without it; only
    `== null` and `!= null` ask for nulls themselves. Rows for which the whole is unknown do not match.

    Args:
        columns: what each column that may be named holds.

    Raises:
        OptionError: for anything but comparisons (==, !=, <, <=, >, >=, in, not in), columns, numbers, quoted words,
            true, false and null, joined by and, or, not and parentheses; and for comparisons of unlike things.
    """
    where = Where(pl.lit(True))
    reader = _Reader(text, columns, where)
    if len(text) > LONGEST:
        reader.fail(f"{len(text)} characters: expected at most {LONGEST}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        reader.fail(f"{error.msg} at character {error.offset}: expected {HELP}")
    except (ValueError, RecursionError, MemoryError):
        reader.fail(f"cannot be read: expected {HELP}")
    where.expression = reader.condition(tree.body)
    return where


class _Reader:
    def __init__(self, text: str, columns: Mapping[str, Kind], where: Where) -> None:
        self._text, self._columns, self._where = text, columns, where

    def fail(self, reason: str) -> NoReturn:
        shown = self._text if len(self._text) <= 80 else self._text[:77] + "..."
        raise OptionError(f"where {shown!r}: {' '.join(reason.split())}")

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
            self.fail(f"{text}: expected {HELP}")
        return found

    def _read(self, node: ast.expr, text: str) -> _Value | None:
        match node:
            case ast.Name(id=name) if name in self._columns:
                self._where.names.add(name)
                kind = self._columns[name]
                column = pl.col(name)
                # Narrow integers would not hold every number they may be compared with.
                wide = column if kind == BOOLEAN else column.cast(pl.Int128)
                return _Value(name, kind, wide)
            case ast.Name(id=name) if name in WORDS:
                return _Value(name, None if WORDS[name] is None else BOOLEAN, WORDS[name])
            case ast.Name(id=name):
                self.fail(f"unknown column {name!r}: expected one of {', '.join(self._columns)}")
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

    def _listed(self, kind: type) -> str:
        return ", ".join(name for name, held in self._columns.items() if isinstance(held, kind)) or "no columns"


def _expression(side: _Value) -> pl.Expr:
    if isinstance(side.value, pl.Expr):
        return side.value
    whole = isinstance(side.value, int) and not isinstance(side.value, bool)
    return pl.lit(side.value, dtype=pl.Int128) if whole else pl.lit(side.value)


def _said(side: _Value) -> str:
    return f"one of {', '.join(side.kind)}" if isinstance(side.kind, tuple) else str(side.kind)
