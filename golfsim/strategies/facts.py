"""What is true of a strategy, and the options it takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from golfsim.errors import OptionError
from golfsim.numbers import whole_number

Value = int | float | str | bool


@dataclass(frozen=True)
class Option:
    """One option of a strategy: its values have the type of `default`, and are among `choices` if there are any."""

    name: str
    default: Value
    help: str = ""
    choices: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None

    def parse(self, text: str, strategy: str) -> Value:
        """Read a value.

        Raises:
            OptionError: naming the strategy, the option and what is expected.
        """
        kind = type(self.default)
        try:
            value: Value = _TRUTH[text.lower()] if kind is bool else whole_number(text) if kind is int else kind(text)
        except (ValueError, KeyError, ArithmeticError):
            expected = {int: "a whole number", float: "a number", bool: "true or false"}.get(kind, "text")
            raise OptionError(f"{strategy}:{self.name}={text}: expected {expected}") from None
        if self.choices and value not in self.choices:
            raise OptionError(f"{strategy}:{self.name}={text}: expected one of {', '.join(map(str, self.choices))}")
        if self.least is not None and isinstance(value, int | float) and value < self.least:
            raise OptionError(f"{strategy}:{self.name}={text}: expected at least {self.least}")
        if self.most is not None and isinstance(value, int | float) and value > self.most:
            raise OptionError(f"{strategy}:{self.name}={text}: expected at most {self.most}")
        return value


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Facts:
    """What is true of a strategy, whatever its options.

    Attributes:
        sees_stock: reads the order of the stock, so that it measures winnability, not skill.
        proves: what it finds is the best that can be reached, so that a deal it loses cannot be won.
        stochastic: uses random numbers, keyed by seed and deal number.
        options: the options it takes.
        chunk: deals a call, at most about half a second of work.
        shard_size: deals a file.
        processes: plain Python that holds the interpreter lock, so that only processes run side by side.
    """

    sees_stock: bool = False
    proves: bool = False
    stochastic: bool = False
    options: tuple[Option, ...] = ()
    chunk: int = 8192
    shard_size: int = 262_144
    processes: bool = False


def parse_option(text: str, what: str) -> tuple[str, str]:
    """Split `key=value`.

    Raises:
        OptionError: if there is no `=` or one side is empty.
    """
    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise OptionError(f"{what} {text!r}: expected key=value")
    return key.strip(), value.strip()


def once_each(pairs: Iterable[tuple[str, str]], what: str) -> dict[str, str]:
    """Options and their values; OptionError if one is given twice, as the last would win in silence."""
    values: dict[str, str] = {}
    for key, value in pairs:
        if key in values:
            raise OptionError(f"{what} {key} is given twice, as {values[key]} and {value}: expected once")
        values[key] = value
    return values


def parse_values(text: str, strategy: str, options: tuple[Option, ...]) -> dict[str, Value]:
    """Read `key=value,...` into option values.

    Raises:
        OptionError: for an unknown option or a value it does not take.
    """
    known = {option.name: option for option in options}
    values: dict[str, Value] = {}
    for part in filter(None, text.split(",")):
        key, value = parse_option(part, f"option of {strategy}")
        if key not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it takes none"
            raise OptionError(f"{strategy} has no option {key!r}: {expected}")
        if key in values:
            raise OptionError(f"{strategy}: option {key} is given twice: expected once")
        values[key] = known[key].parse(value, strategy)
    return values
