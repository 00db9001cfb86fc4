"""Worlds: time, touch, motion, force."""

from __future__ import annotations

import gc
import threading
import time

import bristle as br
import numpy as np
import pytest


def test_a_weighed_cube_reads_its_weight(world: br.World) -> None:
    world.step(1500)
    texels = world.texels("dsa")
    assert texels.dtype == br.texel_dtype and texels.shape == (84,)
    # The solver meets m g to about 1e-10 of it; what is left of the fall has died out after 1.5 s.
    assert texels["normal_force"].sum() == pytest.approx(9.8, rel=1e-6)
    assert world.normal_force("dsa") == pytest.approx(texels["normal_force"].sum(), rel=1e-14)
    np.testing.assert_allclose(world.wrench("dsa")[:3], [0, 0, -9.8], atol=1e-5)
    name, on_skin, on_shape, contacts = next(pair for pair in world.pairs("dsa") if pair[3] > 0)
    assert name.startswith("cube/") and contacts > 0
    np.testing.assert_allclose(on_skin[:3], -on_shape[:3], atol=1e-12)


def test_texels_show_the_present_and_cannot_be_written(world: br.World) -> None:
    texels = world.texels("dsa")
    assert world.texels("dsa") is texels
    assert texels["normal_force"].sum() == 0.0
    before = world.snapshot()
    world.step(50)
    felt = texels.copy()
    assert felt["normal_force"].sum() > 0.0
    assert set(np.unique(felt["state"])) <= set(range(5)) and (felt["target"] >= -1).all()
    touching = felt["state"] > 0
    assert touching.any() and (felt["target"][touching] >= 0).all()
    world.restore(before)
    assert texels["normal_force"].sum() == 0.0
    with pytest.raises(ValueError):
        texels["normal_force"] = 1.0
    with pytest.raises(ValueError):
        texels["shear"][0, 0] = 1.0


def test_an_array_outlives_its_world(weigh: br.Scene) -> None:
    world = weigh.world()
    world.step(50)
    texels = world.texels("dsa")
    sum_before = texels["normal_force"].sum()
    view = world.map("dsa", "shear")
    del world
    gc.collect()
    churn = [weigh.world() for _ in range(20)]
    assert texels["normal_force"].sum() == sum_before > 0.0
    assert view.shape == (14, 6, 3) and np.isfinite(view).all()
    del churn


def test_a_restored_world_goes_on_with_the_same_bits(pick: br.Scene) -> None:
    world = pick.world()
    world.step(1400)
    taken = world.snapshot()
    assert taken.time == 1.4
    copy = world.copy()
    world.step(400)
    ends = world.texels("left_dsa").copy(), world.pose("cube"), world.phase, world.events
    world.restore(taken)
    assert (world.time, world.steps) == (1.4, 1400)
    for other in (world, copy):
        other.step(400)
        assert other.texels("left_dsa").tobytes() == ends[0].tobytes()
        assert other.pose("cube").tobytes() == ends[1].tobytes()
        assert (other.phase, other.events) == ends[2:]


def test_chunks_of_steps_do_not_change_bits(pick: br.Scene) -> None:
    one, many = pick.world(), pick.world()
    one.step(1500)
    for _ in range(300):
        many.step(5)
    assert one.texels("right_dsa").tobytes() == many.texels("right_dsa").tobytes()
    assert one.time == many.time == 1.5


def test_a_script_is_followed_and_can_be_left_out(pick: br.Scene) -> None:
    world, still = pick.world(), pick.world(script=False)
    world.run(duration=6.0)
    still.run(duration=1.5)
    assert world.phase == "hold" and still.phase is None
    assert [kind for _, kind, _ in world.events if kind != "touch"] == ["phase"] * 5
    assert {words for _, kind, words in world.events if kind == "touch"} == {"left_dsa touches", "right_dsa touches"}
    assert world.pose("cube")[2] == pytest.approx(0.1, abs=1e-3)
    assert still.pose("cube")[2] == pytest.approx(0.0, abs=1e-3)
    # 30 N of the one drive, half on each jaw.
    assert world.normal_force("left_dsa") == pytest.approx(15.0, abs=1e-3)


def test_motors_obey_and_tell(pick: br.Scene) -> None:
    world = pick.world(script=False)
    world.command("jaws", position=0.03)
    world.step(1000)
    position, velocity = world.joint("left_jaw")
    assert position == pytest.approx(0.03, abs=1e-4) and abs(velocity) < 1e-3
    assert world.joint("right_jaw")[0] == pytest.approx(position, abs=1e-12)
    assert world.telemetry("jaws")["reference"][0] == pytest.approx(0.03, abs=1e-9)
    assert world.drives == {"jaws": "left_jaw", "lift": "lift"}


def test_bodies_are_put_pushed_and_loaded() -> None:
    scene = br.Scene.from_dict(
        {
            "world": {"gravity": [0, 0, 0]},
            "bodies": {"ball": {"joint": "free", "mass": 0.7, "shapes": {"b": {"sphere": {"radius": 0.1}}}}},
        }
    )
    world = scene.world()
    turned = np.array([0.3, -0.7, 1.1, 0.0, 0.0, np.sin(0.2), np.cos(0.2)])
    world.set_pose("ball", turned)
    np.testing.assert_allclose(world.pose("ball"), turned, atol=1e-15)
    matrix = world.matrix("ball")
    world.set_pose("ball", matrix)
    np.testing.assert_allclose(world.pose("ball"), turned, atol=1e-15)
    np.testing.assert_allclose(matrix[:3, :3] @ matrix[:3, :3].T, np.eye(3), atol=1e-15)
    world.add_mass("ball", 0.3)
    world.apply("ball", force=[1.1, 0.0, -0.3])
    world.step(100)
    # Impulse over mass; steps of 1 ms add up to 0.1 s.
    np.testing.assert_allclose(world.twist("ball")[:3], [0.11, 0.0, -0.03], rtol=1e-9, atol=1e-12)
    # 1/2 m v², with the implicit rule exact for a free body under a constant force.
    assert world.energy()["kinetic"] == pytest.approx(0.5 * (0.11**2 + 0.03**2), rel=1e-9)
    world.set_joint("ball", velocity=[0.0, 0.0, 0.0, 0.1, -0.2, 0.3])
    np.testing.assert_allclose(np.linalg.norm(world.twist("ball")[3:]), np.sqrt(0.14), rtol=1e-12)


def test_the_advisor_speaks(world: br.World) -> None:
    world.step(500)
    advice = world.advise()
    assert advice["contacts"] > 0 and 0.0 < advice["largest_explicit_pressed"] <= advice["largest_explicit"]
    assert "Explicit steps are stable below" in advice["text"]
    assert world.report["contacts"] == advice["contacts"]
    assert set(world.energy()) == {"kinetic", "potential", "elastic", "total"}


def test_sensors_are_read_and_tared() -> None:
    scene = br.parse(
        """
        include = ["lib:scenes/weigh"]
        [sensors.scale]
        touch = { skin = "dsa" }
        """
    )
    world = scene.world()
    world.step(500)
    reading = world.sensor("scale")
    assert any(value == pytest.approx(9.8, rel=1e-3) for value in reading.values()), reading
    world.tare("scale")


def test_devices_say_counts(weigh: br.Scene) -> None:
    curve = {"transfer": {"points": {"forces": [0.01, 4.105], "signals": [0.0, 4095.0]}}}
    scene = weigh.with_settings({"skins": {"dsa": {"device": {"layers": [curve, {"sampling": {"rate": 50.0}}]}}}})
    world, plain = scene.world(), weigh.world()
    assert plain.device("dsa") is None and world.device("dsa")[1] == 0
    for turn in range(1, 4):
        world.step(20)
        readings, frames = world.device("dsa")
        assert frames == turn
        expected = np.clip(1000.0 * (world.texels("dsa")["elastic_force"] - 0.01), 0.0, 4095.0)
        np.testing.assert_allclose(readings, expected, rtol=1e-12)
    world.step(19)
    assert world.counts("dsa").tobytes() == readings.tobytes(), "held until the next frame"
    with pytest.raises(br.ModelError, match="has no device"):
        plain.counts("dsa")
    # What the device remembers goes with snapshots and copies.
    copy, snapshot = world.copy(), world.snapshot()
    world.step(100)
    copy.step(100)
    after = world.counts("dsa")
    assert copy.counts("dsa").tobytes() == after.tobytes()
    world.restore(snapshot)
    world.step(100)
    assert world.counts("dsa").tobytes() == after.tobytes()
    # The truth is not touched by who reads it.
    plain.step(179)
    assert plain.texels("dsa").tobytes() == world.texels("dsa").tobytes()


def test_devices_of_a_batch(weigh: br.Scene) -> None:
    scene = weigh.with_settings({"skins": {"dsa": {"device": "lib:devices/weiss-dsa-9205"}}})
    batch, world = br.Batch(scene, 2), scene.world()
    batch.step(300)
    world.step(300)
    assert batch.counts("dsa").shape == (2, 14, 6)
    assert batch.counts("dsa")[1].tobytes() == world.counts("dsa").tobytes()
    assert batch.device("dsa")[1].tolist() == [9, 9]


def test_pictures_are_arrays(pick: br.Scene) -> None:
    world = pick.world()
    world.step(1500)
    image = world.tactile_image("left_dsa", palette="viridis", title="Left", values=True)
    pixels = image.array()
    assert pixels.ndim == 3 and pixels.shape[2] == 4 and pixels.dtype == np.uint8
    assert (pixels[..., 3] == 255).all() and len(np.unique(pixels.reshape(-1, 4), axis=0)) > 10
    assert image.png(1.0).startswith(b"\x89PNG") and image.svg.startswith("<svg")
    assert np.asarray(image).shape == pixels.shape
    whole = world.picture(title="Grasp").array(0.5)
    assert whole.shape[2] == 4 and (whole[..., :3] < 250).any()
    pyplot = pytest.importorskip("matplotlib")
    pyplot.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    assert axes.imshow(world.map("left_dsa")).get_array().shape == (14, 6)
    assert axes.imshow(image).get_array().shape == pixels.shape
    plt.close(figure)


def test_the_interpreter_is_free_while_time_passes(pick: br.Scene) -> None:
    world = pick.world()
    worker = threading.Thread(target=world.step, args=(20000,))
    worker.start()
    turns, busy = 0, 0
    while worker.is_alive():
        turns += 1
        try:
            world.pose("cube")
        except br.BusyError:
            busy += 1
        time.sleep(0.001)
    worker.join()
    # Had the lock been kept, this loop would have had no turn before the end.
    assert busy > 5 and turns > 5
    assert world.steps == 20000


def test_explicit_steps_beyond_their_limit_warn_once(weigh: br.Scene) -> None:
    scene = weigh.with_settings({"run": {"stepping": "explicit", "step": 2e-3}})
    world, batch = scene.world(), br.Batch(scene, 3)
    with pytest.warns(br.BristleWarning, match="explicit step of 2.000 ms is longer than") as told:
        world.step(50)
        world.step(50)
    assert len(told) == 1
    [(time, _, words)] = [event for event in world.events if event[1] == "warning"]
    assert 0 < time <= 0.2 and "newton" in words
    assert "newton" in world.outcome()["warnings"][0]
    with pytest.warns(br.BristleWarning, match="world 0 and 2 others: an explicit step") as told:
        batch.step(50)
        batch.step(50)
    assert len(told) == 1


def test_bodies_that_begin_inside_each_other_warn() -> None:
    cube = {"joint": "free", "mass": 0.3, "shapes": {"body": {"box": {"size_mm": [50, 50, 50]}}}}
    scene = br.parse({"bodies": {"left": cube, "right": {**cube, "pose": {"xyz_mm": [30, 0, 0]}}}})
    with pytest.warns(br.BristleWarning, match="20.0 mm inside"):
        world = scene.world()
    assert world.events[0][1] == "warning"
    with pytest.warns(br.BristleWarning, match="20.0 mm inside"):
        br.Batch(scene, 2)
