"""Gymnasium environments: importing this module registers them.

>>> import gymnasium
>>> import bristle.gym
>>> env = gymnasium.make("bristle/PickCube-v0")
>>> observation, info = env.reset(seed=3)
>>> observation["tactile"].shape
(2, 14, 6)
>>> observation["shear"].shape
(2, 14, 6, 3)
>>> envs = gymnasium.make_vec("bristle/PickCube-v0", num_envs=4)
>>> observations, infos = envs.reset(seed=3)
>>> observations["tactile"].shape
(4, 2, 14, 6)

A vector environment steps a :class:`bristle.Batch` over all cores, and each of its worlds has the bits that it would have alone.
"""

from gymnasium.envs.registration import register, registry

from .env import TactileEnv
from .task import HoldSlip, PickCube, Place, Task
from .vector import TactileVectorEnv

__all__ = ["TASKS", "HoldSlip", "PickCube", "Place", "TactileEnv", "TactileVectorEnv", "Task"]

#: Tasks by the names of their environments.
TASKS: dict[str, type[Task]] = {
    "bristle/PickCube-v0": PickCube,
    "bristle/HoldSlip-v0": HoldSlip,
    "bristle/Place-v0": Place,
}

for _name, _task in TASKS.items():
    if _name not in registry:
        register(
            id=_name,
            entry_point="bristle.gym.env:TactileEnv",
            vector_entry_point="bristle.gym.vector:TactileVectorEnv",
            max_episode_steps=_task.turns,
            kwargs={"task": _task},
        )
