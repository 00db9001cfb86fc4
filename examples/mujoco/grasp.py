"""The grasp controller at work in MuJoCo: python examples/mujoco/grasp.py

The jaws close until both skins feel the block, choose a force by how hard it is, lift it, put it down, and open when it meets the floor. Nobody tells
them how wide, heavy or hard it is. The script ends by asserting what happened.
"""

from __future__ import annotations

import bristle as br
import bristle.mujoco
import mujoco
import numpy as np

# The right finger follows the left one, as in a gripper with one drive.
GRIPPER = """
<mujoco>
  <option timestep="0.001"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="block" pos="0 0 0.03"><freejoint/><geom type="box" size="0.02 0.03 0.03" mass="0.3"/></body>
    <body name="palm" pos="0 0 0.04" gravcomp="1">
      <joint name="lift" type="slide" axis="0 0 1" damping="20"/>
      <geom type="box" size="0.06 0.02 0.01" pos="0 0 0.1" mass="1"/>
      <site name="palm" pos="0 0 0.1"/>
      <body name="left_finger" pos="-0.04 0 0" gravcomp="1">
        <joint name="left" type="slide" axis="1 0 0" damping="50" armature="2"/>
        <geom type="box" size="0.003 0.025 0.011" pos="-0.006 0 0" mass="0.05"/>
        <site name="left_pad" zaxis="1 0 0"/>
      </body>
      <body name="right_finger" pos="0.04 0 0" gravcomp="1">
        <joint name="right" type="slide" axis="-1 0 0" damping="50" armature="2"/>
        <geom type="box" size="0.003 0.025 0.011" pos="0.006 0 0" mass="0.05"/>
        <site name="right_pad" zaxis="-1 0 0"/>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="right" joint2="left" solref="0.005 1"/></equality>
  <actuator><position joint="lift" kp="3000"/><motor joint="left"/></actuator>
  <sensor><accelerometer name="palm" site="palm"/></sensor>
</mujoco>
"""

PADS = ("left_pad", "right_pad")
JAWS = {
    "motor": "jaws",
    # The aperture is 80 mm minus what both fingers have moved: at 0 they are open.
    "aperture_per_joint": -2.0,
    "drive": "effort",
    "max_effort": 60.0,
    "open": -0.002,
    "closed": -0.078,
    "pads": [{"skin": pad} for pad in PADS],
}


def main() -> None:
    spec = mujoco.MjSpec.from_string(GRIPPER)
    for pad in PADS:
        bristle.mujoco.attach(spec, site=pad, rows=6, columns=14, pitch=3.4e-3, preset="table3", mu_static=0.8, targets=["block"])
    model = spec.compile()
    data = mujoco.MjData(model)
    felt = {pad: bristle.mujoco.texels(model, data, pad) for pad in PADS}

    robot = br.Robot(joints={"left": "prismatic"}, motors={"jaws": "left"}, skins=dict.fromkeys(PADS, (6, 14)), accelerometers=["palm"])
    # No friction to overcome, fingers of 4 kg instead of a drive of 80 kg, and an accelerometer without noise.
    fingers = br.GraspController(hand={"actuators": [JAWS], "accelerometer": "palm"}, constants={"KD": 400.0, "EFRICTION": 0.0, "ATHRESH": 0.5})
    fingers.grasp()
    mujoco.mj_forward(model, data)

    height, highest, said = 0.0, 0.0, 0
    while data.time < 15.0:
        left = data.joint("left")
        percept = robot.percept(
            data.time,
            joints={"left": (left.qpos[0], left.qvel[0])},
            skins={pad: skin.normal_force for pad, skin in felt.items()},
            accelerations={"palm": [(data.time, data.sensor("palm").data)]},
        )
        effort = fingers.step(percept)["jaws"]["effort"]
        # The client: lifts what is held, then brings it down until the controller lets go.
        if fingers.phase == "lift and hold":
            height += 0.03 * model.opt.timestep
            if height > 0.03:
                fingers.place()
        elif fingers.phase == "replace":
            height -= 0.02 * model.opt.timestep
        data.ctrl[:] = height, effort
        mujoco.mj_step(model, data)
        highest = max(highest, data.body("block").xpos[2])
        for when, state, words in fingers.events[said:]:
            print(f"{when:7.3f} s  {state:14}  {words}")
        said = len(fingers.events)
        if highest > 0.05 and fingers.phase == "idle":
            break
        assert fingers.failure is None, fingers.failure

    resting = data.body("block").xpos[2]
    print(f"lifted by {1e3 * (highest - 0.03):.0f} mm, and put down at {1e3 * resting:.1f} mm, where it stood before at 30 mm")
    states = [state for _, state, words in fingers.events if words == "begins"]
    assert states == ["close", "load", "lift and hold", "replace", "unload", "open", "idle"], states
    assert highest > 0.05 and abs(resting - 0.03) < 2e-3
    assert np.abs(data.body("block").xpos[:2]).max() < 5e-3


main()
