"""Strategies from outside: the decorator that declares one, entry points, and files named on the command line."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, overload

from golfsim.errors import OptionError, StrategyError
from golfsim.strategies.aside import output_aside
from golfsim.strategies.facts import Facts, Option, Value
from golfsim.strategies.failures import clean, end_if_forked, interrupts, one_line, place
from golfsim.text import encodable


@dataclass(frozen=True)
class PlugIn:
    """A function that chooses plays, with what is declared about it."""

    choose: Callable[..., int]
    facts: Facts
    summary: str
    origin: Mapping[str, object] = field(default_factory=dict)

    @property
    def compiled(self) -> bool:
        """Whether the function is a numba one."""
        return _is_compiled(self.choose)


@overload
def strategy(choose: Callable[..., int], /) -> PlugIn: ...


@overload
def strategy(
    *,
    sees_stock: bool = ...,
    stochastic: bool = ...,
    options: Mapping[str, Value] | Iterable[Option] = ...,
    summary: str = ...,
) -> Callable[[Callable[..., int]], PlugIn]: ...


def strategy(
    choose: Callable[..., int] | None = None,
    /,
    *,
    sees_stock: bool = False,
    stochastic: bool = False,
    options: Mapping[str, Value] | Iterable[Option] = (),
    summary: str = "",
) -> PlugIn | Callable[[Callable[..., int]], PlugIn]:
    """Declare facts about a function that chooses plays; without this decorator all of them are the defaults.

    Args:
        choose: the function, where the decorator is written without parentheses.
        sees_stock: it reads `view.stock`. A compiled function cannot.
        stochastic: it uses `view.random`, or `word` if it is compiled.
        options: names and defaults of the keyword arguments it takes besides the view.
        summary: one line on how it plays; by default the first line of its docstring.
    """
    if isinstance(options, Mapping):
        options = [Option(name, default) for name, default in options.items()]
    facts = Facts(sees_stock=sees_stock, stochastic=stochastic, options=tuple(options))

    def declare(function: Callable[..., int]) -> PlugIn:
        return PlugIn(function, facts, summary or _first_line(function), {})

    return declare if choose is None else declare(choose)


def from_entry_point(group: str, name: str) -> PlugIn | None:
    """The plug-in that an installed package registers under `name` in an entry-point group, or None.

    Raises:
        StrategyError: if it cannot be imported or is no strategy.
    """
    for entry in entry_points(group=group, name=name):
        origin = {"package": entry.dist.name, "version": entry.dist.version} if entry.dist else {}
        return _as_plug_in(_loaded(entry.load, f"{name}: {_registered(entry)}"), name, origin)
    return None


def entry_point_names(group: str) -> list[str]:
    """Names of all strategies that installed packages register in a group, sorted; nothing is imported."""
    return sorted({entry.name for entry in entry_points(group=group)})


def from_file(path: Path, attribute: str) -> PlugIn:
    """The strategy `attribute` of a Python file.

    Raises:
        OptionError: if there is no such file, or nothing of that name in it.
        StrategyError: if the file cannot be run, or what it holds is no strategy.
    """
    label = f"{path}:{attribute}"
    module = _run_file(path)
    if not hasattr(module, attribute):
        names = [name for name, value in vars(module).items() if isinstance(value, PlugIn) or _is_compiled(value)]
        raise OptionError(
            f"{label}: no {attribute!r} in the file" + (f": it has {', '.join(names)}" if names else "")
        )
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return _as_plug_in(getattr(module, attribute), label, {"file": encodable(path.name), "sha256": digest})


def _run_file(path: Path) -> ModuleType:
    name = f"golfsim_plugin_{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise OptionError(f"{path}: no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        _loaded(partial(spec.loader.exec_module, module), str(path), path)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _loaded(load: Callable[[], Any], label: str, path: Path | None = None) -> Any:
    """What `load` returns, whatever the code of others does meanwhile.

    Raises:
        StrategyError: for whatever it raises, after the label.
    """
    process = os.getpid()
    with output_aside(), interrupts() as let_through:
        try:
            return load()
        except BaseException as error:
            if let_through(error):
                raise KeyboardInterrupt from error
            where = "" if isinstance(error, SyntaxError) or path is None else place(error, path=path)
            raise StrategyError(f"{', '.join(filter(None, (label, where)))}: {_one_line(error)}") from error
        finally:
            end_if_forked(process)


def _as_plug_in(found: Any, name: str, origin: Mapping[str, object]) -> PlugIn:
    if isinstance(found, PlugIn):
        return replace(found, origin=origin)
    if callable(found) and not isinstance(found, type):
        return PlugIn(found, Facts(), _first_line(found), origin)
    raise StrategyError(f"{name}: is {type(found).__name__}: expected a function of a view, or a numba function")


def _is_compiled(choose: object) -> bool:
    # Only numba makes dispatchers; asking for its class would import it.
    return type(choose).__module__.startswith("numba.") and hasattr(choose, "py_func")


def _first_line(choose: object) -> str:
    text = getattr(choose, "__doc__", None)
    return clean(next(iter(text.strip().splitlines()), "")) if isinstance(text, str) else ""


def _registered(entry: EntryPoint) -> str:
    return f"entry point {entry.value}" + (f" of {entry.dist.name}" if entry.dist else "")


def _one_line(error: BaseException) -> str:
    text = one_line(error)
    where = f" (line {error.lineno})" if isinstance(error, SyntaxError) and error.lineno else ""
    return text + (where if where.strip("() ") not in text else "")
