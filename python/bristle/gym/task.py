"""What is to be done: tasks that know nothing of Gymnasium and work on one world or a batch of worlds alike.

Everything is written for arrays whose leading dimensions are those of the source: none for a world, one for a batch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ..batch import Batch
from ..errors import ModelError, ShapeError
from ..scene import Scene, load
from ..world import World

__all__ = ["HoldSlip", "PickCube", "Place", "Task"]

Source = Union[World, Batch]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

SKINS = ("left_dsa", "right_dsa")

#: What the tactile part of an observation can be.
OBSERVATIONS = ("force", "counts")


class Task:
    """A task with a PG70 over a table. One turn is 20 ms."""

    #: Turns of an episode, at most.
    turns: int = 300
    #: Steps of the world per turn.
    steps: int = 20
    #: Numbers in an action, each from -1 to 1.
    actions: int = 2
    #: Memories of a world beside its state, by name: what each begins with.
    memories: dict[str, float] = {}

    def __init__(self, observation: str = "force") -> None:
        if observation not in OBSERVATIONS:
            raise ModelError(f"the observation is {observation!r}; it must be one of {', '.join(map(repr, OBSERVATIONS))}")
        #: "force": elastic force per texel [N]; "counts": what a Weiss DSA 9205 would say, at its rate.
        self.observation = observation
        self.scene = _scene(observation)
        self._begin = _held(observation) if self.begins_held else World(self.scene, script=False).snapshot()

    #: Whether the cube is in the gripper at the start.
    begins_held = False

    def start(self, world: World, random: np.random.Generator) -> dict[str, float]:
        """Puts a world to a begin drawn by chance; gives its memories."""
        world.restore(self._begin)
        return dict(self.memories)

    def act(self, source: Source, action: Floats, memory: dict[str, Floats]) -> None:
        """Commands the motors."""
        raise NotImplementedError

    def judge(self, source: Source, memory: dict[str, Floats]) -> tuple[Floats, Bools, Bools]:
        """Reward of the turn, whether the work is done, and whether it has failed."""
        raise NotImplementedError

    def observe(self, source: Source, memory: dict[str, Floats]) -> dict[str, npt.NDArray[np.float32]]:
        """What the robot senses: elastic force per texel [N] and shear per texel in the pad's frame [N], or counts of its device, which measures no shear;
        and its joints: positions in units of 0.1 m, velocities of 0.1 m/s, and the squeeze that was asked for in units of 100 N."""
        sensed = {"tactile": np.stack([self._tactile(source, skin) for skin in SKINS], axis=-3)}
        if self.observation == "force":
            sensed["shear"] = np.stack([source.map(skin, "shear") for skin in SKINS], axis=-4)
        lift, jaw = np.asarray(source.joint("lift")), np.asarray(source.joint("left_jaw"))
        asked = memory.get("squeeze", np.zeros(lift.shape[:-1]))
        sensed["joints"] = np.concatenate([10.0 * lift, 10.0 * jaw, 0.01 * asked[..., None]], axis=-1)
        return {name: value.astype(np.float32) for name, value in sensed.items()}

    def _tactile(self, source: Source, skin: str) -> Floats:
        return source.counts(skin) if self.observation == "counts" else source.map(skin, "elastic_force")

    def height(self, source: Source) -> Floats:
        """Of the cube's bottom, where its origin is, above the table [m]."""
        return np.asarray(source.pose("cube"))[..., 2]

    def pressure(self, source: Source) -> Floats:
        """Mean of the two pads' normal forces [N]."""
        return 0.5 * sum((np.asarray(source.normal_force(skin)) for skin in SKINS), np.zeros(()))

    def _lift(self, source: Source, rate: Floats, memory: dict[str, Floats]) -> None:
        """Moves where the lift shall be, at up to 0.1 m/s."""
        memory["lift"] = np.clip(memory["lift"] + 0.1 * 0.02 * rate, -0.005, 0.12)
        source.command("lift", position=_number(memory["lift"]))

    def _squeeze(self, source: Source, rate: Floats, memory: dict[str, Floats]) -> None:
        """Changes the effort of the jaws' drive, of which each pad gets half, at up to 5 N per turn; negative opens."""
        memory["squeeze"] = np.clip(memory["squeeze"] + 5.0 * rate, -4.0, 120.0)
        source.command("jaws", effort=_number(-memory["squeeze"]))


class PickCube(Task):
    """Closes on a cube that stands between the pads, lifts it by 80 mm and holds it: action is the rate of the lift and of the jaws."""

    memories = {"lift": 0.0, "held": 0.0}

    def start(self, world: World, random: np.random.Generator) -> dict[str, float]:
        memory = super().start(world, random)
        x, y = random.uniform(-0.004, 0.004, 2)
        turn = 0.5 * random.uniform(-0.1, 0.1)
        world.set_pose("cube", [x, y, 0.0, 0.0, 0.0, np.sin(turn), np.cos(turn)])
        world.add_mass("cube", float(random.uniform(0.001, 0.2)))
        world.set_joint("lift", 0.0)
        world.set_joint("left_jaw", float(random.uniform(0.031, 0.034)))
        return memory

    def act(self, source: Source, action: Floats, memory: dict[str, Floats]) -> None:
        self._lift(source, action[..., 0], memory)
        source.command("jaws", velocity=_number(0.04 * action[..., 1]))

    def judge(self, source: Source, memory: dict[str, Floats]) -> tuple[Floats, Bools, Bools]:
        height, pressure = self.height(source), self.pressure(source)
        high = (height > 0.08) & (pressure > 0.1)
        memory["held"] = np.where(high, memory["held"] + 1.0, 0.0)
        done = memory["held"] >= 10.0
        reward = np.clip(height, 0.0, 0.08) / 0.08 - 0.01 * np.maximum(pressure - 30.0, 0.0) + 10.0 * done
        return reward, done, height < -0.01


class HoldSlip(Task):
    """Holds a cube into which marbles are poured, with as little force as it takes: action is the rate of the squeeze."""

    actions = 1
    begins_held = True
    memories = {"squeeze": 30.0, "pour": 0.0, "height": 0.0}

    def start(self, world: World, random: np.random.Generator) -> dict[str, float]:
        memory = super().start(world, random)
        memory["pour"] = float(random.uniform(0.001, 0.004))
        memory["height"] = float(self.height(world))
        return memory

    def act(self, source: Source, action: Floats, memory: dict[str, Floats]) -> None:
        self._squeeze(source, action[..., 0], memory)
        source.add_mass("cube", _number(memory["pour"]))

    def judge(self, source: Source, memory: dict[str, Floats]) -> tuple[Floats, Bools, Bools]:
        fallen = memory["height"] - self.height(source)
        dropped = fallen > 0.02
        reward = 1.0 - 0.01 * self.pressure(source) - 100.0 * np.clip(fallen, 0.0, 0.02) - 10.0 * dropped
        return reward, np.zeros_like(dropped), dropped


class Place(Task):
    """Sets a held cube down and lets go: action is the rate of the lift and of the squeeze. To drop it is no way to do it."""

    begins_held = True
    memories = {"lift": 0.1, "squeeze": 30.0}

    def start(self, world: World, random: np.random.Generator) -> dict[str, float]:
        memory = super().start(world, random)
        world.add_mass("cube", float(random.uniform(0.001, 0.2)))
        return memory

    def act(self, source: Source, action: Floats, memory: dict[str, Floats]) -> None:
        self._lift(source, action[..., 0], memory)
        self._squeeze(source, action[..., 1], memory)

    def judge(self, source: Source, memory: dict[str, Floats]) -> tuple[Floats, Bools, Bools]:
        height, free = self.height(source), self.pressure(source) <= 0.0
        fast = np.abs(np.asarray(source.twist("cube"))[..., 2]) > 0.05
        done = free & (np.abs(height) < 0.001) & ~fast
        dropped = free & (height > 0.005)
        reward = -np.clip(height, 0.0, 0.1) - 0.001 * self.pressure(source) + 10.0 * done - 10.0 * dropped
        return reward, done, dropped


def checked(action: Any, shape: tuple[int, ...]) -> Floats:
    """An action, each of its numbers from -1 to 1; nothing has happened yet if it is none."""
    try:
        wanted = np.asarray(action, dtype=np.float64).reshape(shape)
    except (TypeError, ValueError) as error:
        raise ShapeError(f"the action is {action!r}; it must be an array of numbers of the shape {list(shape)}") from error
    if np.isnan(wanted).any():
        raise ShapeError(f"the action holds NaN: {action!r}")
    return np.clip(wanted, -1.0, 1.0)


def _number(values: Any) -> Any:
    """A world takes a float, a batch an array."""
    return float(values) if np.ndim(values) == 0 else values


@lru_cache(maxsize=len(OBSERVATIONS))
def _scene(observation: str) -> Scene:
    """The scene that all tasks share, built once for each observation."""
    scene = load("lib:scenes/pick-cube")
    if observation == "force":
        return scene
    return scene.with_settings({"skins": {skin: {"device": "lib:devices/weiss-dsa-9205"} for skin in SKINS}})


@lru_cache(maxsize=len(OBSERVATIONS))
def _held(observation: str) -> Any:
    """The cube lifted and at rest between the pads, as the scene's own script does it."""
    world = World(_scene(observation))
    while world.phase != "hold":
        world.step(50)
    world.step(200)
    return world.snapshot()
