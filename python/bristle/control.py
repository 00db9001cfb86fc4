"""Controllers, actuators and the percepts between them and a world.

A controller is anything with ``step(percept)``; it sees what a robot senses, and not where objects are. An actuator turns the state of
a joint into an effort. Both plug in without compiling anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .errors import ControllerError

if TYPE_CHECKING:
    from .world import World

__all__ = ["Actuator", "Controller", "Done", "Percept"]

_MODES = ("position", "velocity", "effort", "voltage")


class Done(Exception):
    """A controller raises it when its work is done; the value is what :meth:`World.run` returns."""

    def __init__(self, value: Any = None) -> None:
        super().__init__(value)
        self.value = value


class Percept:
    """What a robot senses now: joints, motors, skins and sensors. It looks at the world each time it is asked."""

    __slots__ = ("_world",)

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def world(self) -> World:
        """The world behind it: for those who run an experiment; a real robot has none."""
        return self._world

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._world.time

    def texels(self, skin: str) -> npt.NDArray[Any]:
        """What every texel of a skin feels; shows the present, copy it to keep it."""
        return self._world.texels(skin)

    def map(self, skin: str, field: str = "normal_force") -> npt.NDArray[Any]:
        """One field of a skin as rows × columns."""
        return self._world.map(skin, field)

    def normal_force(self, skin: str) -> float:
        """Sum of a skin's normal forces [N]."""
        return self._world.normal_force(skin)

    def force(self, skin: str) -> npt.NDArray[np.float64]:
        """Sum of a skin's forces on the pad, in the skin's frame [N]."""
        return self._world.force(skin)

    def slipping(self, skin: str) -> int:
        """How many texels of a skin slip."""
        return int(np.count_nonzero(self._world.texels(skin)["state"] == 3))

    def joint(self, body: str) -> tuple[float, float]:
        """Position and velocity of the joint that carries a body."""
        return self._world.joint(body)

    def sensor(self, name: str) -> dict[str, float]:
        """What a sensor shows, by channel."""
        return self._world.sensor(name)

    def motor(self, name: str) -> dict[str, Any]:
        """What a motor is doing."""
        return self._world.telemetry(name)


class Controller:
    """Turns percepts into commands: derive from it, or write any class with this method.

    >>> import bristle as br
    >>> class Squeeze(br.Controller):
    ...     def step(self, percept):
    ...         missing = 5.0 - percept.normal_force("left_dsa")
    ...         return {"jaws": {"effort": -10.0 - 2.0 * missing}}
    >>> world = br.load("lib:scenes/work-cycle").world()
    >>> world.set_joint("lift", 0.0)
    >>> world.run(Squeeze(), 1.0, period=0.002)
    >>> 4.5 < world.normal_force("left_dsa") < 9.0
    True
    """

    def step(self, percept: Percept) -> Mapping[str, Any] | None:
        """Commands for this turn, ``{motor: {"position": 0.01}}``; None for nothing new."""
        raise NotImplementedError


class Actuator:
    """Turns the state of a joint into an effort: derive from it, or write any class with this method.

    >>> import bristle as br
    >>> class Spring(br.Actuator):
    ...     def effort(self, time, position, velocity):
    ...         return -2000.0 * (position - 0.02) - 100.0 * velocity
    >>> world = br.load("lib:grippers/pg70").world()
    >>> world.attach("jaws", Spring())
    >>> world.step(1000)
    >>> round(world.joint("left_jaw")[0], 4)
    0.02
    """

    def effort(self, time: float, position: float, velocity: float) -> float:
        """Effort at the joint [N or N·m]."""
        raise NotImplementedError


def obey(world: World, orders: Any) -> None:
    """Gives a controller's commands to the motors: all or, if one of them is no command, none."""
    if orders is None:
        return
    if not isinstance(orders, Mapping):
        raise ControllerError(f"a controller returns None or {{motor: {{mode: value}}}}, not {orders!r}")
    commands = [(motor, _command(motor, command)) for motor, command in orders.items()]
    for motor, command in commands:
        world.check_command(motor, **command)
    for motor, command in commands:
        world.command(motor, **command)


def effort_of(actuator: Actuator, time: float, position: float, velocity: float) -> float:
    """What an actuator asks for, if it is a number."""
    answer = actuator.effort(time, position, velocity)
    try:
        return float(answer)
    except (TypeError, ValueError, OverflowError):
        raise ControllerError(f"the actuator {actuator!r} gave {answer!r}; it must give a number") from None


def _command(motor: Any, command: Any) -> dict[str, float]:
    if not isinstance(motor, str) or not isinstance(command, Mapping) or len(command) != 1:
        raise ControllerError(f"a command is {{motor: {{mode: value}}}}, not {{{motor!r}: {command!r}}}")
    ((mode, value),) = command.items()
    if mode not in _MODES:
        raise ControllerError(f"motor `{motor}`: the mode is {mode!r}; it must be one of {', '.join(_MODES)}")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ControllerError(f"motor `{motor}`: {value!r} is no number") from None
    if not math.isfinite(number):
        raise ControllerError(f"motor `{motor}`: the command is {number}; it must be finite")
    return {mode: number}
