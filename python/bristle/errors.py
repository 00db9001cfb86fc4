"""What can go wrong, as a tree.

Everything that Bristle raises on its own account is a :class:`BristleError`, and also one of Python's usual kinds, so that
code which knows nothing of Bristle catches it too. Whatever is raised, the world, batch or skin stays usable and stands where it stood.

>>> import bristle as br
>>> try:
...     br.parse("run = { duraton = 1.0 }")
... except br.SceneError as error:
...     print(error.kind, error.line, error.column)
unknown_key 1 9
"""

from __future__ import annotations

__all__ = [
    "ActionError",
    "BristleError",
    "BristleWarning",
    "BusyError",
    "CalibrationError",
    "CommandError",
    "ControllerError",
    "DeviceError",
    "ModelError",
    "OutOfMemoryError",
    "PictureError",
    "RecordingError",
    "SceneError",
    "ShapeError",
    "SignalError",
    "SkinError",
    "StepError",
    "UnknownNameError",
]


class BristleError(Exception):
    """Whatever Bristle has to complain about."""


class BristleWarning(RuntimeWarning):
    """Something that may not be meant, or that results cannot be trusted after; the same words are in :attr:`bristle.World.events`."""


class SceneError(BristleError, ValueError):
    """A scene that cannot be used. Its text shows the line, says what is allowed and guesses what was meant."""

    #: Kind of mistake, such as ``unknown_key`` or ``out_of_range``.
    kind: str = ""
    #: The mistake in one line.
    message: str = ""
    #: What is allowed and what may help.
    notes: list[str] = []
    #: Where it is: the file's name, line and column from 1; None if it is in no text.
    file: str | None = None
    line: int | None = None
    column: int | None = None


class ModelError(BristleError, ValueError):
    """A change that the model refuses, such as a state of another scene or a mass that no body has."""


class CommandError(ModelError):
    """A command that a motor does not obey."""


class UnknownNameError(BristleError, LookupError):
    """A body, skin, motor or sensor that is not there. The message lists those that are."""


class OutOfMemoryError(BristleError, MemoryError):
    """A skin, scene, batch or table that needs more memory than is free. It is told before anything is taken."""


class ShapeError(BristleError, ValueError):
    """An array of the wrong shape, or with numbers that are not finite."""


class StepError(BristleError, RuntimeError):
    """A step that was not taken. The world stands where it stood before it."""

    #: Of a batch: the worlds that failed.
    worlds: list[int] = []


class SignalError(BristleError, ValueError):
    """A filter or a tactile channel that cannot be made."""


class SkinError(BristleError, ValueError):
    """A skin or shape that cannot be made, or an update that was refused."""


class DeviceError(BristleError, ValueError):
    """A device or layer that cannot be made, or readings that it cannot give."""


class CalibrationError(BristleError, ValueError):
    """Measurements from which nothing follows. The message names line and column."""


class ActionError(BristleError, ValueError):
    """An action, a gripper or a wiring that makes no sense, or that the world cannot follow."""


class ControllerError(BristleError, TypeError):
    """A controller, motor or layer that returned what it must not. What it *raises* is passed on as it is."""


class PictureError(BristleError, ValueError):
    """A picture that cannot be drawn."""


class RecordingError(BristleError, OSError):
    """A recording that cannot be written or read. The message says what is safe."""


class BusyError(BristleError, RuntimeError):
    """A world, batch or skin that another thread is at work with."""
