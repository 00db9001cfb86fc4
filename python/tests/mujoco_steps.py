"""How the tests of MuJoCo let time pass."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np


def run(model: Any, data: Any, time: float) -> Any:
    for _ in range(round(time / model.opt.timestep)):
        mujoco.mj_step(model, data)
    return data


def ramp(model: Any, data: Any, end: float) -> None:
    """Moves the first motor's command from 0 to its end in 500 steps."""
    for command in np.linspace(0.0, end, 500):
        data.ctrl[0] = command
        mujoco.mj_step(model, data)
