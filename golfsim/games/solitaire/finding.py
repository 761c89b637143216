"""The boards of deals that a search of datasets found."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from golfsim.datasets.format import IDS
from golfsim.errors import DealError, GolfsimError, OptionError
from golfsim.games.solitaire.deals.boards import SEPARATOR, format_board
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.listed import ListSource, list_of, open_file
from golfsim.games.solitaire.deals.naming import named_deals
from golfsim.games.solitaire.deals.sources import FileSource
from golfsim.games.solitaire.rules import Rules
from golfsim.results.dataset import Dataset

Opened = FileSource | ListSource


def boards(ids: Iterable[str], datasets: Sequence[Dataset], rules: str | None, file: Path | None) -> Iterator[str]:
    """The board of each deal as text, with its name in a comment; together they are a file of boards.

    Args:
        ids: deals as `golfsim.results.find` names them.
        datasets: what was searched; their manifests spell out the rules.
        rules: the rules of the deals, or None if the datasets hold one set only.
        file: where deals of a file come from, if it is no longer where it was played from.

    Raises:
        OptionError: if deals come from a file that is neither there nor given, or has other deals now.
        DealError: if the file cannot be read.
    """
    entries = [group.entry for dataset in datasets for group in dataset.groups]
    options = next(entry["rules_options"] for entry in entries if rules in (None, entry["rules"]))
    found = Rules(**options)
    sources = [
        (_numbers(dataset), _checked_source(dataset, file)) for dataset in datasets if dataset.source == "file"
    ]
    for index, name in enumerate(ids):
        board = f"# {name}\n{format_board(_deal(name, found, sources))}"
        yield f"{SEPARATOR}\n{board}" if index else board


def changed_files(datasets: Iterable[Dataset]) -> Iterator[str]:
    """A remark on each file of boards that lies where it was played from, but has changed since."""
    for dataset in datasets:
        if dataset.source != "file" or not all(os.path.isfile(place) for place in _places(dataset)):
            continue
        places = ", ".join(_places(dataset))
        try:
            changed = places and _source(dataset, None).provenance()["sha256"] != dataset.manifest["sha256"]
        except GolfsimError:
            changed = True
        if changed:
            yield f"{places} changed since {dataset.name} was played: names of deals in it may mean other ones now"


def _places(dataset: Dataset) -> list[str]:
    """The files of boards that the deals of a dataset lay in, as far as it says where."""
    ids = dataset.manifest.get(IDS)
    names = ids if isinstance(ids, list) else [ids] if isinstance(ids, str) else []
    return list(dict.fromkeys(name.rpartition("#")[0] for name in names if "#" in name))


def _deal(name: str, rules: Rules, sources: Sequence[tuple[Callable[[str], int | None], Opened]]) -> Deal:
    for number_of, source in sources:
        number = number_of(name)
        if number is not None:
            return source.found(number, rules).deal
    return next(named_deals(name, rules)).deal


def _numbers(dataset: Dataset) -> Callable[[str], int | None]:
    """What tells a deal's number in a dataset from its name; None if it is none of them."""
    ids = dataset.manifest.get(IDS)
    if isinstance(ids, list):
        return {name: number for number, name in enumerate(ids)}.get
    prefix = ids if isinstance(ids, str) else f"{dataset.manifest['file']}#"

    def number(name: str) -> int | None:
        rest = name.removeprefix(prefix)
        return int(rest) if rest != name and rest.isdecimal() else None

    return number


def _checked_source(dataset: Dataset, file: Path | None) -> Opened:
    source = _source(dataset, file)
    if source.provenance()["sha256"] != dataset.manifest["sha256"]:
        wanted = dataset.manifest["file"]
        if file is None and isinstance(source, ListSource):
            raise OptionError(f"{', '.join(_places(dataset))}: changed since {dataset.name} was played from {wanted}")
        said = source.label if file is None else f"source {file}"
        raise OptionError(f"{said}: not the {wanted} that {dataset.name} was played from")
    return source


def _source(dataset: Dataset, file: Path | None) -> Opened:
    """The file that a dataset was played from: the one given, or what lies where it lay."""
    if file is not None:
        return open_file(file)
    ids, wanted = dataset.manifest.get(IDS), dataset.manifest["file"]
    places = _places(dataset)
    gone = next((place for place in places if not os.path.isfile(place)), None)
    if gone is not None:
        at = f"{gone} is gone" if isinstance(ids, list) else f"{wanted} is no longer at {gone}"
        raise OptionError(f"{dataset.name}: {at}: give the file with --source")
    if isinstance(ids, list):
        try:
            return list_of(ids, wanted)
        except DealError as error:
            raise OptionError(f"{dataset.name}: {error}; give the list with --source") from None
    if not places:
        raise OptionError(
            f"{dataset.name}: only names {wanted}, the file its deals come from: give the file with --source"
        )
    return open_file(places[0])
