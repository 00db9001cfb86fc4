"""Real robots from files of other programs, against what these programs make of them. scripts/survey-robots tries every file there is."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import bristle as br
import numpy as np
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
run = {{ step = 0.0005 }}

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


SHADOW = """
include = [{{ file = "{hand}", robot = {{ skins = ["robot0:*distal", "robot0:palm"], collision_only = true }} }}]
"""


@pytest.mark.parametrize("closes", [True, False])
def test_an_imported_shadow_hand_with_tendons_holds_a_block(closes: bool) -> None:
    scene = br.parse(SHADOW.format(hand=(MJCF / "hand/manipulate_block.xml").resolve()))
    # One cord for each way in which the tendon of a finger stops its last two joints from leaving each other.
    assert len(re.findall(r"^\[tendons\.", scene.to_toml(), re.MULTILINE)) == 8
    world = scene.world()
    weight = 9.81 * scene.mass_properties("object")[0]
    world.run(duration=0.3)
    for step in range(100):
        for finger in ("FF", "MF", "RF", "LF") if closes else ():
            for joint in (2, 1):
                world.command(f"robot0_A_{finger}J{joint}", position=1.57 * min(1.0, step / 40))
        if step >= 60:
            world.apply("object", force=[0, 0, 3 * weight])
        world.run(duration=0.01)
    felt = [float(world.texels(skin)["normal_force"].sum()) for skin in scene.skins]
    # The last joint has no motor: it follows by its tendon, of which 1 mm is slack.
    for finger in ("ff", "mf", "rf", "lf"):
        middle, distal = (float(world.joint(f"robot0_{finger}{link}")[0]) for link in ("middle", "distal"))
        assert abs(0.00705 * distal - 0.00805 * middle) < 1.1e-3
    if closes:
        assert world.pose("object")[2] < 0.25
        assert sum(force > 0.05 for force in felt) >= 3, felt
    else:
        assert world.pose("object")[2] > 0.5


ROBOTIQ = """
run = {{ step = 0.0005 }}                                  # at 1 ms a step does not converge as the table leaves

[[include]]
file = "{gripper}"
pose = {{ xyz = [0, 0, 0.3], rpy = [3.141592653589793, 0, 0] }}
robot = {{ skins = ["*_inner_finger"], collision_only = true, self_contact = "none", skip_missing = true, roots = ["{roots}"] }}

[bodies.table]
pose = {{ xyz = [0, 0, 0.13] }}
joint = {{ kind = "prismatic", axis = [0, 0, -1], motion = {{ trapezoid = {{ to = 0.1, speed = 0.2, acceleration = 1.0, start = 1.0 }} }} }}
mass = 1
shapes.s = {{ box = {{ size = [0.1, 0.1, 0.02] }} }}

[bodies.box]
joint = "free"
mass = 0.1
pose = {{ xyz = [0, 0, 0.17] }}
shapes.s = {{ box = {{ size = [0.04, 0.05, 0.06] }} }}
"""

#: Where the inner knuckle and the inner finger of the real gripper are pinned together: its bars are a parallelogram.
PIN = """<equality><connect name="left" body1="left_inner_finger" body2="left_inner_knuckle" anchor="0 -0.0179011 0.00652"/>
<connect name="right" body1="right_inner_finger" body2="right_inner_knuckle" anchor="0 -0.0179011 0.00652"/></equality>"""


@pytest.mark.parametrize("closes", [True, False])
def test_an_imported_robotiq_gripper_with_closed_loops_holds_a_box(closes: bool, tmp_path: Path) -> None:
    folder = (ROBOTS / "robosuite/models/assets/grippers").resolve()
    text = (folder / "robotiq_gripper_85.xml").read_text()
    # robosuite puts it into worlds that count in radians, and couples the joints by tendons, with which the fingers tilt; the device has pins.
    start, end = text.index("<tendon>"), text.index("</tendon>") + len("</tendon>")
    text = f'{text[:start]}{PIN}{text[end:]}'.replace("<asset>", f'<compiler angle="radian" meshdir="{folder}"/><asset>', 1)
    # Only the pads touch: the bars stay clear of the box.
    text = re.sub(r'<geom[^>]*type="mesh"[^>]*_collision"[^>]*/>', "", text)
    (tmp_path / "gripper.xml").write_text(text)
    scene = br.parse(ROBOTIQ.format(gripper=tmp_path / "gripper.xml", roots=folder))
    assert len(re.findall(r"^\[loops\.", scene.to_toml(), re.MULTILINE)) == 2
    world = scene.world()
    for step in range(100):
        for motor in ("finger_1", "finger_2"):
            world.command(motor, position=0.8 * min(1.0, step / 30) if closes else 0.0)
        world.run(duration=0.02)
    for side in ("left", "right"):
        outer, finger, knuckle = (float(world.joint(f"{side}_{part}")[0]) for part in ("outer_knuckle", "inner_finger", "inner_knuckle"))
        # A parallelogram: the finger does not tilt.
        assert abs(outer - knuckle) < 1e-4
        assert abs(outer + finger) < 1e-4
    felt = sum(float(world.texels(skin)["normal_force"].sum()) for skin in scene.skins)
    if closes:
        assert abs(world.pose("box")[2] - 0.17) < 0.005
        assert felt > 2 * 0.1 * 9.81
    else:
        assert world.pose("box")[2] < 0.1


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


LINKAGE = """
[bodies.base]
shapes.s = { box = { size = [0.1, 0.1, 0.02] } }
[bodies.crank]
parent = "base"
pose = { xyz = [0, 0, 0.1] }
joint = { kind = "revolute", axis = [0, 1, 0] }
inertia = { mass = 0.1, centre = [0.05, 0, 0], moments = [1e-4, 1e-4, 1e-4] }
[bodies.rocker]
parent = "base"
pose = { xyz = [0.3, 0, 0.1] }
joint = { kind = "revolute", axis = [0, 1, 0] }
inertia = { mass = 0.1, centre = [0.05, 0, 0], moments = [1e-4, 1e-4, 1e-4] }
[bodies.coupler]
parent = "crank"
pose = { xyz = [0.1, 0, 0] }
joint = { kind = "revolute", axis = [0, 1, 0] }
inertia = { mass = 0.1, centre = [0.05, 0, 0], moments = [1e-4, 1e-4, 1e-4] }
[loops.pin]
kind = "pin"
joins = "coupler"
to = "rocker"
pose = { xyz = [0.25, 0, 0.1], rpy = [-1.5707963267948966, 0, 0] }
pose_on_second = { xyz = [0.05, 0, 0.1], rpy = [-1.5707963267948966, 0, 0] }
[tendons.rod]
kind = "rod"
joints = { crank = { by = 0.02 }, rocker = { by = -0.01 } }
stiffness = 30
[tendons.cord]
joints = { crank = { by = 0.02 }, coupler = { by = -0.01 } }
rest_length = 0.004
[tendons.clutch]
kind = "clutch"
joints = { crank = { by = 0.02 } }
slips_at = 0.5
"""


def test_mujoco_has_the_loops_and_tendons_that_are_exported(tmp_path: Path) -> None:
    import mujoco

    scene = br.parse(LINKAGE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", br.BristleWarning)
        scene.export(tmp_path / "linkage.xml", format="mjcf")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "linkage.xml"))
    data = mujoco.MjData(model)
    # A pin is held at two points of its axis, three coordinates each, and closed at the start.
    mujoco.mj_forward(model, data)
    held = data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]
    assert len(held) == 6
    assert abs(held).max() < 1e-12
    angles = {"crank": 0.3, "rocker": -0.2, "coupler": 0.7}
    for body, angle in angles.items():
        data.joint(body).qpos = angle
    mujoco.mj_forward(model, data)
    lengths = {"rod": 0.02 * 0.3 + 0.01 * 0.2, "cord": 0.02 * 0.3 - 0.01 * 0.7, "clutch": 0.02 * 0.3}
    for tendon, length in lengths.items():
        assert data.tendon(tendon).length[0] == pytest.approx(length, abs=1e-15)
    rod, cord, clutch = (model.tendon(name).id for name in lengths)
    assert np.ravel(model.tendon_stiffness[rod])[0] == 30
    assert model.tendon_range[cord][1] == 0.004
    assert model.tendon_frictionloss[clutch] == 0.5
