"""Kinematics and collision queries: what Python adds, and MuJoCo as a second opinion."""

import math

import mujoco
import numpy as np
import pytest

import bristle as br


def arm(name="puma560"):
    return br.parse(f'include = ["lib:arms/{name}"]').world().chain("flange", base="base")


def random_positions(chain, rng, count):
    low, high = np.clip(chain.limits, -math.pi, math.pi).T
    return low + (high - low) * rng.random((count, len(chain.joints)))


def rotation(quaternion):
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_batches_are_the_single_answers_in_rows():
    chain = arm()
    q = random_positions(chain, np.random.default_rng(1), 5)
    poses, jacobians = chain.pose(q), chain.jacobian(q)
    assert poses.shape == (5, 7) and jacobians.shape == (5, 6, 6)
    for row, pose, jacobian in zip(q, poses, jacobians):
        assert np.array_equal(chain.pose(row), pose) and np.array_equal(chain.jacobian(row), jacobian)
    with pytest.raises(br.ShapeError, match=r"\(6,\) or \(k, 6\)"):
        chain.pose([0.0, 1.0])


def test_all_solutions_and_numeric_ones_come_back():
    chain = arm()
    assert chain.closed_form == "WristAndParallel"
    for q in random_positions(chain, np.random.default_rng(2), 20):
        pose = chain.pose(q)
        found = chain.solve_all(pose, within_limits=False)
        assert found.shape[1] == 6
        assert np.abs(chain.pose(found)[:, :3] - pose[:3]).max() < 1e-10
        turned = np.array([rotation(other[3:]) for other in chain.pose(found)])
        assert np.abs(turned - rotation(pose[3:])).max() < 1e-10
        assert np.abs(chain.solve_all(pose, near=q)[0] - q).max() < 1e-6
        solved = chain.solve(pose)
        assert np.abs(chain.pose(solved)[:3] - pose[:3]).max() < 1e-8
    redundant = arm("pa10")
    assert redundant.closed_form is None
    assert redundant.locked("joint3", 0.0).closed_form == "WristAndParallel"
    with pytest.raises(br.ModelError, match="7 joints"):
        redundant.solve_all(redundant.pose([0.1] * 7))
    with pytest.raises(br.ModelError, match="beyond the reach"):
        chain.solve(position=[3, 0, 0])


def test_targets_can_leave_motion_free():
    chain = arm("katana")
    known = chain.pose([0.3, 1.2, -1.0, -0.8, 0.4])
    at, along = known[:3], rotation(known[3:]) @ [0, 0, 1]
    q = chain.solve(position=at, axis=[0, 0, 1], along=along)
    pose = chain.pose(q)
    assert np.abs(pose[:3] - at).max() < 1e-8 and np.abs(rotation(pose[3:]) @ [0, 0, 1] - along).max() < 1e-8
    with pytest.raises(br.ShapeError, match="go together"):
        chain.solve(axis=[0, 0, 1])


def test_distances_are_those_of_mujoco():
    """Boxes, capsules, balls and cylinders at random configurations, within 1e-6 m of `mj_geomDistance`."""
    rng = np.random.default_rng(3)
    shapes = {
        "box": ("box = { size = [0.2, 0.14, 0.3] }", 'type="box" size="0.1 0.07 0.15"'),
        "capsule": ("capsule = { radius = 0.05, height = 0.3 }", 'type="capsule" size="0.05 0.15"'),
        "ball": ("sphere = { radius = 0.11 }", 'type="sphere" size="0.11"'),
    }
    for first in shapes:
        for second in shapes:
            scene = f"""
[bodies.one]
shapes.one = {{ {shapes[first][0]} }}
[bodies.two]
mass = 1.0
pose = {{ xyz = [0.1, 0.05, 0.4], rpy = [0.4, 1.1, -0.3] }}
shapes.two = {{ {shapes[second][0]}, pose = {{ xyz = [0.3, 0, 0] }} }}
joint = {{ kind = "revolute", axis = [0.3, 0.5, 0.8] }}
"""
            clearance = br.parse(scene).world().clearance()
            model = mujoco.MjModel.from_xml_string(
                f"""<mujoco><worldbody><geom name="one" {shapes[first][1]}/>
                <body pos="0.1 0.05 0.4" name="two"><joint axis="0.3 0.5 0.8"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
                <geom name="two" pos="0.3 0 0" {shapes[second][1]}/></body></worldbody></mujoco>"""
            )
            # Roll, pitch and yaw about fixed axes.
            turn = br.parse(scene).world(script=False).pose("two")[3:]
            model.body("two").quat = [turn[3], *turn[:3]]
            data = mujoco.MjData(model)
            for angle in rng.uniform(-3, 3, 40):
                data.qpos[0] = angle
                mujoco.mj_forward(model, data)
                theirs = mujoco.mj_geomDistance(model, data, model.geom("one").id, model.geom("two").id, 10.0, None)
                ours = clearance.distance([angle])
                if theirs > 0:
                    assert ours == pytest.approx(theirs, abs=1e-6), (first, second, angle)
                else:
                    assert clearance.collides([angle]) and ours <= 0


def test_a_world_answers_at_any_configuration():
    world = br.parse(
        """include = ["lib:arms/ur5e"]
[bodies.wall]
pose = { xyz = [-0.6, 0, 0.4] }
shapes.wall = { box = { size = [0.1, 1, 1] } }"""
    ).world()
    assert world.collides() and not world.collides({"joint1": math.pi})
    assert world.distance({"joint1": math.pi}) > 0 > world.distance()
    clearance = world.clearance()
    assert clearance.hit()[1] == "wall" or clearance.hit()[0] == "wall"
    rows = np.zeros((3, 6))
    rows[1, 0] = math.pi
    assert clearance.collides(rows).tolist() == [True, False, True]
    assert "joint6" in clearance.moved_by("joint5") and "joint4" not in clearance.moved_by("joint5")
    assert clearance.without([pair for pair in clearance.pairs if "wall" in pair]).hit({"joint2": -1.5}) is None
    with pytest.raises(br.UnknownNameError, match="no joint `elbow`"):
        clearance.collides({"elbow": 0.1})
    with pytest.raises(br.UnknownNameError, match="`exact` and `parry`"):
        world.clearance("bullet")
