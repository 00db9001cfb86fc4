"""The controller that a scene names: ``controller.kind = "python"``."""

from __future__ import annotations

import difflib
import importlib
import inspect
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import SceneError

if TYPE_CHECKING:
    from .scene import Scene

__all__ = ["of_scene"]


def of_scene(scene: Scene) -> Any:
    """The scene's controller, if it is written in Python: made anew with its parameters.

    Raises :class:`bristle.SceneError`, with the line of the scene, if the class is not found or does not take its parameters. What the class
    itself raises is the cause of that error.
    """
    described = scene.controller
    if described is None:
        return None
    _, name, parameters, _ = described
    if name is None:
        return None
    made = _class(name, scene)
    keywords: dict[str, Any] = json.loads(parameters)
    _check_keywords(made, name, keywords, scene)
    try:
        controller = made(**keywords)
    except SceneError:
        raise
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        _refuse(scene, _about(error, keywords), f"the controller `{name}` cannot be made: {words}", error)
    return controller


def _refuse(scene: Scene, path: str, message: str, cause: BaseException | None = None) -> NoReturn:
    try:
        scene._refuse(path, message)
    except SceneError as error:
        raise error from cause


def _check_keywords(made: Any, name: str, keywords: dict[str, Any], scene: Scene) -> None:
    try:
        taken = inspect.signature(made).parameters.values()
    except ValueError:
        return  # Written in C, and does not say what it takes.
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken):
        unknown = None
    else:
        unknown = next((key for key in keywords if not any(_takes(one, key) for one in taken)), None)
    if unknown is not None:
        names = [one.name for one in taken if _takes(one, one.name)]
        near = difflib.get_close_matches(unknown, names, 1)
        meant = f"; did you mean `{near[0]}`?" if near else ""
        _refuse(
            scene,
            f"controller.parameters.{unknown}",
            f"`{name}` has no parameter `{unknown}`; it takes {', '.join(names) or 'none'}{meant}",
        )
    for one in taken:
        if _takes(one, one.name) and one.default is inspect.Parameter.empty and one.name not in keywords:
            _refuse(scene, "controller.parameters", f"`{name}` needs the parameter `{one.name}`")


def _takes(parameter: inspect.Parameter, key: str) -> bool:
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return parameter.kind in by_name and parameter.name == key


def _about(error: BaseException, keywords: dict[str, Any]) -> str:
    """The path of the one parameter that an exception names; that of all parameters if it names none or several."""
    named = [key for key in keywords if re.search(rf"\b{re.escape(key)}\b", str(error))]
    return f"controller.parameters.{named[0]}" if len(named) == 1 else "controller.parameters"


def _class(name: str, scene: Scene) -> Any:
    module_name, _, class_name = name.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")) or module_name.endswith(".py"):
        words = f"controller.class is `{name}`, but `{module_name}` is no name of a module; it must be names with dots between them, without .py"
        _refuse(scene, "controller.class", words)
    # Beside the scene, or wherever Python looks.
    folder = os.path.dirname(os.path.abspath(scene.files[0]))
    if not scene.files[0].startswith("lib:") and folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        words = (
            f"controller.class is `{name}`, but the module `{module_name}` cannot be imported: {error}; "
            f"put {module_name}.py beside the scene, or install it"
        )
        _refuse(scene, "controller.class", words, error)
    except Exception as error:
        words = f"controller.class is `{name}`, but the module `{module_name}` fails: {type(error).__name__}: {error}"
        _refuse(scene, "controller.class", words, error)
    made = getattr(module, class_name, None)
    if not inspect.isclass(made):
        known = [key for key, value in vars(module).items() if inspect.isclass(value) and not key.startswith("_")]
        words = f"controller.class is `{name}`, but {module_name} has no class `{class_name}`; it has {', '.join(known) or 'none'}"
        _refuse(scene, "controller.class", words)
    # Before it is made: making a thing of another kind may do anything.
    if not callable(getattr(made, "step", None)) and "__call__" not in dir(made):
        _refuse(scene, "controller.class", f"`{name}` is no controller: it has no method `step(percept)`")
    return made
