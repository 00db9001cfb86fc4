"""Controllers, motors and layers written in Python."""

from __future__ import annotations

from typing import Any

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


def test_a_percept_has_what_the_robot_has_and_no_truth(pick: br.Scene) -> None:
    settings = {"sensors": {"palm": {"accelerometer": {"on": "palm"}, "rate": 500.0}}}
    world = pick.with_settings(settings).world(script=False)
    first = world.percept()
    assert set(first.joints) >= {"lift", "left_jaw", "right_jaw"} and first.time == 0.0
    assert [sample.time for sample in first.sensors["palm"].samples] == [0.0] and first.sensors["palm"].rate == 500.0
    assert [name for name, unit in first.sensors["palm"].channels] == ["ax", "ay", "az"]
    world.command("jaws", velocity=-0.02, max_effort=13.0)
    for _ in range(5):
        world.step(7)
        percept = world.percept()
        times = [sample.time for sample in percept.sensors["palm"].samples]
        assert 3 <= len(times) <= 4 and times == sorted(times) and times[0] > percept.time - 0.007
    world.step(1500)
    percept = world.percept()
    pad = percept.skins["left_dsa"]
    assert (pad.rows, pad.columns, pad.unit, pad.is_new) == (14, 6, "N", True) and pad.places.shape == (84, 3)
    assert percept.map("left_dsa").sum() == pytest.approx(pad.sum) and percept.map("left_dsa", "shear").shape == (14, 6, 3)
    np.testing.assert_array_equal(pad.values, world.texels("left_dsa")["elastic_force"])
    assert percept.joint("left_jaw") == world.joint("left_jaw")
    assert abs(percept.motors["jaws"].effort) == pytest.approx(13.0, rel=0.05) or pad.sum == 0.0
    assert not world.percept().skins["left_dsa"].is_new  # No step since.
    assert percept.simulated_world is world
    with pytest.raises(br.UnknownNameError, match="left_dsa"):
        percept.normal_force("left")


def test_every_kind_of_command_reaches_the_motor() -> None:
    world = br.load("lib:scenes/pg70-bench").world()
    world.run(lambda p: {"jaws": {"velocity": -0.02}}, 0.3)
    assert world.joint("left_jaw")[1] == pytest.approx(-0.02, abs=1e-3)
    world.run(lambda p: {"jaws": {"halt": True}} if p.time == 0.3 else None, 0.3)
    held = world.joint("left_jaw")
    assert abs(held[1]) < 1e-6
    world.command("jaws", current=-0.5)
    world.step(2)
    assert world.percept().motors["jaws"].current == pytest.approx(-0.5)
    world.command("jaws", velocity=-0.02, max_current=1.0)
    for wrong, part in [
        ({"velocity": 0.1, "position": 0.1}, "just one"),
        ({"position": 0.1, "max_current": 1.0}, "go with a velocity"),
        ({"velocity": 0.1, "max_current": 1.0, "max_effort": 1.0}, "one limit"),
        ({"velocity": 0.1, "max_current": -1.0}, "not negative"),
    ]:
        with pytest.raises(br.CommandError, match=part):
            world.command("jaws", **wrong)
    with pytest.raises(br.CommandError, match="no winding"):
        world.command("lift", current=1.0)
    with pytest.raises(br.ControllerError, match="halt"):
        world.run(lambda p: {"jaws": {"halt": 1}}, 0.1)


class Grasp(br.Controller):
    """Three fingers that close until each touches, then press on; written in Python alone."""

    FINGERS = ("thumb", "left", "right")

    def __init__(self) -> None:
        self.touched: dict[str, float] = {}

    def step(self, percept: br.Percept) -> Any:
        for finger in self.FINGERS:
            if percept.skins[f"{finger}_pad"].sum > 0.2:
                self.touched.setdefault(finger, percept.joints[f"{finger}_proximal"].position)
        if len(self.touched) == 3:
            lift = percept.joints["lift"].position
            press = {f"{finger}_motor": {"position": at + 0.01} for finger, at in self.touched.items()}
            if percept.time > 3.0:
                raise br.Done(lift, {"lift": {"position": lift}})
            return press | ({"lift": {"position": 0.05}} if percept.time > 1.5 else {})
        close = {"velocity": 0.4}
        return {f"{finger}_motor": {"halt": True} if finger in self.touched else close for finger in self.FINGERS}


def test_a_controller_in_python_lifts_a_ball_with_three_fingers() -> None:
    world = br.load("lib:scenes/three-finger").with_settings({"bodies": {"lift": {"start": {"position": 0.0}}}}).world()
    before = world.matrix("sphere")[2, 3]
    lift = world.run(Grasp(), 4.0, period=0.005)
    assert lift == pytest.approx(0.05, abs=1e-3)
    assert world.matrix("sphere")[2, 3] == pytest.approx(before + 0.05, abs=1e-3)
    assert min(world.normal_force(f"{finger}_pad") for finger in Grasp.FINGERS) > 1.0


def test_a_motor_in_python_drives_a_joint() -> None:
    scene = br.load("lib:grippers/pg70")
    world = scene.world()

    class Spring(br.Motor):
        asked = 0

        def effort(self, time: float, position: float, velocity: float) -> float:
            self.asked += 1
            return 3000.0 * (0.017 - position) - 200.0 * velocity

    motor = Spring()
    world.attach("jaws", motor)
    world.step(1200)
    assert motor.asked == 1200
    # A spring without a load ends at its rest position: 1.2 s are 16 of its time constants, (200 + 20) / 3000 s.
    assert world.joint("left_jaw")[0] == pytest.approx(0.017, abs=1e-8)
    world.detach("jaws")
    world.step(1)
    assert motor.asked == 1200


def test_a_motor_that_breaks_leaves_the_world_usable() -> None:
    world = br.load("lib:grippers/pg70").world()

    class Broken(br.Motor):
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
