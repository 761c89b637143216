"""Thrift's compact protocol, as far as Parquet's page headers and footers use it.

A struct is a dict of field id to (type, value), in the order of the ids. Values are int for the integer types, bool,
bytes, dict for structs and (element type, list) for lists.
"""

from __future__ import annotations

from typing import Any

TRUE, FALSE, BYTE, I16, I32, I64 = range(1, 7)
BINARY, LIST, STRUCT = 8, 9, 12

Struct = dict[int, tuple[int, Any]]


class Reader:
    """Reads one value after another from `data`; IndexError or ValueError if it is not thrift."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def struct(self) -> Struct:
        fields: Struct = {}
        key = 0
        while head := self._byte():
            key = key + (head >> 4) if head >> 4 else self._zigzag()
            kind = head & 15
            fields[key] = (kind, kind == TRUE if kind in (TRUE, FALSE) else self._value(kind))
        return fields

    def _value(self, kind: int) -> Any:
        if kind == BYTE:
            return self._byte()
        if kind in (I16, I32, I64):
            return self._zigzag()
        if kind == BINARY:
            return self._bytes(self._varint())
        if kind == LIST:
            head = self._byte()
            size = head >> 4 if head >> 4 < 15 else self._varint()
            return head & 15, [self._value(head & 15) for _ in range(size)]
        if kind == STRUCT:
            return self.struct()
        raise ValueError(f"thrift type {kind} is not used by Parquet")

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, size: int) -> bytes:
        if self._at + size > len(self._data):
            raise ValueError("the footer is cut short")
        self._at += size
        return self._data[self._at - size : self._at]

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 0x80:
            value |= (byte & 0x7F) << shift
            shift += 7
        return value | byte << shift

    def _zigzag(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)


def varint(value: int) -> bytes:
    """A number >= 0 as seven bits a byte, lowest first."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value: int) -> bytes:
    """A signed 64-bit number as a varint, small absolute values short."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def dump(fields: Struct) -> bytes:
    """The bytes of a struct; what `Reader.struct` reads."""
    out = bytearray()
    last = 0
    for key, (kind, value) in sorted(fields.items()):
        kind = (TRUE if value else FALSE) if kind in (TRUE, FALSE) else kind
        step = key - last
        out += bytes((step << 4 | kind,)) if 0 < step < 16 else bytes((kind,)) + zigzag(key)
        if kind not in (TRUE, FALSE):
            out += _dump_value(kind, value)
        last = key
    out.append(0)
    return bytes(out)


def _dump_value(kind: int, value: Any) -> bytes:
    if kind == BYTE:
        return bytes((value,))
    if kind in (I16, I32, I64):
        return zigzag(value)
    if kind == BINARY:
        return varint(len(value)) + bytes(value)
    if kind == LIST:
        element, items = value
        head = (
            bytes((len(items) << 4 | element,)) if len(items) < 15 else bytes((0xF0 | element,)) + varint(len(items))
        )
        return head + b"".join(_dump_value(element, item) for item in items)
    return dump(value)
