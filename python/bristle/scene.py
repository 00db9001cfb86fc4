"""Scenes: read from files, from text, or built in code."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import BristleWarning, SceneError, UnknownNameError
from .sensor import Sensor, described

if TYPE_CHECKING:
    from .world import World

__all__ = ["Scene", "import_robot", "library", "load", "parse"]


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
        """Reads a scene or robot file and all that it includes; ``lib:…`` is a model of the library."""
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

    def changed(self, settings: Mapping[str, Any] | str | None = None, *, remove: Sequence[str] = ()) -> Scene:
        """The same scene with other values, more bodies, and without some; see :meth:`bristle.World.changed`.

        >>> import bristle as br
        >>> ball = {"joint": "free", "mass": 0.1, "shapes": {"ball": {"sphere": {"radius": 0.01}}}}
        >>> sorted(br.load("lib:scenes/weigh").changed({"bodies": {"ball": ball}}, remove=["cube"]).bodies)
        ['ball', 'dsa', 'finger']
        """
        if isinstance(remove, str):
            raise SceneError(f"`remove` is a list of bodies; take [{remove!r}]")
        sensors = [described(sensor) for sensor in self._own_sensors]
        scene = type(self)(settings, base=self, sensors=sensors, change=True, remove=list(remove))
        scene._own_sensors = self._own_sensors
        return scene

    def with_sensors(self, *sensors: Sensor) -> Scene:
        """The same scene with sensors of your own beside its own ones; see :class:`bristle.Sensor`."""
        return self._derived(None, (*self._own_sensors, *sensors))

    def _derived(self, settings: Mapping[str, Any] | str | None, sensors: tuple[Sensor, ...]) -> Scene:
        scene = type(self)(settings, base=self, sensors=[described(sensor) for sensor in sensors])
        scene._own_sensors = sensors
        return scene

    def export(
        self, path: str | os.PathLike[str], *, format: str | None = None, overwrite: bool = False
    ) -> list[Path]:
        """Writes the scene as a robot file of another program, and the meshes that it needs beside it; returns all files.

        The name says which format it is: ``.urdf``, ``.dae`` and ``.zae`` (COLLADA 1.5); for ``.xml`` give ``format="mjcf"`` or ``"openrave"``. What the format
        has no words for is kept where only Bristle reads it, so that loading the file gives the same scene.

        >>> import bristle as br, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     files = br.load("lib:grippers/pg70").export(folder + "/pg70.urdf")
        ...     br.load(files[-1]).bodies == br.load("lib:grippers/pg70").bodies
        True
        """
        files, notes = self.exported(os.fspath(path), format)
        for file, content in files:
            if not overwrite and file.exists() and file.read_bytes() != bytes(content):
                raise FileExistsError(f"{file} is there already; choose another name, or overwrite=True")
        for file, content in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(bytes(content))
        for note in notes:
            warnings.warn(note, BristleWarning, stacklevel=2)
        return [file for file, _ in files]

    def world(self, *, script: bool = True) -> World:
        """A world at the start of this scene. Without ``script`` its motors wait for commands of yours."""
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


def import_robot(
    path: str | os.PathLike[str],
    *,
    skins: str | Sequence[str] = (),
    spacing: float | None = None,
    material: str | None = None,
    base: str | None = None,
    repair: bool = False,
    collision_only: bool = False,
    skip_missing: bool = False,
    self_contact: str = "apart",
    packages: Sequence[str | os.PathLike[str]] = (),
    roots: Sequence[str | os.PathLike[str]] = (),
) -> Scene:
    """Reads a robot file of another program: URDF, xacro, MJCF, SDF, COLLADA 1.5, OpenRAVE, GraspIt! or Simox.

    ``skins`` names links that get a tactile skin on their shapes; ``*`` stands for any letters, as in ``"*_tip"``. Their texels are ``spacing`` apart [m] and made
    of the preset ``material``. With ``base="free"`` the robot moves freely, with ``"fixed"`` it stands. ``repair`` mends inertias that no body can have.
    ``collision_only`` leaves out what is only looked at, ``skip_missing`` meshes that are not there. ``self_contact`` says which links touch one another, neighbours aside: those that begin ``apart`` from each other, ``all``, or ``none``. ``packages`` are folders in which ``package://…`` is looked for,
    ``roots`` further folders that the file may read.

    What was dropped, guessed or repaired is in :attr:`Scene.import_notes`.
    """
    robot: dict[str, Any] = {
        "skins": [skins] if isinstance(skins, str) else list(skins),
        "repair": repair,
        "collision_only": collision_only,
        "skip_missing": skip_missing,
        "self_contact": self_contact,
        "roots": [os.path.abspath(root) for root in roots],
    }
    given = {"spacing": spacing, "material": material, "base": base}
    robot.update({key: value for key, value in given.items() if value is not None})
    name = os.path.abspath(os.fsdecode(path))
    table = {"include": [{"file": name, "robot": robot}], "packages": [os.path.abspath(folder) for folder in packages]}
    return Scene.from_dict(table, origin=os.path.join(os.path.dirname(name), "import_robot"))


def load(path: str | os.PathLike[str]) -> Scene:
    """Reads a scene or robot file and all that it includes; ``lib:…`` is a model of the library.

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
