"""The deal column in Parquet: numbers that count up by one, delta-encoded to almost nothing.

Polars can only write them plain, which costs a byte a row after compression: a third of a dataset.
"""

from __future__ import annotations

import gzip

from golfsim.simulate.thrift import BINARY, BYTE, FALSE, I32, I64, LIST, STRUCT, TRUE, Struct, dump, varint, zigzag

_INT64, _UINT_64 = 2, 14
_REQUIRED = 0
_RLE, _DELTA_BINARY_PACKED = 3, 5
_GZIP = 2
_DATA_PAGE = 0
_BLOCK, _MINIBLOCKS = 128, 4


def schema_element(name: str) -> Struct:
    """The entry of a required u64 column in the schema of a footer."""
    integer: Struct = {1: (BYTE, 64), 2: (FALSE, False)}
    return {
        1: (I32, _INT64),
        3: (I32, _REQUIRED),
        4: (BINARY, name.encode()),
        6: (I32, _UINT_64),
        10: (STRUCT, {10: (STRUCT, integer)}),
    }


def column_chunk(name: str, first: int, count: int, offset: int) -> tuple[bytes, Struct, int]:
    """One page with the numbers first .. first + count - 1, to lie at byte `offset` of the file.

    Returns the bytes of the page with its header, the entry of the row group, and the size before compression.
    """
    values = _delta(first, count)
    packed = gzip.compress(values, compresslevel=6, mtime=0)
    page: Struct = {1: (I32, count), 2: (I32, _DELTA_BINARY_PACKED), 3: (I32, _RLE), 4: (I32, _RLE)}
    header = dump({1: (I32, _DATA_PAGE), 2: (I32, len(values)), 3: (I32, len(packed)), 5: (STRUCT, page)})
    plain_size = len(header) + len(values)
    statistics: Struct = {
        3: (I64, 0),
        5: (BINARY, (first + count - 1).to_bytes(8, "little")),
        6: (BINARY, first.to_bytes(8, "little")),
        7: (TRUE, True),
        8: (TRUE, True),
    }
    meta: Struct = {
        1: (I32, _INT64),
        2: (LIST, (I32, [_DELTA_BINARY_PACKED, _RLE])),
        3: (LIST, (BINARY, [name.encode()])),
        4: (I32, _GZIP),
        5: (I64, count),
        6: (I64, plain_size),
        7: (I64, len(header) + len(packed)),
        9: (I64, offset),
        12: (STRUCT, statistics),
    }
    return header + packed, {2: (I64, offset), 3: (STRUCT, meta)}, plain_size


def _delta(first: int, count: int) -> bytes:
    # Parquet has no unsigned 64-bit type of its own: the bits are those of the signed number.
    signed = first if first < 2**63 else first - 2**64
    head = varint(_BLOCK) + varint(_MINIBLOCKS) + varint(count) + zigzag(signed)
    # Every delta is the block's smallest, 1, so the miniblocks are zero bits wide.
    block = zigzag(1) + bytes(_MINIBLOCKS)
    return head + block * -(-(count - 1) // _BLOCK)
