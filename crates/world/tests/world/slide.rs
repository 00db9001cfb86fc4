//! Sliding: down an incline, to a stop, and along the Stribeck curve.

use crate::support::G;
use crate::support::bodies::{TEXELS, body, coat, cuboid, fixed_pad, free, table, under_gravity};
use crate::support::material::{bristles, elasto_plastic, lugre, per_area, per_texel, rubber};
use crate::support::passing::{pass, watch, ways};
use bristle_contact::{BristleParameters, ContactMaterial, FrictionLaw, presets};
use bristle_geometry::shape::HalfSpace;
use bristle_geometry::{Pose, Twist, Wrench};
use bristle_world::trajectory::Trapezoid;
use bristle_world::{Body, BodyId, Inertia, Joint, SkinId, Stepping, Trajectory, World};
use glam::{DQuat, DVec3, dvec3};

const MU: f64 = 0.43;
const MASS: f64 = 1.1;
/// Low and wide, so that it does not rock.
const HALF: DVec3 = DVec3::new(0.03, 0.025, 0.008);
/// Half the limit of 1.1 kg on bristles of 600 N·s/m, with room for rocking.
const EXPLICIT: f64 = 2e-4;

/// A box on a table inclined by `angle`, pressed in as deep as its weight will keep it; moves with `speed` downhill.
fn box_on_incline(angle: f64, speed: f64, material: ContactMaterial) -> (World, BodyId) {
    let mut builder = under_gravity();
    let tilt = Pose::from_axis_angle(DVec3::Y, angle);
    table(&mut builder, tilt);
    let sunk = MASS * G * angle.cos() / (4.0 * HALF.x * HALF.y * 4e7);
    let place = tilt * Pose::from_translation(dvec3(0.3, -0.7, HALF.z - sunk));
    let body = free(&mut builder, "box", cuboid(HALF), MASS, place);
    coat(&mut builder, body, material);
    let mut world = World::new(builder.build().unwrap());
    let v = tilt.transform_vector(DVec3::X) * speed;
    world
        .edit(|model, state| state.set_joint_velocity(model, body, &[v.x, v.y, v.z, 0.0, 0.0, 0.0]))
        .unwrap();
    (world, body)
}

/// Speed down an incline \[m/s\].
fn downhill(twist: Twist, angle: f64) -> f64 {
    twist.linear.dot(dvec3(angle.cos(), 0.0, -angle.sin()))
}

#[test]
fn a_box_slides_down_with_g_sin_minus_mu_cos() {
    let angle = 0.7f64;
    let expected = G * (angle.sin() - MU * angle.cos());
    for (stepping, h) in ways(EXPLICIT) {
        let (world, body) = box_on_incline(angle, 0.0, rubber(MU));
        let mut world = world.with_stepping(stepping);
        // Lands and leans for a while.
        pass(&mut world, h, 0.2);
        let begin = downhill(world.twist(body).unwrap(), angle);
        pass(&mut world, h, 0.1);
        let acceleration = (downhill(world.twist(body).unwrap(), angle) - begin) / 0.1;
        let error = (acceleration / expected - 1.0).abs();
        // Newton leaves 1e-12 of the impulse of each of up to 1000 steps.
        assert!(error < 1e-8, "{stepping:?}, {h} s: {acceleration}, not {expected} m/s²: off by {error:e}");
    }
}

#[test]
fn sliding_sets_in_where_the_slope_exceeds_mu_static() {
    let friction = BristleParameters { mu_static: 0.5, mu_dynamic: 0.3, ..bristles(8e7, 2e5, 0.5) };
    let material = per_area(4e7, 2e5, elasto_plastic(friction));
    for (stepping, h) in ways(EXPLICIT) {
        let run = |slope: f64| {
            let angle = slope.atan();
            let (world, body) = box_on_incline(angle, 0.0, material.clone());
            let mut world = world.with_stepping(stepping);
            // Held from behind, at its bottom, and let go slowly: what comes suddenly would overshoot.
            let uphill = dvec3(-angle.cos(), 0.0, angle.sin()) * MASS * G * angle.sin();
            let hold = |world: &mut World, share: f64| {
                world.apply(
                    body,
                    Wrench { force: uphill * share, point: DVec3::NEG_Z * HALF.z, ..Default::default() },
                )
            };
            hold(&mut world, 1.0).unwrap();
            pass(&mut world, h, 0.1);
            watch(&mut world, h, 0.5, |world| {
                let share = 1.0 - (world.state().time - 0.1) / 0.5;
                hold(world, share.max(0.0)).unwrap();
            });
            pass(&mut world, h, 0.4);
            downhill(world.twist(body).unwrap(), angle)
        };
        // A thousandth below and above.
        let (held, slid) = (run(0.4995), run(0.5005));
        assert!(held.abs() < 1e-9, "{stepping:?}, {h} s: slides at {held} m/s below the limit");
        assert!(slid > 0.1, "{stepping:?}, {h} s: holds above the limit ({slid} m/s)");
    }
}

#[test]
fn a_sliding_box_stops_after_v_squared_over_2_mu_g() {
    let speed = 0.7;
    let expected = speed * speed / (2.0 * MU * G);
    for (stepping, h) in ways(EXPLICIT) {
        let (world, body) = box_on_incline(0.0, speed, rubber(MU));
        let mut world = world.with_stepping(stepping);
        let begin = world.pose(body).unwrap().translation.x;
        pass(&mut world, h, 0.5);
        let distance = world.pose(body).unwrap().translation.x - begin;
        assert!(world.twist(body).unwrap().linear.length() < 1e-9);
        // Bristles yield by μ m g/(A σ₀) = 19 µm, at the start and at the end. Explicit steps go on with the velocity at
        // their end, and so lose v h/2. Implicit ones go on with the mean, but a little towards the end as sliding friction, μ m g/v per
        // speed, resists: μ g h² ln(v/(μ g h))/4 over all of them; and the last is not taken to its end.
        let bristles = 2.0 * MU * MASS * G / (4.0 * HALF.x * HALF.y * 8e7);
        let lost = MU * G * h;
        let stepped = match stepping {
            Stepping::Explicit => 0.5 * speed * h,
            Stepping::Newton => lost * h * (0.5 + 0.25 * (speed / lost).ln()),
        };
        let allowed = bristles + 1.1 * stepped;
        let error = (distance - expected).abs();
        assert!(error < allowed, "{stepping:?}, {h} s: {distance}, not {expected} m: off by {error:e}");
    }
}

/// A plate that lies on the pad under its own weight and is dragged along x with a speed.
fn dragged(speed: f64, friction: FrictionLaw) -> (World, SkinId, BodyId) {
    let mut builder = under_gravity();
    let pad = fixed_pad(&mut builder, Pose::IDENTITY, per_texel(1000.0, 10.0, friction));
    let motion = Trajectory::trapezoid(Trapezoid {
        from: 0.0,
        to: 1e3 * speed,
        start: 0.0,
        speed,
        acceleration: 1e3 * speed,
    });
    let carriage = Joint::prismatic(DVec3::X).with_motion(motion.unwrap());
    let carriage = body(&mut builder, "carriage", Pose::IDENTITY, carriage, Inertia::ZERO);
    let mass = TEXELS * FORCE / G;
    let depth = FORCE / 1000.0;
    let plate = Body {
        name: "plate".into(),
        parent: Some(carriage),
        pose: Pose::from_translation(DVec3::NEG_Z * depth),
        joint: Joint::prismatic(DVec3::Z),
        inertia: Inertia::point(mass, DVec3::ZERO),
    };
    let plate = builder.body(plate).unwrap();
    let facing_down = Pose { rotation: DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), translation: DVec3::ZERO };
    builder.shape(plate, "plate", HalfSpace.into(), facing_down).unwrap();
    (World::new(builder.build().unwrap()), pad, carriage)
}

/// Normal force per texel behind Fig. 7 of Moisio et al. (2013) \[N\].
const FORCE: f64 = 0.08;

#[test]
fn steady_sliding_follows_the_stribeck_curve() {
    let p = presets::FOAM_FRICTION;
    for law in [elasto_plastic, lugre] {
        for speed in [0.07, 0.3, 1.1] {
            let (v, x0) = (speed, p.stribeck_speed);
            let mu = p.mu_dynamic + (p.mu_static - p.mu_dynamic) * (-(v / x0) * (v / x0)).exp();
            let limit = FORCE * mu;
            // Only the plate's height is free, and its springs allow 5 ms.
            for (stepping, h) in ways(1e-3) {
                if h < 1e-3 && speed < 1.0 {
                    continue; // only takes longer
                }
                let (world, pad, carriage) = dragged(speed, law(p));
                let mut world = world.with_stepping(stepping);
                // LuGre's bristles relax with e^(−σ₀ x/g) of the way x, elasto-plastic ones with e^(−σ₀ t/σ₁).
                let deflection = FORCE * p.mu_static / p.stiffness;
                pass(&mut world, h, (24.0 * deflection / speed).max(24.0 * p.damping / p.stiffness));
                let reading = world.reading(pad).unwrap();
                let drag: f64 = reading.texels.iter().map(|t| t.shear.x).sum();
                let expected = TEXELS * (limit + p.viscosity * v);
                let error = (drag / expected - 1.0).abs();
                let context = format!("{:?}, {speed} m/s, {stepping:?}, {h} s", law(p));
                assert!(error < 1e-8, "{context}: {drag}, not {expected} N: off by {error:e}");
                for texel in &reading.texels {
                    let bent = texel.deflection.length() / (limit / p.stiffness) - 1.0;
                    assert!(bent.abs() < 1e-8, "{context}: bristles off by {bent:e}");
                }
                if stepping == Stepping::Newton {
                    // The drive pays for it: what is sensed is what is applied.
                    let pull = world.joint_wrench(carriage).unwrap().force.x;
                    assert!((pull / drag - 1.0).abs() < 1e-9, "{context}: the drive pulls with {pull} N");
                }
            }
        }
    }
}
