//! The mass matrix and the efforts of motion, against each other and against Lagrange's equations.

use super::{Dynamics, JointMotions, Kinematics, Loads, Mechanism, Source};
use crate::energy::Energy;
use crate::island::Island;
use crate::placed::Placed;
use crate::system::System;
use crate::{Body, BodyId, Inertia, Joint, Mimic, Model, ModelBuilder, State};
use bristle_coupling::Matrix;
use bristle_geometry::{Pose, Twist, Wrench};
use glam::{DMat3, DQuat, DVec3};

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    /// Within ±1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }

    fn rotation(&mut self) -> DQuat {
        DQuat::from_scaled_axis(2.0 * self.vector())
    }

    fn inertia(&mut self) -> Inertia {
        let mass = 1.0 + 0.9 * self.next();
        let spread = DVec3::splat(0.03) + 0.02 * self.vector();
        let principal = DVec3::new(spread.y + spread.z, spread.z + spread.x, spread.x + spread.y);
        let r = DMat3::from_quat(self.rotation());
        let about_centre = r * DMat3::from_diagonal(principal) * r.transpose();
        Inertia {
            mass,
            centre: 0.2 * self.vector(),
            about_centre: (about_centre + about_centre.transpose()) * 0.5,
        }
    }

    fn joint(&mut self, kind: usize) -> Joint {
        let joint = match kind {
            0 => Joint::revolute(self.vector()),
            1 => Joint::prismatic(self.vector()),
            2 => Joint::ball(),
            _ => Joint::fixed(),
        };
        joint.with_armature(0.01 + 0.01 * self.next())
    }
}

/// A tree of `size` bodies. With `any_joint` its root is free and balls occur; else all joints have one degree of freedom.
/// Some follow others.
fn tree(numbers: &mut Numbers, size: usize, any_joint: bool) -> Model {
    let mut builder = ModelBuilder::new();
    let mut leaders: Vec<BodyId> = Vec::new();
    for i in 0..size {
        let parent = (i > 0).then(|| BodyId(((numbers.next() + 1.0) * 0.5 * i as f64) as usize % i));
        let mut joint = match (i, any_joint) {
            (0, true) => Joint::free(),
            (_, true) => numbers.joint(i % 4),
            _ => numbers.joint(i % 2),
        };
        let one_dof = joint.kind.velocities() == 1;
        match leaders.last() {
            Some(&body) if one_dof && i % 3 == 2 => {
                joint = joint.with_mimic(Mimic { body, ratio: 0.3 + numbers.next(), offset: 0.1 });
            }
            _ if one_dof => leaders.push(BodyId(i)),
            _ => {}
        }
        let pose = Pose::new(numbers.rotation(), 0.5 * numbers.vector());
        builder.body(Body { name: i.to_string(), parent, pose, joint, inertia: numbers.inertia() }).unwrap();
    }
    builder.build().unwrap()
}

/// A state of random positions and velocities.
fn shaken(model: &Model, numbers: &mut Numbers) -> State {
    let mut state = State::new(model);
    for (i, body) in model.bodies.iter().enumerate() {
        if body.joint.mimic.is_some() {
            continue;
        }
        let kind = body.joint.kind;
        let mut q: Vec<f64> = (0..kind.coordinates()).map(|_| numbers.next()).collect();
        if kind.coordinates() >= 4 {
            let at = kind.coordinates() - 4;
            q[at..].copy_from_slice(&numbers.rotation().to_array());
        }
        let v: Vec<f64> = (0..kind.velocities()).map(|_| 3.0 * numbers.next()).collect();
        state.set_joint_position(model, BodyId(i), &q).unwrap();
        state.set_joint_velocity(model, BodyId(i), &v).unwrap();
    }
    state
}

fn placed(model: &Model, q: &[f64]) -> Kinematics {
    let mut kinematics = Kinematics::new(&model.mechanism);
    model.mechanism.place(&model.mechanism.all(), q, &State::new(model).centres, &mut kinematics);
    kinematics
}

/// The mass matrix over all unknowns.
fn mass(model: &Model, q: &[f64]) -> Matrix {
    let mut state = State::new(model);
    state.q.copy_from_slice(q);
    let placed = Placed::new(model, &state);
    let mut island = Island { trees: (0..model.mechanism.trees.len()).collect(), ..Island::default() };
    island.fill(&model.mechanism, &mut vec![0; model.bodies.len()]);
    let mut system = System::default();
    system.weigh(model, &state, &placed, &island, &mut vec![0; model.mechanism.columns]).unwrap();
    system.mass_matrix()
}

/// Sums per velocity to sums per unknown.
fn gather(mechanism: &Mechanism, per_velocity: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; mechanism.columns];
    for (source, value) in mechanism.sources.iter().zip(per_velocity) {
        if let Source::Solved { column, ratio } = source {
            sums[*column] += ratio * value;
        }
    }
    sums
}

/// Unknowns to velocities of all joints.
fn scatter(mechanism: &Mechanism, per_column: &[f64]) -> Vec<f64> {
    let velocity = |source: &Source| match source {
        Source::Solved { column, ratio } => ratio * per_column[*column],
        Source::Given { .. } => 0.0,
    };
    mechanism.sources.iter().map(velocity).collect()
}

/// Velocities of all joints to unknowns.
fn extract(mechanism: &Mechanism, per_velocity: &[f64]) -> Vec<f64> {
    let mut unknowns = vec![0.0; mechanism.columns];
    for (source, value) in mechanism.sources.iter().zip(per_velocity) {
        if let Source::Solved { column, ratio } = source {
            unknowns[*column] = value / ratio;
        }
    }
    unknowns
}

/// Efforts per unknown that give the accelerations `dv` at velocities `v`, armature included.
fn efforts(model: &Model, q: &[f64], v: &[f64], dv: &[f64], gravity: DVec3) -> Vec<f64> {
    let mechanism = &model.mechanism;
    let inertias: Vec<Inertia> = model.bodies.iter().map(|l| l.inertia).collect();
    let kinematics = placed(model, q);
    let mut twists = vec![Twist::ZERO; model.bodies.len()];
    mechanism.twists(&mechanism.all(), &kinematics, v, &mut twists);
    let outside = vec![Wrench::default(); model.bodies.len()];
    let (mut loads, mut per_velocity) = (Loads::new(model.bodies.len()), vec![0.0; v.len()]);
    let dynamics = Dynamics { mechanism, kinematics: &kinematics, inertias: &inertias, gravity };
    let motions = JointMotions { v, dv, twists: &twists };
    dynamics.inverse(&mechanism.all(), motions, &outside, &mut loads, &mut per_velocity);
    for (d, effort) in per_velocity.iter_mut().enumerate() {
        *effort += mechanism.joints[mechanism.owner[d]].armature * dv[d];
    }
    gather(mechanism, &per_velocity)
}

#[test]
fn the_mass_matrix_of_composite_bodies_is_that_of_inverse_dynamics_column_by_column() {
    let mut numbers = Numbers(7);
    for size in [1, 2, 5, 9, 14] {
        let model = tree(&mut numbers, size, true);
        let state = shaken(&model, &mut numbers);
        let matrix = mass(&model, &state.q);
        let n = model.mechanism.columns;
        for column in 0..n {
            let unit: Vec<f64> = (0..n).map(|c| f64::from(c == column)).collect();
            let (rest, dv) = (vec![0.0; state.v.len()], scatter(&model.mechanism, &unit));
            let found = efforts(&model, &state.q, &rest, &dv, DVec3::ZERO);
            for (row, effort) in found.iter().enumerate() {
                // Entries are sums of up to 14 bodies' moments of a few kg·m².
                assert!((matrix.get(row, column) - effort).abs() < 1e-12, "{size} bodies, ({row}, {column})");
                assert!((matrix.get(row, column) - matrix.get(column, row)).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn half_the_mass_matrix_between_velocities_is_the_kinetic_energy() {
    let mut numbers = Numbers(31);
    for size in [1, 4, 11] {
        let model = tree(&mut numbers, size, true);
        let state = shaken(&model, &mut numbers);
        let (matrix, n) = (mass(&model, &state.q), model.mechanism.columns);
        let (v, mut momentum) = (extract(&model.mechanism, &state.v), vec![0.0; n]);
        matrix.times(&v, &mut momentum);
        let half: f64 = 0.5 * v.iter().zip(&momentum).map(|(v, p)| v * p).sum::<f64>();
        let kinematics = placed(&model, &state.q);
        let mut twists = vec![Twist::ZERO; model.bodies.len()];
        model.mechanism.twists(&model.mechanism.all(), &kinematics, &state.v, &mut twists);
        let kinetic = Energy::of(&model, &state, &kinematics.poses, &twists).kinetic;
        assert!((half / kinetic - 1.0).abs() < 1e-13, "{half} {kinetic}");
    }
}

#[test]
fn efforts_of_motion_are_those_of_lagrange() {
    // τ = M v̇ + Ṁ v − ∂(½ vᵀMv)/∂q − ∂(gravity)/∂q, with the derivatives of M by central differences.
    let mut numbers = Numbers(101);
    for size in [2, 5, 8] {
        let model = tree(&mut numbers, size, false);
        let state = shaken(&model, &mut numbers);
        let n = model.mechanism.columns;
        let gravity = DVec3::new(0.7, -1.1, -9.3);
        let u = extract(&model.mechanism, &state.v);
        let du: Vec<f64> = (0..n).map(|_| 5.0 * numbers.next()).collect();
        let dv = scatter(&model.mechanism, &du);
        let found = efforts(&model, &state.q, &state.v, &dv, gravity);

        let moved = |column: usize, by: f64| {
            let unit: Vec<f64> = (0..n).map(|c| f64::from(c == column)).collect();
            let along = scatter(&model.mechanism, &unit);
            let mut q = state.q.clone();
            model.mechanism.advance(&model.mechanism.all(), (&state.q, &state.centres), &along, by, &mut q);
            q
        };
        let height = |q: &[f64]| {
            let poses = placed(&model, q).poses;
            let sum = |(body, pose): (&Body, &Pose)| {
                -body.inertia.mass * gravity.dot(pose.transform_point(body.inertia.centre))
            };
            model.bodies.iter().zip(&poses).map(sum).sum::<f64>()
        };
        const STEP: f64 = 1e-5;
        let slopes: Vec<(Matrix, Matrix, f64)> = (0..n)
            .map(|k| {
                let (up, down) = (moved(k, STEP), moved(k, -STEP));
                (mass(&model, &up), mass(&model, &down), (height(&up) - height(&down)) / (2.0 * STEP))
            })
            .collect();
        let slope =
            |i: usize, j: usize, k: usize| (slopes[k].0.get(i, j) - slopes[k].1.get(i, j)) / (2.0 * STEP);
        let matrix = mass(&model, &state.q);
        for i in 0..n {
            let mut expected = slopes[i].2;
            for j in 0..n {
                expected += matrix.get(i, j) * du[j];
                for k in 0..n {
                    expected += (slope(i, j, k) - 0.5 * slope(j, k, i)) * u[j] * u[k];
                }
            }
            // Central differences: rounding of 1e-16/1e-5 and curvature of 1e-10, times squared speeds of some 10.
            assert!((found[i] - expected).abs() < 3e-8, "{size} bodies, effort {i}: {} {expected}", found[i]);
        }
    }
}

#[test]
fn a_motion_along_constant_velocities_and_back_returns() {
    let mut numbers = Numbers(3);
    let model = tree(&mut numbers, 9, true);
    let state = shaken(&model, &mut numbers);
    let (mut there, mut back) = (state.q.clone(), state.q.clone());
    model.mechanism.advance(&model.mechanism.all(), (&state.q, &state.centres), &state.v, 0.3, &mut there);
    model.mechanism.advance(&model.mechanism.all(), (&there, &state.centres), &state.v, -0.3, &mut back);
    for (a, b) in state.q.iter().zip(&back) {
        assert!((a - b).abs() < 1e-15, "{a} {b}");
    }
    // And poses differ by the twists, to first order: central differences.
    let mut twists = vec![Twist::ZERO; model.bodies.len()];
    let h = 1e-6;
    model.mechanism.twists(&model.mechanism.all(), &placed(&model, &state.q), &state.v, &mut twists);
    model.mechanism.advance(&model.mechanism.all(), (&state.q, &state.centres), &state.v, h, &mut there);
    model.mechanism.advance(&model.mechanism.all(), (&state.q, &state.centres), &state.v, -h, &mut back);
    let (after, before) = (placed(&model, &there).poses, placed(&model, &back).poses);
    for ((a, b), twist) in after.iter().zip(&before).zip(&twists) {
        let linear = (a.translation - b.translation) / (2.0 * h);
        let angular = (a.rotation * b.rotation.conjugate()).to_scaled_axis() / (2.0 * h);
        assert!((linear - twist.linear).length() < 1e-8 && (angular - twist.angular).length() < 1e-8);
    }
}
