//! How pads move past the bumpy sphere while they are measured.

use crate::pads::{DEPTH, RADIUS};
use bristle_geometry::Pose;
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

/// Poses of a pad pressed into a sphere about the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Slides by 20 µm per step (20 mm/s at 1 ms) and turns with the surface: what a grasp does at its liveliest.
    Sliding,
    /// Anywhere on the sphere, anew at every step: no coherence at all.
    Random,
}

impl Motion {
    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sliding => "coherent",
            Self::Random => "random",
        }
    }

    /// Pose of the pad at a step.
    pub fn pose(self, step: usize) -> Pose {
        let around = match self {
            Self::Sliding => {
                let along = 20e-6 / (RADIUS - DEPTH) * step as f64;
                DQuat::from_rotation_y(along) * DQuat::from_rotation_x(0.3 * (0.1 * along).sin())
            }
            Self::Random => {
                // Three independent angles from the fractional parts of multiples of the plastic number's powers.
                let part = |k: f64| (step as f64 * k).fract() * 2.0 * PI;
                DQuat::from_euler(
                    glam::EulerRot::ZYX,
                    part(0.819_172_513),
                    part(0.671_043_607),
                    part(0.549_700_478),
                )
            }
        };
        // The pad's z axis looks at the centre, from 2 mm below the mean surface.
        let looking_down = Pose::new(DQuat::from_rotation_x(PI), DVec3::new(0.0, 0.0, RADIUS - DEPTH));
        Pose::new(around, DVec3::ZERO) * looking_down
    }
}
