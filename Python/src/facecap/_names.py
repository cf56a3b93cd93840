# SPDX-License-Identifier: Apache-2.0
"""File names in the program's JSON, which are any bytes there and here.

The program writes bytes that are not UTF-8 as U+10FE80...U+10FEFF, also those of these characters
themselves; Python has lone surrogates for them.
"""

from __future__ import annotations

import json
from typing import Any

NONSENSE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""What reading JSON that makes no sense raises."""

_BYTES = {0x10FE00 + byte: 0xDC00 + byte for byte in range(0x80, 0x100)}
_CHARACTERS = {place: character for character, place in _BYTES.items()} | {
    character: "".join(chr(0x10FE00 + byte) for byte in chr(character).encode()) for character in _BYTES
}
_SHOWN = {place: f"\\x{place & 0xFF:02X}" for pair in _BYTES.items() for place in pair}


def loads(text: str) -> Any:
    """Return what JSON of the program says, with file names as `os` takes them."""
    # The characters may be there as escapes, too.
    text = json.dumps(json.loads(text), ensure_ascii=False).translate(_BYTES)
    return json.loads(text.encode(errors="surrogateescape").decode(errors="surrogateescape"))


def dumps(record: Any) -> str:
    """Return JSON for the program of what has file names as `os` gives them."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.translate(_CHARACTERS)


def shown(text: str) -> str:
    r"""Return a text that can be printed, with such bytes as the program shows them: `\xE9`."""
    return text.translate(_SHOWN)
