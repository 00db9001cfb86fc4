"""Real robots from files of other programs, against what these programs make of them. scripts/survey-robots tries every file there is."""

from __future__ import annotations

from pathlib import Path

import bristle as br
import pytest
from robot_oracles import ROBOTS, Read, with_mujoco

URDF = ROBOTS / "cmeel.prefix/share/example-robot-data/robots"
MJCF = ROBOTS / "gymnasium_robotics/envs/assets"

FILES = [
    URDF / "allegro_hand_description/urdf/allegro_right_hand.urdf",
    URDF / "panda_description/urdf/panda.urdf",
    URDF / "ur_description/urdf/ur5_robot.urdf",
    URDF / "pr2_description/urdf/pr2.urdf",
    URDF / "kinova_description/robots/kinova.urdf",
    URDF / "baxter_description/urdf/baxter.urdf",
    URDF / "talos_data/robots/talos_full_v2.urdf",
    MJCF / "hand/reach.xml",
    MJCF / "hand/manipulate_egg_touch_sensors.xml",
    MJCF / "fetch/pick_and_place.xml",
    MJCF / "adroit_hand/adroit_relocate.xml",
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_links_are_where_mujoco_has_them_and_weigh_the_same(path: Path) -> None:
    read = Read(br.import_robot(path, skip_missing=True, repair=True))
    apart = with_mujoco(read, path, count=20)
    assert apart.joints > 0
    assert max(apart.pose, apart.mass) < 1e-9, apart
    # MuJoCo turns the inertia of a mesh to its principal axes until products are below 1e-12.
    assert apart.moments < (1e-8 if apart.meshes else 1e-9), apart
