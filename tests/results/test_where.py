"""Conditions on rows: what they match, against the same written in Python, and what they refuse."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.results.where import BOOLEAN, NUMBER, parse_where

GRADES = ("easy", "medium", "hard")
KINDS = {"deal": NUMBER, "won": BOOLEAN, "strokes": NUMBER, "draws": NUMBER, "grade": GRADES}
ROWS: list[dict[str, Any]] = [
    {"deal": 0, "won": True, "strokes": -3, "draws": 13, "grade": 0},
    {"deal": 1, "won": False, "strokes": 4, "draws": 16, "grade": 2},
    {"deal": 2, "won": None, "strokes": None, "draws": None, "grade": None},
    {"deal": 2**64 - 1, "won": True, "strokes": 0, "draws": 16, "grade": 1},
]
SCHEMA = {"deal": pl.UInt64, "won": pl.Boolean, "strokes": pl.Int8, "draws": pl.UInt8, "grade": pl.Int8}
FRAME = pl.DataFrame(ROWS, schema=SCHEMA)


def matches(text: str) -> list[int]:
    return [ROWS.index(row) for row in FRAME.filter(parse_where(text, KINDS).expression).to_dicts()]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("true", [0, 1, 2, 3]),
        ("false", []),
        ("won", [0, 3]),
        ("not won", [1]),
        ("won == false", [1]),
        ("won != True", [1]),
        ("won and strokes <= -3", [0]),
        ("won and (strokes <= -3 or draws > 15)", [0, 3]),
        ("  (strokes < 0)  ", [0]),
        ("-4 < strokes <= 0", [0, 3]),
        ("strokes < 1000", [0, 1, 3]),
        ("strokes > -1000", [0, 1, 3]),
        ("strokes == 4.0", [1]),
        ("strokes > 3.5", [1]),
        ("strokes < draws", [0, 1, 3]),
        ("deal == 18446744073709551615", [3]),
        ("deal > -1", [0, 1, 2, 3]),
        ("deal in (0, 2)", [0, 2]),
        ("deal not in [0, 2]", [1, 3]),
        ("won == null", [2]),
        ("null != strokes", [0, 1, 3]),
        ("won or strokes == null", [0, 2, 3]),
        ("won or deal == 2", [0, 2, 3]),
        ("not (won or deal == 2)", [1]),
        ('grade == "hard"', [1]),
        ("grade >= 'medium'", [1, 3]),
        ("grade in ('easy', 'hard')", [0, 1]),
        ("1 < 2", [0, 1, 2, 3]),
        ("true and not false", [0, 1, 2, 3]),
        ("not " * 300 + "won", [0, 3]),
    ],
)
def test_what_matches(text: str, rows: list[int]) -> None:
    assert matches(text) == rows


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected comparisons of columns"),
        ("won and", "invalid syntax"),
        ("won = 1", "invalid syntax at character 5"),
        ("strokes", "strokes is not true or false: expected a comparison, as strokes == ..."),
        ("strokes and won", "strokes is not true or false"),
        ("not 3", "3 is not true or false"),
        ("null", "null is not true or false"),
        ("strokse < 3", "unknown column 'strokse': expected one of deal, won, strokes, draws, grade"),
        ("won > 3", "won and 3 cannot be compared: true or false and number"),
        ("won < true", "won and true have no order: expected == or !="),
        ("strokes < null", "null has no order: expected == null or != null"),
        ("grade == 'hrad'", "'hrad' is no grade: expected one of easy, medium, hard"),
        ("grade == 2", "cannot be compared"),
        ("strokes == 'hard'", "only grade hold words"),
        ("'easy' == 'hard'", "only grade hold words"),
        ("strokes in 3", "expected several values in parentheses after in"),
        ("strokes in ()", "expected several values in parentheses after in"),
        ("strokes is null", "strokes is null: expected comparisons"),
        ("strokes + 1 > 2", "strokes + 1: expected comparisons"),
        ("strokes == 1e999", "expected comparisons"),
        ("deal == 18446744073709551616", "expected comparisons"),
        ("__import__('os')", "__import__('os'): expected comparisons"),
        ("won.__class__ == won", "won.__class__: expected comparisons"),
        ("[won for won in (1,)] == won", "expected comparisons"),
        ("lambda: won", "expected comparisons"),
        ("won if won else won", "expected comparisons"),
        ("(won := true)", "expected comparisons"),
        ("f'{won}' == won", "expected comparisons"),
        ("b'x' == won", "expected comparisons"),
        ("2j == strokes", "expected comparisons"),
        ("won\x00", "expected comparisons"),
        ("won; won", "invalid syntax"),
        ("(" * 300, "too many nested parentheses"),
        ("won and " * 500, "4000 characters: expected at most 2000"),
    ],
)
def test_what_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_where(text, KINDS)
    message = str(caught.value)
    assert message.startswith("where ")
    assert reason in message
    assert "\n" not in message


def test_it_says_what_it_asks_for() -> None:
    where = parse_where('won and (grade in ("easy", "hard") or strokes < 3)', KINDS)
    assert where.names == {"won", "grade", "strokes"}
    assert where.words == {"easy", "hard"}


NUMBERS = ("deal", "strokes", "draws")
LEAVES = st.sampled_from(["won", "true", "false", "won == true", "won == null", "strokes != null"]) | st.builds(
    "{} {} {}".format,
    st.sampled_from(NUMBERS),
    st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
    st.sampled_from(NUMBERS) | st.integers(-5, 20).map(str),
)
CONDITIONS = st.recursive(
    LEAVES,
    lambda part: (
        st.builds("not ({})".format, part)
        | st.builds("({}) and ({})".format, part, part)
        | st.builds("({}) or ({})".format, part, part)
    ),
    max_leaves=6,
)


def truth(text: str, row: dict[str, Any]) -> bool | None:
    """The same in Python, with a third value for what is unknown."""

    def compare(left: Any, op: str, right: Any) -> bool | None:
        if left is None or right is None:
            return None
        return bool(eval(f"left {op} right"))

    def both(one: bool | None, other: bool | None) -> bool | None:
        return False if False in (one, other) else None if None in (one, other) else True

    def negated(one: bool | None) -> bool | None:
        return None if one is None else not one

    def walk(part: str) -> bool | None:
        if part.startswith("not ("):
            return negated(walk(part[5:-1]))
        if part.startswith("("):
            depths = accumulate((sign == "(") - (sign == ")") for sign in part)
            end = next(place for place, depth in enumerate(depths) if depth == 0)
            one, rest = walk(part[1:end]), part[end + 1 :].strip()
            word, _, tail = rest.partition(" ")
            other = walk(tail[1:-1])
            return both(one, other) if word == "and" else negated(both(negated(one), negated(other)))
        if part in ("true", "false"):
            return part == "true"
        if part == "won":
            return row["won"]  # type: ignore[no-any-return]
        left, op, right = part.split()
        if right == "null":
            return (row[left] is None) == (op == "==")
        value = True if right == "true" else row[right] if right in row else int(right)
        return compare(row[left], op, value)

    return walk(text)


@settings(max_examples=200, deadline=None)
@given(CONDITIONS)
def test_it_means_what_it_says(text: str) -> None:
    assert matches(text) == [index for index, row in enumerate(ROWS) if truth(text, row) is True]
