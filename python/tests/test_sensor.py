"""Sensors written in Python stand beside the built-in ones."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import bristle as br
import numpy as np
import pytest


class Fall(br.Sensor):
    """How fast the cube moves down, and how far it has come."""

    channels = {"speed": "m/s", "way": "m"}
    memory = 1

    def measure(self, truth: br.Truth) -> Sequence[float]:
        speed = -float(truth.twist("cube")[2])
        truth.memory[0] += truth.step * speed
        return speed, float(truth.memory[0])


class Warmth(br.Sensor):
    """A unit that nobody knows."""

    channels = {"warmth": "°C"}

    def measure(self, truth: br.Truth) -> float:
        return 20.0 + truth.normal_force("dsa")


def test_it_tells_the_truth_where_built_in_sensors_do(weigh: br.Scene) -> None:
    scene = weigh.with_sensors(Fall("fall"), Warmth("pad"))
    assert scene.sensors[-2:] == ["fall", "pad"] and weigh.sensors == scene.sensors[:-2]
    world = scene.world()
    way = 0.0
    for _ in range(50):
        world.step()
        speed = -float(world.twist("cube")[2])
        way += scene.step * speed
        assert world.sensor("fall") == {"speed": speed, "way": way}
        assert world.sensor("pad") == {"warmth": 20.0 + world.normal_force("dsa")}
    assert way != 0.0


def test_percepts_and_recordings_have_it(weigh: br.Scene, tmp_path: Path) -> None:
    world = weigh.with_sensors(Fall("fall"), Warmth("pad")).world()
    percept = world.percept()
    assert percept.sensors["pad"].channels == [("warmth", "°C")]
    with world.record(tmp_path / "out", every=0.05) as recorder:
        world.step(100)
    assert recorder.recording["fall_speed_m_per_s"].shape == (3,)
    assert recorder.recording["fall_way_m"][-1] == world.sensor("fall")["way"]
    assert recorder.recording["pad_warmth_c"][-1] == world.sensor("pad")["warmth"]


def test_snapshots_go_on_with_the_same_numbers(weigh: br.Scene) -> None:
    world = weigh.with_sensors(Fall("fall", noise={"speed": 0.1}, rate=300.0, seed=7)).world()
    world.step(37)
    copy = world.copy()
    snapshot = world.snapshot()

    def told(of: br.World) -> list[dict[str, float]]:
        out = []
        for _ in range(20):
            of.step()
            out.append(of.sensor("fall"))
        return out

    first = told(world)
    assert told(copy) == first
    world.restore(snapshot)
    assert told(world) == first
    assert len({value["speed"] for value in first}) in range(5, 9), "a sample every third step"


def test_a_batch_and_another_process_have_it(weigh: br.Scene) -> None:
    scene = weigh.with_sensors(Fall("fall"))
    again = pickle.loads(pickle.dumps(scene))
    assert again.sensors == scene.sensors
    assert scene.with_settings({"run": {"step": 2e-3}}).sensors == scene.sensors
    batch = br.Batch(scene, 3)
    batch.step(20)
    world, other = scene.world(), again.world()
    world.step(20)
    other.step(20)
    assert world.sensor("fall") == other.sensor("fall")
    np.testing.assert_array_equal(batch.twist("cube")[1], world.twist("cube"))


class Told(br.Sensor):
    """Tells, or raises, what it is given."""

    def __init__(self, told: Any, channels: Any = None, **keys: Any) -> None:
        super().__init__(keys.pop("name", "told"), **keys)
        self.told = told
        self.channels = {"a": "N", "b": ""} if channels is None else channels

    def measure(self, truth: br.Truth) -> float | Sequence[float] | Mapping[str, float]:
        if isinstance(self.told, BaseException):
            raise self.told
        return self.told(truth) if callable(self.told) else self.told  # type: ignore[no-any-return]


def test_numbers_may_come_by_name(weigh: br.Scene) -> None:
    world = weigh.with_sensors(Told({"b": 2.0, "a": 1.0})).world()
    world.step()
    assert world.sensor("told") == {"a": 1.0, "b": 2.0}
    world.tare("told")
    world.step()
    assert world.sensor("told") == {"a": 0.0, "b": 0.0}


def test_all_of_the_truth(weigh: br.Scene) -> None:
    seen: list[Any] = []

    def look(truth: br.Truth) -> list[float]:
        texels = truth.texels("dsa")
        seen.append((truth.time, truth.step, truth.gravity, truth.pose("cube"), truth.acceleration("cube"), truth.joint("cube")))
        seen.append((truth.joint_wrench("cube"), truth.force("dsa"), texels["normal_force"].sum()))
        return [float(texels["normal_force"].sum()), 0.0]

    world = weigh.with_sensors(Told(look)).world()
    world.step(400)
    time, step, gravity, pose, acceleration, joint = seen[-2]
    assert (time, step, joint) == (pytest.approx(world.time), weigh.step, (0.0, 0.0))
    assert gravity[2] < -9.0 and len(acceleration) == 6
    np.testing.assert_array_equal(pose, world.pose("cube"))
    assert world.sensor("told")["a"] == pytest.approx(world.normal_force("dsa"), rel=1e-12)


@pytest.mark.parametrize(
    "told, words",
    [
        ([1.0], "1 numbers"),
        ([1.0, float("nan")], "b is NaN"),
        ({"a": 1.0}, "channels are a, b"),
        (["x", "y"], "could not convert"),
        (ZeroDivisionError("by zero"), "by zero"),
        (lambda truth: truth.pose("nobody"), "nobody"),
    ],
)
def test_a_failure_takes_the_step_back(weigh: br.Scene, told: Any, words: str) -> None:
    sensor = Told([0.0, 0.0])
    world = weigh.with_sensors(sensor).world()
    world.step(3)
    before = world.time, world.pose("cube").tolist(), world.sensor("told")
    sensor.told = told
    with pytest.raises(br.StepError, match=words) as caught:
        world.step(5)
    assert "sensor `told`" in str(caught.value)
    if isinstance(told, Exception):
        assert caught.value.__cause__ is told
    assert (world.time, world.pose("cube").tolist(), world.sensor("told")) == before
    sensor.told = [0.5, 0.0]
    world.step()
    assert world.sensor("told")["a"] == 0.5


def test_ctrl_c_passes(weigh: br.Scene) -> None:
    sensor = Told([0.0, 0.0])
    world = weigh.with_sensors(sensor).world()
    sensor.told = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        world.step()


@pytest.mark.parametrize(
    "sensor, words",
    [
        (object(), "has a name"),
        (Told(0.0, channels={}), "no channel"),
        (Told(0.0, channels=["a"]), "names and units"),
        (Told(0.0, channels={"": "N"}), "no name"),
        (Told(0.0, rate=-1.0), "rate = -1"),
        (Told(0.0, rate="often"), "could not convert"),
        (Told(0.0, noise={"c": 1.0}), "`noise` names c"),
        (Told(0.0, range=0.0), "range = 0"),
        (Told(0.0, seed=-1), "from 0 on"),
        (Told(0.0, name="twice"), "twice"),
    ],
)
def test_what_is_no_sensor_is_refused(weigh: br.Scene, sensor: Any, words: str) -> None:
    with pytest.raises(br.ModelError, match=words):
        weigh.with_sensors(Told(0.0, name="twice"), sensor).world()
