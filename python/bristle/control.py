"""Controllers, motors written in Python, and the percepts between them and a world.

A controller is anything with ``step(percept)``; it sees what a robot senses, and not where objects are. A motor turns the state of
a joint into an effort. Both plug in without compiling anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import ControllerError, ShapeError, UnknownNameError

if TYPE_CHECKING:
    from .world import World

__all__ = ["Controller", "Done", "JointState", "Motor", "MotorState", "Percept", "Sample", "SensorState", "Tactile"]

_State = TypeVar("_State")
_KEYS = ("position", "velocity", "effort", "current", "voltage", "max_effort", "max_current", "halt")


class Done(Exception):
    """A controller raises it when its work is done; the value is what :meth:`World.run` returns.

    ``commands`` are carried out before the run ends.
    """

    def __init__(self, value: Any = None, commands: Mapping[str, Any] | None = None) -> None:
        super().__init__(value)
        self.value = value
        self.commands = commands


class JointState(NamedTuple):
    """A joint with one degree of freedom."""

    #: [m or rad]
    position: float
    #: [m/s or rad/s]
    velocity: float
    #: What its motors push it with [N or N·m].
    effort: float


class MotorState(NamedTuple):
    """A motor."""

    #: At the joint [N or N·m].
    effort: float
    #: Of the winding [A]; None without one.
    current: float | None
    #: On the winding [V]; None without one.
    voltage: float | None


class Tactile(NamedTuple):
    """A tactile frame."""

    #: One per cell: normal forces [N] or counts.
    values: npt.NDArray[np.float64]
    #: Their sum.
    sum: float
    #: Friction on each cell in the frame of the skin [N]; None if the device does not measure it.
    shear: npt.NDArray[np.float64] | None
    #: Number of the frame, counted by the device; and whether it is new in this turn.
    frame: int
    is_new: bool
    #: ``"N"``, ``"counts"`` or, for a device without a converter, ``"signal"``.
    unit: str
    #: Rows and columns of the cells.
    rows: int
    columns: int
    #: Frames per second [Hz]; None for one in every turn.
    rate: float | None
    #: Where each cell is in the frame of the skin [m].
    places: npt.NDArray[np.float64]
    #: Row and column of each cell; None if they are numbered row by row without gaps.
    cells: list[list[int]] | None = None


class Sample(NamedTuple):
    """One measurement of a sensor."""

    #: When it was taken [s].
    time: float
    #: A value per channel.
    values: npt.NDArray[np.float64]


class SensorState(NamedTuple):
    """What a sensor has measured since the last turn."""

    #: Oldest first; empty if nothing is new.
    samples: list[Sample]
    #: Name and unit of each value of a sample.
    channels: list[tuple[str, str]]
    #: Samples per second [Hz]; None for as many as the robot takes.
    rate: float | None


class Percept:
    """What a robot senses in one turn: the same on a simulated robot as on a real one.

    >>> import bristle as br
    >>> world = br.load("lib:scenes/work-cycle").world()
    >>> percept = world.percept()
    >>> percept.joints["left_jaw"].position, percept.motors["jaws"].current
    (0.033, 0.0)
    >>> left = percept.skins["left_dsa"]
    >>> left.values.shape, left.unit, left.sum
    ((84,), 'N', 0.0)
    """

    def __init__(self, native: _native.Percept, world: World | None = None) -> None:
        self._native = native
        self._world = world

    @property
    def time(self) -> float:
        """Since the robot was started [s]."""
        return self._native.time

    @cached_property
    def joints(self) -> dict[str, JointState]:
        """Joints by name."""
        return {name: JointState(position, velocity, effort) for name, position, velocity, effort in self._native.joints()}

    @cached_property
    def motors(self) -> dict[str, MotorState]:
        """Motors by name."""
        return {name: MotorState(effort, current, voltage) for name, effort, current, voltage in self._native.motors()}

    @cached_property
    def skins(self) -> dict[str, Tactile]:
        """Tactile frames by name of the skin."""
        out = {}
        for place, (name, rows, columns, unit, rate, places, cells) in enumerate(self._native.skins()):
            out[name] = Tactile(*self._native.frame(place), unit, rows, columns, rate, places, cells)
        return out

    @cached_property
    def sensors(self) -> dict[str, SensorState]:
        """What other sensors have measured since the last turn, by name."""
        out = {}
        for place, (name, channels, rate) in enumerate(self._native.sensors()):
            samples = [Sample(*sample) for sample in self._native.samples(place)]
            out[name] = SensorState(samples, channels, rate)
        return out

    def normal_force(self, skin: str) -> float:
        """Sum of a skin's normal forces [N]: of what its device shows, without the damping of a fast touch."""
        frame = _of(self.skins, "skin", skin)
        if frame.unit != "N":
            raise ShapeError(f"the skin `{skin}` tells {frame.unit}, not newtons; use percept.skins[{skin!r}].sum")
        return frame.sum

    def map(self, skin: str, field: str = "values") -> npt.NDArray[np.float64]:
        """The ``values`` of a skin as rows × columns, or its ``shear`` as rows × columns × 3; NaN where cells are missing."""
        from .world import as_grid

        frame = _of(self.skins, "skin", skin)
        found = {"values": frame.values, "shear": frame.shear}.get(field)
        if found is not None:
            return as_grid(found, (frame.rows, frame.columns), frame.cells, skin, 0)
        known = "values" if frame.shear is None else "values and shear"
        raise ShapeError(f"a frame of `{skin}` has no field {field!r}; it has {known}")

    def joint(self, name: str) -> tuple[float, float]:
        """Position and velocity of a joint."""
        joint = _of(self.joints, "joint", name)
        return joint.position, joint.velocity

    @property
    def simulated_world(self) -> World:
        """The world behind it, with all its truth: for those who run an experiment. A real robot has none."""
        if self._world is None:
            raise ControllerError("there is no simulated world behind this percept")
        return self._world

    def slipping(self, skin: str) -> int:
        """How many texels of a skin slip: a truth that only a simulated world knows."""
        return int(np.count_nonzero(self.simulated_world.texels(skin)["state"] == 3))


def _of(table: Mapping[str, _State], what: str, name: str) -> _State:
    if name not in table:
        known = ", ".join(f"`{known}`" for known in table) or "none"
        raise UnknownNameError(f"there is no {what} `{name}`; there are {known}")
    return table[name]


class Controller:
    """Turns percepts into commands: derive from it, or write any class with this method.

    >>> import bristle as br
    >>> class Squeeze(br.Controller):
    ...     def step(self, percept):
    ...         missing = 5.0 - percept.skins["left_dsa"].sum
    ...         return {"jaws": {"effort": -10.0 - 2.0 * missing}}
    >>> world = br.load("lib:scenes/work-cycle").world()
    >>> world.set_joint("lift", 0.0)
    >>> world.run(Squeeze(), 1.0, period=0.002)
    >>> 4.5 < world.normal_force("left_dsa") < 9.0
    True
    """

    def step(self, percept: Percept) -> Mapping[str, Any] | None:
        """Commands for this turn, ``{motor: {"position": 0.01}}``; None for nothing new.

        A motor is told one of ``position``, ``velocity``, ``effort``, ``current`` and ``voltage``; ``velocity`` with ``max_effort`` or
        ``max_current``; or ``"halt": True``, which cuts the drive and then holds the joint where it comes to rest.
        """
        raise NotImplementedError


class Motor:
    """Turns the state of a joint into an effort: derive from it, or write any class with this method.

    >>> import bristle as br
    >>> class Spring(br.Motor):
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


def obey(world: World, commands: Any) -> None:
    """Gives a controller's commands to the motors: all or, if one of them is no command, none."""
    checked = checked_commands(commands)
    for motor, command in checked.items():
        world.check_command(motor, **command)
    for motor, command in checked.items():
        world.command(motor, **command)


def checked_commands(commands: Any) -> dict[str, dict[str, Any]]:
    """A controller's commands as plain numbers, if they are commands."""
    if commands is None:
        return {}
    if not isinstance(commands, Mapping):
        raise ControllerError(f"a controller returns None or {{motor: {{mode: value}}}}, not {commands!r}")
    return {motor: _command(motor, command) for motor, command in commands.items()}


def effort_of(motor: Motor, time: float, position: float, velocity: float) -> float:
    """What a motor asks for, if it is a number."""
    answer = motor.effort(time, position, velocity)
    try:
        return float(answer)
    except (TypeError, ValueError, OverflowError):
        raise ControllerError(f"the motor {motor!r} gave {answer!r}; it must give a number") from None


def _command(motor: Any, command: Any) -> dict[str, Any]:
    if not isinstance(motor, str) or not isinstance(command, Mapping) or not command:
        raise ControllerError(f"a command is {{motor: {{mode: value}}}}, not {{{motor!r}: {command!r}}}")
    out: dict[str, Any] = {}
    for key, value in command.items():
        if key not in _KEYS:
            raise ControllerError(f"motor `{motor}`: {key!r} is no part of a command; it must be one of {', '.join(_KEYS)}")
        if key == "halt":
            if value is not True:
                raise ControllerError(f"motor `{motor}`: halt is {value!r}; it must be True, or be left out")
            out[key] = True
            continue
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ControllerError(f"motor `{motor}`: {value!r} is no number") from None
        if not math.isfinite(number):
            raise ControllerError(f"motor `{motor}`: the command is {number}; it must be finite")
        out[key] = number
    return out
