"""Bristle skins inside MuJoCo.

The plugin ``bristle.skin`` puts a skin on a site, geom or body of any MuJoCo model. Its texels appear in ``data.sensordata``, its forces act on both
bodies, and it holds what it touches without creep at MuJoCo's usual step of 2 ms::

    import mujoco
    import bristle.mujoco

    bristle.mujoco.load_plugin()
    spec = mujoco.MjSpec.from_file("gripper.xml")
    bristle.mujoco.attach(spec, site="left_pad", rows=14, columns=6, pitch=3.4e-3, preset="table3", targets=["mug"])
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    bristle.mujoco.texels(model, data, "left_pad").normal_force.sum()

See ``docs/mujoco.md`` for the keys, and for what is solved. Files in MJCF may use the plugin without this module, once it is loaded.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import BristleError, ModelError, ShapeError, UnknownNameError

__all__ = [
    "CHANNELS",
    "STATES",
    "SUPPORTED",
    "MujocoVersionError",
    "PluginNotFoundError",
    "Texels",
    "attach",
    "load_plugin",
    "texels",
]

# Not by an import statement: this package has to be typed where MuJoCo is not installed.
_mujoco: Any = importlib.import_module("mujoco")

#: The plugin's name in model files.
PLUGIN = "bristle.skin"

#: Versions of MuJoCo that the plugin knows.
SUPPORTED = (
    "3.2.7", "3.3.0", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.5", "3.3.6", "3.3.7", "3.4.0", "3.5.0", "3.6.0", "3.7.0", "3.8.0", "3.8.1",
    "3.9.0", "3.10.0", "3.11.0", "3.12.0", "3.13.0", "3.14.0", "3.15.0", "3.16.0", "3.17.0", "4.0.0",
)  # fmt: skip

#: Quantities of a texel that a sensor can give, and how many numbers each has. Vectors are in the skin's frame.
CHANNELS = {
    "normal_force": 1,
    "elastic_force": 1,
    "force": 3,
    "shear": 3,
    "slip_velocity": 3,
    "penetration": 1,
    "deflection": 3,
    "point": 3,
    "normal": 3,
    "utilisation": 1,
    "state": 1,
    "target": 1,
}

#: What a sensor gives if nothing else is asked for.
USUAL_CHANNELS = ("normal_force", "shear", "slip_velocity", "penetration", "state")

#: What the numbers of ``state`` mean.
STATES = ("no contact", "stick", "incipient", "slip", "saturated")


class MujocoVersionError(BristleError, ImportError):
    """A version of MuJoCo that the plugin does not know."""


class PluginNotFoundError(BristleError, ImportError):
    """The plugin's library is nowhere to be found, or cannot be loaded."""


class Texels(NamedTuple):
    """What a skin feels, as views of ``data.sensordata``: they change with the next step. ``None`` for what the sensor does not give.

    Forces act on the pad. Their frame is the skin's: rows along x, columns along y, z out of the pad.
    """

    #: Force along the normal of the target [N].
    normal_force: NDArray[np.float64] | None = None
    #: The elastic part of it [N].
    elastic_force: NDArray[np.float64] | None = None
    #: The whole force [N], three columns.
    force: NDArray[np.float64] | None = None
    #: Friction [N], three columns.
    shear: NDArray[np.float64] | None = None
    #: Velocity of the target past the pad [m/s], three columns.
    slip_velocity: NDArray[np.float64] | None = None
    #: How far the target is pressed in [m]; negative is a gap.
    penetration: NDArray[np.float64] | None = None
    #: Bristle deflection [m], three columns.
    deflection: NDArray[np.float64] | None = None
    #: Contact point [m], three columns.
    point: NDArray[np.float64] | None = None
    #: Outward normal of the target, three columns.
    normal: NDArray[np.float64] | None = None
    #: Friction over its limit.
    utilisation: NDArray[np.float64] | None = None
    #: Index into :data:`STATES`.
    state: NDArray[np.float64] | None = None
    #: Number of the geom that is touched, −1 for none.
    target: NDArray[np.float64] | None = None


def load_plugin(path: str | os.PathLike[str] | None = None) -> None:
    """Makes ``bristle.skin`` known to MuJoCo. Call it before a model that uses it is compiled; more than once does no harm.

    The package brings it along. A library of one's own comes first: that at ``path``, or where the environment variable
    ``BRISTLE_MUJOCO_PLUGIN`` points.

    Raises :class:`MujocoVersionError` if MuJoCo is of a version that the plugin does not know, :class:`PluginNotFoundError` if there is no library.
    """
    version = _mujoco.mj_versionString()
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
            _mujoco.mj_loadPluginLibrary(str(library))
        except _mujoco.FatalError as error:
            raise PluginNotFoundError(f"{library} cannot be loaded: {error}") from error
    elif not _register_from_package():
        raise PluginNotFoundError("this package was built without the plugin, which exists for Linux only")


def _register_from_package() -> bool:
    # Not at the top of the file: with a library of one's own, this module does without the native half of the package.
    try:
        from ._native import register_mujoco_plugin
    except ImportError:
        return False
    return bool(register_mujoco_plugin())


def attach(
    spec: Any,
    *,
    site: str | None = None,
    geom: str | None = None,
    body: str | None = None,
    name: str | None = None,
    targets: Iterable[str] | None = None,
    channels: Iterable[str] = USUAL_CHANNELS,
    exclude: bool = True,
    **keys: object,
) -> Any:
    """Puts a skin on a site, geom or body of an ``MjSpec``, and gives the sensor.

    The skin's frame is that of the thing which wears it, z out of the pad; ``pos`` and ``quat`` move it from there. ``targets`` names bodies and
    geoms that it can touch, all others of the model if left out. Contact of the wearer's body with the bodies of these is excluded, so that they
    meet in the skin only, unless ``exclude`` is false. ``name`` is that of the instance and of the sensor; the wearer's, if left out.

    All other ``keys`` are those of the plugin, such as ``rows``, ``columns``, ``pitch``, ``preset`` or ``stiffness``; see ``docs/mujoco.md``. A
    ``layout`` is a dictionary as for :class:`bristle.Skin`. What is wrong with them is said when the spec is compiled. Needs MuJoCo 3.3.2 or newer.
    """
    load_plugin()
    if not isinstance(spec, _mujoco.MjSpec):
        raise ModelError(f"a skin is attached to an MjSpec; {spec!r} is none")
    if not hasattr(spec, "activate_plugin"):
        raise MujocoVersionError(
            f"an MjSpec of MuJoCo {_mujoco.mj_versionString()} knows no plugins; write the skin into the MJCF file, or install MuJoCo 3.3.2 or newer"
        )
    kind, wearer = _wearer(site, geom, body)
    seat, own = _seat(spec, kind, wearer)
    name = _free_name(spec, name or wearer)
    wanted = None if targets is None else _list(targets, "targets")
    others = _target_bodies(spec, own, wanted)
    config = {key: _words(value) for key, value in keys.items() if value is not None}
    config["channels"] = " ".join(_list(channels, "channels"))
    if wanted is not None:
        config["targets"] = " ".join(wanted)
    if not exclude:
        config["contact"] = "kept"
    # All has been looked at: only now the spec changes.
    if not own.name:
        own.name = f"{wearer}_body"
    if exclude:
        _exclude(spec, own, others)
    spec.activate_plugin(PLUGIN)
    plugin = spec.add_plugin(name=name, plugin_name=PLUGIN, active=True)
    plugin.config = config
    sensor = spec.add_sensor(name=name, type=_mujoco.mjtSensor.mjSENS_PLUGIN, objtype=seat, objname=wearer)
    sensor.plugin = plugin
    sensor.plugin.name = name
    sensor.plugin.plugin_name = PLUGIN
    sensor.plugin.active = True
    return sensor


def texels(model: Any, data: Any, name: str) -> Texels:
    """What the skin whose sensor is called ``name`` feels, without copies: views of ``data.sensordata``, one row per texel."""
    # MuJoCo itself takes None for a name, and reads at address 0.
    if not isinstance(name, str):
        raise UnknownNameError(f"a skin is named by its sensor, a string; {name!r} is none")
    if not (isinstance(model, _mujoco.MjModel) and isinstance(data, _mujoco.MjData)):
        raise ModelError(f"texels are those of an MjModel and its MjData, not of {type(model).__name__} and {type(data).__name__}")
    sensor = _mujoco.mj_name2id(model, _mujoco.mjtObj.mjOBJ_SENSOR, name)
    if sensor < 0:
        raise UnknownNameError(f"there is no sensor `{name}`")
    instance = int(model.sensor_plugin[sensor])
    if instance < 0:
        raise UnknownNameError(f"sensor `{name}` is no skin")
    if len(data.sensordata) != model.nsensordata:
        raise ShapeError(f"the data has {len(data.sensordata)} numbers of sensors and the model {model.nsensordata}: it is that of another model")
    channels = _channels(model, instance)
    if not all(channel in CHANNELS for channel in channels):
        raise UnknownNameError(f"sensor `{name}` is no skin, but one of another plugin")
    width = sum(CHANNELS[channel] for channel in channels)
    begin, count = int(model.sensor_adr[sensor]), int(model.sensor_dim[sensor])
    rows = data.sensordata[begin : begin + count].reshape(count // width, width)
    views: dict[str, NDArray[np.float64]] = {}
    column = 0
    for channel in channels:
        wide = CHANNELS[channel]
        views[channel] = rows[:, column] if wide == 1 else rows[:, column : column + wide]
        column += wide
    return Texels(**views)


def _channels(model: Any, instance: int) -> list[str]:
    """The channels of an instance, from the model's own text: its attributes, one after the other in the order of their keys."""
    begin = int(model.plugin_attradr[instance])
    text = bytes(np.asarray(model.plugin_attr[begin:], dtype=np.uint8)).split(b"\0")
    words = text[_CHANNELS_KEY].decode(errors="replace").split() if _CHANNELS_KEY < len(text) else ["?"]
    return words or list(USUAL_CHANNELS)


#: Where ``channels`` stands among the plugin's keys.
_CHANNELS_KEY = 29


def _words(value: object) -> str:
    """A value as MJCF has it; a table as scenes have it."""
    if isinstance(value, Mapping):
        return _toml(value)
    if isinstance(value, str | os.PathLike):
        return str(value)
    if isinstance(value, bool | int | float | np.number):
        return repr(value.item() if isinstance(value, np.number) else value)
    if isinstance(value, Iterable):
        return " ".join(_words(item) for item in value)
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
    return _words(value)


def _wearer(site: str | None, geom: str | None, body: str | None) -> tuple[str, str]:
    given = [(kind, name) for kind, name in (("site", site), ("geom", geom), ("body", body)) if name is not None]
    if len(given) != 1:
        raise ModelError("say on what the skin sits: exactly one of site, geom and body")
    return given[0]


def _list(given: Iterable[str], what: str) -> list[str]:
    """Names; one may stand by itself."""
    names = [given] if isinstance(given, str) else list(given)
    if not names or not all(isinstance(name, str) for name in names):
        raise ModelError(f"{what} is {given!r}; it must be a name or a list of names, or be left out")
    return names


def _free_name(spec: Any, name: str) -> str:
    """A name for instance and sensor: what is twice in a spec cannot be taken back."""
    if any(thing.name == name for thing in (*spec.sensors, *spec.plugins)):
        raise ModelError(f"the spec has a sensor or plugin `{name}` already; give this skin another `name`")
    return name


def _bodies(spec: Any) -> list[Any]:
    """All bodies of a spec, the world first."""
    return [spec.worldbody, *(body for body in spec.bodies if body.name != "world")]


def _owners(spec: Any, kind: str, name: str) -> list[Any]:
    """Bodies with that name, or with a site or geom of that name."""
    if kind == "body":
        return [body for body in _bodies(spec) if body.name == name]
    return [body for body in _bodies(spec) if any(thing.name == name for thing in getattr(body, f"{kind}s"))]


def _seat(spec: Any, kind: str, wearer: str) -> tuple[Any, Any]:
    """The kind of the wearer in MuJoCo's words, and its body."""
    owners = _owners(spec, kind, wearer)
    if not owners:
        raise UnknownNameError(f"there is no {kind} `{wearer}`")
    types = _mujoco.mjtObj
    return {"site": types.mjOBJ_SITE, "geom": types.mjOBJ_GEOM, "body": types.mjOBJ_XBODY}[kind], owners[0]


def _collides(geom: Any) -> bool:
    return bool(geom.contype or geom.conaffinity)


def _target_bodies(spec: Any, own: Any, wanted: list[str] | None) -> list[Any]:
    """The bodies that the skin can touch."""
    if wanted is None:
        return [body for body in _bodies(spec) if body.name != own.name and any(map(_collides, body.geoms))]
    found = []
    for name in wanted:
        bodies = _owners(spec, "body", name) or _owners(spec, "geom", name)
        if not bodies:
            raise UnknownNameError(f"there is no body or geom `{name}` that the skin could touch")
        found += bodies
    return found


def _exclude(spec: Any, own: Any, others: list[Any]) -> None:
    """Excludes contact between the wearer's body and others; bodies need names for that."""
    if not any(map(_collides, own.geoms)):
        return
    for body in others:
        if not body.name:
            taken = {other.name for other in _bodies(spec)}
            body.name = next(name for name in map("unnamed_body_{}".format, itertools.count()) if name not in taken)
    known = {frozenset((pair.bodyname1, pair.bodyname2)) for pair in spec.excludes}
    for other in others:
        pair = frozenset((own.name, other.name))
        if len(pair) == 2 and pair not in known:
            known.add(pair)
            spec.add_exclude(bodyname1=own.name, bodyname2=other.name)
