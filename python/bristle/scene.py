"""Scenes: read from files, from text, or built in code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import UnknownNameError
from .sensor import Sensor, described

if TYPE_CHECKING:
    from .world import World

__all__ = ["Scene", "library", "load", "parse"]


class Scene(_native.Scene):
    """What there is and how it begins: bodies, joints, skins, motors, sensors, a script. A scene never changes.

    Make one with :func:`load`, :func:`parse` or :meth:`from_dict`.

    >>> import bristle as br
    >>> scene = br.load("lib:scenes/pick-cube")
    >>> scene.skins
    ['left_dsa', 'right_dsa']
    >>> scene.phases
    ['approach', 'close', 'grasp', 'lift', 'hold']
    """

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Scene:
        """Reads a scene file and all that it includes; ``lib:…`` is a model of the library."""
        name = os.fsdecode(path)
        if name.startswith("lib:"):
            return cls(_library_text(name[len("lib:") :]), origin=name)
        return cls(path=name)

    @classmethod
    def parse(cls, text: str, origin: str | os.PathLike[str] = "scene.toml") -> Scene:
        """Reads a scene from TOML. ``origin`` is what errors call it; paths in it are relative to its folder."""
        return cls(text, origin=os.fspath(origin))

    @classmethod
    def from_dict(cls, table: Mapping[str, Any], origin: str | os.PathLike[str] = "dictionary") -> Scene:
        """Builds a scene in code: the keys are those of a scene file. ``origin`` is what errors call it; paths in it are relative to its folder.

        >>> import bristle as br
        >>> scene = br.Scene.from_dict({
        ...     "include": ["lib:objects/table"],
        ...     "bodies": {"ball": {
        ...         "joint": "free",
        ...         "mass": 0.05,
        ...         "pose": {"xyz": [0, 0, 0.03]},
        ...         "shapes": {"body": {"sphere": {"radius": 0.02}}},
        ...     }},
        ... })
        >>> scene.bodies
        ['ball', 'table']
        """
        return cls(table, origin=os.fspath(origin))

    #: Sensors that were written in Python.
    _own_sensors: tuple[Sensor, ...] = ()

    def with_settings(self, settings: Mapping[str, Any] | str) -> Scene:
        """The same scene with some values replaced.

        >>> import bristle as br
        >>> br.load("lib:scenes/weigh").with_settings({"run": {"step": 2e-3}}).step
        0.002
        """
        return self._derived(settings, self._own_sensors)

    def with_sensors(self, *sensors: Sensor) -> Scene:
        """The same scene with sensors of your own beside its own ones; see :class:`bristle.Sensor`."""
        return self._derived(None, (*self._own_sensors, *sensors))

    def _derived(self, settings: Mapping[str, Any] | str | None, sensors: tuple[Sensor, ...]) -> Scene:
        scene = type(self)(settings, base=self, sensors=[described(sensor) for sensor in sensors])
        scene._own_sensors = sensors
        return scene

    def world(self, *, script: bool = True) -> World:
        """A world at the begin of this scene. Without ``script`` its motors wait for commands of yours."""
        from .world import World

        return World(self, script=script)

    def __reduce__(self) -> tuple[Any, ...]:
        # As text, for other processes; files that it names are read there again.
        made = (self.to_toml(), self.files[0])
        return (_with_sensors, (*made, self._own_sensors)) if self._own_sensors else (type(self).parse, made)


def _with_sensors(text: str, origin: str, sensors: tuple[Sensor, ...]) -> Scene:
    return Scene.parse(text, origin).with_sensors(*sensors)


def _library_text(name: str) -> str:
    models = {model: text for model, _, text in _native.library()}
    try:
        return models[name]
    except KeyError:
        known = ", ".join(models)
        raise UnknownNameError(f"there is no model `{name}` in the library; there are {known}") from None


def library() -> dict[str, str]:
    """Names of the models that come with Bristle, and what they are.

    >>> import bristle as br
    >>> br.library()["scenes/weigh"]
    '1 kg on a Weiss array: the weighing test of the 2013 paper (§5.1.1, Table 3).'
    """
    return {name: summary for name, summary, _ in _native.library()}


def load(path: str | os.PathLike[str]) -> Scene:
    """Reads a scene file and all that it includes; ``lib:…`` is a model of the library.

    >>> import bristle as br
    >>> br.load("lib:scenes/weigh")
    <bristle.Scene "A cube of 1 kg on a tactile pad": 3 bodies, 1 skins, 0 motors>
    """
    return Scene.load(path)


def parse(text: str, origin: str | os.PathLike[str] = "scene.toml") -> Scene:
    """Reads a scene from TOML text.

    >>> import bristle as br
    >>> br.parse('include = ["lib:objects/cube", "lib:objects/table"]').bodies
    ['cube', 'table']
    """
    return Scene.parse(text, origin)
