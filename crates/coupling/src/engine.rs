//! What skins have to know of an engine.

use crate::mount::{SkinMount, TargetMount};
use bristle_geometry::Pose;
use glam::DVec3;

/// A physics engine, as a [`Coupling`](crate::Coupling) sees it: its bodies are numbered, and their motion is determined by a list
/// of velocities `v`, whatever they mean.
///
/// The engine moves positions with the velocities at the end of a step, `q' = q + h v'`, as nearly all engines do (semi-implicit Euler). So `v` has
/// brought the bodies here, `v'` will take them on, and the present positions lie in the middle of the two.
pub trait Engine {
    /// The velocities now.
    fn velocity(&self) -> &[f64];

    /// Pose of a body now, `X_WB`.
    fn pose(&self, body: usize) -> Pose;

    /// How the material point of a body that is at `point_w` now moves per unit of each velocity, in world axes: three rows for its
    /// velocity, then three for the body's rotation, each as long as [`velocity`](Self::velocity).
    fn jacobian(&mut self, body: usize, point_w: DVec3, rows: &mut [f64]);

    /// The time derivative of [`jacobian`](Self::jacobian). Without it, bodies that are swung about together seem to move past
    /// each other by `h ω² r / 2`.
    fn jacobian_rate(&mut self, body: usize, point_w: DVec3, rows: &mut [f64]) {
        let _ = (body, point_w);
        rows.fill(0.0);
    }

    /// The velocities at the end of a step `h` \[s\] in which the skins push with the generalised force `force`: everything
    /// else that acts is in it, as the engine will do it.
    fn predict(&mut self, force: &[f64], h: f64, velocity: &mut [f64]);

    /// What generalised impulses change of the velocities that [`predict`](Self::predict) has just given: `M⁻¹` times each of them, or
    /// the inverse of what the engine's own integrator and constraints put in the place of `M`. Row after row.
    fn solve_mass(&mut self, impulses: &[f64], changes: &mut [f64]);

    /// Pose of a skin, for engines that know it without its body's.
    fn skin_pose(&self, skin: usize, mount: &SkinMount) -> Pose {
        let _ = skin;
        self.pose(mount.body) * mount.pose
    }

    /// Pose of a skin's target, for engines that know it without its body's.
    fn target_pose(&self, skin: usize, target: usize, mount: &TargetMount) -> Pose {
        let _ = (skin, target);
        self.pose(mount.body) * mount.pose
    }
}
