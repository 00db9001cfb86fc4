"""Questions about who is near whom, and worlds whose bodies come, go and change."""

import pickle

import numpy as np
import pytest

import bristle as br

BALL = {"joint": "free", "mass": 0.1, "pose": {"xyz": [0.3, 0, 0.0201]}, "shapes": {"ball": {"sphere": {"radius": 0.02}}}}


@pytest.fixture
def world():
    return br.load("lib:scenes/pick-cube").world()


def test_near_pairs_tell_collisions_of_a_configuration_without_a_step(world):
    world.set_pose("cube", [0, 0, 0.5])
    assert all("cube" not in pair.bodies for pair in world.near_pairs(1e-3))
    world.set_pose("cube", [0.4, 0, -5e-4])
    (pair,) = [pair for pair in world.near_pairs(0.0) if "cube" in pair.bodies]
    assert pair.bodies == ("table", "cube")
    assert pair.distance == pytest.approx(-5e-4, abs=1e-12)
    np.testing.assert_allclose(np.abs(pair.normal), [0, 0, 1], atol=1e-12)
    assert world.time == 0.0


def test_nearness_is_symmetric_and_limited(world):
    world.set_pose("cube", [0.4, 0, 0.12])
    one, two = world.nearness("cube", "table"), world.nearness("table", "cube")
    assert one.distance == two.distance == pytest.approx(0.12, abs=1e-12)
    np.testing.assert_allclose(one.normal, -two.normal)
    assert world.nearness("cube", "table", within=0.05) is None
    with pytest.raises(br.UnknownNameError, match="cube"):
        world.nearness("cub", "table")
    with pytest.raises(br.ModelError):
        world.near_pairs(float("nan"))


def test_contacts_carry_the_weight(world):
    world.step(500)
    (contact,) = [contact for contact in world.contacts() if set(contact.bodies) == {"table", "cube"}]
    assert contact.skin is None
    assert abs(contact.wrench[2]) == pytest.approx(0.2 * 9.81, rel=0.5)


def test_bodies_come_and_go_while_a_world_runs(world):
    world.step(200)
    more = world.changed({"bodies": {"ball": BALL}})
    assert "ball" in more.bodies and "ball" not in world.bodies
    assert more.time == world.time
    np.testing.assert_array_equal(more.pose("cube"), world.pose("cube"))
    for one in (world, more):
        one.step(1500)
    # The script goes on, and what does not touch the ball does not know of it.
    assert more.phase == world.phase
    np.testing.assert_array_equal(more.pose("cube"), world.pose("cube"))
    # It sinks in by less than sqrt(m g/(pi R k)) = 28 um, k = 2e10 N/m3 being the stiffness of hard surfaces.
    assert 0.02 - 28e-6 < more.pose("ball")[2] < 0.02
    fewer = more.changed(remove=["ball"])
    assert fewer.bodies == world.bodies
    with pytest.raises(br.SceneError, match="baal"):
        more.changed(remove=["baal"])
    with pytest.raises(br.SceneError):
        more.changed({"include": ["lib:objects/table"]})


def test_a_changed_world_is_pickled_and_restored_with_the_same_bits(world):
    world.step(200)
    changed = world.changed({"bodies": {"ball": BALL, "cube": {"mass": 0.31}}})
    changed.step(50)
    taken = changed.snapshot()
    again = pickle.loads(pickle.dumps(changed))
    changed.step(300)
    again.step(300)
    np.testing.assert_array_equal(changed.pose("cube"), again.pose("cube"))
    changed.restore(taken)
    assert changed.time == pytest.approx(0.25)
    with pytest.raises(br.ModelError, match="another scene"):
        world.restore(taken)
