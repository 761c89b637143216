"""Finding the deals a user names: by their names, or as files of boards or of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from golfsim.errors import OptionError
from golfsim.games.solitaire.deals.boards import read_boards
from golfsim.games.solitaire.deals.ids import BOARD, DealId, is_list, numbered_deal, parse_id, read_ids
from golfsim.games.solitaire.deals.listed import ListSource, board_source, open_file
from golfsim.games.solitaire.deals.reading import STANDARD_INPUT, exists, read_lines, shortened, spoken
from golfsim.games.solitaire.deals.sources import MAX_SEED, FileSource, FoundDeal, PysolSource, SeededSource, Source
from golfsim.games.solitaire.rules import Rules

HELP = "SEED:INDEX, pysol:N, pysol:msN, a file of boards or of such names, FILE#N, or - for standard input"


def named_deals(names: str | Iterable[str], rules: Rules) -> Iterator[FoundDeal]:
    """The deals that names stand for, each as soon as it is read; several for a file of several.

    All names are looked at before the first deal, and a stream may still be written to while its first deals are
    used.

    Args:
        names: `SEED:INDEX`, `pysol:N`, `pysol:msN`, the path of a file of boards or of a list of such names, `FILE#N`
            for deal N, from 0, of such a file; `-` for standard input.

    Raises:
        OptionError: if one of them names no deal.
        DealError: if a board cannot be read or is wrong, or a list holds what names no deal.
    """
    every = [names] if isinstance(names, str) else list(names)
    looked_up = [(name, _look_up(name)) for name in every]
    streams = [name for name, found in looked_up if STANDARD_INPUT in (name, found.path if found else "")]
    if len(streams) > 1 and STANDARD_INPUT in streams:
        raise OptionError("standard input is given twice: expected once, as it can be read only once")
    files: dict[str, FileSource | ListSource] = {}
    for name, found in looked_up:
        if found is None:
            yield from _all_of(name, rules)
        elif found.source == BOARD:
            if found.path not in files:
                files[found.path] = open_file(found.path)
            yield files[found.path].found(found.number, rules)
        else:
            yield numbered_deal(found, rules)


def _look_up(text: str) -> DealId | None:
    """The name of a deal, or None for a file of them."""
    if text == STANDARD_INPUT:
        return None
    found = parse_id(text)
    if found is not None and found.source != BOARD:
        return found
    if exists(text):
        return None
    if found is not None and (found.path == STANDARD_INPUT or exists(found.path)):
        return found
    raise OptionError(f"unknown deal {shortened(text)!r}, and no such file: expected {HELP}")


def _all_of(path: str, rules: Rules) -> Iterator[FoundDeal]:
    listed, lines = is_list(read_lines(path))
    if not listed:
        for number, deal in enumerate(read_boards(lines, rules, spoken(path))):
            yield FoundDeal(deal, 0, number)
        return
    files: dict[str, FileSource] = {}
    for line, name in read_ids(lines, spoken(path)):
        if name.source != BOARD:
            yield numbered_deal(name, rules)
            continue
        if name.path not in files:
            files[name.path] = board_source(name.path, f"{spoken(path)} line {line}")
        yield files[name.path].found(name.number, rules)


def parse_source(text: str, seed: int) -> Source:
    """Read `seeded`, `pysol`, `pysol-ms`, the path of a file of boards or of names of deals, or `-`.

    Raises:
        OptionError: if it is none of these, or the seed is out of range.
        DealError: if a file cannot be read, or is a list that holds what names no deal.
    """
    if text == "seeded":
        return SeededSource(seed)
    if not 0 <= seed <= MAX_SEED:
        raise OptionError(f"seed {seed}: expected 0 to 2**64 - 1")
    if text in ("pysol", "pysol-ms"):
        return PysolSource(seed, ms=text == "pysol-ms")
    if text != STANDARD_INPUT and not exists(text):
        raise OptionError(
            f"unknown source {shortened(text)!r}: expected seeded, pysol, pysol-ms, a file of boards or of names of "
            "deals, or - for standard input"
        )
    return open_file(text, seed)
