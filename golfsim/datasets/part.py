"""The files of a dataset as bytes: Parquet with a checksum, and what the footer of such a file says."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from golfsim.datasets.format import CHECKSUM, DEAL, DTYPES, Field

_ROW_GROUP = 2**18
_NO_SUM = b"00000000"
_BEFORE_SUM = CHECKSUM.encode() + b"\x18\x08"
"""What stands before the digits of the checksum: its key, and that a value of eight bytes follows."""


def encode(
    schema: tuple[Field, ...],
    first: int,
    columns: Mapping[str, npt.NDArray[np.generic]],
    metadata: Mapping[str, str],
) -> bytes:
    """The Parquet file of the rows from deal number `first` on; the same bytes for the same arguments.

    `columns` holds one array a field, shape (rows,), of the field's dtype; the masked values of a masked array are
    null. `metadata` is text by key, to which the checksum is added.
    """
    count = len(columns[schema[0].name])
    deals = pa.array(np.uint64(first) + np.arange(count, dtype=np.uint64))
    arrays = [deals, *(_array(columns[field.name]) for field in schema)]
    fields = [pa.field(DEAL, deals.type, nullable=False)]
    fields += [pa.field(f.name, a.type, f.nullable) for f, a in zip(schema, arrays[1:], strict=True)]
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
    buffer = io.BytesIO()
    # Numbers that count up cost nothing as differences, and 1 byte otherwise. Higher levels of zstd cost time and
    # gain under 1%; statistics of columns in random order prune nothing.
    with pq.ParquetWriter(
        buffer,
        table.schema,
        compression="zstd",
        compression_level=1,
        use_dictionary=[field.name for field in schema if field.dtype != "bool"],
        column_encoding={DEAL: "DELTA_BINARY_PACKED"},
        write_statistics=[DEAL],
        store_schema=False,
    ) as writer:
        writer.write_table(table, row_group_size=_ROW_GROUP)
        writer.add_key_value_metadata({**metadata, CHECKSUM: _NO_SUM.decode()})
    data = buffer.getvalue()
    digits = _digits(data)
    return data[: digits.start] + _checksum(data, digits) + data[digits.stop :]


def encode_without_rows(schema: tuple[Field, ...], metadata: Mapping[str, str]) -> bytes:
    """A file of the same columns that holds only metadata."""
    return encode(schema, 0, {field.name: np.empty(0, DTYPES[field.dtype]) for field in schema}, metadata)


def _digits(data: bytes) -> slice:
    """Where the digits of the checksum lie; ValueError if there are none."""
    start = data.rindex(_BEFORE_SUM) + len(_BEFORE_SUM)
    return slice(start, start + len(_NO_SUM))


def _checksum(data: bytes, digits: slice) -> bytes:
    whole = memoryview(data)
    checksum = 0
    for piece in (whole[: digits.start], _NO_SUM, whole[digits.stop :]):
        checksum = zlib.crc32(piece, checksum)
    return f"{checksum:08x}".encode()


def _array(values: npt.NDArray[np.generic]) -> pa.Array:
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values) if np.ma.is_masked(values) else None
        return pa.array(np.ma.getdata(values), mask=mask)
    return pa.array(values)


@dataclass(frozen=True)
class Footer:
    """What a Parquet file says about itself.

    Attributes:
        rows: how many it has.
        columns: name and dtype (one of DTYPES, or what Parquet calls another) of each column.
        metadata: text by key.
        sealed: whether it has a checksum.
        intact: whether the checksum agrees with the bytes of the file.
    """

    rows: int
    columns: tuple[tuple[str, str], ...]
    metadata: Mapping[str, str]
    sealed: bool
    intact: bool


def read_footer(data: bytes) -> Footer:
    """Read the footer of a Parquet file; ValueError if that is not possible."""
    try:
        footer = pq.read_metadata(pa.BufferReader(data))
        metadata = {key.decode(): value.decode() for key, value in (footer.metadata or {}).items()}
        columns = tuple((column.name, _dtype_name(column.type)) for column in footer.schema.to_arrow_schema())
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ValueError("it is no whole Parquet file") from error
    sealed = intact = CHECKSUM in metadata
    if sealed:
        digits = _digits(data)
        intact = data[digits] == _checksum(data, digits)
    return Footer(footer.num_rows, columns, metadata, sealed, intact)


def _dtype_name(kind: pa.DataType) -> str:
    names = {dtype: name for name, dtype in DTYPES.items()}
    try:
        return names[np.dtype(kind.to_pandas_dtype())]
    except (KeyError, NotImplementedError, TypeError):
        return str(kind)
