"""The controller that a scene names: ``controller.kind = "python"``."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from .errors import ControllerError

if TYPE_CHECKING:
    from .scene import Scene

__all__ = ["of_scene"]


def of_scene(scene: Scene) -> Any:
    """The scene's controller, if it is written in Python: made anew with its parameters."""
    described = scene.controller
    if described is None:
        return None
    _, name, parameters, _ = described
    if name is None:
        return None
    made = _class(name, scene)
    keywords = json.loads(parameters)
    try:
        inspect.signature(made).bind(**keywords)
    except TypeError as error:
        takes = ", ".join(inspect.signature(made).parameters) or "none"
        raise ControllerError(f"controller.parameters do not fit `{name}`: {error}; it takes {takes}") from None
    controller = made(**keywords)
    if not callable(getattr(controller, "step", controller)):
        raise ControllerError(f"`{name}` is no controller: it has no method `step(percept)`")
    return controller


def _class(name: str, scene: Scene) -> Any:
    module_name, _, class_name = name.partition(":")
    # Beside the scene, or wherever Python looks.
    folder = os.path.dirname(os.path.abspath(scene.files[0]))
    if not scene.files[0].startswith("lib:") and folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise ControllerError(
            f"controller.class is `{name}`, but the module `{module_name}` cannot be imported: {error}; "
            f"put {module_name}.py beside the scene, or install it"
        ) from error
    made = getattr(module, class_name, None)
    if not callable(made):
        known = [key for key, value in vars(module).items() if inspect.isclass(value) and not key.startswith("_")]
        raise ControllerError(
            f"controller.class is `{name}`, but {module_name} has no class `{class_name}`; it has {', '.join(known) or 'none'}"
        )
    return made
