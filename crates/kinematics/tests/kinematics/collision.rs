//! Collisions and distances.

use crate::{chance, world};
use bristle_kinematics::{Clearance, JointSpaceError, Meets};
use bristle_world::World;
use rand::RngExt;
use std::fmt::Write as _;

/// A PA10 among boxes.
pub(crate) fn among_boxes() -> World {
    let mut scene = String::from("include = [\"lib:arms/pa10\"]\n");
    let mut chance = chance(31);
    for i in 0..20 {
        let mut number = |low: f64, high: f64| low + (high - low) * chance.random::<f64>();
        let angle = number(0.0, std::f64::consts::TAU);
        let far = number(450.0, 900.0);
        let place = [far * angle.cos(), far * angle.sin(), number(0.0, 1100.0)];
        let size = [number(60.0, 200.0), number(60.0, 200.0), number(60.0, 200.0)];
        let turn = [number(-90.0, 90.0), number(-90.0, 90.0), number(-90.0, 90.0)];
        write!(
            scene,
            "[bodies.box{i}]\npose = {{ xyz_mm = {place:?}, rpy_deg = {turn:?} }}\nshapes.box = {{ box = {{ size_mm = {size:?} }} }}\n"
        )
        .unwrap();
    }
    world(&scene)
}

fn positions(clearance: &Clearance, chance: &mut rand_pcg::Pcg64Mcg) -> Vec<f64> {
    let joints = clearance.space().joints();
    joints.iter().map(|j| j.lower + (j.upper - j.lower) * chance.random::<f64>()).collect()
}

#[test]
fn two_checkers_agree_and_a_distance_says_what_a_collision_does() {
    let world = among_boxes();
    let mut exact = Clearance::new(&world);
    let mut parry = Clearance::by_parry(&world).unwrap();
    assert_eq!((exact.checker(), parry.checker()), ("exact", "parry"));
    let mut chance = chance(32);
    let mut hits = 0;
    for _ in 0..2000 {
        let q = positions(&exact, &mut chance);
        let hit = exact.collides(&q).unwrap();
        let (pair, nearest) = exact.distance(&q, 10.0).unwrap().unwrap();
        assert_eq!(hit.is_some(), nearest.distance < 0.0, "{q:?}: {hit:?}, {pair:?} {nearest:?}");
        assert_eq!(parry.collides(&q).unwrap().is_some(), hit.is_some(), "{q:?}");
        if hit.is_none() {
            let (_, other) = parry.distance(&q, 10.0).unwrap().unwrap();
            // The search of parry ends a little early between capsules and boxes: by up to 1e-3 of the distance. Ours is never farther.
            let longer = other.distance - nearest.distance;
            assert!((-1e-9..=1e-3 * other.distance + 1e-9).contains(&longer), "{q:?}: {nearest:?} {other:?}");
            let apart = (nearest.on_second - nearest.on_first).length();
            assert!((apart - nearest.distance).abs() < 1e-9);
        }
        hits += usize::from(hit.is_some());
    }
    println!("{hits} of 2000 in collision");
    assert!((200..1800).contains(&hits), "{hits}");
}

#[test]
fn a_joint_moves_what_it_carries_and_what_follows() {
    let world = world("include = [\"lib:grippers/pg70\"]");
    let clearance = Clearance::new(&world);
    let space = clearance.space();
    assert_eq!(space.joints().len(), 1);
    let moved: Vec<&str> =
        space.moved_by(0).into_iter().map(|body| space.model().bodies()[body.0].name.as_str()).collect();
    assert!(
        moved.contains(&"left_jaw") && moved.contains(&"right_jaw") && !moved.contains(&"palm"),
        "{moved:?}"
    );
    let error = clearance.space().check(&[0.0, 0.0]).unwrap_err();
    assert!(
        matches!(error, JointSpaceError::Count { given: 2, joints: 1, .. })
            && error.to_string().contains("left_jaw")
    );
}

#[test]
fn links_that_never_meet_are_proved_to() {
    // A link that can reach neither the wall at 3 m, nor miss the one that it swings through.
    let scene = |limit: f64| {
        format!(
            "exclude = []\n[bodies.base]\nshapes.foot = {{ sphere = {{ radius = 0.1 }} }}\n[bodies.near]\npose = {{ xyz = [0.3, 0.55, 0] }}\nshapes.wall = {{ box = {{ size = [0.2, 0.2, 0.2] }} }}\n\
             [bodies.far]\npose = {{ xyz = [3, 0, 0] }}\nshapes.wall = {{ box = {{ size = [0.2, 2, 2] }} }}\n\
             [bodies.upper]\nparent = \"base\"\nmass = 1.0\nshapes.link = {{ capsule = {{ radius = 0.05, height = 0.5 }}, pose = {{ xyz = [0.25, 0, 0], rpy_deg = [0, 90, 0] }} }}\n\
             joint = {{ kind = \"revolute\", axis = [0, 0, 1], limits = {{ range_deg = [-{limit}, {limit}], stiffness = 1e4, damping = 10 }} }}\n\
             [bodies.fore]\nparent = \"upper\"\npose = {{ xyz = [0.5, 0, 0] }}\nmass = 1.0\nshapes.link = {{ capsule = {{ radius = 0.05, height = 0.4 }}, pose = {{ xyz = [0.2, 0, 0], rpy_deg = [0, 90, 0] }} }}\n\
             joint = {{ kind = \"revolute\", axis = [0, 0, 1], limits = {{ range_deg = [-{limit}, {limit}], stiffness = 1e4, damping = 10 }} }}\n"
        )
    };
    let wide = world(&scene(150.0));
    let mut clearance = Clearance::new(&wide);
    let body = |name: &str| wide.model().body_named(name).unwrap();
    assert_eq!(clearance.meets(body("fore"), body("far"), 2000).unwrap(), Meets::Never);
    let Meets::At(q) = clearance.meets(body("fore"), body("near"), 2000).unwrap() else { panic!() };
    assert!(clearance.collides(&q).unwrap().is_some());
    // With a narrow range the links cannot fold back onto the base.
    let narrow = world(&scene(40.0));
    let mut clearance = Clearance::new(&narrow);
    assert_eq!(clearance.meets(body("fore"), body("base"), 2000).unwrap(), Meets::Never);
    let never = clearance.never_meet(2000).unwrap();
    assert!(never.contains(&(body("base"), body("fore"))), "{never:?}");
    let fewer = clearance.clone().without(&never);
    assert!(fewer.pairs().len() < clearance.pairs().len());
}
