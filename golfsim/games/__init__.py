"""The games, one folder each. They know what lies below them and nothing of each other."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from golfsim.errors import DatasetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from golfsim.results.beside import Starts
    from golfsim.results.dataset import Dataset
    from golfsim.simulate.plan import Plan

GAMES = {"golf-solitaire": "golfsim.games.solitaire.face"}
"""Where what commands that serve every game ask of one is, by the name of the game in datasets."""


class Face(Protocol):
    """What commands that serve every game ask of one."""

    def as_stored(self, name: str) -> str:
        """UNDER, or UNDER/WHO, with what is played under spelled as a dataset spells it; anything else as it is."""

    def boards(
        self, ids: Iterable[str], datasets: Sequence[Dataset], under: str | None, file: Path | None
    ) -> Iterator[str]:
        """The deals that a search found, as text that together is a file of deals."""

    def changed_files(self, datasets: Iterable[Dataset]) -> Iterator[str]:
        """A remark on each file of deals whose deals are no longer those that were played."""

    def plan_again(
        self,
        manifest: Mapping[str, Any],
        out: Path,
        groups: Sequence[int],
        file: Path | None,
        plug_ins: Sequence[str],
    ) -> Plan:
        """The plan of some groups of a dataset, by their places in its manifest.

        Args:
            file: where deals of a file come from.
            plug_ins: where plug-ins are, as the command line takes them.

        Raises:
            OptionError: for a file or plug-in that is needed and not given, or is another one.
        """

    def starts(self, file: Path | None = None) -> Starts:
        """What can be told of a deal before its first move; `file` is where the deals come from, if not found."""


def face(game: str) -> Face:
    """The face of a game.

    Raises:
        DatasetError: if there is no game of that name here.
    """
    if game not in GAMES:
        raise DatasetError(f"game {game!r}: not known here, expected {' or '.join(GAMES)}: upgrade golfsim")
    return cast(Face, import_module(GAMES[game]))
