"""A skin inside MuJoCo by its MJCF file alone, with any version of MuJoCo."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")

from bristle import mujoco as skins  # noqa: E402
from mujoco_steps import ramp, run  # noqa: E402

skins.load_plugin()

GRAVITY = 9.81
# The mesh is felt; on the floor stands a box, whose four corners no version of MuJoCo treats differently.
OBJECT = '<config key="targets" value="mesh"/>'


def skin(name: str, rows: int = 14, columns: int = 6, more: str = "") -> str:
    return f"""<instance name="{name}"><config key="rows" value="{rows}"/><config key="columns" value="{columns}"/>
        <config key="pitch" value="0.0034"/><config key="preset" value="table3"/>{more}</instance>"""


def sensor(name: str) -> str:
    return f'<plugin name="{name}" plugin="bristle.skin" instance="{name}" objtype="site" objname="{name}"/>'


def weighing(mass: float, tilt: float, solver: str = "") -> Any:
    """A cube on a pad that a body without geoms wears."""
    angle = np.radians(tilt)
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option gravity="{GRAVITY * np.sin(angle)} 0 {-GRAVITY * np.cos(angle)}" {solver}/>
        <extension><plugin plugin="bristle.skin">{skin("pad")}</plugin></extension>
        <worldbody><site name="pad"/><body name="cube" pos="0 0 0.0251"><freejoint/><geom type="box" size=".025 .025 .025" mass="{mass}"/></body></worldbody>
        <sensor>{sensor("pad")}</sensor></mujoco>"""
    )


@pytest.mark.parametrize("mass", [0.1, 1.0, 10.0])
def test_a_weighed_box_reads_its_weight(mass: float) -> None:
    model = weighing(mass, 0.0)
    data = run(model, mujoco.MjData(model), 4.0)
    assert skins.texels(model, data, "pad").normal_force.sum() == pytest.approx(mass * GRAVITY, rel=1e-6)


def test_a_cube_on_a_slope_does_not_creep() -> None:
    model = weighing(1.0, 10.0)
    data = run(model, mujoco.MjData(model), 2.0)
    before = data.qpos[:3].copy()
    run(model, data, 20.0)
    assert np.linalg.norm(data.qpos[:3] - before) < 1e-9


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_two_fingers_lift_what_stands_on_the_floor(cone: str, jacobian: str) -> None:
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option cone="{cone}" jacobian="{jacobian}"/>
        <extension><plugin plugin="bristle.skin">{skin("left", 6, 14, OBJECT)}{skin("right", 6, 14, OBJECT)}</plugin></extension>
        <asset><mesh name="block" vertex="-.02 -.03 -.03 .02 -.03 -.03 -.02 .03 -.03 .02 .03 -.03 -.02 -.03 .03 .02 -.03 .03 -.02 .03 .03 .02 .03 .03"/></asset>
        <worldbody><geom type="plane" size="1 1 1" name="floor" contype="2" conaffinity="2"/>
          <body name="object" pos="0 0 0.03"><freejoint/><geom name="mesh" type="mesh" mesh="block" mass="0.3" contype="0" conaffinity="0"/>
            <geom type="box" size=".02 .03 .03" mass="0" contype="2" conaffinity="2"/></body>
          <body name="palm" pos="0 0 0.04"><joint name="lift" type="slide" axis="0 0 1" damping="20"/><geom size="0.01" pos="0 0 0.1" mass="1" contype="0" conaffinity="0"/>
            <body pos="-.03 0 0"><joint name="left" type="slide" axis="1 0 0" damping="5"/><geom type="box" size=".003 .02 .01" pos="-.004 0 0" mass=".05"/>
              <site name="left" zaxis="1 0 0"/></body>
            <body pos=".03 0 0"><joint name="right" type="slide" axis="-1 0 0" damping="5"/><geom type="box" size=".003 .02 .01" pos=".004 0 0" mass=".05"/>
              <site name="right" zaxis="-1 0 0"/></body></body></worldbody>
        <actuator><position joint="lift" kp="3000"/><motor joint="left"/><motor joint="right"/></actuator>
        <sensor>{sensor("left")}{sensor("right")}</sensor></mujoco>"""
    )
    data = mujoco.MjData(model)
    data.ctrl[:] = (0.0, 10.0, 10.0)
    run(model, data, 0.5)
    ramp(model, data, 0.05)
    run(model, data, 1.5)
    assert data.body("object").xpos[2] > 0.06, "it was not lifted"
    total = 0.0
    for side in ("left", "right"):
        felt = skins.texels(model, data, side)
        carried = -(felt.shear @ data.site(side).xmat.reshape(3, 3)[2]).sum()
        total += carried
        assert carried == pytest.approx(0.3 * GRAVITY / 2, rel=0.03)
        assert felt.normal_force.sum() == pytest.approx(10.0, rel=1e-3)
    assert total == pytest.approx(0.3 * GRAVITY, rel=0.01)  # all but what leaning faces carry


EXTENSION = """<extension><plugin plugin="bristle.skin"><instance name="pad"><config key="rows" value="4"/><config key="columns" value="4"/>
    <config key="pitch" value="0.004"/><config key="preset" value="table3"/>{}</instance></plugin></extension>"""
SENSOR = '<sensor><plugin name="pad" plugin="bristle.skin" instance="pad" objtype="site" objname="pad"/></sensor>'
BODIES = """<worldbody><body name="hand"><geom type="box" size=".1 .1 .1"/><site name="pad" pos="0 0 0.1"/></body>
    <body name="object" pos="0 0 1"><freejoint/><geom name="thing" type="box" size=".1 .1 .1"/></body></worldbody>"""


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('<option solver="PGS"/>' + EXTENSION.format("") + BODIES + SENSOR, ["PGS", "Newton", "kept"]),
        (EXTENSION.format("") + BODIES, ["nothing wears", "objtype"]),
        (EXTENSION.format('<config key="targets" value="mug"/>') + BODIES + SENSOR, ["`mug`"]),
        (EXTENSION.format('<config key="targets" value="hand"/>') + BODIES + SENSOR, ["`hand`", "wears the skin"]),
        ('<option integrator="RK4"/>' + EXTENSION.format("") + BODIES + SENSOR, ["RK4", "implicitfast"]),
    ],
    ids=["a dual solver", "not worn", "no such target", "own body", "Runge-Kutta"],
)
def test_a_skin_that_does_not_fit_the_model_is_refused(text: str, parts: list[str]) -> None:
    with pytest.raises(ValueError) as caught:
        mujoco.MjModel.from_xml_string(f"<mujoco>{text}</mujoco>")
    for part in parts:
        assert part in str(caught.value), str(caught.value)
