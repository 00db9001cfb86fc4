//! Energy and momentum: what contact and friction may take away but never create.

use crate::joint_forces::joint_energy;
use crate::model::Model;
use crate::state::State;
use bristle_geometry::{Pose, Twist};
use bristle_skin::TargetPart;
use glam::DVec3;

/// Where the energy of a world is \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion, rotors included.
    pub kinetic: f64,
    /// Of heights; zero at the world's origin.
    pub potential: f64,
    /// Of compressed pads, deflected bristles, springs and stops, as the last step left them.
    pub elastic: f64,
}

impl Energy {
    /// The sum \[J\].
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.elastic
    }

    pub(crate) fn of(model: &Model, state: &State, poses: &[Pose], twists: &[Twist]) -> Self {
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
        energy.elastic += model.loops.iter().map(|joint| joint.energy(poses)).sum::<f64>();
        for (tendon, slipped) in model.tendons.iter().zip(&state.slipped) {
            energy.elastic += tendon.energy(&model.mechanism, &state.q, *slipped);
        }
        for (mounted, state) in model.skins.iter().zip(&state.skins) {
            let own = mounted.skin.material();
            let material = |target: usize| match mounted.parts.get(target).map(|part| &part.surface) {
                // Two pads that face each other are counted once, together.
                Some(surface) if matches!(surface.part, TargetPart::Elsewhere) => None,
                surface => Some(surface.and_then(|s| s.material.as_deref()).unwrap_or(own)),
            };
            energy.elastic += mounted.skin.stored_energy(state, material);
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
