"""What skins feel, as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, UnknownNameError
from ._plugin import mujoco

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


def texels(model: Any, data: Any, name: str) -> Texels:
    """What the skin whose sensor is called ``name`` feels, without copies: views of ``data.sensordata``, one row per texel."""
    # MuJoCo itself takes None for a name, and reads at address 0.
    if not isinstance(name, str):
        raise UnknownNameError(f"a skin is named by its sensor, a string; {name!r} is none")
    if not (isinstance(model, mujoco.MjModel) and isinstance(data, mujoco.MjData)):
        raise ModelError(f"texels are those of an MjModel and its MjData, not of {type(model).__name__} and {type(data).__name__}")
    sensor = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, name)
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
