//! MuJoCo as an engine that skins are coupled to.
//!
//! MuJoCo moves positions with the velocities at the end of the step, `q' = q + h v'`, as the coupling expects. It is asked for
//! passive forces before it solves its constraints for good, so what it will do is predicted by its own functions.

use super::SkinInstance;
use super::constraint::stiffen;
use crate::engine::{Data, Model, Operator};
use bristle_coupling::{Engine, SkinMount, TargetMount};
use bristle_geometry::Pose;
use glam::DVec3;

/// A simulation during one callback.
pub(super) struct Simulation<'a, 'd> {
    pub(super) model: Model<'d>,
    pub(super) data: &'a mut Data<'d>,
    pub(super) skins: &'a [SkinInstance],
    pub(super) operator: &'a mut Option<Operator>,
    /// What the velocities gained in the last step beside what the operator says.
    pub(super) unexplained: &'a [f64],
}

impl Engine for Simulation<'_, '_> {
    fn velocity(&self) -> &[f64] {
        self.data.velocity()
    }

    fn pose(&self, body: usize) -> Pose {
        self.data.body_pose(body)
    }

    fn skin_pose(&self, skin: usize, _: &SkinMount) -> Pose {
        self.skins[skin].mounting.pose(self.data)
    }

    fn target_pose(&self, skin: usize, target: usize, _: &TargetMount) -> Pose {
        self.data.geom_pose(self.skins[skin].mounting.targets[target].geom)
    }

    fn jacobian(&mut self, body: usize, point_w: DVec3, rows: &mut [f64]) {
        self.data.jacobian(body, point_w, rows);
    }

    fn jacobian_rate(&mut self, body: usize, point_w: DVec3, rows: &mut [f64]) {
        self.data.jacobian_rate(body, point_w, rows);
    }

    fn predict(&mut self, force: &[f64], h: f64, velocity: &mut [f64]) {
        self.data.predict(force);
        let mut acceleration = self.data.acceleration().to_vec();
        let operator = self.operator.insert(Operator::of(self.model, self.data));
        operator.accelerate(|i| self.data.total_force(i), &mut acceleration);
        let now = self.data.velocity().iter().zip(&acceleration).zip(self.unexplained);
        for (predicted, ((v, a), unexplained)) in velocity.iter_mut().zip(now) {
            *predicted = v + h * a + unexplained;
        }
    }

    /// Constraints that resist in the prediction make the bodies heavier, for MuJoCo's solver with `M` alone; its integrator then takes what solver and skins
    /// push with.
    fn solve_mass(&mut self, impulses: &[f64], changes: &mut [f64]) {
        self.data.solve_mass(impulses, changes);
        stiffen(self.data, changes);
        let nv = self.model.velocities().max(1);
        if let Some(operator) = self.operator {
            changes.chunks_exact_mut(nv).for_each(|row| operator.slow(row));
        }
    }
}
