"""A controller written in Python at work on a world, turn by turn."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _native
from .control import Done, checked_commands, obey
from .errors import ModelError

if TYPE_CHECKING:
    from .world import World

__all__ = ["Turns"]


class Turns:
    """Asks a controller, gives its commands, and notes its phases."""

    def __init__(self, world: World, controller: Any, log: str | os.PathLike[str] | None) -> None:
        self._decide = getattr(controller, "step", controller)
        if not callable(self._decide):
            raise ModelError(f"a controller has a method `step(percept)`, or is a function of it; {controller!r} is neither")
        self._world, self._controller = world, controller
        self._path = log
        self._log: _native.ControlLog | None = None
        #: What the controller ended with.
        self.value: Any = None
        # The scene's own script or controller would fight it.
        world.take_over()

    def take(self) -> bool:
        """One turn; tells whether the controller has ended."""
        percept = self._world.percept()
        ended = False
        try:
            commands = self._decide(percept)
        except Done as done:
            commands, self.value, ended = done.commands, done.value, True
        obey(self._world, commands)
        phase = getattr(self._controller, "phase", None)
        phase = phase if isinstance(phase, str) and phase else None
        if phase is not None:
            self._world.enter_phase(phase)
        if self._path is not None:
            if self._log is None:
                self._log = _native.ControlLog(self._path, percept._native)
            self._log.write(percept._native, checked_commands(commands), phase or "")
        if ended:
            words = "done" if self.value is None else str(self.value)
            self._world.end_controller(words.splitlines()[0][:200] if words.strip() else "done")
        return ended

    def close(self) -> None:
        """Ends the log."""
        if self._log is not None:
            self._log.close()
