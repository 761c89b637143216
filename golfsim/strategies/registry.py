"""Finding a strategy by name: built in, registered by an installed package, or in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

from golfsim.errors import GolfsimError, OptionError
from golfsim.strategies.base import AnyStrategy
from golfsim.strategies.facts import Value, parse_values
from golfsim.strategies.plugins import PlugIn, entry_point_names, from_entry_point, from_file
from golfsim.text import encodable

S = TypeVar("S", bound=AnyStrategy)

_FILE = re.compile(r"(?P<path>.+\.py):(?P<attribute>[A-Za-z_]\w*)(?::(?P<options>.*))?", re.DOTALL)


@dataclass(frozen=True)
class Registry(Generic[S]):
    """The strategies of a game.

    Attributes:
        built_in: where each built-in one is, as "module:class", imported only when it is asked for.
        group: the entry-point group in which packages register theirs.
        plugged: makes a strategy of a plug-in, its name and the values of its options.
    """

    built_in: Mapping[str, str]
    group: str
    plugged: Callable[[PlugIn, str, Mapping[str, Value]], S]

    def names(self) -> list[str]:
        """Names of all strategies that need no file: the built-in ones, then those of installed packages."""
        others = (name for name in entry_point_names(self.group) if name not in self.built_in)
        return [*self.built_in, *others]

    def load(self, spec: str) -> S:
        """The strategy that `NAME[:key=value,...]` or `path/to/file.py:NAME[:key=value,...]` names.

        Raises:
            OptionError: for an unknown name, option or value.
            StrategyError: for a plug-in that cannot be loaded.
        """
        if match := _FILE.fullmatch(spec):
            path = Path(match["path"])
            plug_in = from_file(path, match["attribute"])
            return self._with_options(plug_in, encodable(f"{path.name}:{match['attribute']}"), match["options"] or "")
        name, _, options = spec.partition(":")
        if name.endswith(".py"):
            raise OptionError(f"strategy {spec!r}: expected the name of a function as well, as in {name}:NAME")
        if name in self.built_in:
            module, attribute = self.built_in[name].split(":")
            kind: type[S] = getattr(import_module(module), attribute)
            return kind(parse_values(options, name, kind.facts.options))
        registered = from_entry_point(self.group, name)
        if registered is not None:
            return self._with_options(registered, name, options)
        known = self.names()
        close = get_close_matches(name, known, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise OptionError(
            f"unknown strategy {name!r}{hint}: expected one of {', '.join(known)}, or path/to/file.py:NAME"
        )

    def load_all(self) -> Iterator[tuple[str, S | GolfsimError]]:
        """Every strategy of `names()` with its default options, or the error that kept one from loading."""
        for name in self.names():
            try:
                yield name, self.load(name)
            except GolfsimError as error:
                yield name, error

    def _with_options(self, plug_in: PlugIn, name: str, options: str) -> S:
        return self.plugged(plug_in, name, parse_values(options, name, plug_in.facts.options))
