//! Loops, tendons, motors on tendons and contact filters of MJCF; links that begin inside each other.

use crate::common::{Folder, apart, noted, notes, pose, refused, scene, shown, world_at};
use bristle_formats::{ErrorKind, RobotOptions, SelfContact, import};
use bristle_scene::Scene;
use bristle_scene::data::TendonDescription;
use bristle_world::{Command, World};
use glam::DVec3;

/// Two fingers beside each other; the second stands at 20° at the start.
const FINGERS: &str = r#"<mujoco><compiler angle="degree"/><option gravity="0 0 0"/><worldbody>
  <body name="one" pos="0 0 0.05"><joint name="bend" axis="0 1 0" range="-30 90" stiffness="0.3"/><inertial pos="0 0 0.02" mass="0.02" diaginertia="1e-5 1e-5 1e-5"/>
    <site name="on_one" pos="0.01 0.02 0.03"/>
    <body name="tip" pos="0 0 0.04"><joint name="curl" axis="0 1 0" range="0 90" stiffness="0.7"/><inertial pos="0 0 0.01" mass="0.01" diaginertia="1e-5 1e-5 1e-5"/></body></body>
  <body name="two" pos="0.02 0 0.05"><joint name="other" axis="0 1 0" ref="20"/><inertial pos="0 0 0.02" mass="0.02" diaginertia="1e-5 1e-5 1e-5"/>
    <site name="on_two" pos="0.04 0 0.01" euler="0 0 90"/></body>
  <body name="hand" mocap="true"/>
</worldbody>MORE</mujoco>"#;

fn with(more: &str) -> String {
    FINGERS.replace("MORE", more)
}

fn tendons(more: &str) -> Vec<TendonDescription> {
    scene("fingers.xml", &with(more)).data().tendons.clone()
}

#[test]
fn a_connect_and_a_weld_hold_bodies_as_the_model_begins() {
    let scene = scene(
        "fingers.xml",
        &with(
            r#"<equality><connect name="pin" body1="one" body2="two" anchor="0 0 0.02"/><weld name="bolt" body1="tip" body2="two" anchor="0.01 0 0"/>
            <weld name="stated" body1="tip" body2="two" relpose="0.1 0.2 0.3 0 0 0 1"/><connect name="post" body1="two" anchor="0 0 0.03"/>
            <weld name="sites" site1="on_one" site2="on_two"/><weld name="led" body1="hand" body2="two"/></equality>"#,
        ),
    );
    let data = scene.data();
    let find = |name: &str| data.loops.iter().find(|of| of.name == name).unwrap();
    let begin = world_at(&scene, &[]);
    for name in ["pin", "bolt", "post"] {
        let of = find(name);
        let ends = [pose(&begin, &of.joins) * of.pose, pose(&begin, &of.to) * of.pose_on_second];
        let away = if name == "bolt" {
            apart(ends[0], ends[1])
        } else {
            (ends[0].translation - ends[1].translation).length()
        };
        assert!(away < 1e-15, "{name}: {away}, though `other` begins at 20°");
    }
    assert_eq!((find("pin").kind.as_str(), find("bolt").kind.as_str()), ("ball", "weld"));
    assert_eq!(find("pin").pose.translation, DVec3::new(0.0, 0.0, 0.02));
    assert_eq!(find("bolt").pose_on_second.translation, DVec3::new(0.01, 0.0, 0.0), "on the second body");
    let stated = find("stated").pose * find("stated").pose_on_second.inverse();
    assert!(
        (stated.translation - DVec3::new(0.1, 0.2, 0.3)).length() < 1e-15 && stated.rotation.z.abs() > 0.99
    );
    assert_eq!(find("post").to, "world_anchor", "to the world, by a body that stands");
    assert_eq!(find("sites").pose.translation, DVec3::new(0.01, 0.02, 0.03));
    assert!(data.loops.iter().all(|of| of.name != "led"), "what is led by hand would hold still");
    shown(scene.build());
    let all =
        notes("fingers.xml", &with(r#"<equality><weld name="led" body1="hand" body2="two"/></equality>"#));
    assert!(noted(&all, &["dropped", "mocap", "`two`"]), "{all:?}");
}

#[test]
fn springs_stops_friction_and_lengths_of_tendons_are_tendons_of_their_own() {
    let fixed = |attributes: &str| {
        tendons(&format!(
            r#"<tendon><fixed name="cord" {attributes}><joint joint="bend" coef="0.01"/><joint joint="curl" coef="-0.02"/></fixed></tendon>"#
        ))
    };
    let summary = |all: &[TendonDescription]| -> Vec<(String, String, f64)> {
        all.iter().map(|of| (of.name.clone(), of.kind.clone(), of.rest_length)).collect()
    };
    let one = |name: &str, kind: &str, rest: f64| (name.to_owned(), kind.to_owned(), rest);
    let spring = fixed(r#"stiffness="30" damping="0.5" springlength="0.003""#);
    assert_eq!(summary(&spring), [one("cord", "rod", 0.003)]);
    assert_eq!((spring[0].stiffness, spring[0].damping), (30.0, 0.5));
    let by: Vec<(&str, f64)> = spring[0].joints.iter().map(|joint| (joint.body.as_str(), joint.by)).collect();
    assert_eq!(by, [("one", 0.01), ("tip", -0.02)]);
    // Slack between two lengths: a cord for each way.
    let slack = fixed(r#"stiffness="30" springlength="-0.001 0.003""#);
    assert_eq!(summary(&slack), [one("cord", "cord", 0.003), one("cord_back", "cord", 0.001)]);
    assert_eq!(slack[1].joints[0].by, -0.01);
    let clutch = fixed(r#"frictionloss="0.4""#);
    assert_eq!((clutch[0].kind.as_str(), clutch[0].slips_at), ("clutch", Some(0.4)));
    // The joints let it be from −0.0366 to 0.0157 long: only one stop can be reached.
    let stops = fixed(r#"range="-0.01 0.02""#);
    assert_eq!(summary(&stops), [one("cord", "cord", 0.01)]);
    assert_eq!(stops[0].joints[0].by, -0.01);
    let idle =
        r#"<tendon><fixed name="cord" range="-1 1"><joint joint="bend" coef="0.01"/></fixed></tendon>"#;
    assert_eq!(tendons(idle), []);
    assert!(noted(&notes("fingers.xml", &with(idle)), &["dropped", "`cord`", "never leave"]));
}

#[test]
fn lengths_that_are_kept_are_rods() {
    let text = r#"<tendon><fixed name="a"><joint joint="bend" coef="1"/><joint joint="other" coef="2"/></fixed><fixed name="b"><joint joint="curl" coef="3"/></fixed></tendon>
        <equality><tendon tendon1="a" polycoef="0.1 0 0 0 0"/><tendon name="both" tendon1="b" tendon2="a" polycoef="0.05 0.5 0 0 0"/><joint name="stuck" joint1="curl" polycoef="0.2 0 0 0 0"/></equality>"#;
    let all = tendons(text);
    let find = |name: &str| all.iter().find(|of| of.name == name).unwrap();
    let start = 2.0 * 20f64.to_radians();
    assert!((find("a").rest_length - (start + 0.1)).abs() < 1e-15, "counted from the length at the start");
    let both = find("both");
    let by: Vec<(&str, f64)> = both.joints.iter().map(|joint| (joint.body.as_str(), joint.by)).collect();
    assert_eq!(by, [("tip", 3.0), ("one", -0.5), ("two", -1.0)]);
    assert!((both.rest_length - (0.05 - 0.5 * start)).abs() < 1e-15);
    assert_eq!((find("stuck").kind.as_str(), find("stuck").rest_length), ("rod", 0.2));
    let (kind, line, message) =
        refused("fingers.xml", &with(r#"<equality><tendon tendon1="nothing"/></equality>"#));
    assert_eq!((kind, line), (ErrorKind::UnknownName, 8), "{message}");
    let (kind, _, message) =
        refused("fingers.xml", &with(r#"<tendon><fixed><joint joint="none"/></fixed></tendon>"#));
    assert_eq!(kind, ErrorKind::UnknownName, "{message}");
}

#[test]
fn a_motor_on_a_tendon_pulls_each_joint_by_its_arm() {
    // A force F gives every joint the torque `coef F`, and a spring of stiffness k turns by `coef F / k`.
    let text = with(
        r#"<tendon><fixed name="cord"><joint joint="bend" coef="0.011"/><joint joint="curl" coef="0.007"/></fixed></tendon>
        <actuator><motor name="pull" tendon="cord" ctrlrange="-20 20"/></actuator><keyframe><key name="bent" qpos="0.3 0.2 0 "/></keyframe>"#,
    );
    let scene = scene("fingers.xml", &text);
    assert!(noted(&notes("fingers.xml", &text), &["guessed", "`cord_spool`", "`pull`"]));
    let bent = &scene.data().configurations[0];
    let length = bent.positions.iter().find(|(body, _)| body == "cord_spool").unwrap().1;
    assert!((length - (0.011 * 0.3 + 0.007 * 0.2)).abs() < 1e-15, "{length}");
    let built = shown(scene.build());
    let mut world = World::new(bristle_world::Model::clone(&built.model));
    world.set_state(built.state).unwrap();
    let force = 13.0;
    world.command(world.model().motor_named("pull").unwrap(), Command::Effort(force)).unwrap();
    // Undamped springs: their mean over many periods is where they rest.
    let mut mean = [0.0; 2];
    let steps = 4000;
    for _ in 0..steps {
        world.step(1e-3).unwrap();
        for (sum, body) in mean.iter_mut().zip(["one", "tip"]) {
            let id = world.model().body_named(body).unwrap();
            *sum += world.joint_position(id).unwrap() / f64::from(steps);
        }
    }
    for (q, (coef, stiffness)) in mean.into_iter().zip([(0.011, 0.3), (0.007, 0.7)]) {
        let expected = coef * force / stiffness;
        assert!((q - expected).abs() < 0.02 * expected, "{q} and {expected}");
    }
}

#[test]
fn filters_of_geoms_become_pairs_that_pass_through_each_other() {
    let geom = |filter: &str, name: &str| format!(r#"<geom name="{name}" size="0.005" {filter}/><joint"#);
    let mine = r#"contype="1" conaffinity="0""#;
    let text = with("<contact><pair geom1=\"a\" geom2=\"c\"/></contact>")
        .replacen("<joint", &geom(mine, "a"), 1)
        .replacen("<joint name=\"curl\"", &format!("{} name=\"curl\"", geom(mine, "b")), 1)
        .replacen("<joint name=\"other\"", &format!("{} name=\"other\"", geom(mine, "c")), 1)
        .replace("</worldbody>", "<body name=\"ball\"><freejoint/><geom size=\"0.01\"/></body></worldbody>");
    let scene = scene("fingers.xml", &text);
    let names = |(a, b): &(String, String)| format!("{a} {b}");
    let pairs: Vec<String> = scene.data().exclude.iter().map(names).collect();
    assert_eq!(pairs, ["one tip", "tip two"], "a pair of geoms may touch; the ball touches all");
}

#[test]
fn links_that_begin_inside_each_other_pass_through_each_other_and_it_is_said() {
    let mass = "<inertial><mass value='0.1'/><inertia ixx='1e-4' iyy='1e-4' izz='1e-4' ixy='0' ixz='0' iyz='0'/></inertial>";
    let link = |name: &str, size: f64| {
        format!(
            "<link name='{name}'>{mass}<collision><geometry><sphere radius='{size}'/></geometry></collision></link>"
        )
    };
    let joint = |name: &str, parent: &str, child: &str| {
        format!(
            "<joint name='{name}' type='continuous'><parent link='{parent}'/><child link='{child}'/><origin xyz='0 0 0.05'/></joint>"
        )
    };
    let text = format!(
        "<robot name='r'>{}{}{}{}{}</robot>",
        link("palm", 0.06),
        link("knuckle", 0.01),
        link("finger", 0.045),
        joint("a", "palm", "knuckle"),
        joint("b", "knuckle", "finger")
    );
    let folder = Folder::new().with("r.urdf", text);
    let read = |self_contact| {
        let options = RobotOptions { self_contact, ..Default::default() };
        let imported = shown(import(&folder.path("r.urdf"), &options));
        let scene = shown(Scene::from_tree(imported.tree, "r.urdf"));
        (scene.data().exclude.clone(), shown(scene.build()).overlaps.len(), imported.notes)
    };
    let (pairs, overlaps, notes) = read(SelfContact::Apart);
    assert_eq!((pairs, overlaps), (vec![("finger".to_owned(), "palm".to_owned())], 0));
    assert!(noted(&notes, &["`finger`", "`palm`", "5.0 mm", "self_contact"]), "{notes:?}");
    let (pairs, overlaps, _) = read(SelfContact::All);
    assert_eq!((pairs.len(), overlaps), (0, 1));
    let (pairs, overlaps, _) = read(SelfContact::None);
    assert_eq!((pairs.len(), overlaps), (3, 0));
}

#[test]
fn motors_are_as_strong_as_the_file_says() {
    let text = with(
        r#"<actuator><position name="a" joint="bend" kp="20" ctrlrange="0 1"/><motor name="b" joint="curl" gear="-3" ctrlrange="-2 1"/>
        <velocity name="c" joint="other" kv="0.4" forcerange="-7 5"/></actuator>"#,
    );
    let scene = scene("fingers.xml", &text);
    let motor = |name: &str| scene.data().motors.iter().find(|motor| motor.name == name).unwrap();
    // The joint at 90°, the command at 0: farther apart than −30° and 1.
    assert!((motor("a").max_effort.unwrap() - 20.0 * 90f64.to_radians()).abs() < 1e-12);
    assert_eq!(motor("a").position_gains.unwrap().stiffness, 20.0);
    assert!((motor("b").max_effort.unwrap() - 6.0).abs() < 1e-12);
    assert!(
        motor("b").position_gains.is_none() && motor("b").velocity_gains.is_none(),
        "commanded by its effort"
    );
    assert_eq!((motor("c").max_effort, motor("c").velocity_gains.unwrap().proportional), (Some(7.0), 0.4));
}
