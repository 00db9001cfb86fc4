//! An engine of a few lines: free bodies of isotropic inertia under gravity, semi-implicit Euler.

use bristle_coupling::{Coupling, Engine};
use bristle_geometry::Pose;
use glam::{DQuat, DVec3};

/// Body 0 is the ground; body `i + 1` has the velocities from `6 i` on: of its origin, then its rotation.
pub(crate) struct FreeBodies {
    pub(crate) gravity: DVec3,
    pub(crate) bodies: Vec<FreeBody>,
    pub(crate) velocity: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FreeBody {
    pub(crate) pose: Pose,
    pub(crate) mass: f64,
    /// About every axis; infinite for what does not turn.
    pub(crate) inertia: f64,
}

fn cross_matrix(r: DVec3) -> [[f64; 3]; 3] {
    [[0.0, -r.z, r.y], [r.z, 0.0, -r.x], [-r.y, r.x, 0.0]]
}

impl FreeBodies {
    pub(crate) fn new(gravity: DVec3, bodies: Vec<FreeBody>) -> Self {
        Self { gravity, velocity: vec![0.0; 6 * bodies.len()], bodies }
    }

    pub(crate) fn linear(&self, index: usize) -> DVec3 {
        DVec3::from_slice(&self.velocity[6 * index..])
    }

    pub(crate) fn angular(&self, index: usize) -> DVec3 {
        DVec3::from_slice(&self.velocity[6 * index + 3..])
    }

    /// What the velocities gain in a step.
    fn gain(&self, force: &[f64], h: f64, index: usize, k: usize) -> f64 {
        let (body, f) = (&self.bodies[index], force[6 * index + k]);
        if k < 3 { h * (self.gravity[k] + f / body.mass) } else { h * f / body.inertia }
    }

    /// One step: the skins push, the bodies move, the bristles follow.
    pub(crate) fn step(&mut self, coupling: &mut Coupling, h: f64) {
        let found = coupling.solve(self, h).unwrap();
        assert!(found.is_none_or(|found| found.merit.is_solved()), "{found:?}");
        let mut velocity = vec![0.0; self.velocity.len()];
        self.predict(coupling.force(), h, &mut velocity);
        self.velocity = velocity;
        for index in 0..self.bodies.len() {
            let turn = DQuat::from_scaled_axis(h * self.angular(index));
            let translation = self.bodies[index].pose.translation + h * self.linear(index);
            let rotation = (turn * self.bodies[index].pose.rotation).normalize();
            self.bodies[index].pose = Pose { rotation, translation };
        }
        coupling.settle(&self.velocity, h);
    }

    fn write_jacobian(&self, body: usize, unit: f64, arm: DVec3, rows: &mut [f64]) {
        rows.fill(0.0);
        let Some(index) = body.checked_sub(1) else { return };
        let (nv, arm) = (self.velocity.len(), cross_matrix(arm));
        for k in 0..3 {
            rows[k * nv + 6 * index + k] = unit;
            rows[(3 + k) * nv + 6 * index + 3 + k] = unit;
            (0..3).for_each(|c| rows[k * nv + 6 * index + 3 + c] = -arm[k][c]);
        }
    }

    fn arm(&self, body: usize, point_w: DVec3) -> DVec3 {
        point_w - self.pose(body).translation
    }
}

impl Engine for FreeBodies {
    fn velocity(&self) -> &[f64] {
        &self.velocity
    }

    fn pose(&self, body: usize) -> Pose {
        body.checked_sub(1).map_or(Pose::IDENTITY, |index| self.bodies[index].pose)
    }

    fn jacobian(&mut self, body: usize, point_w: DVec3, rows: &mut [f64]) {
        self.write_jacobian(body, 1.0, self.arm(body, point_w), rows);
    }

    fn jacobian_rate(&mut self, body: usize, point_w: DVec3, rows: &mut [f64]) {
        let spin = body.checked_sub(1).map_or(DVec3::ZERO, |index| self.angular(index));
        self.write_jacobian(body, 0.0, spin.cross(self.arm(body, point_w)), rows);
    }

    fn predict(&mut self, force: &[f64], h: f64, velocity: &mut [f64]) {
        for (i, v) in velocity.iter_mut().enumerate() {
            *v = self.velocity[i] + self.gain(force, h, i / 6, i % 6);
        }
    }

    fn solve_mass(&mut self, impulses: &[f64], changes: &mut [f64]) {
        for (i, (change, impulse)) in changes.iter_mut().zip(impulses).enumerate() {
            let body = &self.bodies[i % self.velocity.len() / 6];
            *change = impulse / if i % 6 < 3 { body.mass } else { body.inertia };
        }
    }
}
