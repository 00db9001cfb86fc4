//! One ray in contact: from penetration and relative velocity to force and derivatives.

use bristle_contact::{ContactMaterial, FrictionStep, rotate_deflection};
use glam::DVec3;

/// Where and how squarely a ray meets its target; all in the skin's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Penetration `p` \[m\]; negative is a gap.
    pub penetration: f64,
    /// Contact point \[m\].
    pub point: DVec3,
    /// Outward unit normal `n` of the target.
    pub normal: DVec3,
    /// `κ = −n·u`.
    pub squareness: f64,
}

/// What one ray feels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// Normal force on the pad, along `n`, damping included \[N\].
    pub normal_force: f64,
    /// The elastic part of it \[N\].
    pub elastic_force: f64,
    /// ∂normal force/∂displacement along `n` \[N/m\].
    pub normal_stiffness: f64,
    /// ∂normal force/∂velocity along `n` \[N·s/m\].
    pub normal_damping: f64,
    /// Velocity of the target past the pad, in the contact plane \[m/s\].
    pub slip_velocity: DVec3,
    /// Friction on the pad, new deflection and derivatives.
    pub friction: FrictionStep,
    /// Compressed beyond the largest penetration.
    pub saturated: bool,
}

impl Contact {
    /// The force on `units` of material when the target moves past the pad with `velocity` \[m/s\] for a step `h` \[s\],
    /// with a bristle of `deflection` \[m\] tangent to `old_normal`.
    ///
    /// The normal force is the gradient of the material's elastic energy: `f_n = F(p, ṗ)/κ` with `ṗ = n·w/κ`.
    #[inline]
    pub fn force(
        &self,
        material: &ContactMaterial,
        units: f64,
        velocity: DVec3,
        bristle: (DVec3, DVec3),
        h: f64,
    ) -> ContactForce {
        let rate = self.normal.dot(velocity) * (1.0 / self.squareness);
        self.force_at(rate, material, units, velocity, bristle, h)
    }

    /// The same with a rate of penetration \[m/s\] that need not follow from the velocity at this moment.
    #[inline]
    pub(crate) fn force_at(
        &self,
        rate: f64,
        material: &ContactMaterial,
        units: f64,
        velocity: DVec3,
        (deflection, old_normal): (DVec3, DVec3),
        h: f64,
    ) -> ContactForce {
        let n = self.normal;
        let inverse = 1.0 / self.squareness;
        let approach = n.dot(velocity);
        let response = material.normal_force(self.penetration, rate);
        let push = response.force.total() * inverse;
        let slip_velocity = velocity - n * approach;
        let deflection = rotate_deflection(deflection, old_normal, n);
        let friction = material.friction().step(deflection, slip_velocity, push, h).scaled(units);
        let gain = units * inverse * inverse;
        ContactForce {
            normal_force: push * units,
            elastic_force: response.force.elastic * inverse * units,
            normal_stiffness: response.force.total_d_penetration() * gain,
            normal_damping: response.force.total_d_rate() * gain,
            slip_velocity,
            friction,
            saturated: response.saturated,
        }
    }
}
