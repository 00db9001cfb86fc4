//! A step that cannot be taken says why, and the state is the one before it, to the last bit.

use crate::mechanics::*;
use bristle_contact::presets;
use bristle_geometry::shape::Sphere;
use bristle_geometry::{Pose, Wrench};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::{
    BodyId, DryFriction, Inertia, Joint, Limits, Mimic, Model, ModelBuilder, Spring, StepError, Stepping,
    Trajectory, World,
};
use glam::{DMat3, DQuat, DVec3};
use proptest::prelude::*;

const WAYS: [Stepping; 2] = [Stepping::Newton, Stepping::Explicit];

fn lump() -> Inertia {
    awkward(0.6, DVec3::new(0.1, 0.05, -0.2), DVec3::new(0.02, 0.03, 0.04))
}

/// A free stone above a small pad, and a pendulum.
fn scene() -> (Model, [BodyId; 2]) {
    let mut builder = ModelBuilder::new();
    let pad = builder.body(body("pad", None, Pose::IDENTITY, Joint::fixed(), Inertia::ZERO)).unwrap();
    let skin = Skin::new(&SkinLayout::grid(3, 2, 3.4e-3).unwrap(), presets::table3(), SkinOptions::default())
        .unwrap();
    builder.skin(pad, "pad", skin, Pose::IDENTITY).unwrap();
    let stone = builder
        .body(body("stone", None, Pose::from_translation(DVec3::Z * 0.099), Joint::free(), lump()))
        .unwrap();
    let ball = Sphere::new(0.1).unwrap().into();
    builder.shape(stone, "stone", ball, Pose::IDENTITY).unwrap();
    let bob = builder.body(body("bob", None, Pose::IDENTITY, Joint::revolute(DVec3::Y), lump())).unwrap();
    (builder.build().unwrap(), [stone, bob])
}

/// The step fails; nothing has changed, and the world goes on as if it had not been tried.
#[track_caller]
fn refused(world: &mut World, h: f64) -> StepError {
    let (state, seen) = (world.state().clone(), bits(world));
    let energy = world.energy();
    let error = world.step(h).unwrap_err();
    assert_eq!((world.state(), bits(world)), (&state, seen));
    assert_eq!((world.energy().kinetic, world.energy().potential), (energy.kinetic, energy.potential));
    error
}

#[track_caller]
fn assert_says(error: &StepError, words: &[&str]) {
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
}

#[test]
fn a_step_must_be_positive_and_of_a_usual_size() {
    let (model, _) = scene();
    for stepping in WAYS {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        world.step(1e-3).unwrap();
        for h in [0.0, -0.0, -1e-3, 1e-12, 2.0, f64::NAN, f64::INFINITY] {
            let error = refused(&mut world, h);
            assert!(matches!(error, StepError::BadStep { .. }), "{error:?}");
            assert_says(&error, &[&format!("{h} s"), "[1e-9, 1] s", "0.001"]);
        }
        world.step(1e-3).unwrap();
    }
}

#[test]
fn forces_beyond_all_numbers_name_the_body_that_they_act_on() {
    let (model, [stone, bob]) = scene();
    for stepping in WAYS {
        for (body, name) in [(stone, "`stone`"), (bob, "`bob`")] {
            let mut world = World::new(model.clone()).with_stepping(stepping);
            world.step(1e-3).unwrap();
            let huge = Wrench {
                force: DVec3::new(0.3, -0.7, 1.1) * 1e308,
                point: DVec3::Z * 1e9 + DVec3::X * 1e8,
                ..Default::default()
            };
            world.apply(body, huge).unwrap();
            let error = refused(&mut world, 1e-3);
            assert!(matches!(error, StepError::NotFinite { .. }), "{error:?}");
            assert_says(&error, &[name, "at 0.001 s", "no longer finite"]);
            // Without it the world goes on as one that never met it.
            world.apply(body, Wrench::default()).unwrap();
            let mut other = World::new(model.clone()).with_stepping(stepping);
            other.set_state(world.state().clone()).unwrap();
            for _ in 0..20 {
                world.step(1e-4).unwrap();
                other.step(1e-4).unwrap();
            }
            assert_eq!((bits(&world), world.state()), (bits(&other), other.state()));
        }
    }
}

#[test]
fn speeds_beyond_all_numbers_are_refused() {
    let (model, [stone, bob]) = scene();
    for stepping in WAYS {
        for (body, velocity) in [(stone, vec![1e200; 6]), (bob, vec![1e200])] {
            let mut world = World::new(model.clone()).with_stepping(stepping);
            world.edit(|model, state| state.set_joint_velocity(model, body, &velocity)).unwrap();
            let error = refused(&mut world, 1e-3);
            assert!(!error.to_string().is_empty(), "{error:?}");
        }
    }
}

#[test]
fn a_hinge_whose_load_has_slid_onto_its_axis_is_refused_with_a_remedy() {
    let mut builder = ModelBuilder::new();
    let hinge = Joint::revolute(DVec3::Z);
    let hinge = builder.body(body("hinge", None, Pose::IDENTITY, hinge, Inertia::ZERO)).unwrap();
    let out = Pose::from_translation(DVec3::X * 0.3);
    let load = Inertia::point(0.7, DVec3::ZERO);
    let load = builder.body(body("load", Some(hinge), out, Joint::prismatic(DVec3::X), load)).unwrap();
    let model = builder.build().unwrap();
    for stepping in WAYS {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        world.step(1e-3).unwrap();
        world.edit(|model, state| state.set_joint_position(model, load, &[-0.3])).unwrap();
        let error = refused(&mut world, 1e-3);
        assert!(matches!(error, StepError::NotFinite { .. }), "{error:?}");
        assert_says(&error, &["mass matrix", "armature"]);
    }
}

#[test]
fn friction_stiffer_than_numbers_can_tell_is_refused_where_it_should_stop_its_joint() {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::ZERO);
    builder.body(body("stone", None, Pose::IDENTITY, Joint::free(), lump())).unwrap();
    let friction = DryFriction { force: 3.1, stiffness: 1e30 };
    let joint = Joint::prismatic(DVec3::X).with_friction(friction);
    let slide = builder.body(body("slide", None, Pose::IDENTITY, joint, lump())).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.edit(|model, state| state.set_joint_velocity(model, slide, &[0.1])).unwrap();
    // F/m = 5 m/s²: it slides for 19 ms.
    for _ in 0..19 {
        world.step(1e-3).unwrap();
    }
    let error = refused(&mut world, 1e-3);
    assert!(matches!(error, StepError::NotConverged { .. }), "{error:?}");
    assert_says(&error, &["at 0.019", "did not converge", "`slide`", "halve the step"]);
}

/// Numbers as users give them, and as nobody should.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -2.0..2.0_f64,
        2 => prop::sample::select(vec![
            0.0, -0.0, 1e-308, 5e-324, 1e-160, 1e-20, 1e20, -1e20, 1e100, -1e150, 1e160, 1e200, -1e308, f64::MAX,
        ]),
    ]
}

fn any_vector() -> impl Strategy<Value = DVec3> {
    [any_number(), any_number(), any_number()].prop_map(DVec3::from)
}

fn any_inertia() -> impl Strategy<Value = Inertia> {
    let size =
        prop_oneof![9 => 1e-6..1.0_f64, 1 => prop::sample::select(vec![0.0, 1e-300, 1e-30, 1e30, 1e200])];
    (size.clone(), any_vector(), size).prop_map(|(mass, centre, moment)| Inertia {
        mass,
        centre,
        about_centre: DMat3::from_diagonal(DVec3::new(1.0, 1.2, 1.5) * moment),
    })
}

fn any_joint() -> impl Strategy<Value = Joint> {
    let parts = (any_vector(), any_number(), any_number(), any_number(), any_number(), 0..12_usize);
    (0..5_usize, parts).prop_map(|(kind, (axis, a, b, c, d, extra))| {
        let joint = match kind {
            0 => Joint::revolute(axis),
            1 => Joint::prismatic(axis),
            2 => Joint::ball(),
            3 => Joint::free(),
            _ => Joint::fixed(),
        };
        let size = f64::abs;
        match extra {
            0 => joint.with_limits(Limits {
                lower: a.min(b),
                upper: a.max(b),
                stiffness: size(c),
                damping: size(d),
            }),
            1 => joint.with_damping(size(a)),
            2 => joint.with_friction(DryFriction { force: size(a), stiffness: size(b) }),
            3 => joint.with_armature(size(a)),
            4 => joint.with_spring(Spring { stiffness: size(a), rest: b }),
            5 => joint.with_mimic(Mimic { body: BodyId(0), ratio: a, offset: b }),
            6 => match Trajectory::hold(a) {
                Ok(hold) => joint.with_motion(hold),
                Err(_) => joint,
            },
            _ => joint,
        }
    })
}

/// Bodies that the builder has accepted; the others are left out.
fn any_model() -> impl Strategy<Value = Option<Model>> {
    let turn = any_vector().prop_map(|v| DQuat::from_xyzw(v.x, v.y, v.z, 1.0));
    let one = (any_joint(), any_inertia(), any_vector(), turn, 0..6_usize);
    (prop::collection::vec(one, 1..6), any_vector(), any::<bool>()).prop_map(|(bodies, gravity, padded)| {
        let mut builder = ModelBuilder::new();
        builder.gravity(gravity);
        let mut count = 0;
        for (i, (joint, inertia, at, rotation, parent)) in bodies.into_iter().enumerate() {
            let parent = (parent < count && joint.kind.velocities() < 6).then_some(BodyId(parent));
            let pose = Pose { rotation, translation: at };
            if let Ok(id) = builder.body(body(&i.to_string(), parent, pose, joint, inertia)) {
                count += 1;
                let ball = Sphere::new(0.1).unwrap().into();
                let _ = builder.shape(id, i.to_string(), ball, Pose::IDENTITY);
                if padded && i == 0 {
                    let layout = SkinLayout::grid(3, 2, 0.05).unwrap();
                    let skin = Skin::new(&layout, presets::table3(), SkinOptions::default()).unwrap();
                    builder.skin(id, "pad", skin, Pose::IDENTITY).unwrap();
                }
            }
        }
        builder.build().ok()
    })
}

fn any_step() -> impl Strategy<Value = f64> {
    prop_oneof![4 => 1e-5..0.02_f64, 1 => any_number()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    /// Extreme numbers are refused or lived with; nothing panics, and no state is ever half-way or not finite.
    #[test]
    fn no_numbers_make_a_world_panic_or_lose_its_state(
        model in any_model(),
        numbers in prop::collection::vec(any_number(), 7),
        (force, torque, point) in (any_vector(), any_vector(), any_vector()),
        added in any_inertia(),
        steps in prop::collection::vec(any_step(), 4),
        (stepping, which) in (0..2_usize, 0..5_usize),
    ) {
        let Some(model) = model else { return Ok(()) };
        if model.bodies().is_empty() {
            return Ok(());
        }
        let mut world = World::new(model).with_stepping(WAYS[stepping]);
        let id = BodyId(which % world.model().bodies().len());
        let kind = world.model().bodies()[id.0].joint.kind;
        let _ = world.edit(|m, s| s.set_joint_position(m, id, &numbers[..kind.coordinates()]));
        let _ = world.edit(|m, s| s.set_joint_velocity(m, id, &numbers[..kind.velocities()]));
        let _ = world.apply(id, Wrench { force, torque, point });
        let _ = world.add_mass(id, added);
        for h in steps {
            let (before, seen) = (world.state().clone(), bits(&world));
            match world.step(h) {
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty());
                    prop_assert!(world.state() == &before && bits(&world) == seen, "{error} changed the state");
                }
                Ok(_) => {
                    prop_assert!(world.state().time.is_finite());
                    for i in 0..world.model().bodies().len() {
                        let (q, v) = (
                            world.state().joint_position(world.model(), BodyId(i)),
                            world.state().joint_velocity(world.model(), BodyId(i)),
                        );
                        prop_assert!(q.iter().chain(&v).all(|x| x.is_finite()), "body {i}: {q:?} {v:?}");
                    }
                }
            }
        }
    }

    /// Whatever is built of usual numbers can be stepped at usual steps, however it is pushed.
    #[test]
    fn usual_numbers_always_make_a_step(
        (axes, kinds) in (prop::collection::vec(-1.0..1.0_f64, 40), prop::collection::vec(0..4_usize, 1..7)),
        (mass, gravity) in (1e-4..10.0_f64, prop::sample::select(vec![0.0, 1.6, 9.81])),
        (push, h) in (-50.0..50.0_f64, 1e-5..0.01_f64),
        stepping in 0..2_usize,
    ) {
        let at = |i: usize| DVec3::new(axes[i], axes[i + 13], axes[i + 26]);
        let mut builder = ModelBuilder::new();
        builder.gravity(DVec3::NEG_Z * gravity);
        for (i, kind) in kinds.iter().enumerate() {
            let joint = match kind {
                0 => Joint::revolute(at(i) + DVec3::X * 2.0).with_damping(1e-3),
                1 => Joint::prismatic(at(i) + DVec3::Y * 2.0).with_friction(DryFriction { force: 0.5, stiffness: 5e3 }),
                2 => Joint::ball(),
                _ => Joint::free(),
            };
            let parent = (i > 0 && *kind < 3).then(|| BodyId(i - 1));
            let inertia = awkward(mass, 0.1 * at(i), DVec3::new(1.0, 1.3, 1.9) * mass * 1e-3);
            let pose = Pose::new(DQuat::from_scaled_axis(at(i + 3)), at(i + 6));
            builder.body(body(&i.to_string(), parent, pose, joint, inertia)).unwrap();
        }
        let mut world = World::new(builder.build().unwrap()).with_stepping(WAYS[stepping]);
        // As heavy as the weight at most, beside 0.02 N that a weightless world would have too.
        let force = at(9) * push * (mass * gravity + 0.02) / 50.0;
        world.apply(BodyId(kinds.len() - 1), Wrench { force, point: 0.1 * at(10), ..Default::default() }).unwrap();
        for _ in 0..5 {
            world.step(h).unwrap();
        }
    }
}
