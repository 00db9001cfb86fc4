"""Dictionaries as TOML: scenes that are built in code go through the same door as those in files."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .errors import SceneError

__all__ = ["dumps"]


def dumps(table: Mapping[str, Any]) -> str:
    """A dictionary as TOML, one line per key of the top.

    Numbers, strings, booleans, sequences, NumPy arrays and dictionaries may stand in it. What is None is left out.

    >>> print(dumps({"run": {"step": 1e-3, "seed": 7}, "title": "A ball"}), end="")
    "run" = {"step" = 0.001, "seed" = 7}
    "title" = "A ball"
    """
    if not isinstance(table, Mapping):
        raise SceneError(f"a scene is a dictionary, not {type(table).__name__}")
    try:
        lines = [f"{_key(key)} = {_value(value, str(key))}\n" for key, value in table.items() if value is not None]
    except RecursionError:
        raise SceneError("the dictionary is nested too deeply, or holds itself") from None
    return "".join(lines)


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise SceneError(f"the key {key!r} is no string")
    return _string(key)


def _string(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SceneError(f"{text!r} is no text: half of a surrogate pair stands alone in it") from None
    # The escapes of JSON are those of TOML, but for one character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, where: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        if not -(2**63) <= value < 2**63:
            raise SceneError(f"`{where}` is an integer that does not fit into 64 bits")
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return _float(float(value))
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, np.ndarray):
        return _value(value.tolist(), where)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(v, f'{where}.{key}')}" for key, v in value.items() if v is not None)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return "[" + ", ".join(_value(v, f"{where}[{i}]") for i, v in enumerate(value)) + "]"
    if hasattr(value, "__fspath__"):
        return _string(str(value))
    raise SceneError(f"`{where}` is a {type(value).__name__}; a scene holds numbers, strings, lists and dictionaries")


def _float(number: float) -> str:
    if math.isnan(number):
        return "nan"
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    # The shortest text that reads back as the same bits.
    return repr(number)
