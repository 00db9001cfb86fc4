//! A chain of nine unlike bodies, let go sideways, against Lagrange's equations for its angles.

use crate::mechanics::*;
use bristle_geometry::Pose;
use bristle_world::{BodyId, Inertia, Joint, Model, ModelBuilder, Stepping, World};
use glam::{DMat3, DQuat, DVec3};

const G: f64 = 9.81;
const LINKS: usize = 9;
const TIME: f64 = 0.45;

struct Rod {
    length: f64,
    mass: f64,
    /// Hinge to centre of mass.
    arm: f64,
    /// About the centre, across.
    inertia: f64,
    /// First angle against the vertical.
    angle: f64,
}

fn rods() -> [Rod; LINKS] {
    std::array::from_fn(|i| {
        let (length, mass) = (0.11 + 0.01 * (i % 3) as f64, 0.05 + 0.013 * (2 * i % 5) as f64);
        let angle = 1.5 + 0.1 * (i as f64 * 1.7).sin();
        Rod { length, mass, arm: 0.45 * length, inertia: 0.09 * mass * length * length, angle }
    })
}

/// Hangs at its begin from the world; bodies run along their −z.
fn chain(joint: impl Fn() -> Joint) -> (Model, Vec<BodyId>) {
    let mut builder = ModelBuilder::new();
    builder.gravity(askew().rotation * DVec3::new(0.0, 0.0, -G));
    let mut bodies: Vec<BodyId> = Vec::new();
    let mut place = askew();
    for (i, rod) in rods().iter().enumerate() {
        let about_centre = DMat3::from_diagonal(DVec3::new(rod.inertia, rod.inertia, 0.2 * rod.inertia));
        let inertia = Inertia { mass: rod.mass, centre: DVec3::NEG_Z * rod.arm, about_centre };
        let id =
            builder.body(body(&format!("rod {i}"), bodies.last().copied(), place, joint(), inertia)).unwrap();
        bodies.push(id);
        place = Pose::from_translation(DVec3::NEG_Z * rod.length);
    }
    (builder.build().unwrap(), bodies)
}

/// Velocities all zero: let go.
fn let_go(model: &Model, bodies: &[BodyId], stepping: Stepping) -> World {
    let mut world = World::new(model.clone()).with_stepping(stepping);
    world
        .edit(|model, state| {
            let mut above = 0.0;
            for (rod, &body) in rods().iter().zip(bodies) {
                let angle = rod.angle - above;
                above = rod.angle;
                match state.joint_position(model, body).len() {
                    1 => state.set_joint_position(model, body, &[angle])?,
                    _ => state.set_joint_position(model, body, &DQuat::from_rotation_y(angle).to_array())?,
                }
            }
            Ok(())
        })
        .unwrap();
    world
}

/// Angles against the vertical after [`TIME`]: `Σⱼ cᵢⱼ [φ̈ⱼ cos(φᵢ−φⱼ) + φ̇ⱼ² sin(φᵢ−φⱼ)] = −g sᵢ sin φᵢ`.
fn lagrange() -> [f64; LINKS] {
    let rods = rods();
    let below = |i: usize| rods[i + 1..].iter().map(|r| r.mass).sum::<f64>();
    let static_moment = |i: usize| rods[i].mass * rods[i].arm + rods[i].length * below(i);
    let coupling = |i: usize, j: usize| {
        let (upper, lower) = (i.min(j), i.max(j));
        if upper == lower {
            let r = &rods[i];
            r.inertia + r.mass * r.arm * r.arm + r.length * r.length * below(i)
        } else {
            rods[upper].length * static_moment(lower)
        }
    };
    let c: Vec<Vec<f64>> = (0..LINKS).map(|i| (0..LINKS).map(|j| coupling(i, j)).collect()).collect();
    let start: [f64; 2 * LINKS] = std::array::from_fn(|i| if i < LINKS { rods[i].angle } else { 0.0 });
    let end = integrate(start, TIME, 8_000, 1e-9, |_, y| {
        let (phi, w) = y.split_at(LINKS);
        let mut matrix = vec![vec![0.0; LINKS + 1]; LINKS];
        for i in 0..LINKS {
            matrix[i][LINKS] = -G * static_moment(i) * phi[i].sin();
            for j in 0..LINKS {
                let (sin, cos) = (phi[i] - phi[j]).sin_cos();
                matrix[i][j] = c[i][j] * cos;
                matrix[i][LINKS] -= c[i][j] * sin * w[j] * w[j];
            }
        }
        let acceleration = eliminate(matrix);
        std::array::from_fn(|i| if i < LINKS { w[i] } else { acceleration[i - LINKS] })
    });
    std::array::from_fn(|i| end[i])
}

/// Solves a positive definite system; the last column is the right side.
fn eliminate(mut m: Vec<Vec<f64>>) -> Vec<f64> {
    let n = m.len();
    for k in 0..n {
        for i in k + 1..n {
            let factor = m[i][k] / m[k][k];
            let above = m[k].clone();
            m[i].iter_mut().zip(above).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| m[i][j] * m[j][n]).sum();
        m[i][n] = (m[i][n] - known) / m[i][i];
    }
    m.iter().map(|row| row[n]).collect()
}

/// Largest distance of any joint from where the angles put it.
fn distance(world: &World, bodies: &[BodyId], angles: &[f64; LINKS]) -> f64 {
    let mut place = DVec3::ZERO;
    let mut worst = 0.0_f64;
    for ((rod, &body), angle) in rods().iter().zip(bodies).zip(angles) {
        let found = askew().inverse().transform_point(world.pose(body).unwrap().translation);
        worst = worst.max((found - place).length());
        place += DQuat::from_rotation_y(*angle) * DVec3::NEG_Z * rod.length;
    }
    worst
}

fn order(joint: impl Fn() -> Joint, stepping: Stepping, steps: usize) -> f64 {
    let (model, bodies) = chain(joint);
    let expected = lagrange();
    assert_order(stepping, steps, |steps| {
        let mut world = let_go(&model, &bodies, stepping);
        run(&mut world, TIME, steps);
        distance(&world, &bodies, &expected)
    })
}

#[test]
fn a_falling_chain_of_hinges_follows_lagrange_to_second_order_by_newton_steps() {
    let smallest = order(|| Joint::revolute(DVec3::Y), Stepping::Newton, 300);
    // The end whips round at some 40 rad/s: (hω)² = 2e-4 of a chain of one metre.
    assert!(smallest < 1e-3, "{smallest}");
}

#[test]
fn a_falling_chain_of_balls_and_sockets_follows_the_same_plane_motion() {
    let smallest = order(Joint::ball, Stepping::Newton, 300);
    assert!(smallest < 1e-3, "{smallest}");
}

#[test]
fn a_falling_chain_of_hinges_follows_lagrange_to_first_order_by_explicit_steps() {
    order(|| Joint::revolute(DVec3::Y), Stepping::Explicit, 4000);
}

#[test]
fn a_whipping_chain_keeps_its_energy() {
    let (model, bodies) = chain(|| Joint::revolute(DVec3::Y));
    let mut world = let_go(&model, &bodies, Stepping::Newton);
    let start = world.energy().total();
    let mut swing = 0.0_f64;
    for _ in 0..5000 {
        world.step(4e-4).unwrap();
        swing = swing.max((world.energy().total() - start).abs());
    }
    println!("energy swing of the chain {swing:.3e} J");
    // Some 3 J are at play, in two seconds with several whips.
    assert!(swing < 0.03, "{swing}");
}
