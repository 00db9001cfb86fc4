"""Abstract actions, and the native controller that carries them out by touch.

An action is steps, said without regard to the hand: approach, touch, grasp, carry, hold, release. The controller closes with a velocity until the first
touch, then with a force, which what the skins feel corrects.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import _native
from .control import Controller, Done, Percept
from .errors import ActionError

__all__ = ["Action", "ActionController", "Ending"]


class Ending(NamedTuple):
    """How an action ended."""

    #: Whether all was done.
    done: bool
    #: The step that failed, and why; None if all was done.
    phase: str | None
    why: str | None
    #: What happened: time [s], step, words.
    events: list[tuple[float, str, str]]


class Action:
    """What shall be done, step by step.

    A step is a dictionary with one of ``approach`` (``aperture`` from 0, closed, to 1, and the hand's way ``by`` [m] in world axes), ``touch``,
    ``grasp`` (``force`` on each side [N]; ``one_sided``, what is done while only some fingers touch: ``"ignore"``, ``"centre"`` or ``"wait"``), ``carry`` (``by``), ``hold`` (``time`` [s]) and ``release`` (``aperture``). It may have a ``name``, a time limit
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
    >>> ending = world.run(br.ActionController(action), period=0.01)
    >>> ending.done, round(world.normal_force("left_dsa"), 2)
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
    """Carries out an action with a hand: for :meth:`bristle.World.run`, which returns an :class:`Ending`.

    ``hand`` is a dictionary with its ``kind``, ``"parallel"`` unless given or ``"fingers"``, and what is not as with the library's PG70 or
    three-finger hand.

    - ``parallel``: ``motor``, ``opening_per_joint``, ``effort_per_ampere``, ``skins`` (two names), ``across`` (from the first jaw to the
      second, a unit vector in world axes), ``widest``, ``shut``, ``closing_speed``, ``touch_force``, ``opening_tolerance``, ``arm_tolerance``,
      ``rest_speed``.
    - ``fingers``: ``fingers`` (a list of tables with ``motor``, ``skins``, ``open``, ``closed``, ``direction`` and ``reach``), ``spread``
      (``motor``, ``position``), ``closing_speed``, ``touch_force``, ``joint_tolerance``, ``joint_rest_speed``, ``arm_tolerance``, ``rest_speed``.
    - Both: ``arm`` (a direction for each motor; ``slide_x``, ``slide_y`` and ``lift`` unless given), and ``force`` with
      ``drive_per_newton``, ``integral``, ``rate``, ``max_drive``, ``tolerance`` and ``settle``.

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

    The same action with three fingers:

    >>> world = br.load("lib:scenes/three-finger").world()
    >>> action = br.Action.work_cycle(force=6.0, height=0.05)
    >>> world.run(br.ActionController(action, hand={"kind": "fingers"}), period=0.005).done
    True
    """

    def __init__(self, action: Action, *, hand: Mapping[str, Any] | None = None) -> None:
        if not isinstance(action, Action):
            raise ActionError(f"an action is needed, such as Action.work_cycle(); {action!r} is none")
        self.action = action
        parameters = {"steps": action.steps, "time_limit": action.time_limit, "hand": {} if hand is None else _plain(hand)}
        self._parameters = _json(parameters)
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

    def step(self, percept: Percept) -> Mapping[str, Any]:
        """One turn; raises :class:`bristle.Done` with the ending when the action has ended."""
        native = percept._native
        if self._native is None:
            self._native = _native.ActionController(native, self._parameters)
        commands, ended = self._native.decide(native)
        if ended is not None:
            raise Done(Ending(*ended, self.events), commands)
        return commands


def _json(parameters: Mapping[str, Any]) -> str:
    try:
        return json.dumps(parameters, allow_nan=False, default=_listed)
    except (TypeError, ValueError, RecursionError) as error:
        raise ActionError(f"an action and a hand are numbers, texts, lists and dictionaries, all finite: {error}") from None


def _listed(value: Any) -> Any:
    """Arrays and numbers of NumPy as lists and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} is none of them")
