//! Loops and tendons in scene files.

use bristle_scene::Scene;
use bristle_world::World;

fn world(text: &str) -> World {
    let built = Scene::parse(text, "bonds.toml").unwrap().build().unwrap();
    let mut world = World::new(built.model.as_ref().clone());
    world.set_state(built.state).unwrap();
    world
}

/// Two parallel links of 60 mm carry the jaw: it moves on a circle and never turns.
const PARALLEL_JAW: &str = r#"
[world]
gravity = [0, 0, 0]

[bodies.outer]
inertia = { mass = 0.05, centre_mm = [30, 0, 0], moments = [1e-6, 2e-5, 2e-5] }
joint = { kind = "revolute", axis = [0, 0, 1] }

[bodies.inner]
pose = { xyz_mm = [0, 20, 0] }
inertia = { mass = 0.04, centre_mm = [30, 0, 0], moments = [1e-6, 2e-5, 2e-5] }
joint = { kind = "revolute", axis = [0, 0, 1], damping = 0.001 }

[bodies.jaw]
parent = "outer"
pose = { xyz_mm = [60, 0, 0] }
inertia = { mass = 0.03, centre_mm = [10, 10, 0], moments = [1e-5, 1e-5, 1e-5] }
joint = { kind = "revolute", axis = [0, 0, 1] }

[loops.wrist]
kind = "pin"
joins = "jaw"
to = "inner"
pose = { xyz_mm = [0, 20, 0] }
pose_on_second = { xyz_mm = [60, 0, 0] }

[motors.drive]
drives = "outer"
max_effort = 2.0
position_control = { stiffness = 5.0, damping = 0.3 }
"#;

#[test]
fn the_jaw_of_a_parallel_linkage_moves_on_a_circle_and_never_turns() {
    let mut world = world(PARALLEL_JAW);
    let model = world.model().clone();
    let [outer, jaw] = ["outer", "jaw"].map(|name| model.body_named(name).unwrap());
    world.command(model.motor_named("drive").unwrap(), bristle_world::Command::Position(0.7)).unwrap();
    let mut turned = 0.0_f64;
    for _ in 0..2000 {
        world.step(1e-3).unwrap();
        turned = turned.max(world.pose(jaw).unwrap().rotation.to_scaled_axis().length());
    }
    let angle = world.joint_position(outer).unwrap();
    assert!((angle - 0.7).abs() < 1e-3, "{angle}");
    let expected = glam::dvec3(0.06 * angle.cos(), 0.06 * angle.sin(), 0.0);
    assert!((world.pose(jaw).unwrap().translation - expected).length() < 1e-9);
    assert!(world.pose(jaw).unwrap().rotation.to_scaled_axis().length() < 1e-9);
    // The motor begins with a jerk of 2 N·m, which the loop takes up within a step: 5 nm over 20 mm.
    assert!(turned < 1e-6, "{turned:e} rad");
}

#[test]
fn a_tendon_of_a_scene_bends_a_finger_and_its_mistakes_are_told_with_their_place() {
    let finger = |tendon: &str| {
        format!(
            r#"
[world]
gravity = [0, 0, 0]
[bodies.finger]
inertia = {{ mass = 0.02, centre_mm = [20, 0, 0], moments = [1e-6, 1e-6, 1e-6] }}
joint = {{ kind = "revolute", axis = [0, 1, 0], spring = {{ stiffness = 0.2, rest = 0 }}, damping = 0.01 }}
[bodies.slide]
inertia = {{ mass = 0.02, moments = [1e-6, 1e-6, 1e-6] }}
joint = {{ kind = "prismatic", axis = [1, 0, 0], damping = 2 }}
[motors.pull]
drives = "slide"
max_effort = 10
[tendons.flexor]
{tendon}
"#
        )
    };
    let mut world = world(&finger("joints = { finger = { by = -0.008 }, slide = { by = 1 } }"));
    let model = world.model().clone();
    world.command(model.motor_named("pull").unwrap(), bristle_world::Command::Effort(5.0)).unwrap();
    (0..3000).for_each(|_| {
        world.step(1e-3).unwrap();
    });
    // Radius times force over the joint's spring.
    let angle = world.joint_position(model.body_named("finger").unwrap()).unwrap();
    assert!((angle - 0.008 * 5.0 / 0.2).abs() < 1e-6, "{angle}");

    for (text, says) in [
        ("joints = { thumb = { by = 1 } }", "thumb"),
        ("joints = { finger = { by = 0 } }", "must be finite and not 0"),
        ("kind = \"clutch\"\njoints = { finger = { by = 1 } }", "a clutch needs `slips_at`"),
        ("slips_at = 1\njoints = { finger = { by = 1 } }", "only a clutch has `slips_at`"),
        ("kind = \"rope\"\njoints = { finger = { by = 1 } }", "rod"),
    ] {
        let error = Scene::parse(&finger(text), "bonds.toml").and_then(|scene| scene.build()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(says) && message.contains("bonds.toml:"), "{message}");
    }
}
