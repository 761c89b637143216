"""Text from elsewhere made fit to be shown: names of files, messages of other programs."""

from __future__ import annotations

LONGEST = 1000
"""Characters of a message that are shown."""


def printable(text: str) -> str:
    """The text with every character that does not print by its escape: `\\n`, `\\x1b`, `\\udcff`.

    So nothing in a name ends a line, moves the cursor or turns the writing direction, and all of it can be encoded.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape", "backslashreplace").decode() for sign in text
    )


def encodable(text: str) -> str:
    """The text with the bytes of names that are no UTF-8, which Python keeps as surrogates, by their escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


def shortened(text: str, most: int) -> str:
    """The text, without its middle if it has more than `most` characters: what is wrong comes first, advice last."""
    if len(text) <= most:
        return text
    gap = " ... "
    tail = (most - len(gap)) // 3
    return text[: most - len(gap) - tail] + gap + text[len(text) - tail :]


def as_line(message: str) -> str:
    """A message on one line of bounded length, in which nothing but letters reaches the terminal."""
    return shortened(printable(" ".join(message.split())), LONGEST)
