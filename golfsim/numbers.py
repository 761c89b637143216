"""Whole numbers as people write them."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from golfsim.errors import OptionError

FORMS = "1000000, 1_000_000 or 1e6"
"""How a number may be written."""

MOST_DIGITS = 41


def whole_number(text: str) -> int:
    """A whole number that may be written 1000000, 1_000_000 or 1e6.

    Raises:
        ValueError: for anything else, and for numbers of more than MOST_DIGITS digits, which are beyond any use and
            would fill the memory if they were written out.
    """
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        raise ValueError(text) from None
    if not number.is_finite() or number.adjusted() >= MOST_DIGITS or number != int(number):
        raise ValueError(text)
    return int(number)


def as_whole(value: object, what: str) -> int:
    """A whole number given from Python, also as 1e6 or as text.

    Raises:
        OptionError: naming what it is for.
    """
    try:
        if isinstance(value, bool):
            raise ValueError
        return whole_number(value if isinstance(value, str) else str(value))
    except ValueError:
        raise OptionError(f"{what} {value!r}: expected a whole number, as {FORMS}") from None
