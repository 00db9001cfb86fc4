"""Whatever Python hands in: a typed exception, and a world that goes on."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import bristle as br
import numpy as np
import pytest

NAN = float("nan")


class Raises:
    """An array that cannot be read."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("no array")


def goes_on(world: br.World) -> None:
    """It stands where it stood, and can be stepped."""
    world.step(3)
    assert np.isfinite(world.pose("cube")).all()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda w: w.texels("pad"), br.UnknownNameError),
        (lambda w: w.pose("ball"), br.UnknownNameError),
        (lambda w: w.sensor("eye"), br.UnknownNameError),
        (lambda w: w.command("wheel", effort=1.0), br.UnknownNameError),
        (lambda w: w.set_pose("cube", [0.3, NAN, 1.1]), br.ShapeError),
        (lambda w: w.set_pose("cube", [0.3, -0.7]), br.ShapeError),
        (lambda w: w.set_pose("cube", np.zeros((7, 1))), br.ShapeError),
        (lambda w: w.set_pose("cube", [0, 0, 0, 0, 0, 0, 0.5]), br.ShapeError),
        (lambda w: w.set_pose("cube", np.diag([1.0, 1.0, -1.0, 1.0])), br.ShapeError),
        (lambda w: w.set_pose("cube", "here"), br.ShapeError),
        (lambda w: w.set_pose("cube", None), br.ShapeError),
        (lambda w: w.set_pose("lift", [0, 0, 0]), br.ModelError),
        (lambda w: w.set_joint("lift", [0.1, 0.2]), br.ModelError),
        (lambda w: w.set_joint("right_jaw", 0.01), br.ModelError),
        (lambda w: w.set_joint("lift", velocity=float("inf")), br.ShapeError),
        (lambda w: w.apply("cube", force=[1.0, 2.0]), br.ShapeError),
        (lambda w: w.apply("cube", force=[1.0, 2.0, NAN]), br.ShapeError),
        (lambda w: w.add_mass("cube", -0.3), br.ModelError),
        (lambda w: w.add_mass("cube", NAN), br.ModelError),
        (lambda w: w.command("jaws", position=NAN), br.CommandError),
        (lambda w: w.command("jaws", voltage=1.0), br.CommandError),
        (lambda w: w.command("jaws"), br.CommandError),
        (lambda w: w.command("jaws", position=0.01, effort=1.0), br.CommandError),
        (lambda w: w.step(-1), br.StepError),
        (lambda w: w.step(1, NAN), br.StepError),
        (lambda w: w.step(1, 0.0), br.StepError),
        (lambda w: w.step(1, 2.0), br.StepError),
        (lambda w: w.advise(-1.0), br.StepError),
        (lambda w: w.run(duration=NAN), br.StepError),
        (lambda w: w.run(3, 0.1), br.ModelError),
        (lambda w: w.run(lambda p: 3, 0.1), br.ControllerError),
        (lambda w: w.run(lambda p: {"jaws": 3}, 0.1), br.ControllerError),
        (lambda w: w.run(lambda p: {"jaws": {"force": 3}}, 0.1), br.ControllerError),
        (lambda w: w.run(lambda p: {"jaws": {"effort": "3 N"}}, 0.1), br.ControllerError),
        (lambda w: w.run(lambda p: {"jaws": {"effort": NAN}}, 0.1), br.ControllerError),
        (lambda w: w.run(lambda p: {"wheel": {"effort": 1.0}}, 0.1), br.UnknownNameError),
        (lambda w: w.map("left_dsa", "colour"), br.ShapeError),
        (lambda w: w.tactile_image("left_dsa", palette="rainbow"), br.PictureError),
        (lambda w: w.tactile_image("left_dsa", full_scale=NAN), br.PictureError),
        (lambda w: w.picture(azimuth=NAN), br.PictureError),
        (lambda w: w.picture().array(0.0), br.PictureError),
        (lambda w: w.picture().save("/nowhere/at/all.bmp"), br.PictureError),
        (lambda w: w.attach("jaws", object()), br.ModelError),
        (lambda w: w.attach("wheel", br.Motor()), br.UnknownNameError),
        (lambda w: w.step("many"), TypeError),
        (lambda w: w.run(duration=1e308), br.StepError),
        (lambda w: w.run(lambda p: None, 0.1, period=1e308), br.StepError),
        (lambda w: w.run(watch=3), br.ModelError),
        (lambda w: w.run(lambda p: {"jaws": {"effort": 10**400}}, 0.1), br.ControllerError),
        (lambda w: w.set_pose("cube", Raises()), br.ShapeError),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(
    pick: br.Scene, call: Callable[[br.World], Any], error: type[Exception]
) -> None:
    world = pick.world()
    world.step(10)
    before = world.pose("cube"), world.joint("lift"), world.time
    with pytest.raises(error) as caught:
        call(world)
    assert str(caught.value)
    after = world.pose("cube"), world.joint("lift"), world.time
    assert before[0].tobytes() == after[0].tobytes() and before[1:] == after[1:]
    goes_on(world)


def test_a_snapshot_of_another_scene_is_refused(pick: br.Scene, weigh: br.Scene) -> None:
    world = pick.world()
    with pytest.raises(br.ModelError, match="another scene"):
        world.restore(weigh.world().snapshot())
    goes_on(world)


def test_what_a_controller_raises_is_passed_on_as_it_is(pick: br.Scene) -> None:
    class Own(Exception):
        pass

    thrown = Own("mine")

    def breaks(percept: br.Percept) -> None:
        if percept.time >= 0.02:
            raise thrown

    world = pick.world()
    with pytest.raises(Own) as caught:
        world.run(breaks, 1.0)
    assert caught.value is thrown
    assert world.time == 0.02
    goes_on(world)


class Fence(br.Sensor):
    """Fails once the cube is far away: a step that cannot be taken."""

    channels = {"distance": "m"}

    def measure(self, truth: br.Truth) -> float:
        distance = float(np.linalg.norm(truth.pose("cube")[:3]))
        if distance > 1.0:
            raise RuntimeError("the cube is gone")
        return distance


@pytest.mark.parametrize("size", [1.1e12, 1e300, -1e308])
def test_numbers_beyond_what_scenes_allow_are_refused(pick: br.Scene, size: float) -> None:
    world = pick.world()
    before = world.snapshot()
    for change in (
        lambda: world.set_pose("cube", [size, 0.0, 0.0]),
        lambda: world.set_pose("cube", [1.1e6, 0.0, 0.0]),
        lambda: world.set_joint("cube", velocity=[0, 0, 0, size, 0, 0]),
        lambda: world.set_joint("lift", size),
        lambda: world.apply("cube", force=[0.0, size, 0.0]),
        lambda: world.apply("cube", torque=[0.0, size, 0.0]),
        lambda: world.apply("cube", force=[0.0, 1.0, 0.0], point=[0, 0, size]),
        lambda: world.add_mass("cube", abs(size)),
        lambda: world.add_mass("cube", 0.1, [size, 0, 0]),
        lambda: br.Batch(pick, 2).add_mass("cube", [0.1, abs(size)]),
    ):
        with pytest.raises(br.ModelError, match="it must be at most 1e"):
            change()
    world.step(10)
    other = pick.world()
    other.restore(before)
    other.step(10)
    assert other.pose("cube").tobytes() == world.pose("cube").tobytes()


def test_a_failed_step_leaves_the_world_where_it_was(pick: br.Scene) -> None:
    world = pick.with_sensors(Fence("fence")).world()
    world.step(10)
    world.apply("cube", force=[1e9, 0.0, 0.0])
    before = world.pose("cube")
    with pytest.raises(br.StepError):
        world.step(100)
    texels = world.texels("left_dsa")
    assert np.isfinite(texels["normal_force"]).all()
    assert world.pose("cube").tobytes() == before.tobytes() or np.isfinite(world.pose("cube")).all()
    world.apply("cube", force=[0.0, 0.0, 0.0])
    world.set_pose("cube", before)
    world.set_joint("cube", velocity=np.zeros(6))
    goes_on(world)


def test_ctrl_c_ends_a_long_run_between_two_steps(pick: br.Scene) -> None:
    world = pick.world()

    def press() -> None:
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        world.step(1_000_000_000)
    presser.join()
    # 0.3 s, then a chunk of 50 ms; the rest is for a machine with other work.
    assert time.monotonic() - began < 10.0
    assert 0 < world.steps < 1_000_000_000
    assert world.time == pytest.approx(world.steps * 1e-3)
    goes_on(world)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda s, b: s.update([b], [[0, 0]]), br.ShapeError),
        (lambda s, b: s.update([b], [[0, 0, 0.019], [0, 0, 0.019]]), br.ShapeError),
        (lambda s, b: s.update([b], [[0, 0, NAN]]), br.ShapeError),
        (lambda s, b: s.update([b], [[0, 0, 0.019]], [[0, 0, 0]]), br.ShapeError),
        (lambda s, b: s.update([b], [[0, 0, 0.019]], h=0.0), br.SkinError),
        (lambda s, b: s.update([b], [[0, 0, 0.019]], pose=[1, 2]), br.ShapeError),
        (lambda s, b: s.update(["ball"], [[0, 0, 0.019]]), TypeError),
        (lambda s, b: br.Shape.sphere(-1.0), br.SkinError),
        (lambda s, b: br.Shape.box([1.0, NAN, 1.0]), br.ShapeError),
        (lambda s, b: br.Shape.mesh(np.zeros((3, 2)), [[0, 1, 2]]), br.ShapeError),
        (lambda s, b: br.Shape.mesh(np.eye(3), [[0, 1, 3]]), br.ShapeError),
        (lambda s, b: br.Shape.mesh(np.eye(3), [[0, 1, 1.5]]), br.ShapeError),
        (lambda s, b: br.Shape.load("nothing.stl"), br.SkinError),
        (lambda s, b: br.Shape.load("nothing.stl", unit="ell"), br.SkinError),
        (lambda s, b: br.Skin({"grid": {"rows": 0, "columns": 6, "pitch": 3.4e-3}}, "table3"), br.SceneError),
        (lambda s, b: br.Skin({"grid": {"rows": 4, "columns": 6, "pitch": 3.4e-3}}, "jelly"), br.SceneError),
        (lambda s, b: br.Device(s, "nothing"), br.DeviceError),
        (lambda s, b: br.Device(s, [{"spread": {"radius": -1.0}}]), br.DeviceError),
        (lambda s, b: br.Device(s, [3]), br.DeviceError),
        (lambda s, b: br.Device(s, [lambda x, dt: x[:3]]).advance(np.zeros(84), 1e-3), br.ControllerError),
        (lambda s, b: br.Device(s, [lambda x, dt: "three"]).advance(np.zeros(84), 1e-3), br.ControllerError),
        (lambda s, b: br.Device(s, "weiss-dsa-9205").advance(np.zeros(83), 1e-3), br.ShapeError),
        (lambda s, b: br.Device(s, "weiss-dsa-9205").advance(np.full(84, NAN), 1e-3), br.ShapeError),
        (lambda s, b: br.Device(s, "weiss-dsa-9205").advance(np.zeros(84), -1.0), br.DeviceError),
    ],
)
def test_skins_shapes_and_devices_refuse_bad_input(
    call: Callable[[br.Skin, br.Shape], Any], error: type[Exception]
) -> None:
    skin = br.Skin({"grid": {"rows": 14, "columns": 6, "pitch": 3.4e-3}}, "table3")
    ball = br.Shape.sphere(0.02)
    before = skin.update([ball], [[0, 0, 0.019]]).copy()
    with pytest.raises(error):
        call(skin, ball)
    assert skin.texels.tobytes() == before.tobytes()
    assert skin.update([ball], [[0, 0, 0.019]])["normal_force"].sum() > 0.0


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda b: b.texels("pad"), br.UnknownNameError),
        (lambda b: b.command("jaws", position=[0.01, 0.02]), br.ShapeError),
        (lambda b: b.command("jaws", position=[0.01, NAN, 0.02]), br.ShapeError),
        (lambda b: b.command("jaws"), br.CommandError),
        (lambda b: b.add_mass("cube", [0.1, 0.1]), br.ShapeError),
        (lambda b: b.step(-1), br.StepError),
        (lambda b: b.step(1, NAN), br.StepError),
        (lambda b: b[3], IndexError),
        (lambda b: b.snapshot(-4), IndexError),
        (lambda b: br.Batch(b.scene, 0), br.ModelError),
        (lambda b: br.Batch(b.scene, 10**9), br.ModelError),
        (lambda b: br.Batch(b.scene, 2, threads=0), br.ModelError),
        (lambda b: br.Batch(b.scene, 2, threads=-1), br.ModelError),
        (lambda b: br.Batch(b.scene, 2, threads=10**6), br.ModelError),
        (lambda b: b.__setitem__(0, "world"), br.ModelError),
    ],
)
def test_batches_refuse_bad_input(pick: br.Scene, call: Callable[[br.Batch], Any], error: type[Exception]) -> None:
    batch = br.Batch(pick, 3)
    batch.step(2)
    with pytest.raises(error):
        call(batch)
    batch.step(2)
    np.testing.assert_array_equal(batch.time, [0.004] * 3)


@pytest.mark.parametrize(
    "call",
    [
        lambda b: b.command("lift", position=[0.013, 0.017, 2e9]),
        lambda b: b.add_mass("cube", [0.3, 0.7, -1.1]),
        lambda b: b.add_mass("cube", [0.3, 0.7, 1.7e308], at=[0.0, 0.0, 1e200]),
    ],
)
def test_what_one_world_of_a_batch_refuses_is_done_in_none(pick: br.Scene, call: Callable[[br.Batch], Any]) -> None:
    batch, untouched = br.Batch(pick, 3, script=False), br.Batch(pick, 3, script=False)
    with pytest.raises(br.ModelError):
        call(batch)
    batch.step(20)
    untouched.step(20)
    assert batch.pose("lift").tobytes() == untouched.pose("lift").tobytes()
    assert batch.texels("left_dsa").tobytes() == untouched.texels("left_dsa").tobytes()


@pytest.mark.parametrize("wrong", [{"wheel": {"effort": 1.0}}, {"jaws": {"voltage": 1.0}}, {"jaws": {"effort": 2e9}}])
def test_of_a_controllers_commands_all_are_obeyed_or_none(pick: br.Scene, wrong: dict[str, Any]) -> None:
    world, untouched = pick.world(script=False), pick.world(script=False)
    with pytest.raises(br.BristleError):
        world.run(lambda percept: {"lift": {"position": 0.013}, **wrong}, 0.1)
    world.step(20)
    untouched.step(20)
    assert world.joint("lift") == untouched.joint("lift")


@pytest.mark.parametrize("answer", [None, "3 N", [1.0, 2.0], NAN, 10**400])
def test_what_a_motor_must_not_return_is_refused(pick: br.Scene, answer: Any) -> None:
    class Odd(br.Motor):
        def effort(self, time: float, position: float, velocity: float) -> Any:
            return answer

    world = pick.world()
    world.attach("jaws", Odd())
    with pytest.raises((br.ControllerError, br.CommandError)):
        world.step(3)
    with pytest.raises(br.StepError):
        world.step(-1)
    assert world.time == 0.0
    world.detach("jaws")
    goes_on(world)


def test_a_snapshot_of_another_skin_is_refused() -> None:
    layout = {"grid": {"rows": 14, "columns": 6, "pitch": 3.4e-3}}
    coarse, fine = br.Skin(layout, "table3"), br.Skin(layout, "table3", samples=4)
    ball = br.Shape.sphere(0.02)
    before = fine.update([ball], [[0, 0, 0.019]]).copy()
    with pytest.raises(br.SkinError, match="another skin"):
        fine.restore(coarse.snapshot())
    assert fine.texels.tobytes() == before.tobytes()
    fine.update([ball], [[0, 0, 0.019]])


def test_texels_cannot_be_made_writable(pick: br.Scene) -> None:
    world, batch = pick.world(), br.Batch(pick, 2)
    for texels in (world.texels("left_dsa"), batch.texels("left_dsa")):
        with pytest.raises(ValueError, match="WRITEABLE"):
            texels.setflags(write=True)
        with pytest.raises(ValueError, match="read-only"):
            texels["normal_force"] = 1.0
    world.step(3)
    batch.step(3)


@pytest.mark.parametrize("threads", [None, 2])
def test_a_forked_process_goes_on_by_itself(pick: br.Scene, threads: int | None) -> None:
    batch, alone = br.Batch(pick, 3, threads=threads), pick.world()
    batch.step(5)
    alone.step(10)
    # So many rays that a world shares the work on one skin among threads.
    grid = {"grid": {"rows": 130, "columns": 130, "pitch": 4e-4}}
    fine = br.load("lib:scenes/weigh").with_settings({"skins": {"dsa": {"layout": grid, "samples": 1}}}).world()
    fine.step(2)
    begun = fine.snapshot()
    fine.step(3)
    felt = fine.texels("dsa").tobytes()
    fine.restore(begun)
    texels = batch.texels("left_dsa")
    child = os.fork()
    if child == 0:
        # The threads of the parent are not here. Whatever happens, this process must not run the rest of the tests.
        signal.alarm(20)
        try:
            batch.step(5)
            fine.step(3)
            same = texels[1].tobytes() == alone.texels("left_dsa").tobytes() and fine.texels("dsa").tobytes() == felt
            os._exit(0 if same else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    batch.step(5)
    assert texels[1].tobytes() == alone.texels("left_dsa").tobytes()


def itself() -> dict[str, Any]:
    table: dict[str, Any] = {}
    table["bodies"] = table
    return table


def deep(levels: int) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for _ in range(levels):
        table = {"bodies": table}
    return table


@pytest.mark.parametrize(
    "table",
    [itself(), deep(200), deep(20_000), {"title": "\ud800"}, {"\ud800": 1}, {"run": {"seed": 10**5000}}, {"run": {"step": NAN}}, {3: 4}, {"title": b"x"}],
    ids=["holds itself", "deep", "very deep", "half a pair", "half a pair as key", "long number", "NaN", "no text", "bytes"],
)
def test_dictionaries_that_are_no_scene_are_scene_errors(table: dict[Any, Any]) -> None:
    with pytest.raises(br.SceneError):
        br.Scene.from_dict(table)


def test_an_action_that_is_none_leaves_an_environment_as_it_was() -> None:
    gym = pytest.importorskip("bristle.gym")
    env, untouched = gym.TactileEnv(gym.PickCube), gym.TactileEnv(gym.PickCube)
    envs = gym.TactileVectorEnv(gym.PickCube, 2)
    for each in (env, untouched, envs):
        each.reset(seed=3)
    for action in ([NAN, 0.0], [0.0], [0.0, 0.0, 0.0], "up", None, [1j, 0.0]):
        with pytest.raises(br.ShapeError):
            env.step(action)
        with pytest.raises(br.ShapeError):
            envs.step([action, [0.3, -0.7]])
    after, alone, both = env.step([0.3, -0.7]), untouched.step([0.3, -0.7]), envs.step([[0.3, -0.7]] * 2)
    assert after[0]["joints"].tobytes() == alone[0]["joints"].tobytes() == both[0]["joints"][0].tobytes()
    for reset in ({"seed": [1]}, {"options": {"reset_mask": [True]}}):
        with pytest.raises(br.ShapeError):
            envs.reset(**reset)
    with pytest.raises(br.StepError):
        gym.TactileVectorEnv(gym.PickCube, 2).step(np.zeros((2, 2)))
    with pytest.raises(br.PictureError):
        gym.TactileEnv(gym.PickCube, render_mode="human")
    with pytest.raises(br.ModelError):
        gym.TactileVectorEnv(gym.PickCube, 10**9)
