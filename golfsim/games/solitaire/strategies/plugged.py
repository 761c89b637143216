"""Plug-ins as strategies of Golf solitaire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from golfsim.errors import StrategyError
from golfsim.games.solitaire.strategies import untouched  # noqa: F401 - before any plug-in is imported
from golfsim.games.solitaire.strategies.base import Strategy
from golfsim.strategies.facts import Value
from golfsim.strategies.plugins import PlugIn

PYTHON_CHUNK, PYTHON_SHARD = 64, 8192


def plugged(plug_in: PlugIn, name: str, values: Mapping[str, Value]) -> Strategy:
    """The strategy that a plug-in is, under a name and with some option values.

    Raises:
        StrategyError: if the function is compiled and takes options, which it cannot.
    """
    from golfsim.games.solitaire.strategies.compiled import CompiledStrategy
    from golfsim.games.solitaire.strategies.python import PythonStrategy

    strategy: Strategy
    if plug_in.compiled:
        if plug_in.facts.options:
            raise StrategyError(f"{name}: a compiled strategy takes no options; make one function for each")
        strategy = CompiledStrategy(name, plug_in.summary, plug_in.choose, plug_in.facts)
    else:
        facts = replace(plug_in.facts, processes=True, chunk=PYTHON_CHUNK, shard_size=PYTHON_SHARD)
        strategy = PythonStrategy(name, plug_in.summary, plug_in.choose, facts, values)
    origin = plug_in.origin
    strategy.provenance = lambda: origin  # type: ignore[method-assign]
    return strategy
