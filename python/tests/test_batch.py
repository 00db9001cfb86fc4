"""Batches: one array, the bits of single worlds."""

from __future__ import annotations

import os
import signal
import threading
import time

import bristle as br
import numpy as np
import pytest


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_each_world_of_a_batch_has_the_bits_that_it_has_alone(pick: br.Scene, threads: int) -> None:
    efforts = np.array([-9.0, -17.0, -31.0, -45.0])
    batch = br.Batch(pick, len(efforts), script=False, threads=threads)
    felt = batch.texels("left_dsa")
    alone = [pick.world(script=False) for _ in efforts]
    for world in [*alone]:
        world.set_joint("lift", 0.0)
    for i, world in enumerate(alone):
        batch[i] = world
    batch.command("jaws", effort=efforts)
    batch.step(7)
    batch.step(400)
    for i, (world, effort) in enumerate(zip(alone, efforts, strict=True)):
        world.command("jaws", effort=float(effort))
        world.step(407)
        assert world.texels("left_dsa").tobytes() == felt[i].tobytes()
        assert world.pose("cube").tobytes() == batch.pose("cube")[i].tobytes()
        assert world.twist("cube").tobytes() == batch.twist("cube")[i].tobytes()
        assert world.wrench("left_dsa").tobytes() == batch.wrench("left_dsa")[i].tobytes()
        assert world.joint("left_jaw") == tuple(batch.joint("left_jaw")[i])
        assert world.normal_force("left_dsa") == batch.normal_force("left_dsa")[i]
    # The worlds are not all the same, or this would show nothing.
    assert len({row.tobytes() for row in felt}) == len(efforts)
    assert batch.map("left_dsa").shape == (4, 14, 6)


def test_the_script_is_followed_in_a_batch_too(pick: br.Scene) -> None:
    batch, world = br.Batch(pick, 2), pick.world()
    batch.step(1600)
    world.step(1600)
    assert batch.texels("right_dsa")[1].tobytes() == world.texels("right_dsa").tobytes()
    assert batch[1].phase == world.phase == "grasp"


def test_one_world_can_be_changed_and_restored(pick: br.Scene) -> None:
    batch = br.Batch(pick, 3)
    felt = batch.texels("left_dsa")
    batch.step(1500)
    taken, before = batch.snapshot(1), felt.copy()
    batch.add_mass("cube", [0.01, 0.3, 0.1])
    batch.step(100)
    assert felt.tobytes() != before.tobytes()
    batch.restore(1, taken)
    assert felt[1].tobytes() == before[1].tobytes() and felt[0].tobytes() != before[0].tobytes()
    np.testing.assert_array_equal(batch.time, [1.6, 1.5, 1.6])


def test_a_failing_world_does_not_hold_up_the_others(pick: br.Scene) -> None:
    class Fence(br.Sensor):
        channels = {"height": "m"}

        def measure(self, truth: br.Truth) -> float:
            if truth.pose("cube")[2] > 1.0:
                raise RuntimeError("the cube is gone")
            return float(truth.pose("cube")[2])

    batch = br.Batch(pick.with_sensors(Fence("fence")), 3)
    broken = batch[1]
    broken.apply("cube", force=[0.0, 0.0, 1e9])
    batch[1] = broken
    with pytest.raises(br.StepError, match="world 1") as caught:
        batch.step(20)
    assert caught.value.worlds == [1]
    assert batch.time[0] == batch.time[2] == 0.02 > batch.time[1]
    batch[1] = batch[0]
    batch.step(5)
    np.testing.assert_array_equal(batch.time, [0.025] * 3)


def test_ctrl_c_ends_a_long_batch(pick: br.Scene) -> None:
    batch = br.Batch(pick, 4)

    def press() -> None:
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        batch.step(1_000_000_000)
    presser.join()
    assert (batch.time > 0.0).all() and np.ptp(batch.time) == 0.0
    batch.step(1)
