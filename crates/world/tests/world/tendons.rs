//! Tendons over several joints: under-actuated fingers and clutches against their statics.

use crate::support::bodies::weightless;
use bristle_geometry::{Pose, Wrench};
use bristle_world::{
    Body, BodyId, Inertia, Joint, ModelBuilder, ModelError, Spring, Tendon, TendonKind, World,
};
use glam::{DMat3, DVec3};

const H: f64 = 1e-3;

fn phalanx(builder: &mut ModelBuilder, name: &str, parent: Option<BodyId>, spring: f64) -> BodyId {
    let spring = Spring { stiffness: spring, rest: 0.0 };
    let joint = Joint::revolute(DVec3::Y).with_spring(spring).with_damping(0.02);
    let inertia = Inertia {
        mass: 0.021,
        centre: DVec3::X * 0.02,
        about_centre: DMat3::from_diagonal(DVec3::new(1e-6, 4e-6, 4e-6)),
    };
    let pose = Pose::from_translation(parent.map_or(DVec3::ZERO, |_| DVec3::X * 0.04));
    builder.body(Body { name: name.into(), parent, pose, joint, inertia }).unwrap()
}

/// A slide that pulls on a tendon: its coordinate lengthens it.
fn puller(builder: &mut ModelBuilder) -> BodyId {
    let inertia = Inertia { mass: 0.05, centre: DVec3::ZERO, about_centre: DMat3::IDENTITY * 1e-5 };
    let joint = Joint::prismatic(DVec3::X).with_damping(1.0);
    let pose = Pose::from_translation(DVec3::NEG_X * 0.1);
    builder.body(Body { name: "puller".into(), parent: None, pose, joint, inertia }).unwrap()
}

fn tendon(joints: Vec<(BodyId, f64)>, kind: TendonKind) -> Tendon {
    Tendon { name: "tendon".into(), joints, rest_length: 0.0, stiffness: 1e6, damping: 0.0, kind }
}

/// A cord over two pulleys: each joint turns until its spring balances force times radius.
#[test]
fn a_cord_over_two_pulleys_bends_each_joint_by_its_radius() {
    let (radii, springs, force) = ([0.009, 0.0047], [0.31, 0.083], 3.7);
    let mut builder = weightless();
    let proximal = phalanx(&mut builder, "proximal", None, springs[0]);
    let distal = phalanx(&mut builder, "distal", Some(proximal), springs[1]);
    let puller = puller(&mut builder);
    // Bending takes the cord up, pulling lets it out.
    let cord = tendon(vec![(proximal, -radii[0]), (distal, -radii[1]), (puller, 1.0)], TendonKind::Cord);
    let cord = builder.tendon(cord).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.apply(puller, Wrench { force: DVec3::X * force, ..Default::default() }).unwrap();
    (0..8000).for_each(|_| {
        world.step(H).unwrap();
    });
    for ((body, radius), spring) in [proximal, distal].into_iter().zip(radii).zip(springs) {
        let angle = world.joint_position(body).unwrap();
        assert!((angle / (radius * force / spring) - 1.0).abs() < 1e-6, "{angle}");
    }
    assert!((world.tendon_force(cord).unwrap() - force).abs() < 1e-6);
    let stretch = world.tendon_length(cord).unwrap();
    assert!((stretch * 1e6 - force).abs() < 1e-6, "{stretch}");
    // It does not push.
    world.apply(puller, Wrench { force: DVec3::NEG_X * force, ..Default::default() }).unwrap();
    (0..3000).for_each(|_| {
        world.step(H).unwrap();
    });
    assert_eq!(world.tendon_force(cord).unwrap(), 0.0);
    assert!(world.tendon_length(cord).unwrap() < -1e-3);
    assert!(world.joint_position(proximal).unwrap().abs() < 1e-3);
}

/// Both joints of a finger on one drive; a stop in the way of one lets the other go on: a differential.
#[test]
fn a_rod_shares_a_displacement_among_joints_by_what_resists_them() {
    let (springs, pull) = ([0.2, 0.05], 0.01);
    let mut builder = weightless();
    let one = phalanx(&mut builder, "one", None, springs[0]);
    let two = phalanx(&mut builder, "two", None, springs[1]);
    let joints = vec![(one, 0.01), (two, 0.01)];
    let rod = Tendon { rest_length: pull, ..tendon(joints, TendonKind::Rod) };
    let rod = builder.tendon(rod).unwrap();
    let mut world = World::new(builder.build().unwrap());
    (0..6000).for_each(|_| {
        world.step(H).unwrap();
    });
    // k₁ q₁ = k₂ q₂ and r (q₁ + q₂) = pull, but for the stretch of the rod.
    let [q1, q2] = [one, two].map(|body| world.joint_position(body).unwrap());
    assert!((springs[0] * q1 / (springs[1] * q2) - 1.0).abs() < 1e-6, "{q1} {q2}");
    assert!((0.01 * (q1 + q2) - pull).abs() < 1e-5, "{q1} {q2}");
    assert!((world.tendon_force(rod).unwrap() * 0.01 + springs[0] * q1).abs() < 1e-7);
}

/// A Barrett finger: one spool drives both joints. The inner one has a clutch; where it is held up, it is pressed with the clutch's torque while the outer goes on.
#[test]
fn a_clutch_slips_at_its_torque_and_the_other_joint_goes_on() {
    let (limit, blocked) = (0.11, 0.37);
    let mut builder = weightless();
    let inertia = Inertia { mass: 0.1, centre: DVec3::ZERO, about_centre: DMat3::IDENTITY * 1e-5 };
    let spool = Joint::revolute(DVec3::Y).with_damping(0.05);
    let spool = Body { name: "spool".into(), parent: None, pose: Pose::IDENTITY, joint: spool, inertia };
    let spool = builder.body(spool).unwrap();
    // A spring is what holds the inner joint up.
    let inner = phalanx(&mut builder, "inner", None, blocked);
    let outer = phalanx(&mut builder, "outer", Some(inner), 1e-9);
    let joints = |joint, ratio| vec![(spool, ratio), (joint, -1.0)];
    let clutch = Tendon { name: "clutch".into(), ..tendon(joints(inner, 1.0), TendonKind::Clutch(limit)) };
    let clutch = builder.tendon(clutch).unwrap();
    builder.tendon(tendon(joints(outer, 1.0 / 3.0), TendonKind::Rod)).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.apply(spool, Wrench { torque: DVec3::Y * 0.25, ..Default::default() }).unwrap();
    (0..3000).for_each(|_| {
        world.step(H).unwrap();
    });
    let [turned, held, bent] = [spool, inner, outer].map(|body| world.joint_position(body).unwrap());
    assert!((world.tendon_force(clutch).unwrap() - limit).abs() < 1e-9);
    assert!((held * blocked / limit - 1.0).abs() < 1e-3, "inner at {held}, balance at {}", limit / blocked);
    assert!(turned > 3.0 * held, "the spool goes on: {turned}");
    assert!((bent - turned / 3.0).abs() < 1e-3, "outer at {bent} of {turned}");
    // Turned back, it holds on to where it slipped to.
    let slip = turned - held;
    world.apply(spool, Wrench { torque: DVec3::Y * -0.05, ..Default::default() }).unwrap();
    (0..200).for_each(|_| {
        world.step(H).unwrap();
    });
    let now = world.joint_position(spool).unwrap() - world.joint_position(inner).unwrap();
    assert!((now - slip).abs() < 1e-3, "slipped by {slip}, then {now}");
}

#[test]
fn tendons_that_make_no_sense_are_refused() {
    let mut builder = weightless();
    let one = phalanx(&mut builder, "one", None, 0.1);
    let good = tendon(vec![(one, 0.01)], TendonKind::Cord);
    let bad = [
        Tendon { joints: vec![], ..good.clone() },
        Tendon { joints: vec![(one, 0.0)], ..good.clone() },
        Tendon { joints: vec![(one, 0.1), (one, 0.1)], ..good.clone() },
        Tendon { stiffness: -1.0, ..good.clone() },
        Tendon { damping: f64::NAN, ..good.clone() },
        Tendon { rest_length: f64::INFINITY, ..good.clone() },
        Tendon { kind: TendonKind::Clutch(0.0), ..good.clone() },
    ];
    for tendon in bad {
        assert!(matches!(builder.tendon(tendon), Err(ModelError::BadTendon { .. })));
    }
    builder.tendon(good).unwrap();
}
