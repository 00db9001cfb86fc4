"""One world as a Gymnasium environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..errors import PictureError, RecordingError
from ..recording import Recorder
from ..world import World
from .render import frame
from .task import SKINS, Task, checked

__all__ = ["TactileEnv", "action_space", "observation_space"]


def observation_space(task: Task, world: World) -> spaces.Dict:
    """Per texel of both pads elastic force and shear [N], or counts up to the device's full scale; and the joints."""
    joints = spaces.Box(-np.inf, np.inf, (5,), np.float32)
    if task.observation == "counts":
        return spaces.Dict({"tactile": spaces.Box(0.0, world.greatest_count(SKINS[0]) or np.inf, (2, 14, 6), np.float32), "joints": joints})
    return spaces.Dict(
        {
            "tactile": spaces.Box(0.0, np.inf, (2, 14, 6), np.float32),
            "shear": spaces.Box(-np.inf, np.inf, (2, 14, 6, 3), np.float32),
            "joints": joints,
        }
    )


def action_space(task: Task) -> spaces.Box:
    """Rates, from -1 to 1."""
    return spaces.Box(-1.0, 1.0, (task.actions,), np.float32)


def _free_folder(record: str | os.PathLike[str]) -> Path:
    """The folder of the episodes, if no other ones are there."""
    folder = Path(record)
    taken = "a file" if folder.is_file() else next((f"`{path.name}`" for path in sorted(folder.glob("episode-*"))), None)
    if taken is not None:
        raise RecordingError(f"episodes cannot be recorded into {folder}: there is {taken} already; give another folder, or remove it")
    return folder


class TactileEnv(gymnasium.Env[Any, Any]):
    """A task on one world. With ``observation="counts"`` its tactile part is what a Weiss DSA 9205 would say, at its own rate; it measures no shear.
    ``render_mode="rgb_array"`` shows the world and its tactile images; with ``record="folder"`` each episode is recorded
    into a folder of its own below it, ``episode-1`` and so on, and can be opened with :func:`bristle.open_recording`."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 50}

    def __init__(
        self,
        task: type[Task],
        render_mode: str | None = None,
        *,
        observation: str = "force",
        record: str | os.PathLike[str] | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise PictureError(f"the render mode is {render_mode!r}; it must be None or 'rgb_array'")
        self.render_mode = render_mode
        self.task = task(observation)
        #: The world itself: for those who run an experiment, not for policies.
        self.world = World(self.task.scene, script=False)
        self.observation_space = observation_space(self.task, self.world)
        self.action_space = action_space(self.task)
        self._record = None if record is None else _free_folder(record)
        self._recorder: Recorder | None = None
        self._episode = 0
        self._memory: dict[str, Any] = {name: np.float64(value) for name, value in self.task.memories.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        super().reset(seed=seed)
        self._end_episode()
        memory = self.task.start(self.world, self.np_random)
        self._memory = {name: np.float64(value) for name, value in memory.items()}
        if self._record is not None:
            self._episode += 1
            self._recorder = self.world.record(self._record / f"episode-{self._episode}")
        return self.task.observe(self.world, self._memory), self._info()

    def step(
        self, action: npt.NDArray[np.float32]
    ) -> tuple[dict[str, npt.NDArray[Any]], float, bool, bool, dict[str, Any]]:
        wanted = checked(action, (self.task.actions,))
        self.task.act(self.world, wanted, self._memory)
        self.world.step(self.task.steps)
        reward, done, failed = self.task.judge(self.world, self._memory)
        info = self._info() | {"is_success": bool(done)}
        return self.task.observe(self.world, self._memory), float(reward), bool(done | failed), False, info

    def _end_episode(self) -> None:
        if self._recorder is not None:
            recorder, self._recorder = self._recorder, None
            recorder.close()

    def close(self) -> None:
        self._end_episode()

    def _info(self) -> dict[str, Any]:
        return {"time": self.world.time, "height": float(self.task.height(self.world))}

    def render(self) -> npt.NDArray[np.uint8] | None:
        return frame(self.world) if self.render_mode == "rgb_array" else None
