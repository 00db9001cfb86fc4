"""Worlds: time that passes, and what is felt meanwhile."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native, near
from .control import Controller, Motor, Percept, effort_of
from .turns import Turns
from .errors import ModelError, RecordingError, ShapeError, StepError
from .kinematics import Clearance, KinematicChain

if TYPE_CHECKING:
    from .recording import Recorder
    from .scene import Scene

__all__ = ["World"]


class World(_native.World):
    """A model and a state, and time that passes.

    >>> import bristle as br
    >>> world = br.load("lib:scenes/weigh").world()
    >>> world.step(1000)
    >>> world.time
    1.0
    >>> texels = world.texels("dsa")
    >>> texels.shape, round(float(texels["normal_force"].sum()), 6)
    ((84,), 9.8)

    Texels are an array with named fields, see :data:`bristle.texel_dtype`. It shows the present: when the world moves on, so does
    the array. Everything else, such as :meth:`pose`, is new each time.
    """

    _python_motors: tuple[tuple[str, Motor], ...] = ()

    def __init__(self, scene: Scene, *, script: bool = True) -> None:
        # All was made by `__new__`; this is for classes that derive from it.
        super().__init__()

    def chain(self, tip: str, base: str | None = None, tool: npt.ArrayLike | None = None) -> KinematicChain:
        """The joints from `base` (the world, if left out) to `tip`, with a `tool` frame on it: forward and inverse kinematics."""
        return KinematicChain(_native.KinematicChain(self, tip, base, tool))

    def clearance(self, checker: str = "exact") -> Clearance:
        """Collisions and distances at any positions of the joints, by our own geometry or by `"parry"`."""
        return Clearance(_native.CollisionQueries(self, checker))

    def collides(self, q: Any = None) -> Any:
        """Whether bodies overlap at these positions of the joints; for many questions, ask one :meth:`clearance`."""
        return self.clearance().collides(q)

    def distance(self, q: Any = None, *, within: float = 10.0) -> Any:
        """How far the nearest bodies are apart at these positions of the joints [m]; for many questions, ask one :meth:`clearance`."""
        return self.clearance().distance(q, within=within)

    def copy(self) -> World:
        """A world of its own in the same state; motors written in Python are not taken along."""
        other = type(self)(self.scene, script=False)
        other.restore(self.snapshot())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # The scene as text (files that it names are read again), and all that has changed since as bytes.
        if self.recorded_into is not None:
            raise RecordingError("a world that is being recorded cannot be pickled; close the recording first, or pickle a copy")
        return (_unpickled, (type(self), self.scene, self.snapshot(), self._python_motors))

    def map(self, skin: str, field: str = "normal_force") -> npt.NDArray[Any]:
        """One field of a skin with rows and columns, as rows × columns (and × 3 for a vector): a view that shows the present.

        Where cells are missing, or texels are not numbered row by row, it is a copy, with NaN (0 for whole numbers) in empty places.

        >>> import bristle as br
        >>> world = br.load("lib:scenes/weigh").world()
        >>> world.map("dsa").shape, world.map("dsa", "shear").shape
        ((14, 6), (14, 6, 3))
        """
        return field_as_grid(self.texels(skin), self.grid(skin), self.cells(skin), skin, field)

    def counts(self, skin: str) -> npt.NDArray[np.float64]:
        """What a skin's device says now, as rows × columns if its texels form an array: the last frame that it delivered.

        The scene gives a skin a device with ``skins.<name>.device``. :meth:`device` tells the number of the frame as well, and None if there is none.

        >>> import bristle as br
        >>> scene = br.load("lib:scenes/weigh").with_settings({"skins": {"dsa": {"device": "lib:devices/weiss-dsa-9205"}}})
        >>> world = scene.world()
        >>> world.step(1000)
        >>> counts, (_, frames) = world.counts("dsa"), world.device("dsa")
        >>> counts.shape, bool((counts == counts.round()).all()), frames
        ((14, 6), True, 31)
        """
        return counts_of(self.device(skin), self.grid(skin), self.cells(skin), skin, 0)

    def changed(self, settings: Mapping[str, Any] | str | None = None, *, remove: Sequence[str] = ()) -> World:
        """A world that goes on where this one is, with bodies added, removed, or of other mass, material and shape.

        ``settings`` are keys of a scene: bodies that are not there yet are added, others changed. Bodies to ``remove`` go with their skins and loops, and the motors that drive
        them; whatever else refers to them is an error. What both worlds have by name stays as it is: places, velocities, contacts, commands. This world stays as it was.

        >>> import bristle as br
        >>> world = br.load("lib:scenes/weigh").world()
        >>> world.step(1000)
        >>> heavier = world.changed({"bodies": {"cube": {"mass": 2.0}}})
        >>> heavier.step(1000)
        >>> round(world.normal_force("dsa"), 3), round(heavier.normal_force("dsa"), 3)
        (9.8, 19.6)
        >>> sorted(heavier.changed(remove=["cube"]).bodies)
        ['dsa', 'finger']
        """
        return type(self).continued(self, self.scene.changed(settings, remove=remove))

    def nearness(self, a: str, b: str, within: float = 1.0) -> near.Nearness | None:
        """Where two bodies are nearest to each other, or deepest inside, now and without a step; None if they are farther apart than ``within`` [m].

        Bodies that pass through each other are told as well.

        >>> import bristle as br
        >>> world = br.load("lib:scenes/pick-cube").world()
        >>> world.set_pose("cube", [0, 0, 0.1])
        >>> round(world.nearness("cube", "table").distance, 6)
        0.1
        """
        told = self.nearness_told(a, b, within)
        return None if told is None else near.nearness(told)

    def near_pairs(self, within: float = 0.0) -> list[near.Nearness]:
        """All pairs of bodies that can touch and are nearer than ``within`` [m], each where it is nearest: with 0, those that touch or are inside each other.

        Nothing moves: after :meth:`set_pose` and :meth:`set_joint`, this says whether a configuration collides.

        >>> import bristle as br
        >>> world = br.load("lib:scenes/pick-cube").world()
        >>> world.set_pose("cube", [0, 0, -0.001])
        >>> [(pair.bodies, round(pair.distance, 6)) for pair in world.near_pairs()]
        [(('table', 'cube'), -0.001)]
        """
        return [near.nearness(told) for told in self.near_pairs_told(within)]

    def contacts(self) -> list[near.BodyContact]:
        """All bodies that touched each other in the last step, and with what force.

        >>> import bristle as br
        >>> world = br.load("lib:scenes/weigh").world()
        >>> world.step(1000)
        >>> [(contact.bodies, contact.skin, abs(round(float(contact.wrench[2]), 6))) for contact in world.contacts()]
        [(('dsa', 'cube'), 'dsa', 9.8)]
        """
        return [near.contact(told) for told in self.contacts_told()]

    def record(
        self,
        folder: str | os.PathLike[str],
        *,
        every: float | None = None,
        texels: bool | None = None,
        replace: bool = False,
        pictures: bool = False,
    ) -> Recorder:
        """Records the world into a folder from now on, as ``bristle run`` does, until the recorder is closed.

        A sample is taken every ``every`` [s] of simulated time, with every texel or, with ``texels=False``, with sums over skins only; the scene
        says how unless given. A folder that holds a recording is refused unless it is to ``replace`` it, and one that another run records into
        is refused always. With ``pictures=True`` the bodies at the start, the first contact and the end, and a film of the run, are drawn for the
        report when the recording is closed.

        >>> import bristle as br, tempfile
        >>> world = br.load("lib:scenes/starter").world()
        >>> with world.record(tempfile.mkdtemp() + "/drop") as recorder:
        ...     world.step(300)
        >>> recorder.recording.times[-1]
        np.float64(0.3)
        """
        from .recording import Recorder

        return Recorder(self, folder, every=every, texels=texels, replace=replace, usual=False, pictures=pictures)

    def outcome(self) -> dict[str, Any]:
        """What has come of the run so far: phases, skins, objects, solver and warnings, with the keys that ``bristle run --json`` has.

        >>> import bristle as br
        >>> world = br.load("lib:scenes/weigh").world()
        >>> world.run()
        >>> outcome = world.outcome()
        >>> outcome["ending"]["state"], outcome["objects"][0]["hold"]
        ('completed', 'held')
        """
        return dict(json.loads(self.outcome_json()))

    def matrix(self, body: str) -> npt.NDArray[np.float64]:
        """Pose of a body as a 4×4 matrix."""
        x, y, z, *quaternion = self.pose(body)
        out = np.eye(4)
        out[:3, :3] = rotation_matrix(quaternion)
        out[:3, 3] = x, y, z
        return out

    def percept(self) -> Percept:  # type: ignore[override]
        """What a robot senses now. Samples of sensors are those since the last percept."""
        return Percept(super().percept(), self)

    def attach(self, motor: str, by: Motor) -> None:
        """Lets a motor written in Python drive a motor's joint: its effort is asked for before every step.

        The motor must obey efforts. From then on the world is stepped one step at a time, by :meth:`step` and :meth:`run` alike.
        """
        if not callable(getattr(by, "effort", None)):
            raise ModelError(f"a motor has a method `effort(time, position, velocity)`; {by!r} has none")
        if motor not in self.motors:
            self.command(motor, effort=0.0)  # Says what there is.
        self._python_motors += ((motor, by),)

    def detach(self, motor: str) -> None:
        """Takes the motors written in Python off a motor."""
        self._python_motors = tuple((name, by) for name, by in self._python_motors if name != motor)

    def step(self, n: int = 1, h: float | None = None) -> None:
        """Takes ``n`` steps of length ``h`` [s]: that of the scene unless given.

        The interpreter is free meanwhile, and Ctrl-C ends it between two steps. A step that fails raises StepError, and the world stands
        where it stood before that step.
        """
        if not self._python_motors or n < 1:
            super().step(n, h)
            return
        for _ in range(n):
            self._drive()
            super().step(1, h)

    def _drive(self) -> None:
        drives = self.drives
        asked = [(motor, effort_of(by, self.time, *self.joint(drives[motor]))) for motor, by in self._python_motors]
        for motor, effort in asked:
            self.check_command(motor, effort=effort)
        for motor, effort in asked:
            self.command(motor, effort=effort)

    def run(
        self,
        controller: Controller | Callable[[Percept], Any] | None = None,
        duration: float | None = None,
        *,
        period: float | None = None,
        watch: Callable[[World], Any] | None = None,
        log: str | os.PathLike[str] | None = None,
    ) -> Any:
        """Lets time pass for ``duration`` [s], that of the scene unless given, with the scene's own controller at work or, in its place, one of
        yours: a class with ``step(percept)``, or an :class:`bristle.ActionController`, which has all the time of its action.

        Every ``period`` [s] (a step unless given) the controller's ``step(percept)`` is asked for commands: None for nothing new, or a
        dictionary ``{motor: {"position": 0.01}}``. It ends the run by raising :class:`bristle.Done`, whose value is returned. Anything else that it raises is
        passed on as it is, and the world stands where it stood. ``watch`` is called after every period with the world, and ends the run by returning False; :meth:`outcome` then says so. What a controller calls its ``phase`` is
        recorded and reported. With ``log``, what it saw and commanded is written to a file, for :func:`bristle.replay`.

        >>> import bristle as br
        >>> class Close(br.Controller):
        ...     def step(self, percept):
        ...         if percept.normal_force("left_dsa") > 1.0:
        ...             raise br.Done(percept.time)
        ...         return {"jaws": {"velocity": -0.02}}
        >>> world = br.load("lib:scenes/work-cycle").world()
        >>> world.set_joint("lift", 0.0)
        >>> touched = world.run(Close(), 2.0)
        >>> 0.3 < touched < 0.6
        True
        """
        from . import scene_controller

        h = self.scene.step
        described = self.scene.controller
        if controller is None:
            controller = scene_controller.of_scene(self.scene)
            if period is None and described is not None:
                period = described[3]
        if duration is None:
            limit = getattr(controller, "time_limit", None)
            # A second more: it shall end by itself.
            duration = self.scene.duration if limit is None else limit + 1.0
        steps = _whole(duration, h, "duration")
        per_period = max(1, _whole(h if period is None else period, h, "period"))
        if controller is None and watch is None:
            self.step(steps)
            return None
        if watch is not None and not callable(watch):
            raise ModelError(f"`watch` is a function of the world; {watch!r} is none")
        turns = None if controller is None else Turns(self, controller, log)
        try:
            for begin in range(0, steps, per_period):
                if turns is not None and turns.take():
                    return turns.value
                self.step(min(per_period, steps - begin))
                if watch is not None and watch(self) is False:
                    self.interrupt("`watch` ended it")
                    return None
        finally:
            if turns is not None:
                turns.close()
        return None


def _unpickled(kind: type[World], scene: Scene, snapshot: _native.Snapshot, motors: tuple[tuple[str, Motor], ...]) -> World:
    world = kind(scene, script=False)
    world.restore(snapshot)
    world._python_motors = motors
    return world


#: Steps of a run. More are a typing error, and cannot be counted without gaps.
_MOST = 2.0**53


def _whole(time: float, h: float, what: str) -> int:
    if not (math.isfinite(time) and 0.0 <= time < _MOST * h):
        raise StepError(f"the {what} is {time} s; it must be from 0 to {_MOST * h:.0e} s")
    steps = round(time / h)
    if what == "period" and abs(time / h - steps) > 1e-6 * max(steps, 1):
        low = max(1, math.floor(time / h))
        raise StepError(f"the period is {time} s, which is no whole number of steps of {h} s; take {low * h:g} or {(low + 1) * h:g} s")
    return steps


def field_as_grid(
    texels: npt.NDArray[Any],
    grid: tuple[int, int] | None,
    cells: list[tuple[int, int]] | None,
    skin: str,
    field: str,
) -> npt.NDArray[Any]:
    """A field of texels as rows × columns; leading dimensions stay."""
    names = texels.dtype.names or ()
    if not isinstance(field, str) or field not in names:
        raise ShapeError(f"texels have no field `{field}`; there are {', '.join(names)}")
    return as_grid(texels[field], grid, cells, skin, texels.ndim - 1)


def as_grid(
    values: npt.NDArray[Any],
    grid: tuple[int, int] | None,
    cells: Sequence[Sequence[int]] | None,
    skin: str,
    texel_axis: int = 1,
) -> npt.NDArray[Any]:
    """Values per texel as rows × columns; dimensions before and after stay."""
    if grid is None:
        raise ShapeError(f"the texels of skin `{skin}` have no rows and columns")
    if cells is not None:
        shape = (*values.shape[:texel_axis], *grid, *values.shape[texel_axis + 1 :])
        image = np.full(shape, np.nan if values.dtype.kind == "f" else 0, dtype=values.dtype)
        rows, columns = np.array(cells).T
        image[(slice(None),) * texel_axis + (rows, columns)] = values
        return image
    return values.reshape(*values.shape[:texel_axis], *grid, *values.shape[texel_axis + 1 :])


def counts_of(
    device: Any, grid: tuple[int, int] | None, cells: list[tuple[int, int]] | None, skin: str, texel_axis: int
) -> npt.NDArray[np.float64]:
    """The readings of a device, as rows × columns where there are any."""
    if device is None:
        raise ModelError(f'skin `{skin}` has no device; give it one in the scene: skins.{skin}.device = "lib:devices/weiss-dsa-9205"')
    readings: npt.NDArray[np.float64] = device[0]
    return readings if grid is None else as_grid(readings, grid, cells, skin, texel_axis)


def rotation_matrix(quaternion: Any) -> npt.NDArray[np.float64]:
    """The matrix of a unit quaternion (x, y, z, w)."""
    x, y, z, w = (float(number) for number in quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
