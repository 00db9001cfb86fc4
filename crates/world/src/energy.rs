//! Energy and momentum: what contact and friction may take away but never create.

use crate::joint_forces::joint_energy;
use crate::model::Model;
use crate::state::State;
use bristle_contact::Basis;
use bristle_geometry::{Pose, Twist};
use bristle_skin::{SkinReading, TargetPart};
use glam::DVec3;

/// Where the energy of a world is \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion, rotors included.
    pub kinetic: f64,
    /// Of heights; zero at the world's origin.
    pub potential: f64,
    /// Of compressed pads, deflected bristles, springs and stops. Exact for texels with one ray, as the last step left
    /// them.
    pub elastic: f64,
}

impl Energy {
    /// The sum \[J\].
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.elastic
    }

    pub(crate) fn of(
        model: &Model,
        state: &State,
        poses: &[Pose],
        twists: &[Twist],
        readings: &[SkinReading],
    ) -> Self {
        let plain = state.plain.iter().map(|(_, held)| held.energy).sum();
        let mut energy = Self { elastic: plain, ..Self::default() };
        for ((inertia, pose), twist) in state.inertias.iter().zip(poses).zip(twists) {
            let arm = pose.transform_vector(inertia.centre);
            let velocity = twist.velocity_at(arm);
            let turning = pose.rotation.conjugate() * twist.angular;
            energy.kinetic += 0.5
                * (inertia.mass * velocity.length_squared() + turning.dot(inertia.about_centre * turning));
            energy.potential -= inertia.mass * model.gravity.dot(pose.translation + arm);
        }
        for (d, &body) in model.mechanism.owner.iter().enumerate() {
            let joint = &model.mechanism.joints[body];
            energy.kinetic += 0.5 * joint.armature * state.v[d] * state.v[d];
            if model.has_one_dof(body) {
                let q = state.q[model.mechanism.branches[body].coordinates.start];
                energy.elastic += joint_energy(joint, q, state.joint_bristles[d]);
            }
        }
        for (mounted, reading) in model.skins.iter().zip(readings) {
            for (texel, felt) in mounted.skin.texels().iter().zip(&reading.texels) {
                let part = felt.target.and_then(|target| mounted.parts.get(usize::from(target)));
                let surface = part.map(|part| &part.surface);
                // Two pads that face each other are counted once, together.
                let counted = !surface.is_some_and(|s| matches!(s.part, TargetPart::Elsewhere));
                let material = surface.and_then(|s| s.material.as_deref()).unwrap_or(mounted.skin.material());
                // A pad that springs back without pushing still holds its energy.
                if felt.penetration > 0.0 && counted {
                    let units = match material.basis() {
                        Basis::PerTexel => 1.0,
                        Basis::PerArea => texel.area,
                    };
                    energy.elastic += units
                        * (material.energy(felt.penetration) + material.friction().energy(felt.deflection));
                }
            }
        }
        energy
    }
}

/// Momentum of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// Of all masses \[N·s\].
    pub linear: DVec3,
    /// About the world's origin \[N·m·s\].
    pub angular: DVec3,
}

impl Momentum {
    pub(crate) fn of(state: &State, poses: &[Pose], twists: &[Twist]) -> Self {
        let mut sum = Self::default();
        for ((inertia, pose), twist) in state.inertias.iter().zip(poses).zip(twists) {
            let arm = pose.transform_vector(inertia.centre);
            let linear = twist.velocity_at(arm) * inertia.mass;
            let turning = pose.rotation.conjugate() * twist.angular;
            sum.linear += linear;
            sum.angular +=
                (pose.translation + arm).cross(linear) + pose.rotation * (inertia.about_centre * turning);
        }
        sum
    }
}
