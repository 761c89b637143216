"""A shard as the bytes of a Parquet file, and what the footer of such a file says."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.simulate.plan import DEAL, Field
from golfsim.simulate.sequence import column_chunk, schema_element
from golfsim.simulate.thrift import BINARY, I32, I64, LIST, STRUCT, Reader, Struct, dump

PROVENANCE = "golfsim"
"""Key of the file's metadata that holds where its rows come from, as JSON."""
CHECKSUM = "golfsim.crc32"
"""Key of the metadata that holds the CRC-32 of the file in eight hexadecimal digits, taken while those are zeros."""

_MAGIC = b"PAR1"
_NO_SUM = b"00000000"
_ROW_GROUP = 2**18


def encode(
    schema: tuple[Field, ...], first: int, columns: Mapping[str, npt.NDArray[np.generic]], provenance: str
) -> bytes:
    """The Parquet file of a shard whose first deal number is `first`; the same bytes for the same arguments.

    `columns` holds one array a field, shape (rows,), of the field's dtype; the masked values of a masked array are
    null.
    """
    frame = pl.DataFrame([_series(field.name, columns[field.name]) for field in schema])
    buffer = io.BytesIO()
    # Higher levels of zstd cost time and gain under 1%; statistics of columns in random order prune nothing.
    frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, row_group_size=_ROW_GROUP)
    return _with_deals(buffer.getvalue(), first, provenance)


def _series(name: str, values: npt.NDArray[np.generic]) -> pl.Series:
    if not isinstance(values, np.ma.MaskedArray):
        return pl.Series(name, values)
    known = pl.Series(~np.ma.getmaskarray(values))
    return pl.select(pl.when(known).then(pl.Series(np.ma.getdata(values))).alias(name)).to_series()


def _with_deals(written: bytes, first: int, provenance: str) -> bytes:
    """Put the deal column before the others, and say in the footer where the rows come from."""
    footer = _footer(written)
    body = [_MAGIC]
    at = len(_MAGIC)
    for group in footer[4][1][1]:
        start = at
        count: int = group[3][1]
        page, deals, plain_size = column_chunk(DEAL, first, count, at)
        body.append(page)
        at += len(page)
        entries = [deals]
        for chunk in group[1][1][1]:
            begin, size = _extent(chunk[3][1])
            body.append(written[begin : begin + size])
            entries.append(_moved(chunk[3][1], at))
            at += size
        group[1] = (LIST, (STRUCT, entries))
        group[2] = (I64, group[2][1] + plain_size)
        group[5] = (I64, start)
        group[6] = (I64, at - start)
        first += count
    root, *fields = footer[2][1][1]
    root[5] = (I32, root[5][1] + 1)
    footer[2] = (LIST, (STRUCT, [root, schema_element(DEAL), *fields]))
    # The Arrow schema that polars stores says no more than Parquet's own, and knows no deal column.
    notes: list[Struct] = [
        {1: (BINARY, key.encode()), 2: (BINARY, value)}
        for key, value in ((PROVENANCE, provenance.encode()), (CHECKSUM, _NO_SUM))
    ]
    footer[5] = (LIST, (STRUCT, notes))
    order: Struct = {1: (STRUCT, {})}
    footer[7] = (LIST, (STRUCT, [order] * (len(fields) + 1)))
    tail = dump(footer)
    data = b"".join([*body, tail, len(tail).to_bytes(4, "little"), _MAGIC])
    digits = _digits(data)
    return data[: digits.start] + _checksum(data, digits) + data[digits.stop :]


def _digits(data: bytes) -> slice:
    """Where the digits of the checksum lie in a file that has one."""
    key = dump({1: (BINARY, CHECKSUM.encode()), 2: (BINARY, _NO_SUM)})
    end = data.rindex(key[: -len(_NO_SUM) - 1]) + len(key) - 1
    return slice(end - len(_NO_SUM), end)


def _checksum(data: bytes, digits: slice) -> bytes:
    checksum = 0
    for piece in (memoryview(data)[: digits.start], _NO_SUM, memoryview(data)[digits.stop :]):
        checksum = zlib.crc32(piece, checksum)
    return f"{checksum:08x}".encode()


def _extent(meta: Struct) -> tuple[int, int]:
    """Where the pages of a column chunk begin and how many bytes they are, from its metadata."""
    return min(meta[key][1] for key in (9, 11) if key in meta), meta[7][1]


def _moved(meta: Struct, at: int) -> Struct:
    """The entry of a column chunk whose pages now begin at `at`; without an index of them, which would be stale."""
    shift = at - _extent(meta)[0]
    offsets: Struct = {key: (I64, meta[key][1] + shift) for key in (9, 11) if key in meta}
    return {2: (I64, at), 3: (STRUCT, meta | offsets)}


def _footer(data: bytes) -> Struct:
    if len(data) < 12 or not data.startswith(_MAGIC) or not data.endswith(_MAGIC):
        raise ValueError("it is no whole Parquet file")
    at = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    return Reader(data[max(at, 0) : -8]).struct()


@dataclass(frozen=True)
class Contents:
    """What a Parquet file says about itself; `intact` is False if it has a checksum that does not agree."""

    rows: int
    metadata: Mapping[str, str]
    intact: bool


def contents(data: bytes) -> Contents:
    """Read the footer of a Parquet file; ValueError if that is not possible."""
    try:
        footer = _footer(data)
        rows: int = footer[3][1]
        notes: list[Struct] = footer[5][1][1] if 5 in footer else []
        metadata = {note[1][1].decode(): note[2][1].decode() for note in notes if 2 in note}
        intact = CHECKSUM not in metadata or metadata[CHECKSUM].encode() == _checksum(data, _digits(data))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("it is no whole Parquet file") from error
    return Contents(rows, metadata, intact)
