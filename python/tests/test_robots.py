"""Real robots from files of other programs, against what these programs make of them. scripts/survey-robots tries every file there is."""

from __future__ import annotations

import warnings
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


GRASP = """
include = [{{ file = "{hand}", robot = {{ skins = ["*_tip"], repair = true, collision_only = true }}, pose = {{ rpy = [0, -1.5707963267948966, 0] }} }}]

[bodies.box]
joint = "free"
mass = 0.1
pose = {{ xyz = [0.03, 0.0, 0.046] }}
shapes.s = {{ box = {{ size = [0.05, 0.1, 0.05] }} }}
"""


@pytest.mark.parametrize("closes", [True, False])
def test_an_imported_allegro_hand_holds_a_box_against_three_times_its_weight(closes: bool) -> None:
    scene = br.parse(GRASP.format(hand=FILES[0].resolve()))
    world = scene.world()
    for step in range(130):
        closed = min(1.0, step / 60) if closes else 0.0
        for finger in (0, 4, 8):
            for joint, angle in ((1, 1.6), (2, 1.6), (3, 1.5)):
                world.command(f"joint_{finger + joint}_0", position=angle * closed)
        if step >= 110:
            world.apply("box", force=[0, 0, 3 * 0.1 * 9.81])
        world.run(duration=0.02)
    felt = [float(world.texels(skin)["normal_force"].sum()) for skin in scene.skins]
    if closes:
        assert abs(world.pose("box")[2] - 0.038) < 0.005
        assert sum(force > 0.1 for force in felt) >= 2, felt
    else:
        # For 0.4 s with twice the acceleration of free fall upwards: 1.57 m.
        assert world.pose("box")[2] > 1.0


WHOLE = [name for name in br.library() if name.split("/")[0] in ("scenes", "grippers", "hands", "objects")]


@pytest.mark.parametrize("name", WHOLE)
def test_other_programs_read_what_is_exported(name: str, tmp_path: Path) -> None:
    import bristle.mujoco
    import collada
    import mujoco
    import yourdfpy

    bristle.mujoco.load_plugin()
    scene = br.load(f"lib:{name}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", br.BristleWarning)
        scene.export(tmp_path / "robot.xml", format="mjcf")
        scene.export(tmp_path / "robot.urdf")
        scene.export(tmp_path / "robot.dae")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "robot.xml"))
    assert {model.body(i).name for i in range(1, model.nbody)} >= set(scene.bodies)
    robot = yourdfpy.URDF.load(str(tmp_path / "robot.urdf"), load_meshes=False)
    assert set(robot.link_map) >= set(scene.bodies)
    document = collada.Collada(str(tmp_path / "robot.dae"))
    assert not document.errors
