"""A skin inside MuJoCo, against closed forms and against MuJoCo's own contacts."""

from __future__ import annotations

import copy
import gc
import itertools
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")

from bristle import mujoco as skins  # noqa: E402
from bristle.errors import BristleError, ModelError, ShapeError, UnknownNameError  # noqa: E402
from mujoco_steps import ramp, run  # noqa: E402

skins.load_plugin()

GRAVITY = 9.81
#: The paper's pad (14 × 6 texels, k 1000 N/m each), with friction enough for every slope here.
PAD = {"rows": 14, "columns": 6, "pitch": 3.4e-3, "preset": "table3"}


if not hasattr(mujoco.MjSpec, "activate_plugin"):
    pytest.skip("attach needs MuJoCo 3.3.2; test_mujoco_mjcf.py does without", allow_module_level=True)


def pad_and_object(geom: str, mass: float, tilt: float = 0.0, height: float = 0.025, skin: bool = True, step: float = 2e-3, **keys: object) -> Any:
    """An object above a pad in the world; gravity is tilted, in degrees. Without a skin, on a floor of MuJoCo's."""
    down = np.array([np.sin(np.radians(tilt)), 0.0, -np.cos(np.radians(tilt))]) * GRAVITY
    floor = "" if skin else '<geom type="box" size="0.1 0.1 0.01" pos="0 0 -0.01" friction="0.6"/>'
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><option timestep="{step}" gravity="{down[0]} {down[1]} {down[2]}"/>
        <asset><mesh name="block" vertex="{BLOCK_VERTICES}"/></asset>
        <worldbody>{floor}<site name="pad"/>
          <body name="object" pos="0 0 {height + 1e-4}"><freejoint/><geom name="object" {geom} mass="{mass}" friction="0.6"/></body>
        </worldbody></mujoco>"""
    )
    if skin:
        skins.attach(spec, site="pad", **{**PAD, **keys})
    return spec.compile()


BLOCK_VERTICES = " ".join(f"{x * 0.025} {y * 0.025} {z * 0.025}" for x, y, z in itertools.product((-1, 1), repeat=3))
CUBE = 'type="box" size="0.025 0.025 0.025"'


@pytest.mark.parametrize("mass", [0.1, 1.0, 10.0])
def test_a_weighed_box_reads_its_weight(mass: float) -> None:
    model = pad_and_object(CUBE, mass)
    data = run(model, mujoco.MjData(model), 4.0)
    felt = skins.texels(model, data, "pad")
    # What is left after 4 s of ringing down; 0.1 % is promised.
    assert felt.normal_force.sum() == pytest.approx(mass * GRAVITY, rel=1e-6)
    assert np.abs(felt.shear).sum() < 1e-6 * mass * GRAVITY
    assert set(felt.state) == {1.0}
    # k 1000 N/m per texel, all 84 under the cube.
    assert felt.penetration.mean() == pytest.approx(mass * GRAVITY / 84e3, rel=1e-6)


@pytest.mark.parametrize(
    ("geom", "height"),
    [
        ('type="sphere" size="0.03"', 0.03),
        ('type="capsule" size="0.02 0.02" euler="0 90 0"', 0.02),
        ('type="cylinder" size="0.02 0.025"', 0.025),
        ('type="ellipsoid" size="0.04 0.04 0.02"', 0.02),
        ('type="mesh" mesh="block"', 0.025),
    ],
    ids=["sphere", "capsule", "cylinder", "ellipsoid", "mesh"],
)
def test_every_kind_of_geom_is_weighed(geom: str, height: float) -> None:
    model = pad_and_object(geom, 0.3, height=height, channels=["force"])
    model.dof_damping[:] = 1e-3  # else round things roll about for long
    data = run(model, mujoco.MjData(model), 6.0)
    felt = skins.texels(model, data, "pad")
    np.testing.assert_allclose(felt.force.sum(axis=0), [0.0, 0.0, -0.3 * GRAVITY], atol=1e-3 * 0.3 * GRAVITY)


def creep(model: Any) -> float:
    """How far the object moves between 2 s and 62 s [m]."""
    data = run(model, mujoco.MjData(model), 2.0)
    before = data.qpos[:3].copy()
    run(model, data, 60.0)
    return float(np.linalg.norm(data.qpos[:3] - before))


def test_a_cube_on_a_slope_of_10_degrees_does_not_creep_where_mujocos_friction_does() -> None:
    assert creep(pad_and_object(CUBE, 1.0, tilt=10.0)) < 1e-9
    assert creep(pad_and_object(CUBE, 1.0, tilt=10.0, skin=False)) > 1e-4


def test_shear_on_a_slope_is_the_weight_along_it_and_slip_begins_beyond_mu() -> None:
    model = pad_and_object(CUBE, 1.0, tilt=10.0, channels=["force", "shear"])
    data = run(model, mujoco.MjData(model), 4.0)
    felt = skins.texels(model, data, "pad")
    # The target drags the pad along: +x is downhill.
    expected = GRAVITY * np.array([np.sin(np.radians(10.0)), 0.0, -np.cos(np.radians(10.0))])
    np.testing.assert_allclose(felt.force.sum(axis=0), expected, atol=1e-6)
    # The cube leans on the soft pad, and its face with it: 1.6 % of the shear.
    assert felt.shear[:, 0].sum() == pytest.approx(expected[0], rel=0.03)
    # A flat thing on a long pad at 30°: tan 30° = 0.577 > 0.43, so it slides with g (sin − μ cos).
    slab = 'type="box" size="0.025 0.025 0.003"'
    steep = pad_and_object(slab, 1.0, tilt=30.0, height=0.003, mu_static=0.43, rows=120)
    data = run(steep, mujoco.MjData(steep), 0.25)
    before = data.qvel[0]
    run(steep, data, 0.2)
    assert set(skins.texels(steep, data, "pad").state) == {0.0, 3.0}
    acceleration = GRAVITY * (np.sin(np.radians(30.0)) - 0.43 * np.cos(np.radians(30.0)))
    assert (data.qvel[0] - before) / 0.2 == pytest.approx(acceleration, rel=0.01)  # it leans forward by 0.6 mrad


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_a_light_object_on_a_stiff_pad_is_stable_at_2_ms(integrator: str) -> None:
    # 10 g on 84 kN/m: an explicit step would have to be shorter than 2 √(m/k) = 0.7 ms.
    model = pad_and_object(CUBE, 0.01)
    model.opt.integrator = getattr(mujoco.mjtIntegrator, f"mjINT_{integrator.upper()}")
    data = run(model, mujoco.MjData(model), 2.0)
    assert skins.texels(model, data, "pad").normal_force.sum() == pytest.approx(0.01 * GRAVITY, rel=1e-6)
    assert np.abs(data.qvel).max() < 1e-9


def h_profile() -> str:
    """A block with a waist as an OBJ file: its hull would keep fingers out of where they grip. 60 × 40 × 60 mm, waist 30 mm."""
    a, w, t, h, y = 0.03, 0.015, 0.01, 0.06, 0.02
    outline = [(-a, 0), (a, 0), (a, t), (w, t), (w, h - t), (a, h - t), (a, h), (-a, h), (-a, h - t), (-w, h - t), (-w, t), (-a, t)]
    lines = [f"v {x} {side * y} {z}" for side in (-1, 1) for x, z in outline]
    cap = [(0, 1, 2), (0, 2, 3), (0, 3, 10), (0, 10, 11), (3, 4, 9), (3, 9, 10), (7, 8, 9), (7, 9, 4), (7, 4, 5), (7, 5, 6)]
    faces = list(cap) + [(12 + c, 12 + b, 12 + a) for a, b, c in cap]
    for i in range(12):
        j = (i + 1) % 12
        faces += [(i, 12 + i, 12 + j), (i, 12 + j, j)]
    return "\n".join(lines + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces])


CARRYING = ("normal_force", "shear", "force", "state")


def gripper(mass: float, coupled: bool = False) -> Any:
    """Two fingers of 50 g on a lift, around a mesh object that stands on MuJoCo's floor."""
    coupling = '<equality><joint joint1="left" joint2="right"/></equality>' if coupled else ""
    # It stands on feet: the points in which MuJoCo lets a mesh touch a plane differ from version to version, and are not symmetric.
    feet = "".join(f'<geom size="0.002" pos="{x} {y} 0.002" mass="0"/>' for x, y in itertools.product((-0.028, 0.028), (-0.018, 0.018)))
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><compiler meshdir="."/>
        <asset><mesh name="profile" file="profile.obj"/></asset>
        <worldbody><geom name="floor" type="plane" size="1 1 1"/>
          <body name="object"><freejoint/><geom name="object" type="mesh" mesh="profile" mass="{mass}" contype="2" conaffinity="2"/>{feet}</body>
          <body name="palm" pos="0 0 0.03"><joint name="lift" type="slide" axis="0 0 1" damping="20"/>
            <geom type="box" size="0.06 0.02 0.01" pos="0 0 0.12" mass="1"/>
            <body name="left_finger" pos="-0.03 0 0"><joint name="left" type="slide" axis="1 0 0" damping="5"/>
              <geom type="box" size="0.003 0.025 0.011" pos="-0.0045 0 0" mass="0.05"/>
              <site name="left" zaxis="1 0 0"/></body>
            <body name="right_finger" pos="0.03 0 0"><joint name="right" type="slide" axis="-1 0 0" damping="5"/>
              <geom type="box" size="0.003 0.025 0.011" pos="0.0045 0 0" mass="0.05"/>
              <site name="right" zaxis="-1 0 0"/></body>
          </body></worldbody>{coupling}
        <actuator><position name="lift" joint="lift" kp="3000"/>
          <motor name="left" joint="left"/><motor name="right" joint="right"/></actuator></mujoco>""",
        assets={"profile.obj": h_profile().encode()},
    )
    for side in ("left", "right"):
        skins.attach(spec, site=side, targets=["object"], channels=CARRYING, **{**PAD, "rows": 6, "columns": 14, "mu_static": 0.8})
    return spec.compile()


@pytest.mark.parametrize("coupled", [False, True], ids=["two motors", "one motor and an equality"])
def test_each_of_two_fingers_carries_half_the_weight_of_a_mesh_object(coupled: bool) -> None:
    mass, grip = 0.4, 12.0
    model = gripper(mass, coupled)
    data = mujoco.MjData(model)
    data.ctrl[:] = (0.0, 2 * grip, 0.0) if coupled else (0.0, grip, grip)
    run(model, data, 0.5)
    ramp(model, data, 0.06)
    run(model, data, 2.0)
    assert data.body("object").xpos[2] > 0.05, "it was not lifted"
    total = 0.0
    for side in ("left", "right"):
        felt = skins.texels(model, data, side)
        up = data.site(side).xmat.reshape(3, 3)[2]
        # Faces lean a little where an object hangs in soft pads: nearly all is shear, and the whole force is exact.
        total -= (felt.force @ up).sum()
        # How two springs share a load is a matter of history: with one motor the finger that comes first takes more, 0.21 measured. What is
        # symmetric shares evenly, 4e-8 measured.
        assert -(felt.shear @ up).sum() == pytest.approx(mass * GRAVITY / 2, rel=0.25 if coupled else 1e-6)
        assert felt.normal_force.sum() == pytest.approx(grip, rel=1e-3)
        assert (felt.state == 3.0).sum() == 0
    assert total == pytest.approx(mass * GRAVITY, rel=1e-5)
    before = data.body("object").xpos - data.body("palm").xpos
    run(model, data, 10.0)
    after = data.body("object").xpos - data.body("palm").xpos
    assert np.linalg.norm(after - before) < 1e-9


def test_an_object_that_is_swung_about_stays_in_the_grip() -> None:
    # A cube on an arm of 0.4 m that turns at 2 rad/s. Seen at the start of every step only, it would creep by h ω² r / 2, 1.6 mm/s.
    spec = mujoco.MjSpec.from_string(
        """<mujoco><worldbody><body name="arm"><joint name="turn" type="hinge" axis="0 0 1" damping="1"/>
          <geom type="capsule" size="0.02" fromto="0 0 -0.1 0.4 0 -0.1" mass="3"/><site name="pad" pos="0.4 0 0"/></body>
        <body name="object" pos="0.4 0 0.0251"><freejoint/><geom type="box" size="0.025 0.025 0.025" mass="0.5"/></body></worldbody>
        <actuator><velocity joint="turn" kv="20"/></actuator></mujoco>"""
    )
    skins.attach(spec, site="pad", targets=["object"], **PAD)
    model = spec.compile()
    data = mujoco.MjData(model)

    def held() -> Any:
        offset = data.body("object").xpos - data.site("pad").xpos
        return data.site("pad").xmat.reshape(3, 3).T @ offset

    ramp(model, data, 2.1)
    run(model, data, 1.0)
    speed, before = data.qvel[0], held()
    assert speed > 1.9
    run(model, data, 5.0)
    # What is left is of second order, ω³ r h² / 24 per second or so.
    assert np.linalg.norm(held() - before) < 5.0 * speed**3 * 0.4 * model.opt.timestep**2


def test_the_floor_and_the_skin_do_not_fight_over_an_object() -> None:
    # Pressed on the floor by a finger from above, both must agree on the force.
    spec = mujoco.MjSpec.from_string(
        """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
        <body name="object" pos="0 0 0.025"><freejoint/><geom type="box" size="0.025 0.025 0.025" mass="0.02"/></body>
        <body name="finger" pos="0 0 0.0502"><joint name="press" type="slide" axis="0 0 -1" damping="1"/>
          <geom type="box" size="0.01 0.01 0.01" pos="0 0 0.01" mass="0.1"/><site name="pad" euler="180 0 0"/></body>
        </worldbody><actuator><motor joint="press"/></actuator></mujoco>"""
    )
    skins.attach(spec, site="pad", targets=["object"], **PAD)
    model = spec.compile()
    data = mujoco.MjData(model)
    data.ctrl[0] = 4.0
    run(model, data, 3.0)
    expected = 4.0 + 0.1 * GRAVITY
    assert skins.texels(model, data, "pad").normal_force.sum() == pytest.approx(expected, rel=1e-4)


def test_momentum_of_two_free_bodies_is_kept() -> None:
    spec = mujoco.MjSpec.from_string(
        """<mujoco><option gravity="0 0 0"/><worldbody>
        <body name="a"><freejoint/><geom type="box" size="0.03 0.02 0.01" mass="0.3"/><site name="pad" pos="0 0 0.01"/></body>
        <body name="b" pos="0.004 -0.003 0.0303"><freejoint/><geom type="sphere" size="0.02" mass="0.7"/></body>
        </worldbody></mujoco>"""
    )
    skins.attach(spec, site="pad", targets=["b"], **PAD)
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qvel[:] = [0.1, 0.0, 0.3, 0.2, -0.1, 0.3, -0.2, 0.1, -0.1, 1.0, -2.0, 3.0]

    def momentum() -> Any:
        return 0.3 * data.qvel[0:3] + 0.7 * data.qvel[6:9]

    begin, touched = momentum(), 0.0
    for _ in range(200):
        mujoco.mj_step(model, data)
        touched = max(touched, skins.texels(model, data, "pad").normal_force.sum())
    assert touched > 0.1, "they never met"
    np.testing.assert_allclose(momentum(), begin, atol=1e-14)


def test_texels_are_views() -> None:
    model = pad_and_object(CUBE, 1.0, channels=list(skins.CHANNELS))
    data = mujoco.MjData(model)
    felt = skins.texels(model, data, "pad")
    assert felt.normal_force.base is not None and felt.shear.shape == (84, 3)
    run(model, data, 1.0)
    assert felt.normal_force.sum() == pytest.approx(GRAVITY, rel=1e-3)
    np.testing.assert_allclose(felt.normal * felt.normal_force[:, None] + felt.shear, felt.force, atol=1e-15)
    assert set(felt.target) == {float(model.geom("object").id)}


def trajectory(model: Any, data: Any, steps: int) -> Any:
    log = []
    for _ in range(steps):
        mujoco.mj_step(model, data)
        log.append(np.concatenate([data.qpos, data.qvel, data.sensordata, data.plugin_state]))
    return np.array(log)


def test_a_reset_or_copied_simulation_goes_on_bit_for_bit() -> None:
    model = pad_and_object(CUBE, 0.7, tilt=12.0)
    data = mujoco.MjData(model)
    first = trajectory(model, data, 300)
    mujoco.mj_resetData(model, data)
    np.testing.assert_array_equal(trajectory(model, data, 300), first)
    run(model, data, 0.2)
    other = copy.copy(data)  # by mj_copyData
    np.testing.assert_array_equal(trajectory(model, other, 200), trajectory(model, data, 200))


def test_a_state_that_is_set_again_brings_its_bristles_with_it() -> None:
    model = pad_and_object(CUBE, 0.7, tilt=12.0)
    data = run(model, mujoco.MjData(model), 0.5)
    kind = mujoco.mjtState.mjSTATE_INTEGRATION
    state = np.empty(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data, state, kind)
    expected = trajectory(model, data, 100)
    elsewhere = mujoco.MjData(model)
    mujoco.mj_setState(model, elsewhere, state, kind)
    np.testing.assert_array_equal(trajectory(model, elsewhere, 100), expected)


def test_two_data_in_two_threads_agree_with_one_alone() -> None:
    model = gripper(0.4)
    results: list[Any] = [None, None]

    def work(place: int) -> None:
        data = mujoco.MjData(model)
        data.ctrl[:] = (0.0, 12.0, 12.0)
        results[place] = trajectory(model, data, 300)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = mujoco.MjData(model)
    alone.ctrl[:] = (0.0, 12.0, 12.0)
    expected = trajectory(model, alone, 300)
    np.testing.assert_array_equal(results[0], expected)
    np.testing.assert_array_equal(results[1], expected)


NO_GRID: dict[str, object] = {"rows": None, "columns": None, "pitch": None}
MISTAKES: list[tuple[dict[str, object], list[str]]] = [
    ({"rows": -3}, ["layout.grid.rows", "-3", "from 1 to 10000"]),
    ({"preset": "rubber"}, ["preset", "rubber", "table3"]),
    ({"stiffness": -5.0}, ["stiffness", "-5"]),
    ({"pitch": "wide"}, ["pitch", "wide", "number"]),
    ({"look_ahead": 7.0}, ["look_ahead", "7"]),
    ({"mesh_file": "no-such-pad.stl", **NO_GRID}, ["no-such-pad.stl"]),
    ({"channels": ["force", "pain"]}, ["channels", "pain", "slip_velocity"]),
    ({"colour": "red"}, ["colour"]),
    ({"layout": {"gird": {}}, **NO_GRID}, ["unknown key `gird` in `layout`", "bent_grid", "did you mean `grid`?"]),
    ({"layout": {"cells": {"file": "no-such.csv"}}, **NO_GRID}, ["there is no such file", "no-such.csv"]),
    ({"layout": {"fingertip": {"spacing_mm": 2}}}, ["rows does not go with layout"]),
]


@pytest.mark.parametrize(("keys", "parts"), MISTAKES, ids=[next(iter(keys)) for keys, _ in MISTAKES])
def test_a_mistake_is_told_when_the_model_is_compiled(keys: dict[str, object], parts: list[str]) -> None:
    with pytest.raises(ValueError) as caught:
        pad_and_object(CUBE, 1.0, **keys)
    for part in parts:
        assert part in str(caught.value)
    run(*(lambda m: (m, mujoco.MjData(m)))(pad_and_object(CUBE, 1.0)), 0.01)  # and the next model is none the worse


def test_layouts_are_those_of_scenes(tmp_path: Path) -> None:
    # The cells of the flat grid, from a table; and a grid that is bent so little that the cube lies flat on it.
    cells = tmp_path / "a 'table' of cells.csv"
    places = [(3.4 * (row - 6.5), 3.4 * (column - 2.5), row, column) for row in range(14) for column in range(6)]
    cells.write_text("x_mm,y_mm,row,column,area_mm2\n" + "".join(f"{x},{y},{row},{column},11.56\n" for x, y, row, column in places))
    grid = {"rows": 14, "columns": 6, "pitch_mm": 3.4}
    for layout in (
        {"grid": grid},
        {"cells": {"file": cells}},
        {"bent_grid": {**grid, "over": {"cylinder": {"radius": np.float64(9.0), "axis": "y"}}}},
    ):
        model = pad_and_object(CUBE, 1.0, layout=layout, **NO_GRID)
        data = run(model, mujoco.MjData(model), 2.0)
        felt = skins.texels(model, data, "pad")
        assert felt.normal_force is not None and len(felt.normal_force) == 84
        assert felt.normal_force.sum() == pytest.approx(9.81, rel=1e-3)


def test_an_unknown_version_is_named_with_those_that_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mujoco, "mj_versionString", lambda: "9.8.7")
    with pytest.raises(skins.MujocoVersionError, match=r"9\.8\.7.*3\.2\.7.*4\.0\.0"):
        skins.load_plugin()


def test_a_library_that_is_not_there_is_told_with_the_way_to_build_it() -> None:
    with pytest.raises(skins.PluginNotFoundError, match="cargo build"):
        skins.load_plugin("nowhere/libbristle_mujoco_plugin.so")


@pytest.mark.parametrize("call", [lambda s: {"site": "nope"}, lambda s: {}, lambda s: {"site": "pad", "targets": ["nope"]}])
def test_attach_refuses_what_is_not_in_the_spec(call: Callable[[Any], dict[str, Any]]) -> None:
    spec = mujoco.MjSpec.from_string('<mujoco><worldbody><site name="pad"/></worldbody></mujoco>')
    with pytest.raises((UnknownNameError, ModelError)):
        skins.attach(spec, **call(spec), **PAD)


def test_a_refused_attach_leaves_the_spec_as_it_was() -> None:
    spec = mujoco.MjSpec.from_string(
        '''<mujoco><worldbody><site name="pad"/><body pos="0 0 0.0251"><freejoint/><geom name="cube" type="box" size="0.025 0.025 0.025"/></body>
        <body><geom name="own" type="sphere" size="0.01"/><site name="other"/></body></worldbody></mujoco>'''
    )
    skins.attach(spec, site="pad", targets=["cube"], **PAD)

    def things() -> list[str]:
        return [thing.name for list_of in (spec.bodies, spec.sensors, spec.plugins, spec.excludes) for thing in list_of]

    before = things()
    for wrong in (
        {"site": "pad", "targets": ["cube"]},  # under a name that is taken
        {"site": "other", "name": "pad"},
        {"site": "other", "targets": ["cube", "nope"]},
        {"site": "other", "targets": []},
        {"site": "other", "targets": ["cube"], "stiffness": object()},
        {"site": "other", "targets": ["cube"], "channels": [3]},
    ):
        with pytest.raises(BristleError):
            skins.attach(spec, **{**PAD, **wrong})
    with pytest.raises(ModelError, match="MjSpec"):
        skins.attach(None, site="pad", **PAD)
    assert things() == before
    run(*(lambda m: (m, mujoco.MjData(m)))(spec.compile()), 0.01)


def test_texels_belong_to_the_data_of_their_model() -> None:
    model, bare = pad_and_object(CUBE, 1.0), pad_and_object(CUBE, 1.0, skin=False)
    with pytest.raises(ShapeError, match="another model"):
        skins.texels(model, mujoco.MjData(bare), "pad")
    with pytest.raises(UnknownNameError):
        skins.texels(bare, mujoco.MjData(bare), "pad")


def test_an_unpickled_data_has_its_own_skins() -> None:
    model = pad_and_object(CUBE, 1.0)
    data = run(model, mujoco.MjData(model), 0.1)
    # All of a data's memory comes back from a pickle, addresses included: of this process or of another.
    twin = pickle.loads(pickle.dumps(data))
    twin.plugin_data[:] = 1
    run(model, twin, 0.1)
    run(model, data, 0.1)
    assert twin.sensordata.tobytes() == data.sensordata.tobytes()
    mujoco.mj_resetData(model, twin)
    del twin
    gc.collect()
    kept = [mujoco.MjData(pad_and_object(CUBE, 1.0, rows=4, columns=4)) for _ in range(3)]  # in the place of what was freed
    run(model, data, 0.1)
    again = run(model, mujoco.MjData(model), 0.3)
    assert again.sensordata.tobytes() == data.sensordata.tobytes() and len(kept) == 3


@pytest.mark.parametrize("field", ["qpos", "qvel", "xfrc_applied", "plugin_state"])
@pytest.mark.parametrize("value", [float("nan"), -1e300])
def test_numbers_out_of_this_world_are_over_after_a_reset(field: str, value: float) -> None:
    model = pad_and_object(CUBE, 1.0)
    data = run(model, mujoco.MjData(model), 0.05)
    want = data.sensordata.copy()
    getattr(data, field)[:] = value
    mujoco.mj_forward(model, data)
    model.opt.timestep = value
    mujoco.mj_step(model, data)
    model.opt.timestep = 2e-3
    mujoco.mj_resetData(model, data)
    assert run(model, data, 0.05).sensordata.tobytes() == want.tobytes()


@pytest.mark.parametrize("mass", [5e-4, 1e-2, 0.1, 0.37])
@pytest.mark.parametrize(("damping", "step"), [(0.0, 1e-3), (0.1, 2e-3), (1.0, 5e-3)])
def test_what_is_let_go_above_a_hard_pad_comes_to_rest(mass: float, damping: float, step: float) -> None:
    stiffness = 1e5
    own = 2.0 * damping * np.sqrt(stiffness * mass / 84)
    model = pad_and_object('type="box" size="0.04 0.03 0.025"', mass, step=step, stiffness=stiffness, damping=own)
    data = mujoco.MjData(model)
    highest = -1.0
    for _ in range(int(1.0 / step)):
        mujoco.mj_step(model, data)
        highest = max(highest, data.qpos[2] - 0.025)
    assert highest <= 1e-4 + 1e-12
    assert 0.025 - data.qpos[2] == pytest.approx(mass * GRAVITY / (84 * stiffness), rel=1e-3, abs=1e-9)
    assert abs(data.qvel[2]) < 1e-6


def test_a_pad_that_is_pressed_flat_rests_on_its_backing() -> None:
    # 84 texels of 150 N/m, 12 mm thick, carry 151 N; beyond, they are a thousand times as stiff.
    model = pad_and_object('type="box" size="0.05 0.04 0.025"', 60.0, stiffness=150.0, damping=1.5, max_penetration=12e-3, channels="normal_force elastic_force")
    data = run(model, mujoco.MjData(model), 6.0)
    felt = skins.texels(model, data, "pad")
    beyond = (60.0 * GRAVITY - 84 * 150 * 12e-3) / (84 * 150e3)
    assert 0.025 - data.qpos[2] == pytest.approx(12e-3 + beyond, rel=1e-4)
    assert felt.elastic_force.sum() == pytest.approx(84 * 150 * 12e-3, rel=1e-6)
    assert felt.normal_force.sum() == pytest.approx(60.0 * GRAVITY, rel=1e-3)


def test_a_card_behind_a_pad_is_not_felt() -> None:
    spec = mujoco.MjSpec.from_string(
        """<mujoco><option timestep="1e-3" gravity="0 0 0"/>
        <worldbody><site name="pad"/>
          <body name="card" pos="0 0 -0.008"><freejoint/><geom name="card" type="box" size="0.03 0.02 0.0002" mass="0.01"/></body>
        </worldbody></mujoco>"""
    )
    skins.attach(spec, site="pad", **PAD)
    model = spec.compile()
    data = run(model, mujoco.MjData(model), 0.2)
    assert skins.texels(model, data, "pad").normal_force.sum() == 0.0
    assert data.qpos[2] == pytest.approx(-0.008, abs=1e-15)


def leaning_block(lean: tuple[float, float, float], stiff: float, damping: float, gap: float, gravity: float) -> tuple[Any, Any]:
    """A block of 0.37 kg that leans, `gap` above a pad; `stiff` is ωh of a block that lies flat on 106 texels, at 1 ms."""
    stiffness = (stiff / 1e-3) ** 2 * 0.37 / 106
    own = 2.0 * damping * np.sqrt(stiffness * 0.37 / 106)
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><option timestep="1e-3" gravity="0 0 {-gravity}"/>
        <worldbody><site name="pad"/>
          <body name="block"><freejoint/><geom name="block" type="box" size="0.02 0.015 0.01" mass="0.37"/></body>
        </worldbody></mujoco>"""
    )
    skins.attach(spec, site="pad", **{**PAD, "columns": 14, "stiffness": stiffness, "damping": own})
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mju_euler2Quat(data.qpos[3:], np.array(lean), "XYZ")
    turned = np.empty(9)
    mujoco.mju_quat2Mat(turned, data.qpos[3:])
    data.qpos[2] = np.abs(turned[6:]) @ [0.02, 0.015, 0.01] + gap
    return model, data


def kinetic_energy(model: Any, data: Any) -> float:
    v, w = data.qvel[:3], data.qvel[3:]
    return float(0.5 * model.body_mass[1] * (v @ v) + 0.5 * (model.body_inertia[1] * w) @ w)


@pytest.mark.parametrize("lean", [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.05, 0.3, 0.2), (0.6, 0.0, 0.1)])
@pytest.mark.parametrize(("stiff", "damping"), [(0.1, 0.0), (1.0, 0.1), (3.0, 0.0), (10.0, 1.0), (30.0, 0.0), (30.0, 0.1)])
def test_what_lands_leaning_leaves_no_faster_than_it_came(lean: tuple[float, float, float], stiff: float, damping: float) -> None:
    for phase in (0.0, 0.37):
        model, data = leaning_block(lean, stiff, damping, 1e-4 + phase * 2e-4, gravity=0.0)
        data.qvel[2] = -0.2
        before = kinetic_energy(model, data)
        fastest = 0.0
        for _ in range(200):
            mujoco.mj_step(model, data)
            fastest = max(fastest, kinetic_energy(model, data) / before)
        assert fastest < 1.0 + 1e-9


@pytest.mark.parametrize("stiff", [30.0, 100.0])
@pytest.mark.parametrize("lean", [(0.05, 0.3, 0.2), (0.6, 0.0, 0.1)])
def test_a_block_that_falls_over_on_a_pad_far_too_stiff_for_the_step_is_not_thrown(lean: tuple[float, float, float], stiff: float) -> None:
    for damping in (0.0, 0.1, 1.0):
        model, data = leaning_block(lean, stiff, damping, 5e-3, gravity=GRAVITY)
        start = data.qpos[2]
        for _ in range(500):
            mujoco.mj_step(model, data)
            assert data.qpos[2] <= start
        assert np.abs(data.qvel).max() < 1e-3


def resident() -> int:
    """Memory of this process [bytes]."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell the memory of a process")
@pytest.mark.parametrize(
    "wrong",
    [{"targets": "nobody"}, {"targets": "object"}, {"preset": "rubber"}, {"rows": 0}, {}],
    ids=["no such target", "itself", "no such preset", "no rows", "nothing wrong"],
)
def test_refused_compilations_take_no_memory(wrong: dict[str, object]) -> None:
    config = "".join(f'<config key="{key}" value="{value}"/>' for key, value in {**PAD, "contact": "kept", **wrong}.items())
    bodies = "".join(f'<body name="b{i}" pos="{i} 0 9"><freejoint/><geom size="0.1"/></body>' for i in range(10))
    text = f"""<mujoco><extension><plugin plugin="bristle.skin"><instance name="pad">{config}</instance></plugin></extension>
        <worldbody><body name="object"><geom size="0.01"/><site name="pad"/></body>{bodies}</worldbody>
        <sensor><plugin name="pad" plugin="bristle.skin" instance="pad" objtype="site" objname="pad"/></sensor></mujoco>"""

    def compile_often(times: int) -> None:
        for _ in range(times):
            if wrong:
                with pytest.raises(ValueError, match=r"bristle\.skin `pad`"):
                    mujoco.MjModel.from_xml_string(text)
            else:
                mujoco.MjModel.from_xml_string(text)

    compile_often(100)
    gc.collect()
    before = resident()
    times = 10_000 if os.environ.get("BRISTLE_TEST_ALL") else 400
    compile_often(times)
    gc.collect()
    # The data of such a model have 100 kB; what is freed and not given back to the system is less than a megabyte.
    assert resident() - before < 4e6


@pytest.mark.parametrize("name", [None, 3, b"pad", ["pad"]], ids=repr)
def test_a_skin_is_named_by_a_string(name: Any) -> None:
    model = pad_and_object(CUBE, 1.0)
    data = mujoco.MjData(model)
    with pytest.raises(UnknownNameError, match="a string"):
        skins.texels(model, data, name)
    for wrong in ((None, data), (model, None), (data, model)):
        with pytest.raises(ModelError, match="MjModel and its MjData"):
            skins.texels(*wrong, "pad")
