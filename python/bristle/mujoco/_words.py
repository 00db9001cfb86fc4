"""Values in the words of a model file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping

import numpy as np

from ..errors import ModelError

def words(value: object) -> str:
    """A value as MJCF has it; a table as scenes have it."""
    if isinstance(value, Mapping):
        return _toml(value)
    if isinstance(value, str | os.PathLike):
        return str(value)
    if isinstance(value, bool | int | float | np.number):
        return repr(value.item() if isinstance(value, np.number) else value)
    if isinstance(value, Iterable):
        return " ".join(words(item) for item in value)
    raise ModelError(f"{value!r} is neither text, nor a number, nor a list of these")


def _toml(value: object) -> str:
    """A value as it stands in a scene."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(str(key))} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, str | os.PathLike):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return words(value)
