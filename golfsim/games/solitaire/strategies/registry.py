"""Finding a strategy by name: built in, registered by an installed package, or in a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from golfsim.errors import GolfsimError, OptionError
from golfsim.games.solitaire.strategies.base import Strategy, parse_values
from golfsim.games.solitaire.strategies.plugins import PlugIn, entry_point_names, from_entry_point, from_file

BUILT_IN: dict[str, str] = {
    "first": "golfsim.games.solitaire.strategies.first:First",
    "random": "golfsim.games.solitaire.strategies.random:Random",
    "greedy": "golfsim.games.solitaire.strategies.greedy:Greedy",
    "guide": "golfsim.games.solitaire.strategies.guide:Guide",
    "longest-chain": "golfsim.games.solitaire.strategies.longest_chain:LongestChain",
    "pimc": "golfsim.games.solitaire.strategies.pimc:Pimc",
    "expectimax": "golfsim.games.solitaire.strategies.expectimax:Expectimax",
    "solver": "golfsim.games.solitaire.strategies.solver:Solver",
}
"""Where each built-in strategy is, imported only when it is asked for."""

_FILE = re.compile(r"(?P<path>.+\.py):(?P<attribute>[A-Za-z_]\w*)(?::(?P<options>.*))?")


def names() -> list[str]:
    """Names of all strategies that need no file: the built-in ones, then those of installed packages."""
    return [*BUILT_IN, *(name for name in entry_point_names() if name not in BUILT_IN)]


def load(spec: str) -> Strategy:
    """The strategy that `NAME[:key=value,...]` or `path/to/file.py:NAME[:key=value,...]` names.

    Raises:
        OptionError: for an unknown name, option or value.
        StrategyError: for a plug-in that cannot be loaded.
    """
    if match := _FILE.fullmatch(spec):
        path = Path(match["path"])
        plug_in = from_file(path, match["attribute"])
        return _with_options(plug_in, f"{path.name}:{match['attribute']}", match["options"] or "")
    name, _, options = spec.partition(":")
    if name.endswith(".py"):
        raise OptionError(f"strategy {spec!r}: expected the name of a function as well, as in {name}:NAME")
    if name in BUILT_IN:
        module, attribute = BUILT_IN[name].split(":")
        kind: type[Strategy] = getattr(import_module(module), attribute)
        return kind(parse_values(options, name, kind.facts.options))
    registered = from_entry_point(name)
    if registered is not None:
        return _with_options(registered, name, options)
    known = names()
    close = get_close_matches(name, known, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise OptionError(f"unknown strategy {name!r}{hint}: expected one of {', '.join(known)}, or path/to/file.py:NAME")


def load_all() -> Iterator[tuple[str, Strategy | GolfsimError]]:
    """Every strategy of `names()` with its default options, or the error that kept one from loading."""
    for name in names():
        try:
            yield name, load(name)
        except GolfsimError as error:
            yield name, error


def _with_options(plug_in: PlugIn, name: str, options: str) -> Strategy:
    return plug_in.named(name, parse_values(options, name, plug_in.facts.options))
