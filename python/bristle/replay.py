"""Logs of what a controller saw and commanded, and their replay."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _native
from .control import Done, Percept, checked_commands

__all__ = ["Agreement", "replay"]


class Agreement(NamedTuple):
    """How far a controller decides on a log as it did when the log was made."""

    #: Turns that were compared, and those in which commands differed.
    turns: int
    differing: int
    #: The first of them: line of the log, time [s], what the log has, what was commanded now. None if there is none.
    first: tuple[int, float, dict[str, Any], dict[str, Any]] | None

    @property
    def is_complete(self) -> bool:
        """Whether all commands were those of the log, to the last bit."""
        return self.turns > 0 and self.differing == 0


def replay(controller: Any, path: str | os.PathLike[str]) -> Agreement:
    """Gives a controller the percepts of a log, and compares its commands with those of the log.

    >>> import bristle as br, tempfile
    >>> class Close(br.Controller):
    ...     def step(self, percept):
    ...         return {"jaws": {"velocity": -0.02 - 1e-3 * percept.skins["left_dsa"].sum}}
    >>> log = tempfile.mkdtemp() + "/close.csv"
    >>> br.load("lib:scenes/work-cycle").world().run(Close(), 0.2, period=0.01, log=log)
    >>> br.replay(Close(), log).is_complete
    True
    """
    decide = getattr(controller, "step", controller)
    turns = differing = 0
    first = None
    for native, logged, _, line in _native.read_control_log(path):
        percept = Percept(native)
        ended = False
        try:
            given = decide(percept)
        except Done as done:
            given, ended = done.commands, True
        turns += 1
        if checked_commands(given) != logged:
            differing += 1
            first = first or (line, percept.time, logged, checked_commands(given))
        if ended:
            break
    return Agreement(turns, differing, first)
