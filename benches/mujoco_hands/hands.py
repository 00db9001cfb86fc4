"""Hands and grippers out of public packages, as MuJoCo has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco


@dataclass(frozen=True)
class Hand:
    """A hand, and the bodies whose geoms are its fingertips: first the one that opposes the others."""

    name: str
    package: str
    load: Callable[[Path], Any]
    palm: str
    tips: tuple[str, ...]
    #: Half the width of what it holds [m].
    half: float = 0.02
    #: What each tip that opposes the first pushes with [N].
    force: float = 4.0
    mass: float = 0.03
    #: Where it begins to close; other joints at zero.
    open: tuple[tuple[str, float], ...] = ()


def robosuite(file: str) -> Callable[[Path], Any]:
    def load(root: Path) -> Any:
        path = root / "robosuite/models/assets/grippers" / f"{file}.xml"
        # What robosuite takes once when it merges files.
        seen: set[str] = set()

        def once(match: re.Match[str]) -> str:
            name = re.search(r'name="([^"]*)"', match[0])
            twice = name is not None and name[1] in seen
            seen.add(name[1] if name else match[0])
            return "" if twice else match[0]

        text = re.sub(r"<mesh\b[^>]*/>", once, path.read_text())
        text = text.replace('file="', f'file="{path.parent}/')
        spec = mujoco.MjSpec.from_string(text)
        spec.compiler.degree = False
        return spec

    return load


def gymnasium_robotics(file: str) -> Callable[[Path], Any]:
    return lambda root: mujoco.MjSpec.from_file(str(root / "gymnasium_robotics/envs/assets" / file))


def example_robot_data(file: str) -> Callable[[Path], Any]:
    def load(root: Path) -> Any:
        path = next(root.glob(f"cmeel.prefix/share/example-robot-data/robots/{file}"))
        text = re.sub(r"<visual>.*?</visual>", "", path.read_text(), flags=re.DOTALL)
        package = path.parents[len(Path(file).parts) + 1]
        text = text.replace("package://", f"{package}/")
        # MuJoCo's own words in a URDF: links that are fixed stay bodies.
        text = re.sub(r"(<robot\b[^>]*>)", r'\1<mujoco><compiler fusestatic="false" strippath="false" balanceinertia="true"/></mujoco>', text, count=1)
        return mujoco.MjSpec.from_string(text)

    return load


HANDS = (
    Hand("Robotiq 2F-85", "robosuite", robosuite("robotiq_gripper_85"), "robotiq_85_adapter_link", ("left_inner_finger", "right_inner_finger"), force=10.0, mass=0.1),
    Hand("Robotiq 2F-140", "robosuite", robosuite("robotiq_gripper_140"), "right_gripper", ("left_inner_finger", "right_inner_finger"), force=10.0, mass=0.1),
    Hand("Robotiq three-finger", "robosuite", robosuite("robotiq_gripper_s"), "palm", ("finger_middle_link_3", "finger_1_link_3", "finger_2_link_3"), half=0.025),
    Hand("Jaco three-finger", "robosuite", robosuite("jaco_three_finger_gripper"), "palm", ("thumb_distal", "index_distal", "pinky_distal"), half=0.025),
    Hand("Panda", "robosuite", robosuite("panda_gripper"), "right_gripper", ("finger_joint1_tip", "finger_joint2_tip"), force=10.0, mass=0.1, open=(("finger_joint1", 0.04), ("finger_joint2", -0.04))),
    Hand("Inspire", "robosuite", robosuite("inspire_right_hand"), "r_palm", ("r_thumb_distal", "r_index_distal", "r_middle_distal"), open=(("joint_r_thumb_proximal_1", 1.3),)),
    Hand("Fourier", "robosuite", robosuite("fourier_right_hand"), "r_palm", ("R_thumb_distal_link", "R_index_intermediate_link", "R_middle_intermediate_link"), open=(("R_thumb_proximal_yaw_joint", 1.7),)),
    Hand("Shadow", "gymnasium-robotics", gymnasium_robotics("hand/reach.xml"), "robot0:palm", ("robot0:thdistal", "robot0:ffdistal", "robot0:mfdistal", "robot0:rfdistal"), open=(("robot0:THJ4", 1.0), ("robot0:THJ3", 1.0))),
    Hand("Adroit", "gymnasium-robotics", gymnasium_robotics("adroit_hand/adroit_relocate.xml"), "palm", ("thdistal", "ffdistal", "mfdistal", "rfdistal"), open=(("THJ4", 1.0), ("THJ3", 1.0))),
    Hand("Allegro", "example-robot-data", example_robot_data("allegro_hand_description/urdf/allegro_right_hand.urdf"), "palm_link", ("link_15.0_tip", "link_3.0_tip", "link_7.0_tip", "link_11.0_tip"), half=0.025, open=(("joint_12.0", 1.39),)),
)  # fmt: skip
