//! Recursive Newton–Euler: the efforts that a motion takes.

use super::{Kinematics, Mechanism};
use crate::Inertia;
use crate::model::Model;
use crate::state::State;
use bristle_geometry::{Twist, Wrench};
use glam::DVec3;

/// Room for the recursion, and its by-products per body.
#[derive(Clone, Debug)]
pub(crate) struct Loads {
    /// Accelerations of the bodies' origins and of their rotations; `gravity` is not in them.
    pub(crate) accelerations: Vec<Twist>,
    /// What the parent passes to each body through its joint, about the body's origin.
    pub(crate) joint_wrenches: Vec<Wrench>,
}

impl Loads {
    pub(crate) fn new(bodies: usize) -> Self {
        Self { accelerations: vec![Twist::ZERO; bodies], joint_wrenches: vec![Wrench::default(); bodies] }
    }
}

/// A placed mechanism with the masses of its bodies, under gravity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dynamics<'a> {
    pub(crate) mechanism: &'a Mechanism,
    pub(crate) kinematics: &'a Kinematics,
    pub(crate) inertias: &'a [Inertia],
    pub(crate) gravity: DVec3,
}

/// Velocities and accelerations of joints, and the motions of the bodies that go with the former.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointMotions<'a> {
    pub(crate) v: &'a [f64],
    pub(crate) dv: &'a [f64],
    pub(crate) twists: &'a [Twist],
}

impl<'a> Dynamics<'a> {
    pub(crate) fn new(model: &'a Model, state: &'a State, kinematics: &'a Kinematics) -> Self {
        let (mechanism, inertias) = (&model.mechanism, &state.inertias);
        Self { mechanism, kinematics, inertias, gravity: model.gravity }
    }

    /// Efforts per velocity of some bodies' joints, parents first, that a motion takes under gravity and the wrenches `on_bodies` (about each body's origin). Without
    /// accelerations, and without gravity, these are the gyroscopic ones.
    pub(crate) fn inverse(
        &self,
        bodies: &[usize],
        motions: JointMotions,
        on_bodies: &[Wrench],
        loads: &mut Loads,
        efforts: &mut [f64],
    ) {
        let Self { mechanism, kinematics, inertias, gravity } = *self;
        let JointMotions { v, dv, twists } = motions;
        let Loads { accelerations, joint_wrenches } = loads;
        for &i in bodies {
            let branch = &mechanism.branches[i];
            let origin = kinematics.poses[i].translation;
            let mut motion = Twist::ZERO;
            let mut carried_rotation = DVec3::ZERO;
            if let Some(parent) = branch.parent {
                let offset = origin - kinematics.poses[parent].translation;
                let (base, w) = (accelerations[parent], twists[parent].angular);
                carried_rotation = w;
                motion.angular = base.angular;
                motion.linear = base.linear + base.angular.cross(offset) + w.cross(w.cross(offset));
            }
            for d in branch.velocities.clone() {
                let axis = kinematics.axes[d];
                motion.angular += axis.angular * dv[d] + carried_rotation.cross(axis.angular) * v[d];
                // Coriolis: a sliding joint's axis turns with the parent, and its offset grows.
                motion.linear += axis.linear * dv[d] + 2.0 * carried_rotation.cross(axis.linear) * v[d];
            }
            let (inertia, w) = (&inertias[i], twists[i].angular);
            // The origin of what turns about its centre of mass falls towards it.
            motion.linear -= w.cross(w.cross(kinematics.arms[i]));
            accelerations[i] = motion;

            let r = kinematics.poses[i].rotation_matrix();
            let c = r * inertia.centre;
            let about_centre = |x: DVec3| r * (inertia.about_centre * (r.transpose() * x));
            let a_centre = motion.linear + motion.angular.cross(c) + w.cross(w.cross(c));
            let force = (a_centre - gravity) * inertia.mass;
            let torque = about_centre(motion.angular) + w.cross(about_centre(w)) + c.cross(force);
            let outside = &on_bodies[i];
            joint_wrenches[i] =
                Wrench { force: force - outside.force, torque: torque - outside.torque, point: origin };
        }
        for &i in bodies.iter().rev() {
            let branch = &mechanism.branches[i];
            let passed = joint_wrenches[i];
            for d in branch.velocities.clone() {
                let axis = kinematics.axes[d];
                efforts[d] = axis.linear.dot(passed.force) + axis.angular.dot(passed.torque);
            }
            // What is fixed to the world is not part of any motion.
            if let Some(parent) = branch.parent.filter(|&parent| mechanism.branches[parent].moves) {
                let at_parent = passed.shift_to(kinematics.poses[parent].translation);
                joint_wrenches[parent].force += at_parent.force;
                joint_wrenches[parent].torque += at_parent.torque;
            }
        }
    }
}
