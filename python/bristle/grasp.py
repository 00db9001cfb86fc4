"""Grasping by touch: the controller of a hand for clients in Python, and percepts of robots that are not simulated by Bristle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _native
from .control import Controller, Percept
from .errors import ControllerError

__all__ = ["GraspController", "GraspReadout", "Robot"]


class GraspReadout(NamedTuple):
    """What a grasp controller saw and wanted in a turn. Symbols are those of Romano et al. (2011)."""

    #: [s]
    time: float
    #: ``x_g`` [m], and ``v_g`` [m/s].
    aperture: float
    rate: float
    #: Effort of the first actuator, closing positive [N].
    effort: float
    #: Force on each pad [N]: SA-I.
    forces: list[float]
    #: Mean disturbance of the force [N]: FA-I.
    disturbance: float
    #: ``F_g^BP`` [N].
    band_force: float
    #: Largest vibration of the hand since the last turn [m/s²]: FA-II.
    vibration: float
    #: ``F_des`` [N].
    wanted: float
    #: Force along the pads [N]; 0 if it is not measured.
    load: float


class GraspController(Controller):
    """Closes the fingers of a hand, chooses the force by touch, notices slip, and lets go when the object meets the table.

    It moves the fingers only. A client calls :meth:`grasp`, moves the arm while it :attr:`is_holding`, calls :meth:`place` before it moves down, and
    stops the arm when it :attr:`is_letting_go`. :meth:`step` gives the commands of one turn, to which the client adds those of the arm.

    ``hand`` is ``"pr2"``, ``"pg70"``, ``"three_finger"`` or a dictionary; ``preset`` is ``"paper"`` or ``"released"``; ``constants`` are those of
    Table II, by its names or by ours; ``grip`` is ``"hardness"``, ``"force"``, ``"margin"`` or ``"full_effort"``. See ``docs/grasping.md``.

    >>> import bristle as br
    >>> fingers = br.GraspController(hand="pg70", constants={"KD": 20.0, "EFRICTION": 0.0})
    >>> def client(percept):
    ...     if fingers.phase == "idle":
    ...         fingers.grasp()
    ...     commands = fingers.step(percept)
    ...     if fingers.is_holding:
    ...         raise br.Done(fingers.phase, commands)
    ...     return commands
    >>> world = br.load("lib:scenes/work-cycle").world()
    >>> world.set_joint("lift", 0.0)
    >>> world.run(client, 10.0, period=0.001)
    'lift and hold'
    """

    def __init__(
        self,
        *,
        hand: str | Mapping[str, Any] | None = None,
        preset: str | None = None,
        constants: Mapping[str, float] | None = None,
        grip: str | None = None,
        hint: float | None = None,
        margin: Mapping[str, float] | None = None,
    ) -> None:
        given = {"hand": hand, "preset": preset, "constants": constants, "grip": grip, "hint": hint, "margin": margin}
        self._parameters = _json({key: value for key, value in given.items() if value is not None})
        self._native: _native.GraspController | None = None
        self._asked: list[tuple[str, tuple[float, ...]]] = []
        self._percept: Percept | None = None

    def _ask(self, what: str, *values: float) -> None:
        # The robot is known from the first percept on.
        if self._native is None:
            self._asked.append((what, values))
        else:
            getattr(self._native, what)(*values)

    def grasp(self) -> None:
        """Asks for a grasp: ``Grasp()`` of the paper."""
        self._ask("grasp")

    def place(self) -> None:
        """Says that the object is about to be put down: ``Place()`` of the paper."""
        self._ask("place")

    def release(self) -> None:
        """Lets go at once."""
        self._ask("release")

    def expect_load(self, factor: float) -> None:
        """Says how much harder than now the next motion of the arm will load the grip, at most."""
        self._ask("expect_load", float(factor))

    @property
    def phase(self) -> str:
        """Name of the state: idle, close, load, lift and hold, replace, unload or open."""
        return "idle" if self._native is None else self._native.phase

    @property
    def is_holding(self) -> bool:
        """Whether something is held with a stable force."""
        return self._native is not None and self._native.is_holding

    @property
    def is_letting_go(self) -> bool:
        """Whether it lets go now."""
        return self._native is not None and self._native.is_letting_go

    @property
    def failure(self) -> str | None:
        """Why the grasp has failed; None if it has not."""
        return None if self._native is None else self._native.failure

    @property
    def events(self) -> list[tuple[float, str, str]]:
        """What has happened so far: time [s], state, words; states and cues."""
        return [] if self._native is None else self._native.events

    @property
    def readout(self) -> GraspReadout:
        """What it saw in the last turn."""
        if self._native is None or self._percept is None:
            raise ControllerError("there was no turn so far: call step first")
        return GraspReadout(*self._native.readout(self._percept._native))

    def step(self, percept: Percept) -> dict[str, Any]:
        """Commands of one turn for the motors of the hand."""
        if self._native is None:
            self._native = _native.GraspController(percept._native, self._parameters)
            for what, values in self._asked:
                getattr(self._native, what)(*values)
            self._asked.clear()
        self._percept = percept
        return self._native.turn(percept._native)


class Robot:
    """A robot that Bristle does not simulate: real hardware, or another engine such as MuJoCo. It turns readings into percepts for controllers.

    ``joints`` are names with ``"prismatic"`` or ``"revolute"``; ``motors`` are names with the joint that each drives; ``skins`` are names with the
    rows and columns of their cells; ``accelerometers`` are names. ``rates`` [Hz] are those of skins and
    accelerometers that give less than one reading per turn, or more.

    >>> import bristle as br
    >>> robot = br.Robot(joints={"jaw": "prismatic"}, motors={"jaws": "jaw"}, skins={"left": (5, 3), "right": (5, 3)})
    >>> percept = robot.percept(0.0, joints={"jaw": (0.04, 0.0)}, skins={"left": [0.1] * 15, "right": [0.0] * 15})
    >>> round(percept.skins["left"].sum, 6)
    1.5
    """

    def __init__(
        self,
        *,
        joints: Mapping[str, str],
        motors: Mapping[str, str],
        skins: Mapping[str, tuple[int, int]],
        accelerometers: Iterable[str] = (),
        rates: Mapping[str, float] | None = None,
        shear: bool = False,
    ) -> None:
        rates = dict(rates or {})
        self._joints, self._motors, self._skins = list(joints), list(motors), dict(skins)
        self._accelerometers, self._shear = list(accelerometers), shear
        self._frames = dict.fromkeys(skins, 0)
        self._last: dict[str, dict[str, Any]] = {}
        for name, joint in motors.items():
            if joint not in joints:
                raise ControllerError(f"the motor `{name}` drives `{joint}`, which is none of the joints {', '.join(joints)}")
        axes = [{"name": name, "unit": "m/s²"} for name in ("x", "y", "z")]
        senses = {
            "joints": [{"name": name, "motion": motion} for name, motion in joints.items()],
            "motors": [{"name": name, "joint": self._joints.index(joint), "effort_per_ampere": None} for name, joint in motors.items()],
            "skins": [
                {"name": name, "rows": rows, "columns": columns, "places": [], "unit": "newtons", "shear": shear, "rate": rates.pop(name, None)}
                for name, (rows, columns) in skins.items()
            ],
            "sensors": [{"name": name, "channels": axes, "rate": rates.pop(name, None)} for name in self._accelerometers],
        }
        if rates:
            raise ControllerError(f"rates are given for {', '.join(rates)}, of which there is no skin or accelerometer")
        self._native = _native.RobotSenses(_json(senses))

    def percept(
        self,
        time: float,
        *,
        joints: Mapping[str, Sequence[float]],
        skins: Mapping[str, Any],
        shear: Mapping[str, Any] | None = None,
        efforts: Mapping[str, float] | None = None,
        accelerations: Mapping[str, Iterable[tuple[float, Sequence[float]]]] | None = None,
    ) -> Percept:
        """What it senses at a ``time`` [s].

        ``joints`` are position and velocity, and perhaps effort, by name. ``skins`` are the forces of all cells [N] by name: those that are left out show
        their last frame once more. ``efforts`` are those of the motors at their joints; ``accelerations`` are
        (time, (x, y, z)) of every sample since the last turn.
        """
        for name, values in skins.items():
            if name not in self._skins:
                raise ControllerError(f"there is no skin `{name}`; there are {', '.join(self._skins)}")
            along = np.zeros((np.size(values), 3)) if shear is None or name not in shear else shear[name]
            self._last[name] = {"values": np.ravel(values), "shear": along if self._shear else [], "utilisation": []}
            self._frames[name] += 1
        blank: dict[str, dict[str, Any]] = {
            name: {"values": np.zeros(rows * columns), "shear": np.zeros((rows * columns, 3)) if self._shear else [], "utilisation": []}
            for name, (rows, columns) in self._skins.items()
        }
        efforts, accelerations = efforts or {}, accelerations or {}
        missing = [name for name in self._joints if name not in joints]
        if missing:
            raise ControllerError(f"the state of the joint `{missing[0]}` is missing")
        told = {
            "time": time,
            "joints": [(*joints[name], 0.0)[:3] for name in self._joints],
            "motors": [(efforts.get(name, 0.0), None) for name in self._motors],
            "skins": [{**self._last.get(name, blank[name]), "frame": self._frames[name], "is_new": name in skins} for name in self._skins],
            "sensors": [[(when, list(values)) for when, values in accelerations.get(name, ())] for name in self._accelerometers],
        }
        return Percept(self._native.percept(_json(told)))


def _json(parameters: Mapping[str, Any]) -> str:
    try:
        return json.dumps(parameters, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise ControllerError(f"numbers, texts, lists and dictionaries are needed, all finite: {error}") from None


def _plain(value: Any) -> Any:
    """Arrays and numbers of NumPy, and mappings, as JSON knows them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} is none of them")
