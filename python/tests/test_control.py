"""Controllers, actuators and layers written in Python."""

from __future__ import annotations

import bristle as br
import numpy as np
import pytest


class ForceOnTouch(br.Controller):
    """Closes until both pads feel something, then squeezes with a force."""

    def __init__(self, force: float) -> None:
        self.force = force
        self.touched: float | None = None
        self.turns = 0

    def step(self, percept: br.Percept) -> dict[str, dict[str, float]] | None:
        self.turns += 1
        if self.touched is None and min(percept.normal_force(s) for s in ("left_dsa", "right_dsa")) < 0.5:
            return {"jaws": {"velocity": -0.03}}
        if self.touched is None:
            self.touched = percept.time
        if percept.time - self.touched > 0.4:
            raise br.Done(percept.slipping("left_dsa"))
        return {"jaws": {"effort": -2.0 * self.force}}


def test_a_controller_grasps_with_the_force_that_it_asks_for(pick: br.Scene) -> None:
    world = pick.world(script=False)
    world.set_joint("lift", 0.0)
    controller = ForceOnTouch(7.0)
    watched: list[float] = []
    slipping = world.run(controller, 3.0, period=0.01, watch=lambda w: watched.append(w.time))
    assert slipping == 0
    assert world.normal_force("left_dsa") == pytest.approx(7.0, rel=1e-3)
    assert controller.turns == len(watched) + 1
    np.testing.assert_allclose(np.diff(watched), 0.01, atol=1e-9)


def test_a_controller_in_python_gives_the_bits_of_commands_by_hand(pick: br.Scene) -> None:
    by_hand, led = pick.world(script=False), pick.world(script=False)
    led.run(lambda percept: {"jaws": {"position": 0.03 - 0.01 * percept.time}}, 0.3, period=0.005)
    for turn in range(60):
        by_hand.command("jaws", position=0.03 - 0.01 * by_hand.time)
        by_hand.step(5)
        assert turn < 60
    assert led.joint("left_jaw") == by_hand.joint("left_jaw") and led.time == by_hand.time == 0.3


def test_an_actuator_in_python_drives_a_joint() -> None:
    scene = br.load("lib:grippers/pg70")
    world = scene.world()

    class Motor(br.Actuator):
        asked = 0

        def effort(self, time: float, position: float, velocity: float) -> float:
            self.asked += 1
            return 3000.0 * (0.017 - position) - 200.0 * velocity

    motor = Motor()
    world.attach("jaws", motor)
    world.step(1200)
    assert motor.asked == 1200
    # A spring without a load ends at its rest position: 1.2 s are 16 of its time constants, (200 + 20) / 3000 s.
    assert world.joint("left_jaw")[0] == pytest.approx(0.017, abs=1e-8)
    world.detach("jaws")
    world.step(1)
    assert motor.asked == 1200


def test_an_actuator_that_breaks_leaves_the_world_usable() -> None:
    world = br.load("lib:grippers/pg70").world()

    class Broken(br.Actuator):
        def effort(self, time: float, position: float, velocity: float) -> float:
            raise ZeroDivisionError("mine")

    world.attach("jaws", Broken())
    with pytest.raises(ZeroDivisionError, match="mine"):
        world.step(3)
    assert world.steps == 0
    world.detach("jaws")
    world.step(3)
    assert world.steps == 3


def test_layers_in_python_stand_beside_native_ones(world: br.World) -> None:
    skin = br.Skin.of_scene(world.scene, "dsa")
    seen: list[np.ndarray] = []

    def look(signal: np.ndarray, dt: float) -> np.ndarray:
        seen.append(signal.copy())
        return 2.0 * signal

    spread = {"spread": {"radius": 2e-3}}
    counts = {"counts": {"full_scale": 5.0, "bits": 12}}
    native, mixed = br.Device(skin, [spread]), br.Device(skin, [spread, look, counts])
    for _ in range(100):
        world.step(5)
        forces = world.texels("dsa")["elastic_force"]
        plain, read = native.advance(forces, 0.005), mixed.advance(forces, 0.005)
    np.testing.assert_array_equal(seen[-1], plain)
    # Whole numbers, of twice the signal.
    np.testing.assert_allclose(read, 2.0 * plain / 5.0 * 4095.0, atol=1.0)
    assert (read == np.round(read)).all() and read.max() > 0
    mixed.reset()


def test_a_device_of_the_library_reads_a_weight(world: br.World) -> None:
    device = br.Device(br.Skin.of_scene(world.scene, "dsa"), "weiss-dsa-9205")
    for _ in range(200):
        world.step(5)
        reading = device.advance(world.texels("dsa")["elastic_force"], 0.005)
    assert reading.shape == (84,) and reading.sum() > 0
