"""From measurements to the material of a pad, and to the profile of a device.

Tables are files, or bytes; the titles of their columns name their units (``compression_mm``, ``load_g``).
"""

from __future__ import annotations

import os
from typing import Union

from . import _native

__all__ = ["calibrate_device", "calibrate_friction", "calibrate_stiffness"]

Table = Union[str, "os.PathLike[str]", bytes]


def _read(table: Table) -> tuple[bytes, str]:
    if isinstance(table, bytes):
        return table, "data.csv"
    return _native.read_measurements(table), os.fsdecode(table)


def calibrate_stiffness(
    table: Table,
    *,
    loaded_area: float | None = None,
    thickness: float | None = None,
    pad: tuple[float, int] | None = None,
    per_texel: bool = False,
    moving_mass: float | None = None,
    model: str | None = None,
    gravity: float | None = None,
    trust_units: bool = False,
    accept_poor_fit: bool = False,
    level: float = 0.95,
) -> _native.Calibration:
    """Stiffness of a pad from loads and compressions.

    ``loaded_area`` is that of the stamp [m²], ``thickness`` the pad's [m], ``pad`` the area of a sensor [m²] and its number of texels, for a material
    ``per_texel`` instead of per square metre, ``moving_mass`` [kg] that of a stamp that swings, and ``level`` that of the confidence intervals.
    ``model`` is ``linear``, ``affine``, ``power``, ``densifying`` or ``piecewise``; the simplest that fits, if left out. ``gravity`` is what a load in grams weighs
    with [m/s²], 9.80665 if left out; with ``trust_units``, numbers that look like the wrong unit are taken as they are.
    A law that explains nothing of the data raises, unless ``accept_poor_fit``.

    >>> import bristle as br
    >>> data = b"compression_mm,load_g\\n0.5,62\\n1.0,118\\n1.5,185\\n2.0,241\\n2.5,307\\n"
    >>> foam = br.calibrate_stiffness(data, loaded_area=804.25e-6, pad=(0.00125, 84))
    >>> found = [p for p in foam.parameters.values() if p["unit"] == "N/m³"][0]
    >>> bool(found["low"] < 1.484e6 < found["high"])
    True
    >>> scene = br.parse(foam.to_toml("foam"))
    """
    data, name = _read(table)
    return _native.calibrate_stiffness(
        data,
        name=name,
        loaded_area=loaded_area,
        thickness=thickness,
        pad=pad,
        per_texel=per_texel,
        moving_mass=moving_mass,
        model=model,
        gravity=gravity,
        trust_units=trust_units,
        accept_poor_fit=accept_poor_fit,
        level=level,
    )


def calibrate_friction(
    table: Table,
    *,
    record: Table | None = None,
    normal_force: float | None = None,
    texels: int | None = None,
    area: float | None = None,
    law: str = "elasto_plastic",
    model: str | None = None,
    base: _native.Calibration | None = None,
    gravity: float | None = None,
    trust_units: bool = False,
    accept_poor_fit: bool = False,
    level: float = 0.95,
) -> _native.Calibration:
    """Friction of a pad from forces at steady speeds, and a ``record`` of breaking away if there is one.

    ``normal_force`` is what pressed it [N], ``area`` the pad's [m²], for a material per square metre, or ``texels`` how many share the force, for one per
    texel; ``law`` is ``elasto_plastic`` or ``lugre``; ``model`` is ``coulomb``, ``coulomb_viscous``, ``stribeck`` or ``stribeck_viscous``, the simplest that fits if left
    out; ``base`` is the calibration of the same pad's stiffness, for a material that is complete. The rest is as with stiffness.
    """
    data, name = _read(table)
    return _native.calibrate_friction(
        data,
        record=None if record is None else _read(record)[0],
        name=name,
        normal_force=normal_force,
        texels=texels,
        area=area,
        law=law,
        model=model,
        base=base,
        gravity=gravity,
        trust_units=trust_units,
        accept_poor_fit=accept_poor_fit,
        level=level,
    )


def calibrate_device(
    table: Table,
    *,
    bits: int = 12,
    threshold: int | None = None,
    subtract_threshold: bool = False,
    cells: float = 1.0,
    model: str | None = None,
    gravity: float | None = None,
    trust_units: bool = False,
    accept_poor_fit: bool = False,
    level: float = 0.95,
) -> _native.Calibration:
    """What a device makes of forces, from a table of ``load`` and ``counts`` of a cell, or their ``sum`` over the ``cells`` that share the load.

    ``bits`` is the resolution of its converter, ``threshold`` the count up to which a cell reads 0 (estimated from rows that read 0, if left out), which the
    device may subtract from what it reads. ``model`` is ``proportional``, ``linear``, ``power``, ``power_offset``, ``divider`` or ``divider_leak``; the simplest
    that fits, if left out. A column ``cell`` with the number of the cell tells how much cells differ. The rest is as with stiffness.

    >>> import bristle as br
    >>> data = b"load_g,counts\\n5,0\\n20,201\\n40,399\\n60,602\\n80,797\\n100,1001\\n"
    >>> found = br.calibrate_device(data)
    >>> found.model
    'proportional'
    >>> gain = found.parameters["gain"]
    >>> bool(gain["low"] < 10 / 9.80665e-3 < gain["high"])
    True
    >>> profile = found.to_toml("my-array")
    """
    data, name = _read(table)
    return _native.calibrate_device(
        data,
        name=name,
        bits=bits,
        threshold=threshold,
        subtract_threshold=subtract_threshold,
        cells=cells,
        model=model,
        gravity=gravity,
        trust_units=trust_units,
        accept_poor_fit=accept_poor_fit,
        level=level,
    )
