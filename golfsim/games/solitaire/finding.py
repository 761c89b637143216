"""The boards of deals that a search of datasets found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from golfsim.errors import OptionError
from golfsim.games.solitaire.deals.boards import SEPARATOR, format_board
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.naming import named_deals
from golfsim.games.solitaire.deals.sources import FileSource
from golfsim.games.solitaire.rules import Rules
from golfsim.results.dataset import Dataset


def boards(ids: Iterable[str], datasets: Sequence[Dataset], rules: str | None, file: Path | None) -> Iterator[str]:
    """The board of each deal as text, with its name in a comment; together they are a file of boards.

    Args:
        ids: deals as `golfsim.results.find` names them.
        datasets: what was searched; their manifests spell out the rules.
        rules: the rules of the deals, or None if the datasets hold one set only.
        file: where deals of a file come from; the datasets know only its name and checksum.

    Raises:
        OptionError: if deals come from a file that is not given, or is another one.
        DealError: if the file cannot be read.
    """
    entries = [group.entry for dataset in datasets for group in dataset.groups]
    options = next(entry["rules_options"] for entry in entries if rules in (None, entry["rules"]))
    found = Rules(**options)
    source = _file_source(datasets, file)
    for index, name in enumerate(ids):
        board = f"# {name}\n{format_board(_deal(name, found, source))}"
        yield f"{SEPARATOR}\n{board}" if index else board


def _deal(name: str, rules: Rules, source: FileSource | None) -> Deal:
    if source is None:
        return next(named_deals(name, rules)).deal
    number = int(name.rpartition("#")[2])
    return Deal.from_deck(map(int, source.decks(number, 1, rules)[0]), rules, name)


def _file_source(datasets: Iterable[Dataset], file: Path | None) -> FileSource | None:
    for dataset in datasets:
        if dataset.source != "file":
            continue
        wanted = dataset.manifest["file"]
        if file is None:
            raise OptionError(
                f"{dataset.name}: only names {wanted}, the file its deals come from: give the file with --source"
            )
        source = FileSource(file)
        if source.provenance()["sha256"] != dataset.manifest["sha256"]:
            raise OptionError(f"source {file}: not the {wanted} that {dataset.name} was played from")
        return source
    return None
