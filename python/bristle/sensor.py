"""Sensors of your own: numbers that are found from the truth after a step."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Union

from ._native import Truth
from .errors import ModelError

__all__ = ["Sensor"]

#: A number for all channels, or one for each by name.
PerChannel = Union[float, Mapping[str, float], None]


class Sensor:
    """A sensor written in Python: derive from it, say what it tells, and find it from the truth after a step.

    What real sensors have is added: a sampling ``rate`` [Hz] and ``bandwidth`` [Hz], and per channel ``noise`` (standard deviation), ``range``,
    ``resolution`` and ``bias``, each one number or a dictionary by channel. Without them it is ideal.

    >>> import bristle as br
    >>> class Vibration(br.Sensor):
    ...     channels = {"shake": "m/s²"}
    ...     memory = 1
    ...     def measure(self, truth):
    ...         force = truth.normal_force("dsa")
    ...         change = force - truth.memory[0]
    ...         truth.memory[0] = force
    ...         return change / truth.step
    >>> world = br.load("lib:scenes/weigh").with_sensors(Vibration("hum", rate=100.0)).world()
    >>> world.step(1000)
    >>> world.sensor("hum")["shake"] < 1e-9
    True

    What it tells may depend on the truth and on ``truth.memory`` only. Then runs can be repeated, and snapshots go on with the same numbers: the
    memory belongs to the world's state, attributes of the object do not.
    """

    #: Names and units of what it tells, such as ``{"force": "N"}``.
    channels: Mapping[str, str] = {}
    #: How many numbers it keeps from one step to the next, zero at first.
    memory: int = 0
    rate: float | None = None
    bandwidth: float | None = None
    noise: PerChannel = None
    range: PerChannel = None
    resolution: PerChannel = None
    bias: PerChannel = None
    seed: int = 0

    def __init__(
        self,
        name: str,
        *,
        rate: float | None = None,
        bandwidth: float | None = None,
        noise: PerChannel = None,
        range: PerChannel = None,
        resolution: PerChannel = None,
        bias: PerChannel = None,
        seed: int = 0,
    ) -> None:
        self.name = name
        self.rate, self.bandwidth, self.seed = rate, bandwidth, seed
        self.noise, self.range, self.resolution, self.bias = noise, range, resolution, bias

    def measure(self, truth: Truth) -> float | Sequence[float] | Mapping[str, float]:
        """What it tells after a step: a number per channel, in their order or by name; one alone if there is one channel."""
        raise NotImplementedError


def described(sensor: Any) -> dict[str, Any]:
    """A sensor as the native half takes it."""
    name = getattr(sensor, "name", None)
    if not isinstance(name, str) or not callable(getattr(sensor, "measure", None)):
        raise ModelError(f"a sensor has a name and a method `measure(truth)`, see bristle.Sensor; {sensor!r} has not")
    channels = getattr(sensor, "channels", {})
    strings = isinstance(channels, Mapping) and all(isinstance(text, str) for pair in channels.items() for text in pair)
    if not strings:
        raise ModelError(f"sensor `{name}`: `channels` are names and units, such as {{'force': 'N'}}; they are {channels!r}")
    try:
        memory, seed = operator.index(getattr(sensor, "memory", 0)), operator.index(getattr(sensor, "seed", 0))
        if memory < 0 or not 0 <= seed < 2**64:
            raise ValueError("memory and seed are whole numbers from 0 on")
        noise, reach, step, bias = (_per_channel(sensor, what, channels) for what in ("noise", "range", "resolution", "bias"))
        rate, bandwidth = (_number(getattr(sensor, what, None)) for what in ("rate", "bandwidth"))
    except (TypeError, ValueError) as error:
        raise ModelError(f"sensor `{name}`: {error}") from error
    return {
        "name": name,
        "channels": list(channels.items()),
        "memory": memory,
        "rate": rate,
        "bandwidth": bandwidth,
        "responses": [(noise[i] or 0.0, reach[i], step[i]) for i, _ in enumerate(channels)],
        "bias": [number or 0.0 for number in bias],
        "seed": seed,
        "measure": _Asked(sensor, tuple(channels)),
    }


class _Asked:
    """Asks a sensor, and puts what it tells into the order of its channels."""

    __slots__ = ("channels", "sensor")

    def __init__(self, sensor: Any, channels: tuple[str, ...]) -> None:
        self.sensor, self.channels = sensor, channels

    def __call__(self, truth: Truth) -> list[float]:
        told = self.sensor.measure(truth)
        if isinstance(told, Mapping):
            odd = set(told).symmetric_difference(self.channels)
            if odd:
                raise ModelError(f"it told {', '.join(map(str, told))}; the channels are {', '.join(self.channels)}")
            return [float(told[channel]) for channel in self.channels]
        if len(self.channels) == 1 and not hasattr(told, "__len__"):
            return [float(told)]
        return [float(number) for number in told]


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _per_channel(sensor: Any, what: str, channels: Mapping[str, str]) -> list[float | None]:
    given = getattr(sensor, what, None)
    if not isinstance(given, Mapping):
        return [_number(given)] * len(channels)
    odd = set(given) - set(channels)
    if odd:
        raise ValueError(f"`{what}` names {', '.join(map(str, odd))}; the channels are {', '.join(channels)}")
    return [_number(given.get(channel)) for channel in channels]
