"""The games, one folder each. They know what lies below them and nothing of each other."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from golfsim.errors import DatasetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from golfsim.results.beside import Starts
    from golfsim.results.dataset import Dataset

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
