//! The advisor against what really happens.

use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};
use bristle_geometry::shape::Cuboid;
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::{
    Body, BodyId, Inertia, Joint, Mass, Model, ModelBuilder, StaticStability, Stepping, World,
};
use glam::DVec3;

/// Per texel: spring, damper, bristle.
struct Pad {
    k: f64,
    c: f64,
    sigma0: f64,
    sigma1: f64,
}

fn box_on_pad(pad: &Pad, half: DVec3, mass: f64, off_centre: f64) -> (Model, BodyId) {
    let friction = ElastoPlastic::new(BristleParameters {
        stiffness: pad.sigma0,
        damping: pad.sigma1,
        viscosity: 0.0,
        mu_static: 0.8,
        mu_dynamic: 0.8,
        stribeck_speed: 0.1,
    })
    .unwrap();
    let spring = LinearSpringDamper::new(pad.k, pad.c).unwrap();
    let material = ContactMaterial::new(spring, friction, 0.012, Basis::PerTexel).unwrap();
    let skin =
        Skin::new(&SkinLayout::grid(14, 6, 3.4e-3).unwrap(), material, SkinOptions::default()).unwrap();
    let mut builder = ModelBuilder::new();
    let fixed = Body {
        name: "pad".into(),
        parent: None,
        pose: Pose::IDENTITY,
        joint: Joint::fixed(),
        inertia: Inertia::ZERO,
    };
    let pad_body = builder.body(fixed).unwrap();
    builder.skin(pad_body, "skin", skin, Pose::IDENTITY).unwrap();
    let shape = Shape::from(Cuboid::new(half).unwrap());
    let mut inertia = Inertia::of_shape(&shape, Mass::Total(mass)).unwrap();
    inertia.centre.x += off_centre;
    let sunk = mass * 9.81 / (84.0 * pad.k);
    let free = Body {
        name: "box".into(),
        parent: None,
        pose: Pose::from_translation(DVec3::new(0.0, 0.0, half.z - sunk)),
        joint: Joint::free(),
        inertia,
    };
    let body = builder.body(free).unwrap();
    builder.shape(body, "box", shape, Pose::IDENTITY).unwrap();
    (builder.build().unwrap(), body)
}

/// Whether a tiny push grows under explicit steps `h`.
fn breaks_down(model: &Model, body: BodyId, h: f64) -> bool {
    let mut settled = World::new(model.clone());
    for _ in 0..3000 {
        settled.step(1e-3).unwrap();
    }
    let rest = settled.pose(body).unwrap();
    let mut world = World::new(model.clone()).with_stepping(Stepping::Explicit);
    world.set_state(settled.state().clone()).unwrap();
    // So small that nothing slips or lifts off before the growth is plain.
    let push = [1.3e-9, -0.7e-9, 1.1e-9, 3e-8, -2e-8, 1e-8];
    world.edit(|model, state| state.set_joint_velocity(model, body, &push)).unwrap();
    let size = |world: &World| {
        let pose = world.pose(body).unwrap();
        let turn = (pose.rotation * rest.rotation.inverse()).to_scaled_axis();
        (pose.translation - rest.translation).length() + 0.05 * turn.length()
    };
    let mut early: f64 = 0.0;
    for _ in 0..10 {
        world.step(h).unwrap();
        early = early.max(size(&world));
    }
    // One per cent beyond the limit a motion grows by at least a thousandth in each step.
    (0..10_000).any(|_| {
        world.step(h).unwrap();
        size(&world) > 300.0 * early
    })
}

#[test]
fn largest_explicit_step_is_where_explicit_steps_break_down() {
    let cases = [
        // Stiff in shear; stiff in pressing; damped in pressing; damped in shear; light and off its centre.
        (Pad { k: 1000.0, c: 2.0, sigma0: 2e4, sigma1: 3.0 }, DVec3::splat(0.025), 1.0, 0.0),
        (Pad { k: 7000.0, c: 1.0, sigma0: 900.0, sigma1: 1.0 }, DVec3::new(0.03, 0.02, 0.015), 0.43, 0.0),
        (Pad { k: 1000.0, c: 70.0, sigma0: 1000.0, sigma1: 1.0 }, DVec3::splat(0.025), 1.0, 0.0),
        (Pad { k: 1500.0, c: 1.0, sigma0: 3000.0, sigma1: 90.0 }, DVec3::splat(0.025), 0.7, 0.0),
        (Pad { k: 1000.0, c: 10.0, sigma0: 2e4, sigma1: 10.0 }, DVec3::new(0.025, 0.02, 0.03), 0.3, 2e-3),
    ];
    for (i, (pad, half, mass, off_centre)) in cases.into_iter().enumerate() {
        let (model, body) = box_on_pad(&pad, half, mass, off_centre);
        let mut world = World::new(model.clone());
        for _ in 0..3000 {
            world.step(1e-3).unwrap();
        }
        let h = world.advise(1e-3).unwrap().largest_explicit;
        assert!(!breaks_down(&model, body, 0.99 * h), "case {i}: breaks down below {h}");
        assert!(breaks_down(&model, body, 1.01 * h), "case {i}: holds above {h}");
    }
}

/// A box on springs topples where its weight's moment beats the pad: `m g H > K_θ − (m g)²/(N σ0)`, `K_θ = k Σ x²`.
#[test]
fn tall_box_on_soft_foam_buckles_where_the_closed_form_says() {
    let pad = Pad { k: 30.0, c: 1.0, sigma0: 2e4, sigma1: 3.0 };
    let mass = 0.43;
    // The narrow side: six columns, 3.4 mm apart.
    let sum_of_squares: f64 = (0..6).map(|i| 14.0 * (3.4e-3 * (i as f64 - 2.5)).powi(2)).sum();
    let weight = mass * 9.81;
    let critical = (pad.k * sum_of_squares - weight * weight / (84.0 * pad.sigma0)) / weight;
    let verdict = |height: f64| {
        // The centre of mass lies half the box's height above the face that it stands on.
        let half = DVec3::new(0.025, 0.025, height);
        let (model, _) = box_on_pad(&pad, half, mass, 0.0);
        World::new(model).advise(1e-3).unwrap().statics
    };
    assert_eq!(verdict(0.98 * critical), Some(StaticStability::Stable));
    let Some(StaticStability::Unstable { body, .. }) = verdict(1.02 * critical) else {
        panic!("not found unstable at {critical}")
    };
    assert_eq!(body, "box");
}

/// Before the first step a box barely touches; what would topple as it is has yet to sink into its pad.
#[test]
fn what_is_not_in_balance_is_not_judged() {
    let pad = Pad { k: 1000.0, c: 10.0, sigma0: 2e4, sigma1: 10.0 };
    let (model, body) = box_on_pad(&pad, DVec3::splat(0.025), 1.0, 0.0);
    let mut world = World::new(model);
    let sunk = world.pose(body).unwrap();
    let lifted =
        Pose { translation: sunk.translation + DVec3::new(0.0, 0.0, 0.99 * 9.81 / 84_000.0), ..sunk };
    world.edit(|model, state| state.set_free_pose(model, body, lifted)).unwrap();
    assert_eq!(world.advise(1e-3).unwrap().statics, Some(StaticStability::NotYet { body: "box".into() }));
    world.edit(|model, state| state.set_free_pose(model, body, sunk)).unwrap();
    assert_eq!(world.advise(1e-3).unwrap().statics, Some(StaticStability::Stable));
}

#[test]
fn advice_says_what_to_change() {
    let pad = Pad { k: 1000.0, c: 10.0, sigma0: 2e4, sigma1: 10.0 };
    let (model, body) = box_on_pad(&pad, DVec3::splat(0.025), 1.0, 0.0);
    let mut world = World::new(model);
    let words = world.advise(1e-2).unwrap().to_string();
    assert!(words.contains("needs Newton's method"), "{words}");
    assert!(words.contains("What stands, stands"), "{words}");

    world
        .edit(|model, state| state.set_joint_velocity(model, body, &[0.0, 0.0, -3.0, 0.0, 0.0, 0.0]))
        .unwrap();
    let advice = world.advise(1e-2).unwrap();
    assert_eq!(advice.too_fast.len(), 1);
    assert_eq!((advice.too_fast[0].skin.as_str(), advice.too_fast[0].target.as_str()), ("skin", "box"));
    assert!((advice.too_fast[0].travel - 0.03).abs() < 1e-12);
    assert!(advice.to_string().contains("shorten the step below 8.000 ms"), "{advice}");
    // What would move past what the skin sees makes the step be divided.
    let report = world.step(1e-2).unwrap();
    assert!(report.divisions > 1 && !report.beyond_window);
    assert!(world.advise(f64::NAN).is_err());
}

/// The first explicit step that is longer than the advisor allows says so, and no other: with the limit and a remedy.
#[test]
fn an_explicit_step_beyond_the_stable_limit_says_so_once() {
    let pad = Pad { k: 1000.0, c: 10.0, sigma0: 2e4, sigma1: 10.0 };
    let (model, _) = box_on_pad(&pad, DVec3::splat(0.025), 1.0, 0.0);
    let largest = World::new(model.clone()).advise(1e-3).unwrap().largest_explicit;
    let told = |stepping: Stepping, h: f64| {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        (0..300).filter_map(|_| world.step(h).unwrap().too_long).collect::<Vec<_>>()
    };
    assert_eq!(told(Stepping::Explicit, 0.99 * largest), []);
    assert_eq!(told(Stepping::Newton, 1.5 * largest), []);
    let too_long = told(Stepping::Explicit, 1.01 * largest);
    assert_eq!(too_long.len(), 1);
    assert!((too_long[0].largest / largest - 1.0).abs() < 1e-6, "{too_long:?} {largest}");
    let words = too_long[0].to_string();
    assert!(words.contains("Newton") && words.contains("or less"), "{words}");
}

/// A pad that is met on the way counts when it is met.
#[test]
fn a_contact_that_comes_later_is_found_too_stiff_when_it_comes() {
    let pad = Pad { k: 1000.0, c: 10.0, sigma0: 2e4, sigma1: 10.0 };
    let (model, body) = box_on_pad(&pad, DVec3::splat(0.025), 1.0, 0.0);
    let h = 2.0 * World::new(model.clone()).advise(1e-3).unwrap().largest_explicit;
    let mut falling = World::new(model).with_stepping(Stepping::Explicit);
    let mut pose = falling.pose(body).unwrap();
    pose.translation.z += 0.01;
    falling.edit(|model, state| state.set_free_pose(model, body, pose)).unwrap();
    let first = (0..400).find_map(|_| {
        let report = falling.step(h).unwrap();
        report.too_long.map(|too_long| (too_long, report.contacts, falling.state().step))
    });
    let (too_long, contacts, step) = first.expect("falls onto the pad");
    assert!(contacts > 0 && step > 10, "{too_long:?} after {step} steps");
}

/// Robots often turn on a joint of no mass that carries the link: the link's mass counts as if both were one.
#[test]
fn what_is_fixed_to_a_massless_joint_counts_with_it() {
    let advice = |on_a_frame: bool| {
        let spring = LinearSpringDamper::new(350.0, 0.4).unwrap();
        let friction = ElastoPlastic::new(BristleParameters {
            stiffness: 200.0,
            damping: 0.3,
            viscosity: 0.0,
            mu_static: 0.8,
            mu_dynamic: 0.8,
            stribeck_speed: 0.1,
        })
        .unwrap();
        let material = ContactMaterial::new(spring, friction, 0.012, Basis::PerTexel).unwrap();
        let skin =
            Skin::new(&SkinLayout::grid(4, 3, 3e-3).unwrap(), material, SkinOptions::default()).unwrap();
        let mut builder = ModelBuilder::new();
        let shape = Shape::from(Cuboid::new(DVec3::new(0.01, 0.02, 0.03)).unwrap());
        let inertia = Inertia::of_shape(&shape, Mass::Total(0.37)).unwrap();
        let body = |name: &str, parent, joint, inertia| Body {
            name: name.into(),
            parent,
            pose: Pose::IDENTITY,
            joint,
            inertia,
        };
        let slider = Joint::prismatic(DVec3::Z);
        let finger = if on_a_frame {
            let frame = builder.body(body("frame", None, slider, Inertia::ZERO)).unwrap();
            builder.body(body("finger", Some(frame), Joint::fixed(), inertia)).unwrap()
        } else {
            builder.body(body("finger", None, slider, inertia)).unwrap()
        };
        builder.skin(finger, "skin", skin, Pose::IDENTITY).unwrap();
        let far =
            Body { pose: Pose::from_translation(DVec3::Z), ..body("box", None, Joint::free(), inertia) };
        let thing = builder.body(far).unwrap();
        builder.shape(thing, "box", shape, Pose::IDENTITY).unwrap();
        World::new(builder.build().unwrap()).advise(1e-3).unwrap().largest_explicit_pressed
    };
    assert_eq!(advice(true), advice(false));
    assert!(advice(true) > 1e-4, "{}", advice(true));
}
