"""A batch of worlds as a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..batch import Batch
from ..errors import PictureError, RecordingError, ShapeError, StepError
from ..world import World
from .env import action_space, observation_space
from .render import frame
from .task import Task, checked

__all__ = ["TactileVectorEnv"]

Observations = dict[str, npt.NDArray[Any]]


class TactileVectorEnv(VectorEnv[Any, Any, Any]):
    """A task on ``num_envs`` worlds over all cores. Worlds whose episode has ended begin anew in the next step."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 50, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        task: type[Task],
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        threads: int | None = None,
        observation: str = "force",
        record: None = None,
    ) -> None:
        if record is not None:
            raise RecordingError("a vector environment records nothing; record a single one: gymnasium.make(name, record=folder)")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise PictureError(f"the render mode is {render_mode!r}; it must be None or 'rgb_array'")
        self.render_mode = render_mode
        self.task = task(observation)
        #: The worlds themselves: for those who run an experiment, not for policies. First, for it refuses numbers of worlds that nobody has room for.
        self.batch = Batch(self.task.scene, num_envs, script=False, threads=threads)
        self.num_envs = num_envs
        self._spare = World(self.task.scene, script=False)
        self.single_observation_space = observation_space(self.task, self._spare)
        self.single_action_space = action_space(self.task)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._turns = self.task.turns if max_episode_steps is None else max_episode_steps
        self._random: list[np.random.Generator] = []
        self._seeds: list[int] = []
        self._memory: dict[str, npt.NDArray[np.float64]] = {name: np.full(num_envs, value) for name, value in self.task.memories.items()}
        self._turn = np.zeros(num_envs, dtype=np.int64)
        self._ended: npt.NDArray[np.bool_] = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins all worlds anew, or those in ``options["reset_mask"]``. World i gets the seed ``seed + i``."""
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise ShapeError(f"{len(seeds)} seeds for {self.num_envs} environments")
        if not self._random:
            made = [seeding.np_random(one) for one in seeds]
            self._random = [random for random, _ in made]
        else:
            for i, one in enumerate(seeds):
                if one is not None:
                    self._random[i], _ = seeding.np_random(one)
        mask = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, dtype=np.bool_) if mask is None else np.asarray(mask, dtype=np.bool_)
        if which.shape != (self.num_envs,):
            raise ShapeError(f"the reset mask has the shape {which.shape}; it must be ({self.num_envs},)")
        self._start(which)
        return self.task.observe(self.batch, self._memory), self._infos()

    def _start(self, which: npt.NDArray[np.bool_]) -> None:
        for i in np.flatnonzero(which):
            memory = self.task.start(self._spare, self._random[i])
            self.batch[int(i)] = self._spare
            for name, value in memory.items():
                self._memory[name][i] = value
        self._turn[which] = 0
        self._ended[which] = False

    def step(
        self, actions: npt.NDArray[np.float32]
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        wanted = checked(actions, (self.num_envs, self.task.actions))
        if not self._random:
            raise StepError("reset the environment before its first step")
        begins = self._ended.copy()
        self.task.act(self.batch, wanted, self._memory)
        self.batch.step(self.task.steps)
        # Worlds that ended took a step in vain; their first turn is the next.
        self._turn += 1
        if begins.any():
            self._start(begins)
        reward, done, failed = self.task.judge(self.batch, self._memory)
        terminated = (done | failed) & ~begins
        truncated = (self._turn >= self._turns) & ~terminated & ~begins
        reward = np.where(begins, 0.0, reward)
        self._ended = terminated | truncated
        infos = self._infos() | {"is_success": np.asarray(done & ~begins), "_is_success": np.ones(self.num_envs, np.bool_)}
        return self.task.observe(self.batch, self._memory), reward, terminated, truncated, infos

    def _infos(self) -> dict[str, Any]:
        known = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "time": self.batch.time,
            "_time": known,
            "height": np.asarray(self.task.height(self.batch)),
            "_height": known.copy(),
        }

    def render(self) -> tuple[npt.NDArray[np.uint8], ...] | None:
        """A frame per world."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(frame(self.batch[i]) for i in range(self.num_envs))
