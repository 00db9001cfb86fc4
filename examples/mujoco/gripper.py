"""Two fingers with Bristle skins lift a block in MuJoCo: python examples/mujoco/gripper.py

What the skins feel is printed four times a second. The script ends by asserting that each finger carries half the weight, and that the block does
not move in the grip.
"""

import bristle.mujoco
import mujoco
import numpy as np

GRIPPER = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="block" pos="0 0 0.03"><freejoint/><geom type="box" size="0.02 0.03 0.03" mass="0.3"/></body>
    <body name="palm" pos="0 0 0.04">
      <joint name="lift" type="slide" axis="0 0 1" damping="20"/>
      <geom type="box" size="0.06 0.02 0.01" pos="0 0 0.1" mass="1"/>
      <body name="left_finger" pos="-0.03 0 0">
        <joint name="left" type="slide" axis="1 0 0" damping="5"/>
        <geom type="box" size="0.003 0.025 0.011" pos="-0.004 0 0" mass="0.05"/>
        <site name="left_pad" zaxis="1 0 0"/>
      </body>
      <body name="right_finger" pos="0.03 0 0">
        <joint name="right" type="slide" axis="-1 0 0" damping="5"/>
        <geom type="box" size="0.003 0.025 0.011" pos="0.004 0 0" mass="0.05"/>
        <site name="right_pad" zaxis="-1 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator><position joint="lift" kp="3000"/><motor joint="left"/><motor joint="right"/></actuator>
</mujoco>
"""


def main() -> None:
    spec = mujoco.MjSpec.from_string(GRIPPER)
    for pad in ("left_pad", "right_pad"):
        bristle.mujoco.attach(spec, site=pad, rows=6, columns=14, pitch=3.4e-3, preset="table3", targets=["block"])
    model = spec.compile()
    data = mujoco.MjData(model)
    left, right = (bristle.mujoco.texels(model, data, pad) for pad in ("left_pad", "right_pad"))

    print(" time   height  |  left: force   shear  slipping  |  right: force   shear  slipping")
    while data.time < 3.0:
        data.ctrl[:] = (0.05 * np.clip(data.time - 0.5, 0.0, 1.0), 10.0, 10.0)
        mujoco.mj_step(model, data)
        if round(data.time / model.opt.timestep) % 125 == 0:
            felt = "  |  ".join(
                f"{side.normal_force.sum():10.3f} N {np.linalg.norm(side.shear.sum(axis=0)):7.4f} N {int((side.state == 3).sum()):5}" for side in (left, right)
            )
            print(f"{data.time:5.2f} {1e3 * data.body('block').xpos[2]:7.2f} mm | {felt}")

    weight = 0.3 * 9.81
    for side in (left, right):
        assert abs(np.linalg.norm(side.shear.sum(axis=0)) - weight / 2) < 0.02 * weight
    before = data.body("block").xpos - data.body("palm").xpos
    while data.time < 8.0:
        mujoco.mj_step(model, data)
    moved = np.linalg.norm(data.body("block").xpos - data.body("palm").xpos - before)
    print(f"in five seconds the block moved by {moved:.1e} m in the grip")
    assert moved < 1e-9


main()
