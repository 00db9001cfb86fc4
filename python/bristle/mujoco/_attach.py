"""Putting a skin on a model."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import ModelError, UnknownNameError
from . import _surface
from ._plugin import PLUGIN, MujocoVersionError, load_plugin, mujoco
from ._texels import USUAL_CHANNELS
from ._words import words


class InwardTexelsWarning(UserWarning):
    """Texels that face into the body which wears them: they will feel nothing, or the wrong side."""


def attach(
    spec: Any,
    *,
    site: str | None = None,
    geom: str | None = None,
    body: str | None = None,
    on_geom: str | None = None,
    face: str | Sequence[float] | None = None,
    opening: float = _surface.OPENING,
    within: tuple[Sequence[float], Sequence[float]] | None = None,
    texel_size: float = 3e-3,
    name: str | None = None,
    targets: Iterable[str] | None = None,
    covers: Iterable[str] | None = None,
    channels: Iterable[str] = USUAL_CHANNELS,
    exclude: bool = True,
    **keys: object,
) -> Any:
    """Puts a skin on a site, geom or body of an ``MjSpec``, and gives the sensor.

    **Where.** The skin's frame is that of the ``site``, ``geom`` or ``body`` which wears it, z out of the pad; ``pos`` and ``quat`` move it from there. Or
    ``on_geom`` names a geom whose own surface the texels lie on: ``face`` is the direction that they face (``"+z"`` or three numbers, in the frame
    that the model file gives the geom) within ``opening`` degrees, ``within`` a box that they lie in (two corners), and ``texel_size`` how far they are
    apart [m]. A face of a box becomes a grid of rows and columns. A geom without a name is called by its body and number, as in ``"fingertip#0"``.

    **What it touches.** ``targets`` names geoms, bodies with all that hangs on them, groups of geoms (``"group:3"``) or ``"all"``; all that does not belong to the
    wearer's rigid body or its neighbours, if left out. Contact of these with the geoms that the skin ``covers`` is taken over from MuJoCo where the skin
    faces, and all other contact stays. If ``covers`` is left out, it is what of the
    wearer's rigid body lies near the texels. With ``exclude=False`` both
    act.

    ``name`` is that of the instance and of the sensor; the wearer's, if left out. All other ``keys`` are those of the plugin, such as ``rows``, ``columns``,
    ``pitch``, ``preset`` or ``stiffness``; see ``docs/mujoco.md``. A ``layout`` is a dictionary as for :class:`bristle.Skin`. What is wrong with
    them is said when the spec is compiled. Needs MuJoCo 3.3.2 or newer.
    """
    load_plugin()
    if not isinstance(spec, mujoco.MjSpec):
        raise ModelError(f"a skin is attached to an MjSpec; {spec!r} is none")
    if not hasattr(spec, "activate_plugin"):
        raise MujocoVersionError(
            f"an MjSpec of MuJoCo {mujoco.mj_versionString()} knows no plugins; write the skin into the MJCF file, or install MuJoCo 3.3.2 or newer"
        )
    kind, wearer = _wearer(site, geom, body, on_geom)
    thing = _find(spec, kind, wearer)
    name = _free_name(spec, name or wearer.replace("#", "_"))
    for given, what in ((targets, "targets"), (covers, "covers")):
        for each in [] if given is None else _list(given, what):
            _check_target(spec, each, what)
    config = {key: words(value) for key, value in keys.items() if value is not None}
    config["channels"] = " ".join(_list(channels, "channels"))
    config["name"] = name
    if targets is not None:
        config["targets"] = " ".join(_list(targets, "targets"))
    if on_geom is not None:
        if "layout" in config or {"rows", "columns", "pitch", "mesh_file"} & set(config):
            raise ModelError("on_geom lays the texels out by itself; leave layout, rows, columns, pitch and mesh_file out, or use geom= for them")
        config["layout"] = words({"cells": {"table": _cells(spec, thing, face, opening, within, texel_size).table()}})
    elif face is not None or within is not None:
        raise ModelError("face and within choose a part of a geom's surface: they go with on_geom")
    if covers is not None:
        config["covers"] = " ".join(_list(covers, "covers"))
    if not exclude:
        config["contact"] = "kept"
    # All has been looked at: only now the spec changes.
    if not thing.name:
        thing.name = _unused(spec, name)
    types = mujoco.mjtObj
    seat = {"site": types.mjOBJ_SITE, "geom": types.mjOBJ_GEOM, "body": types.mjOBJ_XBODY}[kind]
    spec.activate_plugin(PLUGIN)
    plugin = spec.add_plugin(name=name, plugin_name=PLUGIN, active=True)
    plugin.config = config
    sensor = spec.add_sensor(name=name, type=mujoco.mjtSensor.mjSENS_PLUGIN, objtype=seat, objname=thing.name)
    sensor.plugin = plugin
    sensor.plugin.name = name
    sensor.plugin.plugin_name = PLUGIN
    sensor.plugin.active = True
    return sensor


def _cells(
    spec: Any, geom: Any, face: str | Sequence[float] | None, opening: float, within: tuple[Sequence[float], Sequence[float]] | None, size: float
) -> _surface.Cells:
    """Texels on the surface of a geom."""
    if not (isinstance(size, int | float) and 1e-5 <= size <= 1.0):
        raise ModelError(f"texel_size is {size!r}; it must be from 1e-5 to 1 m")
    direction = None if face is None else _surface.axis(face)
    copy = spec.copy()
    twin = _same_geom(spec, copy, geom)
    twin.name = twin.name or _unused(copy, "bristle_wearer")
    model = copy.compile()
    index = model.geom(twin.name).id
    is_box = int(model.geom_type[index]) == int(mujoco.mjtGeom.mjGEOM_BOX)
    if is_box and within is None and direction is not None and np.count_nonzero(direction) == 1:
        return _surface.grid_on_box(model.geom_size[index], direction, size)
    surface = _surface.of_geom(model, index, size)
    cells = _surface.spread(_surface.patch(surface, direction, opening, within), size)
    hidden = _hidden(model, index, cells)
    if hidden.any():
        warnings.warn(
            f"{int(hidden.sum())} of {len(hidden)} texels on `{geom.name or twin.name}` face other parts of the same mesh within {1e3 * size:.3g} mm "
            "and are left out: choose the patch by face and within",
            InwardTexelsWarning,
            stacklevel=3,
        )
        if hidden.all():
            raise ModelError("all texels face into the mesh that wears them")
        cells = _surface.Cells(cells.positions[~hidden], cells.directions[~hidden], cells.areas[~hidden])
    return cells


def _hidden(model: Any, geom: int, cells: _surface.Cells) -> Any:
    """Texels before which, within a texel's size, lies the mesh that wears them: they are on its inside or in a narrow gap."""
    hidden = np.zeros(len(cells.positions), dtype=bool)
    if int(model.geom_type[geom]) != int(mujoco.mjtGeom.mjGEOM_MESH):
        return hidden
    mesh = int(model.geom_dataid[geom])
    turn = np.empty(9)
    mujoco.mju_quat2Mat(turn, model.mesh_quat[mesh])
    data = mujoco.MjData(model)
    data.geom_xpos[geom], data.geom_xmat[geom] = 0.0, np.eye(3).ravel()
    for i, (position, direction) in enumerate(zip(cells.positions, cells.directions, strict=True)):
        reach = float(np.sqrt(cells.areas[i]))
        begin, along = (position - model.mesh_pos[mesh]) @ turn.reshape(3, 3), direction @ turn.reshape(3, 3)
        distance = _ray(model, data, geom, begin + 0.02 * reach * along, along)
        hidden[i] = 0.0 <= distance < reach
    return hidden


def _ray(model: Any, data: Any, geom: int, begin: Any, along: Any) -> float:
    if "normal" in (mujoco.mj_rayMesh.__doc__ or ""):
        return float(mujoco.mj_rayMesh(model, data, geom, begin, along, None))
    return float(mujoco.mj_rayMesh(model, data, geom, begin, along))


def _wearer(site: str | None, geom: str | None, body: str | None, on_geom: str | None) -> tuple[str, str]:
    given = [(kind, name) for kind, name in (("site", site), ("geom", geom), ("body", body), ("geom", on_geom)) if name is not None]
    if len(given) != 1:
        raise ModelError("say on what the skin sits: exactly one of site, geom, body and on_geom")
    return given[0]


def _list(given: Iterable[str], what: str) -> list[str]:
    """Names; one may stand by itself."""
    names = [given] if isinstance(given, str) else list(given)
    if not names or not all(isinstance(name, str) for name in names):
        raise ModelError(f"{what} is {given!r}; it must be a name or a list of names, or be left out")
    return names


def _free_name(spec: Any, name: str) -> str:
    """A name for instance and sensor: what is twice in a spec cannot be taken back."""
    if any(thing.name == name for thing in (*spec.sensors, *spec.plugins)):
        raise ModelError(f"the spec has a sensor or plugin `{name}` already; give this skin another `name`")
    return name


def _unused(spec: Any, name: str) -> str:
    """A name that no site, geom or body has."""
    taken = {thing.name for things in (spec.bodies, spec.geoms, spec.sites) for thing in things}
    return next(each for each in (name, *(f"{name}_{i}" for i in range(len(taken) + 1))) if each not in taken)


def _things(spec: Any, kind: str) -> Any:
    return {"body": spec.bodies, "geom": spec.geoms, "site": spec.sites}[kind]


def _find(spec: Any, kind: str, name: str) -> Any:
    """A thing by its name, or a geom by its body and number."""
    found = next((thing for thing in _things(spec, kind) if thing.name == name), None)
    if found is not None:
        return found
    owner, _, number = name.rpartition("#")
    if kind == "geom" and owner and number.isdecimal():
        body = next((body for body in spec.bodies if body.name == owner), None)
        if body is not None and int(number) < len(list(body.geoms)):
            return list(body.geoms)[int(number)]
    hint = "; one without a name is called by its body and number, as in `fingertip#0`" if kind == "geom" else ""
    raise UnknownNameError(f"there is no {kind} `{name}`{hint}")


def _same_geom(spec: Any, copy: Any, geom: Any) -> Any:
    """The geom of a copy that stands where one stands in the original."""
    if geom.name:
        return _find(copy, "geom", geom.name)
    place = next(i for i, other in enumerate(spec.geoms) if other == geom)
    return list(copy.geoms)[place]


def _check_target(spec: Any, name: str, what: str) -> None:
    if what == "targets" and (name == "all" or name.startswith("group:") or any(body.name == name for body in spec.bodies)):
        return
    try:
        _find(spec, "geom", name)
    except UnknownNameError as error:
        raise UnknownNameError(f"there is no {'body or geom' if what == 'targets' else 'geom'} `{name}` among {what}") from error
