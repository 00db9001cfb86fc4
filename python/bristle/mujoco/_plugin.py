"""Finding the plugin, and making it known to MuJoCo."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from ..errors import BristleError

# Not by an import statement: this package has to be typed where MuJoCo is not installed.
mujoco: Any = importlib.import_module("mujoco")

#: The plugin's name in model files.
PLUGIN = "bristle.skin"

#: Versions of MuJoCo that the plugin knows.
SUPPORTED = (
    "3.2.7", "3.3.0", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.5", "3.3.6", "3.3.7", "3.4.0", "3.5.0", "3.6.0", "3.7.0", "3.8.0", "3.8.1",
    "3.9.0", "3.10.0", "3.11.0", "3.12.0", "3.13.0", "3.14.0", "3.15.0", "3.16.0", "3.17.0", "4.0.0",
)  # fmt: skip


class MujocoVersionError(BristleError, ImportError):
    """A version of MuJoCo that the plugin does not know."""


class PluginNotFoundError(BristleError, ImportError):
    """The plugin's library is nowhere to be found, or cannot be loaded."""


def load_plugin(path: str | os.PathLike[str] | None = None) -> None:
    """Makes ``bristle.skin`` known to MuJoCo. Call it before a model that uses it is compiled; more than once does no harm.

    The package brings it along. A library of one's own comes first: that at ``path``, or where the environment variable
    ``BRISTLE_MUJOCO_PLUGIN`` points.

    Raises :class:`MujocoVersionError` if MuJoCo is of a version that the plugin does not know, :class:`PluginNotFoundError` if there is no library.
    """
    version = mujoco.mj_versionString()
    if version not in SUPPORTED:
        raise MujocoVersionError(
            f"bristle.skin does not know MuJoCo {version}; it supports {', '.join(SUPPORTED)}. Install one of these, or a newer Bristle"
        )
    given = path or os.environ.get("BRISTLE_MUJOCO_PLUGIN")
    if given:
        library = Path(given)
        if not library.is_file():
            raise PluginNotFoundError(f"no library at {library}; build it with `cargo build --release -p bristle-mujoco-plugin`")
        try:
            mujoco.mj_loadPluginLibrary(str(library))
        except mujoco.FatalError as error:
            raise PluginNotFoundError(f"{library} cannot be loaded: {error}") from error
    elif not _register_from_package():
        raise PluginNotFoundError("this package was built without the plugin, which exists for Linux only")


def _register_from_package() -> bool:
    # Not at the top of the file: with a library of one's own, this module does without the native half of the package.
    try:
        from .._native import register_mujoco_plugin
    except ImportError:
        return False
    return bool(register_mujoco_plugin())
