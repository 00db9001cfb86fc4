"""Abstract actions, and the native controller that carries them out by touch.

An action is steps, said without regard to the gripper: approach, touch, grasp, carry, hold, release. The controller closes with a velocity until the first
touch, then with a force: that of the drive's current limit, which what the skins feel corrects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import _native
from .control import Controller, Done, Percept
from .errors import ActionError

__all__ = ["Action", "ActionController", "Outcome"]


class Outcome(NamedTuple):
    """How an action ended."""

    #: Whether all was done.
    done: bool
    #: The step that failed, and why; None if all was done.
    step: str | None
    failure: str | None
    #: What happened: time [s], step, words.
    events: list[tuple[float, str, str]]


class Action:
    """What shall be done, step by step.

    A step is a dictionary with one of ``approach`` (``aperture`` from 0, closed, to 1, and the hand's way ``by`` [m] in world axes), ``touch``,
    ``grasp`` (``force`` on each side [N]), ``carry`` (``by``), ``hold`` (``time`` [s]) and ``release`` (``aperture``). It may have a ``name``, a time limit
    ``within`` [s], and what follows: ``then`` and, if it fails, ``or_else`` name a step, or are ``"done"`` or ``"fail"``.

    >>> import bristle as br
    >>> action = br.Action([
    ...     {"approach": {"aperture": 0.95, "by": [0, 0, -0.06]}},
    ...     {"grasp": {"force": 12.0}, "within": 5.0, "or_else": "release"},
    ...     {"name": "lift", "carry": {"by": [0, 0, 0.1]}},
    ...     {"hold": {"time": 0.5}, "then": "done"},
    ...     {"release": {"aperture": 0.95}, "then": "fail"},
    ... ])
    >>> world = br.load("lib:scenes/work-cycle").world()
    >>> outcome = world.run(br.ActionController(action), period=0.01)
    >>> outcome.done, round(world.normal_force("left_dsa"), 2)
    (True, 12.0)
    """

    def __init__(self, steps: Sequence[Mapping[str, Any]], *, time_limit: float = 30.0) -> None:
        self.steps = [_plain(step) for step in steps]
        #: Time that it may take [s].
        try:
            self.time_limit = float(time_limit)
        except (TypeError, ValueError, OverflowError):
            raise ActionError(f"the time limit is {time_limit!r}; it must be a number of seconds") from None

    @classmethod
    def work_cycle(
        cls, *, aperture: float = 0.95, descend: float = 0.06, force: float = 15.0, height: float = 0.1, time_limit: float = 30.0
    ) -> Action:
        """Approach, grasp, lift, move down, release: the work cycle of Moisio et al. (2013)."""
        return cls(
            [
                {"name": "approach", "approach": {"aperture": aperture, "by": [0.0, 0.0, -descend]}},
                {"name": "grasp", "grasp": {"force": force}},
                {"name": "lift", "carry": {"by": [0.0, 0.0, height]}},
                {"name": "move down", "carry": {"by": [0.0, 0.0, -height]}},
                {"name": "release", "release": {"aperture": aperture}},
            ],
            time_limit=time_limit,
        )


def _plain(table: Mapping[str, Any]) -> dict[str, Any]:
    """A dictionary of dictionaries, whatever mappings it was made of."""
    if not isinstance(table, Mapping):
        raise ActionError(f"a step is a dictionary, such as {{'grasp': {{'force': 12.0}}}}; {table!r} is none")
    return {key: _plain(value) if isinstance(value, Mapping) else value for key, value in table.items()}


class ActionController(Controller):
    """Carries out an action with a parallel gripper: for :meth:`bristle.World.run`, which returns an :class:`Outcome`.

    ``gripper`` replaces what is not as with the PG70 of the library: ``skins`` (two names), ``widest``, ``shut``, ``closing_speed``, ``touch_force``,
    ``opening_tolerance``, ``arm_tolerance``, ``rest_speed``, and ``force`` with ``amperes_per_newton``, ``integral``, ``rate``, ``max_current``, ``tolerance``
    and ``settle``. ``wiring`` says which parts of the world are the robot: ``gripper`` (a motor), ``opening_per_joint``, ``effort_per_ampere``, ``arm``
    (a direction for each motor), ``skins`` and ``wrist``.

    Derive from it to watch or to interfere:

    >>> import bristle as br
    >>> class Gentle(br.ActionController):
    ...     def step(self, percept):
    ...         if percept.normal_force("left_dsa") > 5.0:
    ...             raise br.Done("firm enough")
    ...         return super().step(percept)
    >>> world = br.load("lib:scenes/work-cycle").world()
    >>> world.run(Gentle(br.Action.work_cycle(force=12.0)), period=0.01)
    'firm enough'
    """

    def __init__(
        self, action: Action, *, gripper: Mapping[str, Any] | None = None, wiring: Mapping[str, Any] | None = None
    ) -> None:
        if not isinstance(action, Action):
            raise ActionError(f"an action is needed, such as Action.work_cycle(); {action!r} is none")
        self.action = action
        self._gripper = None if gripper is None else _plain(gripper)
        self._wiring = None if wiring is None else _plain(wiring)
        self._native: _native.ActionController | None = None

    @property
    def time_limit(self) -> float:
        """Time that the action may take [s]."""
        return self.action.time_limit

    @property
    def phase(self) -> str | None:
        """Name of the present step; None before the first."""
        return None if self._native is None else self._native.phase

    @property
    def events(self) -> list[tuple[float, str, str]]:
        """What has happened so far: time [s], step, words."""
        return [] if self._native is None else self._native.events

    def step(self, percept: Percept) -> None:
        """One turn; raises :class:`bristle.Done` with the outcome when the action has ended."""
        world = percept.world
        if self._native is None:
            world.wire(self._wiring)
            self._native = _native.ActionController(world, self.action.steps, self.action.time_limit, self._gripper)
        ended = self._native.decide(world)
        if ended is not None:
            raise Done(Outcome(*ended, self.events))
