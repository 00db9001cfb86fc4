"""What must hold whatever happens."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import bristle as br
import numpy as np


class Broken(Exception):
    """A promise that was not kept."""


def hold(what: object, words: str) -> None:
    if not what:
        raise Broken(words)


def bits(world: Any) -> bytes:
    """All that can be seen of a world, to the last bit."""
    seen = [world.texels(skin).tobytes() for skin in world.skins]
    seen += [world.pose(body).tobytes() + world.twist(body).tobytes() for body in world.bodies]
    return b"".join(seen)


def finite(world: Any) -> None:
    """Every number that a world shows is one."""
    for body in world.bodies:
        hold(np.isfinite(world.pose(body)).all() and np.isfinite(world.twist(body)).all(), f"body {body} is nowhere at {world.time} s")
    for skin in world.skins:
        finite_texels(world.texels(skin), f"skin {skin} at {world.time} s")
        hold(np.isfinite(world.wrench(skin)).all(), f"the wrench of skin {skin} is not finite at {world.time} s")
    for sensor in world.sensors:
        hold(np.isfinite(list(world.sensor(sensor).values())).all(), f"sensor {sensor} is not finite at {world.time} s")
    hold(np.isfinite(list(world.energy().values())).all(), f"the energy is not finite at {world.time} s")


def finite_texels(texels: Any, whose: str) -> None:
    for field in texels.dtype.names:
        if texels[field].dtype.kind == "f":
            hold(np.isfinite(texels[field]).all(), f"{field} is not finite: {whose}")
    hold((texels["normal_force"] >= 0).all(), f"a texel pulls: {whose}")


def whole(recording: br.Recording) -> None:
    """A recording has as many rows as it says, in the order of time."""
    times = np.asarray(recording.times)
    hold((np.diff(times) > 0).all(), f"times do not increase in {recording.folder}")
    for column, values in recording.table("signals").items():
        hold(len(values) == len(times), f"column {column} has {len(values)} rows of {len(times)} in {recording.folder}")


def resident() -> int | None:
    """Memory of this process [bytes], where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
